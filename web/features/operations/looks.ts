import type { Operations, Trouble } from "../../../contract/operations/operations.ts"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { triggerName, waitingNames } from "./trouble-words.ts"

/** The parts of the page, by the ids of their headings. */
type Part = "waiting" | "vendors"

/** A thing that needs a look: a trouble, or what another part of the page shows in full. */
export type Look = { trouble: Trouble } | { part: Part; group: string; name: string; why: string }

/** Lists all that needs a look: the page's first line counts them, and the list below it shows them. */
export function looksOf({ troubles, waiting, triggers, vendorErrors }: Operations): Look[] {
  const since = (iso: string | null) => (iso === null ? "" : ` since ${lowerFirst(formatWhen(iso))}`)
  return [
    ...troubles.map((trouble) => ({ trouble })),
    ...waiting
      .filter(({ isLate }) => isLate)
      .map((queue) => ({
        part: "waiting" as const,
        group: "Queue",
        name: waitingNames[queue.kind],
        why: `Waiting too long${since(queue.since)}`,
      })),
    ...triggers
      .filter(({ isLate, failures }) => isLate || failures.length > 0)
      .map(({ cron, ranAt, isLate, failures }) => ({
        part: "waiting" as const,
        group: "Sweeps",
        name: triggerName(cron),
        why: isLate ? `Not run${since(ranAt)}` : `${plural(failures.length, "sweep fails", "sweeps fail")}`,
      })),
    ...vendorErrors.map(({ vendor, code, count, lastAt }) => ({
      part: "vendors" as const,
      group: vendor,
      name: code,
      why: `${plural(count, "error")}, last ${lowerFirst(formatWhen(lastAt))}`,
    })),
  ]
}
