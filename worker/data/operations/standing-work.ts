import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { type StandingTrouble, TROUBLES_EACH } from "../../../contract/operations/operations.ts"
import { UNDO_MS } from "../../../contract/undo.ts"
import { imageVariant } from "../artwork/tables.ts"
import { autopilotRun } from "../autopilots/tables.ts"
import type { Database } from "../database.ts"
import { shipment } from "../orders/tables.ts"
import type { TroubleRow } from "./trouble-rows.ts"
import type { WaitingRow } from "./waiting-rows.ts"

type Statement = BatchItem<"sqlite">

/**
 * Work that may stand still, a record for each kind: health, `/operations`, decisions and a restart all
 * read it here. Conditions are written as in the partial indexes, and joins and groups so that SQLite
 * begins with these.
 */
type StandingWork = {
  /** How a trouble of this kind is called. */
  trouble: StandingTrouble
  /** FROM and WHERE, with its `user`. */
  from: SQL
  /** Since when it waits, in ms. What is to come yet has a time to come. */
  since: SQL
  /** By then it has been taken up where all is well. */
  lateAfterMs: number
  /** What a decision names, and the table that holds it with its owner's id. */
  id: SQL
  table: string
  thing: { id: SQL; name: SQL; madeAt: SQL }
  state: SQL
  why: SQL
  nextAt: SQL
  /** Makes one thing of it due for the next sweep, unless it is. */
  makeDue: (db: Database, id: Id, nowMs: number) => Statement
  /** Makes what a stopped runtime held due. */
  makeHeldDue: (db: Database, startedMs: number) => Statement
}

const standingWork = {
  shipments: {
    trouble: "shipment",
    from: sql`FROM shipment CROSS JOIN "order" ON "order".id = shipment.order_id
      CROSS JOIN user ON user.id = shipment.user_id AND user.status = 'active' WHERE shipment.retry_at IS NOT NULL`,
    // One that was never tried has had its ten minutes in which it could be taken back. What a marketplace
    // refuses for now is told by the vendor's errors, and waits for its next try.
    since: sql`CASE WHEN shipment.failure_message IS NULL
      THEN min(shipment.retry_at, shipment.updated_at + ${UNDO_MS}) ELSE shipment.retry_at END`,
    lateAfterMs: 20 * MINUTE_MS,
    id: sql`shipment.id`,
    table: "shipment",
    thing: {
      id: sql`shipment.order_id`,
      name: sql`"order".vendor_order_id`,
      madeAt: sql`shipment.created_at`,
    },
    state: sql`shipment.state`,
    why: sql`coalesce(shipment.failure_message, '')`,
    nextAt: sql`shipment.retry_at`,
    makeDue: (db, id, nowMs) =>
      db
        .update(shipment)
        .set({ retryAt: nowMs - 1 })
        .where(and(eq(shipment.id, id), gt(shipment.retryAt, nowMs))),
    // Those that wait may be within the time in which they can be taken back.
    makeHeldDue: (db, startedMs) =>
      db
        .update(shipment)
        .set({ retryAt: startedMs - 1 })
        .where(
          and(
            sql`${shipment.retryAt} IS NOT NULL`,
            eq(shipment.state, "sending"),
            lt(shipment.updatedAt, startedMs),
          ),
        ),
  },
  runs: {
    trouble: "run",
    // One that lacks only its mail has ended.
    from: sql`FROM autopilot_run CROSS JOIN autopilot ON autopilot.id = autopilot_run.autopilot_id
      CROSS JOIN integration ON integration.id = autopilot.integration_id CROSS JOIN user ON user.id = autopilot_run.user_id
      WHERE autopilot_run.retry_at IS NOT NULL AND autopilot_run.mail_error IS NULL`,
    since: sql`autopilot_run.updated_at`,
    // It waits ten minutes for its shop's orders, and ten for its pieces.
    lateAfterMs: 30 * MINUTE_MS,
    id: sql`autopilot_run.id`,
    table: "autopilot_run",
    thing: {
      id: sql`autopilot_run.autopilot_id`,
      name: sql`integration.name`,
      madeAt: sql`autopilot_run.started_at`,
    },
    state: sql`autopilot_run.state`,
    why: sql`''`,
    nextAt: sql`autopilot_run.retry_at`,
    makeDue: (db, id, nowMs) =>
      db
        .update(autopilotRun)
        .set({ retryAt: nowMs - 1 })
        .where(and(eq(autopilotRun.id, id), gt(autopilotRun.retryAt, nowMs))),
    makeHeldDue: (db, startedMs) =>
      db
        .update(autopilotRun)
        .set({ retryAt: startedMs - 1 })
        .where(and(sql`${autopilotRun.retryAt} IS NOT NULL`, lt(autopilotRun.updatedAt, startedMs))),
  },
  pieces: {
    trouble: "pieces",
    // Those of an image that is being read wait for that, which is counted as images.
    from: sql`FROM image_variant CROSS JOIN image ON image.id = image_variant.image_id AND image.status = 'Ready'
      CROSS JOIN user ON user.id = image.user_id WHERE image_variant.retry_at IS NOT NULL`,
    since: sql`image_variant.created_at`,
    // As many as an account may have waiting, each heavy, take that long.
    lateAfterMs: 30 * MINUTE_MS,
    id: sql`image.id`,
    table: "image",
    thing: { id: sql`image.id`, name: sql`image.name`, madeAt: sql`image.created_at` },
    state: sql`image_variant.state`,
    why: sql`''`,
    nextAt: sql`image_variant.retry_at`,
    // The sweep leaves them alone for a minute, in which whoever asked for them draws them.
    makeDue: (db, id, nowMs) =>
      db
        .update(imageVariant)
        .set({ retryAt: sql`${imageVariant.createdAt}` })
        .where(and(eq(imageVariant.imageId, id), gt(imageVariant.retryAt, nowMs - MINUTE_MS))),
    makeHeldDue: (db, startedMs) =>
      db
        .update(imageVariant)
        .set({ retryAt: startedMs - 1 - MINUTE_MS })
        .where(and(sql`${imageVariant.retryAt} IS NOT NULL`, lt(imageVariant.createdAt, startedMs))),
  },
} as const satisfies Record<string, StandingWork>
export type StandingKind = keyof typeof standingWork

