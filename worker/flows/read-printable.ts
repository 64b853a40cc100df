import type { Destination } from "../../contract/destination.ts"
import { filmFor } from "../../contract/destination-film.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_PRINT_COPIES } from "../../contract/limit.ts"
import { itemCode, labelAddress } from "../../contract/manifest.ts"
import { hasLabels } from "../../contract/print.ts"
import type { Packing } from "../../contract/status.ts"
import { texts } from "../../contract/text.ts"
import type { LayoutOrder } from "../../sheet/preflight/print-layout.ts"
import type { ArtworkKind } from "../../sheet/raster/artwork.ts"
import { labelOf } from "../../sheet/raster/label/label-text.ts"
import type { Silhouette } from "../../sheet/silhouette.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { trimOf } from "../data/image-rows.ts"
import { type FullItem, listItems } from "../data/print-item-rows.ts"
import type { PrintRow } from "../data/print-rows.ts"
import {
  findDefaultSheetTemplate,
  findSheetTemplate,
  type SheetTemplateRow,
} from "../data/sheet-template-rows.ts"
import { type Env, settingsOf } from "../env.ts"
import { destinationOf } from "./destination-of.ts"
import {
  refuseCancelled,
  refuseCutOffFilm,
  refuseEndless,
  refuseIncomplete,
  refuseTooLarge,
  refuseUndrawn,
  refuseUnfilled,
} from "./refuse-unprintable.ts"
import { silhouetteOf } from "./stored-silhouette.ts"

/**
 * What a print prints, on what and for which destination. Item `i` is piece `i` of its layouts.
 * `template.labels` says whether this print has labels, which need not be what the template says;
 * its longest sheet and whether it is mirrored are what the destination allows and asks for.
 */
export type Printable = {
  items: PrintableItem[]
  template: SheetTemplateRow
  destination: Destination | null
}

/** An item whose artwork is ready. `withSilhouettes` adds the silhouette. */
export type PrintableItem = {
  id: Id
  label: string
  /** What its labels' codes say before the copy's number. */
  code: string
  widthIn: number
  quantity: number
  image: ReadyImage
  order: LayoutOrder | null
  silhouette?: Silhouette
}
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
 * Reads what a print prints, with the template asked for, else the last one used, else the
 * default; `packing` is the template's unless asked for. Throws an `ApiError` in words for the
 * seller if it cannot be printed.
 */
export async function readPrintable(
  env: Env,
  print: PrintRow,
  { sheetTemplateId, packing }: { sheetTemplateId?: Id; packing?: Packing },
): Promise<Printable> {
  const db = databaseOf(env)
  const { APP_ORIGIN } = settingsOf(env)
  const items = readyItems(await listItems(db, print.id)).map(({ position, ...item }) => ({
    ...item,
    code: labelAddress(APP_ORIGIN, itemCode(print.id, position + 1)),
  }))
  const chosen = await templateOf(db, print, sheetTemplateId)
  const destination = await destinationOf(db, print.userId, chosen)
  const template = {
    ...filmFor(chosen, destination),
    labels: hasLabels(print, chosen),
    packing: packing ?? chosen.packing,
  }
  const sheetName = destination ? `${template.name}" for "${destination.name}` : template.name
  refuseEndless(items, template, sheetName)
  refuseTooLarge(items, template, sheetName)
  refuseCutOffFilm(destination, template)
  return { items, template, destination }
}

/**
 * Adds what nesting and checking need to know of the artwork, where the template nests shapes. Reads
 * R2, and makes a silhouette that is missing.
 */
export async function withSilhouettes(env: Env, printable: Printable): Promise<Printable> {
  if (printable.template.nesting !== "shapes") return printable
  const silhouettes = await silhouettesOf(env, printable.items)
  const items = printable.items.map((item) => ({ ...item, silhouette: silhouettes.get(item.image.id) }))
  return { ...printable, items }
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
  refuseUnfilled(items)
  refuseUndrawn(items)
  const copies = items.reduce((sum, item) => sum + item.quantity, 0)
  if (copies > MAX_PRINT_COPIES) {
    throw new ApiError(
      "unprocessable",
      `A print holds at most ${MAX_PRINT_COPIES} copies, this one has ${copies}. Split it into two.`,
    )
  }
  return items.map(readyItem)
}

/** An item that does not know its print yet. */
type ReadyItem = Omit<PrintableItem, "code"> & { position: number }

function readyItem(item: FullItem): ReadyItem {
  const { id, image, size, quantity, orderItem, orderNumber, shipBy, position } = item
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
    position,
    label: labelOf({ orderNumber, title: orderItem?.title ?? image.name }),
    widthIn: size.valueIn,
    quantity,
    order: orderNumber === null ? null : layoutOrder(orderNumber, shipBy),
    image: {
      id: image.id,
      name: image.name,
      widthPx,
      heightPx,
      trim: trimOf(image),
      sourceKey: masterKey,
      // A master is always PNG.
      kind: masterKey === sourceKey || ownKind === "svg" ? ownKind : "png",
      softShare: image.softShare,
      isOpaque: image.isOpaque,
      isVector: ownKind === "svg",
      notes: image.warnings,
    },
  }
}

function layoutOrder(number: string, shipByMs: number | null): LayoutOrder {
  return { number, shipBy: shipByMs === null ? null : new Date(shipByMs).toISOString() }
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

/** Silhouettes read at once; each has a few KiB. */
const SILHOUETTES_AT_ONCE = 6

/** Silhouettes of a print's artwork by image id; opaque images have none. */
async function silhouettesOf(env: Env, items: readonly PrintableItem[]): Promise<Map<string, Silhouette>> {
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
