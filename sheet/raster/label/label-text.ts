import { LABEL_EM, labelGlyphs } from "./label-face.ts"
import { labelCharacters } from "./label-name.ts"

const ELLIPSIS = "…"

const advances = new Map(labelGlyphs.map(([character, advance]) => [character, advance]))

/** Returns the width of a text in ems. */
export function labelWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (advances.get(character) ?? 0), 0) / LABEL_EM
}

/** Returns as much of a text as fits into a width, cut with an ellipsis; "" if not one letter fits. */
export function fitLabel(text: string, widthEm: number): string {
  const known = labelCharacters(text)
  if (labelWidth(known) <= widthEm) return known
  for (let length = known.length - 1; length > 0; length--) {
    const cut = `${known.slice(0, length).trimEnd()}${ELLIPSIS}`
    if (labelWidth(cut) <= widthEm) return cut
  }
  return ""
}
