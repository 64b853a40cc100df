import { or, type SQL, sql } from "drizzle-orm"
import { DAY_MS, RETENTION_DAYS } from "../../contract/limit.ts"
import { type PrintStatus, printStatuses, printTypes } from "../../contract/status.ts"
import { contains } from "./paging.ts"
import { image, print, printItem, sheet } from "./schema.ts"

export type SearchView = {
  nowMs: number
  /** What the person's clock is ahead of UTC: dates are searched as they are shown. */
  utcOffsetMin: number
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/**
 * The prints of a seller in whose row of the table the words can be read, or in whose pictures' names: id, copies,
 * length, type, status, date, days left. Only columns that these words can stand in are asked, because a large shop has
 * tens of thousands of rows to compute a text for.
 */
export function printMatches(userId: string, search: string, view: SearchView): SQL | undefined {
  const hasDigit = /\d/.test(search)
  return or(
    /^[\da-f-]+$/i.test(search) ? contains(print.id, search) : undefined,
    isIn(
      print.type,
      printTypes.filter((type) => reads(type, search)),
    ),
    isIn(
      print.status,
      printStatuses.filter((status) => reads(status, search)),
    ),
    undatedMatches(search),
    mayBeDate(search) ? contains(dateText(view), search) : undefined,
    retentionMatches(search, view.nowMs),
    sql`${print.id} IN (SELECT ${printItem.printId} FROM ${image} JOIN ${printItem} ON ${printItem.imageId} = ${image.id} WHERE ${image.userId} = ${userId} AND ${contains(image.name, search)})`,
    hasDigit || reads("copies", search.trim()) || reads("copy", search.trim())
      ? sql`${print.id} IN (SELECT own.id FROM print own JOIN ${printItem} ON ${printItem.printId} = own.id WHERE own.user_id = ${userId} GROUP BY own.id HAVING ${contains(copiesText, search)})`
      : undefined,
    hasDigit
      ? sql`${print.status} IN ('Processing', 'Completed') AND ${contains(lengthText, search)}`
      : undefined,
    /-|sheet|png/i.test(search)
      ? sql`${print.status} = 'Completed' AND ${contains(fileNames, search)}`
      : undefined,
  )
}

/** `1200 copies, 1,200 copies`: as people type it and as it is shown. */
const copiesText = sql`printf(iif(sum(${printItem.quantity}) = 1, '%d copy', '%d copies, %,d copies'), sum(${printItem.quantity}), sum(${printItem.quantity}))`

/** `36.15 in` of film over all sheets. */
const lengthText = sql`(SELECT printf('%.10g in', round(total(1.0 * ${sheet.lengthPx} / made.dpi), 2)) FROM ${sheet} JOIN attempt made ON made.id = ${sheet.attemptId} WHERE ${sheet.attemptId} = ${print.attemptId})`

/** What the sheets' files are called when they are downloaded. */
const fileNames = sql`(SELECT group_concat(substr(${print.id}, -6) || '-sheet-' || (${sheet.sheetIndex} + 1) || '.png', ' ') FROM ${sheet} WHERE ${sheet.attemptId} = ${print.attemptId})`

/** A print without a date says why. */
function undatedMatches(search: string): SQL | undefined {
  const words: [string, PrintStatus[]][] = [
    ["Not printed yet", ["In Draft"]],
    ["Printing now", ["Processing"]],
    ["Not printed", ["Cancelled", "Deleted"]],
  ]
  const statuses = words.flatMap(([text, list]) => (reads(text, search) ? list : []))
  return statuses.length === 0
    ? undefined
    : sql`(${print.printedAt} IS NULL AND ${isIn(print.status, statuses)})`
}

/** The badge beside the status. */
function retentionMatches(search: string, nowMs: number): SQL | undefined {
  const hasGone = reads("File has been deleted", search)
  const days = Array.from({ length: RETENTION_DAYS }, (_, i) => i + 1).filter((count) =>
    reads(count === 1 ? "1 day left" : `${count} days left`, search),
  )
  const left = sql`(${print.printedAt} + ${whole((RETENTION_DAYS + 1) * DAY_MS - 1 - nowMs)}) / ${whole(DAY_MS)}`
  return or(
    hasGone ? sql`(${print.status} = 'Deleted' AND ${print.printedAt} IS NOT NULL)` : undefined,
    hasGone ? sql`(${print.status} = 'Completed' AND ${left} <= 0)` : undefined,
    days.length > 0 ? sql`(${print.status} = 'Completed' AND ${isIn(left, days)})` : undefined,
  )
}

function mayBeDate(search: string): boolean {
  const words = [
    "Just now",
    "minutes ago",
    "minute ago",
    "Yesterday, ",
    ...months.map((month) => ` ${month}, `),
  ]
  return /\d/.test(search) || words.some((text) => reads(text, search))
}

/** As the table shows it (`18 Nov, 17:20`, `Yesterday, 18:22`), then as `2026-11-18`, for those who type it so. */
function dateText({ nowMs, utcOffsetMin }: SearchView): SQL {
  const offsetMs = utcOffsetMin * 60_000
  const local = sql`(${print.printedAt} + ${whole(offsetMs)})`
  const seconds = sql`${local} / 1000`
  const today = Math.floor((nowMs + offsetMs) / DAY_MS)
  const day = sql`${local} / ${whole(DAY_MS)}`
  const age = sql`${whole(nowMs)} - ${print.printedAt}`
  const clock = sql`strftime('%H:%M', ${seconds}, 'unixepoch')`
  const month = sql`substr(${months.join("")}, strftime('%m', ${seconds}, 'unixepoch') * 3 - 2, 3)`
  const date = sql`ltrim(strftime('%d', ${seconds}, 'unixepoch'), '0') || ' ' || ${month}`
  return sql`(CASE
    WHEN ${age} BETWEEN 0 AND 59999 THEN 'Just now'
    WHEN ${age} BETWEEN 60000 AND 119999 THEN '1 minute ago'
    WHEN ${age} BETWEEN 120000 AND 599999 THEN ((${age}) / 60000) || ' minutes ago'
    WHEN ${day} = ${whole(today)} THEN ${clock}
    WHEN ${day} = ${whole(today - 1)} THEN 'Yesterday, ' || ${clock}
    WHEN strftime('%Y', ${seconds}, 'unixepoch') = ${String(new Date(nowMs + offsetMs).getUTCFullYear())} THEN ${date} || ', ' || ${clock}
    ELSE ${date} || strftime(' %Y', ${seconds}, 'unixepoch')
  END || strftime(' %Y-%m-%d', ${seconds}, 'unixepoch'))`
}

function isIn(
  column: SQL | typeof print.type | typeof print.status,
  values: readonly unknown[],
): SQL | undefined {
  return values.length === 0
    ? undefined
    : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}

/** D1 binds numbers as REAL, and what is divided by one of those is no whole number. */
function whole(value: number): SQL {
  return sql.raw(String(Math.trunc(value)))
}

function reads(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.toLowerCase())
}
