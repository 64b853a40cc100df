import { z } from "zod"
import { dayOfMoment } from "../day.ts"
import { idSchema } from "../id.ts"
import { lengthUnits } from "../length.ts"
import { MAX_MANIFEST_TICKS, MAX_PRINT_COPIES } from "../limit.ts"
import { NO_PLACE_SENTENCE } from "../orders/item-reading.ts"
import { personalised } from "../orders/personalisation.ts"
import { inkTickSchema, printInk } from "./print-ink.ts"

/** A copy: its place, its order and whether it is done. Places are null without a layout. */
const manifestRowSchema = z.object({
  itemId: idSchema,
  /** The number, from 1 to the item's quantity. */
  copy: z.number(),
  /** The name of the copy within its print, as on its label: the item's number and the copy, `12-3`. */
  code: z.string(),
  /** The sheet, counted from 1. */
  sheet: z.number().nullable(),
  /** The number on its sheet, from the top, left to right; starts at 1. */
  position: z.number().nullable(),
  /** The upper left corner, in inches from the sheet's upper left corner. */
  xIn: z.number().nullable(),
  yIn: z.number().nullable(),
  /** The width of the piece; null if nothing is on film yet. */
  widthIn: z.number().nullable(),
  heightIn: z.number().nullable(),
  /** The order; null for pieces chosen by hand, and if the order was deleted since. */
  orderId: idSchema.nullable(),
  /** True if its order is marked as pressed. */
  isPressed: z.boolean(),
  /** True if its order is shipped. */
  isShipped: z.boolean(),
  orderNumber: z.string(),
  buyer: z.string(),
  /** The time by which the marketplace wants the order shipped; null if it does not say. */
  shipBy: z.string().nullable(),
  item: z.string(),
  sku: z.string(),
  size: z.string(),
  ...personalised,
  /** The texts in the artwork's fields, in their order. */
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
  image: z.string(),
  /** True if it is printed without the buyer's text, and nobody has allowed that. */
  hasNoPlace: z.boolean(),
  /** The time when the buyer approved this very piece; null without. */
  approvedAt: z.string().nullable(),
  /** A small picture of the piece, below `/api/`; null while there is none. */
  preview: z.string().nullable(),
  /** The copy's share of the print's cost, in its currency; null if not known, and for a press. */
  cost: z.number().nullable(),
  /** True if somebody at the press has ticked it off. */
  isDone: z.boolean(),
  /** The name of whoever ticked it off, where that is not the account's owner. */
  doneBy: z.string().nullable().default(null),
  /** True if cancelled at the marketplace: to be left out at the press. */
  isCancelled: z.boolean(),
  /** The other changes of its order, in words: `Quantity 3 instead of 2`. */
  changes: z.array(z.string()),
})
export type ManifestRow = z.infer<typeof manifestRowSchema>

/** Returns the cost of these copies together; null if not known. */
export function costOfRows(rows: readonly Pick<ManifestRow, "cost">[]): number | null {
  const known = rows.flatMap(({ cost }) => cost ?? [])
  return known.length === 0 ? null : known.reduce((cents, cost) => cents + Math.round(cost * 100), 0) / 100
}

/**
 * Returns each copy's count among the pieces of its order, by its code: `2 of 3`, as its label on the film says
 * it. An order's only piece and pieces chosen by hand have none.
 */
export function pieceCounts(rows: readonly Pick<ManifestRow, "code" | "orderNumber">[]): Map<string, string> {
  const counts = new Map<string, string>()
  for (const [orderNumber, own] of Map.groupBy(rows, (row) => row.orderNumber)) {
    if (orderNumber === "" || own.length === 1) continue
    const codes = own.map(({ code }) => code).sort(byNumbers)
    for (const [index, code] of codes.entries()) counts.set(code, `${index + 1} of ${codes.length}`)
  }
  return counts
}

/** Compares the codes of copies, such as `9-2` and `12-1`, by item and copy. */
function byNumbers(one: string, other: string): number {
  const [[item, copy], [otherItem, otherCopy]] = [one, other].map((code) => code.split("-").map(Number))
  return item - otherItem || copy - otherCopy
}

/** Returns what a copy's label says of it: `12-3 (2 of 3)`. */
export function labelledCode(
  { code }: Pick<ManifestRow, "code">,
  counts: ReadonlyMap<string, string>,
): string {
  const count = counts.get(code)
  return count === undefined ? code : `${code} (${count})`
}

/** Returns the notice for the press about a copy whose order was changed; "" if it was not. */
export function changeNotice({ isCancelled, changes }: Pick<ManifestRow, "isCancelled" | "changes">): string {
  return [...(isCancelled ? ["Cancelled: leave it out"] : []), ...changes].join(". ")
}

