import { clampByte } from "./clamp-byte.ts"
import type { Smoothing, Vp8Header } from "./vp8-header.ts"

/** Samples as rows of `stride`. */
export type Plane = { samples: Uint8Array; stride: number }

/** Smooths one macroblock's left and upper edges, and the edges inside it (RFC 6386, section 15). */
export function smoothMacroblock(
  kind: Vp8Header["smoothing"],
  [luma, blue, red]: readonly Plane[],
  place: { column: number; row: number; isTop: boolean },
  { limit, inner, edgy }: Smoothing,
  isInside: boolean,
): void {
  if (limit === 0) return
  const { column, row, isTop } = place
  const at = row * 16 * luma.stride + column * 16
  if (kind === "simple") {
    const edge = (from: number, across: number, along: number, most: number) =>
      smoothSimple(luma.samples, from, across, along, 2 * most + 1)
    if (column > 0) edge(at, 1, luma.stride, limit + 4)
    if (isInside) for (let i = 4; i < 16; i += 4) edge(at + i, 1, luma.stride, limit)
    if (!isTop) edge(at, luma.stride, 1, limit + 4)
    if (isInside) for (let i = 4; i < 16; i += 4) edge(at + i * luma.stride, luma.stride, 1, limit)
    return
  }
  const chromaAt = row * 8 * blue.stride + column * 8
  const planes = [
    { ...luma, at, size: 16 },
    { ...blue, at: chromaAt, size: 8 },
    { ...red, at: chromaAt, size: 8 },
  ]
  for (const { samples, stride, at: from, size } of planes) {
    const outer = 2 * (limit + 4) + 1
    const within = 2 * limit + 1
    if (column > 0) smoothEdge(samples, from, 1, stride, size, outer, inner, edgy, true)
    if (isInside)
      for (let i = 4; i < size; i += 4)
        smoothEdge(samples, from + i, 1, stride, size, within, inner, edgy, false)
    if (!isTop) smoothEdge(samples, from, stride, 1, size, outer, inner, edgy, true)
    if (isInside)
      for (let i = 4; i < size; i += 4)
        smoothEdge(samples, from + i * stride, stride, 1, size, within, inner, edgy, false)
  }
}

function smoothSimple(s: Uint8Array, from: number, across: number, along: number, limit: number): void {
  for (let i = 0, at = from; i < 16; i++, at += along)
    if (isGentle(s, at, across, limit)) moveTwo(s, at, across)
}

function smoothEdge(
  s: Uint8Array,
  from: number,
  across: number,
  along: number,
  size: number,
  limit: number,
  inner: number,
  edgy: number,
  isOuter: boolean,
): void {
  for (let i = 0, at = from; i < size; i++, at += along) {
    if (!isGentle(s, at, across, limit) || !isEven(s, at, across, inner)) continue
    const isEdgy =
      Math.abs(s[at - 2 * across] - s[at - across]) > edgy || Math.abs(s[at + across] - s[at]) > edgy
    if (isEdgy) moveTwo(s, at, across)
    else if (isOuter) moveSix(s, at, across)
    else moveFour(s, at, across)
  }
}

function isGentle(s: Uint8Array, at: number, step: number, limit: number): boolean {
  return 4 * Math.abs(s[at - step] - s[at]) + Math.abs(s[at - 2 * step] - s[at + step]) <= limit
}

function isEven(s: Uint8Array, at: number, step: number, inner: number): boolean {
  return (
    Math.abs(s[at - 4 * step] - s[at - 3 * step]) <= inner &&
    Math.abs(s[at - 3 * step] - s[at - 2 * step]) <= inner &&
    Math.abs(s[at - 2 * step] - s[at - step]) <= inner &&
    Math.abs(s[at + 3 * step] - s[at + 2 * step]) <= inner &&
    Math.abs(s[at + 2 * step] - s[at + step]) <= inner &&
    Math.abs(s[at + step] - s[at]) <= inner
  )
}

/** Returns a difference within a signed byte. */
function signed(value: number): number {
  return Math.min(127, Math.max(-128, value))
}

/** Returns an eighth of a difference within −16 to 15. */
function eighth(value: number): number {
  return Math.min(15, Math.max(-16, value >> 3))
}

function moveTwo(s: Uint8Array, at: number, step: number): void {
  const p = s[at - step]
  const q = s[at]
  const a = 3 * (q - p) + signed(s[at - 2 * step] - s[at + step])
  s[at - step] = clampByte(p + eighth(a + 3))
  s[at] = clampByte(q - eighth(a + 4))
}

function moveFour(s: Uint8Array, at: number, step: number): void {
  const p = s[at - step]
  const q = s[at]
  const a = 3 * (q - p)
  const down = eighth(a + 4)
  const half = (down + 1) >> 1
  s[at - 2 * step] = clampByte(s[at - 2 * step] + half)
  s[at - step] = clampByte(p + eighth(a + 3))
  s[at] = clampByte(q - down)
  s[at + step] = clampByte(s[at + step] - half)
}

function moveSix(s: Uint8Array, at: number, step: number): void {
  const p = s[at - step]
  const q = s[at]
  const a = signed(3 * (q - p) + signed(s[at - 2 * step] - s[at + step]))
  const most = (27 * a + 63) >> 7
  const less = (18 * a + 63) >> 7
  const least = (9 * a + 63) >> 7
  s[at - 3 * step] = clampByte(s[at - 3 * step] + least)
  s[at - 2 * step] = clampByte(s[at - 2 * step] + less)
  s[at - step] = clampByte(p + most)
  s[at] = clampByte(q - most)
  s[at + step] = clampByte(s[at + step] - less)
  s[at + 2 * step] = clampByte(s[at + 2 * step] - least)
}
