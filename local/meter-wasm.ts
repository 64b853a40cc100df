/** The export that metering adds to a module. */
export const WORK_EXPORT = "work"

/**
 * Rewrites a WebAssembly module so that it counts its own work and stops at a bound, whatever its
 * input multiplies. The exported global "work" is the work that remains. Every piece of code
 * subtracts its own work in advance and traps when the rest falls below zero. Memory gets a maximum,
 * and the module stops in the same way when it cannot grow.
 *
 * One unit is one instruction that the processor works on: locals and constants are free, calls,
 * divisions, and what is slow with floats, cost more. A loop pays for its body each time it begins,
 * a function when it is called, a branch of BRANCH_WORK or more when it is entered. The code before
 * a shorter branch pays for it, so the count is never too low.
 *
 *     function   ─ pays 9 ─┐
 *       loop     ─ pays 5 ─┤  subtracted before the code behind the mark runs
 *         if     ─ pays 12 ┘
 */
export function meterWasm(module: Uint8Array<ArrayBuffer>, maxMemoryPages: number): Uint8Array<ArrayBuffer> {
  const sections = readSections(module)
  const bodyOf = (id: number) => {
    const section = sections.find((section) => section.id === id)
    if (section === undefined) throw new Error(`the module has no section ${id}`)
    return section
  }
  const globals = bodyOf(SECTION.global)
  checkImports(bodyOf(SECTION.import).body)
  const counter = new Cursor(globals.body).unsigned()
  const grown = counter + 1
  globals.body = append(globals.body, 2, [I64, 1, 0x42, 0, END, I32, 1, 0x41, 0, END])
  const name = new TextEncoder().encode(WORK_EXPORT)
  const exported = bodyOf(SECTION.export)
  exported.body = append(exported.body, 1, [name.length, ...name, 3, ...unsignedBytes(counter)])
  const memory = bodyOf(SECTION.memory)
  memory.body = boundMemory(memory.body, maxMemoryPages)
  const code = bodyOf(SECTION.code)
  code.body = meterCode(code.body, { counter, grown })
  return join([
    module.subarray(0, HEADER_BYTES),
    ...sections.flatMap(({ id, body }) => [Uint8Array.from([id, ...unsignedBytes(body.length)]), body]),
  ])
}

type Bytes = Uint8Array<ArrayBuffer>
type Section = { id: number; body: Bytes }
/** The indexes of the globals that are added. */
type Added = { counter: number; grown: number }

const HEADER_BYTES = 8
const SECTION = { import: 2, memory: 5, global: 6, export: 7, code: 10 }
const [I32, I64, EMPTY] = [0x7f, 0x7e, 0x40]

/** The instructions that matter by name; ranges of codes distinguish all others. */
const [BLOCK, LOOP, IF, ELSE, END] = [0x02, 0x03, 0x04, 0x05, 0x0b]
const [BR, BR_IF, BR_TABLE] = [0x0c, 0x0d, 0x0e]
const [CALL, CALL_INDIRECT] = [0x10, 0x11]
const MEMORY_GROW = 0x40
/** The first byte of two-byte instructions. */
const WIDE = 0xfc
const [MEMORY_COPY, MEMORY_FILL] = [10, 11]

/** The work from which a branch pays for itself, because counting itself costs time. */
const BRANCH_WORK = 8

const CALL_WORK = 4
/**
 * The work of divisions, roots and conversions to whole numbers, whose range is checked: they take some ten
 * times as long as other arithmetic.
 */
const SLOW_WORK = 8
/** The work of comparing floats, which takes two instructions of the processor or more. */
const FLOAT_COMPARISON_WORK = 2
/** The work of memory.copy and memory.fill, of mostly less than a kilobyte. */
const BULK_WORK = 64
const SLOW = new Set([0x6d, 0x6e, 0x6f, 0x70, 0x7f, 0x80, 0x81, 0x82, 0x91, 0x95, 0x9f, 0xa3])
/** unreachable, nop, block, loop, else, end, drop, local.get, local.set, local.tee and constants. */
const FREE = new Set([0x00, 0x01, BLOCK, LOOP, ELSE, END, 0x1a, 0x20, 0x21, 0x22, 0x41, 0x42, 0x43, 0x44])

/** A place where work is subtracted, or would be if more work followed. */
type Mark = {
  at: number
  work: number
  /** The earlier mark that runs exactly as often; it pays if this mark does not. */
  payer: Mark | null
  isKept: boolean
}

