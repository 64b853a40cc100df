import { aliasedTable, count, desc, eq, or, type SQL, sql } from "drizzle-orm"
import type { AuditEntry } from "../../../contract/accounts/user.ts"
import type { Id } from "../../../contract/id.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { AnyDatabase, Database, Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { contains, type Page, pageOf } from "../paging.ts"
import { auditEntry, user } from "./tables.ts"

/** An entry, whose `action` and `details` admins read as written: they hold no secrets and no addresses. */
export type NewAuditEntry = {
  id: Id
  actorId: Id
  action: string
  subjectId: Id
  details: string
  reason?: string
  createdAt: number
}

/** The most entries moved at once; the rest goes with the next. */
const MOST_CARRIED = 50

/** The condition of an entry in a batch: the statement before it changed a row. */
export const justChanged: SQL = sql`changes() > 0`

/** Returns the entry as a statement for its change's batch; `onlyIf` is evaluated at that place. */
export function auditInsert(db: AnyDatabase, entry: NewAuditEntry, onlyIf: SQL = sql`true`) {
  return insertFrom(db, auditEntry, entry, sql`WHERE ${onlyIf}`).onConflictDoNothing()
}

/**
 * Adds an entry for a change outside D1, whose cause `details` names. A repeat adds nothing if this
 * subject has an entry with the same action and details.
 */
export async function auditOnce(db: Directory, entry: NewAuditEntry): Promise<void> {
  const known = sql`SELECT 1 FROM ${auditEntry} WHERE ${auditEntry.subjectId} = ${entry.subjectId} AND ${auditEntry.action} = ${entry.action} AND ${auditEntry.details} = ${entry.details}`
  await auditInsert(db, entry, sql`NOT EXISTS (${known})`)
}

/**
 * Moves entries, written in the batches of their changes, from an account's database to the directory.
 * A repeat moves nothing twice.
 */
export async function carryAudit(from: Database, to: Directory): Promise<void> {
  const entries = await from.select().from(auditEntry).limit(MOST_CARRIED)
  if (entries.length === 0) return
  for (const entry of entries) await to.insert(auditEntry).values(entry).onConflictDoNothing()
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(entries.map(({ id }) => id))}))`
  await from.delete(auditEntry).where(sql`${auditEntry.id} IN ${ids}`)
}

/** Lists entries, newest first, with today's account names; a missing account shows as its id. */
export async function listAudit(
  db: Directory,
  query: Page & { search: string },
): Promise<{ rows: AuditEntry[]; pagination: Pagination }> {
  const [actor, subject] = [aliasedTable(user, "actor"), aliasedTable(user, "subject")]
  const actorName = sql<string>`coalesce(${actor.firstName} || ' ' || ${actor.lastName}, ${auditEntry.actorId})`
  const subjectName = sql<string>`coalesce(${subject.firstName} || ' ' || ${subject.lastName}, ${auditEntry.subjectId})`
  const shown = [actorName, subjectName, auditEntry.action, auditEntry.details, auditEntry.reason]
  const isFound = query.search ? or(...shown.map((column) => contains(column, query.search))) : undefined
  const [{ total }] = await db
    .select({ total: count() })
    .from(auditEntry)
    .leftJoin(actor, eq(actor.id, auditEntry.actorId))
    .leftJoin(subject, eq(subject.id, auditEntry.subjectId))
    .where(isFound)
  const { offset, pagination } = pageOf(query, total)
  const entries = await db
    .select({ entry: auditEntry, actor: actorName, subject: subjectName })
    .from(auditEntry)
    .leftJoin(actor, eq(actor.id, auditEntry.actorId))
    .leftJoin(subject, eq(subject.id, auditEntry.subjectId))
    .where(isFound)
    .orderBy(desc(auditEntry.createdAt), desc(auditEntry.id))
    .limit(query.limit)
    .offset(offset)
  const rows = entries.map(({ entry, ...names }) => ({
    _id: entry.id,
    ...names,
    action: entry.action,
    details: entry.details,
    reason: entry.reason,
    createdAt: new Date(entry.createdAt).toISOString(),
  }))
  return { rows, pagination }
}
