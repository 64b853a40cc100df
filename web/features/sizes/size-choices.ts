import type { Size, SizeInput } from "../../../contract/artwork/size.ts"
import { isSameLength, type LengthUnit, lengthText, readLength, sizeLabel } from "../../../contract/length.ts"
import { MAX_SIZE_IN, MIN_SIZE_IN } from "../../../contract/limit.ts"
import { offeredSizes, usualInput, usualLabel } from "./usual-sizes.ts"

/** An own size, one that a click makes, or the form for another one. */
export type SizeChoice =
  | { kind: "own"; words: string; size: Size }
  | { kind: "new" | "usual"; words: string; input: SizeInput }
  | { kind: "form"; words: string; begin: { name: string; widthIn?: number } }

/**
 * Returns what a list of sizes offers for the typed text: own sizes that fit, a size of the typed width, usual
 * widths for a new seller, and the form at its foot.
 */
export function sizeChoices(own: readonly Size[], text: string, unit: LengthUnit): SizeChoice[] {
  const typed = readLength(text, unit)
  const width = typed && isSizeWidth(typed.inches) ? typed : null
  const isWide = (size: Size) => width?.name === "" && isSameLength(size.value, width.inches)
  const fits = (words: string) => plain(words).includes(plain(text))
  const fitting = own.filter((size) => isWide(size) || fits(sizeLabel(size, unit)))
  const sorted = [...fitting.filter(isWide), ...fitting.filter((size) => !isWide(size))]
  const input = width && { name: width.name || "Custom", value: width.inches }
  const isMissing =
    input &&
    !own.some((size) => isWide(size) || plain(sizeLabel(size, unit)) === plain(sizeLabel(input, unit)))
  const usual = offeredSizes(own).filter((size) => fits(usualLabel(size, unit)))
  return [
    ...sorted.map((size) => ({ kind: "own" as const, words: sizeLabel(size, unit), size })),
    ...(isMissing ? [{ kind: "new" as const, words: newWords(input, width?.name ?? "", unit), input }] : []),
    ...usual.map((size) => ({
      kind: "usual" as const,
      words: usualLabel(size, unit),
      input: usualInput(size, unit),
    })),
    {
      kind: "form",
      words: "New size…",
      begin: typed ? { name: typed.name, widthIn: typed.inches } : { name: text.trim() },
    },
  ]
}

function newWords(input: SizeInput, name: string, unit: LengthUnit): string {
  return name === "" ? `Use ${lengthText(input.value, unit)}` : `Add ${sizeLabel(input, unit)}`
}

/** Returns whether a size may have this width. */
export function isSizeWidth(widthIn: number): boolean {
  return widthIn >= MIN_SIZE_IN && widthIn <= MAX_SIZE_IN
}

function plain(words: string): string {
  return words.trim().replace(/\s+/g, " ").toLowerCase()
}
