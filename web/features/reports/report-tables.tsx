import { Download } from "lucide-react"
import type { ReactNode } from "react"
import { reasonWords } from "../../../contract/prints/remake-words.ts"
import type { Report, ReportPart } from "../../../contract/reports/report.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { fileUrl, formatCount, formatMoney } from "../../lib/format.ts"
import { FigureTable, type FigureTableProps } from "./figure-table.tsx"
import { reportFileHref } from "./report-calls.ts"
import { filmWords } from "./report-figures.tsx"
import type { ReportWish } from "./report-range.ts"

/** Lists the most printed designs and sizes, the remakes with their reasons, and the shops. */
export function ReportTables({ report, wish }: { report: Report; wish: ReportWish }) {
  const money = (amount: number | null) =>
    amount === null || report.currency === null ? "–" : formatMoney(amount, report.currency)
  const partRow = (part: ReportPart, head: ReactNode) => ({
    key: part._id ?? "",
    cells: [
      head,
      part.remadeCopies === 0
        ? formatCount(part.copies)
        : `${formatCount(part.copies)}, ${formatCount(part.remadeCopies)} remade`,
      formatCount(part.orders),
      filmWords(part.filmIn),
      money(part.cost),
    ],
  })
  const partHeads = ["Copies", "Orders", "Film", "Cost"]
  return (
    <div className="mt-6 grid gap-3 xl:grid-cols-2">
      <TableCard
        title="Top designs"
        href={reportFileHref(wish, "designs")}
        heads={["Design", ...partHeads]}
        rows={report.designs.map((design) => partRow(design, <Design {...design} />))}
      />
      <TableCard
        title="Top sizes"
        href={reportFileHref(wish, "sizes")}
        heads={["Size", ...partHeads]}
        rows={report.sizes.map((size) => partRow(size, size.name || "Deleted"))}
      />
      <TableCard
        title="By store"
        href={reportFileHref(wish, "shops")}
        heads={["Store", ...partHeads]}
        rows={report.shops.map((shop) => partRow(shop, shop.name || "Without an order"))}
      />
      <TableCard
        title="Remakes by reason"
        href={reportFileHref(wish, "remakes")}
        heads={["Reason", "Prints", "Copies", "Film", "Cost"]}
        rows={report.remakes.map(({ reason, prints, copies, filmIn, cost }) => ({
          key: reason,
          cells: [
            reasonWords[reason],
            formatCount(prints),
            formatCount(copies),
            filmWords(filmIn),
            money(cost?.total ?? null),
          ],
        }))}
        none="Nothing had to be made again."
      />
    </div>
  )
}

type TableCardProps = Omit<FigureTableProps, "label"> & {
  title: string
  href: string
  /** The text if there are no rows. */
  none?: string
}

function TableCard({ title, href, none = "Nothing was printed.", ...table }: TableCardProps) {
  return (
    <Card className="min-w-0 p-4">
      <div className="flex items-center gap-3">
        <h2 className="flex-1 text-base font-[600]">{title}</h2>
        {table.rows.length > 0 && <CsvLink href={href} of={title} />}
      </div>
      {table.rows.length === 0 ? (
        <p className="mt-2 text-sm text-ink-3">{none}</p>
      ) : (
        <FigureTable label={title} {...table} />
      )}
    </Card>
  )
}

/** Downloads a list for spreadsheets. */
export function CsvLink({ href, of }: { href: string; of: string }) {
  return (
    <a
      href={href}
      download
      className={buttonVariants({ variant: "ghost", size: "sm" })}
      {...asCommand("report-csv")}
    >
      <Download aria-hidden="true" /> CSV<span className="sr-only"> of {of}</span>
    </a>
  )
}

function Design({ name, previewPath }: Report["designs"][number]) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="checker size-9 flex-none overflow-hidden rounded-xs">
        {previewPath !== null && (
          <img
            src={fileUrl(previewPath)}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-contain"
          />
        )}
      </span>
      <span className="line-clamp-2 min-w-24 [overflow-wrap:anywhere]">{name || "Deleted"}</span>
    </span>
  )
}
