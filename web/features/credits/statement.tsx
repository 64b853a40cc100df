import { useQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { z } from "zod"
import type { StatementEntry } from "../../../contract/credits/payment.ts"
import { listQuerySchema } from "../../../contract/list.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { useByWords } from "../../lib/by-words.ts"
import { formatCount, formatDateTime, plural } from "../../lib/format.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { type StatementOwner, statementCsvHref, statementOptions } from "./credit-calls.ts"
import { entryChange, entryWord } from "./entry-words.ts"

/** The page's place in the address, beside the other tables'. */
const searchSchema = z.object({
  statementPage: listQuerySchema.shape.page,
  statementLimit: listQuerySchema.shape.limit,
})

export type StatementProps = {
  owner: StatementOwner
  /** Credits that a refund or dispute took after they were spent. */
  owedCredits: number
}

/** Lists every movement of one account's credits, newest first. */
export function Statement({ owner, owedCredits }: StatementProps) {
  const setParams = useSetSearchParams()
  const { statementPage: page, statementLimit: limit } = useSearch(searchSchema)
  const entries = useQuery(statementOptions(owner, { page, limit }))
  return (
    <section id="statement" aria-labelledby="credit-statement" className="mt-6 scroll-mt-18">
      <div className="flex items-center gap-3">
        <h2 id="credit-statement" className="flex-1 text-lg font-[620]">
          Credit statement
        </h2>
        <a
          href={statementCsvHref(owner)}
          download
          className={buttonVariants({ variant: "ghost", size: "sm" })}
        >
          <Download aria-hidden="true" /> Download CSV
        </a>
      </div>
      {owedCredits > 0 && <OwedNotice owner={owner} credits={owedCredits} />}
      <div className="mt-3">
        <DataTable
          label="Credit entries"
          columns={columns}
          rows={entries.data?.data}
          rowId={(entry) => String(entry.seq)}
          pagination={entries.data?.pagination}
          onPage={(next) => setParams({ statementPage: next === 1 ? null : next }, { push: true })}
          onLimit={(next) => setParams({ statementLimit: next, statementPage: null }, { push: true })}
          isRefreshing={entries.isPlaceholderData}
          renderCard={(entry) => <EntryCard entry={entry} />}
          failure={loadFailure(entries)}
        />
      </div>
    </section>
  )
}

function OwedNotice({ owner, credits }: { owner: StatementOwner; credits: number }) {
  const owed = plural(credits, "credit")
  return (
    <Notice tone="warn" className="mt-3">
      {owner === "me"
        ? `You owe ${owed}: a payment was refunded or disputed after its credits had been spent. The next credits you add pay them back first, and until then nothing can be processed.`
        : `${owed} owed: a payment was refunded or disputed after its credits had been spent. The next credits added pay them back first, and until then nothing can be processed.`}
    </Notice>
  )
}

const columns: DataTableColumn<StatementEntry>[] = [
  {
    id: "createdAt",
    header: "Date",
    cell: (entry) => (
      <time dateTime={entry.createdAt} className="whitespace-nowrap text-ink-2">
        {formatDateTime(entry.createdAt)}
      </time>
    ),
  },
  {
    id: "kind",
    header: "Entry",
    card: "title",
    cell: (entry) => <span className="font-[550]">{entryWord(entry)}</span>,
  },
  {
    id: "note",
    header: "Details",
    cell: (entry) => <Details entry={entry} />,
  },
  { id: "credits", header: "Credits", align: "end", cell: (entry) => <Change entry={entry} /> },
  {
    id: "availableAfter",
    header: "Balance",
    align: "end",
    cell: (entry) => <span className="tabular-nums">{formatCount(entry.availableAfter)}</span>,
  },
]

function Details({ entry: { note, by } }: { entry: StatementEntry }) {
  const words = useByWords()(by)
  return (
    <div className="[overflow-wrap:anywhere] text-ink-2">
      {note} {words}
    </div>
  )
}

function EntryCard({ entry }: { entry: StatementEntry }) {
  return (
    <div className="-m-1 flex items-start gap-3 text-sm">
      <div className="min-w-0 flex-1">
        <div className="font-[600]">{entryWord(entry)}</div>
        <Details entry={entry} />
        <time dateTime={entry.createdAt} className="text-xs text-ink-3">
          {formatDateTime(entry.createdAt)}
        </time>
      </div>
      <div className="flex-none text-right">
        <Change entry={entry} />
        <div className="text-xs text-ink-3 tabular-nums">Balance {formatCount(entry.availableAfter)}</div>
      </div>
    </div>
  )
}

function Change({ entry }: { entry: StatementEntry }) {
  const change = entryChange(entry)
  if (change === 0) {
    return (
      <span className="whitespace-nowrap text-ink-3 tabular-nums">
        {formatCount(entry.credits)} {entry.id.startsWith("dispute:") ? "held" : "reserved"}
      </span>
    )
  }
  return (
    <b className={`font-[600] tabular-nums ${change > 0 ? "text-good-ink" : ""}`}>
      {change > 0 ? "+" : "−"}
      {formatCount(Math.abs(change))}
    </b>
  )
}
