import { DAY_MS } from "../../../contract/duration.ts"
import { type DayFigures, FIGURE_DAYS } from "../../../contract/operations/operations.ts"
import { Card } from "../../components/ui/card.tsx"
import { formatDate } from "../../lib/format.ts"

export type DayBarsProps = {
  title: string
  days: readonly DayFigures[]
  amountOf: (day: DayFigures) => number
  format: (amount: number) => string
}

/** Draws one figure for each of thirty days, today at the right, with its sum. */
export function DayBars({ title, days, amountOf, format }: DayBarsProps) {
  const slots = lastDays(days)
  const amounts = slots.map(({ day }) => (day ? amountOf(day) : 0))
  const most = Math.max(...amounts)
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const best = slots[amounts.indexOf(most)].date
  const summary =
    most === 0
      ? `${title}: none in ${FIGURE_DAYS} days`
      : `${title}: ${format(total)} in ${FIGURE_DAYS} days, most on ${formatDate(best)}: ${format(most)}`
  return (
    <Card className="p-4">
      <h3 className="text-sm text-ink-2">{title}</h3>
      <p className="mt-1.5 text-2xl font-[640] tabular-nums">{format(total)}</p>
      <div role="img" aria-label={summary} className="mt-3 flex h-16 items-end gap-px">
        {slots.map(({ date, day }, i) => (
          <span
            key={date}
            title={`${formatDate(date)}: ${day ? format(amounts[i]) : "not measured yet"}`}
            className="flex h-full flex-1 items-end"
          >
            <span
              className={`block min-h-px w-full rounded-t-[1px] ${amounts[i] > 0 ? "bg-accent" : "bg-line"}`}
              style={{ height: most === 0 ? 0 : `${(amounts[i] / most) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <p className="mt-1.5 flex justify-between text-xs text-ink-3">
        <span>{formatDate(slots[0].date)}</span>
        <span>Today</span>
      </p>
    </Card>
  )
}

/** Returns thirty dates up to the newest day, each with its figures if they are measured. */
function lastDays(days: readonly DayFigures[]): { date: string; day: DayFigures | undefined }[] {
  const known = new Map(days.map((day) => [day.date, day]))
  const todayMs = Date.parse(days[days.length - 1].date)
  return Array.from({ length: FIGURE_DAYS }, (_, i) => {
    const date = new Date(todayMs - (FIGURE_DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10)
    return { date, day: known.get(date) }
  })
}
