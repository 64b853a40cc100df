import { z } from "zod"
import { idSchema } from "../id.ts"
import { sheetFileKindSchema } from "./sheet-format.ts"

/** A link for the shop that prints, as its seller sees it. */
export const shareSchema = z.object({
  _id: idSchema,
  /** Of its page, below the app's address. */
  path: z.string(),
  /** Of its ZIP, below `/api/`. */
  zipPath: z.string(),
  /** How many prints it shows. */
  prints: z.number(),
  createdAt: z.string(),
})
export type Share = z.infer<typeof shareSchema>

const sharedSheetSchema = z.object({
  /** Whom it was written for, where the print was written once more for another. */
  destination: z.string().nullable(),
  /** Counted from 1 among those of its destination. */
  sheet: z.number(),
  widthIn: z.number(),
  lengthIn: z.number(),
  pieces: z.number(),
  /** Of the cut line around its pieces; null without one. */
  contourLengthIn: z.number().nullable(),
  previewPath: z.string().nullable(),
  files: z.array(
    z.object({ path: z.string(), name: z.string(), format: sheetFileKindSchema, bytes: z.number() }),
  ),
})
export type SharedSheet = z.infer<typeof sharedSheetSchema>

const sharedPrintSchema = z.object({
  /** Names it in the link's calls. */
  number: z.number(),
  name: z.string(),
  sheets: z.array(sharedSheetSchema),
  /** Its files are deleted then. */
  expiresAt: z.string(),
  /** When the shop said that it has printed it. */
  shopPrintedAt: z.string().nullable(),
})
export type SharedPrint = z.infer<typeof sharedPrintSchema>

/** GET /share/{token}: what whoever has the link sees. Nothing in it names a seller or a buyer. */
export const sharedSchema = z.object({
  prints: z.array(sharedPrintSchema),
  /** Prints of the link whose files are gone. */
  gone: z.number(),
  zip: z.object({ path: z.string(), bytes: z.number() }),
})
export type Shared = z.infer<typeof sharedSchema>

/** POST /share/{token}/printed and its answer. */
export const shopPrintedSchema = z.object({ number: z.number().int().min(1), isPrinted: z.boolean() })
export const shopPrintedReplySchema = z.object({ number: z.number(), shopPrintedAt: z.string().nullable() })
