import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_QUESTION_LENGTH } from "../limit.ts"

/** The rows that a reply shows as they were read. */
export const SHOWN_IMPORT_ROWS = 20

/** The fields that a column of a file can be. */
export const importFields = [
  "orderNumber",
  "orderDate",
  "shipBy",
  "buyerName",
  "buyerEmail",
  "phone",
  "address",
  "country",
  "itemTitle",
  "sku",
  "variation",
  "size",
  "quantity",
  "price",
  "currency",
  "personalisation",
  "status",
] as const
export type ImportField = (typeof importFields)[number]

/** A mapping of our field to the name of the file's column. */
export const importMappingSchema = z.partialRecord(
  z.enum(importFields, { error: "This is not a field of an order" }),
  z.string().max(MAX_QUESTION_LENGTH, `A column's name is at most ${MAX_QUESTION_LENGTH} characters`),
)
export type ImportMapping = z.infer<typeof importMappingSchema>

/** The fields that a file needs to be read: one of each list. */
export const neededFields: readonly (readonly ImportField[])[] = [["orderNumber"], ["sku", "itemTitle"]]

/** A row as it was read, for looking at before the import. */
const importedRowSchema = z.object({
  row: z.number().int(),
  orderNumber: z.string(),
  buyerName: z.string(),
  itemTitle: z.string(),
  sku: z.string(),
  size: z.string(),
  variation: z.string(),
  personalisation: z.string(),
  quantity: z.number().int(),
  shipBy: z.string().nullable(),
})
export type ImportedRow = z.infer<typeof importedRowSchema>

/** An error; `row` counts as a spreadsheet shows it. */
const importErrorSchema = z.object({ row: z.number().int(), message: z.string() })
export type ImportError = z.infer<typeof importErrorSchema>

/** The contents of a file, and with `dryRun` the result that its import would have. */
export const importReplySchema = z.object({
  /** The recognised layout; null if the columns are mapped, or have to be. */
  source: z.string().nullable(),
  /** The number of rows with an item of an order. */
  rows: z.number().int(),
  /** The number of orders that are new. */
  orders: z.number().int(),
  /** The number of rows that are known already, or stand in the file twice. */
  duplicates: z.number().int(),
  errors: z.array(importErrorSchema),
  warnings: z.array(z.string()),
  columns: z.array(z.string()),
  /** For each column its first filled cell, shortened; "" for an empty column. */
  samples: z.array(z.string()),
  /** The mapping: as asked, as remembered by this header, else as the columns' names suggest. */
  mapping: importMappingSchema,
  /** False if no layout is recognised, and the mapping lacks a needed field. */
  isReadable: z.boolean(),
  preview: z.array(importedRowSchema),
  /** The integration; null before the first import. */
  integrationId: idSchema.nullable(),
  /** The import's id, to undo it; null for a dry run. */
  importId: idSchema.nullable(),
})
export type ImportReply = z.infer<typeof importReplySchema>

/** The number of orders that were removed again; those in a print by now are kept. */
export const importUndoneSchema = z.object({ orders: z.number().int(), kept: z.number().int() })