function meterCode(code: Bytes, added: Added): Bytes {
  const cursor = new Cursor(code)
  const parts: Bytes[] = [Uint8Array.from(unsignedBytes(cursor.unsigned()))]
  while (cursor.at < code.length) {
    const size = cursor.unsigned()
    const body = meterFunction(code.subarray(cursor.at, cursor.at + size), added)
    parts.push(Uint8Array.from(unsignedBytes(body.length)), body)
    cursor.at += size
  }
  return join(parts)
}

function meterFunction(body: Bytes, added: Added): Bytes {
  const cursor = new Cursor(body)
  for (let groups = cursor.unsigned(); groups > 0; groups--) {
    cursor.unsigned()
    cursor.at++
  }
  const { marks, grows } = readMarks(cursor, body)
  // Backwards, because a mark pays for the code after it.
  for (const mark of marks.toReversed()) {
    if (mark.payer === null || mark.isKept || mark.work >= BRANCH_WORK) continue
    mark.payer.work += mark.work
    mark.work = 0
  }
  const inserts = [
    ...marks.filter(({ work }) => work > 0).map(({ at, work }) => ({ at, bytes: payment(work, added) })),
    ...grows.map((at) => ({ at, bytes: stopUnlessGrown(added) })),
  ].sort((a, b) => a.at - b.at)
  const parts: Bytes[] = []
  let from = 0
  for (const { at, bytes } of inserts) {
    parts.push(body.subarray(from, at), bytes)
    from = at
  }
  return join([...parts, body.subarray(from)])
}

function readMarks(cursor: Cursor, body: Bytes): { marks: Mark[]; grows: number[] } {
  const marks: Mark[] = []
  const grows: number[] = []
  /** For each open block, the mark in force where it began. */
  const outer: Mark[] = []
  let current: Mark | null = null
  const begin = (payer: Mark | null, isKept = false): Mark => {
    const mark = { at: cursor.at, work: 0, payer, isKept }
    marks.push(mark)
    return mark
  }
  current = begin(null)
  // Calling a function takes time even if none of its instructions counts.
  current.work = 1
  let depth = 1
  while (depth > 0) {
    const opcode = body[cursor.at]
    if (opcode === WIDE && body[cursor.at + 1] >= MEMORY_COPY) current.work += BULK_WORK
    else if (!FREE.has(opcode)) current.work += workOf(opcode)
    skipInstruction(cursor)
    if (opcode === BLOCK || opcode === LOOP || opcode === IF) {
      depth++
      outer.push(current)
      if (opcode !== BLOCK) current = begin(current, opcode === LOOP)
    } else if (opcode === ELSE) current = begin(outer[outer.length - 1])
    else if (opcode === BR_IF) current = begin(current)
    else if (opcode === END) {
      depth--
      const before = outer.pop()
      if (before !== undefined) current = begin(before)
    } else if (opcode === MEMORY_GROW) grows.push(cursor.at)
  }
  if (cursor.at !== body.length) throw new Error("a function does not end where it should")
  return { marks, grows }
}

function workOf(opcode: number): number {
  if (opcode === CALL || opcode === CALL_INDIRECT) return CALL_WORK
  if (opcode >= 0x5b && opcode <= 0x66) return FLOAT_COMPARISON_WORK
  const isToWhole = (opcode >= 0xa8 && opcode <= 0xb1) || opcode === WIDE
  return isToWhole || SLOW.has(opcode) ? SLOW_WORK : 1
}

/** Returns the code of: work -= amount; if (work < 0) unreachable */
function payment(amount: number, { counter }: Added): Bytes {
  const global = unsignedBytes(counter)
  const taken = [0x23, ...global, 0x42, ...signedBytes(amount), 0x7d, 0x24, ...global]
  return Uint8Array.from([...taken, 0x23, ...global, 0x42, 0, 0x53, IF, EMPTY, 0x00, END])
}

/** Returns the code after memory.grow: if it returned -1 { work = -1; unreachable }; passes its result on. */
function stopUnlessGrown({ counter, grown }: Added): Bytes {
  const answer = unsignedBytes(grown)
  const failed = [0x42, ...signedBytes(-1), 0x24, ...unsignedBytes(counter), 0x00]
  const isFailed = [0x24, ...answer, 0x23, ...answer, 0x41, ...signedBytes(-1), 0x46]
  return Uint8Array.from([...isFailed, IF, EMPTY, ...failed, END, 0x23, ...answer])
}

