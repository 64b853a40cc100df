import { z } from "zod"
import { colorSchema } from "../colour.ts"
import {
  MAX_CHOICES,
  MAX_FIELD_LABEL_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_FIELD_VALUE_LENGTH,
  MAX_FIELDS,
  MAX_LAYERS,
} from "../limit.ts"
import { labelText } from "../name.ts"
import { isOnArtwork, thousandths } from "./artwork-box.ts"
import { fontIdSchema } from "./font.ts"

/** The width of a drawing for the screen. */
export const MAX_PREVIEW_WIDTH_PX = 2048

const fieldKinds = ["text", "number", "date", "choice"] as const

/** The name of a field, as in an SVG's `{{name}}`. */
export const fieldNameSchema = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z][A-Za-z0-9_-]{0,${MAX_FIELD_NAME_LENGTH - 1}}$`),
    `A field's name begins with a letter and has letters, digits, - and _ (at most ${MAX_FIELD_NAME_LENGTH})`,
  )

const valueSchema = z
  .string()
  .max(MAX_FIELD_VALUE_LENGTH, `A text has at most ${MAX_FIELD_VALUE_LENGTH} characters`)
  .overwrite(printableText)

/**
 * Returns a text as it can be printed: whole characters, composed, with line breaks but without what
 * hides or reorders text. Joiners shape letters, and marks of direction belong to scripts: they stay.
 */
export function printableText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .replace(/(?![\u200C-\u200F])\p{Cf}/gu, "")
}

/** A part of an image that differs from piece to piece. */
export const artworkFieldSchema = z
  .object({
    name: fieldNameSchema,
    label: z.string().overwrite(labelText).trim().min(1).max(MAX_FIELD_LABEL_LENGTH),
    kind: z.enum(fieldKinds).default("text"),
    /** The choices, for the kind `choice` alone. */
    choices: z.array(valueSchema.min(1)).min(1).max(MAX_CHOICES).optional(),
    /** The value shown if nothing else is known. */
    sample: valueSchema.default(""),
    maxLength: z.number().int().min(1).max(MAX_FIELD_VALUE_LENGTH).default(50),
    required: z.boolean().default(true),
  })
  .refine(({ kind, choices }) => (kind === "choice") === (choices !== undefined), {
    error: "Only a choice has choices, and it needs at least one",
    path: ["choices"],
  })
  .meta({
    oneOf: [
      { required: ["kind", "choices"], properties: { kind: { const: "choice" } } },
      {
        not: { required: ["choices"], properties: { choices: {} } },
        properties: { kind: { enum: ["text", "number", "date"] } },
      },
    ],
  })
export type ArtworkField = z.infer<typeof artworkFieldSchema>

const boxSchema = z
  .object({ x: thousandths, y: thousandths, width: thousandths.min(1), height: thousandths.min(1) })
  .refine(isOnArtwork, { error: "A text's box has to lie on the artwork" })
  .meta({ examples: [{ x: 100, y: 700, width: 800, height: 200 }] })

/** A text on an image. Lengths are thousandths of the artwork's height unless they say otherwise. */
export const artworkLayerSchema = z
  .object({
    /** The field whose value is drawn; else `text`, which is always the same. */
    field: fieldNameSchema.optional(),
    text: valueSchema.min(1).optional(),
    /** The box; `x` and `width` are thousandths of the artwork's width. */
    box: boxSchema,
    fontId: fontIdSchema,
    /** The part that gives way if a text is larger than its box: size, lines, breadth, or nothing. */
    fit: z.enum(["shrink", "wrap", "squeeze", "none"]).default("shrink"),
    /** The size of letters; without one, they are as large as the box allows. */
    size: z.number().min(2).max(1000).optional(),
    align: z.enum(["left", "center", "right"]).default("center"),
    /** The spacing in thousandths of the em. */
    letterSpacing: z.number().min(-200).max(2000).default(0),
    /** The height from baseline to baseline, in sizes. */
    lineHeight: z.number().min(0.5).max(4).default(1.2),
    /** True if all letters are capitals. */
    caps: z.boolean().default(false),
    fill: colorSchema.default("#000000"),
    /** The outlines, from the letters outwards. */
    outlines: z
      .array(z.object({ color: colorSchema, width: z.number().min(0).max(100) }))
      .max(2)
      .default([]),
    /** A hard shadow, moved to the right and down. */
    shadow: z
      .object({ color: colorSchema, x: z.number().min(-200).max(200), y: z.number().min(-200).max(200) })
      .optional(),
    /** The degrees that the baseline spans: an arch above 0, a bowl below. */
    arc: z.number().min(-180).max(180).default(0),
    /** True if the text runs round a circle in the box, from its top, or along its foot where `arc` < 0. */
    circle: z.boolean().optional(),
  })
  .refine(({ field, text }) => (field === undefined) !== (text === undefined), {
    error: "A layer needs either a field or a text",
    path: ["text"],
  })
  .meta({ oneOf: [{ required: ["field"] }, { required: ["text"] }] })
export type ArtworkLayer = z.infer<typeof artworkLayerSchema>

export const artworkFieldsSchema = z
  .array(artworkFieldSchema)
  .max(MAX_FIELDS)
  .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
    error: "Two fields have the same name",
  })
export const artworkLayersSchema = z.array(artworkLayerSchema).max(MAX_LAYERS)

/** The values of an image's fields, by their names. */
export const artworkValuesSchema = z
  .record(fieldNameSchema, valueSchema)
  .refine((values) => Object.keys(values).length <= MAX_FIELDS, `An image has at most ${MAX_FIELDS} fields`)
  .meta({ maxProperties: MAX_FIELDS })
export type ArtworkValues = z.infer<typeof artworkValuesSchema>

/** The sample of a number without one: its label, in letters as large as a number's, runs over the artwork's edge. */
const NUMBER_SAMPLE = "00"

/** Returns a field as an SVG's `{{name}}` makes it, to be changed by anyone who knows more. */
export function fieldNamed(name: string): ArtworkField {
  const words = name.replace(/[_-]+/g, " ").replace(/(?<=[a-z])(?=[A-Z])/g, " ")
  const label = words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
  const sample = /\b(number|num|no|nr)$/i.test(label) ? NUMBER_SAMPLE : label
  return { name, label, kind: "text", sample, maxLength: 50, required: true }
}
