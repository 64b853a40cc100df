import { type FontTables, viewOf, writeTables } from "../../sheet/font/font-tables.ts"
import { randomFrom } from "../seeded-random.ts"
import type { FontSamples } from "./font-samples.ts"
import { caseSeed } from "./mode.ts"
import { mutate } from "./mutate.ts"
import { pick } from "./nasty.ts"
import { changeWoff2, packWoff, packWoff2 } from "./pack-woff.ts"

type Random = () => number
type Bytes = Uint8Array<ArrayBuffer>
export type FontFormat = "ttf" | "woff" | "woff2"
type BrokenFont = { format: FontFormat; bytes: Uint8Array }

/** The values for broken sizes, counts and offsets: those at the edges break most. */
const SHORTS = [0, 1, 2, 3, 4, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff]
const LONGS = [0, 1, 3, 4, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffc, 0xffffffff]

/** The tables that make work for a program; a table with more work is listed more often. */
const WANTED =
  "glyf|glyf|loca|cmap|cmap|GSUB|GSUB|GSUB|GPOS|GPOS|GPOS|GDEF|kern|CFF |CFF |CFF |head|hhea|maxp|hmtx|name|OS/2".split(
    "|",
  )

/** The length of a table's part with its counts and offsets. */
const TABLE_HEAD_BYTES = 80

/** Returns a font of the samples, or parts of two, broken in its tables, its file, or both. */
export function brokenFont(samples: FontSamples, seed: number, number: number): BrokenFont {
  const random = randomFrom(caseSeed(seed, number))
  const draw = random()
  // Files of other makers: one of them has its outlines as streams, which we cannot write.
  if (draw < 0.05) return { format: "woff", bytes: brokenFile(samples.woff, random, "woff") }
  if (draw < 0.1) return { format: "woff2", bytes: brokenFile(samples.woff2, random, "woff2") }
  if (draw < 0.25)
    return { format: "woff2", bytes: changeWoff2(samples.woff2, (stream) => brokenTable(stream, random)) }
  const tables = new Map(pick(samples.tables, random))
  const isSound = random() < 0.25
  if (!isSound) breakTables(tables, pick([samples.bombs, ...samples.tables], random), random)
  const format = pick(["ttf", "ttf", "woff", "woff2"] as const, random)
  const bytes = packed(tables, format)
  return { format, bytes: isSound || random() < 0.2 ? brokenFile(bytes, random, format) : bytes }
}

function packed(tables: FontTables, format: FontFormat): Bytes {
  if (format === "woff") return packWoff(tables)
  return format === "woff2" ? packWoff2(tables) : writeTables(tables)
}

function breakTables(tables: FontTables, other: FontTables, random: Random): void {
  const changes = 1 + Math.floor(random() ** 2 * 4)
  for (let i = 0; i < changes; i++) {
    const known = WANTED.filter((tag) => tables.has(tag))
    const tag = pick(known.length > 0 && random() < 0.95 ? known : [...tables.keys()], random)
    const table = tables.get(tag)
    if (table === undefined) return
    const draw = random()
    const foreign = other.get(tag)
    if (draw < 0.03 && tables.size > 1) tables.delete(tag)
    else if (draw < 0.12 && foreign) tables.set(tag, foreign)
    else if (draw < 0.16 && foreign) tables.set(tag, spliced(table, foreign, random))
    else tables.set(tag, brokenTable(table, random))
  }
}

function brokenTable(table: Uint8Array, random: Random): Bytes {
  const bytes = Uint8Array.from(table)
  const draw = random()
  if (draw < 0.3) return mutate(bytes, random, false)
  if (draw < 0.36) return bytes.slice(0, Math.floor(random() * bytes.length))
  if (draw < 0.42) return filled(bytes, random)
  const changes = 1 + Math.floor(random() ** 2 * 6)
  for (let i = 0; i < changes; i++) putNumber(bytes, random)
  return bytes
}

/** Changes a number at an even place, half the time in the table's head. */
function putNumber(bytes: Bytes, random: Random): void {
  if (bytes.length < 4) return
  const reach = random() < 0.5 ? Math.min(TABLE_HEAD_BYTES, bytes.length) : bytes.length
  const at = Math.min(bytes.length - 4, 2 * Math.floor((random() * reach) / 2))
  const view = viewOf(bytes)
  const draw = random()
  if (draw < 0.2) view.setUint32(at, near(pick([...LONGS, bytes.length], random), random))
  else if (draw < 0.6) view.setUint16(at, near(pick([...SHORTS, bytes.length], random), random))
  else if (draw < 0.8) view.setUint16(at, near(view.getUint16(at), random))
  // An offset to another part of the table: into itself, or into a structure of another kind.
  else view.setUint16(at, Math.floor(random() * Math.min(0xffff, bytes.length)))
}

function near(number: number, random: Random): number {
  return number + Math.floor(random() * 3) - 1
}

/** Writes noise or one byte over a stretch, or over the whole rest. */
function filled(bytes: Bytes, random: Random): Bytes {
  const from = Math.floor(random() ** 3 * bytes.length)
  const to = random() < 0.3 ? bytes.length : Math.min(bytes.length, from + Math.floor(random() * 200))
  const value = pick([null, 0, 0, 1, 0xff], random)
  for (let at = from; at < to; at++) bytes[at] = value ?? random() * 256
  return bytes
}

/** Joins the first part of one font's table with the rest of the other's. */
function spliced(table: Uint8Array, foreign: Uint8Array, random: Random): Bytes {
  const at = Math.floor(random() * Math.min(table.length, foreign.length))
  return Uint8Array.from([...table.subarray(0, at), ...foreign.subarray(at)])
}

/** Breaks bytes of the whole file, or its header and list of tables: places, lengths, sizes. */
function brokenFile(file: Uint8Array, random: Random, format: FontFormat): Bytes {
  const bytes = Uint8Array.from(file)
  if (random() < 0.2) return mutate(bytes, random, false)
  const [header, entry] = { ttf: [12, 16], woff: [44, 20], woff2: [48, 5] }[format]
  const view = viewOf(bytes)
  const changes = 1 + Math.floor(random() ** 2 * 3)
  for (let i = 0; i < changes; i++) {
    const count = Math.max(1, view.getUint16(format === "ttf" ? 4 : 12))
    const end = Math.min(bytes.length - 4, header + Math.min(count, 100) * entry)
    const draw = random()
    if (draw < 0.25) {
      view.setUint16(2 * Math.floor((random() * header) / 2), pick(SHORTS, random))
      continue
    }
    if (format === "woff2") {
      bytes[Math.floor(header + random() * (end - header))] = random() < 0.3 ? 0xff : random() * 256
      continue
    }
    // A table's place or length becomes one at the edges, or another table's.
    const field = () =>
      header + Math.floor(random() * Math.min(count, 100)) * entry + pick([4, 8, 12], random)
    const [to, from] = [Math.min(end, field()), Math.min(end, field())]
    const edges = [...LONGS, bytes.length]
    view.setUint32(to, draw < 0.6 ? view.getUint32(from) : near(pick(edges, random), random))
  }
  return bytes
}
