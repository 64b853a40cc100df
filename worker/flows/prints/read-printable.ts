import type { Mend } from "../../../contract/artwork/mend.ts"
import { dayOf } from "../../../contract/day.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { type LengthUnit, templateName } from "../../../contract/length.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { itemCode, labelAddress } from "../../../contract/prints/manifest.ts"
import { hasLabels } from "../../../contract/prints/print.ts"
import type { Packing } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import type { LayoutOrder } from "../../../sheet/preflight/order-groups.ts"
import type { ArtworkKind, Box } from "../../../sheet/raster/artwork.ts"
import { labelOf } from "../../../sheet/raster/label/label-name.ts"
import type { Silhouette } from "../../../sheet/silhouette.ts"
import { hasPieces, masterKindOf, trimOf, waitsForMends } from "../../data/artwork/image-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import type { FoundDestination } from "../../data/delivery/destination-rows.ts"
import { type FullItem, listItems } from "../../data/prints/print-item-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"
import {
  findDefaultSheetTemplate,
  findPlanSettings,
  type PlanSettings,
  type SheetTemplateRow,
} from "../../data/prints/sheet-template-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { destinationOf } from "../delivery/destination-of.ts"
import { askForPieces, type Piece, pictureLook, type WantedPiece } from "../pieces/find-pieces.ts"
import { pieceSilhouette } from "../pieces/piece-silhouette.ts"
import {
  PREPARED_IN_S,
  refuseCancelled,
  refuseCutOffFilm,
  refuseEndless,
  refuseIncomplete,
  refusePieces,
  refuseTooLarge,
  refuseUnfilled,
  refuseWaiting,
} from "./refuse-unprintable.ts"
import { refuseUnsure } from "./refuse-unsure.ts"
import { madeSilhouette, silhouetteOf } from "./stored-silhouette.ts"

/**
 * The items of a print, its template and its destination. Item `i` is piece `i` of its layouts.
 * `template.labels` says whether this print has labels, which may differ from the template; its longest
 * sheet and its mirroring are those of the destination.
 */
export type Printable = {
  items: PrintableItem[]
  template: SheetTemplateRow
  destination: FoundDestination | null
  /** The unit of its owner's lengths. */
  lengthUnit: LengthUnit
}

/** An item whose artwork is ready. `withSilhouettes` adds the silhouette. */
export type PrintableItem = {
  id: Id
  label: string
  /** The code on its labels before the copy's number. */
  code: string
  widthIn: number
  quantity: number
  image: ReadyImage
  /** The mends of its store's rule. */
  shopMends: readonly Mend[]
  order: LayoutOrder | null
  silhouette?: Silhouette
}
/** The sources of an image with values. */
type PrintablePiece = { digest: string; baseBox: Box | null; overlayKey: string | null }
type ReadyImage = {
  id: Id
  name: string
  widthPx: number
  heightPx: number
  trim: Box | null
  /** The trim of a piece with values of its own: see sheet/preflight/piece-size.ts. */
  shownTrim?: Box | null
  /** The image itself, of a piece whose picture was made for its printed width. */
  own?: { widthPx: number; heightPx: number; trim: Box | null }
  sourceKey: string
  kind: Extract<ArtworkKind, "png" | "jpeg" | "svg">
  piece: PrintablePiece | null
  softShare: number
  isOpaque: boolean
  isVector: boolean
  notes: readonly string[]
}

/**
 * The request; `mayWait`: pieces that are still drawn may count as the image does with its samples; `items` and
 * `settings`: what has been read of them just now.
 */
type PrintableRequest = {
  sheetTemplateId?: Id
  packing?: Packing
  mayWait?: boolean
  items?: readonly FullItem[] | undefined
  settings?: PlanSettings
}

/**
 * Reads a print for processing, with the template asked for, else the last one used, else the default;
 * `packing` is the template's unless asked for. Pieces with values have to be drawn, unless `mayWait`:
 * then the print can be started, and laid out once they are. Throws an `ApiError` for the seller if it
 * cannot be printed.
 */
