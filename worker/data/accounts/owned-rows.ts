import { and, eq, getTableColumns, getTableName, isNotNull, type SQL, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Id } from "../../../contract/id.ts"
import type { DatabaseName } from "../../database-name.ts"
import { HELD } from "../../moving.ts"
import * as artwork from "../artwork/tables.ts"
import * as autopilots from "../autopilots/tables.ts"
import * as credits from "../credits/tables.ts"
import type { Database } from "../database.ts"
import * as delivery from "../delivery/tables.ts"
import * as events from "../events/tables.ts"
import { jsonParts, member } from "../insert-from.ts"
import * as integrations from "../integrations/tables.ts"
import { sweepCursor } from "../operations/tables.ts"
import * as orders from "../orders/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import * as prints from "../prints/tables.ts"
import * as programs from "../programs/tables.ts"
import * as reports from "../reports/tables.ts"
import * as undos from "../undo/tables.ts"
import { notification, session, user } from "./tables.ts"
import { sessionsEnd } from "./user-copy.ts"
import type { User } from "./user-rows.ts"

/** A table with rows of accounts. Those of a table without `user_id` belong to another row, by this column. */
type Owned = { table: SQLiteTable; by?: { column: string; of: SQLiteTable; key?: string } }

const { image } = artwork
const { attempt, print } = prints

const archivedItems: Owned = {
  table: orders.archivedItem,
  by: { column: "archive_key", of: orders.order, key: "archive_key" },
}

/** The tables with rows of accounts, each after those that its rows refer to; sessions come last. */
export const ownedTables: readonly Owned[] = [
  { table: programs.keyedCall },
  { table: notification },
  { table: artwork.imageCategory },
  { table: image },
  { table: artwork.imageVariant, by: { column: "image_id", of: image } },
  { table: artwork.imageInk, by: { column: "image_id", of: image } },
  { table: artwork.size },
  { table: artwork.artworkChoice },
  { table: artwork.artworkRule },
  { table: artwork.font },
  { table: delivery.destination },
  { table: delivery.deliveryAddress },
  { table: prints.sheetTemplate },
  { table: integrations.integration },
  { table: autopilots.autopilot },
  { table: orders.order },
  { table: orders.orderItem },
  archivedItems,
  { table: orders.forgottenOrder, by: { column: "integration_id", of: integrations.integration } },
  { table: orders.redactedOrder },
  { table: orders.importMapping },
  { table: orders.shipment },
  { table: print },
  { table: prints.printLayout, by: { column: "print_id", of: print } },
  { table: prints.printItem, by: { column: "print_id", of: print } },
  { table: prints.manifestTick, by: { column: "print_id", of: print } },
  { table: attempt },
  { table: prints.writing },
  { table: prints.sheet, by: { column: "attempt_id", of: attempt } },
  { table: prints.sheetPart, by: { column: "attempt_id", of: attempt } },
  { table: prints.searchSection, by: { column: "attempt_id", of: attempt } },
  { table: prints.stamp, by: { column: "image_id", of: image } },
  { table: prints.attemptStamp, by: { column: "attempt_id", of: attempt } },
  { table: autopilots.autopilotRun },
  { table: delivery.share },
  { table: delivery.sharePrint, by: { column: "share_id", of: delivery.share } },
  { table: delivery.delivery },
  { table: programs.job },
  { table: events.event },
  { table: events.eventEndpoint },
  { table: events.eventDelivery },
  { table: credits.payment },
  { table: credits.paymentClaim, by: { column: "payment_id", of: credits.payment } },
  { table: reports.printedFilm },
  { table: reports.reportDay },
  { table: undos.undo },
  { table: undos.undoPart, by: { column: "undo_id", of: undos.undo } },
  { table: session },
]

/** Sessions may end while the rest stands still. */
const standing = ownedTables.filter(({ table }) => table !== session)

type PageRow = Record<string, unknown> & { "@rowid": number }

/** Reads an account's next rows of a table, by the place of the last one in it. */
export async function readOwned(
  db: Database,
  owned: Owned,
  { userId, after, limit }: { userId: Id; after: number; limit: number },
): Promise<PageRow[]> {
  const list = columnsOf(owned).map((name) => sql.identifier(name))
  return db.all<PageRow>(
    sql`SELECT rowid AS "@rowid", ${sql.join(list, sql`, `)} FROM ${owned.table}
      WHERE rowid > ${after} AND ${isOf(owned, userId)} ORDER BY rowid LIMIT ${limit}`,
  )
}

