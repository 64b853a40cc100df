import type { Doer } from "../../contract/accounts/doer.ts"
import type { PrintSummary } from "../../contract/prints/print.ts"
import { useAuth } from "./auth.tsx"

/** Says `by Ana`; "" where nobody is known, and for the only person of an account. */
export type ByWords = (doer: Doer | null) => string

export function useByWords(): ByWords {
  const { _id, hasPeople } = useAuth().user
  return (doer) => (doer === null || (!hasPeople && doer._id === _id) ? "" : doerWords(doer))
}

/** Returns who made a print, and who processed it if that was somebody else; "" where neither is named. */
export function printDoers(
  { madeBy, begunBy }: Pick<PrintSummary, "madeBy" | "begunBy">,
  byWords: ByWords,
): string {
  const [made, begun] = [byWords(madeBy), byWords(begunBy)]
  return [made, begun === "" || begun === made ? "" : `processed ${begun}`].filter(Boolean).join(", ")
}

export function doerWords({ kind, name }: Doer): string {
  if (kind === "autopilot") return "by an autopilot"
  return kind === "program" ? `by the program “${name}”` : `by ${name}`
}
