import { inchesText, type NamedDestination } from "./size.ts"

/** What a destination makes of a print, for people to read before they process it. */
export function destinationWords(
  { name, formats, white, contour }: NamedDestination,
  film: { maxLengthIn: number; mirror: boolean; sheets: number },
): string {
  const what = [
    `Written for "${name}" as ${listed(formats.map((format) => format.toUpperCase()))}`,
    ...(film.mirror ? ["mirrored"] : []),
    ...(white.isOn ? ["with white beneath"] : []),
    ...(contour.isOn ? ["with a cut line"] : []),
  ]
  const limit = `A file is at most ${inchesText(film.maxLengthIn)} in long`
  const sheets = film.sheets > 1 ? `, so the print takes ${film.sheets} sheets` : ""
  return `${what.join(", ")}. ${limit}${sheets}.`
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("")
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`
}
