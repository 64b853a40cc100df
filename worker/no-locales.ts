/** What the edge has in place of zod's messages in other languages: see wrangler.toml. */
export {}
