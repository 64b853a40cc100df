import { SVG_MAX_COMPOUNDS, SVG_MAX_RULES } from "./svg-limit.ts"
import { tooComplex } from "./svg-refusal.ts"
import { PRESENTATION } from "./svg-vocabulary.ts"

/** The part of a selector that describes a single element. */
export type Compound = {
  /** The way to the element on its left; null for the first. */
  combinator: "descendant" | "child" | "sibling" | null
  type: string | null
  tests: SubSelector[]
}

export type SubSelector =
  | { kind: "id" | "class"; name: string }
  | { kind: "attribute"; name: string; operator: "" | "=" | "~=" | "|="; value: string }
  | { kind: "first-child" }
  | { kind: "never" }

export type CssRule = {
  compounds: Compound[]
  /** One number: ids count most, then classes, attributes and pseudo-classes, then types. */
  specificity: number
  declarations: ReadonlyMap<string, string>
}

const AT_RULE = /@[^;{]*/y
const NAME = /-?[_a-zA-Z\u00ee-\uffff][\w\u00ee-\uffff-]*/y
const ATTRIBUTE = /\[([\w-]+)(?:([~|]?=)(?:"([^"]*)"|'([^']*)'|([\w-]+)))?\]/y
const BEFORE_COMBINATOR = /\s*([>+]?)\s*/y
const DECLARATION = /^\s*\*?(-?[_a-zA-Z][\w-]*)\s*:([\s\S]*)$/
/** One term that the renderer accepts in a value: space, comma, colour, number, string, word or function. */
const TERM =
  /\s+|,|#[\w-]*|[+-]?\.?\d[\d.]*(?:%|[a-zA-Z][\w-]*)?|"[^"]*"|'[^']*'|-?[_a-zA-Z\u00ee-\uffff][\w\u00ee-\uffff-]*(?:\([^)]*\))?/y

/**
 * Reads the rules of a style sheet without comments, in the order in which they apply: by specificity,
 * then as written. Leaves out at-rules with their blocks, and selectors and declarations that the
 * renderer does not know. `!important` is ignored, because the renderer ignores it.
 */
export function readRules(css: string): CssRule[] {
  const rules: CssRule[] = []
  for (const { selectors, block } of blocksOf(css)) {
    const declarations = readDeclarations(block)
    if (declarations.size === 0) continue
    for (const selector of selectors.split(",")) {
      const compounds = readSelector(selector.trim())
      if (compounds === null) continue
      rules.push({ compounds, specificity: specificityOf(compounds), declarations })
      if (rules.length > SVG_MAX_RULES) throw tooComplex()
    }
  }
  return rules.sort((a, b) => a.specificity - b.specificity)
}

/** Cuts by index in one pass. A regular expression would look ahead from every unclosed character. */
function* blocksOf(css: string): Generator<{ selectors: string; block: string }> {
  for (let at = 0; at < css.length; ) {
    AT_RULE.lastIndex = skipSpace(css, at)
    const atRule = AT_RULE.exec(css)
    if (atRule !== null) {
      const end = AT_RULE.lastIndex
      at = css[end] === "{" ? skipBlock(css, end) : end + 1
      continue
    }
    const open = css.indexOf("{", at)
    if (open < 0) return
    const close = css.indexOf("}", open)
    const end = close < 0 ? css.length : close
    yield { selectors: css.slice(at, open), block: css.slice(open + 1, end) }
    at = end + 1
  }
}

function skipSpace(css: string, from: number): number {
  let at = from
  while (at < css.length && css.charCodeAt(at) <= 0x20) at++
  return at
}

/** Returns the index behind the brace that closes the one at `open`. */
function skipBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === "{") depth++
    else if (css[at] === "}" && --depth === 0) return at + 1
  }
  return css.length
}

