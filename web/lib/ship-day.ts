import { addDays, dayOf } from "../../contract/day.ts"
import { shortMonths } from "../../contract/month.ts"

/** The day that something has to be shipped by, in the seller's zone. */
export type ShipDay = {
  /** `18 Nov`, with the year if it is not this year. */
  date: string
  /** `Today`, `Tomorrow`, else the date. */
  words: string
  isToday: boolean
  isLate: boolean
}

export function shipDay(shipBy: string, timeZone: string, nowMs: number = Date.now()): ShipDay {
  const today = dayOf(nowMs, timeZone)
  const day = dayOf(Date.parse(shipBy), timeZone)
  const date = dateWords(day, today)
  const isToday = day === today
  const words = isToday ? "Today" : day === addDays(today, 1) ? "Tomorrow" : date
  return { date, words, isToday, isLate: day < today }
}

/** Returns `, ship by tomorrow` for the end of a sentence; "" if no shop gives a date. */
export function shipByWords(shipBy: string | null, timeZone: string): string {
  if (shipBy === null) return ""
  const { date, words, isLate } = shipDay(shipBy, timeZone)
  return isLate ? `, ship by ${date}, late` : `, ship by ${words.replace("To", "to")}`
}

function dateWords(day: string, today: string): string {
  const [year, month, date] = day.split("-").map(Number)
  const words = `${date} ${shortMonths[month - 1]}`
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${year}`
}
