import { refusedSvg, uploadPng } from "./svg-refusal.ts"

/** Ids that rules draw with, by class name; `toAll` is what rules for anything else than a single class draw with. */
export type SheetReferences = { byClass: Map<string, string[]>; toAll: string[] }

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g
const AT_STATEMENT = /@(?:import|charset|namespace)[^;]*(?:;|$)/gi
const FONT_FACE = /@font-face\s*\{[^}]*(?:\}|$)/gi
const URL_VALUE = /url\(\s*["']?([^"')]*)/gi
const RULE = /([^{}]*)\{([^{}]*)\}/g

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
  return [...declarations.matchAll(URL_VALUE)].map(([, target]) => target.trim().slice(1))
}

/** References of a sheet that cleanCss has been over. */
export function sheetReferences(css: string): SheetReferences {
  const byClass = new Map<string, string[]>()
  const toAll: string[] = []
  for (const [, selectors, declarations] of css.matchAll(RULE)) {
    const references = styleReferences(declarations)
    if (references.length === 0) continue
    for (const selector of selectors.split(",")) {
      const name = /^\s*[A-Za-z]*\.([\w-]+)\s*$/.exec(selector)?.[1]
      if (name === undefined) toAll.push(...references)
      else byClass.set(name, [...(byClass.get(name) ?? []), ...references])
    }
  }
  return { byClass, toAll }
}
