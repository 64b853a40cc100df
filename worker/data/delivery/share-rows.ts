import { and, eq, isNull, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { hasFiles } from "./handed-over-rows.ts"
import { share, sharePrint } from "./tables.ts"

/** A link; `prints` counts the prints that it was made for. */
export type ShareRow = Pick<typeof share.$inferSelect, "id" | "token" | "createdAt"> & { prints: number }

/** The prints that a token opens, each under the number that names it on the link's page. */
export type Opened = {
  userId: Id
  /** The reason why none of it is shown any more. */
  closed: "ended" | "deleted" | null
  prints: OpenedPrint[]
}

/** A print of a link; `printedAt` is when its sheets were made. */
export type OpenedPrint = {
  number: number
  printId: Id
  printedAt: number | null
  shopPrintedAt: number | null
}

/** Returns those of these prints that are the seller's and have files, in their sequence. */
export async function listShareable(db: Database, userId: Id, printIds: readonly Id[]): Promise<Id[]> {
  const rows = await db.all<{ id: Id }>(sql`
    SELECT print.id AS id FROM json_each(${JSON.stringify([...new Set(printIds)])}) AS listed
    JOIN print ON print.id = listed.value AND print.user_id = ${userId} AND print.is_test = 0 AND ${hasFiles}
    ORDER BY listed.key`)
  return rows.map(({ id }) => id)
}

/** Adds a link to a seller's prints, none of them twice. */
export async function insertShare(
  db: Database,
  row: { id: Id; token: string; userId: Id; printIds: readonly Id[]; nowMs: number },
): Promise<void> {
  const { id, token, userId, nowMs } = row
  await namedBatch(db, {
    made: db.insert(share).values({ id, token, userId, createdAt: nowMs }),
    // A print that was deleted meanwhile is left out.
    prints: insertFrom(
      db,
      sharePrint,
      { shareId: id, printId: sql`print.id`, position: sql`listed.key` },
      sql`FROM json_each(${JSON.stringify(row.printIds)}) AS listed JOIN print ON print.id = listed.value`,
    ),
  })
}

/** Finds the seller's newest link to exactly these prints, none of them twice, that has not been ended. */
export async function findShareOf(
  db: Database,
  userId: Id,
  printIds: readonly Id[],
): Promise<ShareRow | null> {
  const wanted = JSON.stringify(printIds)
  const [row] = await db.all<ShareRow>(sql`
    SELECT share.id AS id, share.token AS token, share.created_at AS createdAt, ${printIds.length} AS prints
    FROM share_print AS first JOIN share ON share.id = first.share_id
    WHERE first.print_id = ${printIds[0]} AND share.user_id = ${userId} AND share.ended_at IS NULL
      AND (SELECT count(*) FROM share_print WHERE share_id = share.id) = ${printIds.length}
      AND NOT EXISTS (SELECT 1 FROM share_print WHERE share_id = share.id
        AND print_id NOT IN (SELECT value FROM json_each(${wanted})))
    ORDER BY share.created_at DESC, share.id DESC LIMIT 1`)
  return row ?? null
}

/** Lists a print's links that have not been ended, newest first. */
export async function listShares(db: Database, userId: Id, printId: Id): Promise<ShareRow[]> {
  return db.all<ShareRow>(sql`
    SELECT share.id AS id, share.token AS token, share.created_at AS createdAt,
      (SELECT count(*) FROM share_print WHERE share_id = share.id) AS prints
    FROM share_print JOIN share ON share.id = share_print.share_id
    WHERE share_print.print_id = ${printId} AND share.user_id = ${userId} AND share.ended_at IS NULL
    ORDER BY share.created_at DESC, share.id DESC`)
}

/** Ends a link for good. False if this user has no such link, or it has ended. */
export async function endShare(db: Database, userId: Id, id: Id, nowMs: number): Promise<boolean> {
  const ended = await db
    .update(share)
    .set({ endedAt: nowMs })
    .where(and(eq(share.id, id), eq(share.userId, userId), isNull(share.endedAt)))
    .returning({ id: share.id })
  return ended.length === 1
}

/** Finds the prints that this token opens; null if it is no link's and no sheet's. */
export async function findOpened(db: Database, token: string): Promise<Opened | null> {
  type Row = Omit<OpenedPrint, "printId"> & {
    userId: Id
    printId: Id | null
    isEnded: number
    isDeleted: number
  }
  const rows = await db.all<Row>(sql`
    SELECT share.user_id AS userId, print.id AS printId, share_print.position + 1 AS number,
      print.printed_at AS printedAt, print.shop_printed_at AS shopPrintedAt,
      share.ended_at IS NOT NULL AS isEnded, 0 AS isDeleted
    FROM share LEFT JOIN share_print ON share_print.share_id = share.id
      LEFT JOIN print ON print.id = share_print.print_id
    WHERE share.token = ${token}
    UNION ALL
    SELECT attempt.user_id, print.id, 1, print.printed_at, print.shop_printed_at, 0,
      NOT (sheet.state = 'written' AND print.attempt_id = attempt.id AND ${hasFiles})
    FROM sheet JOIN attempt ON attempt.id = sheet.attempt_id JOIN print ON print.id = attempt.print_id
    WHERE sheet.token = ${token}
    UNION ALL
    SELECT print.user_id, print.id, 1, print.printed_at, print.shop_printed_at, 0, 1
    FROM archived_print_part AS part CROSS JOIN print ON print.rowid = part.print WHERE part.part_id = ${`sheet:${token}`}
    ORDER BY number`)
  const [first] = rows
  if (!first) return null
  return {
    userId: first.userId,
    closed: first.isEnded ? "ended" : first.isDeleted ? "deleted" : null,
    prints: rows.flatMap(({ number, printId, printedAt, shopPrintedAt }) =>
      printId === null ? [] : [{ number, printId, printedAt, shopPrintedAt }],
    ),
  }
}
