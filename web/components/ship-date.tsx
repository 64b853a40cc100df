import { useAuth } from "../lib/auth.tsx"
import { classNames } from "../lib/class-names.ts"
import { shipDay } from "../lib/ship-day.ts"

type ShipDateProps = {
  shipBy: string | null
  /** True once it is shipped or cancelled: the date is no longer urgent. */
  isSettled?: boolean
  /** A word before the day where nothing else explains it: `Ship by`. */
  prefix?: string
}

/** Shows when something has to be shipped, in the seller's days; nothing if no shop says so. */
export function ShipDate({ shipBy, isSettled = false, prefix = "" }: ShipDateProps) {
  const { user } = useAuth()
  if (shipBy === null) return null
  const { date, words, isToday, isLate } = shipDay(shipBy, user.timeZone)
  const late = prefix === "" ? `Late, ${date}` : `${date}, late`
  const label = isSettled ? date : isLate ? late : words
  return (
    <span
      className={classNames(
        "whitespace-nowrap text-ink-2",
        !isSettled && isToday && "font-[550] text-warn-ink",
        !isSettled && isLate && "font-[550] text-bad-ink",
      )}
    >
      {prefix === "" ? label : `${prefix} ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
    </span>
  )
}
