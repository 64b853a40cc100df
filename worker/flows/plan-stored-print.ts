import { createHash } from "node:crypto"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_SHEETS } from "../../contract/limit.ts"
import type { LayoutReply, PrintWarning, ProcessWish } from "../../contract/print.ts"
import { texts } from "../../contract/text.ts"
import { pieceSize } from "../../sheet/preflight/piece-size.ts"
import { labelsOf, planPrint, stampsOf } from "../../sheet/preflight/plan-print.ts"
import { printWarnings } from "../../sheet/preflight/warnings.ts"
import type { ArtworkKind } from "../../sheet/raster/artwork.ts"
import { labelOf } from "../../sheet/raster/label/label-text.ts"
import { STAMP_VERSION, type StampSpec } from "../../sheet/raster/make-stamp.ts"
import type { Silhouette } from "../../sheet/silhouette.ts"
import type { AttemptStampRow } from "../data/attempt-stamp-rows.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { trimOf } from "../data/image-rows.ts"
import { type FullItem, listItems } from "../data/print-item-rows.ts"
import type { PrintRow } from "../data/print-rows.ts"
import { type StoredPlacement, storedPlacementsSchema } from "../data/sheet-rows.ts"
import {
  findDefaultSheetTemplate,
  findSheetTemplate,
  type SheetTemplateRow,
} from "../data/sheet-template-rows.ts"
import type { Env } from "../env.ts"
import { logError } from "../log.ts"
import { layoutHost } from "../raster/raster-host.ts"
import { silhouetteOf } from "./make-silhouette.ts"

type PlannedSheet = { widthPx: number; lengthPx: number; placements: StoredPlacement[] }
type PlannedStamp = Omit<AttemptStampRow, "attemptId" | "isDone">
type PlannedPrint = {
  template: SheetTemplateRow
  sheets: PlannedSheet[]
  stamps: PlannedStamp[]
  lengthIn: number
  /** Film needed if pieces were nested as boxes. */
  boxesLengthIn: number
  utilisation: number
  copies: number
  /** One per printed copy. */
  credits: number
  warnings: PrintWarning[]
}

type ReadyItem = { id: Id; label: string; widthIn: number; quantity: number; image: ReadyImage }
type ReadyImage = {
  id: Id
  name: string
  widthPx: number
  heightPx: number
  trim: { x: number; y: number; width: number; height: number } | null
  sourceKey: string
  kind: ArtworkKind
  softShare: number
  isOpaque: boolean
  isVector: boolean
  notes: readonly string[]
}

/**
 * Plans a print with the template asked for, else the last one used, else the default. Writes
 * nothing. Throws an `ApiError` in words for the seller if it cannot be printed.
 */
export async function planStoredPrint(
  env: Env,
  print: PrintRow,
  { sheetTemplateId, effort }: ProcessWish,
): Promise<PlannedPrint> {
  const db = databaseOf(env)
  const items = readyItems(await listItems(db, print.id))
  const template = await templateOf(db, print, sheetTemplateId)
  refuseEndless(items, template)
  const isShaped = template.nesting === "shapes"
  const silhouettes = isShaped ? await silhouettesOf(env, items) : new Map<string, Silhouette>()
  const plan = planPrint(
    items.map((item) => ({ ...item, silhouette: silhouettes.get(item.image.id) })),
    template,
    layoutHost,
    { effort },
  )
  if (plan.kind === "too-large") {
    throw new ApiError(
      "unprocessable",
      tooLargeText(
        plan.items.map((index) => items[index]),
        template,
      ),
    )
  }
  if (plan.violations.length > 0) {
    const { violations } = plan
    logError("nest failed its check", { printId: print.id, violations })
  }
  const stamps = new Map<string, PlannedStamp>()
  const sheets = plan.layout.sheets.map((sheet) => {
    const specs = stampsOf(sheet, items, template)
    const labels = labelsOf(sheet, items, template)
    const placements = sheet.placements.map(({ piece, ...place }, index) => {
      const stamp = stampOf(items[piece], specs[index])
      stamps.set(stamp.stampKey, stamp)
      return { itemId: items[piece].id, stampKey: stamp.stampKey, label: labels[index] ?? null, ...place }
    })
    return { ...sheet, placements: storedPlacementsSchema.parse(placements) }
  })
  return {
    template,
    sheets,
    stamps: [...stamps.values()],
    lengthIn: plan.lengthIn,
    boxesLengthIn: plan.boxesLengthIn,
    utilisation: plan.utilisation,
    copies: plan.copies,
    credits: plan.copies,
    warnings: printWarnings(items, template).map(({ item, kind, message }) => ({
      itemId: items[item].id,
      kind,
      message,
    })),
  }
}

