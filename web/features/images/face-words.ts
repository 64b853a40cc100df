import type { Font } from "../../../contract/artwork/font.ts"

const weightNames = [
  "Thin",
  "Extra light",
  "Light",
  "Regular",
  "Medium",
  "Semibold",
  "Bold",
  "Extra bold",
  "Black",
]

type Face = Pick<Font, "weight" | "style">

/** Returns a face's name within its family: `Regular`, `Bold italic`, `Italic`. */
export function faceWords({ weight, style }: Face): string {
  const name = weightNames[Math.round(weight / 100) - 1] ?? String(weight)
  if (style === "normal") return name
  return name === "Regular" ? "Italic" : `${name} italic`
}

/** Returns `Oswald Bold`; a regular face has its family's name. */
export function fontName({ family, ...face }: Face & Pick<Font, "family">): string {
  const words = faceWords(face)
  return words === "Regular" ? family : `${family} ${words}`
}

/** Groups a library's faces by family; own fonts stand one by one, as they are deleted. */
export function byFamily(fonts: readonly Font[]): Font[][] {
  return [...Map.groupBy(fonts, ({ _id, source, family }) => (source === "library" ? family : _id)).values()]
}
