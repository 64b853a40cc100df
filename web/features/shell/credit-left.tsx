import { FilmIcon } from "../../components/ui/film-icon.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount } from "../../lib/format.ts"

/** Shows the credits left. */
export function CreditLeft() {
  return (
    <>
      <FilmIcon className="text-accent-ink" />
      <span className="text-ink-2">Credit:</span>
      <b className="font-[650] tabular-nums">{formatCount(useAuth().user.credit.availableCredits)}</b>
    </>
  )
}
