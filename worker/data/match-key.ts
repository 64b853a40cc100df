/**
 * What an order's item is compared by. Spelling is ignored where people are careless about it (case, spaces, dashes), and
 * nothing is guessed where a wrong guess would be printed: a number counts as inches only where it can mean nothing else.
 */
import { skuKeyOf } from "./image-rows.ts"

export type MatchKeys = {
  /** The whole SKU, as image names are compared with it; empty without one. */
  skuKey: string
  /** `LUNA-MOTH-10IN` without its last part, and that part: as a name, and in inches where it is a measure. */
  skuBaseKey: string
  skuSuffixKey: string
  skuSuffixIn: number | null
  /** The suffix is a number without a unit, which might as well belong to the design's name. */
  isSkuSuffixBare: boolean
  /** The variation's text as sizes' names are compared with it, and in inches where it says so. */
  sizeKey: string
  sizeIn: number | null
  /** What a choice is remembered under: the SKU, or the listing and variation where there is none. */
  imageChoiceKey: string
  /** A size is remembered for the variation as well: one SKU may be sold in several sizes. */
  sizeChoiceKey: string
}

/** A number followed by a sign or word for inches. */
const MEASURE = /(\d+(?:[.,]\d+)?)\s*(?:"|″|”|''|inch(?:es)?(?![a-z])|in(?![a-z])\.?)/i
const BARE_NUMBER = /^[1-9]\d*(?:[.,]\d+)?$/

export function matchKeysOf(item: {
  sku: string
  size: string
  variation: string
  title: string
  listingId: string | null
}): MatchKeys {
  const skuKey = skuKeyOf(item.sku.trim())
  const { base, suffix } = splitSku(item.sku.trim())
  const isSkuSuffixBare = BARE_NUMBER.test(suffix)
  const sizeKey = sizeKeyOf(item.size)
  const variationKey = textKey(item.variation)
  const thing = item.listingId ? `listing:${item.listingId}` : `title:${textKey(item.title)}`
  const choice = skuKey ? `sku:${skuKey}` : `${thing}|${variationKey}|${sizeKey}`
  return {
    skuKey,
    skuBaseKey: skuKeyOf(base),
    skuSuffixKey: textKey(suffix),
    skuSuffixIn: isSkuSuffixBare ? numberOf(suffix) : inchesOf(suffix),
    isSkuSuffixBare,
    sizeKey,
    sizeIn: inchesOf(item.size) ?? (BARE_NUMBER.test(item.size.trim()) ? numberOf(item.size) : null),
    imageChoiceKey: `image|${choice}`,
    sizeChoiceKey: `size|${choice}|${sizeKey}`,
  }
}

/** A size's name, or a variation's text, without case, spaces and dashes; a measure beside a name is left out. */
export function sizeKeyOf(text: string): string {
  const bare = text.replace(MEASURE, " ").replace(/\(\s*\)/g, " ")
  return textKey(bare) || textKey(text)
}

/** Text without case, spaces and dashes. */
function textKey(text: string): string {
  return text.replace(/[\s\-–—_]/g, "").toLowerCase()
}

/** Inches that the text names with their unit; null where it names none or several (`10 × 12 in`). */
function inchesOf(text: string): number | null {
  const found = text.match(MEASURE)
  if (!found || /\d/.test(text.replace(found[0], ""))) return null
  return numberOf(found[1])
}

function numberOf(text: string): number | null {
  const value = Number(text.trim().replace(",", "."))
  return Number.isFinite(value) && value > 0 ? value : null
}

/** Behind the last dash, underscore or space; nothing where the SKU has one part. */
function splitSku(sku: string): { base: string; suffix: string } {
  const at = sku.search(/[\s\-–—_][^\s\-–—_]+$/)
  return at <= 0 ? { base: "", suffix: "" } : { base: sku.slice(0, at), suffix: sku.slice(at + 1) }
}