/** Returns the notice for the press about a copy printed without its buyer's text; else "". */
export function textNotice({ hasNoPlace }: Pick<ManifestRow, "hasNoPlace">): string {
  return hasNoPlace ? NO_PLACE_SENTENCE : ""
}

/** Returns the words about a copy whose buyer has approved it; else "". */
export function approvedWords({ approvedAt }: Pick<ManifestRow, "approvedAt">): string {
  return approvedAt === null ? "" : "Approved by the buyer"
}

/** The answer of GET /prints/{id}/manifest; also the file `manifest.csv` and the page `manifest.html`. */
export const manifestSchema = z.object({
  printId: idSchema,
  name: z.string(),
  createdAt: z.string(),
  printedAt: z.string().nullable(),
  sheets: z.number(),
  /** The zone of the print's owner: its orders ship by the days of this zone. */
  timeZone: z.string(),
  /** The unit of its owner's lengths, in which the file and the page have them. */
  lengthUnit: z.enum(lengthUnits),
  /** The inches of cut line on each sheet; empty without any. */
  cutLengthsIn: z.array(z.number()),
  /** The currency of its copies' costs; null if they have none. */
  currency: z.string().nullable(),
  inkTick: inkTickSchema.nullable(),
  ...printInk,
  /** The copies by place on the film; without a layout, by item. */
  rows: z.array(manifestRowSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

export const manifestTickSchema = z.object({
  itemId: idSchema,
  copy: z.number().int().min(1).max(MAX_PRINT_COPIES),
  isDone: z.boolean(),
})
export type ManifestTick = z.infer<typeof manifestTickSchema>

/** The body of PUT /prints/{id}/manifest, its answer, and the live event for other devices. */
export const ticksSchema = z.object({
  ticks: z.array(manifestTickSchema).min(1, "Tick at least one copy").max(MAX_MANIFEST_TICKS),
})
export const tickedSchema = z.object({ printId: idSchema, ticks: z.array(manifestTickSchema) })

/** The answer of GET /codes/{code}: the copy that a label's code names. */
export const copySchema = z.object({ printId: idSchema, itemId: idSchema, copy: z.number() })

/** Returns the code of a print on labels: the end of its id, which is random. */
export function printCode(printId: string): string {
  return printId.slice(-10)
}

/** Returns the code of an item on labels, which stays if others are removed: `9f3a21b07c-12`. */
export function itemCode(printId: string, number: number): string {
  return `${printCode(printId)}-${number}`
}

/**
 * Returns the address that an item's labels carry, without the copy's number at its end. In capitals,
 * because a QR code stores them in fewer dots.
 */
export function labelAddress(origin: string, code: string): string {
  return `${origin}/c/${code}-`.toUpperCase()
}

/** The parts of a label's code. `print` is null if only the copy's own code was typed. */
export type LabelCode = { print: string | null; item: number; copy: number }

/** Reads the text of a camera or a scanner: an address, `9f3a21b07c-12-3` or `12-3`; else null. */
export function readLabelCode(text: string): LabelCode | null {
  const last = text.trim().split("/").at(-1) ?? ""
  const match = /^(?:([0-9a-f]{10})-)?(\d{1,6})-(\d{1,4})$/i.exec(last)
  if (!match) return null
  const [, print, item, copy] = match
  return { print: print?.toLowerCase() ?? null, item: Number(item), copy: Number(copy) }
}

/** The copies of one order. `orderNumber` is "" for all pieces chosen by hand. */
export type ManifestGroup = Pick<ManifestRow, "orderNumber" | "buyer" | "shipBy"> & {
  /** The day of `shipBy`: `2026-11-23`. */
  shipDay: string | null
  rows: ManifestRow[]
}

/**
 * Groups the copies by order, each order's in their sequence on the film. Orders come by the day they
 * ship, those without a day after them, and pieces chosen by hand last.
 */
export function groupsOf(rows: readonly ManifestRow[], timeZone: string): ManifestGroup[] {
  const groups = Map.groupBy(rows, (row) => row.orderNumber)
  const listed = [...groups].map(([orderNumber, own]) => {
    const { buyer, shipBy } = own[0]
    return { orderNumber, buyer, shipBy, shipDay: dayOfMoment(shipBy, timeZone), rows: own }
  })
  const rank = ({ orderNumber, shipDay }: ManifestGroup) =>
    orderNumber === "" ? "without order" : (shipDay ?? "undated")
  return listed.sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
}
