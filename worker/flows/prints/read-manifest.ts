import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Id } from "../../../contract/id.ts"
import { type LengthUnit, sizeLabel } from "../../../contract/length.ts"
import type { Manifest, ManifestRow } from "../../../contract/prints/manifest.ts"
import { shareOut } from "../../../contract/prints/print-cost.ts"
import { defaultPrintName } from "../../../contract/prints/print-name.ts"
import { readNames } from "../../data/accounts/member-rows.ts"
import { imagePath, readFields } from "../../data/artwork/image-rows.ts"
import { type Database, databaseOf, directoryOf } from "../../data/database.ts"
import { restorePrints } from "../../data/orders/archive-rows.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import {
  type CopyPlace,
  findManifestFrame,
  listManifestItems,
  type ManifestItem,
} from "../../data/prints/manifest-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"
import { type FullPrint, inkTickOf } from "../../data/prints/print-view.ts"
import type { Env } from "../../env.ts"
import { findPieces } from "../pieces/find-pieces.ts"
import { readOwnSheets } from "./ended-layout.ts"
import { savedPrintInk } from "./print-findings.ts"
import { findFittingLayout } from "./stored-layout.ts"

/**
 * Reads every copy of a print with its place on the film: on the sheets if there are any, else in the
 * stored layout if one fits. Without either, copies come by item and have no place.
 */
export async function readManifest(env: Env, print: PrintRow): Promise<Manifest> {
  const db = databaseOf(env)
  if (print.hasArchivedParts) await restorePrints(db, print.userId, [print.id])
  const { attempt, film, ticks, cutLengthsIn, ...settings } = await findManifestFrame(db, print)
  const listed = await listManifestItems(db, print.id)
  const [items, ink, places, names] = await Promise.all([
    shownItems(db, print, { listed, film }),
    savedPrintInk(env, { ...print, items: listed.flatMap(inkedItem) }, { isAsked: false }),
    placesOf(env, print, attempt),
    readNames(directoryOf(env), [...new Set(ticks.flatMap(({ doneBy }) => doneBy ?? []))]),
  ])
  return {
    printId: print.id,
    name: print.name || defaultPrintName(print.createdAt, 0),
    createdAt: new Date(print.createdAt).toISOString(),
    printedAt: print.printedAt === null ? null : new Date(print.printedAt).toISOString(),
    sheets: places.reduce((most, { sheet }) => Math.max(most, sheet + 1), 0),
    ...settings,
    cutLengthsIn: print.status === "Completed" ? cutLengthsIn : [],
    currency: attempt?.cost?.currency ?? null,
    inkTick: attempt && inkTickOf(attempt),
    ...ink,
    rows: rowsOf(
      items,
      places,
      new Map(
        ticks.map(({ itemId, copy, doneBy }) => [`${itemId} ${copy}`, (doneBy && names.get(doneBy)) ?? null]),
      ),
      settings.lengthUnit,
    ),
  }
}

function inkedItem({ itemId, imageId, sizeIn, shopMends }: ManifestItem) {
  return imageId !== null && sizeIn !== null ? [{ id: itemId, imageId, widthIn: sizeIn, shopMends }] : []
}

/** An item with the picture and the texts of its piece. */
type ShownItem = Omit<ManifestItem, "imageId" | "values" | "hasPiece" | "shopMends" | "costCents"> &
  Pick<ManifestRow, "texts" | "preview"> & { costs: number[] | null }

async function shownItems(
  db: Database,
  { userId }: PrintRow,
  { listed, film }: { listed: readonly ManifestItem[]; film: FullPrint["film"] },
): Promise<ShownItem[]> {
  const filled = listed.flatMap(({ imageId, values }) =>
    imageId !== null && Object.keys(values).length > 0 ? [imageId] : [],
  )
  const pieced = listed.flatMap(({ itemId, imageId, values, hasPiece, sizeIn, shopMends }) => {
    if (imageId === null || !hasPiece) return []
    const size = sizeIn === null ? undefined : { widthIn: sizeIn, ...film, shopMends }
    return [{ itemId, imageId, values, size }]
  })
  const [fieldsOf, pieces] = await Promise.all([
    readFields(db, userId, [...new Set(filled)]),
    findPieces(db, pieced),
  ])
  const pictures = new Map(pieced.map(({ itemId }, i) => [itemId, pieces[i]?.previewFile?.path]))
  return listed.map(({ imageId, values, hasPiece: _, shopMends: __, costCents, ...item }) => ({
    ...item,
    costs: costCents === null ? null : shareOut(costCents, Array(item.quantity).fill(1)),
    texts: textsOf((imageId && fieldsOf.get(imageId)) || [], values),
    preview: pictures.get(item.itemId) ?? (imageId && imagePath(imageId, "preview")),
  }))
}

