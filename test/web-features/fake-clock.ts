/** A clock that stands still until a test moves it; due timers then run in order. */
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
