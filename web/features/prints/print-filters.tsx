import type { z } from "zod"
import { printStatuses, printTypes } from "../../../contract/status.ts"
import { FilterSelect } from "../../components/filter-select.tsx"
import { DateRange } from "../../components/ui/date-range.tsx"
import { TableSearch } from "../../components/ui/search-input.tsx"
import { Select } from "../../components/ui/select.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"
import type { TableParams } from "../../lib/use-table-params.ts"
import type { printSearchSchema } from "./print-calls.ts"

const shopChoices = [
  { value: "", label: "Printed or not" },
  { value: "open", label: "Not yet printed by the print shop" },
  { value: "sent", label: "At the print shop" },
  { value: "printed", label: "Printed by the print shop" },
]

/** Draws the search and filters of the prints. All of it lives in the address. */
export function PrintFilters({ table }: { table: TableParams<z.output<typeof printSearchSchema>> }) {
  const setParams = useSetSearchParams()
  const { query } = table
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <TableSearch label="Search prints" table={table} />
      <FilterSelect
        label="Status"
        name="status"
        values={printStatuses}
        all="All statuses"
        className="md:w-36"
      />
      <FilterSelect label="Type" name="type" values={printTypes} all="All types" className="md:w-32" />
      <Select
        label="Print shop"
        isQuiet
        value={query.shop ?? ""}
        onValueChange={(shop) => setParams({ shop, page: null }, { push: true })}
        options={shopChoices}
        className="min-w-0 flex-1 basis-36 md:w-44 md:flex-none md:basis-auto"
      />
      <DateRange
        label="Created"
        start={query.startDate ?? ""}
        end={query.endDate ?? ""}
        onChange={({ start, end }) => setParams({ startDate: start, endDate: end, page: null })}
        className="min-w-0 flex-1 basis-36 md:w-44 md:flex-none md:basis-auto"
      />
    </div>
  )
}
