/**
 * Finds a pattern in a text in time that grows with text times pattern, for any text and pattern: all
 * ways of matching advance together, letter by letter (Thompson's construction as Pike runs it:
 * swtch.com/~rsc/regexp/regexp2.html). If there are several, the one counts that a backtracking engine
 * finds first.
 */
import { isWord, MAX_INSTRUCTIONS, type Node, PatternError, parsePattern } from "./syntax.ts"

/**
 * The parts of a pattern that are written, repeats written out. Parts without an instruction take time,
 * too: `(?:){100}` within itself is 100 times as many with each bracket.
 */
const MAX_WRITTEN = 4 * MAX_INSTRUCTIONS

export type Pattern = readonly Instruction[]
type Instruction =
  | Extract<Node, { kind: "letter" }>
  | { kind: "start" | "end" | "boundary" | "no-boundary" }
  | { kind: "jump"; to: number }
  /** An instruction that goes on at both; the first is preferred. */
  | { kind: "split"; to: number; or: number }
  /** An instruction that notes where the group begins or ends. */
  | { kind: "note"; slot: 2 | 3 }
  | { kind: "match" }

/** The place of the whole match in the text, and that of its group, if the group has taken part. */
export type Found = { start: number; end: number; group: { start: number; end: number } | null }

/** Compiles a pattern; throws a PatternError that says what is wrong with it. */
export function compilePattern(source: string): Pattern {
  const program: Program = { instructions: [], written: 0 }
  write(parsePattern(source), program)
  program.instructions.push({ kind: "match" })
  return program.instructions
}

/** The remaining steps: each instruction at each letter, and each part of a set. */
export type Work = { left: number }

/**
 * Returns the first place from `from` on where the pattern is; null if it is nowhere. Throws a
 * PatternError if it takes more steps than `work` allows.
 */
export function findPattern(pattern: Pattern, text: string, work: Work, from = 0): Found | null {
  const run: Run = { pattern, text, work, reachedAt: new Int32Array(pattern.length).fill(-1) }
  let match: Slots | null = null
  let threads: Thread[] = []
  for (let at = from; at <= text.length; ) {
    // An earlier start is preferred.
    if (match === null) follow(run, at, { pc: 0, slots: [at, -1, -1, -1] }, threads)
    if (threads.length === 0 && match !== null) break
    const letter = letterAt(text, at)
    const next: Thread[] = []
    for (const { pc, slots } of threads) {
      const instruction = pattern[pc]
      if (instruction?.kind === "match") {
        match = [slots[0], at, slots[2], slots[3]]
        break
      }
      if (instruction?.kind !== "letter" || letter === "") continue
      take(work, instruction.cost)
      if (instruction.test(letter)) follow(run, at + letter.length, { pc: pc + 1, slots }, next)
    }
    threads = next
    at += Math.max(1, letter.length)
  }
  if (match === null) return null
  const [start, end, groupStart, groupEnd] = match
  return { start, end, group: groupEnd < 0 ? null : { start: groupStart, end: groupEnd } }
}

function take(work: Work, steps: number): void {
  work.left -= steps
  if (work.left < 0) throw new PatternError("The pattern takes too long")
}

/** The start and end of the match, then of its group; -1 if nothing has been noted. */
type Slots = readonly [number, number, number, number]
type Thread = { pc: number; slots: Slots }
/** A search; `reachedAt` is where in the text each instruction was last come to. */
type Run = { pattern: Pattern; text: string; work: Work; reachedAt: Int32Array }

/** Adds a thread with all instructions that it reaches without a letter, in the order of preference. */
function follow({ pattern, text, work, reachedAt }: Run, at: number, first: Thread, threads: Thread[]): void {
  const open = [first]
  for (let thread = open.pop(); thread; thread = open.pop()) {
    const { pc, slots } = thread
    if (reachedAt[pc] === at) continue
    reachedAt[pc] = at
    take(work, 1)
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

/** Returns true if the place holds; `^` and `$` are of lines, as people write them. */
function holds(place: "start" | "end" | "boundary" | "no-boundary", text: string, at: number): boolean {
  if (place === "start") return at === 0 || text.charAt(at - 1) === "\n"
  if (place === "end") return at === text.length || text.charAt(at) === "\n"
  return (isWord(letterBefore(text, at)) !== isWord(letterAt(text, at))) === (place === "boundary")
}

/** Returns the letter at a place; one beyond the first 65,536 is two units. */
function letterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? "" : String.fromCodePoint(code)
}

function letterBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 2), at)
  return [...before].at(-1) ?? ""
}

type Program = { instructions: Instruction[]; written: number }

function write(node: Node, program: Program): void {
  program.written += 1
  if (program.instructions.length > MAX_INSTRUCTIONS || program.written > MAX_WRITTEN)
    throw new PatternError("The pattern repeats too much")
  switch (node.kind) {
    case "empty":
      return
    case "letter":
      program.instructions.push(node)
      return
    case "start":
    case "end":
    case "boundary":
    case "no-boundary":
      program.instructions.push({ kind: node.kind })
      return
    case "group":
      program.instructions.push({ kind: "note", slot: 2 })
      write(node.node, program)
      program.instructions.push({ kind: "note", slot: 3 })
      return
    case "sequence":
      for (const part of node.nodes) write(part, program)
      return
    case "choice":
      writeChoice(node.nodes, program)
      return
    case "repeat":
      writeRepeat(node, program)
      return
  }
}

function writeChoice(nodes: readonly Node[], program: Program): void {
  const ends: { kind: "jump"; to: number }[] = []
  for (const [place, node] of nodes.entries()) {
    if (place === nodes.length - 1) {
      write(node, program)
      break
    }
    const split = { kind: "split" as const, to: program.instructions.length + 1, or: 0 }
    program.instructions.push(split)
    write(node, program)
    const end = { kind: "jump" as const, to: 0 }
    ends.push(end)
    program.instructions.push(end)
    split.or = program.instructions.length
  }
  for (const end of ends) end.to = program.instructions.length
}

function writeRepeat({ node, min, max, isLazy }: Extract<Node, { kind: "repeat" }>, program: Program): void {
  for (let i = 0; i < min; i++) write(node, program)
  if (max === null) {
    const at = program.instructions.length
    const split = { kind: "split" as const, to: 0, or: 0 }
    program.instructions.push(split)
    write(node, program)
    program.instructions.push({ kind: "jump", to: at })
    prefer(split, at + 1, program.instructions.length, isLazy)
    return
  }
  const splits: { split: { kind: "split"; to: number; or: number }; body: number }[] = []
  for (let i = min; i < max; i++) {
    const split = { kind: "split" as const, to: 0, or: 0 }
    program.instructions.push(split)
    splits.push({ split, body: program.instructions.length })
    write(node, program)
  }
  for (const { split, body } of splits) prefer(split, body, program.instructions.length, isLazy)
}

function prefer(split: { to: number; or: number }, body: number, end: number, isLazy: boolean): void {
  split.to = isLazy ? end : body
  split.or = isLazy ? body : end
}
