import { z } from "zod"
import { doerSchema } from "../accounts/doer.ts"
import { artworkValuesSchema } from "../artwork/artwork-field.ts"
import { artworkPieceSchema } from "../artwork/artwork-piece.ts"
import { fileSchema, imageSchema } from "../artwork/image.ts"
import { mendsSchema } from "../artwork/mend.ts"
import { sheetFileKindSchema, sheetFormatsSchema } from "../delivery/sheet-format.ts"
import { DAY_MS } from "../duration.ts"
import { idSchema } from "../id.ts"
import { integrationTypes } from "../integrations/integration.ts"
import { MAX_BULK_IDS, MAX_BULK_PRINTS, MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../limit.ts"
import { listQuerySchema, utcOffsetSchema } from "../list.ts"
import { labelSchema } from "../name.ts"
import { orderChangeSchema } from "../orders/order-change.ts"
import { personalised } from "../orders/personalisation.ts"
import {
  layoutEfforts,
  PRINT_OF_ORDERS,
  type PrintType,
  packings,
  printStatuses,
  printTypes,
  remakeReasons,
} from "../status.ts"
import { costSchema } from "./cost.ts"
import { documentPlacementSchema, layoutDocumentSchema } from "./layout.ts"
import { inkTickSchema, printInk } from "./print-ink.ts"
import { printProgressSchema } from "./print-progress.ts"
import { quantitySchema } from "./quantity.ts"

export const printItemInputSchema = z.object({
  imageId: idSchema.nullable().optional(),
  sizeId: idSchema.nullable().optional(),
  quantity: quantitySchema,
  /** The values of the image's fields; missing ones may be given later. */
  values: artworkValuesSchema.optional(),
})
export type PrintItemInput = z.infer<typeof printItemInputSchema>

export const newPrintName = {
  /** The name; unless given, it has the orders' days, or the day it was made. */
  name: labelSchema.optional(),
  /** The minutes that the caller's clock is ahead of UTC, which decide about those days. */
  utcOffsetMin: utcOffsetSchema.optional(),
}
export const printCreateSchema = z.object({
  ...newPrintName,
  printItems: z
    .array(printItemInputSchema)
    .min(1, "Add at least one item")
    .max(MAX_PRINT_ITEMS, `A print holds at most ${MAX_PRINT_ITEMS} items`),
  /** The page's key for the request; the same key again returns the print made before. */
  requestKey: z.uuid().optional(),
})
/** The body for many pieces of one image, such as a team's names and numbers. */
export const rosterSchema = z.object({
  imageId: idSchema,
  rows: z
    .array(printItemInputSchema.omit({ imageId: true }))
    .min(1, "A roster has at least one row")
    .max(MAX_PRINT_ITEMS, `A roster has at most ${MAX_PRINT_ITEMS} rows`),
})
export const printUpdateSchema = z
  .object({
    name: labelSchema.optional(),
    /** The labels beside the pieces; null follows the print's type and its template. */
    labels: z.boolean().nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "Nothing to change")
  .meta({ minProperties: 1 })
export type PrintUpdate = z.infer<typeof printUpdateSchema>
export const printItemUpdateSchema = z
  .object({
    imageId: idSchema.optional(),
    sizeId: idSchema.optional(),
    quantity: quantitySchema.optional(),
    /** The new values of the item. For another image, old values that it has a field for stay. */
    values: artworkValuesSchema.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "Nothing to change")
  .meta({ minProperties: 1 })
const layoutRequest = {
  /** The template; the one used last, unless given. */
  sheetTemplateId: idSchema.optional(),
  /** The way to pack; the template's, unless given. */
  packing: z.enum(packings).optional(),
}
const formatRequest = {
  /** The formats of each sheet; the destination's unless given, else PNG. */
  formats: sheetFormatsSchema.optional(),
}
export const layoutRequestSchema = z.object(layoutRequest).default({})
export const processSchema = z
  .object({
    ...layoutRequest,
    ...formatRequest,
    layout: layoutDocumentSchema
      .optional()
      .describe(
        "Proved, and used as it is with its own template and packing. With an effort beside it the most that is printed: the search begins from it, keeps what is pinned, and prints the better, never longer and on no more sheets.",
      ),
    effort: z
      .enum(layoutEfforts)
      .optional()
      .describe(
        "How long a layout is searched, from the stored one on where that fits; pins stay. Unless given, a stored layout that fits is used.",
      ),
    /** True if the caller has looked at the ink that will show: kept with the print, with the name. */
    hasLookedAtInk: z.boolean().optional(),
  })
  .default({})
export type ProcessRequest = z.infer<typeof processSchema>
export const printIdsSchema = z.object({
  printIds: z.array(idSchema).min(1, "Select at least one print").max(MAX_BULK_IDS),
})

/** The ids of a few prints at a time; a caller with more calls again. */
const somePrintIds = z.array(idSchema).min(1, "Select at least one print").max(MAX_BULK_PRINTS)
export const bulkProcessSchema = z.object({ printIds: somePrintIds, ...layoutRequest, ...formatRequest })
export const bulkFindingsSchema = z.object({
  printIds: somePrintIds,
  sheetTemplateId: layoutRequest.sheetTemplateId,
})
export const bulkCancelSchema = z.object({ printIds: somePrintIds })
/** The result for each print: its state now, or why nothing was done. */
export const bulkOutcomeSchema = z.union([
  z.object({ _id: idSchema, status: z.enum(printStatuses) }),
  z.object({ _id: idSchema, message: z.string() }),
])
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>
export const duplicateSchema = z
  .object({
    name: labelSchema.optional(),
    /** The page's key for the request; the same key again returns the print made before. */
    requestKey: z.uuid().optional(),
  })
  .default({})

/** The body of POST /prints/{id}/remake: a draft of spoilt pieces. */
export const remakeSchema = z.object({
  copies: z
    .array(
      z.object({
        itemId: idSchema,
        /** The copy, counted from 1 to the item's quantity. */
        copy: z.number().int().min(1).max(MAX_PRINT_COPIES),
      }),
    )
    .min(1, "Pick at least one piece")
    .max(MAX_PRINT_COPIES),
  reason: z.enum(remakeReasons),
  /** The page's key for the request; the same key again returns the print made before. */
  requestKey: z.uuid().optional(),
})
export type RemakeRequest = z.output<typeof remakeSchema>

/** An item, whose image or size may be missing. `was…Deleted` tells a deleted one from one never chosen. */
export const printItemSchema = z.object({
  _id: idSchema,
  imageId: imageSchema
    .pick({
      _id: true,
      name: true,
      status: true,
      previewFile: true,
      file: true,
      mediaType: true,
      isVector: true,
      widthPx: true,
      heightPx: true,
      trim: true,
      isOpaque: true,
      softShare: true,
      fields: true,
    })
    .extend({
      /**
       * The ink as it is shown with its samples, where `trim` is that of a piece with values of its
       * own: printed sizes count for it (see sheet/preflight/piece-size.ts).
       */
      shownTrim: imageSchema.shape.trim.optional(),
      /** The size and the ink of the image itself, where the others are of a picture that was made for its printed width. */
      own: z.object({ widthPx: z.number(), heightPx: z.number(), trim: imageSchema.shape.trim }).optional(),
    })
    .nullable(),
  /** The values of the image's fields; a field without a value has none here. */
  values: artworkValuesSchema,
  /** The image with these values; null for an image that is the same on each piece. */
  piece: artworkPieceSchema.nullable(),
  /**
   * The mends of its store's rule, with which it is printed beside those of its image: as the rule was when its print began, while that
   * runs or lies on film, or with which the piece was printed that it makes again; else as it is. Its image's own are always those of now.
   */
  shopMends: mendsSchema.optional(),
  sizeId: z.object({ _id: idSchema, name: z.string(), value: z.number() }).nullable(),
  /** The code on labels and manifests, which stays if others are removed: `9f3a21b07c-12`. */
  code: z.string(),
  wasImageDeleted: z.boolean(),
  wasSizeDeleted: z.boolean(),
  quantity: z.number(),
  orderItemId: z
    .object({
      _id: idSchema,
      orderId: z.string(),
      /** The marketplace's number of the order, as the seller knows it. */
      orderNumber: z.string(),
      /** The time by which the marketplace wants the order shipped. */
      shipBy: z.string().nullable(),
      /** The day of this time in the zone of the print's owner: `2026-11-23`. */
      shipDay: z.string().nullable(),
      title: z.string(),
      sku: z.string(),
      quantity: z.number(),
      /** The price of one; null for a press. */
      price: z.number().nullable(),
      currency: z.string(),
      size: z.string(),
      /** The buyer's other choices: `Colour: Black`. */
      variation: z.string(),
      ...personalised,
      /** The same as for an order item, with the image of the print. */
      hasNoPlace: z.boolean(),
      /** True if its image is this order item's alone. */
      isOwnImage: z.boolean(),
      /** True if cancelled at the marketplace: the item keeps its print from being processed. */
      isCancelled: z.boolean(),
      /**
       * The changes of the marketplace since the print was made, or since the film's content was
       * settled. Changes that the seller has noted are left out.
       */
      changes: z.array(orderChangeSchema),
      attributes: z.array(z.object({ fileUrl: z.string().nullable() })),
    })
    .nullable(),
})
export type PrintItem = z.infer<typeof printItemSchema>

/** A file of a finished sheet; `path` is below /api/ and can be shared. */
export const sheetFileSchema = fileSchema.extend({
  format: sheetFileKindSchema,
  /** The sheet, counted from 1. A sheet has a file in each of its formats, and of its cut line. */
  sheet: z.number(),
  /** The writing of files for another destination; null for the print's own. */
  writingId: idSchema.nullable(),
  /** The name that their destination had. */
  destination: z.string().nullable(),
  widthPx: z.number(),
  lengthPx: z.number(),
  lengthIn: z.number(),
  /** The length of its sheet's cut line; null without one. */
  contourLengthIn: z.number().nullable(),
  bytes: z.number(),
  previewPath: z.string().nullable(),
})
export type SheetFile = z.infer<typeof sheetFileSchema>

/** Returns the first file of each of a print's own sheets, in any format. */
export function oneFileASheet(files: readonly SheetFile[]): SheetFile[] {
  return files.filter(
    ({ sheet, writingId }, i) => writingId === null && (i === 0 || files[i - 1].sheet !== sheet),
  )
}

export const printSummarySchema = z.object({
  _id: idSchema,
  /** The name, the seller's or made with the print. */
  name: z.string(),
  status: z.enum(printStatuses),
  /** The type; `source` says which kind of shop a print of orders is from. */
  type: z.enum(printTypes),
  /** The kind of shop; null by hand, for several kinds, and for prints from before there were others. */
  source: z.enum(integrationTypes).nullable(),
  fileId: z.array(sheetFileSchema),
  /** The previews of up to four items, for the File column before a sheet exists. */
  itemPreviews: z.array(z.string()),
  copies: z.number(),
  itemCount: z.number(),
  /** The part that an item lacks, so that the print cannot be processed; null if nothing is missing. */
  missing: z.enum(["image", "size"]).nullable(),
  /** The film of its sheets. */
  lengthIn: z.number().nullable(),
  /** The film of the agreed sheet, if a search began from it: the print takes no more. Null otherwise. */
  agreedLengthIn: z.number().nullable(),
  /** The earliest time by which one of its orders has to be shipped; null if no shop says so. */
  shipBy: z.string().nullable(),
  sheetTemplateId: idSchema.nullable(),
  /** True for labels beside the pieces; null for the usual, see `hasLabels`. */
  labels: z.boolean().nullable(),
  progress: printProgressSchema.nullable(),
  failureMessage: z.string().nullable(),
  printedAt: z.string().nullable(),
  /** The cost; null until it is completed, if its template had no prices, and for a press. */
  cost: costSchema.nullable(),
  /** The time when the shop said, on the page of a link, that it has printed it. */
  shopPrintedAt: z.string().nullable(),
  /** The reason why its pieces are made once more; null for a first print. */
  remakeReason: z.enum(remakeReasons).nullable(),
  /** The print that they were on first; null for a first print, and once that print is gone. */
  remakeOf: idSchema.nullable(),
  /** The name of that print. */
  remakeOfName: z.string().nullable(),
  /** True if a test token made it: it costs nothing, its sheets carry a watermark, and they are sent to nobody. */
  isTest: z.boolean().default(false),
  /** Who made it, and who began its last processing; null for nobody, and from before that was kept. */
  madeBy: doerSchema,
  begunBy: doerSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PrintSummary = z.infer<typeof printSummarySchema>
export const printSchema = printSummarySchema.extend({
  printItems: z.array(printItemSchema),
  inkTick: inkTickSchema.nullable(),
  ...printInk,
})
export type Print = z.infer<typeof printSchema>

export const printListQuerySchema = listQuerySchema.extend({
  sortBy: z.enum(["createdAt", "printedAt", "status", "type", "_id"]).catch("createdAt"),
  status: z.enum(printStatuses).optional().catch(undefined),
  type: z.enum(printTypes).optional().catch(undefined),
  /**
   * The filter of completed prints by whether the shop has reported them as printed; `sent`: the shop has
   * the files and has not.
   */
  shop: z.enum(["printed", "open", "sent"]).optional().catch(undefined),
  dateType: z.enum(["createdAt", "printedAt"]).catch("createdAt"),
  startDate: z.iso.date().or(z.iso.datetime()).optional().catch(undefined),
  endDate: z.iso.date().or(z.iso.datetime()).optional().catch(undefined),
  /** The filter of prints that use this image. */
  imageId: idSchema.optional().catch(undefined),
  utcOffsetMin: utcOffsetSchema,
})
export type PrintListQuery = z.infer<typeof printListQuerySchema>

export const placementSchema = z.object({
  itemId: idSchema,
  copy: z.number(),
  x: z.number(),
  y: z.number(),
  widthPx: z.number(),
  heightPx: z.number(),
  /** True if turned a quarter clockwise. */
  rotated: z.boolean(),
  /** True if turned another half, for nested pieces. */
  halfTurned: z.literal(true).optional(),
})
/** A sheet of a document, with the sizes that follow from items and template. */
const sheetLayoutSchema = z.object({
  widthPx: z.number(),
  lengthPx: z.number(),
  placements: z.array(
    documentPlacementSchema.extend(
      placementSchema.pick({ widthPx: true, heightPx: true, rotated: true, halfTurned: true }).shape,
    ),
  ),
})
/** A warning; strong ones are below 150 DPI. No warning blocks processing. */
export const printWarningSchema = z.object({
  itemId: idSchema,
  kind: z.enum(["low-dpi", "very-low-dpi", "soft-edges", "artwork", "rude-words", "no-place"]),
  message: z.string(),
})
/** A reply with a document: sent back as it is, it is stored or printed. */
export const layoutReplySchema = z.object({
  sheetTemplateId: idSchema,
  packing: z.enum(packings),
  dpi: z.number(),
  sheets: z.array(sheetLayoutSchema),
  lengthIn: z.number(),
  boxesLengthIn: z
    .number()
    .describe(
      "Film that the same pieces take as boxes, packed tightest by the quick search, whoever laid them out: by hand or by a search. Where pieces are laid out as boxes it is lengthIn: the template nests boxes, or packing is straight-cuts, or by-order with orders among the items.",
    ),
  utilisation: z.number(),
  copies: z.number(),
  credits: z.number(),
  /** The description of the destination's files, for people. */
  destination: z
    .object({
      _id: idSchema,
      name: z.string(),
      formats: sheetFormatsSchema,
      /** The longest sheet: the shorter of the template's and the destination's. */
      maxLengthIn: z.number(),
      message: z.string(),
    })
    .nullable(),
  warnings: z.array(printWarningSchema),
  ...printInk,
})
export type LayoutReply = z.infer<typeof layoutReplySchema>
export type PrintWarning = z.infer<typeof printWarningSchema>

export const processReplySchema = z.object({
  _id: idSchema,
  status: z.enum(printStatuses),
  fileId: z.array(sheetFileSchema),
})

/**
 * Returns true if labels stand beside a print's pieces: as the print says, else always for one of
 * orders, else as its template says.
 */
export function hasLabels(
  { type, labels }: { type: PrintType; labels: boolean | null },
  template: { labels: boolean },
): boolean {
  return labels ?? (type === PRINT_OF_ORDERS || template.labels)
}

/** Returns whole days until the sheets are deleted, rounded up; 0 once they are due. */
export function retentionDaysLeft(printedAt: string, nowMs: number, retentionDays: number): number {
  return Math.max(0, Math.ceil((Date.parse(printedAt) + retentionDays * DAY_MS - nowMs) / DAY_MS))
}
