import type { Pin } from "../sheet-preview/pin.ts"

/** The rows of a print, what a hand has pinned, and where every copy lay then (null: not asked). */
export type Moment<Rows> = { rows: Rows; pins: readonly Pin[]; lying: readonly Pin[] | null }

/** Everything a seller did to rows and pieces, as one line of moments. */
export type HandHistory<Rows> = {
  past: readonly Moment<Rows>[]
  present: Moment<Rows>
  future: readonly Moment<Rows>[]
  /** Names the gesture that made the present: more of the same is one step of undo. */
  run: string | null
}

/** More steps back than anybody remembers; each holds references, not copies, of the rows. */
const MAX_STEPS = 200

export function newHistory<Rows>(present: Moment<Rows>): HandHistory<Rows> {
  return { past: [], present, future: [], run: null }
}

/**
 * A change. `shown` is where every copy lay on the screen before it, so that undo gives back what
 * was seen. Changes of one `run` in a row are one step.
 */
export function record<Rows>(
  history: HandHistory<Rows>,
  next: Moment<Rows>,
  shown: readonly Pin[] | null,
  run: string | null = null,
): HandHistory<Rows> {
  if (run !== null && run === history.run) return { ...history, present: next, future: [] }
  const past = [...history.past, { ...history.present, lying: shown }].slice(-MAX_STEPS)
  return { past, present: next, future: [], run }
}

/** The same moment told anew, such as rows that were fetched again: no step of undo. */
export function retell<Rows>(history: HandHistory<Rows>, present: Moment<Rows>): HandHistory<Rows> {
  return { ...history, present }
}

/** One step back; the same history where there is none. */
export function undo<Rows>(history: HandHistory<Rows>, shown: readonly Pin[] | null): HandHistory<Rows> {
  const present = history.past.at(-1)
  if (!present) return history
  const future = [{ ...history.present, lying: shown }, ...history.future]
  return { past: history.past.slice(0, -1), present, future, run: null }
}

/** One step forward again; the same history where there is none. */
export function redo<Rows>(history: HandHistory<Rows>, shown: readonly Pin[] | null): HandHistory<Rows> {
  const [present, ...future] = history.future
  if (!present) return history
  return { past: [...history.past, { ...history.present, lying: shown }], present, future, run: null }
}