/** Silhouettes read at once; each has a few KiB. */
const SILHOUETTES_AT_ONCE = 6

/** Silhouettes of a print's artwork by image id; opaque images have none. */
async function silhouettesOf(env: Env, items: readonly ReadyItem[]): Promise<Map<string, Silhouette>> {
  const found = new Map<string, Silhouette>()
  const ids = [...new Set(items.flatMap(({ image }) => (image.isOpaque ? [] : [image.id])))]
  for (let at = 0; at < ids.length; at += SILHOUETTES_AT_ONCE) {
    await Promise.all(
      ids.slice(at, at + SILHOUETTES_AT_ONCE).map(async (id) => {
        const silhouette = await silhouetteOf(env, id)
        if (silhouette) found.set(id, silhouette)
      }),
    )
  }
  return found
}

/** The dry run's answer for a plan. */
export function layoutReply(plan: PlannedPrint): LayoutReply {
  return {
    dpi: plan.template.dpi,
    sheets: plan.sheets.map((sheet) => ({
      ...sheet,
      placements: sheet.placements.map(({ stampKey: _, label: __, ...placement }) => placement),
    })),
    lengthIn: plan.lengthIn,
    boxesLengthIn: plan.boxesLengthIn,
    utilisation: plan.utilisation,
    copies: plan.copies,
    credits: plan.credits,
    warnings: plan.warnings,
  }
}

/** Errors come in the specification's order: all missing images, then all missing sizes. */
function readyItems(items: readonly FullItem[]): ReadyItem[] {
  if (items.length === 0) throw new ApiError("unprocessable", "Add at least one item")
  refuseIncomplete(
    items.filter((item) => item.image === null),
    texts.imageMissing,
  )
  refuseIncomplete(
    items.filter((item) => item.size === null),
    texts.sizeMissing,
  )
  refuseCancelled(items.filter((item) => item.isOrderCancelled))
  const copies = items.reduce((sum, item) => sum + item.quantity, 0)
  if (copies > MAX_PRINT_COPIES) {
    throw new ApiError(
      "unprocessable",
      `A print holds at most ${MAX_PRINT_COPIES} copies, this one has ${copies}. Split it into two.`,
    )
  }
  return items.map(readyItem)
}

/** Throws the specification's text; `fields` maps item ids to image name, or title and order. */
function refuseIncomplete(items: readonly FullItem[], message: string): void {
  if (items.length === 0) return
  const names = items.map(({ id, image, orderItem, orderNumber }) => [
    id,
    orderItem ? `${orderItem.title} (order ${orderNumber})` : (image?.name ?? "An item"),
  ])
  throw new ApiError("unprocessable", message, { fields: Object.fromEntries(names) })
}

/** Refuses items of orders cancelled since the print was made: their film would be wasted. */
function refuseCancelled(items: readonly FullItem[]): void {
  if (items.length === 0) return
  const numbers = [...new Set(items.map(({ orderNumber }) => orderNumber))]
  const named = numbers.slice(0, MAX_NAMED).join(", ")
  const rest = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : ""
  const message = `${numbers.length === 1 ? "Order" : "Orders"} ${named}${rest} ${numbers.length === 1 ? "was" : "were"} cancelled by now. Remove ${items.length === 1 ? "its item" : "their items"} from the print.`
  const titles = items.map(({ id, orderItem }) => [id, orderItem?.title ?? ""])
  throw new ApiError("unprocessable", message, { fields: Object.fromEntries(titles) })
}

