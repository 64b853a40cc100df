/**
 * A regular expression of the kind that always ends: no back-references and no looking around. It is
 * case-insensitive, and has one group, which is not repeated.
 */
import { MAX_PATTERN_LENGTH, MAX_PATTERN_REPEATS } from "../limit.ts"

/** The instructions that a pattern may have when its repeats are written out. */
export const MAX_INSTRUCTIONS = 500
/** The letters of the longest repeat, `{1000,1000}`. */
const MAX_MARK_LENGTH = 11
/** The depth of groups within groups. */
const MAX_DEPTH = 20

type CharTest = (letter: string) => boolean
export type Node =
  /** A letter; `cost` is its number of tests. */
  | { kind: "letter"; test: CharTest; cost: number }
  | { kind: "start" | "end" | "boundary" | "no-boundary" | "empty" }
  | { kind: "sequence" | "choice"; nodes: Node[] }
  | { kind: "group"; node: Node }
  | { kind: "repeat"; node: Node; min: number; max: number | null; isLazy: boolean }

/** The problem of a pattern, for people. */
export class PatternError extends Error {
  override name = "PatternError"
}

/** Reads a pattern; throws a PatternError that says what is not understood. */
export function parsePattern(pattern: string): Node {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new PatternError(`A pattern has at most ${MAX_PATTERN_LENGTH} characters`)
  const parser = new Parser([...pattern])
  const node = parser.choice(0)
  if (!parser.isAtEnd) throw new PatternError("A bracket is closed that was not opened: )")
  if (parser.groups !== 1)
    throw new PatternError("A pattern has one group ( ) around the value; write (?: ) for any other")
  return node
}

class Parser {
  groups = 0
  #at = 0
  readonly #letters: readonly string[]
  constructor(letters: readonly string[]) {
    this.#letters = letters
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#letters.length
  }

  choice(depth: number): Node {
    if (depth > MAX_DEPTH) throw new PatternError("Too many brackets within brackets")
    const nodes = [this.#sequence(depth)]
    while (this.#take("|")) nodes.push(this.#sequence(depth))
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: "choice", nodes }
  }

  #sequence(depth: number): Node {
    const nodes: Node[] = []
    while (!this.isAtEnd && this.#next !== "|" && this.#next !== ")") nodes.push(this.#repeated(depth))
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: "sequence", nodes }
  }

  #repeated(depth: number): Node {
    const groupsBefore = this.groups
    const node = this.#atom(depth)
    const times = this.#times()
    if (times === null) return node
    if (this.groups > groupsBefore) throw new PatternError("The group around the value cannot be repeated")
    if (isPlace(node)) throw new PatternError("There is nothing to repeat before *, +, ? or { }")
    const isLazy = this.#take("?")
    if (this.#times() !== null) throw new PatternError("Something is repeated twice")
    return { kind: "repeat", node, ...times, isLazy }
  }

