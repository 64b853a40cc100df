/** The number of steps that can be undone. Each holds a whole draft of some kilobytes. */
const MAX_STEPS = 200

/**
 * The past, present and undone drafts. Changes under one mark are one step: a drag, or the letters typed into
 * one field.
 */
export type History<Draft> = {
  past: readonly Draft[]
  now: Draft
  future: readonly Draft[]
  mark: string | null
}

export function historyOf<Draft>(now: Draft): History<Draft> {
  return { past: [], now, future: [], mark: null }
}

/** Adds a change. A null mark is always a step of its own. */
export function change<Draft>(history: History<Draft>, next: Draft, mark: string | null): History<Draft> {
  if (next === history.now) return history
  if (mark !== null && mark === history.mark) return { ...history, now: next, future: [] }
  return { past: [...history.past, history.now].slice(-MAX_STEPS), now: next, future: [], mark }
}

/** Ends a step: the next change is another, even under its mark. */
export function settle<Draft>(history: History<Draft>): History<Draft> {
  return history.mark === null ? history : { ...history, mark: null }
}

export function undo<Draft>({ past, now, future, mark }: History<Draft>): History<Draft> {
  const before = past.at(-1)
  if (before === undefined) return { past, now, future, mark }
  return { past: past.slice(0, -1), now: before, future: [now, ...future], mark: null }
}

export function redo<Draft>({ past, now, future, mark }: History<Draft>): History<Draft> {
  const [after, ...rest] = future
  if (after === undefined) return { past, now, future, mark }
  return { past: [...past, now], now: after, future: rest, mark: null }
}
