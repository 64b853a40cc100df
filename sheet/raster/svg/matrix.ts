import { malformedSvg } from "./svg-refusal.ts"

/** The a b c d e f of SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** Reads `matrix(…)`, the one form that simplified drawings use. */
export function matrixFrom(transform: string | undefined): Matrix {
  if (transform === undefined) return identity
  const [a, b, c, d, e, f] = (/^matrix\(([^)]*)\)$/.exec(transform)?.[1] ?? "").split(" ").map(Number)
  if (!Number.isFinite(a + b + c + d + e + f)) throw malformedSvg("a transformation makes no sense")
  return [a, b, c, d, e, f]
}

/** Returns the matrix that applies first `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Returns the inverse, or null if the matrix maps everything onto a line. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | null {
  const determinant = a * d - b * c
  if (!Number.isFinite(1 / determinant)) return null
  const x = c * f - d * e
  const y = b * e - a * f
  const scale = 1 / determinant
  return [d * scale, -b * scale, -c * scale, a * scale, x * scale, y * scale]
}
