import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valueProblems } from "../../../contract/artwork/artwork-values.ts"
import { contourEdgeIn, contourProblem } from "../../../contract/delivery/contour.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { edgeProblem } from "../../../contract/delivery/destination-words.ts"
import type { SheetFormatName } from "../../../contract/delivery/sheet-format.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { type LengthUnit, sidesText } from "../../../contract/length.ts"
import { MAX_PRINT_SHEETS } from "../../../contract/limit.ts"
import { type Artwork, pieceSize } from "../../../sheet/preflight/piece-size.ts"
import { tooLargeItems } from "../../../sheet/preflight/print-layout.ts"
import { fieldsAndLayersOf } from "../../data/artwork/image-rows.ts"
import type { FullItem } from "../../data/prints/print-item-rows.ts"
import type { SheetTemplateRow } from "../../data/prints/sheet-template-rows.ts"

const MAX_NAMED = 3
/** The wait after which artwork is mostly ready. */
export const PREPARED_IN_S = 10
/** The longest wait of a job for artwork; if it is not ready by then, its print stays a draft. */
export const PREPARE_FOR_MS = 10 * MINUTE_MS

type SizedItem = { id: Id; image: Artwork & { name: string }; widthIn: number; quantity: number }

/** Throws the specification's text; `fields` maps item ids to image name, or title and order. */
export function refuseIncomplete(items: readonly FullItem[], message: string): void {
  if (items.length === 0) return
  const names = items.map(({ id, image, orderItem, orderNumber }) => [
    id,
    orderItem ? `${orderItem.title} (order ${orderNumber})` : (image?.name ?? "An item"),
  ])
  throw new ApiError("unprocessable", message, { fields: Object.fromEntries(names) })
}

/** Refuses items cancelled since the print was made, or with their orders: their film would be wasted. */
export function refuseCancelled(all: readonly FullItem[]): void {
  const alone = all.filter(({ isOrderCancelled, orderItem }) => !isOrderCancelled && orderItem?.isCancelled)
  if (alone.length > 0) {
    const isOne = alone.length === 1
    const message = `${alone.slice(0, MAX_NAMED).map(nameOf).join(", ")}${isOne ? " was" : alone.length > MAX_NAMED ? ` and ${alone.length - MAX_NAMED} more were` : " were"} cancelled. Remove ${isOne ? "it" : "them"} from the print.`
    const fields = Object.fromEntries(alone.map((item) => [item.id, item.orderItem?.title ?? ""]))
    throw new ApiError("unprocessable", message, { fields })
  }
  const items = all.filter(({ isOrderCancelled }) => isOrderCancelled)
  if (items.length === 0) return
  const numbers = [...new Set(items.map(({ orderNumber }) => orderNumber))]
  const named = numbers.slice(0, MAX_NAMED).join(", ")
  const rest = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : ""
  const message = `${numbers.length === 1 ? "Order" : "Orders"} ${named}${rest} ${numbers.length === 1 ? "was" : "were"} cancelled. Remove ${items.length === 1 ? "its item" : "their items"} from the print.`
  const titles = items.map(({ id, orderItem }) => [id, orderItem?.title ?? ""])
  throw new ApiError("unprocessable", message, { fields: Object.fromEntries(titles) })
}

/** Refuses items whose values cannot be printed: one is missing, or does not suit its field any more. */
export function refuseUnfilled(items: readonly FullItem[]): void {
  const open = items.flatMap((item) => {
    const reason = unfilledReason(item)
    return reason === null ? [] : [{ item, reason }]
  })
  const [first] = open
  if (!first) return
  const rest =
    open.length === 1
      ? ""
      : ` ${open.length - 1} more ${open.length === 2 ? "item has" : "items have"} a problem too.`
  const message = `${nameOf(first.item)}: ${first.reason}.${rest}`
  const fields = Object.fromEntries(open.map(({ item, reason }) => [item.id, reason]))
  throw new ApiError("unprocessable", message, { fields })
}

function unfilledReason({ image, fieldValues }: FullItem): string | null {
  if (!image) return null
  const [problem] = valueProblems(fieldsAndLayersOf(image).fields, JSON.parse(fieldValues))
  return problem?.message ?? null
}

