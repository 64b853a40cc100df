import { or, type SQL, sql } from "drizzle-orm"
import { sheetFileKinds } from "../../../contract/delivery/sheet-format.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, RETENTION_DAYS } from "../../../contract/limit.ts"
import { type PrintStatus, printStatuses, printTypes } from "../../../contract/status.ts"
import { image } from "../artwork/tables.ts"
import { dateMatches, isIn, type SearchView, whole } from "../date-search.ts"
import { contains } from "../paging.ts"
import { fileKindsIn, isListed, isOwnSheet, sheetFileNameIn } from "./sheet-files.ts"
import { print, printItem, sheet } from "./tables.ts"

/**
 * Matches a seller's prints whose table row or image names contain the words: name, id, copies, length,
 * type, status, date, days left. Only columns that can contain these words are compared, because
 * computing texts for tens of thousands of rows is slow. A length, for example, must look like one
 * (`36.15`, `36 in`).
 */
export function printMatches(userId: Id, search: string, view: SearchView): SQL | undefined {
  return or(
    contains(print.name, search),
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
    dateMatches(print.printedAt, search, view),
    retentionMatches(search, view.nowMs),
    sql`${print.id} IN (SELECT ${printItem.printId} FROM ${image} JOIN ${printItem} ON ${printItem.imageId} = ${image.id} WHERE ${image.userId} = ${userId} AND ${contains(image.name, search)})`,
    isIn(
      print.copies,
      copiesTexts.flatMap((text, copies) => (text.includes(search.toLowerCase()) ? [copies] : [])),
    ),
    /\d\.|\.\d|\d ?i/.test(search)
      ? sql`${print.status} IN ('Processing', 'Completed') AND ${contains(lengthText, search)}`
      : undefined,
    fileWords.test(search)
      ? sql`${print.status} = 'Completed' AND ${contains(fileNames, search)}`
      : undefined,
  )
}

/** All copy counts as typed and as shown; compared with the words once, not once per row. */
const copiesTexts = Array.from({ length: MAX_PRINT_COPIES + 1 }, (_, copies) => {
  if (copies === 1) return "1 copy"
  const grouped = copies < 1000 ? "" : `, ${String(copies).replace(/(?=\d{3}$)/, ",")} copies`
  return `${copies} copies${grouped}`
})

/** The text `36.15 in`: film over all sheets. */
const lengthText = sql`(SELECT printf('%.10g in', round(total(1.0 * ${sheet.lengthPx} / made.dpi), 2)) FROM ${sheet} JOIN attempt made ON made.id = ${sheet.attemptId} WHERE ${sheet.attemptId} = ${print.attemptId} AND ${isOwnSheet})`

/** The name that a file was written with. */
const ownName = sql`(SELECT file.value ->> 'name' FROM json_each(${sheet.files}) AS file WHERE file.value ->> 'format' = format.value)`

/** The form of a search for a file's name: else no names are put together. */
const fileWords = new RegExp(
  `sheet|\\.(?:${Object.values(sheetFileKinds)
    .map((format) => format.extension)
    .join("|")})`,
  "i",
)

/** The file names of the downloaded sheets. */
const fileNames = sql`(SELECT group_concat(coalesce(${ownName}, substr(${print.id}, -6) || '-' || ${sheetFileNameIn(sql`${sheet.sheetIndex}`, sql`format.value`)}), ' ') FROM ${sheet} JOIN attempt made ON made.id = ${sheet.attemptId}, json_each(${fileKindsIn({ formats: sql`made.formats`, contour: sql`made.contour` })}) AS format WHERE ${sheet.attemptId} = ${print.attemptId} AND ${isListed})`

/** Returns whether the text of a print without a date matches. */
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

/** Returns whether the text of the badge beside the status matches. */
function retentionMatches(search: string, nowMs: number): SQL | undefined {
  const hasGone = reads("File has been deleted", search)
  const days = Array.from({ length: RETENTION_DAYS }, (_, i) => i + 1).filter((count) =>
    reads(count === 1 ? "1 day left" : `${count} days left`, search),
  )
  const daysLeft = sql`(${print.printedAt} + ${whole((RETENTION_DAYS + 1) * DAY_MS - 1 - nowMs)}) / ${whole(DAY_MS)}`
  return or(
    hasGone ? sql`(${print.status} = 'Deleted' AND ${print.printedAt} IS NOT NULL)` : undefined,
    hasGone ? sql`(${print.status} = 'Completed' AND ${daysLeft} <= 0)` : undefined,
    days.length > 0 ? sql`(${print.status} = 'Completed' AND ${isIn(daysLeft, days)})` : undefined,
  )
}

function reads(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.toLowerCase())
}
