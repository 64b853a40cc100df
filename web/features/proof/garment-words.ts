import type { ShownProof } from "../../../contract/orders/shown-proof.ts"
import type { Garment } from "../sheet-preview/garment.ts"

/** The colours' words that name a garment's colour as it is drawn; others, such as royal blue, would be drawn wrong. */
const garmentWords: readonly [Garment, RegExp][] = [
  ["black", /\bblack\b/i],
  ["navy", /\b(navy|midnight)\b/i],
  ["forest", /\b(forest|hunter|bottle|dark) ?green\b|\bforest\b/i],
  ["red", /\b(red|cardinal)\b/i],
  ["sand", /\b(sand|beige|cream|natural|ivory|tan)\b/i],
  ["white", /\bwhite\b/i],
  ["heather", /\b(heather|gr[ae]y|ash)\b/i],
]
const COLOUR_NAME = /colou?r|shirt|garment|tee|hoodie/i
const NO_SHIRT =
  /\b(mug|cup|tumbler|tote|bag|towel|pillow|cushion|blanket|apron|cap|hat|beanie|socks?|onesie|bib)\b/i

/** One of the buyer's choices: `Colour: Black`. */
type Choice = { name: string; value: string }

/** Returns the garment's colour that the order names; null if it names none that can be drawn. */
export function garmentOf({ variation, size }: Pick<ShownProof, "variation" | "size">): Garment | null {
  const choices = choicesOf(variation)
  const named = choices.filter(({ name }) => COLOUR_NAME.test(name))
  const values = [...(named.length > 0 ? named : choices).map(({ value }) => value), size]
  for (const value of values)
    for (const [garment, words] of garmentWords) if (words.test(value)) return garment
  return null
}

/** Returns the garment in the order's words: `Black, adult M`. */
export function orderedWords({ variation, size }: Pick<ShownProof, "variation" | "size">): string {
  return [...choicesOf(variation).map(({ value }) => value), size].filter((word) => word !== "").join(", ")
}

/** Returns whether the piece can be shown on a shirt: not if the item is known as something else. */
export function isOnShirt({ title }: Pick<ShownProof, "title">): boolean {
  return !NO_SHIRT.test(title)
}

function choicesOf(variation: string): Choice[] {
  return variation.split(/[,;|\n]/).flatMap((part) => {
    const [name, ...rest] = part.split(":")
    const choice = rest.length === 0 ? { name: "", value: name } : { name, value: rest.join(":") }
    return choice.value.trim() === "" ? [] : [{ name: choice.name.trim(), value: choice.value.trim() }]
  })
}
