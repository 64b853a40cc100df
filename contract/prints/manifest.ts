import { z } from "zod"
import { dayOfMoment } from "../day.ts"
import { idSchema } from "../id.ts"
import { MAX_MANIFEST_TICKS, MAX_PRINT_COPIES } from "../limit.ts"
import { NO_PLACE_SENTENCE } from "../orders/item-reading.ts"
import { personalised } from "../orders/personalisation.ts"

/** One copy: its place, its order and whether it is done. Places are null without a layout. */
const manifestRowSchema = z.object({
  itemId: idSchema,
  /** Counts from 1 to the item's quantity. */
  copy: z.number(),
  /** Names the copy within its print, as its label does: the item's number and the copy, `12-3`. */
  code: z.string(),
  /** Starts at 1. */
  sheet: z.number().nullable(),
  /** Number on its sheet, from the top, left to right; starts at 1. */
  position: z.number().nullable(),
  /** Upper left corner, in inches from the sheet's upper left corner. */
  xIn: z.number().nullable(),
  yIn: z.number().nullable(),
  /** Of what lies there; null where nothing is on film yet. */
  widthIn: z.number().nullable(),
  heightIn: z.number().nullable(),
  /** Null of what was chosen by hand, and where the order was deleted since. */
  orderId: idSchema.nullable(),
  /** Its order is marked as pressed. */
  isPressed: z.boolean(),
  orderNumber: z.string(),
  buyer: z.string(),
  /** When the marketplace wants the order shipped; null where it does not say. */
  shipBy: z.string().nullable(),
  item: z.string(),
  sku: z.string(),
  size: z.string(),
  ...personalised,
  /** What is printed in the artwork's fields, in their order. */
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
  image: z.string(),
  /** It is printed without what the buyer wrote, and nobody has said to. */
  hasNoPlace: z.boolean(),
  /** A small picture of the piece, below `/api/`; null while there is none. */
  preview: z.string().nullable(),
  /** The copy's share of what the print cost, in its currency; null where that is not known. */
  cost: z.number().nullable(),
  /** Somebody at the press has ticked it off. */
  isDone: z.boolean(),
  /** Cancelled at the marketplace: to be left out at the press. */
  isCancelled: z.boolean(),
  /** What else its order says by now, in words: `Quantity 3 instead of 2`. */
  changes: z.array(z.string()),
})
export type ManifestRow = z.infer<typeof manifestRowSchema>

/** What these copies cost together; null where that is not known. */
export function costOfRows(rows: readonly Pick<ManifestRow, "cost">[]): number | null {
  const known = rows.flatMap(({ cost }) => cost ?? [])
  return known.length === 0 ? null : known.reduce((cents, cost) => cents + Math.round(cost * 100), 0) / 100
}

/** What the press has to know of a copy whose order was changed; "" where it was not. */
export function changeNotice({ isCancelled, changes }: Pick<ManifestRow, "isCancelled" | "changes">): string {
  return [...(isCancelled ? ["Cancelled: leave it out"] : []), ...changes].join(". ")
}

/** What the press has to know of a copy that is printed without what its buyer wrote; else "". */
export function textNotice({ hasNoPlace }: Pick<ManifestRow, "hasNoPlace">): string {
  return hasNoPlace ? NO_PLACE_SENTENCE : ""
}

/** GET /prints/{id}/manifest; also the file `manifest.csv` and the page `manifest.html`. */
export const manifestSchema = z.object({
  printId: idSchema,
  name: z.string(),
  createdAt: z.string(),
  printedAt: z.string().nullable(),
  sheets: z.number(),
  /** Of the print's owner: its orders ship by the days of this zone. */
  timeZone: z.string(),
  /** Inches of cut line on each sheet; empty where there is none. */
  cutLengthsIn: z.array(z.number()),
  /** Of its copies' costs; null where they have none. */
  currency: z.string().nullable(),
  /** By place on the film; without a layout, by item. */
  rows: z.array(manifestRowSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

export const manifestTickSchema = z.object({
  itemId: idSchema,
  copy: z.number().int().min(1).max(MAX_PRINT_COPIES),
  isDone: z.boolean(),
})
export type ManifestTick = z.infer<typeof manifestTickSchema>

/** PUT /prints/{id}/manifest, its answer, and the live event that tells other devices. */
export const ticksSchema = z.object({
  ticks: z.array(manifestTickSchema).min(1, "Tick at least one copy").max(MAX_MANIFEST_TICKS),
})
export const tickedSchema = z.object({ printId: idSchema, ticks: z.array(manifestTickSchema) })

/** GET /codes/{code}: the copy that a label's code names. */
export const copySchema = z.object({ printId: idSchema, itemId: idSchema, copy: z.number() })

/** Names a print on labels: the end of its id, which is random. */
export function printCode(printId: string): string {
  return printId.slice(-10)
}

/** Names an item on labels, whatever is removed around it: `9f3a21b07c-12`. */
export function itemCode(printId: string, number: number): string {
  return `${printCode(printId)}-${number}`
}

/**
 * The address that an item's labels carry, without the copy's number at its end. In capitals,
 * because a QR code stores them in fewer dots.
 */
export function labelAddress(origin: string, code: string): string {
  return `${origin}/c/${code}-`.toUpperCase()
}

/** What a label's code says. `print` is null where only the copy's own code was typed. */
export type LabelCode = { print: string | null; item: number; copy: number }

/** Reads what a camera or a scanner gives: an address, `9f3a21b07c-12-3` or `12-3`; else null. */
export function readLabelCode(text: string): LabelCode | null {
  const last = text.trim().split("/").at(-1) ?? ""
  const match = /^(?:([0-9a-f]{10})-)?(\d{1,6})-(\d{1,4})$/i.exec(last)
  if (!match) return null
  const [, print, item, copy] = match
  return { print: print?.toLowerCase() ?? null, item: Number(item), copy: Number(copy) }
}

/** The copies of one order. `orderNumber` is "" for all that was chosen by hand. */
export type ManifestGroup = Pick<ManifestRow, "orderNumber" | "buyer" | "shipBy"> & {
  /** `shipBy` as a day: `2026-11-23`. */
  shipDay: string | null
  rows: ManifestRow[]
}

/**
 * The copies by order, each order's in their sequence on the film. Orders come by the day they ship,
 * those without a day after them, and what was chosen by hand last.
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
