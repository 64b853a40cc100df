import { and, countDistinct, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { AUTOPILOT_RUNS_SHOWN } from "../../../contract/autopilots/autopilot.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { type Id, idSchema } from "../../../contract/id.ts"
import { leftCountsSchema, skippedItemSchema } from "../../../contract/orders/order-batch.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import type { Database } from "../database.ts"
import type { IntegrationRow } from "../integrations/integration-rows.ts"
import { integration } from "../integrations/tables.ts"
import { orderItem } from "../orders/tables.ts"
import { laterThan } from "../prints/change-times.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { print, printItem } from "../prints/tables.ts"
import type { AutopilotRow } from "./autopilot-rows.ts"
import { autopilot, autopilotRun } from "./tables.ts"

export type AutopilotRunRow = typeof autopilotRun.$inferSelect
/** A run with its print's present status: null without a print, or once it is deleted. */
export type ShownRun = AutopilotRunRow & { printStatus: string | null }

/** A run with what it is of. */
export type StartedRun = { run: AutopilotRunRow; autopilot: AutopilotRow; shop: IntegrationRow }

/** The beginning of the slot of a run that a person asked for. */
export const PRESSED_SLOT = "now:"

/** The report of a run so far; a run that was interrupted goes on with it. */
const reportSchema = z.object({
  orders: z.number().default(0),
  items: z.number().default(0),
  copies: z.number().default(0),
  lengthIn: z.number().nullable().default(null),
  skipped: z.array(skippedItemSchema).default([]),
  skippedCount: z.number().default(0),
  /** The number of them for each reason. */
  left: leftCountsSchema.default({}),
  /** The notes, each of one sentence or more, in the order in which they became known. */
  notes: z.array(z.string()).default([]),
  /** The stores that it asked to be read; null before it has asked. */
  syncing: z.array(idSchema).nullable().default(null),
})
export type RunReport = z.infer<typeof reportSchema>

export function reportOf({ report }: Pick<AutopilotRunRow, "report">): RunReport {
  return reportSchema.parse(report === null ? {} : JSON.parse(report))
}

/** The lease of one Worker: until it ends, nobody else goes on with this run. */
export type RunLease = { id: Id; untilMs: number }

/** Finds an autopilot's run of a slot, or any that has not ended if the slot had none. */
export async function findRunOrRunning(
  db: Database,
  autopilotId: Id,
  slot: string,
): Promise<ShownRun | null> {
  const [row] = await shownRuns(db)
    .where(
      sql`${autopilotRun.autopilotId} = ${autopilotId} AND (${autopilotRun.slot} = ${slot} OR ${autopilotRun.endedAt} IS NULL)`,
    )
    .orderBy(sql`${autopilotRun.slot} = ${slot} DESC`, desc(autopilotRun.startedAt))
    .limit(1)
  return row ?? null
}

/** Lists an autopilot's last runs, the newest first. */
export function listAutopilotRuns(db: Database, row: Pick<AutopilotRow, "id">): Promise<ShownRun[]> {
  return shownRuns(db)
    .where(eq(autopilotRun.autopilotId, row.id))
    .orderBy(desc(autopilotRun.startedAt), desc(autopilotRun.id))
    .limit(AUTOPILOT_RUNS_SHOWN)
}

/** Lists the newest run of each of a seller's autopilots that has one. */
export async function listNewestRuns(db: Database, userId: Id): Promise<ShownRun[]> {
  const newest = sql`(SELECT run.id FROM autopilot_run AS run WHERE run.autopilot_id = ${autopilot.id} ORDER BY run.started_at DESC, run.id DESC LIMIT 1)`
  return shownRuns(db).where(
    sql`${autopilotRun.id} IN (SELECT ${newest} FROM ${autopilot} WHERE ${autopilot.userId} = ${userId})`,
  )
}

function shownRuns(db: Database) {
  return db
    .select({ ...getTableColumns(autopilotRun), printId: print.id, printStatus: print.status })
    .from(autopilotRun)
    .leftJoin(print, and(eq(print.id, autopilotRun.printId), isNull(print.trashedAt)))
    .$dynamic()
}

/** Finds the run that had a print processed; null if none has. */
export async function findRunOfPrint(
  db: Database,
  { userId, printId }: { userId: Id; printId: Id },
): Promise<StartedRun | null> {
  const [row] = await db
    .select({ run: autopilotRun, autopilot, shop: integration })
    .from(autopilotRun)
    .innerJoin(autopilot, eq(autopilot.id, autopilotRun.autopilotId))
    .innerJoin(integration, eq(integration.id, autopilot.integrationId))
    .where(
      and(
        eq(autopilotRun.printId, printId),
        eq(autopilotRun.userId, userId),
        sql`${autopilotRun.credits} > 0 AND ${autopilotRun.state} IN ('processing', 'done')`,
      ),
    )
    .limit(1)
  return row ?? null
}

/** Takes a leased run for a Worker of its own; null if another one has it, or had it since. */
export async function takeRun(
  db: Database,
  lease: RunLease,
  untilMs: number,
): Promise<AutopilotRunRow | null> {
  const [row] = await db.update(autopilotRun).set({ retryAt: untilMs }).where(isHeld(lease)).returning()
  return row ?? null
}

/** The error when another Worker goes on with the run. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError"
}

/** The changes of a step: the state that follows, and the report so far. */
type RunChange = Partial<Pick<AutopilotRunRow, "state" | "printId" | "tries" | "retryAt">> & {
  report?: RunReport
  /** The time when it moved on; left out if it only waits. */
  updatedAt?: number
}

/** Stores a step of a run that is held. Throws `LeaseLostError` if it is not. */
export async function storeStep(db: Database, lease: RunLease, change: RunChange): Promise<AutopilotRunRow> {
  const { report, ...rest } = change
  const [row] = await db
    .update(autopilotRun)
    .set({ ...rest, ...(report && { report: JSON.stringify(report) }) })
    .where(isHeld(lease))
    .returning()
  if (!row) throw new LeaseLostError(`run ${lease.id}`)
  return row
}

/** Puts off a run after a failed step, for a pause that grows. Nothing changes if the lease is over. */
export async function putOffRun(db: Database, lease: RunLease, nowMs: number): Promise<void> {
  await db
    .update(autopilotRun)
    .set({
      tries: sql`${autopilotRun.tries} + 1`,
      retryAt: sql`${nowMs} + ${MINUTE_MS} * (${autopilotRun.tries} + 1)`,
    })
    .where(isHeld(lease))
}

/**
 * Returns true if a pause stops a run: one that was asked for while its autopilot was paused goes on, until
 * that is changed again.
 */
export function isStopped(
  { slot, startedAt }: Pick<AutopilotRunRow, "slot" | "startedAt">,
  { isPaused, updatedAt }: Pick<AutopilotRow, "isPaused" | "updatedAt">,
): boolean {
  return isPaused && !(slot.startsWith(PRESSED_SLOT) && updatedAt <= startedAt)
}

/** The same in SQL, of a paused autopilot. */
const mayBeStopped = sql.raw(
  `NOT (autopilot_run.slot LIKE '${PRESSED_SLOT}%' AND autopilot.updated_at <= autopilot_run.started_at)`,
)

/** SQL: the credits of the others of a day's runs; those of a print that failed or was cancelled came back. */
const spentByOthers = sql.raw(`(SELECT coalesce(sum(other.credits), 0) FROM autopilot_run AS other
  WHERE other.user_id = autopilot_run.user_id AND other.day = autopilot_run.day AND other.autopilot_id = autopilot_run.autopilot_id
    AND other.id <> autopilot_run.id AND NOT EXISTS (SELECT 1 FROM attempt
      WHERE attempt.print_id = other.print_id AND attempt.number = 1 AND attempt.state IN ('failed', 'cancelled')))`)

/**
 * Moves a run from packing to processing with these credits, if its autopilot may spend them in the
 * run's day; else returns null. Runs that spend at the same time never pass the limit together.
 */
export async function reserveCredits(
  db: Database,
  lease: RunLease,
  { credits, report, nowMs }: { credits: number; report: RunReport; nowMs: number },
): Promise<AutopilotRunRow | null> {
  const limit = sql`(SELECT autopilot.max_credits_per_day FROM autopilot WHERE autopilot.id = autopilot_run.autopilot_id AND NOT (autopilot.is_paused AND ${mayBeStopped}))`
  const [row] = await db
    .update(autopilotRun)
    .set({ state: "processing", credits, report: JSON.stringify(report), tries: 0, updatedAt: nowMs })
    .where(
      and(isHeld(lease), eq(autopilotRun.state, "packing"), sql`${spentByOthers} + ${credits} <= ${limit}`),
    )
    .returning()
  return row ?? null
}

/** Returns the credits that the autopilot has spent in the run's day, this run's left out. */
export async function creditsOfDay(db: Database, { id }: Pick<AutopilotRunRow, "id">): Promise<number> {
  const [row] = await db
    .select({ spent: sql<number>`${spentByOthers}` })
    .from(autopilotRun)
    .where(eq(autopilotRun.id, id))
  return row?.spent ?? 0
}

/**
 * Ends a run, and notifies the seller unless `notice` is null: the run is due until it is announced.
 * `pauses` its autopilot, too. Throws `LeaseLostError` if the run is not held.
 */
export async function endRun(
  db: Database,
  lease: RunLease,
  end: {
    state: "done" | "failed"
    credits: number
    report: RunReport
    notice: NewNotification | null
    pauses: Id | null
    nowMs: number
  },
): Promise<AutopilotRunRow> {
  const { state, credits, report, notice, pauses, nowMs } = end
  const held = sql`EXISTS (SELECT 1 FROM ${autopilotRun} WHERE ${isHeld(lease)})`
  const { ended } = await namedBatch(db, {
    told: notice && notificationInsert(db, notice, held),
    paused:
      pauses &&
      db
        .update(autopilot)
        .set({
          ...{ isPaused: true, nextRunAt: null, nextLookAt: null },
          updatedAt: laterThan(autopilot.updatedAt, nowMs),
        })
        .where(and(eq(autopilot.id, pauses), held)),
    ended: db
      .update(autopilotRun)
      .set({
        ...{ state, credits, report: JSON.stringify(report) },
        retryAt: notice ? sql`${autopilotRun.retryAt}` : null,
        isAnnounced: notice === null,
        ...{ endedAt: nowMs, updatedAt: nowMs },
      })
      .where(isHeld(lease))
      .returning(),
  })
  if (ended.length === 0) throw new LeaseLostError(`run ${lease.id}`)
  return ended[0]
}

/** Notes that its end was announced; `mailError` is why the mail about it was given up. */
export async function markRunAnnounced(db: Database, id: Id, mailError: string | null): Promise<void> {
  await db
    .update(autopilotRun)
    .set({ isAnnounced: true, retryAt: null, mailError })
    .where(eq(autopilotRun.id, id))
}

/** Stores why the mail about its end failed and when to retry. */
export async function postponeRunMail(
  db: Database,
  id: Id,
  later: { retryAt: number; mailError: string },
): Promise<void> {
  await db
    .update(autopilotRun)
    .set(later)
    .where(and(eq(autopilotRun.id, id), eq(autopilotRun.isAnnounced, false)))
}

/** Counts the orders of which a print has items. */
export async function countPrintOrders(db: Database, printId: Id): Promise<number> {
  const [{ orders }] = await db
    .select({ orders: countDistinct(orderItem.orderId) })
    .from(printItem)
    .innerJoin(orderItem, eq(orderItem.id, printItem.orderItemId))
    .where(eq(printItem.printId, printId))
  return orders
}

function isHeld({ id, untilMs }: RunLease) {
  return and(eq(autopilotRun.id, id), eq(autopilotRun.retryAt, untilMs))
}
