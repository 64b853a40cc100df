import { z } from "zod"
import { importReplySchema, importUndoneSchema } from "../orders/order-import.ts"
import { routes, saying } from "../route.ts"

/** Orders that come in files. */
export const orderImports = routes({
  take: {
    method: "POST",
    path: "/orders/import",
    summary: "Import the orders of a CSV, TSV or XLSX file; with dryRun only report the effect",
    caller: "user",
    scope: "orders:write",
    isOutward: true,
    form: z.object({
      file: z.file(),
      mapping: z
        .string()
        .meta({ description: "A JSON object: our field to the file's column.", examples: ["{}"] })
        .optional(),
      dryRun: z.enum(["true", "false"]).optional(),
    }),
    replies: { 201: saying(importReplySchema), 200: saying(importReplySchema) },
    errors: ["conflict", "unprocessable", "unsupported-type"],
  },
  undo: {
    method: "DELETE",
    path: "/orders/import/{id}",
    summary: "Remove the orders that an import made; those in a print stay",
    caller: "user",
    scope: "orders:write",
    isOutward: true,
    replies: { 200: saying(importUndoneSchema) },
  },
})
