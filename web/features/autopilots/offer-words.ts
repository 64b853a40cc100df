import type { AutopilotOffer } from "../../../contract/autopilots/autopilot-offer.ts"
import { addDays, dayOf } from "../../../contract/day.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { weekDays } from "./autopilot-sentence.ts"

function isMorning(time: string): boolean {
  return time >= "04:00" && time < "12:00"
}

/** Returns `every morning` for a time before noon, else `every day`. */
export function everyWords(time: string): string {
  return isMorning(time) ? "every morning" : "every day"
}

/** Returns `Do this every morning at 7?` */
export function offerTitle(time: string): string {
  const short = isMorning(time) ? time.replace(/^0/, "").replace(/:00$/, "") : time
  return `Do this ${everyWords(time)} at ${short}?`
}

/** Returns `You made a batch on Friday at 06:58 and today at 07:02.`, or one of `today at 06:58 and 07:02`. */
export function doneWords(
  { batches }: Pick<AutopilotOffer, "batches">,
  timeZone: string,
  nowMs: number = Date.now(),
): string {
  const moments = batches.map(({ madeAt }) => madeWords(Date.parse(madeAt), timeZone, nowMs).split(" at "))
  const [earlier, ...later] = moments.toReversed()
  const [day = "", time = ""] = earlier ?? []
  const others = later.map(([otherDay, otherTime]) =>
    otherDay === day ? ` and ${otherTime}` : ` and ${otherDay} at ${otherTime}`,
  )
  return `You made a batch ${day} at ${time}${others.join("")}.`
}

/** Returns `today at 07:02`, `on Friday at 06:58`, or `on 2026-11-20 at 06:58`. */
export function madeWords(ms: number, timeZone: string, nowMs: number = Date.now()): string {
  const [day, today] = [dayOf(ms, timeZone), dayOf(nowMs, timeZone)]
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(ms)
  const daysAgo = (Date.parse(today) - Date.parse(day)) / DAY_MS
  const weekday = weekDays.find((one) => one.day === new Date(day).getUTCDay())?.long
  const words =
    daysAgo === 0 ? "today" : day === addDays(today, -1) ? "yesterday" : `on ${daysAgo < 7 ? weekday : day}`
  return `${words} at ${time}`
}

/** Returns what a rule means for the orders without a ship-by date that are open now. */
export function undatedWords({ undated }: Pick<AutopilotOffer, "undated">, afterDays: number | null): string {
  const all = undated.reduce((sum, { orders }) => sum + orders, 0)
  if (afterDays === null) return "They stay with you: print them by hand."
  if (afterDays === 0) return "On film with the next run."
  const tomorrow = undated
    .filter(({ daysAgo }) => daysAgo + 1 >= afterDays)
    .reduce((sum, { orders }) => sum + orders, 0)
  const count = all === 0 ? "" : `: ${formatCount(tomorrow)} of the ${formatCount(all)} by tomorrow`
  return `On film ${plural(afterDays, "day")} after they were ordered${count}.`
}