/** Adds the account's rows that are not there yet, while its row there says that it is being moved. */
export async function writeOwned(
  db: Database,
  owned: Owned,
  { userId, rows }: { userId: Id; rows: readonly object[] },
): Promise<void> {
  const names = columnsOf(owned)
  const list = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
  const values = sql.join(names.map(member), sql`, `)
  for (const part of rows.length === 0 ? [] : jsonParts(rows))
    await db.run(
      sql`INSERT INTO ${owned.table} (${list}) SELECT ${values} FROM json_each(${part})
        WHERE EXISTS (SELECT 1 FROM user WHERE user.id = ${userId} AND user.moving_to IS NOT NULL) ON CONFLICT DO NOTHING`,
    )
}

/** Returns the tables whose rows differ in number or in the length of what they hold. */
export async function listDifferences(a: Database, b: Database, userId: Id): Promise<string[]> {
  const [left, right] = [await measure(a, userId), await measure(b, userId)]
  return standing.flatMap(({ table }, i) => (left[i] === right[i] ? [] : getTableName(table)))
}

async function measure(db: Database, userId: Id): Promise<string[]> {
  const sums: string[] = []
  for (const owned of standing) {
    const lengths = columnsOf(owned).map((name) => sql`coalesce(length(${sql.identifier(name)}), 0)`)
    const [row] = await db.all<{ rows: number; length: number }>(
      sql`SELECT count(*) AS rows, total(${sql.join(lengths, sql` + `)}) AS length FROM ${owned.table} WHERE ${isOf(owned, userId)}`,
    )
    sums.push(`${row.rows} ${row.length}`)
  }
  return sums
}

/**
 * Holds an account's rows in this database as they are, while its row there says that it is being moved, or was
 * moved from there: so the statement that ends a move lets go as well. Changes are passed over, as one statement of
 * a sweep changes rows of many accounts. New rows are refused with an error, as their writer must try again
 * elsewhere, but for the database that they are copied to.
 */
export async function freezeRows(
  db: Database,
  userId: Id,
  { place, isTarget }: { place: DatabaseName; isTarget: boolean },
): Promise<void> {
  const isHeld = `${isAway(userId, place)}
    AND NOT EXISTS (SELECT 1 FROM sweep_cursor WHERE name = '${openingOf(userId)}')`
  const triggers = triggersOf(userId).filter(({ event }) => !isTarget || event !== "INSERT")
  const statements = triggers.map(({ name, event, owned }) => {
    const row = event === "INSERT" ? "NEW" : "OLD"
    const action = event === "INSERT" ? `RAISE(ABORT, '${HELD}')` : "RAISE(IGNORE)"
    const isTheirs = owned.by
      ? `EXISTS (SELECT 1 FROM "${getTableName(owned.by.of)}" WHERE ${owned.by.key ?? "id"} = ${row}."${owned.by.column}" AND user_id = '${userId}')`
      : `${row}.user_id = '${userId}'`
    return db.run(
      sql.raw(
        `CREATE TRIGGER IF NOT EXISTS "${name}" BEFORE ${event} ON "${getTableName(owned.table)}" WHEN ${isTheirs} AND ${isHeld} BEGIN SELECT ${action}; END`,
      ),
    )
  })
  await namedBatch(db, { statements })
}

/** Returns SQL: the account's row in this database says that it is being moved, or does not live here. */
function isAway(userId: Id, place: DatabaseName): string {
  return `EXISTS (SELECT 1 FROM user WHERE user.id = '${userId}' AND (user.moving_to IS NOT NULL OR user.moved_from = '${place}'))`
}

/** Removes the triggers that hold the account's rows. */
export async function thawRows(db: Database, userId: Id): Promise<void> {
  const statements = triggersOf(userId).map(({ name }) => db.run(sql.raw(`DROP TRIGGER IF EXISTS "${name}"`)))
  await namedBatch(db, { statements })
}

/** Returns the name of the mark that lets one batch through to held rows. */
function openingOf(userId: Id): string {
  return `open ${userId}`
}

