import { lazy, Suspense, useState } from "react"
import { Card } from "../../components/ui/card.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { FigureTable } from "./figure-table.tsx"
import type { Period, PlotSeries } from "./plot-series.ts"

/** The chart, whose library is loaded once there is something to draw. */
const Plot = lazy(() => import("./plot.tsx").then(({ Plot }) => ({ default: Plot })))

export type PlotCardProps = {
  title: string
  periods: readonly Period[]
  series: readonly PlotSeries[]
  format: (amount: number) => string
  isWhole?: boolean
}

/** Shows a plot with its legend, the amounts under the pointer, and the same as a table. */
export function PlotCard({ title, periods, series, format, isWhole = false }: PlotCardProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [isTableOpen, setIsTableOpen] = useState(false)
  const period = pointed === null ? undefined : periods[pointed]
  const wordsFor = (amount: number | null | undefined) => (amount == null ? "–" : format(amount))
  return (
    <Card className="min-w-0 p-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="flex-1 text-base font-[600]">{title}</h3>
        <p aria-hidden="true" className="text-xs text-ink-2">
          {period?.words}
        </p>
      </div>
      <ul aria-hidden="true" className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-2">
        {series.map(({ label, amounts, color }) => (
          <li key={label} className="flex items-center gap-1.5">
            <span className="size-2 rounded-[2px]" style={{ background: `var(--color-${color})` }} />
            {label}
            {pointed !== null && <b className="font-[600] tabular-nums">{wordsFor(amounts[pointed])}</b>}
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <Suspense fallback={<Skeleton className="h-45" />}>
          <Plot periods={periods} series={series} format={format} isWhole={isWhole} onPoint={setPointed} />
        </Suspense>
      </div>
      <details className="mt-2" onToggle={(event) => setIsTableOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded-xs text-sm text-ink-2 hover:text-ink coarse:py-2.5">
          {title} as a table
        </summary>
        {isTableOpen && (
          <FigureTable
            label={title}
            heads={["Period", ...series.map(({ label }) => label)]}
            rows={periods.map(({ date, words }, i) => ({
              key: date,
              cells: [words, ...series.map(({ amounts }) => wordsFor(amounts[i]))],
            }))}
          />
        )}
      </details>
    </Card>
  )
}
