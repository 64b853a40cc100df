import { z } from "zod"
import { artworkValuesSchema } from "../artwork/artwork-field.ts"
import { inkFindingSchema } from "../artwork/ink.ts"
import { sizeInputSchema } from "../artwork/size.ts"
import { idSchema } from "../id.ts"
import {
  MAX_ADDRESS_LENGTH,
  MAX_CREDITS_PER_DAY,
  MAX_NAME_LENGTH,
  MAX_PRINT_ITEMS,
  MAX_REFERENCE_LENGTH,
} from "../limit.ts"
import { listQuerySchema, placeSchema } from "../list.ts"
import { labelSchema } from "../name.ts"
import { costSchema } from "../prints/cost.ts"
import { printWarningSchema, sheetFileSchema } from "../prints/print.ts"
import { printProgressSchema } from "../prints/print-progress.ts"
import { quantitySchema } from "../prints/quantity.ts"
import { packings } from "../status.ts"

/** What a job comes to: its price, a draft, or sheets. */
const jobActions = ["quote", "draft", "process"] as const

/**
 * The states of a job. `reading`: its artwork is fetched and read. `layout`: its pieces are drawn and laid out. `rendering`:
 * its sheets are made. `refused`: it cannot be done as it was asked for. `failed`: it should have been possible.
 */
export const jobStatuses = ["reading", "layout", "rendering", "completed", "refused", "failed"] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Returns true in the states in which nothing changes any more. */
export function hasJobEnded(status: JobStatus): boolean {
  return status === "completed" || status === "refused" || status === "failed"
}

const oneOf = (names: readonly string[]) => `Give one of ${names.join(", ")}`
const artwork = ["imageId", "url", "file"] as const
const widths = ["widthIn", "sizeId"] as const

const jobItemSchema = z
  .strictObject({
    imageId: idSchema.optional().describe("An image of the library."),
    url: z
      .string()
      .max(MAX_ADDRESS_LENGTH)
      .optional()
      .describe("A public address that the artwork is fetched from, which then is in the library."),
    file: z.string().max(MAX_NAME_LENGTH).optional().describe("The name of one of the form's files."),
    widthIn: sizeInputSchema.shape.value
      .optional()
      .describe(
        "The printed width of the trimmed artwork; a size of this width is made where there is none.",
      ),
    sizeId: idSchema.optional(),
    quantity: quantitySchema,
    values: artworkValuesSchema.optional().describe("The values of the artwork's fields."),
  })
  .superRefine((item, context) => {
    for (const names of [artwork, widths]) {
      const given = names.filter((name) => item[name as keyof typeof item] !== undefined)
      if (given.length !== 1)
        context.addIssue({ code: "custom", path: [given[1] ?? names[0]], message: oneOf(names) })
    }
  })
  .meta({
    allOf: [
      { oneOf: [{ required: ["imageId"] }, { required: ["url"] }, { required: ["file"] }] },
      { oneOf: [{ required: ["widthIn"] }, { required: ["sizeId"] }] },
    ],
  })
export type JobItem = z.output<typeof jobItemSchema>

/** The body of POST /jobs: the whole of a print in one call. */
export const jobRequestSchema = z.strictObject({
  items: z
    .array(jobItemSchema)
    .min(1, "Add at least one item")
    .max(MAX_PRINT_ITEMS, `A job holds at most ${MAX_PRINT_ITEMS} items`),
  sheetTemplateId: idSchema.optional().describe("The template; the default one unless given."),
  packing: z.enum(packings).optional().describe("The way to pack; the template's unless given."),
  name: labelSchema.optional().describe("The print's name; made of its artwork unless given."),
  action: z.enum(jobActions),
  maxCredits: z
    .number()
    .int()
    .min(0)
    .max(MAX_CREDITS_PER_DAY)
    .optional()
    .describe("The job is refused if it would take more credits."),
  reference: z
    .string()
    .trim()
    .min(1)
    .max(MAX_REFERENCE_LENGTH)
    .optional()
    .describe("The caller's own name of the job, by which it is found again; several may have the same."),
})
export type JobRequest = z.output<typeof jobRequestSchema>

/** The codes of what was wrong with a job, as errors of calls have them, and three of its own. */
const jobErrorCodes = [
  "not-found",
  "address-refused",
  "address-unreachable",
  "too-large",
  "unsupported-type",
  "unprocessable",
  "credits-too-few",
  "max-credits",
  "conflict",
  "internal-error",
] as const
export type JobErrorCode = (typeof jobErrorCodes)[number]

/** The number of an item in its job's list, from 0. */
const itemNumber = z.number().int().min(0)

const jobErrorSchema = z.object({
  item: itemNumber
    .nullable()
    .describe("The item's number in the job's list, from 0; null: the job as a whole."),
  code: z.enum(jobErrorCodes),
  message: z.string(),
})
export type JobError = z.infer<typeof jobErrorSchema>

const jobQuoteSchema = z.object({
  credits: z.number().int(),
  filmIn: z.number(),
  cost: costSchema.nullable().describe("Null without prices in the template."),
  warnings: z.array(printWarningSchema.omit({ itemId: true }).extend({ item: itemNumber })),
  findings: z
    .array(
      inkFindingSchema
        .pick({
          code: true,
          severity: true,
          isAccepted: true,
          figure: true,
          limit: true,
          unit: true,
          text: true,
        })
        .extend({ item: itemNumber }),
    )
    .describe(
      "What the press will make of the ink, the worst first; the images' own findings have the places.",
    ),
})
export type JobQuote = z.infer<typeof jobQuoteSchema>

export const jobSchema = z.object({
  _id: idSchema,
  status: z.enum(jobStatuses),
  action: z.enum(jobActions),
  reference: z.string().nullable(),
  printId: idSchema.nullable(),
  quote: jobQuoteSchema.nullable(),
  progress: printProgressSchema.nullable().describe("How far layout and sheets are, while they are made."),
  files: z.array(sheetFileSchema).describe("The sheets, as long as they are kept."),
  errors: z.array(jobErrorSchema),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
})
export type Job = z.infer<typeof jobSchema>

export const jobListQuerySchema = listQuerySchema.pick({ page: true, limit: true }).extend({
  after: placeSchema,
  reference: z.string().max(MAX_REFERENCE_LENGTH).optional(),
})