/** Returns the texts; values that the image has no field for any more come last, by their names. */
export function textsOf(fields: readonly ArtworkField[], values: ArtworkValues): ManifestRow["texts"] {
  const known = fields.filter(({ name }) => Object.hasOwn(values, name))
  const rest = Object.keys(values).filter((name) => !fields.some((field) => field.name === name))
  return [...known, ...rest.map((name) => ({ name, label: name }))].map(({ name, label }) => ({
    label,
    text: values[name],
  }))
}

async function placesOf(env: Env, print: PrintRow, attempt: AttemptRow | null): Promise<CopyPlace[]> {
  const hasSheets =
    print.status === "Processing" ||
    print.status === "Completed" ||
    (print.status === "Deleted" && print.printedAt !== null)
  const printed = attempt && hasSheets ? await printedPlaces(env, attempt) : []
  return printed.length > 0 ? printed : plannedPlaces(env, print)
}

/** Returns the places on an attempt's sheets: on each from the top, left to right. */
async function printedPlaces(env: Env, { id, dpi }: AttemptRow): Promise<CopyPlace[]> {
  const sheets = await readOwnSheets(env, id)
  return sheets.flatMap(({ sheetIndex, placements }) =>
    placements
      .map(({ itemId, copy, x, y, widthPx, heightPx }) => ({
        ...{ itemId: itemId as Id, copy: copy + 1, sheet: sheetIndex, x, y },
        ...{ width: widthPx, height: heightPx, dpi },
      }))
      .sort((a, b) => a.y - b.y || a.x - b.x),
  )
}

/** Returns the stored layout's places, in the sequence of a sheet's: from the top, left to right. */
async function plannedPlaces(env: Env, print: PrintRow): Promise<CopyPlace[]> {
  const fitting = await findFittingLayout(env, print)
  if (!fitting) return []
  const { dpi } = fitting.printable.template
  return fitting.document.sheets.flatMap(({ placements }, sheet) =>
    placements
      .map(({ itemId, copy, x, y }) => ({
        itemId: itemId as Id,
        copy,
        sheet,
        x,
        y,
        width: null,
        height: null,
        dpi,
      }))
      .sort((a, b) => a.y - b.y || a.x - b.x),
  )
}

function rowsOf(
  items: readonly ShownItem[],
  places: readonly CopyPlace[],
  ticked: ReadonlyMap<string, string | null>,
  unit: LengthUnit,
): ManifestRow[] {
  const itemOf = new Map(items.map((item) => [item.itemId, item]))
  const rowOf = (itemId: string, copy: number, place: Place): ManifestRow[] => {
    const item = itemOf.get(itemId as ShownItem["itemId"])
    if (!item) return []
    const { number, quantity: _, costs, sizeName, sizeIn, ...shown } = item
    const size =
      sizeName === null || sizeIn === null ? "" : sizeLabel({ name: sizeName, value: sizeIn }, unit)
    const cents = costs?.[copy - 1]
    const cost = cents === undefined ? null : cents / 100
    return [
      {
        copy,
        code: `${number}-${copy}`,
        ...place,
        ...shown,
        size,
        cost,
        isDone: ticked.has(`${itemId} ${copy}`),
        doneBy: ticked.get(`${itemId} ${copy}`) ?? null,
      },
    ]
  }
  if (places.length === 0)
    return items.flatMap(({ itemId, quantity }) =>
      Array.from({ length: quantity }, (_, copy) => rowOf(itemId, copy + 1, nowhere)).flat(),
    )
  const counted: number[] = []
  return places.flatMap(({ itemId, copy, sheet, x, y, width, height, dpi }) => {
    counted[sheet] = (counted[sheet] ?? 0) + 1
    // As exact as a hundredth of a centimetre needs it.
    const inches = (px: number) => Math.round((px / dpi) * 10_000) / 10_000
    const size = {
      widthIn: width === null ? null : inches(width),
      heightIn: height === null ? null : inches(height),
    }
    const at = { sheet: sheet + 1, position: counted[sheet], xIn: inches(x), yIn: inches(y) }
    return rowOf(itemId, copy, { ...at, ...size })
  })
}

type Place = Pick<ManifestRow, "sheet" | "position" | "xIn" | "yIn" | "widthIn" | "heightIn">
const nowhere: Place = { sheet: null, position: null, xIn: null, yIn: null, widthIn: null, heightIn: null }
