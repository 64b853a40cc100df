/** Lets the isolate's other requests and messages run. */
export function rest(): Promise<void> {
  return scheduler.wait(0)
}