/** Runs statements on held rows, which no others see open. */
async function runOnHeld<Some extends BatchItem<"sqlite">>(
  db: Database,
  userId: Id,
  statements: readonly Some[],
) {
  const name = openingOf(userId)
  const { results } = await namedBatch(db, {
    opened: db.insert(sweepCursor).values({ name, afterKey: "", updatedAt: 0 }),
    results: statements,
    closed: db.delete(sweepCursor).where(eq(sweepCursor.name, name)),
  })
  return results
}

/**
 * Ends here the account's sessions that were ended there, where it does not live any more, and those until the time
 * at which all were ended together. A repeat ends no other.
 */
export async function endSessionsAsIn(
  there: Database,
  here: Database,
  { id: userId, sessionsEndedAt }: Pick<User, "id" | "sessionsEndedAt">,
): Promise<void> {
  const ended = await there
    .select({ id: session.id, revokedAt: session.revokedAt })
    .from(session)
    .where(and(eq(session.userId, userId), isNotNull(session.revokedAt)))
  if (sessionsEndedAt !== null) await sessionsEnd(here, userId, sessionsEndedAt)
  for (const part of ended.length === 0 ? [] : jsonParts(ended))
    await here.run(
      sql`UPDATE ${session} SET revoked_at = ${member("revokedAt")} FROM json_each(${part}) WHERE ${session.id} = ${member("id")} AND ${session.revokedAt} IS NULL`,
    )
}

/** Ends the account's sessions in a database where it does not live. */
export async function deleteSessionsOf(db: Database, userId: Id): Promise<void> {
  await db.delete(session).where(sql`${session.userId} = ${userId}`)
}

/**
 * Deletes some of the account's rows from a database where it does not live, but none of its files, and none where
 * it lives again by now. Returns false while some remain.
 */
export async function deleteOwned(
  db: Database,
  userId: Id,
  { place, limit }: { place: DatabaseName; limit: number },
): Promise<boolean> {
  const isLeft = sql.raw(isAway(userId, place))
  const isGone = async (owned: Owned) => {
    const [deleted] = await runOnHeld(db, userId, [
      db
        .delete(owned.table)
        .where(
          sql`rowid IN (SELECT rowid FROM ${owned.table} WHERE ${isOf(owned, userId)} AND ${isLeft} LIMIT ${limit})`,
        )
        .returning({ isDeleted: sql<number>`1` }),
    ])
    return deleted.length < limit
  }
  // Orders say which are theirs.
  if (!(await isGone(archivedItems))) return false
  // A trigger dooms an archive's document with its last order or print.
  await runOnHeld<BatchItem<"sqlite">>(db, userId, [
    db
      .update(orders.order)
      .set({ archiveKey: null })
      .where(sql`user_id = ${userId} AND archive_key IS NOT NULL AND ${isLeft}`),
    db
      .update(print)
      .set({ archiveKey: null, archivedParts: null })
      .where(sql`user_id = ${userId} AND archive_key IS NOT NULL AND ${isLeft}`),
  ])
  for (const owned of ownedTables.toReversed()) if (!(await isGone(owned))) return false
  return true
}

/** Deletes the copy of the account's own row from a database that it has left. */
export async function deleteUserCopy(db: Database, userId: Id): Promise<void> {
  await db
    .delete(user)
    .where(sql`${user.id} = ${userId} AND ${user.copiedSeq} < 0 AND ${user.movingTo} IS NOT NULL`)
}

function triggersOf(userId: Id) {
  return standing.flatMap((owned) =>
    (["INSERT", "UPDATE", "DELETE"] as const).map((event) => ({
      name: `held ${userId} ${getTableName(owned.table)} ${event.toLowerCase()}`,
      event,
      owned,
    })),
  )
}

function columnsOf({ table }: Owned): string[] {
  return Object.values(getTableColumns(table)).flatMap(({ name, generated }) =>
    generated === undefined ? name : [],
  )
}

/** Returns SQL: the row of the table is the account's. */
function isOf({ table, by }: Owned, userId: Id): SQL {
  if (!by) return sql`${table}.user_id = ${userId}`
  return sql`${table}.${sql.identifier(by.column)} IN (SELECT ${sql.identifier(by.key ?? "id")} FROM ${by.of} WHERE user_id = ${userId})`
}
