/** The edge has this in place of zod's messages in other languages: see wrangler.toml. */
export {}
