import { z } from "zod"
import { idSchema } from "../id.ts"
import { listQuerySchema } from "../list.ts"

/** The families of one drawing that are drawn in others. */
const MAX_REPLACED_FONTS = 20

const fontStyles = ["normal", "italic"] as const
export type FontStyle = (typeof fontStyles)[number]

/** The categories of fonts by their use; `own` are the account's. */
export const fontCategories = [
  "varsity",
  "numerals",
  "script",
  "slab",
  "rounded",
  "stencil",
  "comic",
  "display",
  "serif",
  "sans",
  "arabic",
  "hebrew",
  "own",
] as const
export type FontCategory = (typeof fontCategories)[number]

const libraryFontIdSchema = z
  .string()
  .regex(/^library:[a-z0-9-]{1,80}$/, "This id is not valid")
  .brand<"LibraryFontId">()
export type LibraryFontId = z.infer<typeof libraryFontIdSchema>

/** The id of an own font, or the name of one of the library: `library:graduate-400`. */
export const fontIdSchema = z.union([idSchema, libraryFontIdSchema], { error: "This id is not valid" })
export type FontId = z.infer<typeof fontIdSchema>

export const fontSchema = z.object({
  _id: fontIdSchema,
  family: z.string(),
  style: z.enum(fontStyles),
  weight: z.number().int(),
  source: z.enum(["library", "account"]),
  category: z.enum(fontCategories),
  /** The address on this site from which the page loads it. */
  path: z.string(),
  bytes: z.number().int(),
  /** The address of its licence; null for an own font. */
  licencePath: z.string().nullable(),
  /** True if the font says that it may not be embedded: its uploader needs its maker's permission. */
  isRestricted: z.boolean(),
})
export type Font = z.infer<typeof fontSchema>

export const fontListQuerySchema = listQuerySchema.extend({
  source: z.enum(["library", "account"]).optional().catch(undefined),
  category: z.enum(fontCategories).optional().catch(undefined),
})
export type FontListQuery = z.infer<typeof fontListQuerySchema>

/** A family that a drawing names, and the font that it is drawn in instead. */
const fontReplacementSchema = z.object({ family: z.string().trim().min(1).max(200), fontId: fontIdSchema })
export type FontReplacement = z.infer<typeof fontReplacementSchema>

/** The replacements, at most one for each family. */
export const fontReplacementsSchema = z
  .array(fontReplacementSchema)
  .max(MAX_REPLACED_FONTS)
  .refine((all) => new Set(all.map(({ family }) => familyKeyOf(family))).size === all.length, {
    error: "A font is replaced twice",
  })

/** Returns a family as it is looked up: lower case, one space between words. */
export function familyKeyOf(family: string): string {
  return family.normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ")
}
