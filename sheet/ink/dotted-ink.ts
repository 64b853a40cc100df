import type { InkCode, InkReport } from "./finding.ts"

/** The kinds of findings that a halftone's dots, and the film between them, would be by their size. */
const DOTTED: readonly InkCode[] = ["thin-stroke", "thin-gap", "speck", "pinhole"]
const REASON = "The dots of its halftone are as small."

/** Returns what cannot be looked for in ink that has these mends, all of them on: nothing without a halftone. */
export function notCheckedInDots(mends: readonly { kind: string }[]): InkReport["notChecked"] {
  const isDotted = mends.some(({ kind }) => kind === "halftone")
  return isDotted ? DOTTED.map((code) => ({ code, reason: REASON })) : []
}

/**
 * Returns a report as it holds of ink that has these mends, all of them on. The dots of a halftone are meant, and
 * hold on the white around them: they are no specks, and nothing that a mend would take away.
 */
export function withoutDots(
  { findings, notChecked }: InkReport,
  mends: readonly { kind: string }[],
): InkReport {
  const dotted = notCheckedInDots(mends)
  return {
    findings: findings.filter((finding) => !dotted.some(({ code }) => code === finding.code)),
    notChecked: [...notChecked, ...dotted],
  }
}