export async function readPrintable(
  env: Env,
  print: PrintRow,
  { sheetTemplateId, packing, mayWait = false, ...known }: PrintableRequest,
): Promise<Printable> {
  const db = databaseOf(env)
  const { APP_ORIGIN } = settingsOf(env)
  const rows = known.items ?? (await listItems(db, print.id))
  const wantedId = sheetTemplateId ?? print.sheetTemplateId
  const settings = known.settings ?? (await findPlanSettings(db, print.userId, wantedId))
  const { timeZone, lengthUnit, template: found } = settings
  const ready = await readyItems(db, rows, timeZone)
  if (!found && sheetTemplateId) throw unknown("sheet template")
  const chosen = found ?? (await findDefaultSheetTemplate(db, print.userId, Date.now()))
  const pieces = rows.some(hasPiece) ? await askForPieces(env, wantedPieces(rows, chosen), "leave") : []
  refusePieces(
    rows.flatMap((item, i) =>
      pieces[i]?.state === "failed" ? [{ item, reason: pieces[i].reason ?? "" }] : [],
    ),
  )
  if (!mayWait) refuseWaiting(rows.filter((_, i) => pieces[i]?.state === "waiting"))
  const items = ready
    .map((item, i) => withPiece(item, pieces[i]))
    .map(({ position, ...item }) => ({
      ...item,
      code: labelAddress(APP_ORIGIN, itemCode(print.id, position + 1)),
    }))
  const destination = await destinationOf(db, print.userId, chosen)
  const template = {
    ...filmFor(chosen, destination),
    labels: hasLabels(print, chosen),
    packing: packing ?? chosen.packing,
  }
  const ownName = templateName(template, lengthUnit)
  const sheetName = destination ? `${ownName}" for "${destination.name}` : ownName
  refuseEndless(items, template, sheetName)
  refuseTooLarge(items, template, sheetName, lengthUnit)
  refuseCutOffFilm(destination, template, lengthUnit)
  return { items, template, destination, lengthUnit }
}

/**
 * Adds the artwork's data for nesting and checking, if the template nests shapes. Reads R2, and makes a
 * silhouette that is missing.
 */
export async function withSilhouettes(env: Env, printable: Printable): Promise<Printable> {
  if (printable.template.nesting !== "shapes") return printable
  return { ...printable, items: await withInk(env, printable.items, silhouetteOf) }
}

/** Adds the existing silhouettes, whatever the template nests: for measuring ink. */
export async function withMadeSilhouettes(env: Env, printable: Printable): Promise<Printable> {
  return { ...printable, items: await withInk(env, printable.items, madeSilhouette) }
}

/** Returns ready items. Errors have the specification's order: all missing images, then all missing sizes. */
async function readyItems(db: Database, items: readonly FullItem[], timeZone: string): Promise<ReadyItem[]> {
  if (items.length === 0) throw new ApiError("unprocessable", "Add at least one item")
  refuseIncomplete(
    items.filter((item) => item.image === null),
    texts.imageMissing,
  )
  refuseIncomplete(
    items.filter((item) => item.size === null),
    texts.sizeMissing,
  )
  refuseCancelled(items)
  await refuseUnsure(db, items)
  refuseUnfilled(items)
  const copies = items.reduce((sum, item) => sum + item.quantity, 0)
  if (copies > MAX_PRINT_COPIES) {
    throw new ApiError(
      "unprocessable",
      `A print holds at most ${MAX_PRINT_COPIES} copies, this one has ${copies}. Split it into two.`,
    )
  }
  return items.map((item) => readyItem(item, timeZone))
}

/** An item without its print's code yet. */
type ReadyItem = Omit<PrintableItem, "code"> & { position: number }

