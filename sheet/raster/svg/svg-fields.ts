import { escapeXml, xmlTokens } from "./xml-tokens.ts"

/** `{{name}}` in an SVG's text, as contract/artwork/artwork-field.ts spells names. */
const FIELD = /\{\{\s*([A-Za-z][A-Za-z0-9_-]{0,39})\s*\}\}/g
const TEXTS = new Set(["text", "tspan", "textPath"])
/** The characters with which drawing programs break lines and tags, and which are no part of a value. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Returns the names of an SVG's fields, in the order in which its text has them. */
export function svgFieldNames(source: string): string[] {
  const names = new Set<string>()
  for (const { text } of fieldTexts(source)) for (const [, name] of text.matchAll(FIELD)) names.add(name)
  return [...names]
}

/**
 * Returns the SVG with values in place of its fields; a field without a value is empty. Values are text
 * and nothing else: whatever they hold, they become no tag and no reference.
 */
export function fillSvgFields(source: string, values: Readonly<Record<string, string>>): string {
  let filled = ""
  let done = 0
  for (const { text, from, to } of fieldTexts(source)) {
    const spoken = text.replace(FIELD, (_, name: string) =>
      (Object.hasOwn(values, name) ? values[name] : "").replace(UNPRINTABLE, " "),
    )
    filled += source.slice(done, from) + escapeXml(spoken)
    done = to
  }
  return filled + source.slice(done)
}

type FieldText = { text: string; from: number; to: number }

/** Yields the pieces of drawn text that hold a field. */
function* fieldTexts(source: string): Generator<FieldText> {
  if (!source.includes("{{")) return
  const open: boolean[] = []
  for (const token of xmlTokens(source)) {
    if (token.kind === "open") {
      if (!token.isEmpty) open.push(TEXTS.has(token.name.replace(/^svg:/, "")))
    } else if (token.kind === "close") open.pop()
    else if (open.at(-1) && token.text.search(FIELD) >= 0) yield token
  }
}
