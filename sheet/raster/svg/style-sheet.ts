import { refusedSvg, uploadPng } from "./svg-refusal.ts"

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g
const AT_STATEMENT = /@(?:import|charset|namespace)[^;]*(?:;|$)/gi
const FONT_FACE = /@font-face\s*\{[^}]*(?:\}|$)/gi
const URL_VALUE = /url\(\s*["']?([^"')]*)/gi

/** Drops what reaches outside the file: imports and fonts. Other addresses in url() are refused. */
export function cleanCss(css: string): { css: string; isTrimmed: boolean } {
  const bare = css.replace(COMMENT, " ")
  const trimmed = bare.replace(AT_STATEMENT, " ").replace(FONT_FACE, " ")
  for (const [, target] of trimmed.matchAll(URL_VALUE)) {
    if (!target.trim().startsWith("#")) throw outsideReference()
  }
  return { css: trimmed, isTrimmed: trimmed !== bare }
}

export function outsideReference(): Error {
  return refusedSvg("unsafe", "refers to something outside the file", `Embed it, or: ${uploadPng}`)
}

/** Ids that declarations, or the value of a single property, point at. */
export function styleReferences(declarations: string): string[] {
  if (!declarations.includes("(")) return []
  return [...declarations.matchAll(URL_VALUE)].map(([, target]) => target.trim().slice(1))
}
