import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_SHEETS } from "../limit.ts"
import { packings } from "../status.ts"

const px = z.number().int().min(0)

/**
 * One copy on a sheet. `copy` counts from 1. `x`, `y` is the top left pixel of the printed box
 * (trimmed artwork after turning) at the template's DPI. `turn` is in degrees, clockwise.
 */
export const documentPlacementSchema = z.object({
  itemId: idSchema,
  copy: z.number().int().min(1).max(MAX_PRINT_COPIES),
  x: px,
  y: px,
  turn: z.literal([0, 90, 180, 270]),
  /** True if placed by hand: a search leaves it where it is. */
  pinned: z.boolean().default(false),
})

/**
 * A layout of a print that anybody may propose and the server proves. Sizes of boxes follow from
 * items and template; a document never carries them.
 */
export const layoutDocumentSchema = z.object({
  sheetTemplateId: idSchema,
  packing: z.enum(packings).default("tightest"),
  sheets: z
    .array(
      z.object({
        /** The end of the lowest piece plus the film's edge. */
        lengthPx: px,
        placements: z.array(documentPlacementSchema).max(MAX_PRINT_COPIES),
      }),
    )
    .max(MAX_PRINT_SHEETS),
})
export type LayoutDocument = z.infer<typeof layoutDocumentSchema>

/** The body that stores a layout with its print. */
export const layoutKeepSchema = layoutDocumentSchema.extend({
  keepsPins: z
    .boolean()
    .default(false)
    .describe(
      "True if nobody has moved what is pinned: then it is refused where the stored layout has a pin that this one lacks, which another page has placed.",
    ),
})

/** Returns whether a layout has all pins of another, each in its place. */
export function keepsPins(before: LayoutDocument, after: LayoutDocument): boolean {
  const there = new Set(pinsOf(after))
  return pinsOf(before).every((pin) => there.has(pin))
}

function pinsOf({ sheets }: LayoutDocument): string[] {
  return sheets.flatMap(({ placements }, sheet) =>
    placements
      .filter(({ pinned }) => pinned)
      .map(({ itemId, copy, x, y, turn }) => [itemId, copy, sheet, x, y, turn].join(" ")),
  )
}

/** A problem of a document. `placements` are indices into the sheet's placements. */
export const layoutViolationSchema = z.object({
  code: z.enum([
    "overlap",
    "outside",
    "missing",
    "repeated",
    "unknown-item",
    "too-long",
    "wrong-length",
    "label-covered",
    "turned",
  ]),
  /** The index of the sheet; 0 for copies that are missing. */
  sheet: z.number(),
  placements: z.array(z.number()),
  /** The pixels by which two pieces are too close, one too far out, or a sheet off its length. */
  byPx: z.number().optional(),
  /** The item whose copies lie on no sheet, with `missing`. */
  itemId: idSchema.optional(),
  copies: z.array(z.number()).optional(),
})
export type LayoutViolation = z.infer<typeof layoutViolationSchema>
