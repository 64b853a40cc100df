/** The rest's length: shorter ones end before a request that waits has got through all of its awaits. */
const REST_MS = 1
/** The letters of orders that are read or mapped between two rests: some 10 ms. */
export const READ_BEFORE_REST = 200_000

/**
 * Returns a function that rests whenever so much work has been done since the last rest. Work is
 * counted because a Worker's clock stands still while it computes.
 */
export function restEach(amount: number): (done: number) => Promise<void> {
  let sum = 0
  return async (done) => {
    sum += done
    if (sum < amount) return
    sum = 0
    await rest()
  }
}

/** Lets the isolate's other requests and messages run. */
export function rest(): Promise<void> {
  return scheduler.wait(REST_MS)
}
