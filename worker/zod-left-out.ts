/**
 * The edge has this in place of zod's messages in other languages, its reader of JSON Schema and its compiler: see
 * wrangler.toml.
 */
export const fromJSONSchema = undefined
export const INVALID = undefined
export const compile = undefined
export const withParser = undefined
export const ZodCompileAsyncError = undefined
export const ZodCompileUnsupportedError = undefined
