/**
 * Finds a pattern in a text in time that grows with text times pattern, whatever either is: all ways
 * of matching go forward together, letter by letter (Thompson's construction as Pike runs it:
 * swtch.com/~rsc/regexp/regexp2.html). Of several ways the one counts that a backtracking engine
 * finds first.
 */
import { type CharTest, isWord, MAX_INSTRUCTIONS, type Node, PatternError, parsePattern } from "./syntax.ts"

export type Pattern = readonly Instruction[]
type Instruction =
  | { kind: "letter"; test: CharTest }
  | { kind: "start" | "end" | "boundary" | "no-boundary" }
  | { kind: "jump"; to: number }
  /** Goes on at both; the first is preferred. */
  | { kind: "split"; to: number; or: number }
  /** Notes where the group begins or ends. */
  | { kind: "note"; slot: 2 | 3 }
  | { kind: "match" }

/** Where the whole match lies in the text, and where its group; the group may not have taken part. */
export type Found = { start: number; end: number; group: { start: number; end: number } | null }

/** Makes a pattern ready; throws a PatternError that says what is wrong with it. */
export function compilePattern(source: string): Pattern {
  const program: Instruction[] = []
  write(parsePattern(source), program)
  program.push({ kind: "match" })
  return program
}

/** Steps that may still be taken. */
export type Work = { left: number }

/**
 * The first place from `from` on where the pattern is; null if it is nowhere. Throws a PatternError
 * where it takes more steps than `work` allows.
 */
export function findPattern(pattern: Pattern, text: string, work: Work, from = 0): Found | null {
  let found: Slots | null = null
  let threads: Thread[] = []
  for (let at = from; at <= text.length; ) {
    // Whatever begins earlier is preferred.
    const seen = new Set(threads.map(({ pc }) => pc))
    if (found === null) follow(pattern, text, at, { pc: 0, slots: [at, -1, -1, -1] }, seen, threads)
    if (threads.length === 0 && found !== null) break
    const letter = letterAt(text, at)
    work.left -= threads.length
    if (work.left < 0) throw new PatternError("The pattern takes too long")
    const next: Thread[] = []
    const nextSeen = new Set<number>()
    for (const { pc, slots } of threads) {
      const instruction = pattern[pc]
      if (instruction?.kind === "match") {
        found = [slots[0], at, slots[2], slots[3]]
        break
      }
      if (instruction?.kind === "letter" && letter !== "" && instruction.test(letter))
        follow(pattern, text, at + letter.length, { pc: pc + 1, slots }, nextSeen, next)
    }
    threads = next
    at += Math.max(1, letter.length)
  }
  if (found === null) return null
  const [start, end, groupStart, groupEnd] = found
  return { start, end, group: groupEnd < 0 ? null : { start: groupStart, end: groupEnd } }
}

/** Start and end of the match, then of its group; -1 where nothing has been noted. */
type Slots = readonly [number, number, number, number]
type Thread = { pc: number; slots: Slots }

/** Adds a thread with all that it comes to without a letter, in the order of preference. */
function follow(
  pattern: Pattern,
  text: string,
  at: number,
  first: Thread,
  seen: Set<number>,
  threads: Thread[],
): void {
  const open = [first]
  for (let thread = open.pop(); thread; thread = open.pop()) {
    const { pc, slots } = thread
    if (seen.has(pc)) continue
    seen.add(pc)
    const instruction = pattern[pc]
    switch (instruction?.kind) {
      case "jump":
        open.push({ pc: instruction.to, slots })
        break
      case "split":
        open.push({ pc: instruction.or, slots }, { pc: instruction.to, slots })
        break
      case "note":
        open.push({ pc: pc + 1, slots: noted(slots, instruction.slot, at) })
        break
      case "start":
      case "end":
      case "boundary":
      case "no-boundary":
        if (holds(instruction.kind, text, at)) open.push({ pc: pc + 1, slots })
        break
      default:
        threads.push(thread)
    }
  }
}

function noted([start, end, from, to]: Slots, slot: 2 | 3, at: number): Slots {
  return slot === 2 ? [start, end, at, to] : [start, end, from, at]
}

/** `^` and `$` are of lines, as people write them. */
function holds(place: "start" | "end" | "boundary" | "no-boundary", text: string, at: number): boolean {
  if (place === "start") return at === 0 || text.charAt(at - 1) === "\n"
  if (place === "end") return at === text.length || text.charAt(at) === "\n"
  return (isWord(letterBefore(text, at)) !== isWord(letterAt(text, at))) === (place === "boundary")
}

/** A letter beyond the first 65,536 is two units. */
function letterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? "" : String.fromCodePoint(code)
}

function letterBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 2), at)
  return [...before].at(-1) ?? ""
}

function write(node: Node, program: Instruction[]): void {
  if (program.length > MAX_INSTRUCTIONS) throw new PatternError("The pattern repeats too much")
  switch (node.kind) {
    case "empty":
      return
    case "letter":
      program.push(node)
      return
    case "start":
    case "end":
    case "boundary":
    case "no-boundary":
      program.push({ kind: node.kind })
      return
    case "group":
      program.push({ kind: "note", slot: 2 })
      write(node.node, program)
      program.push({ kind: "note", slot: 3 })
      return
    case "sequence":
      for (const one of node.nodes) write(one, program)
      return
    case "choice":
      writeChoice(node.nodes, program)
      return
    case "repeat":
      writeRepeat(node, program)
      return
  }
}

function writeChoice(nodes: readonly Node[], program: Instruction[]): void {
  const ends: { kind: "jump"; to: number }[] = []
  for (const [place, node] of nodes.entries()) {
    if (place === nodes.length - 1) {
      write(node, program)
      break
    }
    const split = { kind: "split" as const, to: program.length + 1, or: 0 }
    program.push(split)
    write(node, program)
    const end = { kind: "jump" as const, to: 0 }
    ends.push(end)
    program.push(end)
    split.or = program.length
  }
  for (const end of ends) end.to = program.length
}

function writeRepeat(
  { node, min, max, isLazy }: Extract<Node, { kind: "repeat" }>,
  program: Instruction[],
): void {
  for (let i = 0; i < min; i++) write(node, program)
  if (max === null) {
    const at = program.length
    const split = { kind: "split" as const, to: 0, or: 0 }
    program.push(split)
    write(node, program)
    program.push({ kind: "jump", to: at })
    prefer(split, at + 1, program.length, isLazy)
    return
  }
  const splits: { split: { kind: "split"; to: number; or: number }; body: number }[] = []
  for (let i = min; i < max; i++) {
    const split = { kind: "split" as const, to: 0, or: 0 }
    program.push(split)
    splits.push({ split, body: program.length })
    write(node, program)
  }
  for (const { split, body } of splits) prefer(split, body, program.length, isLazy)
}

function prefer(split: { to: number; or: number }, body: number, end: number, isLazy: boolean): void {
  split.to = isLazy ? end : body
  split.or = isLazy ? body : end
}
