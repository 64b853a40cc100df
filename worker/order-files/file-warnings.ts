import type { FileLayout, FileRow, RowState } from "./file-layout.ts"

/** The oddities in a file's rows, gathered so that each is reported once. */
export type Oddities = {
  dates: { row: number; text: string }[]
  prices: number[]
  /** The words for unknown states. */
  words: Set<string>
  left: Record<Exclude<RowState, "open" | "unknown">, number>
  /** True if nothing in the file says which number of a date is the day. */
  isDayUnsure: boolean
}

/** The most odd dates and rows that a warning names. */
const MAX_NAMED = 5

export function oddities(isDayUnsure: boolean): Oddities {
  return {
    dates: [],
    prices: [],
    words: new Set(),
    left: { shipped: 0, cancelled: 0, unpaid: 0, left: 0 },
    isDayUnsure,
  }
}

/** Returns the warnings for the sender before the import, a sentence or two each. */
export function fileWarnings(layout: FileLayout, rows: readonly FileRow[], odd: Oddities): string[] {
  const warnings: string[] = []
  if (layout.missing) warnings.push(layout.missing)
  warnings.push(...(layout.warn?.(rows) ?? []))
  if (odd.dates.length > 0) {
    const named = odd.dates.slice(0, MAX_NAMED).map(({ row, text }) => `“${text.slice(0, 40)}” in row ${row}`)
    const rest = odd.dates.length > MAX_NAMED ? ` and ${odd.dates.length - MAX_NAMED} more` : ""
    warnings.push(`${counted(odd.dates.length, "unreadable date")} left empty: ${named.join(", ")}${rest}.`)
  }
  if (odd.prices.length > 0) {
    const named = odd.prices.slice(0, MAX_NAMED).join(", ")
    warnings.push(`${counted(odd.prices.length, "unreadable price")} set to 0: see row ${named}.`)
  }
  if (odd.words.size > 0) {
    const words = [...odd.words].slice(0, MAX_NAMED).map((word) => `“${word.slice(0, 40)}”`)
    warnings.push(`The status ${words.join(", ")} is not known. Its items are treated as not printed yet.`)
  }
  const { shipped, cancelled, unpaid, left } = odd.left
  if (shipped > 0) warnings.push(`${counted(shipped, "item")} already shipped: no new orders are created.`)
  if (unpaid > 0) warnings.push(`${counted(unpaid, "item")} not paid yet: no new orders are created.`)
  if (left > 0) warnings.push(`${counted(left, "item")} on hold or without a quantity: left out.`)
  if (cancelled > 0) warnings.push(`${counted(cancelled, "item")} cancelled: not printed.`)
  if (
    odd.isDayUnsure &&
    rows.some((row) => /^\d{1,2}[/-]\d{1,2}[/-]\d/.test(row.get("orderDate") || row.get("shipBy")))
  )
    warnings.push("Dates are read as month/day/year: the file does not say otherwise.")
  return warnings
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
