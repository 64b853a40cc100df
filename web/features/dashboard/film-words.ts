import type { TodayFilm } from "../../../contract/orders/today.ts"
import { groupSkipped, skipWords } from "../../components/left-out-words.ts"
import { formatCount, lowerFirst, plural } from "../../lib/format.ts"

/** Returns what can be printed of what is due: `All have artwork, size and text.` */
export function readyWords(film: TodayFilm): string {
  const groups = groupSkipped(film.skipped, film.left)
  if (groups.length === 0) return "All have artwork, size and text."
  const isAllInPrint = film.orderItems.length === 0 && groups.every(({ reason }) => reason === "in-print")
  if (isAllInPrint) return "All of it is in a print already."
  const parts = groups.map(
    ({ reason, count }) => `${formatCount(count)} ${lowerFirst(skipWords[reason].reason)}`,
  )
  return `Left out: ${parts.join(", ")}.`
}

/** `168 → 31 left`, or how many credits are missing. */
export function creditsLeft(copies: number, available: number): string {
  const left = available - copies
  if (left < 0) return `${plural(-left, "credit")} short`
  return `${formatCount(available)} → ${formatCount(left)} left`
}
