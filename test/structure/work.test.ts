import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Column, getTableColumns, getTableName, is, SQL } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { allWork, type Work } from "../../worker/work/works.ts"

/** Columns that say how far a thing has come, or when it has to go on. */
const tells =
  /(^|_)(state|status)$|^(retry|check|capture|next_\w+|expires|deleted|purged|trashed)_at$|_until$|^is_(announced|hold_settled|done|counted)$/

/** Columns that tell of no work of ours, each with its reason. */
const exempt: Record<string, string> = {
  "session.expires_at": "It ends by itself; the night deletes what is over.",
  "account_token.expires_at": "As a session.",
  "access_token.expires_at": "As a session.",
  "oauth_record.expires_at": "As a session.",
  "member.expires_at": "As a session.",
  "spent_pass.expires_at": "As a session.",
  "email_change.state": "A person opens a link, or does not.",
  "email_change.expires_at": "As a session.",
  "email_change.undo_until": "As a session.",
  "keyed_call.lease_until": "Its caller sends the call again, or does not.",
  "job.state": "Its `retry_at` says whether it has ended.",
  "job.fetch_until": "How many of an account's are fetched at the same time; `retry_at` takes it up.",
  "event_delivery.state": "Its `retry_at` says whether it has ended.",
  "event_delivery.status": "What its endpoint has answered.",
  "event_delivery.retry_at": "Its endpoint is taken up when the first of its deliveries is due.",
  "event_endpoint.busy_until": "As a job's `fetch_until`.",
  "integration.token_lease_until": "The holder of the lease refreshes the tokens within a call.",
  "order.status": "What prints of its items have come to.",
  "order_item.status": "As an order.",
  "sheet.state": "Its attempt or its writing waits for it.",
  "attempt_stamp.is_done": "Its attempt waits for it.",
  "search_section.is_done": "As a stamp of an attempt.",
  "payment.capture_at": "Only how early a person may try again; the check takes the money.",
  "printed_film.is_counted": "Written in the batch that counts it.",
}

test("every state and due time of a table is read by a kind of work, or is none of ours", async () => {
  const data = fileURLToPath(new URL("../../worker/data", import.meta.url))
  const files = readdirSync(data, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("tables.ts"),
  )
  const exported: object[] = await Promise.all(files.map((name) => import(`${data}/${name}`)))
  const read = new Set(
    allWork.flatMap(({ open, since, due, shown }) =>
      [open, since, due, shown?.state, shown?.canGiveUp, shown?.also].flatMap(columnsIn),
    ),
  )
  const missing = exported
    .flatMap((tables): unknown[] => Object.values(tables))
    .filter((table): table is SQLiteTable => is(table, SQLiteTable))
    .flatMap((table) => Object.values(getTableColumns(table)).map(nameOf))
    .filter((name) => tells.test(name.split(".")[1]) && !read.has(name))
  expect(missing.sort()).toEqual(Object.keys(exempt).sort())
})

test("the table in the documents says what the records say", () => {
  const document = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8")
  const rows = allWork.map((work) => [
    work.name,
    takenUp(work),
    triedAgain(work),
    givenUp(work),
    `${lengthOf(work.lateAfterMs)}, as \`${work.counted}\``,
  ])
  const table = [["what", "taken up", "tried again", "given up", "counted by health after"], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const lines = table.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`)
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`
  const from = document.indexOf("| what ", document.indexOf("## What waits"))
  expect(document.slice(from, document.indexOf("\n\n", from))).toBe(
    [lines[0], rule, ...lines.slice(1)].join("\n"),
  )
})

function takenUp({ dueAfterMs, leaseMs }: Work): string {
  const due =
    dueAfterMs === null ? "when it is due" : dueAfterMs === 0 ? "at once" : `after ${lengthOf(dueAfterMs)}`
  return leaseMs === undefined ? due : `${due}, or ${lengthOf(leaseMs)} without a message`
}

function triedAgain({ longestPauseMs, isEachPauseLongest }: Work): string {
  if (longestPauseMs === MINUTE_MS) return "every minute"
  if (isEachPauseLongest) return `every ${lengthOf(longestPauseMs)}`
  return `pauses grow, ${lengthOf(longestPauseMs)} at most`
}

function givenUp({ givesUp }: Work): string {
  if (givesUp === null) return "never"
  return "afterMs" in givesUp
    ? `after ${lengthOf(givesUp.afterMs)}`
    : `after ${givesUp.afterTries} tries in a row`
}

/** `35 min`, `6 h`, `2 days`. */
function lengthOf(ms: number): string {
  if (ms % DAY_MS === 0) return `${ms / DAY_MS} days`
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : `${ms / MINUTE_MS} min`
}

/** The columns that a condition is made of. */
function columnsIn(part: unknown): string[] {
  if (is(part, Column)) return [nameOf(part)]
  if (is(part, SQL)) return part.queryChunks.flatMap(columnsIn)
  if (Array.isArray(part)) return part.flatMap(({ where }) => columnsIn(where(0)))
  return []
}

function nameOf(column: Column): string {
  return `${getTableName(column.table)}.${column.name}`
}
