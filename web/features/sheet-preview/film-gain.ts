import { MINUTE_MS } from "../../../contract/duration.ts"
import { formatLength } from "../../lib/length.ts"

/** The film that a print took from this moment on. */
export type FilmMoment = { atMs: number; lengthIn: number }

/** Returns `moments` with a new one, keeping only what the first length and the last minute need. */
export function withMoment(moments: readonly FilmMoment[], next: FilmMoment): FilmMoment[] {
  const [first, ...later] = moments
  if (first === undefined) return [next]
  const isOld = ({ atMs }: FilmMoment) => atMs <= next.atMs - MINUTE_MS
  // The newest of the old ones is the length of a minute ago.
  const lastOld = later.findLastIndex(isOld)
  return [first, ...later.slice(Math.max(0, lastOld)), next]
}

/** Returns `2.4 in shorter than a minute ago`, or than at first while the search is younger; null if not. */
export function gainWords(moments: readonly FilmMoment[], nowMs: number): string | null {
  const last = moments.at(-1)
  if (last === undefined) return null
  const aMinuteAgo = moments.findLast(({ atMs }) => atMs <= nowMs - MINUTE_MS)
  if (aMinuteAgo) return shorterBy(aMinuteAgo, last, "a minute ago")
  return gainSinceFirst(moments)
}

/** Returns `2.4 in shorter than at first`, or null. */
export function gainSinceFirst(moments: readonly FilmMoment[]): string | null {
  const [first] = moments
  const last = moments.at(-1)
  return first && last ? shorterBy(first, last, "at first") : null
}

/** The least gain that is mentioned, a hundredth of an inch. */
const LEAST_GAIN_IN = 0.01

function shorterBy(before: FilmMoment, now: FilmMoment, when: string): string | null {
  const gainIn = before.lengthIn - now.lengthIn
  return gainIn < LEAST_GAIN_IN ? null : `${formatLength(gainIn)} shorter than ${when}`
}