/** Returns the properties that a block of declarations sets, as far as the renderer knows them. */
export function readDeclarations(block: string): Map<string, string> {
  const declarations = new Map<string, string>()
  if (!block.includes(":")) return declarations
  for (const text of block.split(";")) {
    const [, name, written] = DECLARATION.exec(text) ?? []
    if (name === undefined) continue
    const value = written.replace(/!\s*important\s*$/, "").trim()
    if (!isValue(value)) continue
    if (name === "marker")
      for (const end of ["start", "mid", "end"]) set(declarations, `marker-${end}`, value)
    else if (PRESENTATION.has(name)) set(declarations, name, value)
  }
  return declarations
}

/** Returns whether the renderer reads a value; anything else would lose all later declarations. */
function isValue(text: string): boolean {
  for (let at = 0; at < text.length; at = TERM.lastIndex) {
    TERM.lastIndex = at
    if (!TERM.test(text)) return false
  }
  return text !== ""
}

/** Sets a declaration: the last of a name counts, and moves to the end. */
function set(declarations: Map<string, string>, name: string, value: string): void {
  declarations.delete(name)
  declarations.set(name, value)
}

/** Reads the compounds of one selector from left to right; null if the renderer does not know them. */
function readSelector(text: string): Compound[] | null {
  const compounds: Compound[] = []
  let combinator: Compound["combinator"] = null
  for (let at = 0; at < text.length; ) {
    const read = readCompound(text, at, combinator)
    if (read === null) return null
    compounds.push(read.compound)
    if (compounds.length > SVG_MAX_COMPOUNDS) throw tooComplex()
    if (read.end === text.length) return compounds
    BEFORE_COMBINATOR.lastIndex = read.end
    const [between, sign] = BEFORE_COMBINATOR.exec(text) ?? [""]
    if (between === "") return null
    combinator = sign === ">" ? "child" : sign === "+" ? "sibling" : "descendant"
    at = read.end + between.length
  }
  return null
}

function readCompound(
  text: string,
  start: number,
  combinator: Compound["combinator"],
): { compound: Compound; end: number } | null {
  const compound: Compound = { combinator, type: null, tests: [] }
  let at = start
  if (text[at] === "*") at++
  else {
    const type = nameAt(text, at)
    compound.type = type === "" ? null : type
    at += type.length
  }
  for (;;) {
    const read = readTest(text, at)
    if (read === null) return at === start ? null : { compound, end: at }
    compound.tests.push(read.test)
    at = read.end
  }
}

function readTest(text: string, at: number): { test: SubSelector; end: number } | null {
  const sign = text[at]
  if (sign === "[") {
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(text)
    if (match === null) return null
    const [all, name, operator = "", double, single, bare] = match
    const value = double ?? single ?? bare ?? ""
    return {
      test: { kind: "attribute", name, operator: operator as "" | "=" | "~=" | "|=", value },
      end: at + all.length,
    }
  }
  if (sign !== "#" && sign !== "." && sign !== ":") return null
  const name = nameAt(text, at + 1)
  const end = at + 1 + name.length
  if (name === "") return null
  if (sign === "#") return { test: { kind: "id", name }, end }
  if (sign === ".") return { test: { kind: "class", name }, end }
  if (name === "first-child") return { test: { kind: name }, end }
  // Links and the like: a picture has none.
  if (["link", "visited", "hover", "active", "focus"].includes(name)) return { test: { kind: "never" }, end }
  return null
}

function nameAt(text: string, at: number): string {
  NAME.lastIndex = at
  return NAME.exec(text)?.[0] ?? ""
}

function specificityOf(compounds: readonly Compound[]): number {
  let [ids, others, types] = [0, 0, 0]
  for (const { type, tests } of compounds) {
    if (type !== null) types++
    for (const test of tests) {
      const isId = test.kind === "id" || (test.kind === "attribute" && test.name === "id")
      if (isId) ids++
      else others++
    }
  }
  return (Math.min(ids, 255) * 256 + Math.min(others, 255)) * 256 + Math.min(types, 255)
}
