/** Shorter rests end before a request that waits has got through all of its awaits. */
const REST_MS = 1

/** Lets the isolate's other requests and messages run. */
export function rest(): Promise<void> {
  return scheduler.wait(REST_MS)
}