  /** Returns the repeat that stands here, if there is one. */
  #times(): { min: number; max: number | null } | null {
    if (this.#take("*")) return { min: 0, max: null }
    if (this.#take("+")) return { min: 1, max: null }
    if (this.#take("?")) return { min: 0, max: 1 }
    if (this.#next !== "{") return null
    const [all, from, comma, to] = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#rest) ?? []
    if (all === undefined) throw new PatternError("Write \\{ for a brace")
    this.#at += all.length
    const min = Number(from)
    const upTo = /,(\d+)\}/.exec(all)?.[1]
    const max = comma === undefined ? min : upTo === undefined ? null : Number(upTo)
    if (min > MAX_PATTERN_REPEATS || (max ?? 0) > MAX_PATTERN_REPEATS)
      throw new PatternError(`Something is repeated at most ${MAX_PATTERN_REPEATS} times`)
    if (max !== null && max < min) throw new PatternError(`{${from},${to}} ends before it begins`)
    return { min, max }
  }

  #atom(depth: number): Node {
    const letter = this.#letters[this.#at++]
    switch (letter) {
      case "(":
        return this.#bracket(depth)
      case "[":
        return this.#set()
      case ".":
        return letterOf((letter) => letter !== "\n")
      case "^":
        return { kind: "start" }
      case "$":
        return { kind: "end" }
      case "\\":
        return this.#escape()
      case "*":
      case "+":
      case "?":
      case "{":
        throw new PatternError(`There is nothing to repeat before ${letter}`)
      case "}":
      case "]":
        throw new PatternError(`Write \\${letter} for a bracket`)
      case undefined:
        return { kind: "empty" }
      default:
        return letterOf(sameAs(letter))
    }
  }

  #bracket(depth: number): Node {
    let isValue = true
    if (this.#take("?")) {
      if (!this.#take(":")) throw new PatternError("Lookarounds and named groups are not supported: (?")
      isValue = false
    } else this.groups += 1
    const node = this.choice(depth + 1)
    if (!this.#take(")")) throw new PatternError("A bracket is not closed: (")
    return isValue ? { kind: "group", node } : node
  }

  #escape(): Node {
    const letter = this.#letters[this.#at++]
    if (letter === "b") return { kind: "boundary" }
    if (letter === "B") return { kind: "no-boundary" }
    return letterOf(this.#escaped(letter))
  }

  /** Reads the letter behind a backslash, in a set or outside. */
  #escaped(letter: string | undefined): CharTest {
    const known = letter === undefined ? undefined : classes[letter]
    if (known) return known
    if (letter === undefined) throw new PatternError("Nothing follows the last backslash")
    if (/\d/.test(letter)) throw new PatternError("References to a group are not supported: \\1")
    if (letter === "p" || letter === "P") return this.#property(letter === "P")
    if (/[a-z]/i.test(letter)) throw new PatternError(`\\${letter} is not supported`)
    return sameAs(letter)
  }

  #property(isNot: boolean): CharTest {
    const [all, name = ""] = /^\{([A-Z][a-z]?)\}/.exec(this.#rest) ?? []
    const test = properties.get(name)
    if (all === undefined || test === undefined)
      throw new PatternError(`After \\p one of {${[...properties.keys()].join("}, {")}} is supported`)
    this.#at += all.length
    return isNot ? (letter) => !test(letter) : test
  }

  #set(): Node {
    const isNot = this.#take("^")
    const tests: CharTest[] = []
    while (this.#next !== "]") {
      const letter = this.#letters[this.#at++]
      if (letter === undefined) throw new PatternError("A bracket is not closed: [")
      const isEscape = letter === "\\"
      const first = isEscape ? this.#letters[this.#at] : letter
      const test = isEscape ? this.#escaped(this.#letters[this.#at++]) : sameAs(letter)
      const last = this.#letters[this.#at + 1]
      if (this.#next !== "-" || last === "]" || last === undefined) {
        tests.push(test)
        continue
      }
      this.#at += 2
      if (last === "\\" || (isEscape && /[a-z]/i.test(first ?? "")))
        throw new PatternError("A range in [ ] goes from one letter to another")
      tests.push(rangeOf(first ?? "", last))
    }
    this.#at += 1
    if (tests.length === 0) throw new PatternError("There is nothing in [ ]")
    return letterOf((letter) => tests.some((test) => test(letter)) !== isNot, tests.length)
  }

  get #next(): string | undefined {
    return this.#letters[this.#at]
  }

  /** The next letters, as many as one repeat or property may have. */
  get #rest(): string {
    return this.#letters.slice(this.#at, this.#at + MAX_MARK_LENGTH).join("")
  }

  #take(letter: string): boolean {
    if (this.#next !== letter) return false
    this.#at += 1
    return true
  }
}

function letterOf(test: CharTest, cost = 1): Node {
  return { kind: "letter", test, cost }
}

const properties = new Map(
  ["L", "Lu", "Ll", "M", "N", "Nd", "P", "S", "Z"].map((name) => [name, testOf(`\\p{${name}}`)]),
)
/** A letter of a word in any script: names have accents. */
export const isWord = testOf("[\\p{L}\\p{M}\\p{N}_]")
const isDigit = testOf("\\d")
const isSpace = testOf("\\s")
const classes: Readonly<Record<string, CharTest>> = {
  d: isDigit,
  D: (letter) => !isDigit(letter),
  w: isWord,
  W: (letter) => !isWord(letter),
  s: isSpace,
  S: (letter) => !isSpace(letter),
  n: (letter) => letter === "\n",
  t: (letter) => letter === "\t",
}

/** Returns a test of one letter against one class: constant work. */
function testOf(source: string): CharTest {
  const pattern = new RegExp(`^${source}$`, "u")
  return (letter) => pattern.test(letter)
}

function sameAs(letter: string): CharTest {
  const lower = letter.toLowerCase()
  return (candidate) => candidate === letter || candidate.toLowerCase() === lower
}

function rangeOf(first: string, last: string): CharTest {
  if (first > last) throw new PatternError(`The range ${first}-${last} ends before it begins`)
  const isIn = (letter: string) => letter >= first && letter <= last
  return (letter) => isIn(letter) || isIn(letter.toLowerCase()) || isIn(letter.toUpperCase())
}

function isPlace({ kind }: Node): boolean {
  return (
    kind === "start" || kind === "end" || kind === "boundary" || kind === "no-boundary" || kind === "empty"
  )
}
