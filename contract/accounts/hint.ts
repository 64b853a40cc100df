/**
 * The gestures that a screen does not show, each pointed out until it was used once. An account keeps them as
 * bits by their place here, so new ones are added at the end and none is taken out.
 */
export const hints = ["shift-click", "drag-piece", "hold-piece", "drop-files"] as const
export type HintId = (typeof hints)[number]

/** Returns the hints of an account's bits. */
export function hintsOf(bits: number): HintId[] {
  return hints.filter((_, place) => (bits & (1 << place)) !== 0)
}

export function hintBits(used: readonly HintId[]): number {
  return used.reduce((bits, hint) => bits | (1 << hints.indexOf(hint)), 0)
}
