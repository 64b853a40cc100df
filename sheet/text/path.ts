/**
 * An outline as numbers, one stroke after the other: its kind, then the points of its kind. `y`
 * grows downwards.
 *
 *   MOVE x y │ LINE x y │ QUADRATIC cx cy x y │ CUBIC ax ay bx by x y │ CLOSE
 */
export type Path = readonly number[]

export const MOVE = 0
export const LINE = 1
export const QUADRATIC = 2
const CLOSE = 4
const NUMBERS = [2, 2, 4, 6, 0]
const LETTERS = ["M", "L", "Q", "C", "Z"]

/** The edges of a box: `left ≤ x ≤ right`, `top ≤ y ≤ bottom`. */
export type Edges = { left: number; top: number; right: number; bottom: number }

/** An affine map: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export function moved(path: Path, [a, b, c, d, e, f]: Affine): number[] {
  const result: number[] = []
  for (let at = 0; at < path.length; ) {
    const kind = path[at]
    result.push(kind)
    const end = at + 1 + NUMBERS[kind]
    for (at++; at < end; at += 2) {
      const [x, y] = [path[at], path[at + 1]]
      result.push(a * x + c * y + e, b * x + d * y + f)
    }
  }
  return result
}

/** Returns the box of the curves themselves, not of their control points; null without any stroke. */
export function edgesOf(path: Path): Edges | null {
  const edges = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  const take = (x: number, y: number) => {
    edges.left = Math.min(edges.left, x)
    edges.right = Math.max(edges.right, x)
    edges.top = Math.min(edges.top, y)
    edges.bottom = Math.max(edges.bottom, y)
  }
  let [x, y] = [0, 0]
  let start: [number, number] | null = null
  for (let at = 0; at < path.length; at += 1 + NUMBERS[path[at]]) {
    const kind = path[at]
    if (kind === CLOSE) continue
    const end = at + 1 + NUMBERS[kind]
    const to: [number, number] = [path[end - 2], path[end - 1]]
    if (kind === MOVE) start = to
    else {
      // A starting point is no ink until something is drawn from it.
      if (start) take(...start)
      start = null
      take(...to)
      for (const t of turningPoints(kind, [x, y], path, at + 1))
        take(...pointAt(kind, [x, y], path, at + 1, t))
    }
    ;[x, y] = to
  }
  return edges.left > edges.right ? null : edges
}

export function united(a: Edges | null, b: Edges | null): Edges | null {
  if (!a || !b) return a ?? b
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

/** Returns the path as SVG writes it, with `digits` after the point. */
export function pathText(path: Path, digits: number): string {
  const scale = 10 ** digits
  let text = ""
  for (let at = 0; at < path.length; ) {
    const kind = path[at]
    text += LETTERS[kind]
    const end = at + 1 + NUMBERS[kind]
    for (let i = at + 1; i < end; i++) {
      const number = Math.round(path[i] * scale) / scale
      text += i === at + 1 || number < 0 ? number : ` ${number}`
    }
    at = end
  }
  return text
}

type Point = [number, number]

/** Returns where a curve turns back in x or y, as shares of its length between 0 and 1. */
function turningPoints(kind: number, [x, y]: Point, path: Path, at: number): number[] {
  if (kind === QUADRATIC)
    return [
      turnOfQuadratic(x, path[at], path[at + 2]),
      turnOfQuadratic(y, path[at + 1], path[at + 3]),
    ].filter(isInside)
  if (kind < QUADRATIC) return []
  return [
    ...turnsOfCubic(x, path[at], path[at + 2], path[at + 4]),
    ...turnsOfCubic(y, path[at + 1], path[at + 3], path[at + 5]),
  ].filter(isInside)
}

function isInside(t: number): boolean {
  return t > 0 && t < 1
}

function turnOfQuadratic(p0: number, p1: number, p2: number): number {
  return (p0 - p1) / (p0 - 2 * p1 + p2)
}

function turnsOfCubic(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = p3 - 3 * p2 + 3 * p1 - p0
  const b = 2 * (p2 - 2 * p1 + p0)
  const c = p1 - p0
  if (Math.abs(a) < 1e-12) return [-c / b]
  const root = Math.sqrt(b * b - 4 * a * c)
  return [(-b + root) / (2 * a), (-b - root) / (2 * a)]
}

function pointAt(kind: number, [x, y]: Point, path: Path, at: number, t: number): Point {
  const s = 1 - t
  const xs = [x, ...path.slice(at, at + NUMBERS[kind]).filter((_, i) => i % 2 === 0)]
  const ys = [y, ...path.slice(at, at + NUMBERS[kind]).filter((_, i) => i % 2 === 1)]
  const weights =
    kind === QUADRATIC ? [s * s, 2 * s * t, t * t] : [s ** 3, 3 * s * s * t, 3 * s * t * t, t ** 3]
  const sum = (numbers: number[]) => weights.reduce((total, weight, i) => total + weight * numbers[i], 0)
  return [sum(xs), sum(ys)]
}
