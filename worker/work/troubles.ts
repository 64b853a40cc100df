import { and, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import { TROUBLES_EACH, type TroubleKind } from "../../contract/operations/operations.ts"
import { allWork, SHOWN_MS, type Work } from "./works.ts"

/** A thing that may need a person. Flags are 1 or 0. */
export type TroubleRow = {
  id: Id
  userId: Id
  userName: string
  thingId: Id
  /** The name; empty for a print without a name of its own. */
  thingName: string
  madeAt: number
  state: string
  why: string
  since: number
  nextAt: number | null
  canRetry: number
  canGiveUp: number
}

/**
 * Returns the queries of things that may need a person: of each kind, the longest waiting of all that
 * wait too long, and the newest failures.
 */
export function troubleQueries(nowMs: number): { trouble: TroubleKind; query: SQL<TroubleRow> }[] {
  return allWork.flatMap((work) => {
    const { open, waits, since, lateAfterMs, failed, shown } = work
    if (shown === null) return []
    const isLate = sql`${and(open, waits?.(nowMs))} AND ${since} < ${nowMs - lateAfterMs}`
    const lists = [
      failed
        ? { where: () => sql`${failed} AND ${since} > ${nowMs - SHOWN_MS}`, order: sql`${since} DESC` }
        : { where: () => isLate, order: sql`min(${since})` },
      ...(shown.also ?? []),
    ]
    return lists.map((list) => ({
      trouble: shown.trouble,
      query: things(work, { ...shown, ...list, where: list.where(nowMs) }),
    }))
  })
}

/** Returns each thing once. Joins and groups are written so that SQLite begins with `work.table`. */
function things(
  { table, due, ...work }: Work,
  shown: NonNullable<Work["shown"]> & { where: SQL; order: SQL },
): SQL<TroubleRow> {
  const { key, owner, joins, thing, state, why, since, canRetry, canGiveUp, where, order } = shown
  return sql<TroubleRow>`SELECT ${key} AS "id", seller.id AS "userId", seller.first_name || ' ' || seller.last_name AS "userName",
      ${thing.id} AS "thingId", ${thing.name} AS "thingName", ${thing.madeAt} AS "madeAt", ${state} AS "state",
      ${why ?? sql`''`} AS "why", min(${since ?? work.since}) AS "since", min(${due}) AS "nextAt",
      ${canRetry ?? sql`1`} AS "canRetry", ${canGiveUp ?? sql`0`} AS "canGiveUp"
    FROM ${table} ${joins ?? sql``} CROSS JOIN user AS seller ON seller.id = ${owner}
    WHERE ${where} GROUP BY +${key} ORDER BY ${order} LIMIT ${TROUBLES_EACH}`
}
