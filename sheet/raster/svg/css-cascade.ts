import type { Compound, CssRule, SubSelector } from "./css-rules.ts"
import { SVG_STYLE_STEPS } from "./svg-limit.ts"
import { tooComplex } from "./svg-refusal.ts"

/** An element in a selector's view. */
export type StyledElement = {
  name: string
  attributes: ReadonlyMap<string, string>
  parent: StyledElement | null
  /** The element before it under the same parent. */
  before: StyledElement | null
}

/** log2 of the characters of a list that are cut into words in the time of one step. */
const SPLIT_SHIFT = 3

const NOTHING: ReadonlyMap<string, string> = new Map()

/**
 * A cascade that applies style sheets to each element, because the renderer would try every selector
 * on every element. Here an element meets only the rules whose last part names its id, one of its
 * classes, its type, or nothing. The tests of selectors and the declarations they set are still counted
 * over the whole drawing, and refused above SVG_STYLE_STEPS.
 */
export class CssCascade {
  readonly #rules: readonly CssRule[]
  /** Indices into #rules by their last part's key: "#id", ".class", "type", or "" for anything. */
  readonly #byKey = new Map<string, number[]>()
  /** The results, shared by elements with the same rules. */
  readonly #results = new Map<string, ReadonlyMap<string, string>>()
  #steps = 0

  constructor(rules: readonly CssRule[]) {
    this.#rules = rules
    for (const [position, { compounds }] of rules.entries()) {
      const key = keyOf(compounds[compounds.length - 1])
      if (this.#byKey.get(key)?.push(position) === undefined) this.#byKey.set(key, [position])
    }
  }

  /** Returns the properties that the sheets give to an element, in the order in which they are set. */
  declarationsFor(element: StyledElement): ReadonlyMap<string, string> {
    if (this.#rules.length === 0) return NOTHING
    const positions: number[] = []
    for (const key of keysOf(element)) {
      for (const position of this.#byKey.get(key) ?? []) {
        const { compounds } = this.#rules[position]
        if (this.#matches(compounds, compounds.length - 1, element)) positions.push(position)
      }
    }
    return positions.length === 0 ? NOTHING : this.#cascade(positions.sort((a, b) => a - b))
  }

  #cascade(positions: readonly number[]): ReadonlyMap<string, string> {
    const known = this.#results.get(positions.join())
    if (known !== undefined) return known
    const declarations = new Map<string, string>()
    for (const position of positions) {
      this.count(this.#rules[position].declarations.size)
      for (const [name, value] of this.#rules[position].declarations) declarations.set(name, value)
    }
    this.#results.set(positions.join(), declarations)
    return declarations
  }

  #matches(compounds: readonly Compound[], last: number, element: StyledElement): boolean {
    const { combinator, type, tests } = compounds[last]
    this.count(1 + tests.length)
    if (type !== null && type !== element.name) return false
    if (!tests.every((test) => this.#passes(test, element))) return false
    if (combinator === null) return true
    if (combinator === "sibling")
      return element.before !== null && this.#matches(compounds, last - 1, element.before)
    for (let above = element.parent; above !== null; above = above.parent) {
      if (this.#matches(compounds, last - 1, above)) return true
      if (combinator === "child") return false
    }
    return false
  }

  #passes(test: SubSelector, element: StyledElement): boolean {
    switch (test.kind) {
      case "id":
        return element.attributes.get("id") === test.name
      case "class":
        return this.#hasWord(element.attributes.get("class"), test.name)
      case "first-child":
        return element.before === null
      case "never":
        return false
      case "attribute": {
        const value = element.attributes.get(test.name)
        if (value === undefined) return false
        if (test.operator === "~=") return this.#hasWord(value, test.value)
        if (test.operator === "|=") return value === test.value || value.startsWith(`${test.value}-`)
        return test.operator === "" || value === test.value
      }
    }
  }

  #hasWord(text: string | undefined, word: string): boolean {
    if (text === undefined) return false
    this.count(text.length >> SPLIT_SHIFT)
    return text.split(/\s+/).includes(word)
  }

  /** Counts work for all elements together. */
  count(steps: number): void {
    this.#steps += steps
    if (this.#steps > SVG_STYLE_STEPS) throw tooComplex()
  }
}

/** Returns the rarest key that a compound asks for. */
function keyOf({ type, tests }: Compound): string {
  const id = tests.find(({ kind }) => kind === "id")
  const named = id ?? tests.find(({ kind }) => kind === "class")
  if (named?.kind === "id") return `#${named.name}`
  if (named?.kind === "class") return `.${named.name}`
  return type ?? ""
}

function keysOf({ name, attributes }: StyledElement): Iterable<string> {
  const keys = new Set(["", name])
  const id = attributes.get("id")
  if (id !== undefined) keys.add(`#${id}`)
  const classes = attributes.get("class")
  if (classes !== undefined) for (const word of classes.split(/\s+/)) keys.add(`.${word}`)
  return keys
}
