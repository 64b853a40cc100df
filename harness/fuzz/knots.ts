import { pick } from "./nasty.ts"

type Random = () => number

/** Returns a number up to that size, small ones as likely as large ones. */
export function sizeUpTo(most: number, random: Random): number {
  return Math.floor((most + 1) ** random())
}

/**
 * Returns a text of a few parts, each of which repeats a unit of one to three tokens: such texts make
 * patterns backtrack and programs search again and again.
 */
export function knot(tokens: readonly string[], mostLength: number, random: Random): string {
  let text = ""
  for (let parts = 1 + Math.floor(random() * 4); parts > 0; parts--) {
    const unit = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(tokens, random)).join("")
    const remaining = mostLength - text.length
    if (remaining < unit.length) break
    text += unit.repeat(sizeUpTo(Math.floor(remaining / Math.max(1, unit.length)), random))
    if (random() < 0.5) text += pick(tokens, random)
  }
  return text.slice(0, mostLength)
}
