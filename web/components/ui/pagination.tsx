import { ChevronLeft, ChevronRight } from "lucide-react"
import { classNames } from "../../lib/class-names.ts"
import { formatCount, formatTotal } from "../../lib/format.ts"
import { Button } from "./button.tsx"
import { Select } from "./select.tsx"

export type PaginationProps = {
  page: number
  limit: number
  totalPages: number
  totalRows: number
  /** False if there are more rows than `totalRows`. */
  isExact?: boolean
  pageSizes: readonly number[]
  onPage: (page: number) => void
  onLimit: (limit: number) => void
  /** The name of the paged things, where a screen has several lists. */
  of?: string
  /** The name of a row beside the size choice. */
  unit?: string
  className?: string
}

/** Shows the position in a long list, and links to its other pages. */
export function Pagination({
  page,
  limit,
  totalPages,
  totalRows,
  isExact = true,
  pageSizes,
  onPage,
  onLimit,
  of,
  unit = "Rows",
  className,
}: PaginationProps) {
  const sizes = pageSizes.includes(limit) ? pageSizes : [limit, ...pageSizes].sort((a, b) => a - b)
  const first = totalRows === 0 ? 0 : (page - 1) * limit + 1
  const last = isExact ? Math.min(totalRows, page * limit) : page * limit
  return (
    <div className={classNames("flex flex-wrap items-center gap-x-6 gap-y-3 text-sm", className)}>
      <p className="flex-1 whitespace-nowrap text-ink-2 tabular-nums">
        {formatCount(first)}–{formatCount(last)} of {formatTotal({ totalDocuments: totalRows, isExact })}
      </p>
      <div className="flex items-center gap-2 text-ink-2">
        <span aria-hidden="true">{unit}</span>
        <Select
          label={`${unit} per page`}
          isQuiet
          size="sm"
          value={String(limit)}
          onValueChange={(value) => onLimit(Number(value))}
          options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
          className="w-[4.5rem]"
        />
      </div>
      <nav
        aria-label={of === undefined ? "Pages" : `Pages of ${of}`}
        className={classNames(
          "flex items-center gap-1 coarse:w-full coarse:justify-center coarse:gap-0",
          // A single page needs no links, and a phone has no room for them.
          totalPages <= 1 && "coarse:hidden",
        )}
      >
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft />
        </Button>
        {pageWindow(page, Math.max(1, totalPages)).map((number) => (
          <button
            key={number}
            type="button"
            aria-label={`Page ${number}`}
            aria-current={number === page ? "page" : undefined}
            onClick={() => onPage(number)}
            className={classNames(
              "h-8 min-w-8 rounded-sm px-1.5 text-sm font-[550] text-ink-2 tabular-nums hover:bg-hover coarse:h-11 coarse:min-w-9",
              number === page && "bg-accent-soft text-accent-ink",
            )}
          >
            {number}
          </button>
        ))}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Next page"
          disabled={page >= totalPages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight />
        </Button>
      </nav>
    </div>
  )
}

/**
 * Returns the page numbers to show: all if there are 7 or fewer; 1 to 7 up to page 4; else the current page
 * and three on either side, as far as they exist.
 */
export function pageWindow(page: number, totalPages: number): number[] {
  const first = totalPages <= 7 || page <= 4 ? 1 : page - 3
  const last = Math.min(totalPages, totalPages <= 7 || page <= 4 ? 7 : page + 3)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
