/**
 * The edge has this in place of zod's messages in other languages, its reader and its maker of JSON Schema, and its compiler:
 * see wrangler.toml.
 */
export const fromJSONSchema = undefined
export const INVALID = undefined
export const compile = undefined
export const withParser = undefined
export const ZodCompileAsyncError = undefined
export const ZodCompileUnsupportedError = undefined
export const toJSONSchema = undefined
export const JSONSchemaGenerator = undefined
export const createToJSONSchemaMethod = undefined
/** Every schema makes its methods with this, and nothing calls them. */
export const createStandardJSONSchemaMethod = () => undefined
