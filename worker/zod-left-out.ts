/** The edge has this in place of zod's messages in other languages and its reader of JSON Schema: see wrangler.toml. */
export const fromJSONSchema = undefined