function readyItem({ id, image, size, quantity, orderItem, orderNumber }: FullItem): ReadyItem {
  if (!image || !size) throw new Error(`item ${id} is not complete`)
  if (image.status === "Failed") {
    throw new ApiError(
      "unprocessable",
      `"${image.name}" could not be used: ${image.failureReason} Choose another image for it.`,
    )
  }
  const { widthPx, heightPx, masterKey, mediaType, sourceKey } = image
  if (image.status !== "Ready" || !widthPx || !heightPx || !masterKey || !mediaType) {
    throw new ApiError(
      "unprocessable",
      `"${image.name}" is still being prepared. Please try again in a moment.`,
    )
  }
  const ownKind = ({ "image/png": "png", "image/jpeg": "jpeg", "image/svg+xml": "svg" } as const)[mediaType]
  return {
    id,
    label: labelOf({ orderNumber, title: orderItem?.title ?? image.name }),
    widthIn: size.valueIn,
    quantity,
    image: {
      id: image.id,
      name: image.name,
      widthPx,
      heightPx,
      trim: trimOf(image),
      sourceKey: masterKey,
      // A master is always PNG.
      kind: masterKey === sourceKey ? ownKind : "png",
      softShare: image.softShare,
      isOpaque: image.isOpaque,
      isVector: ownKind === "svg",
      notes: image.warnings,
    },
  }
}

async function templateOf(
  db: Database,
  print: PrintRow,
  sheetTemplateId: Id | undefined,
): Promise<SheetTemplateRow> {
  if (sheetTemplateId) {
    const chosen = await findSheetTemplate(db, print.userId, sheetTemplateId)
    if (!chosen) throw unknown("sheet template")
    return chosen
  }
  const last = print.sheetTemplateId ? await findSheetTemplate(db, print.userId, print.sheetTemplateId) : null
  return last ?? findDefaultSheetTemplate(db, print.userId, Date.now())
}

/** The digest covers all that decides the pixels, so prints share equal stamps. */
function stampOf(
  { image }: ReadyItem,
  { trim, widthPx, heightPx, rotated, halfTurned = false, mirror }: StampSpec,
): PlannedStamp {
  const turn = halfTurned ? [rotated, "half"] : [rotated]
  const made = [STAMP_VERSION, image.sourceKey, trim, widthPx, heightPx, ...turn, mirror]
  const digest = createHash("sha256").update(JSON.stringify(made)).digest("hex").slice(0, 32)
  return {
    stampKey: `stamps/${image.id}/${digest}`,
    imageId: image.id,
    imageName: image.name,
    sourceKey: image.sourceKey,
    kind: image.kind,
    widthPx,
    heightPx,
    rotated,
    halfTurned,
    mirror,
    trimX: trim.x,
    trimY: trim.y,
    trimWidth: trim.width,
    trimHeight: trim.height,
  }
}

const MAX_NAMED = 3

function tooLargeText(items: readonly ReadyItem[], template: SheetTemplateRow): string {
  const named = items.slice(0, MAX_NAMED).map((item) => {
    const { widthPx, heightPx } = pieceSize({ image: item.image, widthIn: item.widthIn, template })
    return `"${item.image.name}" (${inches(widthPx, template)} × ${inches(heightPx, template)} in)`
  })
  const rest = items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : ""
  const verb = items.length === 1 ? "does" : "do"
  const { name, widthIn, maxLengthIn, edgeIn } = template
  const room = `${round(widthIn - 2 * edgeIn)} × ${round(maxLengthIn - 2 * edgeIn)} in`
  return `${named.join(", ")}${rest} ${verb} not fit on the sheet "${name}", which has room for ${room}. Choose a smaller size or a larger sheet.`
}

/** Refuses pieces whose area exceeds the most sheets, however well they nest. */
function refuseEndless(items: readonly ReadyItem[], template: SheetTemplateRow): void {
  const areaPx = items.reduce((sum, { image, widthIn, quantity }) => {
    const { widthPx, heightPx } = pieceSize({ image, widthIn, template })
    return sum + widthPx * heightPx * quantity
  }, 0)
  const sheetPx = template.widthIn * template.maxLengthIn * template.dpi ** 2
  if (areaPx <= MAX_PRINT_SHEETS * sheetPx) return
  throw new ApiError(
    "unprocessable",
    `This print would take more than ${MAX_PRINT_SHEETS} sheets of "${template.name}". Choose a template with longer sheets, or split the print.`,
  )
}

function inches(px: number, template: SheetTemplateRow): number {
  return round(px / template.dpi)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
