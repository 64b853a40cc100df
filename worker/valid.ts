import { zValidator } from "@hono/zod-validator"
import type { MiddlewareHandler } from "hono"
import { z } from "zod"
import { ApiError, unknown } from "../contract/error.ts"
import { type Id, idSchema } from "../contract/id.ts"
import { wordsOf } from "../contract/issue.ts"
import type { OpenAppEnv } from "./app-env.ts"

// Without a schema's own message, `wordsOf` speaks in place of zod.
z.config({ customError: wordsOf })

export const NO_JSON = "The request is not valid JSON"

/** Parses a JSON body into `c.req.valid("json")`; otherwise 400 with a message per field. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return zValidator("json", schema, (result) => {
    if (!result.success) throw refusalOf(result.error.issues)
  })
}

/** Does the same for an optional body of any content type. */
export function optionalJsonBody(schema: z.ZodType): MiddlewareHandler<OpenAppEnv> {
  return async (c, next) => {
    c.req.addValidatedData("json", validated(schema, parsedJson(await c.req.text())) as object)
    await next()
  }
}

/** Parses a text; undefined for an empty one. */
export function parsedJson(text: string): unknown {
  if (text.trim() === "") return undefined
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    throw new ApiError("validation-failed", NO_JSON)
  }
}

/** Parses the query string into `c.req.valid("query")`. */
export function queryOf<T extends z.ZodType>(schema: T) {
  return zValidator("query", schema, (result) => {
    if (!result.success) throw refusalOf(result.error.issues)
  })
}

/** Parses other shapes, such as form fields: returns the value, or throws the same 400. */
export function validated<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (!result.success) throw refusalOf(result.error.issues)
  return result.data
}

/** Returns an id in the path. An invalid id answers 404 like an unknown one. */
export function idOf(c: { req: { param(name: string): string | undefined } }, noun: string, name = "id"): Id {
  const result = idSchema.safeParse(c.req.param(name))
  if (!result.success) throw unknown(noun)
  return result.data
}

/** Returns the refusal: the first message is for the toast, each field's first for the form. */
function refusalOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ApiError {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join(".") || "body"] ??= issue.message
  return new ApiError("validation-failed", issues[0]?.message ?? "The request is not valid", { fields })
}
