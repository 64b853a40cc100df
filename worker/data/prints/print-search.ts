import { or, type SQL, sql } from "drizzle-orm"
import { sheetFileKinds } from "../../../contract/delivery/sheet-format.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { CM_PER_IN } from "../../../contract/length.ts"
import { MAX_PRINT_COPIES, RETENTION_DAYS } from "../../../contract/limit.ts"
import { type PrintStatus, printStatuses, printTypes } from "../../../contract/status.ts"
import { image } from "../artwork/tables.ts"
import { dateMatches, dateRanges, isIn, type SearchView, whole } from "../date-search.ts"
import { contains } from "../paging.ts"
import { wordsQuery } from "../words.ts"
import { fileKindsIn, isListed, isOwnSheet, sheetFileNameIn } from "./sheet-files.ts"
import { archivedPrintPart, print, printItem, sheet } from "./tables.ts"

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
    ...stateMatches(search),
    dateMatches(print.printedAt, search, view),
    retentionMatches(search, view.nowMs),
    // Asked of each print, so that a page of many matches reads no more than its own.
    sql`EXISTS (SELECT 1 FROM ${printItem} JOIN ${image} ON ${image.id} = ${printItem.imageId} WHERE ${printItem.printId} = ${print.id} AND ${image.userId} = ${userId} AND ${contains(image.name, search)})`,
    sql`EXISTS (SELECT 1 FROM json_each(${print.archivedParts}, '$.images') AS part JOIN ${image} ON ${image.id} = part.value WHERE ${image.userId} = ${userId} AND ${contains(image.name, search)})`,
    ...computedMatches(search),
  )
}

/**
 * Returns the rowids, as `id`, of what `printMatches` may find in a long list, each kind by an index of its own, and
 * whether these are all: what is computed for each row (copies, lengths, file names, names with one or two letters) is
 * looked for among the list's first rows alone, which `first` selects.
 */
export function searchedPrints(
  userId: Id,
  { search, view, first }: { search: string; view: SearchView; first: SQL },
): { ids: SQL; isAll: boolean } {
  const words = wordsQuery(userId, search)
  const ranges = dateRanges(search, view)
  const computed = [
    ...computedMatches(search),
    words === null ? contains(print.name, search) : undefined,
    ranges === null ? dateMatches(print.printedAt, search, view) : undefined,
  ].filter((one) => one !== undefined)
  const own = (condition: SQL) =>
    sql`SELECT ${print}.rowid AS id FROM ${print} WHERE ${print.userId} = ${userId} AND ${condition}`
  const id = search.toLowerCase()
  const retention = retentionMatches(search, view.nowMs)
  const parts = [
    words === null ? undefined : sql`SELECT rowid AS id FROM print_words WHERE print_words MATCH ${words}`,
    ...printsOfImages(userId, search),
    // The index of words has the end of an id; of a longer part, only the beginning is looked up.
    /^[\da-f]{8}(?:-[\da-f-]*)?$/.test(id)
      ? own(sql`${print.id} >= ${id} AND ${print.id} < ${`${id}~`}`)
      : undefined,
    ...stateMatches(search).map((one) => (one ? own(one) : undefined)),
    retention ? own(retention) : undefined,
    ranges && ranges.length > 0
      ? sql`SELECT ${print}.rowid AS id FROM json_each(${JSON.stringify(ranges)}) AS range CROSS JOIN ${print}
          ON ${print.userId} = ${userId} AND ${print.printedAt} >= range.value ->> 0 AND ${print.printedAt} < range.value ->> 1`
      : undefined,
    computed.length > 0
      ? sql`SELECT near.id FROM (${first}) AS near CROSS JOIN ${print} ON ${print}.rowid = near.id WHERE ${or(...computed)}`
      : undefined,
  ].filter((one) => one !== undefined)
  return { ids: allOf(parts), isAll: computed.length === 0 }
}

/** The most terms of a compound SELECT in D1. */
const MAX_TERMS = 5

/** Returns the rows of all these queries of an id, in groups where D1 takes no more terms. */
function allOf(parts: readonly SQL[]): SQL {
  if (parts.length <= MAX_TERMS) return sql.join([...parts], sql` UNION ALL `)
  const rest = allOf(parts.slice(MAX_TERMS - 1))
  return sql`${sql.join(parts.slice(0, MAX_TERMS - 1), sql` UNION ALL `)} UNION ALL SELECT id FROM (${rest})`
}

/** Returns queries of the prints that have images with such names, in rows and archived. */
function printsOfImages(userId: Id, search: string): SQL[] {
  const isNamed = sql`${image.userId} = ${userId} AND ${contains(image.name, search)}`
  return [
    sql`SELECT ${print}.rowid AS id FROM ${image} JOIN ${printItem} ON ${printItem.imageId} = ${image.id}
      CROSS JOIN ${print} ON ${print.id} = ${printItem.printId} WHERE ${isNamed}`,
    sql`SELECT ${archivedPrintPart.print} AS id FROM ${image} JOIN ${archivedPrintPart} ON ${archivedPrintPart.partId} = ${image.id} WHERE ${isNamed}`,
  ]
}

function stateMatches(search: string): (SQL | undefined)[] {
  return [
    isIn(
      print.type,
      printTypes.filter((type) => reads(type, search)),
    ),
    isIn(
      print.status,
      printStatuses.filter((status) => reads(status, search)),
    ),
    undatedMatches(search),
  ]
}

/** Returns the conditions that no index answers. */
function computedMatches(search: string): (SQL | undefined)[] {
  return [
    isIn(
      print.copies,
      copiesTexts.flatMap((text, copies) => (text.includes(search.toLowerCase()) ? [copies] : [])),
    ),
    /\d\.|\.\d|\d ?[ic]/.test(search)
      ? sql`${print.status} IN ('Processing', 'Completed') AND ${contains(lengthText, search)}`
      : undefined,
    fileWords.test(search)
      ? sql`${print.status} = 'Completed' AND ${contains(fileNames, search)}`
      : undefined,
  ]
}

/** All copy counts as typed and as shown; compared with the words once, not once per row. */
const copiesTexts = Array.from({ length: MAX_PRINT_COPIES + 1 }, (_, copies) => {
  if (copies === 1) return "1 copy"
  const grouped = copies < 1000 ? "" : `, ${String(copies).replace(/(?=\d{3}$)/, ",")} copies`
  return `${copies} copies${grouped}`
})

/** The text `36.15 in 91.82 cm`: film over all sheets. */
const lengthText = sql`(SELECT printf('%.10g in %.10g cm', round(total(1.0 * ${sheet.lengthPx} / made.dpi), 2), round(total(${CM_PER_IN} * ${sheet.lengthPx} / made.dpi), 2)) FROM ${sheet} JOIN attempt made ON made.id = ${sheet.attemptId} WHERE ${sheet.attemptId} = ${print.attemptId} AND ${isOwnSheet})`

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
