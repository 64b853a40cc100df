import { labelText } from "../../../contract/name.ts"
import type { BuyerAnswer } from "../../../contract/orders/personalisation.ts"

/** The longest text that screens and labels show. Etsy allows titles 140, answers 1,024. */
export const MAX_ORDER_TEXT = 1_024
export const MAX_TITLE = 255
/** The limit of a print item's quantity. */
export const MAX_ORDERED = 5_000

/** An item of an order from any marketplace. */
export type MarketItem = {
  vendorItemId: string
  listingId: string | null
  photoId: string | null
  /** The photo's address, if the order itself has it. */
  photoUrl: string | null
  title: string
  sku: string
  size: string
  variation: string
  /** The answers as one text. */
  personalisation: string
  /** The answers; `isHidden`: written by an app of the shop, not by the buyer. */
  answers: (BuyerAnswer & { isHidden?: boolean })[]
  /** The quantity; it may be 0 for a cancelled item. */
  quantity: number
  /** The number of pieces still to be sent. */
  toShip: number
  /** True if the item left its order, or was cancelled or refunded by itself: not to be printed. */
  isCancelled: boolean
  /** True if the item is on its way already: what is stored of it stays, and it never becomes an item. */
  isShipped: boolean
  priceCents: number
  currency: string
}
/** An order in the form that all sources share. */
export type MarketOrder = {
  vendorOrderId: string
  /** The number that people use; null if that is the id. */
  number: string | null
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  buyerAddress: string
  buyerCountry: string
  totalCents: number
  currency: string
  isCancelled: boolean
  /** The cents given back to the buyer so far; 0 if the source does not say. */
  refundedCents: number
  /** True if paid and not yet shipped, so there is something to print. Others only update known orders. */
  isOpen: boolean
  /** The time when all of it was shipped, as far as the source says; null while it is not. */
  shippedAtMs: number | null
  orderedAtMs: number
  /** The time by which the first of its unshipped items has to be shipped; null if unknown. */
  shipByMs: number | null
  updatedAtS: number
  items: MarketItem[]
}

/** The values of an order that a source does not give. */
export const unsaidOrder = { number: null, buyerEmail: "", buyerPhone: "", refundedCents: 0 }

/** Drops characters that hide or reorder text, keeps lines, then cuts. */
export function plainText(value: string, maxLength: number): string {
  return value
    .split("\n")
    .map((line) => labelText(line.replaceAll("\t", " ")))
    .join("\n")
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, "")
}

/** The names of sizes in the languages of the marketplaces. */
const SIZE =
  /(?<!\p{L})(?:siz(?:e|es|ing)|width|dimensions?|inch(?:es)?|taille|talla|tamaño|taglia|maat|rozmiar|tamanho|サイズ)(?!\p{L})|(?:größen?|groessen?)(?!\p{L})/iu

/** Returns true for the name of a choice among sizes. */
export function isSizeName(name: string): boolean {
  return SIZE.test(name.normalize("NFC"))
}

/**
 * Separates the size from the other choices: by the choice's name, else by a measure in its value, else
 * the only choice that is no colour.
 */
export function sizeAmong(choices: readonly { name: string; value: string }[]): {
  size: string
  variation: string
} {
  const byName = choices.find(({ name }) => isSizeName(name))
  const byValue = choices.find(({ value }) => /\d\s*("|″|in\b|inch)/i.test(value))
  const only = choices.length === 1 && !/colou?r/i.test(choices[0].name) ? choices[0] : undefined
  const sized = byName ?? byValue ?? only
  return {
    size: sized?.value ?? "",
    variation: choices
      .filter((choice) => choice !== sized)
      .map(({ name, value }) => (name === "" ? value : `${name}: ${value}`))
      .join(", "),
  }
}
