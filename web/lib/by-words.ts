import type { Doer } from "../../contract/accounts/doer.ts"
import { useAuth } from "./auth.tsx"

/** Says `by Ana`; "" where nobody is known, and for the only person of an account. */
export type ByWords = (doer: Doer | null) => string

export function useByWords(): ByWords {
  const { _id, hasPeople } = useAuth().user
  return (doer) => (doer === null || (!hasPeople && doer._id === _id) ? "" : doerWords(doer))
}

const kindWords = { person: "", program: "the program ", autopilot: "an autopilot" }

export function doerWords({ kind, name }: Doer): string {
  return `by ${kindWords[kind]}${name}`
}
