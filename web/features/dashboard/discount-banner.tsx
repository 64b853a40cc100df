import { useQuery } from "@tanstack/react-query"
import { BadgePercent } from "lucide-react"
import { DAY_MS } from "../../../contract/duration.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { useAuth, useMay } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { packagesQuery } from "../credits/credit-calls.ts"
import { discountDaysLeft } from "../credits/offers.tsx"
import { useBuyCredits } from "../credits/use-buy-credits.ts"

/** The longest month: an account older than this pays the list price, whatever its mailbox. */
const MONTH_MS = 31 * DAY_MS

/** Shows the first month's discount and how long it still holds, as a line if quiet; nothing once it is over. */
export function DiscountBanner({ isQuiet = false }: { isQuiet?: boolean }) {
  const { user } = useAuth()
  const isOwner = useMay("owner")
  const offers = useQuery({ ...packagesQuery, enabled: isOwner }).data
  const buyCredits = useBuyCredits()
  if (!isOwner) return null
  const isOver = offers ? offers.every((offer) => !offer.isDiscounted) : isOlderThanMonth(user._id)
  if (isOver) return null
  const days = offers ? discountDaysLeft(offers, Date.now()) : null
  return (
    <div
      className={classNames(
        "mt-4 flex flex-wrap items-start gap-3 md:items-center",
        isQuiet
          ? "text-sm text-ink-2 [&>svg]:text-accent-ink"
          : "rounded-lg border border-accent-line bg-accent-soft px-4 py-3 font-[550] text-accent-ink",
      )}
    >
      <BadgePercent className="mt-px size-5 flex-none" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 coarse:basis-52">
        <p>{texts.discountBanner}</p>
        {days !== null && <p className="font-[450]">{days <= 1 ? "Last day" : `${days} days left`}</p>}
      </div>
      <Button size="sm" onClick={buyCredits} className="coarse:w-full">
        Buy Credits
      </Button>
    </div>
  )
}

/**
 * Checks the age by the id, which begins with the time of creation, so that an expired banner never flashes
 * up.
 */
function isOlderThanMonth(userId: string): boolean {
  const madeAtMs = Number.parseInt(userId.replaceAll("-", "").slice(0, 12), 16)
  return Date.now() - madeAtMs > MONTH_MS
}
