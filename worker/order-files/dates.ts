import { MINUTE_MS } from "../../contract/duration.ts"
import { cellText, MAX_VALUE_LENGTH } from "./cell-values.ts"

/** The place of the day: which of the first two numbers of a date is the day. */
export type DayOrder = "month-first" | "day-first"
/** A day of the calendar, and a time on it if the file has one; `offsetMin` if the file says the zone. */
export type FileDate = {
  year: number
  month: number
  day: number
  time: { hour: number; minute: number; second: number } | null
  offsetMin: number | null
}

/** The beginnings of months' names in English, German, French, Spanish and Italian. */
const MONTHS: readonly string[][] = [
  ["jan", "ene", "gen"],
  ["feb", "fév", "fev"],
  ["mar", "mär", "mrz"],
  ["apr", "avr", "abr"],
  ["may", "mai", "mag"],
  ["jun", "juin", "giu"],
  ["jul", "juil", "lug"],
  ["aug", "aoû", "aou", "ago"],
  ["sep", "set"],
  ["oct", "okt", "ott"],
  ["nov"],
  ["dec", "dez", "déc", "dic"],
]

const TIME = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?m?\.?/i
const ZONE = /(?:\s|\d)(z|utc|gmt|[+-]\d{2}:?\d{2})$/i

/**
 * Reads a date as order files write them: ISO with or without offset, `09/18/2026 02:15:00 PM`,
 * `Sep 22, 2026`, `Sep-18-26`, `10-Dez-25`, `05-oct.-26`. Null if it is none; `undefined` if empty.
 */
export function readDate(cell: string, order: DayOrder): FileDate | null | undefined {
  const text = cellText(cell)
  if (text === "") return undefined
  if (text.length > MAX_VALUE_LENGTH) return null
  const timeAt = TIME.exec(text)
  const time = timeAt ? readTime(timeAt) : null
  if (timeAt && time === null) return null
  const day = readDay(text.slice(0, timeAt?.index ?? text.length).replace(/[T,\s]+$/i, ""), order)
  if (!day) return null
  return { ...day, time, offsetMin: timeAt ? readOffset(text.slice(timeAt.index)) : null }
}

/** Returns which number is the day, by the first date of a column that leaves no doubt; null without one. */
export function dayOrderOf(cells: Iterable<string>): DayOrder | null {
  for (const cell of cells) {
    const match = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(cell)
    if (!match) continue
    if (Number(match[1]) > 12) return "day-first"
    if (Number(match[2]) > 12) return "month-first"
    if (/^\s*\d{1,2}\./.test(cell)) return "day-first"
  }
  return null
}

function readDay(text: string, order: DayOrder): Pick<FileDate, "year" | "month" | "day"> | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso) return checked(iso[1], iso[2], iso[3])
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text)
  if (numbers) {
    const [, first, two, year] = numbers
    return order === "day-first" ? checked(year, two, first) : checked(year, first, two)
  }
  const dayFirst = /^(\d{1,2})[-.\s]+(\p{L}+)[-.,\s]+(\d{2}|\d{4})$/u.exec(text)
  if (dayFirst) return checked(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = /^(\p{L}+)[-.\s]+(\d{1,2})[-.,\s]+(\d{2}|\d{4})$/u.exec(text)
  if (monthFirst) return checked(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  return null
}

function monthOf(name: string): number {
  const lower = name.toLowerCase()
  return MONTHS.findIndex((names) => names.some((begin) => lower.startsWith(begin))) + 1
}

function checked(year: string, month: string | number, day: string) {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)))
  if (full < 2000 || full > 2100) return null
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  return { year: full, month: Number(month), day: Number(day) }
}

function readTime([, hours, minutes, seconds = "0", half = ""]: RegExpExecArray) {
  const clock = Number(hours)
  const hour = half === "" ? clock : (clock % 12) + (half.toLowerCase() === "p" ? 12 : 0)
  if (hour > 23 || (half !== "" && clock > 12) || Number(minutes) > 59 || Number(seconds) > 59) return null
  return { hour, minute: Number(minutes), second: Number(seconds) }
}

function readOffset(text: string): number | null {
  const zone = ZONE.exec(text.trim())?.[1]
  if (zone === undefined) return null
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!parts) return 0
  return (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]))
}

/**
 * Returns the moment of a file's date. A time without a zone is one of `timeZone`; a day without a time
 * is held as its noon there, which stays the same day wherever it is shown.
 */
export function momentOf(date: FileDate, timeZone: string): number {
  const { hour, minute, second } = date.time ?? { hour: 12, minute: 0, second: 0 }
  const asUtc = Date.UTC(date.year, date.month - 1, date.day, hour, minute, second)
  if (date.offsetMin !== null) return asUtc - date.offsetMin * MINUTE_MS
  // The offset is applied twice, for the hours around a change of clocks.
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return asUtc - offsetAt(guess, timeZone)
}

/** Returns the milliseconds that the zone is ahead of UTC at a moment. */
function offsetAt(ms: number, timeZone: string): number {
  if (timeZone === "UTC") return 0
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const local = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
  return local - Math.floor(ms / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    })
    formats.set(timeZone, format)
  }
  return format
}
