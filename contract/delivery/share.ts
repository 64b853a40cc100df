import { z } from "zod"
import { idSchema } from "../id.ts"
import { sheetFileKindSchema } from "./sheet-format.ts"

/** A link for the shop that prints, as its seller sees it. */
export const shareSchema = z.object({
  _id: idSchema,
  /** The path of its page, below the app's address. */
  path: z.string(),
  /** The path of its ZIP, below `/api/`. */
  zipPath: z.string(),
  prints: z.number(),
  createdAt: z.string(),
})
export type Share = z.infer<typeof shareSchema>

const sharedSheetSchema = z.object({
  /** The destination that it was written for, if the print was written once more for another. */
  destination: z.string().nullable(),
  /** The number, counted from 1 among the sheets of its destination. */
  sheet: z.number(),
  widthIn: z.number(),
  lengthIn: z.number(),
  dpi: z.number(),
  pieces: z.number(),
  /** The length of the cut line around its pieces; null without one. */
  contourLengthIn: z.number().nullable(),
  previewPath: z.string().nullable(),
  files: z.array(
    z.object({ path: z.string(), name: z.string(), format: sheetFileKindSchema, bytes: z.number() }),
  ),
})
export type SharedSheet = z.infer<typeof sharedSheetSchema>

const sharedPrintSchema = z.object({
  /** The number that names the print in the link's calls. */
  number: z.number(),
  name: z.string(),
  sheets: z.array(sharedSheetSchema),
  /** The time when its files are deleted. */
  expiresAt: z.string(),
  /** The time when the shop said that it has printed it. */
  shopPrintedAt: z.string().nullable(),
})
export type SharedPrint = z.infer<typeof sharedPrintSchema>

/** The answer of GET /share/{token}, for anyone who has the link. It names no seller and no buyer. */
export const sharedSchema = z.object({
  prints: z.array(sharedPrintSchema),
  /** The number of the link's prints whose files are gone. */
  gone: z.number(),
  zip: z.object({ path: z.string(), bytes: z.number() }),
})
export type Shared = z.infer<typeof sharedSchema>

/** The body and the answer of POST /share/{token}/printed. */
export const shopPrintedSchema = z.object({ number: z.number().int().min(1), isPrinted: z.boolean() })
export const shopPrintedReplySchema = z.object({ number: z.number(), shopPrintedAt: z.string().nullable() })
