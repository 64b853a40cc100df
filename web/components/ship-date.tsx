import { useAuth } from "../lib/auth.tsx"
import { classNames } from "../lib/class-names.ts"
import { shipDay } from "../lib/ship-day.ts"

type ShipDateProps = {
  shipBy: string | null
  /** It is printed or cancelled: the date is a fact and nothing to hurry for. */
  isSettled?: boolean
  /** Before the day where nothing else says what it is: `Ship by`. */
  prefix?: string
}

/** When something has to be shipped, in the seller's days; nothing where no shop says so. */
export function ShipDate({ shipBy, isSettled = false, prefix = "" }: ShipDateProps) {
  const { user } = useAuth()
  if (shipBy === null) return null
  const { date, words, isToday, isLate } = shipDay(shipBy, user.timeZone)
  const said = isSettled ? date : isLate ? `Late, ${date}` : words
  return (
    <span
      className={classNames(
        "whitespace-nowrap text-ink-2",
        !isSettled && isToday && "font-[550] text-warn-ink",
        !isSettled && isLate && "font-[550] text-bad-ink",
      )}
    >
      {prefix === "" ? said : `${prefix} ${said.charAt(0).toLowerCase()}${said.slice(1)}`}
    </span>
  )
}
