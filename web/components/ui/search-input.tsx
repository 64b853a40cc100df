import { Search, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { classNames } from "../../lib/class-names.ts"
import type { TableParams } from "../../lib/use-table-params.ts"
import { Input } from "./field.tsx"

/** The pause in typing after which the address follows. */
const SEARCH_DEBOUNCE_MS = 500

export type SearchInputProps = {
  /** The current search, usually from the address. */
  value: string
  onSearch: (value: string) => void
  label: string
  maxLength?: number
  className?: string
}

/** Searches after a pause, or at once on Enter; a new `value` from outside replaces the text. */
export function SearchInput({ value, onSearch, label, maxLength = 100, className }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (seen !== value) {
    setSeen(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(next: string, waitMs: number) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim()), waitMs)
  }

  return (
    <Input
      type="search"
      isQuiet
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={text}
      icon={<Search aria-hidden="true" />}
      onChange={(event) => search(event.target.value, SEARCH_DEBOUNCE_MS)}
      onKeyDown={(event) => event.key === "Enter" && search(event.currentTarget.value, 0)}
      className={classNames("[&_input]:[&::-webkit-search-cancel-button]:hidden", className)}
      trailing={
        text === "" ? undefined : (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => search("", 0)}
            className="touch grid size-6 place-items-center rounded-sm hover:text-ink"
          >
            <X className="size-4" />
          </button>
        )
      }
    />
  )
}

type TableSearchProps = { label: string; table: Pick<TableParams, "query" | "setSearch">; className?: string }

/** Draws the search of a table, as it is in the address. */
export function TableSearch({ label, table, className }: TableSearchProps) {
  return (
    <SearchInput
      label={label}
      value={table.query.search}
      onSearch={table.setSearch}
      className={classNames(className, "w-full md:w-64")}
    />
  )
}
