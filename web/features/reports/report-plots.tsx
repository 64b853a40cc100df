import { useMemo } from "react"
import { inUnit, pageUnit } from "../../../contract/length.ts"
import type { Report } from "../../../contract/reports/report.ts"
import { formatCount, formatMoney, formatShare } from "../../lib/format.ts"
import { PlotCard, type PlotCardProps } from "./plot-card.tsx"
import type { Period } from "./plot-series.ts"
import { amountWords } from "./report-figures.tsx"
import { periodWords, shortPeriodWords } from "./report-range.ts"

type Plotted = Omit<PlotCardProps, "periods">

/** Plots film, prints and money over the report's days, weeks or months. */
export function ReportPlots({ report }: { report: Report }) {
  const periods = useMemo<Period[]>(
    () =>
      report.rows.map(({ date }) => ({
        date,
        words: periodWords(date, report.by),
        short: shortPeriodWords(date, report.by),
      })),
    [report],
  )
  const plots = useMemo(() => plotsOf(report), [report])
  return (
    <section aria-labelledby="over-time" className="mt-6">
      <h2 id="over-time" className="text-lg font-[620]">
        By {report.by}
      </h2>
      <div className="mt-3 grid gap-3 xl:grid-cols-2">
        {plots.map((plot) => (
          <PlotCard key={plot.title} {...plot} periods={periods} />
        ))}
      </div>
    </section>
  )
}

/** Returns the plots; the first series of each stands behind the others. */
function plotsOf({ rows, currency }: Report): Plotted[] {
  const filmOf = (filmIn: number) => inUnit(filmIn, pageUnit())
  const plots: Plotted[] = [
    {
      title: "Film",
      format: amountWords,
      series: [
        {
          label: "Packed as boxes",
          color: "line-strong",
          amounts: rows.map((row) => filmOf(row.boxesFilmIn)),
        },
        { label: "Film", color: "accent", amounts: rows.map(({ filmIn }) => filmOf(filmIn)) },
      ],
    },
    {
      title: "Prints",
      format: formatCount,
      isWhole: true,
      series: [
        { label: "Prints", color: "accent", amounts: rows.map(({ prints }) => prints) },
        { label: "Remakes", color: "bad", amounts: rows.map(({ remakes }) => remakes) },
      ],
    },
    {
      title: "Orders",
      format: formatCount,
      isWhole: true,
      series: [{ label: "Orders", color: "accent", amounts: rows.map(({ orders }) => orders) }],
    },
    {
      title: "Credits",
      format: formatCount,
      isWhole: true,
      series: [{ label: "Credits", color: "accent", amounts: rows.map(({ credits }) => credits) }],
    },
  ]
  return currency === null ? plots : [...plots, costPlot(rows, currency), inkPlot(rows)]
}

function costPlot(rows: Report["rows"], currency: string): Plotted {
  return {
    title: "Cost",
    format: (amount) => formatMoney(amount, currency),
    series: [
      {
        label: "Without nesting",
        color: "line-strong",
        amounts: rows.map(({ cost }) => cost && cost.total + cost.savedByNesting),
      },
      { label: "Cost", color: "accent", amounts: rows.map(({ cost }) => cost?.total ?? null) },
    ],
  }
}

function inkPlot(rows: Report["rows"]): Plotted {
  return {
    title: "Film used",
    format: formatShare,
    series: [{ label: "Share", color: "accent", amounts: rows.map(({ inkShare }) => inkShare) }],
  }
}
