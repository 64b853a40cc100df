import { dayOf } from "../../../contract/day.ts"

const HALF_HOUR_MIN = 30
/** The most that two times of day differ by to be one habit. */
const ALIKE_MIN = 120
const DAY_MIN = 1_440

/** Returns the half hour at which both were made, or the newest, and weekdays unless one was on a weekend. */
export function usualTimes(
  batches: readonly { createdAt: number }[],
  timeZone: string,
): { days: number[]; times: string[] } {
  const moments = batches.map(({ createdAt }) => createdAt)
  const [newest, ...others] = moments.map((ms) => minuteOf(ms, timeZone))
  const alike = [newest, ...others.filter((minute) => Math.abs(minute - newest) <= ALIKE_MIN)]
  const mean = alike.reduce((sum, minute) => sum + minute, 0) / alike.length
  // Midnight would be the beginning of the same day, 24 hours early.
  const minute = Math.min(Math.round(mean / HALF_HOUR_MIN) * HALF_HOUR_MIN, DAY_MIN - HALF_HOUR_MIN)
  const two = (value: number) => String(value).padStart(2, "0")
  const weekday = (ms: number) => new Date(dayOf(ms, timeZone)).getUTCDay()
  const isWeekend = moments.some((ms) => [0, 6].includes(weekday(ms)))
  return {
    days: isWeekend ? [0, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5],
    times: [`${two(Math.floor(minute / 60))}:${two(minute % 60)}`],
  }
}

function minuteOf(ms: number, timeZone: string): number {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(ms)
  const [hour, minute] = time.split(":").map(Number)
  return hour * 60 + minute
}