function readyItem(item: FullItem, timeZone: string): ReadyItem {
  const { id, image, size, quantity, orderItem, orderNumber, shipBy, position, shopMends } = item
  if (!image || !size) throw new Error(`item ${id} is not complete`)
  if (image.status === "Failed") {
    throw new ApiError(
      "unprocessable",
      `"${image.name}" could not be used: ${image.failureReason} Choose another image for it.`,
    )
  }
  const { widthPx, heightPx, masterKey, mediaType } = image
  if (image.status !== "Ready" || !widthPx || !heightPx || !masterKey || !mediaType) {
    throw new ApiError(
      "unprocessable",
      `"${image.name}" is still being prepared. Please try again in a moment.`,
      { retryAfterS: PREPARED_IN_S },
    )
  }
  if (waitsForMends(image)) {
    throw new ApiError(
      "unprocessable",
      `"${image.name}" is still being mended. Please try again in a moment.`,
      { retryAfterS: PREPARED_IN_S },
    )
  }
  const kind = masterKindOf(image)
  return {
    id,
    position,
    label: labelOf({ orderNumber, title: orderItem?.title ?? image.name }),
    widthIn: size.valueIn,
    quantity,
    shopMends,
    order: orderNumber === null ? null : layoutOrder(orderNumber, shipBy, timeZone),
    image: {
      id: image.id,
      name: image.name,
      widthPx,
      heightPx,
      trim: trimOf(image),
      piece: null,
      sourceKey: masterKey,
      kind,
      softShare: image.softShare,
      isOpaque: image.isOpaque,
      isVector: kind === "svg",
      notes: image.warnings,
    },
  }
}

function layoutOrder(number: string, shipByMs: number | null, timeZone: string): LayoutOrder {
  return { number, shipDay: shipByMs === null ? null : dayOf(shipByMs, timeZone) }
}

/** The silhouettes read at once; each has a few KiB, and comes with the rest of its look. */
const SILHOUETTES_AT_ONCE = 6

/** Returns items with their artwork's silhouettes, each read once. Opaque artwork has none. */
async function withInk(
  env: Env,
  items: readonly PrintableItem[],
  ofImage: typeof silhouetteOf,
): Promise<PrintableItem[]> {
  const silhouettes = new Map<string, Silhouette>()
  const inked = new Map(
    items
      .filter(({ image, silhouette }) => !image.isOpaque && !silhouette)
      .map((item) => [inkName(item), item.image]),
  )
  const all = [...inked]
  for (let at = 0; at < all.length; at += SILHOUETTES_AT_ONCE) {
    await Promise.all(
      all.slice(at, at + SILHOUETTES_AT_ONCE).map(async ([name, { id, piece, sourceKey: masterKey }]) => {
        const silhouette = piece
          ? await pieceSilhouette(env, id, piece.digest)
          : await ofImage(env, { id, masterKey })
        if (silhouette) silhouettes.set(name, silhouette)
      }),
    )
  }
  return items.map((item) => ({ ...item, silhouette: item.silhouette ?? silhouettes.get(inkName(item)) }))
}

function inkName({ image: { id, piece } }: PrintableItem): string {
  return piece ? `${id} ${piece.digest}` : id
}

/** Returns true if an item is printed by a piece of its own. */
export function hasPiece({ image, shopMends }: FullItem): boolean {
  return image !== null && hasPieces(image, shopMends)
}

/** Returns the pieces of items under a template; those of items without a piece of their own are null when they are looked up. */
export function wantedPieces(
  items: readonly FullItem[],
  { dpi, trim }: Pick<SheetTemplateRow, "dpi" | "trim">,
): WantedPiece[] {
  return items.map(({ image, size, fieldValues, shopMends }) => {
    if (!image) throw new Error("an item without an image has no piece")
    const printed = size ? { widthIn: size.valueIn, dpi, trim, shopMends } : undefined
    return { imageId: image.id, values: JSON.parse(fieldValues), size: printed }
  })
}

/** Returns the item with its own piece in place of the image with its samples. */
function withPiece(item: ReadyItem, piece: Piece | null | undefined): ReadyItem {
  const { image } = item
  if (!piece) return item
  if (!piece.source) return { ...item, image: { ...image, shownTrim: image.trim } }
  const { digest, trim, isOpaque, softShare, source, picture } = piece
  const { sourceKey, baseBox, overlayKey } = source
  const { widthPx, heightPx } = image
  const size = picture
    ? { ...pictureLook(picture), own: { widthPx, heightPx, trim: image.trim }, kind: "png" as const }
    : { shownTrim: image.trim }
  const look = { trim, ...size, isOpaque, softShare, sourceKey }
  return { ...item, image: { ...image, ...look, piece: { digest, baseBox, overlayKey } } }
}