/**
 * Skips an instruction of WebAssembly 1.0 with sign extension, saturating conversion, memory.copy
 * and memory.fill; others are refused.
 */
function skipInstruction(cursor: Cursor): void {
  const opcode = cursor.byte()
  if (opcode === BLOCK || opcode === LOOP || opcode === IF) cursor.signed()
  else if (opcode === BR_TABLE)
    for (let targets = cursor.unsigned(); targets >= 0; targets--) cursor.unsigned()
  else if (opcode === CALL_INDIRECT || (opcode >= 0x28 && opcode <= 0x3e)) {
    cursor.unsigned()
    cursor.unsigned()
  } else if ([BR, BR_IF, CALL, 0x3f, MEMORY_GROW].includes(opcode)) cursor.unsigned()
  else if (opcode >= 0x20 && opcode <= 0x24) cursor.unsigned()
  else if (opcode === 0x41 || opcode === 0x42) cursor.signed()
  else if (opcode === 0x43) cursor.at += 4
  else if (opcode === 0x44) cursor.at += 8
  else if (opcode === WIDE) skipWide(cursor)
  else if (!isBare(opcode)) throw new Error(`instruction 0x${opcode.toString(16)} is not known here`)
}

/** Skips saturating conversions, and memory.copy and memory.fill with the memories they name. */
function skipWide(cursor: Cursor): void {
  const opcode = cursor.unsigned()
  if (opcode === MEMORY_COPY) cursor.at += 2
  else if (opcode === MEMORY_FILL) cursor.at += 1
  else if (opcode > 7) throw new Error(`instruction 0xfc ${opcode} is not known here`)
}

function isBare(opcode: number): boolean {
  if (opcode >= 0x45 && opcode <= 0xc4) return true
  return [0x00, 0x01, ELSE, END, 0x0f, 0x1a, 0x1b].includes(opcode)
}

function readSections(module: Bytes): Section[] {
  const cursor = new Cursor(module)
  cursor.at = HEADER_BYTES
  const sections: Section[] = []
  while (cursor.at < module.length) {
    const id = cursor.byte()
    const size = cursor.unsigned()
    sections.push({ id, body: module.subarray(cursor.at, cursor.at + size) })
    cursor.at += size
  }
  return sections
}

/** Throws for an imported global, which would come before the module's own and shift their indexes. */
function checkImports(imports: Bytes): void {
  const cursor = new Cursor(imports)
  for (let count = cursor.unsigned(); count > 0; count--) {
    cursor.skipName()
    cursor.skipName()
    // wasm-bindgen imports only functions.
    if (cursor.byte() !== 0) throw new Error("the module imports something else than functions")
    cursor.unsigned()
  }
}

function boundMemory(body: Bytes, maxPages: number): Bytes {
  const cursor = new Cursor(body)
  const [count, flags, minimum] = [cursor.unsigned(), cursor.byte(), cursor.unsigned()]
  // The module's own maximum (flag 1) is replaced.
  if (count !== 1 || flags > 1 || minimum > maxPages)
    throw new Error("the module's memory is not as expected")
  return Uint8Array.from([1, 1, ...unsignedBytes(minimum), ...unsignedBytes(maxPages)])
}

/** Returns a section's body with `count` more entries. */
function append(body: Bytes, count: number, entries: readonly number[]): Bytes {
  const cursor = new Cursor(body)
  const had = cursor.unsigned()
  return join([
    Uint8Array.from(unsignedBytes(had + count)),
    body.subarray(cursor.at),
    Uint8Array.from(entries),
  ])
}

/** A reader of LEB128 numbers and bytes. */
class Cursor {
  at = 0
  readonly #bytes: Bytes

  constructor(bytes: Bytes) {
    this.#bytes = bytes
  }

  byte(): number {
    return this.#bytes[this.at++]
  }

  unsigned(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }

  /** Skips a signed number; none is needed. */
  signed(): void {
    while (this.byte() >= 128);
  }

  skipName(): void {
    const length = this.unsigned()
    this.at += length
  }
}

function unsignedBytes(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; ) {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    if (rest === 0) return [...bytes, low]
    bytes.push(low | 128)
  }
}

function signedBytes(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; ) {
    const low = rest & 127
    rest >>= 7
    if ((rest === 0 && low < 64) || (rest === -1 && low >= 64)) return [...bytes, low]
    bytes.push(low | 128)
  }
}

function join(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
