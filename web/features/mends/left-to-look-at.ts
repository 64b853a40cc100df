import { doesWorkOf } from "../../../contract/artwork/asked-mends.ts"
import { type InkFinding, isInkOpen } from "../../../contract/artwork/ink.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"

/** A finding that is still to be looked at, and the mend of the list that is for it; null while there is none. */
export type LeftFinding = { finding: InkFinding; mendedBy: Mend | null }

/** Returns the findings that are to be looked at, as a list of mends that are on leaves them: those without a mend first. */
export function leftToLookAt(findings: readonly InkFinding[], on: readonly Mend[]): LeftFinding[] {
  const open = findings.filter(isInkOpen).map((finding) => ({
    finding,
    mendedBy: finding.mends.find((mend) => doesWorkOf(on, mend)) ?? null,
  }))
  return [
    ...open.filter(({ mendedBy }) => mendedBy === null),
    ...open.filter(({ mendedBy }) => mendedBy !== null),
  ]
}
