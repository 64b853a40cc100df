import type { Doer } from "../../contract/accounts/doer.ts"
import { useAuth } from "./auth.tsx"

/** Says `by Ana`; "" where nobody is known, and for the only person of an account. */
export type ByWords = (doer: Doer | null) => string

export function useByWords(): ByWords {
  const { _id, hasPeople } = useAuth().user
  return (doer) => (doer && (hasPeople || doer._id !== _id) ? `by ${doer.name}` : "")
}
