import { z } from "zod"
import { sheetFormatsSchema } from "../delivery/sheet-format.ts"
import { idSchema } from "../id.ts"
import { dpiSchema, lengthSchema } from "../length-schema.ts"
import { MAX_SIZE_IN, MIN_SIZE_IN } from "../limit.ts"
import { labelSchema } from "../name.ts"
import { pricesInput, pricesShown } from "../prints/cost.ts"
import { packings } from "../status.ts"
import { defaultInkLimits, inkLimitsSchema } from "./ink.ts"

/** A size; `value` is the printed width of the trimmed artwork in inches; height keeps the aspect ratio. */
export const sizeSchema = z.object({
  _id: idSchema,
  name: z.string(),
  value: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Size = z.infer<typeof sizeSchema>

export const sizeInputSchema = z.object({
  name: labelSchema,
  value: lengthSchema("Width", MIN_SIZE_IN, MAX_SIZE_IN, "Width is required and"),
})
export type SizeInput = z.infer<typeof sizeInputSchema>

/** The settings of a sheet template, as they are given and answered. A program may leave out those with a default. */
export const templateSettings = {
  widthIn: lengthSchema("Roll width", 4, 60),
  maxLengthIn: lengthSchema("Longest sheet", 4, 240),
  edgeIn: lengthSchema("Edge", 0, 4),
  gapIn: lengthSchema("Gap", 0, 4),
  dpi: dpiSchema,
  rotate: z.boolean(),
  trim: z.boolean(),
  mirror: z.boolean(),
  labels: z.boolean(),
  nesting: z.enum(["boxes", "shapes"]),
  /** Shapes may lie in each other's holes: only a cutter gets them apart. */
  useHoles: z.boolean().default(false),
  packing: z.enum(packings).default("tightest"),
  ink: inkLimitsSchema.default(defaultInkLimits),
}

export const sheetTemplateInputSchema = z
  .object({
    name: labelSchema,
    ...templateSettings,
    /** The destination that its files are written for. Unchanged unless given; null for none. */
    destinationId: idSchema.nullable().optional(),
    /** The address of its print shop. Unchanged unless given; null for none. */
    addressId: idSchema.nullable().optional(),
    /** True if the seller takes its files to the print shop. Unchanged unless given. */
    carriesFiles: z.boolean().optional(),
    ...pricesInput,
    isDefault: z.boolean(),
  })
  .refine((template) => template.widthIn - 2 * template.edgeIn >= 1, {
    path: ["edgeIn"],
    error: "The edges leave no room on the roll",
  })
  .describe("The roll is at least 1 in wider than its two edges.")
  // The first of them holds for any roll, the second for any edge.
  .meta({
    anyOf: [{ properties: { edgeIn: { maximum: 1.5 } } }, { properties: { widthIn: { minimum: 9 } } }],
  })
export type SheetTemplateInput = z.infer<typeof sheetTemplateInputSchema>

/** The parts of a destination that people read before a print is processed for it. */
const namedDestinationSchema = z.object({
  _id: idSchema,
  name: z.string(),
  formats: sheetFormatsSchema,
  maxLengthIn: z.number(),
  mirror: z.boolean(),
  white: z.object({ isOn: z.boolean(), chokePx: z.number() }),
  contour: z.object({ isOn: z.boolean() }),
  /** The edge that a template needs for its cut line and marks, in inches. */
  edgeIn: z.number(),
})
export type NamedDestination = z.infer<typeof namedDestinationSchema>

export const sheetTemplateSchema = z.object({
  _id: idSchema,
  name: z.string(),
  ...templateSettings,
  destinationId: idSchema.nullable(),
  /** The destination of its sheets; null if it names none. */
  destination: namedDestinationSchema.nullable(),
  /** The address that its prints go to first; null: of a default template, the first that was added. */
  addressId: idSchema.nullable(),
  carriesFiles: z.boolean(),
  ...pricesShown,
  isDefault: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SheetTemplate = z.infer<typeof sheetTemplateSchema>

/** The template of a new account, and where nothing else is said. */
export const defaultSheetTemplate: SheetTemplateInput = {
  name: "22 in roll",
  widthIn: 22,
  maxLengthIn: 100,
  edgeIn: 0.25,
  gapIn: 0.25,
  dpi: 300,
  rotate: true,
  trim: true,
  mirror: false,
  labels: false,
  nesting: "shapes",
  useHoles: false,
  packing: "tightest",
  ink: defaultInkLimits,
  isDefault: true,
}
