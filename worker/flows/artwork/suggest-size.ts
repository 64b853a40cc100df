/** The size that an order item's text most likely means: one of the seller's, or one to be made. */
import { jaroWinkler } from "@skyra/jaro-winkler"
import type { SuggestedSize } from "../../../contract/artwork/suggestion.ts"
import { inchesFrom } from "../../../contract/length.ts"
import { MAX_NAME_LENGTH, MAX_SIZE_IN, MIN_SIZE_IN } from "../../../contract/limit.ts"
import { sizeKeyOf } from "../../data/artwork/match-key.ts"

type OwnSize = Extract<SuggestedSize, { kind: "existing" }>["size"]
type Described = {
  /** The buyer's choice of a size: `Adult chest 10 in`. */
  size: string
  sku: string
}

/**
 * A measure, `10 x 12 in`: the first is the width, as in a size. It begins at a first digit, and each
 * run of blanks is read in one way only, else long runs take long.
 */
const MEASURE =
  /((?<!\d)\d+(?:[.,]\d+)?)(?:\s*[x×]\s*\d+(?:[.,]\d+)?)?\s*(?:-\s*)?("|″|”|''|inch(?:es)?(?![a-z])|in(?![a-z])\.?|cm(?![a-z])|mm(?![a-z]))/i

/** The certainty of a text with name and width. */
const SAID = 0.95
/** The certainty of a width at the SKU's end. */
const IN_SKU = 0.9
/** The certainty of a text with two sides, of which the first is usually the width. */
const FIRST_OF_TWO = 0.7
/** The difference below which widths are one width, rounded. */
const SAME_WIDTH_IN = 0.06
/** The likeness below which names mean different sizes. */
const MIN_LIKENESS = 0.8
/** The likeness of a name with an addition, which makes it another size: `Adult` and `Adult chest`. */
const BEGINS_ALIKE = 0.75
/** The most that a likeness of names counts. */
const ALIKE = 0.8

/** The certainty of a name alone: the width is only the usual one. */
const USUAL = 0.5
/**
 * The usual widths in inches of prints that are named and not measured, narrow ones first: "Youth left
 * chest" is a left chest.
 */
const USUAL_WIDTHS: readonly [name: RegExp, inches: number][] = [
  [/left chest|pocket|sleeve/i, 3.5],
  [/infant|baby|newborn|onesie/i, 4],
  [/toddler/i, 5],
  [/youth|kids?(?![a-z])|child/i, 7.5],
  [/adult|full (?:front|chest|back)|standard/i, 10],
  [/oversized?/i, 12],
]

/** Returns null if the texts say nothing about a size. Items whose size is found by name need none. */
export function suggestSize({ size, sku }: Described, sizes: readonly OwnSize[]): SuggestedSize | null {
  const measure = measureIn(size)
  if (measure) return ofWidth(measure, measure.isTwoSided ? FIRST_OF_TWO : SAID, nameIn(size, measure), sizes)
  const alike = likeNamed(size, sizes)
  if (alike) return alike
  const suffix = measureIn(sku)
  if (suffix) return ofWidth(suffix, IN_SKU, size.trim() || suffix.words, sizes)
  const usual = USUAL_WIDTHS.find(([name]) => name.test(size))
  return usual
    ? {
        kind: "new",
        size: { name: size.trim().slice(0, MAX_NAME_LENGTH), value: usual[1] },
        certainty: USUAL,
      }
    : null
}

/** `words` says it as people write it: `3.5 in`, `25 cm`. */
type Measure = { inches: number; words: string; text: string; isTwoSided: boolean }

function measureIn(text: string): Measure | null {
  const match = text.match(MEASURE)
  if (!match) return null
  const sign = match[2].toLowerCase()
  const unit = sign === "cm" || sign === "mm" ? "cm" : "in"
  const number = Number(match[1].replace(",", ".")) / (sign === "mm" ? 10 : 1)
  const rounded = inchesFrom(number, unit)
  if (rounded < MIN_SIZE_IN || rounded > MAX_SIZE_IN) return null
  return { inches: rounded, words: `${number} ${unit}`, text: match[0], isTwoSided: /[x×]/i.test(match[0]) }
}

/** Returns a size of that width, or else a new one. */
function ofWidth(
  { inches }: Measure,
  certainty: number,
  name: string,
  sizes: readonly OwnSize[],
): SuggestedSize {
  const key = sizeKeyOf(name)
  const [closest] = sizes
    .filter(({ value }) => Math.abs(value - inches) <= SAME_WIDTH_IN)
    .sort(
      (a, b) =>
        Number(sizeKeyOf(b.name) === key) - Number(sizeKeyOf(a.name) === key) ||
        Math.abs(a.value - inches) - Math.abs(b.value - inches),
    )
  if (closest) return { kind: "existing", size: closest, certainty }
  return { kind: "new", size: { name: name.slice(0, MAX_NAME_LENGTH), value: inches }, certainty }
}

/** Returns the name in a text, `Adult chest 10 in` → `Adult chest`; a text without a name stays as it is. */
function nameIn(text: string, { text: measure }: Measure): string {
  const name = text
    .replace(measure, " ")
    .replace(/\(\s*\)/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s\-–—:,/]+|(?<![\s\-–—:,/])[\s\-–—:,/]+$/g, "")
  return name === "" || /^(?:wide|width|size)$/i.test(name) ? text.trim() : name
}

/** Returns the size whose name is most alike; none if two are equally so. */
function likeNamed(text: string, sizes: readonly OwnSize[]): SuggestedSize | null {
  const key = sizeKeyOf(text)
  if (key.length < 2) return null
  const [best, second] = sizes
    .map((size) => ({ size, likeness: nameLikeness(key, sizeKeyOf(size.name)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
  if (!best) return null
  const isClear = second === undefined || second.likeness < best.likeness
  return {
    kind: "existing",
    size: best.size,
    certainty: Math.round(best.likeness * ALIKE * (isClear ? 1 : 0.5) * 100) / 100,
  }
}

function nameLikeness(key: string, name: string): number {
  // Other numbers are other sizes, and "2xl" is not "xl".
  if (key.match(/\d+/g)?.join() !== name.match(/\d+/g)?.join()) return 0
  if (name.startsWith(key) || key.startsWith(name)) return Math.max(BEGINS_ALIKE, jaroWinkler(key, name))
  const likeness = jaroWinkler(key, name)
  return likeness >= MIN_LIKENESS ? likeness : 0
}
