import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Report } from "../../../contract/reports/report.ts"
import { Card } from "../../components/ui/card.tsx"
import { formatCount, formatMoney, formatShare, plural } from "../../lib/format.ts"

/** `1,204 in`, `26.4 in` */
export function inches(filmIn: number): string {
  return `${formatCount(filmIn < 100 ? Math.round(filmIn * 10) / 10 : Math.round(filmIn))} in`
}

export function ReportFigures({ report }: { report: Report }) {
  const { total, unpriced } = report
  const { cost } = total
  const savedIn = Math.max(0, total.boxesFilmIn - total.filmIn)
  return (
    <section aria-label="Figures" className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Figure label="Film" note={`${formatCount(Math.round(total.filmIn / 12))} feet`}>
        {inches(total.filmIn)}
      </Figure>
      <Figure label="Prints" note={remakeNote(total)}>
        {formatCount(total.prints)}
      </Figure>
      <Figure label="Orders" note={plural(total.copies, "copy", "copies")}>
        {formatCount(total.orders)}
      </Figure>
      <Figure label="Cost" note={cost === null ? <PricesLink /> : costNote(unpriced)}>
        {cost === null ? "–" : formatMoney(cost.total, cost.currency)}
      </Figure>
      <Figure label="Saved by nesting" note={cost === null ? "of film" : `${inches(savedIn)} of film`}>
        {cost === null ? inches(savedIn) : formatMoney(cost.savedByNesting, cost.currency)}
      </Figure>
      <Figure label="Film used" note={plural(total.credits, "credit")}>
        {total.inkShare === 0 ? "–" : formatShare(total.inkShare)}
      </Figure>
    </section>
  )
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <Card className="min-w-0 p-4">
      <h2 className="text-sm text-ink-2">{label}</h2>
      <p className="mt-1.5 truncate text-xl font-[640] tabular-nums">{children}</p>
      <p className="mt-0.5 text-xs text-ink-3">{note}</p>
    </Card>
  )
}

function remakeNote({ remakes, remadeCopies }: Report["total"]): string {
  return remakes === 0
    ? "no remakes"
    : `including ${plural(remakes, "remake")}, ${plural(remadeCopies, "copy", "copies")}`
}

function costNote(unpriced: number): string {
  return unpriced === 0 ? "of all prints" : `without ${plural(unpriced, "unpriced print")}`
}

function PricesLink() {
  return (
    <Link to="/sizes" search={{ tab: "templates" }} className="text-accent-ink underline underline-offset-3">
      Set a film price
    </Link>
  )
}
