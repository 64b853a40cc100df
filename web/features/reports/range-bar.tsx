import type { Report, ReportPeriod } from "../../../contract/reports/report.ts"
import { Chip, ChipRow } from "../../components/ui/chip.tsx"
import { DateRange } from "../../components/ui/date-range.tsx"
import { Select } from "../../components/ui/select.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { type ReportWish, spansOf } from "./report-range.ts"

const periods: { value: ReportPeriod; label: string }[] = [
  { value: "day", label: "By day" },
  { value: "week", label: "By week" },
  { value: "month", label: "By month" },
]

/** Edits the days of a report, by day, week or month, and the currency if there are several. */
export function RangeBar({ wish, report }: { wish: ReportWish; report: Report | undefined }) {
  const { user } = useAuth()
  const setParams = useSetSearchParams()
  const spans = spansOf(Date.now(), user.timeZone)
  const { from = spans[0].from, to = spans[0].to, by = "day" } = wish
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <div className="min-w-0 coarse:w-full">
        <ChipRow label="Range">
          {spans.map((span) => (
            <Chip
              key={span.label}
              isPicked={span.from === from && span.to === to && span.by === by}
              onPick={() => setParams({ from: span.from, to: span.to, by: span.by }, { push: true })}
            >
              {span.label}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <DateRange
        label="Days"
        start={from}
        end={to}
        onChange={({ start, end }) => setParams({ from: start, to: end }, { push: true })}
        className="md:w-64 coarse:flex-1"
      />
      <Select
        label="Rows"
        isQuiet
        value={by}
        onValueChange={(next) => setParams({ by: next }, { push: true })}
        options={periods}
        className="md:w-32 coarse:flex-1"
      />
      {report !== undefined && report.currencies.length > 1 && (
        <Select
          label="Currency"
          isQuiet
          value={report.currency ?? ""}
          onValueChange={(currency) => setParams({ currency }, { push: true })}
          options={report.currencies.map((currency) => ({ value: currency, label: currency }))}
          className="md:w-24"
        />
      )}
    </div>
  )
}
