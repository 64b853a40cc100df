import type { Box } from "./text-draft.ts"

/** The shortest side in thousandths, so that a handle can still be hit. */
const LEAST = 10

/** The sides that a handle moves: -1 the left or upper one, 1 the right or lower one. */
export type Handle = { x: -1 | 0 | 1; y: -1 | 0 | 1 }

/** Lengths along both axes, in thousandths of the artwork. */
type Pair = { x: number; y: number }

/** The lines that show what a box has snapped to. */
export type Guides = { x: number | null; y: number | null }

export const noGuides: Guides = { x: null, y: null }

/** Returns the class of the cursor over a handle. */
export function cursorOf({ x, y }: Handle): string {
  if (x === 0) return "cursor-ns-resize"
  if (y === 0) return "cursor-ew-resize"
  return x === y ? "cursor-nwse-resize" : "cursor-nesw-resize"
}

/** Returns the place of a box on the artwork, in CSS. */
export function placeOf({ x, y, width, height }: Box) {
  return { left: `${x / 10}%`, top: `${y / 10}%`, width: `${width / 10}%`, height: `${height / 10}%` }
}

/** Moves a box within the artwork. */
export function moveBox(box: Box, by: Pair): Box {
  return {
    ...box,
    x: between(box.x + by.x, 0, 1000 - box.width),
    y: between(box.y + by.y, 0, 1000 - box.height),
  }
}

/** Drags a handle; with `keepsShape`, a corner keeps the box's proportions. */
export function resizeBox(box: Box, handle: Handle, by: Pair, keepsShape = false): Box {
  if (keepsShape && handle.x !== 0 && handle.y !== 0) return scaleBox(box, handle, by)
  const [x, width] = stretch(box.x, box.width, handle.x, by.x)
  const [y, height] = stretch(box.y, box.height, handle.y, by.y)
  return { x, y, width, height }
}

function stretch(from: number, length: number, side: -1 | 0 | 1, by: number): [number, number] {
  if (side === 0) return [from, length]
  if (side > 0) return [from, between(length + by, LEAST, 1000 - from)]
  const start = between(from + by, 0, from + length - LEAST)
  return [start, from + length - start]
}

function scaleBox(box: Box, handle: Handle, by: Pair): Box {
  const room = {
    x: handle.x > 0 ? 1000 - box.x : box.x + box.width,
    y: handle.y > 0 ? 1000 - box.y : box.y + box.height,
  }
  const wanted = Math.max(1 + (handle.x * by.x) / box.width, 1 + (handle.y * by.y) / box.height)
  const least = LEAST / Math.min(box.width, box.height)
  const scale = between(wanted, least, Math.min(room.x / box.width, room.y / box.height))
  const [width, height] = [box.width * scale, box.height * scale]
  return {
    x: handle.x < 0 ? box.x + box.width - width : box.x,
    y: handle.y < 0 ? box.y + box.height - height : box.y,
    width,
    height,
  }
}

export function boxBetween(one: Pair, other: Pair): Box {
  const inside = (value: number) => between(value, 0, 1000)
  const [left, right] = [inside(Math.min(one.x, other.x)), inside(Math.max(one.x, other.x))]
  const [top, bottom] = [inside(Math.min(one.y, other.y)), inside(Math.max(one.y, other.y))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/**
 * Snaps a dragged box to the artwork's middle and edges, or to those of another box, if they are within
 * `reach`. A handle of null moves the whole box; else only its own sides snap.
 */
export function snapBox(
  box: Box,
  others: readonly Box[],
  reach: Pair,
  handle: Handle | null,
): { box: Box; guides: Guides } {
  const x = snapAxis(
    box.x,
    box.width,
    linesOf(others.map((other) => [other.x, other.width])),
    reach.x,
    handle?.x,
  )
  const y = snapAxis(
    box.y,
    box.height,
    linesOf(others.map((other) => [other.y, other.height])),
    reach.y,
    handle?.y,
  )
  return {
    box: { x: x.from, width: x.length, y: y.from, height: y.length },
    guides: { x: x.guide, y: y.guide },
  }
}

function linesOf(spans: readonly [number, number][]): number[] {
  return [500, 0, 1000, ...spans.flatMap(([from, length]) => [from + length / 2, from, from + length])]
}

type Snapped = { from: number; length: number; guide: number | null }

function snapAxis(
  from: number,
  length: number,
  lines: readonly number[],
  reach: number,
  side: -1 | 0 | 1 | undefined,
): Snapped {
  const still = { from, length, guide: null }
  if (side === 0) return still
  const edges =
    side === undefined ? [from + length / 2, from, from + length] : [side > 0 ? from + length : from]
  let best: { by: number; line: number } | null = null
  for (const line of lines)
    for (const edge of edges) {
      const by = line - edge
      if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  if (best === null) return still
  const { by, line } = best
  if (side === undefined) return fits(from + by, length) ? { from: from + by, length, guide: line } : still
  const next = side > 0 ? { from, length: length + by } : { from: from + by, length: length - by }
  return next.length >= LEAST ? { ...next, guide: line } : still
}

function fits(from: number, length: number): boolean {
  return from >= -0.001 && from + length <= 1000.001
}

/** Rounds a box as it is stored: tenths of a thousandth are finer than a pixel. */
export function roundedBox({ x, y, width, height }: Box): Box {
  const left = tenth(x)
  const top = tenth(y)
  return {
    x: left,
    y: top,
    width: Math.min(tenth(width), tenth(1000 - left)),
    height: Math.min(tenth(height), tenth(1000 - top)),
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