const kinds = Object.entries(standingWork) as [StandingKind, StandingWork][]

/** Makes one statement of each kind. */
export function eachStanding<T>(make: (work: StandingWork) => T): Record<StandingKind, T> {
  return Object.fromEntries(kinds.map(([kind, work]) => [kind, make(work)])) as Record<StandingKind, T>
}

/** How many of a kind wait longer than they should, as a statement for a batch. */
export function lateCount(db: Database, { from, since, lateAfterMs }: StandingWork, nowMs: number) {
  return db
    .select({ total: sql<number>`total` })
    .from(sql`(SELECT count(*) AS total ${from} AND ${since} < ${nowMs - lateAfterMs})`)
}

/** How many of a kind wait, and since when the first one does. */
export function standingQuery({ from, since }: StandingWork, nowMs: number) {
  return sql<WaitingRow>`SELECT count(*) AS "total", min(${since}) AS "oldest" ${from} AND ${since} <= ${nowMs}`
}

/** The things of a kind that wait longest, of those that wait too long. All of them can be tried again. */
export function lateThings(work: StandingWork, nowMs: number) {
  const { from, since, lateAfterMs, id, thing, state, why, nextAt } = work
  return sql<TroubleRow>`SELECT ${id} AS "id", user.id AS "userId", user.first_name || ' ' || user.last_name AS "userName",
      ${thing.id} AS "thingId", ${thing.name} AS "thingName", ${thing.madeAt} AS "madeAt", ${state} AS "state",
      ${why} AS "why", min(${since}) AS "since", min(${nextAt}) AS "nextAt", 1 AS "canRetry", 0 AS "canGiveUp"
    ${from} AND ${since} < ${nowMs - lateAfterMs} GROUP BY +${id} ORDER BY min(${since}) LIMIT ${TROUBLES_EACH}`
}

/** The kind of work that a trouble is of. */
export function standingOf(trouble: StandingTrouble): StandingWork {
  const found = kinds.find(([, work]) => work.trouble === trouble)
  if (!found) throw new Error(`no work stands behind the trouble ${trouble}`)
  return found[1]
}

/** The account of a thing that a decision names; null if it is gone. */
export async function standingOwner(db: Database, trouble: StandingTrouble, id: Id): Promise<Id | null> {
  const { table } = standingOf(trouble)
  const [row] = await db.all<{ userId: Id }>(
    sql`SELECT user_id AS "userId" FROM ${sql.identifier(table)} WHERE id = ${id}`,
  )
  return row?.userId ?? null
}
