import type { Pin } from "../sheet-preview/pin.ts"

/** The rows of a print, the pins, and where every copy lay then (null: unknown). */
export type Moment<Rows> = { rows: Rows; pins: readonly Pin[]; lying: readonly Pin[] | null }

/** All changes of a seller to rows and pieces, as one line of moments. */
export type HandHistory<Rows> = {
  past: readonly Moment<Rows>[]
  present: Moment<Rows>
  future: readonly Moment<Rows>[]
  /** The gesture that made the present: more of the same is one step of undo. */
  run: string | null
}

/** The most steps back; each holds references, not copies, of the rows. */
const MAX_STEPS = 200

export function newHistory<Rows>(present: Moment<Rows>): HandHistory<Rows> {
  return { past: [], present, future: [], run: null }
}

/**
 * Records a change. `shown` is where every copy lay on the screen before it, so that undo restores what was
 * seen. Consecutive changes of one `run` are one step.
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

/** Replaces the present, such as by rows that were loaded again, without a step of undo. */
export function retell<Rows>(history: HandHistory<Rows>, present: Moment<Rows>): HandHistory<Rows> {
  return { ...history, present }
}

/** Goes one step back; returns the same history if there is none. */
export function undo<Rows>(history: HandHistory<Rows>, shown: readonly Pin[] | null): HandHistory<Rows> {
  const present = history.past.at(-1)
  if (!present) return history
  const future = [{ ...history.present, lying: shown }, ...history.future]
  return { past: history.past.slice(0, -1), present, future, run: null }
}

/** Goes one step forward again; returns the same history if there is none. */
export function redo<Rows>(history: HandHistory<Rows>, shown: readonly Pin[] | null): HandHistory<Rows> {
  const [present, ...future] = history.future
  if (!present) return history
  return { past: [...history.past, { ...history.present, lying: shown }], present, future, run: null }
}
