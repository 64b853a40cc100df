import type { TodayFilm } from "../../../contract/orders/today.ts"
import { groupSkipped, skipWords } from "../../components/left-out-words.ts"
import { formatCount, lowerFirst, plural } from "../../lib/format.ts"

/** Returns the items that ship by today and are left out; those without a ship date are not of today. */
export function leftOutOf({ skipped }: TodayFilm): TodayFilm["skipped"] {
  return skipped.filter(({ reason }) => reason !== "no-date")
}

/** Returns what can be printed of what is due: `All have artwork, size and text.` */
export function readyWords(film: TodayFilm): string {
  const groups = groupSkipped(leftOutOf(film))
  if (groups.length === 0) return "All have artwork, size and text."
  const isAllInPrint = film.orderItems.length === 0 && groups.every(({ reason }) => reason === "in-print")
  if (isAllInPrint) return "All of it is in a print already."
  const parts = groups.map(
    ({ reason, items }) => `${formatCount(items.length)} ${lowerFirst(skipWords[reason].reason)}`,
  )
  return `Left out: ${parts.join(", ")}.`
}

/** Returns the print that has all that is due; null if there is another reason, or more than one print. */
export function printOfAll(film: TodayFilm): string | null {
  const left = leftOutOf(film)
  if (film.orderItems.length > 0 || left.some(({ reason }) => reason !== "in-print")) return null
  const ids = new Set(left.map(({ printId }) => printId))
  return ids.size === 1 ? (left[0]?.printId ?? null) : null
}

/** `168 → 31 left`, or how many credits are missing. */
export function creditsLeft(copies: number, available: number): string {
  const left = available - copies
  if (left < 0) return `${plural(-left, "credit")} short`
  return `${formatCount(available)} → ${formatCount(left)} left`
}
