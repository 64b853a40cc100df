import type { AutopilotInput } from "../../../contract/autopilots/autopilot.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { formatTyped } from "../../lib/length.ts"

/** The week as sellers read it, Sunday being 0. */
export const weekDays = [
  { day: 1, short: "Mon", long: "Monday" },
  { day: 2, short: "Tue", long: "Tuesday" },
  { day: 3, short: "Wed", long: "Wednesday" },
  { day: 4, short: "Thu", long: "Thursday" },
  { day: 5, short: "Fri", long: "Friday" },
  { day: 6, short: "Sat", long: "Saturday" },
  { day: 0, short: "Sun", long: "Sunday" },
] as const

/** The choices for a print that a run has made. */
export const actionNames = { draft: "Leave a draft for me", process: "Process it" }

/** The typed values: numbers may be missing. */
export type AutopilotWish = Pick<AutopilotInput, "days" | "times" | "timeZone" | "action"> & {
  isForAllStores?: boolean
  moreIntegrationIds?: readonly string[]
  addressId?: string | null
  minLengthIn?: number | null
  undatedAfterDays?: number | null
  shipWithinDays?: number
  maxCreditsPerDay?: number
}

/**
 * Returns what an autopilot will do, in one sentence: `Every weekday at 07:00 (New York): reads the orders,
 * prints what ships within 2 days, spends at most 200 credits a day.`
 */
export function autopilotSentence(
  wish: AutopilotWish,
  isOfFiles: boolean,
  addresses: readonly { _id: string; name: string }[] = [],
): string {
  const causes = [timesWords(wish), lengthWords(wish)].filter((words) => words !== "")
  if (causes.length === 0) return "Never runs: choose days and times, or a length of film."
  const { action, shipWithinDays = 0, maxCreditsPerDay = 0, undatedAfterDays = null } = wish
  const address = addresses.find(({ _id }) => _id === wish.addressId)
  const due = dueWords(shipWithinDays)
  const done = [
    ...readsWords(wish, isOfFiles),
    action === "draft" ? `leaves a draft print of ${due}` : `prints ${due}`,
    ...(undatedAfterDays === null
      ? []
      : [`takes orders without a ship-by date ${afterWords(undatedAfterDays)}`]),
    ...(action === "draft" ? [] : [`spends at most ${formatCount(maxCreditsPerDay)} credits a day`]),
    ...(action === "process" && address ? [`sends the files to ${address.name}`] : []),
  ]
  const when = causes.join(", or ")
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${done.join(", ")}.`
}

function readsWords(
  { isForAllStores, moreIntegrationIds = [] }: AutopilotWish,
  isOfFiles: boolean,
): string[] {
  if (isForAllStores) return ["reads the orders of all stores"]
  if (moreIntegrationIds.length > 0) return [`reads the orders of ${moreIntegrationIds.length + 1} stores`]
  return isOfFiles ? [] : ["reads the orders"]
}

/** Returns `at once`, or `3 days after they were placed`. */
function afterWords(days: number): string {
  return days === 0 ? "at once" : `${plural(days, "day")} after they were placed`
}

/** `New York`, of `America/New_York`. */
function cityOf(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ")
}

function timesWords({ days, times, timeZone }: AutopilotWish): string {
  const known = times.filter((time) => time !== "").toSorted()
  if (days.length === 0 || known.length === 0) return ""
  return `${daysWords(days)} at ${listed(known)} (${cityOf(timeZone)})`
}

function daysWords(days: readonly number[]): string {
  const picked = weekDays.filter(({ day }) => days.includes(day))
  if (picked.length === 7) return "every day"
  const isWeekday = (day: number) => day !== 0 && day !== 6
  if (picked.length === 5 && picked.every(({ day }) => isWeekday(day))) return "every weekday"
  return `every ${listed(picked.map(({ long }) => long))}`
}

function lengthWords({ minLengthIn }: AutopilotWish): string {
  return minLengthIn ? `as soon as there are ${formatTyped(minLengthIn)} of film` : ""
}

function dueWords(days: number): string {
  if (days === 0) return "what is late"
  return days === 1 ? "what ships today or is late" : `what ships within ${days} days`
}

/** `07:00, 12:00 and 15:30` */
function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ""
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`
}
