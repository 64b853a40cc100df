import { Button } from "../../components/ui/button.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { copiesOf } from "./print-rules.ts"
import type { RosterRow } from "./roster-rows.ts"

/** The rows shown at a time, with their pictures beside them. */
export const PAGE_ROWS = 20

type RosterTallyProps = {
  rows: readonly RosterRow[]
  /** Those without a problem. */
  good: readonly RosterRow[]
  /** The first row on screen. */
  from: number
  onPage: (page: number) => void
}

/** Counts the rows that are ready, and leads to the next one to fix. */
export function RosterTally({ rows, good, from, onPage }: RosterTallyProps) {
  const wrong = rows.length - good.length
  return (
    <p
      className="mr-auto flex min-h-11 flex-wrap items-center gap-x-2 text-sm max-md:w-full max-md:flex-none!"
      role="status"
    >
      {rows.length > 0 && (
        <>
          <span className="font-[600]">
            {plural(good.length, "row")}, {plural(copiesOf(good), "copy", "copies")}
          </span>
          {wrong > 0 && (
            <button
              type="button"
              className="touch h-auto! px-0! font-[600] text-bad-ink text-sm! underline underline-offset-3"
              onClick={() => onPage(Math.floor(nextWrong(rows, from + PAGE_ROWS) / PAGE_ROWS))}
            >
              {plural(wrong, "row")} to fix
            </button>
          )}
        </>
      )}
    </p>
  )
}

type RosterPagesProps = { from: number; count: number; onPage: (page: number) => void }

/** Turns the pages of a roster that has more than one. */
export function RosterPages({ from, count, onPage }: RosterPagesProps) {
  if (count <= PAGE_ROWS) return null
  return (
    <nav aria-label="Pages of the roster" className="mt-3 flex items-center justify-center gap-3 text-sm">
      <Button size="sm" disabled={from === 0} onClick={() => onPage(from / PAGE_ROWS - 1)}>
        Previous
      </Button>
      <span className="tabular-nums">
        {formatCount(from + 1)}–{formatCount(Math.min(count, from + PAGE_ROWS))} of {formatCount(count)}
      </span>
      <Button size="sm" disabled={from + PAGE_ROWS >= count} onClick={() => onPage(from / PAGE_ROWS + 1)}>
        Next
      </Button>
    </nav>
  )
}

/** Returns the first row at or after `from` with a problem, else the first of all. */
function nextWrong(rows: readonly RosterRow[], from: number): number {
  const isWrong = ({ problems }: RosterRow) => problems.length > 0
  const after = rows.findIndex((row, at) => at >= from && isWrong(row))
  return after >= 0 ? after : Math.max(0, rows.findIndex(isWrong))
}
