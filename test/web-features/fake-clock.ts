/** A clock that stands still until time is told to pass; what is due then runs in order. */
export function fakeClock() {
  let nowMs = 1_000
  let waiting: { atMs: number; act: () => void }[] = []
  return {
    now: () => nowMs,
    after(ms: number, act: () => void) {
      const timer = { atMs: nowMs + ms, act }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((one) => one !== timer)
      }
    },
    pass(ms: number) {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = waiting.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)
        if (next === undefined) break
        waiting = waiting.filter((one) => one !== next)
        nowMs = Math.max(nowMs, next.atMs)
        next.act()
      }
      nowMs = endMs
    },
  }
}
