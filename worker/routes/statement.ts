import type { Context } from "hono"
import { doerOf } from "../../contract/accounts/doer.ts"
import { statements } from "../../contract/api/payment-api.ts"
import type { LedgerEntry } from "../../contract/credits/hub.ts"
import type { StatementEntry } from "../../contract/credits/payment.ts"
import { unknown } from "../../contract/error.ts"
import { type Id, idSchema } from "../../contract/id.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { findUserById } from "../data/accounts/user-rows.ts"
import { databaseOf, directoryOf } from "../data/database.ts"
import { numberIn, type Page, pageOf } from "../data/paging.ts"
import { readBeginners } from "../data/prints/attempt-rows.ts"
import type { Env } from "../env.ts"
import { inertText, quotedCell } from "../files/csv.ts"
import { nameDoers } from "../flows/accounts/name-doers.ts"
import { hubOf } from "../hub-stub.ts"
import { envOfAccount } from "../place.ts"
import { idOf } from "../valid.ts"

/** The entries per chunk of a file: as many as the ledger answers at once. */
const CSV_CHUNK = 500
const columns = ["Number", "Date", "Kind", "Credits", "Available after", "Note", "Entry"]

/** The ledger entries, for the owner and admins: pages newest first, the file oldest first. */
export const statementRoutes = new ApiRoutes()
  .serve(statements.list, async (c) => await readPage(c.env, c.var.user.id, c.req.valid("query")))
  .serve(statements.csv, (c) => csvOf(c, c.var.user.id, "statement"))
  .serve(statements.ofUser, async (c) => {
    const { id } = await ownerOf(c)
    return readPage(await envOfAccount(c.env, id), id, c.req.valid("query"))
  })
  .serve(statements.csvOfUser, async (c) => {
    const { id, username } = await ownerOf(c)
    return csvOf(c, id, `statement-${username}`)
  })

async function ownerOf(c: Context<AppEnv>): Promise<{ id: Id; username: string }> {
  const user = await findUserById(directoryOf(c.env), idOf(c, "user"))
  if (!user) throw unknown("user")
  return user
}

/** Reads a page. Entries are numbered from 1 without gaps, so a page is a range of numbers, and a row's number is its place. */
async function readPage(env: Env, userId: Id, query: Page) {
  const hub = hubOf(env, userId)
  const { seq: total } = await hub.balance()
  const { offset, pagination } = pageOf({ ...query, after: undefined }, total)
  const newest = query.after === undefined ? total - offset : Math.min(total, numberIn(query.after) - 1)
  const oldest = Math.max(0, newest - query.limit)
  const next = oldest > 0 ? String(oldest + 1) : null
  const entries = newest > oldest ? await hub.statement({ afterSeq: oldest, limit: newest - oldest }) : []
  return { data: await withBeginners(env, userId, entries.reverse()), pagination: { ...pagination, next } }
}

/** Returns the entries with whoever began the print that each is about. */
async function withBeginners(
  env: Env,
  userId: Id,
  entries: readonly LedgerEntry[],
): Promise<StatementEntry[]> {
  const attemptIds = new Set(entries.flatMap((entry) => attemptOf(entry) ?? []))
  const beginners = await readBeginners(databaseOf(env), userId, [...attemptIds])
  const rows = entries.map((entry) => {
    const attemptId = attemptOf(entry)
    const beginner = attemptId && beginners.get(attemptId)
    return { ...entry, by: beginner ? doerOf(beginner.mark, beginner.name) : null }
  })
  return nameDoers(env, rows)
}

/** Returns the attempt that an entry's credits were reserved for; null for other entries. */
function attemptOf({ id }: LedgerEntry): Id | null {
  const [, attemptId] = /^hold:(.+)$/.exec(id) ?? []
  return idSchema.safeParse(attemptId).data ?? null
}

/** Streams the file in chunks, so that a long history needs little memory. */
function csvOf(c: Context<AppEnv>, userId: Id, name: string): Response {
  const hub = hubOf(c.env, userId)
  const encoder = new TextEncoder()
  let afterSeq = 0
  const body = new ReadableStream<Uint8Array>({
    // The byte order mark tells spreadsheets that this is UTF-8.
    start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${line(columns)}`)),
    async pull(controller) {
      const entries = await hub.statement({ afterSeq, limit: CSV_CHUNK })
      afterSeq = entries.at(-1)?.seq ?? afterSeq
      if (entries.length > 0) controller.enqueue(encoder.encode(entries.map(entryLine).join("")))
      if (entries.length < CSV_CHUNK) controller.close()
    },
  })
  const fileName = `${name.replace(/[^\w.-]/g, "_")}.csv`
  return c.body(body, 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}"`,
  })
}

function entryLine(entry: LedgerEntry): string {
  const { seq, createdAt, kind, credits, availableAfter, note, id } = entry
  return line([String(seq), createdAt, kind, String(credits), String(availableAfter), note, id])
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`
}

function cell(text: string): string {
  const safe = inertText(text)
  return /[",;\t\r\n]/.test(safe) ? quotedCell(safe) : safe
}
