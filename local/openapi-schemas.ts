import { z } from "zod"

type Overridden = {
  zodSchema: z.core.$ZodTypes
  jsonSchema: { format?: string; pattern?: string; maximum?: number; examples?: unknown[] }
}
const shared = {
  unrepresentable: "any",
  override: ({ zodSchema, jsonSchema }: Overridden) => {
    // zod leaves out the examples of what it transforms; ours are of what is sent.
    const examples = z.globalRegistry.get(zodSchema)?.examples
    if (Array.isArray(examples)) jsonSchema.examples = examples
    // This drops the pattern of a format, and the maximum that every integer has.
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  },
} as const
/** The description of what a caller sends. */
export const inputOptions = { options: { ...shared, io: "input" } } as const
/** The description of what the app sends. */
export const outputOptions = { options: { ...shared, io: "output" } } as const

/** Returns a schema as JSON Schema, to stand in the document itself. */
export function jsonSchemaOf(
  schema: z.ZodType,
  { options }: typeof inputOptions | typeof outputOptions,
): { properties?: object } {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options)
  return rest
}
