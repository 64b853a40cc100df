import { refusedSvg, uploadPng } from "./svg-refusal.ts"

/** Ids that rules draw with, by class name; `toAll` is what rules for anything else than a single class draw with. */
export type SheetReferences = { byClass: Map<string, string[]>; toAll: string[] }

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
  return [...declarations.matchAll(URL_VALUE)].map(([, target]) => target.trim().slice(1))
}

/** References of a sheet that cleanCss has been over. */
export function sheetReferences(css: string): SheetReferences {
  const byClass = new Map<string, string[]>()
  const toAll: string[] = []
  for (const { selectors, declarations } of rulesOf(css)) {
    const references = styleReferences(declarations)
    if (references.length === 0) continue
    for (const selector of selectors.split(",")) {
      const name = /^\s*[A-Za-z]*\.([\w-]+)\s*$/.exec(selector)?.[1]
      if (name === undefined) toAll.push(...references)
      else if (byClass.get(name)?.push(...references) === undefined) byClass.set(name, [...references])
    }
  }
  return { byClass, toAll }
}

/**
 * The innermost blocks: what stands before a `{` up to the brace before it, and what stands behind it up to its `}`. Cut by
 * index in one pass; a pattern would look ahead from every character of text that never closes.
 */
function* rulesOf(css: string): Generator<{ selectors: string; declarations: string }> {
  let start = 0
  for (let end = css.indexOf("}"); end !== -1; end = css.indexOf("}", start)) {
    const block = css.slice(start, end)
    start = end + 1
    const open = block.lastIndexOf("{")
    if (open === -1) continue
    const before = block.slice(0, open)
    yield { selectors: before.slice(before.lastIndexOf("{") + 1), declarations: block.slice(open + 1) }
  }
}
