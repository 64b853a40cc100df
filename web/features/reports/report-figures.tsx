import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { inUnit, pageUnit } from "../../../contract/length.ts"
import type { Report } from "../../../contract/reports/report.ts"
import { Card } from "../../components/ui/card.tsx"
import { formatCount, formatMoney, formatShare, plural } from "../../lib/format.ts"

/** `1,204 in`, `26.4 in` */
export function filmWords(filmIn: number): string {
  return amountWords(inUnit(filmIn, pageUnit()))
}

/** Returns the words of film that is counted in the account's unit. */
export function amountWords(film: number): string {
  return `${formatCount(film < 100 ? Math.round(film * 10) / 10 : Math.round(film))} ${pageUnit()}`
}

/** `100 feet`, `31 metres` */
function longWords(filmIn: number): string {
  if (pageUnit() === "in") return `${formatCount(Math.round(filmIn / 12))} feet`
  return plural(Math.round(inUnit(filmIn, "cm") / 100), "metre")
}

export function ReportFigures({ report }: { report: Report }) {
  const { total, unpriced } = report
  const { cost } = total
  const savedIn = Math.max(0, total.boxesFilmIn - total.filmIn)
  return (
    <section aria-label="Figures" className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Figure label="Film" note={longWords(total.filmIn)}>
        {filmWords(total.filmIn)}
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
      <Figure label="Saved by nesting" note={cost === null ? "of film" : `${filmWords(savedIn)} of film`}>
        {cost === null ? filmWords(savedIn) : formatMoney(cost.savedByNesting, cost.currency)}
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
