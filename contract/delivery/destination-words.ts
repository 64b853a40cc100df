import type { NamedDestination } from "../artwork/size.ts"
import { asTyped, boundText, type LengthUnit, lengthText, templateName } from "../length.ts"

/** Describes a destination's files, for people to read before they process a print. */
export function destinationWords(
  { name, formats, white, contour }: Omit<NamedDestination, "edgeIn">,
  film: { maxLengthIn: number; mirror: boolean; sheets: number },
  unit: LengthUnit,
): string {
  const clauses = [
    `Written for "${name}" as ${listed(formats.map((format) => format.toUpperCase()))}`,
    ...(film.mirror ? ["mirrored"] : []),
    ...(white.isOn ? ["with white beneath"] : []),
    ...(contour.isOn ? ["with a cut line"] : []),
  ]
  const limit = `A file is at most ${lengthText(asTyped(film.maxLengthIn, unit), unit)} long`
  const sheets = film.sheets > 1 ? `, so the print takes ${film.sheets} sheets` : ""
  return `${clauses.join(", ")}. ${limit}${sheets}.`
}

/** Returns why a print on this template would be cut beside the film; null if it would not. */
export function edgeProblem(
  destination: Pick<NamedDestination, "name" | "edgeIn"> | null,
  template: { name: string; widthIn: number; edgeIn: number },
  unit: LengthUnit,
): string | null {
  if (destination === null || template.edgeIn >= destination.edgeIn) return null
  const [needed, has] = [boundText(destination.edgeIn, "least", unit), lengthText(template.edgeIn, unit)]
  const words = `the edge of "${templateName(template, unit)}" has to be ${needed} or more, but it is ${has}`
  return `The cut line of "${destination.name}" would leave the film: ${words}.`
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("")
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`
}
