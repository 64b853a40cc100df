/**
 * Runs `work` one at a time: calls made while it runs share the one run that follows, so that each caller's own change
 * is seen and a hundred calls make a handful of runs.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null

  function start(): Promise<void> {
    running = work().finally(() => {
      running = null
    })
    return running
  }

  return () => {
    if (running === null) return start()
    following ??= running
      // How the earlier run ended is its own callers' business.
      .catch(() => undefined)
      .then(() => {
        following = null
        return start()
      })
    return following
  }
}
