import { refusedSvg, uploadPng } from "./svg-refusal.ts"
import { type EmbeddedFont, embeddedFontsOf } from "./text-faces.ts"

const AT_STATEMENT = /@(?:import|charset|namespace)[^;]*(?:;|$)/gi
const FONT_FACE = /@font-face\s*\{[^}]*(?:\}|$)/gi
const URL_VALUE = /url\(\s*["']?([^"')]*)/gi

/**
 * Drops imports and fonts from outside the file, and the fonts within it, which are returned. Other
 * addresses in url() are refused.
 */
export function cleanCss(css: string): { css: string; isTrimmed: boolean; fonts: EmbeddedFont[] } {
  const bare = withoutComments(css)
  const fonts = embeddedFontsOf(bare)
  const trimmed = bare.replace(AT_STATEMENT, " ").replace(FONT_FACE, " ")
  for (const [, target] of trimmed.matchAll(URL_VALUE)) {
    if (!target.trim().startsWith("#")) throw outsideReference()
  }
  const faces = bare.match(FONT_FACE)?.length ?? 0
  return {
    css: trimmed,
    isTrimmed: faces > fonts.length || /@(?:import|charset|namespace)/i.test(bare),
    fonts,
  }
}

export function outsideReference(): Error {
  return refusedSvg("unsafe", "refers to something outside the file", `Embed it, or: ${uploadPng}`)
}

/** Returns the ids that declarations, or the value of a single property, reference. */
export function styleReferences(declarations: string): string[] {
  if (!declarations.includes("(")) return []
  return [...declarations.matchAll(URL_VALUE)].map(([, target]) => target.trim().slice(1))
}

/** Removes comments by index: a regular expression takes many times as long. */
function withoutComments(css: string): string {
  let bare = ""
  let from = 0
  for (let start = css.indexOf("/*"); start >= 0; start = css.indexOf("/*", from)) {
    bare += `${css.slice(from, start)} `
    const end = css.indexOf("*/", start + 2)
    from = end < 0 ? css.length : end + 2
  }
  return bare + css.slice(from)
}
