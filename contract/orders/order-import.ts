import { z } from "zod"
import { idSchema } from "../id.ts"

/** Rows that a reply shows as they were read. */
export const SHOWN_IMPORT_ROWS = 20

/** What a column of a file can be. */
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

/** Our field to the name of the file's column. */
export const importMappingSchema = z.partialRecord(
  z.enum(importFields, { error: "This is not a field of an order" }),
  z.string().max(255, "A column's name is at most 255 characters"),
)
export type ImportMapping = z.infer<typeof importMappingSchema>

/** Without these, nothing can be read of a file: each is one of several. */
export const neededFields: readonly (readonly ImportField[])[] = [["orderNumber"], ["sku", "itemTitle"]]

/** One row as it was read, for looking at before the import. */
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

/** `row` counts as a spreadsheet shows it. */
const importErrorSchema = z.object({ row: z.number().int(), message: z.string() })
export type ImportError = z.infer<typeof importErrorSchema>

/** What a file holds, and with `dryRun` what its import would do. */
export const importReplySchema = z.object({
  /** Which layout was recognised; null where the columns are mapped, or have to be. */
  source: z.string().nullable(),
  /** Rows with an item of an order. */
  rows: z.number().int(),
  /** Orders that are new. */
  orders: z.number().int(),
  /** Rows that are here already, or stand in the file twice. */
  duplicates: z.number().int(),
  errors: z.array(importErrorSchema),
  warnings: z.array(z.string()),
  /** The names of the file's columns. */
  columns: z.array(z.string()),
  /** How they are read: as asked, as remembered by this header, else as their names suggest. */
  mapping: importMappingSchema,
  /** False: no layout is recognised, and the mapping lacks what an order needs. */
  isReadable: z.boolean(),
  preview: z.array(importedRowSchema),
  /** Null before the first import. */
  integrationId: idSchema.nullable(),
  /** What undoes it; null for a dry run. */
  importId: idSchema.nullable(),
})
export type ImportReply = z.infer<typeof importReplySchema>

/** Orders that were taken out again; those in a print by now are kept. */
export const importUndoneSchema = z.object({ orders: z.number().int(), kept: z.number().int() })
