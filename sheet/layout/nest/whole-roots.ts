/**
 * The integer part of a square root, for whole numbers below 2^52. Whatever the engine's own root
 * rounds to, the result is the same.
 */
function wholeRoot(square: number): number {
  let root = Math.floor(Math.sqrt(square))
  while (root * root > square) root--
  while ((root + 1) * (root + 1) <= square) root++
  return root
}

/** The least whole number whose square is not below `square`. */
export function wholeRootUp(square: number): number {
  const root = wholeRoot(square)
  return root * root === square ? root : root + 1
}

/** One in numbers with sixteen binary places. */
export const one16 = 65_536

/** Square root of a number with sixteen binary places, below 2^36, as such a number. */
export function root16(value: number): number {
  return wholeRoot(value * one16)
}
