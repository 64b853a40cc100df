/**
 * A computation that yields every few milliseconds of its own work, so that the caller may do something
 * else meanwhile. Pauses, or their absence, do not change its result. Work is counted, never timed: a
 * Worker's clock stands still while it computes.
 */
export type InSteps<T> = Generator<void, T, void>

/** Runs a computation to its end at once. */
export function finish<T>(steps: InSteps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Runs a computation to its end and awaits `pause` whenever it yields. If `pause` fails, the
 * computation ends.
 */
export async function finishPausing<T>(steps: InSteps<T>, pause: () => Promise<void>): Promise<T> {
  const ends: T[] = []
  for (const _ of intoList(steps, ends)) await pause()
  return ends[0]
}

/** Returns a function that counts work and returns true when a piece of `most` units is done. */
export function createPace(most: number): (units: number) => boolean {
  let done = 0
  return (units) => {
    done += units
    if (done < most) return false
    done = 0
    return true
  }
}

/** Calls `note` whenever a computation yields. */
export function* noting<T>(steps: InSteps<T>, note: () => void): InSteps<T> {
  const ends: T[] = []
  for (const _ of intoList(steps, ends)) {
    note()
    yield
  }
  return ends[0]
}

// Serves loops of `for … of`, which end a generator when they are left, but drop its result.
function* intoList<T>(steps: InSteps<T>, ends: T[]): InSteps<void> {
  ends.push(yield* steps)
}
