/**
 * The keys by which an order's item is matched. Case, spaces and dashes are ignored, because people
 * are careless about them. Nothing is guessed, because a wrong guess would be printed: a number
 * counts as a width only if it can mean nothing else.
 */
import { inchesFrom, type LengthUnit } from "../../../contract/length.ts"
import { skuKeyOf } from "./image-rows.ts"

export type MatchKeys = {
  /** The whole SKU in the form of image keys; empty without one. */
  skuKey: string
  /** `LUNA-MOTH-10IN` without its last part; that part as a name and, for a measure, in inches. */
  skuBaseKey: string
  skuSuffixKey: string
  skuSuffixIn: number | null
  /** True if the suffix is a number without a unit, so it may belong to the design's name. */
  isSkuSuffixBare: boolean
  /** The variation's text in the form of size names, and in inches if it states them. */
  sizeKey: string
  sizeIn: number | null
  /** The key of a stored image choice: the SKU, or the listing and variation without one. */
  imageChoiceKey: string
  /** The key of a stored size choice; it adds the variation, as one SKU may have several sizes. */
  sizeChoiceKey: string
}

/** A number with a sign or word for inches. It starts at a first digit, else long numbers take long. */
const MEASURE = /((?<!\d)\d+(?:[.,]\d+)?)\s*(?:"|″|”|''|inch(?:es)?(?![a-z])|in(?![a-z])\.?)/i
const METRIC_MEASURE = /((?<!\d)\d+(?:[.,]\d+)?)\s*(cm|mm)(?![a-z])/i
const BARE_NUMBER = /^[1-9]\d*(?:[.,]\d+)?$/

/** Returns an item's keys; numbers that are a width by their place alone are in the seller's unit. */
export function matchKeysOf(
  item: { sku: string; size: string; variation: string; title: string; listingId: string | null },
  unit: LengthUnit,
): MatchKeys {
  const skuKey = skuKeyOf(item.sku.trim())
  const { base, suffix } = splitSku(item.sku.trim())
  const isSkuSuffixBare = BARE_NUMBER.test(suffix)
  const sizeKey = sizeKeyOf(item.size)
  const variationKey = textKey(item.variation)
  const thing = item.listingId ? `listing:${item.listingId}` : `title:${textKey(item.title)}`
  const choice = skuKey ? ofSku(skuKey) : `${thing}|${variationKey}|${sizeKey}`
  return {
    skuKey,
    skuBaseKey: skuKeyOf(base),
    skuSuffixKey: textKey(suffix),
    skuSuffixIn: isSkuSuffixBare ? numberOf(suffix, unit) : inchesOf(suffix),
    isSkuSuffixBare,
    sizeKey,
    sizeIn: inchesOf(item.size) ?? (BARE_NUMBER.test(item.size.trim()) ? numberOf(item.size, unit) : null),
    imageChoiceKey: `image|${choice}`,
    sizeChoiceKey: `size|${choice}|${sizeKey}`,
  }
}

/** Returns the key of the image choice for every item with this SKU. */
export function imageChoiceKeyOf(skuKey: string): string {
  return `image|${ofSku(skuKey)}`
}

function ofSku(skuKey: string): string {
  return `sku:${skuKey}`
}

/** Returns a size's name or variation's text without case, spaces, dashes and a measure beside a name. */
export function sizeKeyOf(text: string): string {
  const bare = text.replace(MEASURE, " ").replace(/\(\s*\)/g, " ")
  return textKey(bare) || textKey(text)
}

/** Returns text without case, spaces and dashes. */
function textKey(text: string): string {
  return text.replace(/[\s\-–—_]/g, "").toLowerCase()
}

/** Returns the inches of a measure written with a unit; null for none or several (`10 × 12 in`). */
function inchesOf(text: string): number | null {
  const matches = text.match(MEASURE) ?? text.match(METRIC_MEASURE)
  if (!matches || /\d/.test(text.replace(matches[0], ""))) return null
  const [, number, metric] = matches
  if (metric === undefined) return numberOf(number, "in")
  const perCm = metric.toLowerCase() === "mm" ? 10 : 1
  return numberOf(number, "cm", perCm)
}

function numberOf(text: string, unit: LengthUnit, parts = 1): number | null {
  const value = Number(text.trim().replace(",", ".")) / parts
  return Number.isFinite(value) && value > 0 ? inchesFrom(value, unit) : null
}

/** Splits the SKU at its last dash, underscore or space; both parts are empty for a single word. */
function splitSku(sku: string): { base: string; suffix: string } {
  const at = sku.search(/[\s\-–—_][^\s\-–—_]+$/)
  return at <= 0 ? { base: "", suffix: "" } : { base: sku.slice(0, at), suffix: sku.slice(at + 1) }
}
