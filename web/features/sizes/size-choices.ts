import { inchesText, type Size, type SizeInput, sizeLabel } from "../../../contract/artwork/size.ts"
import { isSizeWidth, readWidth } from "./typed-width.ts"
import { offeredSizes, usualInput, usualLabel, type WidthUnit } from "./usual-sizes.ts"

/** An own size, one that a click makes, or the form for another one. */
export type SizeChoice =
  | { kind: "own"; words: string; size: Size }
  | { kind: "new" | "usual"; words: string; input: SizeInput }
  | { kind: "form"; words: string; begin: { name: string; widthIn?: number } }

/**
 * Returns what a list of sizes offers for the typed text: own sizes that fit, a size of the typed width, usual
 * widths for a new seller, and the form at its foot.
 */
export function sizeChoices(own: readonly Size[], text: string, unit: WidthUnit): SizeChoice[] {
  const typed = readWidth(text)
  const width = typed && isSizeWidth(typed.widthIn) ? typed : null
  const isWide = (size: Size) => width?.name === "" && size.value === width.widthIn
  const fits = (words: string) => plain(words).includes(plain(text))
  const fitting = own.filter((size) => isWide(size) || fits(sizeLabel(size)))
  const sorted = [...fitting.filter(isWide), ...fitting.filter((size) => !isWide(size))]
  const input = width && { name: width.name || "Custom", value: width.widthIn }
  const isMissing =
    input && !own.some((size) => isWide(size) || plain(sizeLabel(size)) === plain(sizeLabel(input)))
  const usual = offeredSizes(own).filter((size) => fits(usualLabel(size, unit)))
  return [
    ...sorted.map((size) => ({ kind: "own" as const, words: sizeLabel(size), size })),
    ...(isMissing ? [{ kind: "new" as const, words: newWords(input, width?.name ?? ""), input }] : []),
    ...usual.map((size) => ({
      kind: "usual" as const,
      words: usualLabel(size, unit),
      input: usualInput(size, unit),
    })),
    {
      kind: "form",
      words: "New size…",
      begin: typed ? { name: typed.name, widthIn: typed.widthIn } : { name: text.trim() },
    },
  ]
}

function newWords(input: SizeInput, name: string): string {
  return name === "" ? `Use ${inchesText(input.value)} in` : `Add ${sizeLabel(input)}`
}

function plain(words: string): string {
  return words.trim().replace(/\s+/g, " ").toLowerCase()
}
