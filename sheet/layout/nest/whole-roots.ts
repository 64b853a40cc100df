/**
 * Returns the integer part of a square root, for whole numbers below 2^52. The result does not depend
 * on how the engine rounds its own root.
 */
function wholeRoot(square: number): number {
  let root = Math.floor(Math.sqrt(square))
  while (root * root > square) root--
  while ((root + 1) * (root + 1) <= square) root++
  return root
}

/** Returns the least whole number whose square is not below `square`. */
export function wholeRootUp(square: number): number {
  const root = wholeRoot(square)
  return root * root === square ? root : root + 1
}

/** The number 1 in fixed point with sixteen binary places. */
export const one16 = 65_536

/** Returns the square root of a number below 2^36, both in fixed point with sixteen binary places. */
export function root16(value: number): number {
  return wholeRoot(value * one16)
}
