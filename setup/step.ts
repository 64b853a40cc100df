import type { Site } from "./site.ts"

/** A step's state: as it has to be, not there, different, or out of sight. */
export type State = { kind: "right" | "missing" | "wrong" | "cannot tell"; text: string }

/** One thing that a live deployment needs. */
export type Step = {
  name: string
  /** Looks without writing or asking anybody. */
  look(site: Site): Promise<State>
  /**
   * Makes what is missing and corrects what is wrong; the rest stays. May be killed anywhere and run
   * again. Absent: only a person can, and the state says how.
   */
  make?(site: Site): Promise<void>
}

export const right = (text: string): State => ({ kind: "right", text })
export const missing = (text: string): State => ({ kind: "missing", text })
export const wrong = (text: string): State => ({ kind: "wrong", text })
export const cannotTell = (text: string): State => ({ kind: "cannot tell", text })

/** Returns "wrong" if there are problems, else "right". */
export function wrongIf(problems: readonly string[], textIfRight: string): State {
  return problems.length > 0 ? wrong(problems.join("; ")) : right(textIfRight)
}
