import { Cron } from "croner"
import { dayOf } from "../../contract/day.ts"
import type { AutopilotRow } from "../data/autopilot-rows.ts"

type Times = Pick<AutopilotRow, "days" | "times" | "timeZone">

/**
 * The first of its times after a moment, in ms; null without any. Times that a day leaves out, as
 * clocks go forward, come when it goes on; of those that come twice, the first counts.
 */
export function nextTime({ days, times, timeZone }: Times, afterMs: number): number | null {
  if (days.length === 0) return null
  const next = times.flatMap((time) => {
    const [hour, minute] = time.split(":").map(Number)
    const cron = new Cron(`${minute} ${hour} * * ${days.join(",")}`, { timezone: timeZone, paused: true })
    const moment = cron.nextRun(new Date(afterMs))
    return moment ? [moment.getTime()] : []
  })
  return next.length === 0 ? null : Math.min(...next)
}

/** Names one of its times, once also where an hour comes twice: `2026-11-23 07:00` in its zone. */
export function slotOf(moment: number, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" })
  return `${dayOf(moment, timeZone)} ${time.format(moment)}`
}
