/** True if the long layer runs: `npm test -- --all`. */
export const isFull = Boolean(process.env.ALL_TESTS)

/** Returns all of them in the long layer, and otherwise each `step`th, beginning with the first. */
export function sampled<T>(all: readonly T[], step: number): T[] {
  return isFull ? [...all] : all.filter((_one, i) => i % step === 0)
}
