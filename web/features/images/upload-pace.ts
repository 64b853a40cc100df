/** The time before a connection's pace is known. */
const FIRST_MS = 2_000
/**
 * The time over which the pace is measured: long enough for a steady figure, short enough to follow changes.
 */
const SPAN_MS = 15_000

type Pace = {
  /**
   * Returns the seconds that `bytesLeft` take at the pace at which `sentBytes` have grown; null if unknown.
   */
  secondsFor(bytesLeft: number, sentBytes: number): number | null
  restart(): void
}

/** Measures how fast bytes leave, by the figures that it is given. `now` in milliseconds. */
export function measurePace(now: () => number): Pace {
  let samples: { atMs: number; bytes: number }[] = []
  return {
    secondsFor(bytesLeft, sentBytes) {
      const atMs = now()
      // Fewer bytes than before: a file was cancelled or starts over, and the pace with it.
      if (samples.length > 0 && sentBytes < samples[samples.length - 1].bytes) samples = []
      samples.push({ atMs, bytes: sentBytes })
      while (samples.length > 2 && atMs - samples[1].atMs >= SPAN_MS) samples.shift()
      const spanMs = atMs - samples[0].atMs
      const sent = sentBytes - samples[0].bytes
      if (spanMs < FIRST_MS || sent <= 0) return null
      return ((bytesLeft / sent) * spanMs) / 1000
    },
    restart() {
      samples = []
    },
  }
}