/** Returns an item's name as people know it: by its order, or by its image and values. */
function nameOf({ image, orderItem, orderNumber, fieldValues }: FullItem): string {
  if (orderItem) return `"${orderItem.title}" (order ${orderNumber})`
  const values = Object.values(JSON.parse(fieldValues) as ArtworkValues)
  return `"${image?.name ?? "An item"}"${values.length > 0 ? ` (${values.join(", ")})` : ""}`
}

/** Refuses items whose values cannot be drawn, each with the reason. */
export function refusePieces(items: readonly { item: FullItem; reason: string }[]): void {
  const [first] = items
  if (!first) return
  const others = items.length > 1 ? ` ${items.length - 1} more cannot be printed either.` : ""
  const fields = Object.fromEntries(items.map(({ item, reason }) => [item.id, reason]))
  throw new ApiError("unprocessable", `${nameOf(first.item)}: ${first.reason}${others}`, { fields })
}

/** Refuses items whose pieces are still being drawn. */
export function refuseWaiting(items: readonly FullItem[]): void {
  const [first] = items
  if (!first) return
  const subject =
    items.length === 1 ? `${nameOf(first)} is still being` : `${items.length} items are still being`
  const fields = Object.fromEntries(items.map((item) => [item.id, nameOf(item)]))
  const message = `${subject} prepared. Please try again in a moment.`
  throw new ApiError("unprocessable", message, { fields, retryAfterS: PREPARED_IN_S })
}

/** Refuses pieces whose area exceeds the most sheets, however well they nest. */
export function refuseEndless(
  items: readonly SizedItem[],
  template: SheetTemplateRow,
  sheetName: string,
): void {
  const areaPx = items.reduce((sum, { image, widthIn, quantity }) => {
    const { widthPx, heightPx } = pieceSize({ image, widthIn, template })
    return sum + widthPx * heightPx * quantity
  }, 0)
  const sheetPx = template.widthIn * template.maxLengthIn * template.dpi ** 2
  if (areaPx <= MAX_PRINT_SHEETS * sheetPx) return
  throw new ApiError(
    "unprocessable",
    `This print would take more than ${MAX_PRINT_SHEETS} sheets of "${sheetName}". Choose a template with longer sheets, or split the print.`,
  )
}

/** Refuses items that fit no sheet in any allowed turn. */
export function refuseTooLarge(
  all: readonly SizedItem[],
  template: SheetTemplateRow,
  sheetName: string,
  unit: LengthUnit,
): void {
  const items = tooLargeItems(all, template).map((index) => all[index])
  if (items.length === 0) return
  const names = items.map(({ image, widthIn }) => {
    const { widthPx, heightPx } = pieceSize({ image, widthIn, template })
    return `"${image.name}" (${sidesText(widthPx / template.dpi, heightPx / template.dpi, unit)})`
  })
  const named = names.slice(0, MAX_NAMED)
  const rest = items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : ""
  const verb = items.length === 1 ? "does" : "do"
  const { widthIn, maxLengthIn, edgeIn } = template
  const room = sidesText(widthIn - 2 * edgeIn, maxLengthIn - 2 * edgeIn, unit)
  throw new ApiError(
    "unprocessable",
    `${named.join(", ")}${rest} ${verb} not fit on the sheet "${sheetName}", which has room for ${room}. Choose a smaller size or a larger sheet.`,
    { fields: Object.fromEntries(items.map(({ id }, i) => [id, `${names[i]} does not fit on the sheet.`])) },
  )
}

/** Refuses an edge so narrow that the destination's cut line would leave the film. */
export function refuseCutOffFilm(
  destination: Destination | null,
  template: SheetTemplateRow,
  unit: LengthUnit,
): void {
  if (!destination) return
  const edgeIn = contourEdgeIn(destination.contour, template.dpi)
  const problem = edgeProblem({ name: destination.name, edgeIn }, template, unit)
  if (problem !== null) throw new ApiError("unprocessable", problem)
}

/** Refuses formats in which the destination's cut line would be in no file. */
export function refuseLostCutLine(
  destination: Destination | null,
  formats: readonly SheetFormatName[],
): void {
  const problem = destination && contourProblem(destination.contour, formats)
  if (problem) throw new ApiError("unprocessable", `"${destination.name}": ${problem}`)
}
