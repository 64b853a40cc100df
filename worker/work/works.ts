import { type Column, type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { EVENT_TRY_DAYS, RETENTION_DAYS } from "../../contract/limit.ts"
import type { TroubleKind, WaitingKind } from "../../contract/operations/operations.ts"
import { UNDO_MS } from "../../contract/undo.ts"
import { isNoCopy, user } from "../data/accounts/tables.ts"
import {
  countReading,
  isReadingAgain,
  READ_AGAIN_PAUSE_MS,
  sweptAtMs,
} from "../data/artwork/image-turn-rows.ts"
import { image, imageInk, imageVariant } from "../data/artwork/tables.ts"
import { autopilot, autopilotRun } from "../data/autopilots/tables.ts"
import { payment } from "../data/credits/tables.ts"
import { isNotInLine } from "../data/delivery/delivery-rows.ts"
import { delivery } from "../data/delivery/tables.ts"
import { ARCHIVE_DAYS, UNTOUCHED_MS } from "../data/documents.ts"
import { eventEndpoint } from "../data/events/tables.ts"
import { countSyncsUnderWay, SYNC_STALLS_MS } from "../data/integrations/sync-rows.ts"
import { integration } from "../data/integrations/tables.ts"
import { objectToDelete } from "../data/operations/tables.ts"
import { isSettled, isUnarchived } from "../data/orders/archive-rows.ts"
import { SHIPMENT_STALLS_MS } from "../data/orders/shipment-rows.ts"
import { order, shipment } from "../data/orders/tables.ts"
import { isPrintSettled, isPrintUnarchived } from "../data/prints/archive-rows.ts"
import { countUnderWay, waitsForTurn } from "../data/prints/attempt-turn-rows.ts"
import { attempt, print, writing } from "../data/prints/tables.ts"
import { job } from "../data/programs/tables.ts"
import { undo } from "../data/undo/tables.ts"
import { goneAtMs } from "../data/undo/undo-rows.ts"

/**
 * A kind of work that a stopped Worker, a lost message or a vendor may leave undone. Health, the page of
 * operations and its decisions, the sweeps, a restart and the table in docs/architecture.md are made of
 * these records. Conditions are over `table` alone, and written as in its partial indexes, so that
 * SQLite uses these.
 */
export type Work = {
  /** The name of one such thing, in the audit trail and in the documents. */
  name: string
  /** The field of health and the tile of the page in which it is counted. */
  counted: WaitingKind
  table: SQLiteTable
  /** The rows that have not ended. */
  open: SQL
  /** The rows among these that wait for us; without it, all do. */
  waits?: (nowMs: number) => SQL
  /**
   * The column of an index over `open`, if many of these rows never wait for us: only those are looked at that have been due
   * for the shortest time, some thousands. A sweep that has stopped shows in these; one old row that alone stands still
   * does not.
   */
  newest?: Column
  /** The time since when a row waits, in ms. A row whose time is to come does not wait yet. */
  since: Column | SQL
  /** The time by which a row has gone on if all is well. */
  lateAfterMs: number
  /** The column that holds the next try; null: time alone makes it due. */
  due: Column | null
  /** The time after `since` at which a row without a next try is due; null: it always has one. */
  dueAfterMs: number | null
  /** The time after which a message is lost; without it, pauses grow as long as the wait so far. */
  leaseMs?: number
  /** The longest pause between two tries. */
  longestPauseMs: number
  /** The pauses that do not grow. */
  isEachPauseLongest?: true
  /** The end of all tries, as failed; null: never. */
  givesUp: { afterMs: number } | { afterTries: number } | null
  /** The open rows that a stopped runtime held; null: none waits for a message. */
  held: ((startedMs: number) => SQL) | null
  /** The value of `due` that makes a row due; else just before now. */
  dueNow?: (nowMs: number) => SQL
  /** The rows that failed: those that are not open were given up, and can be tried again for some days. */
  failed?: SQL
  /** The rows that can be tried again, if more than the open ones, and the other changes of a retry. */
  again?: { where: SQL; set: Record<string, unknown> }
  /** The way the page shows one; null: nobody's, or a decision could change nothing. */
  shown: Shown | null
}

type Shown = {
  trouble: TroubleKind
  /** The name in the audit trail, if not the kind's own. */
  called?: string
  /** The id for a decision. */
  key: Column
  /** The column with its account's id, in a table whose id is `key`. */
  owner: Column
  /** The joins that `thing` is read from. */
  joins?: SQL
  thing: { id: Column; name: Column | SQL; madeAt: Column }
  state: Column | SQL
  why?: SQL
  /** The time since when, for people; else as it is counted. */
  since?: SQL
  canRetry?: SQL
  canGiveUp?: SQL
  /** The other things that a person should see: `nowMs` makes the condition. */
  also?: readonly {
    where: (nowMs: number) => SQL
    order: SQL
    why?: SQL
    canRetry?: SQL
    canGiveUp?: SQL
  }[]
}

/** The time for which failed things are shown. */
export const SHOWN_MS = 3 * DAY_MS
/** The interval at which a healthy connected shop is read; a longer wait means repeated failures. */
const USUAL_SYNC_MS = 16 * MINUTE_MS

const before = (column: Column) => (startedMs: number) => sql`${column} < ${startedMs}`
const isActive = (userId: Column) =>
  sql`(SELECT ${user.status} FROM ${user} WHERE ${user.id} = ${userId}) = 'active'`
const doubling = { longestPauseMs: HOUR_MS, givesUp: null } as const
/** The schedule of mails that nobody waits for; after two days they are old news. */
export const mail = {
  counted: "mails",
  lateAfterMs: HOUR_MS / 2,
  longestPauseMs: 6 * HOUR_MS,
  givesUp: { afterMs: 2 * DAY_MS },
} as const

const imageShown = {
  trouble: "image",
  key: image.id,
  owner: image.userId,
  thing: { id: image.id, name: image.name, madeAt: image.createdAt },
  state: image.status,
} as const

const attemptShown = {
  trouble: "print",
  key: attempt.id,
  owner: attempt.userId,
  joins: sql`CROSS JOIN print ON print.id = attempt.print_id`,
  thing: { id: print.id, name: print.name, madeAt: print.createdAt },
  state: attempt.state,
  why: sql`coalesce(${attempt.failureMessage}, '')`,
} as const
const isLoose = sql`(${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0)`
// The plus keeps SQLite off the index by state, which holds every completed attempt.
const isRunning = sql`+${attempt.state} IN ('stamping', 'rendering')`
const hasTurn = sql`(${attempt.turnAt} IS NOT NULL OR ${attempt.state} = 'rendering')`

const paymentShown = {
  trouble: "payment",
  key: payment.id,
  owner: payment.userId,
  thing: {
    id: payment.id,
    name: sql`printf('$%.2f', ${payment.priceCents} / 100.0)`,
    madeAt: payment.purchasedAt,
  },
  state: payment.status,
} as const
const isOpenAtPayPal = sql`${payment.status} = 'Pending' AND ${payment.paymentMethod} = 'PayPal'`

const autopilotShown = {
  trouble: "autopilot",
  key: autopilot.id,
  owner: autopilot.userId,
  joins: sql`CROSS JOIN integration ON integration.id = autopilot.integration_id`,
  thing: { id: autopilot.id, name: integration.name, madeAt: autopilot.createdAt },
  state: sql`'waiting'`,
  canRetry: sql`0`,
} as const

/** The change of a decision that brings no time forward. */
const onTime = { again: { where: sql`false`, set: {} } }

const runShown = {
  trouble: "run",
  key: autopilotRun.id,
  owner: autopilotRun.userId,
  joins: sql`CROSS JOIN autopilot ON autopilot.id = autopilot_run.autopilot_id
    CROSS JOIN integration ON integration.id = autopilot.integration_id`,
  thing: { id: autopilotRun.autopilotId, name: integration.name, madeAt: autopilotRun.startedAt },
  state: autopilotRun.state,
} as const

export const works = {
  image: {
    name: "image",
    counted: "images",
    table: image,
    open: sql`${image.status} = 'Ingesting' AND ${image.turnAt} IS NOT NULL`,
    since: image.updatedAt,
    // With room for its jobs, no image and no print waits this long.
    lateAfterMs: 3 * MINUTE_MS,
    due: image.retryAt,
    // Reading takes seconds; the rest is queueing.
    dueAfterMs: 10 * MINUTE_MS,
    longestPauseMs: HOUR_MS,
    givesUp: { afterMs: 6 * HOUR_MS },
    held: before(image.updatedAt),
    shown: { ...imageShown, canGiveUp: sql`1` },
  },
  imageTurn: {
    name: "image that waits for its turn",
    counted: "images",
    table: image,
    open: sql`${image.status} = 'Ingesting' AND ${image.turnAt} IS NULL`,
    // Others of its account are read first.
    waits: () => sql`${countReading(sql`${image.userId}`)} = 0`,
    since: image.updatedAt,
    lateAfterMs: 3 * MINUTE_MS,
    due: null,
    dueAfterMs: MINUTE_MS,
    longestPauseMs: MINUTE_MS,
    givesUp: null,
    held: null,
    shown: null,
  },
  imageAgain: {
    name: "image whose fonts have changed",
    counted: "images",
    table: image,
    open: sql`${image.status} = 'Ready' AND ${image.retryAt} IS NOT NULL`,
    // Others of its account are read first.
    waits: (nowMs) => sql`NOT (${isReadingAgain(sql`${image.userId}`, nowMs)})`,
    since: image.retryAt,
    lateAfterMs: 10 * MINUTE_MS,
    due: image.retryAt,
    dueAfterMs: null,
    longestPauseMs: READ_AGAIN_PAUSE_MS,
    isEachPauseLongest: true,
    givesUp: null,
    dueNow: (nowMs) => sql`${sweptAtMs(nowMs)}`,
    held: () => sql`true`,
    shown: imageShown,
  },
  piece: {
    name: "pieces of an image",
    counted: "pieces",
    table: imageVariant,
    open: sql`${imageVariant.retryAt} IS NOT NULL`,
    // Pieces of an image that is being read wait for the reading, which is counted as images.
    waits: () =>
      sql`(SELECT ${image.status} FROM ${image} WHERE ${image.id} = ${imageVariant.imageId}) = 'Ready'`,
    since: imageVariant.createdAt,
    // The most pieces that an account may have waiting, each heavy, take that long.
    lateAfterMs: 30 * MINUTE_MS,
    due: imageVariant.retryAt,
    dueAfterMs: null,
    longestPauseMs: HOUR_MS,
    // Drawing takes a fraction of a second; the rest is queueing. The next request queues it again.
    givesUp: { afterMs: 6 * HOUR_MS },
    held: before(imageVariant.createdAt),
    // The sweep leaves them alone for a minute, in which the caller's own turn draws them.
    dueNow: (nowMs) => sql`min(${imageVariant.createdAt}, ${nowMs - 1 - MINUTE_MS})`,
    shown: {
      trouble: "pieces",
      key: imageVariant.imageId,
      owner: image.userId,
      joins: sql`CROSS JOIN image ON image.id = image_variant.image_id`,
      thing: { id: image.id, name: image.name, madeAt: image.createdAt },
      state: imageVariant.state,
    },
  },
  ink: {
    name: "check of an image's ink",
    counted: "images",
    table: imageInk,
    open: sql`${imageInk.state} = 'waiting' AND ${imageInk.retryAt} IS NOT NULL`,
    since: imageInk.createdAt,
    // The most checks that an account may have waiting take minutes.
    lateAfterMs: 30 * MINUTE_MS,
    due: imageInk.retryAt,
    dueAfterMs: null,
    longestPauseMs: HOUR_MS,
    givesUp: { afterMs: 6 * HOUR_MS },
    held: before(imageInk.createdAt),
    // As of pieces.
    dueNow: (nowMs) => sql`min(${imageInk.createdAt}, ${nowMs - 1 - MINUTE_MS})`,
    // No print waits for it.
    shown: null,
  },
  print: {
    name: "print",
    counted: "prints",
    table: attempt,
    open: sql`${isLoose} AND ${isRunning} AND ${hasTurn}`,
    since: attempt.updatedAt,
    lateAfterMs: 3 * MINUTE_MS,
    due: attempt.retryAt,
    // A running job reports each 5 MiB it writes, which takes seconds.
    dueAfterMs: 5 * MINUTE_MS,
    longestPauseMs: HOUR_MS,
    givesUp: { afterMs: 6 * HOUR_MS },
    held: before(attempt.updatedAt),
    shown: {
      ...attemptShown,
      canGiveUp: sql`1`,
      also: [
        {
          // Prints that the seller has started again since are reported by their newer attempt.
          where: (nowMs) =>
            sql`${attempt.state} = 'failed' AND ${attempt.updatedAt} > ${nowMs - SHOWN_MS} AND ${print.attemptId} = ${attempt.id} AND ${print.status} = 'In Draft'`,
          order: sql`${attempt.updatedAt} DESC`,
          canRetry: sql`0`,
          canGiveUp: sql`0`,
        },
      ],
    },
  },
  printTurn: {
    name: "print that waits for its turn",
    counted: "prints",
    table: attempt,
    open: waitsForTurn,
    // Others of its account are made first.
    waits: () => sql`${countUnderWay(sql`${attempt.userId}`, null)} = 0`,
    since: attempt.updatedAt,
    lateAfterMs: 3 * MINUTE_MS,
    due: null,
    dueAfterMs: MINUTE_MS,
    longestPauseMs: MINUTE_MS,
    givesUp: null,
    held: null,
    shown: null,
  },
  printStep: {
    name: "print between two steps",
    counted: "prints",
    table: attempt,
    // An attempt that lacks only its mail counts there.
    open: sql`${isLoose} AND NOT ${isRunning} AND (${attempt.isHoldSettled} = 0 OR ${attempt.mailError} IS NULL)`,
    since: attempt.updatedAt,
    lateAfterMs: 3 * MINUTE_MS,
    due: attempt.retryAt,
    // Steps of a call are milliseconds apart: after this the caller has stopped.
    dueAfterMs: MINUTE_MS,
    ...doubling,
    held: before(attempt.updatedAt),
    shown: attemptShown,
  },
  printMail: {
    name: "mail about a print",
    ...mail,
    table: attempt,
    open: sql`${attempt.mailError} IS NOT NULL AND ${attempt.isAnnounced} = 0`,
    since: attempt.updatedAt,
    due: attempt.retryAt,
    dueAfterMs: MINUTE_MS,
    held: before(attempt.updatedAt),
    failed: sql`${attempt.mailError} IS NOT NULL`,
    again: { where: sql`${attempt.mailError} IS NOT NULL`, set: { isAnnounced: false } },
    shown: {
      ...attemptShown,
      trouble: "print-mail",
      why: sql`${attempt.mailError}`,
      canGiveUp: sql`NOT ${attempt.isAnnounced}`,
    },
  },
  writing: {
    name: "files that are written once more",
    counted: "prints",
    table: writing,
    open: sql`${writing.state} IN ('stamping', 'writing')`,
    since: writing.updatedAt,
    lateAfterMs: 3 * MINUTE_MS,
    due: writing.retryAt,
    dueAfterMs: 5 * MINUTE_MS,
    longestPauseMs: HOUR_MS,
    givesUp: { afterMs: 6 * HOUR_MS },
    held: before(writing.updatedAt),
    shown: {
      trouble: "writing",
      key: writing.id,
      owner: writing.userId,
      joins: sql`CROSS JOIN attempt ON attempt.id = writing.attempt_id CROSS JOIN print ON print.id = attempt.print_id`,
      thing: { id: print.id, name: print.name, madeAt: print.createdAt },
      state: writing.state,
      canGiveUp: sql`1`,
    },
  },
  check: {
    name: "question to PayPal",
    counted: "checks",
    table: payment,
    open: sql`${payment.checkAt} IS NOT NULL`,
    since: payment.checkAt,
    // PayPal is asked in the minute when a check is due, and less often while it is down.
    lateAfterMs: 10 * MINUTE_MS,
    due: payment.checkAt,
    dueAfterMs: null,
    longestPauseMs: 6 * HOUR_MS,
    // A payment that PayPal does not answer about for this long needs a person.
    givesUp: { afterMs: 7 * DAY_MS },
    held: null,
    again: {
      where: sql`${payment.paymentMethod} = 'PayPal' AND ${payment.status} <> 'Cancelled'`,
      set: { captureAt: null },
    },
    shown: {
      ...paymentShown,
      called: "payment",
      why: sql`coalesce(${payment.refusal}, 'not-checked')`,
      since: sql`${payment.updatedAt}`,
      canGiveUp: isOpenAtPayPal,
      also: [
        {
          where: () => sql`${isOpenAtPayPal} AND ${payment.refusal} IS NOT NULL`,
          order: sql`${payment.purchasedAt} DESC`,
        },
        {
          where: () => sql`${payment.disputeState} = 'open'`,
          order: sql`${payment.purchasedAt} DESC`,
          why: sql`'dispute-open'`,
          canGiveUp: sql`0`,
        },
      ],
    },
  },
  payment: {
    name: "payment",
    counted: "payments",
    table: payment,
    open: sql`${payment.isAnnounced} = 0 AND ${payment.mailError} IS NULL`,
    since: payment.updatedAt,
    // The call that made a change announces it.
    lateAfterMs: 5 * MINUTE_MS,
    due: payment.retryAt,
    dueAfterMs: MINUTE_MS,
    ...doubling,
    held: before(payment.updatedAt),
    shown: { ...paymentShown, why: sql`'not-announced'` },
  },
  paymentMail: {
    name: "mail about a payment",
    ...mail,
    table: payment,
    open: sql`${payment.mailError} IS NOT NULL AND ${payment.isAnnounced} = 0`,
    since: payment.updatedAt,
    due: payment.retryAt,
    dueAfterMs: MINUTE_MS,
    held: before(payment.updatedAt),
    failed: sql`${payment.mailError} IS NOT NULL`,
    again: { where: sql`${payment.mailError} IS NOT NULL`, set: { isAnnounced: false } },
    shown: {
      ...paymentShown,
      trouble: "payment-mail",
      why: sql`${payment.mailError}`,
      canGiveUp: sql`NOT ${payment.isAnnounced}`,
    },
  },
  sync: {
    name: "sync of a shop",
    counted: "syncs",
    table: integration,
    open: sql`${integration.tokensEncrypted} IS NOT NULL AND ${isActive(integration.userId)}`,
    // A run that waits for others of its account is none of ours. One that is taken over again and again stands still.
    waits: (nowMs) =>
      sql`(${integration.syncState} <> 'running' OR ${integration.nextSyncAt} > ${nowMs} OR ${countSyncsUnderWay(nowMs)} = 0)`,
    since: sql`iif(${integration.syncState} = 'running', ${integration.syncMovedAt}, ${integration.nextSyncAt})`,
    // A due sync starts within the minute.
    lateAfterMs: 10 * MINUTE_MS,
    due: integration.nextSyncAt,
    dueAfterMs: null,
    leaseMs: SYNC_STALLS_MS,
    longestPauseMs: 6 * HOUR_MS,
    givesUp: null,
    held: () => sql`${integration.syncState} = 'running'`,
    shown: {
      trouble: "shop",
      key: integration.id,
      owner: integration.userId,
      thing: { id: integration.id, name: integration.name, madeAt: integration.createdAt },
      state: integration.syncState,
      why: sql`coalesce(${integration.syncMessage}, '')`,
      since: sql`coalesce(${integration.lastSyncAt}, ${integration.createdAt})`,
      canGiveUp: sql`${integration.syncState} = 'running'`,
      also: [
        {
          where: (nowMs) =>
            sql`${integration.tokensEncrypted} IS NOT NULL AND ${isActive(integration.userId)} AND ${integration.nextSyncAt} > ${nowMs + USUAL_SYNC_MS}`,
          order: sql`${integration.nextSyncAt} DESC`,
        },
      ],
    },
  },
  delivery: {
    name: "print's files for an address",
    counted: "deliveries",
    table: delivery,
    open: sql`${delivery.retryAt} IS NOT NULL`,
    // A shop's server that fails is its owner's problem.
    waits: (nowMs) => sql`${delivery.failureMessage} IS NULL AND ${isNotInLine(nowMs)}`,
    since: delivery.updatedAt,
    // The longest file takes twelve minutes.
    lateAfterMs: 20 * MINUTE_MS,
    due: delivery.retryAt,
    dueAfterMs: null,
    leaseMs: 5 * MINUTE_MS,
    longestPauseMs: HOUR_MS,
    givesUp: { afterTries: 10 },
    held: before(delivery.updatedAt),
    // A delivery that a Worker may be sending is left alone.
    again: { where: sql`${delivery.retryAt} IS NOT NULL AND ${delivery.state} = 'waiting'`, set: {} },
    shown: {
      trouble: "delivery",
      key: delivery.id,
      owner: delivery.userId,
      joins: sql`CROSS JOIN print ON print.id = delivery.print_id`,
      thing: { id: print.id, name: print.name, madeAt: print.createdAt },
      state: delivery.state,
    },
  },
  shipment: {
    name: "shipment",
    counted: "shipments",
    table: shipment,
    open: sql`${shipment.retryAt} IS NOT NULL AND ${isActive(shipment.userId)}`,
    // A shipment that was never tried has had its ten minutes in which it could be taken back. The
    // vendor's errors report temporary refusals, which wait for their next try.
    since: sql`CASE WHEN ${shipment.failureMessage} IS NULL
      THEN min(${shipment.retryAt}, ${shipment.updatedAt} + ${UNDO_MS}) ELSE ${shipment.retryAt} END`,
    lateAfterMs: 20 * MINUTE_MS,
    due: shipment.retryAt,
    dueAfterMs: null,
    leaseMs: SHIPMENT_STALLS_MS,
    longestPauseMs: HOUR_MS,
    // With doubling pauses about four hours, in which a marketplace comes back that will.
    givesUp: { afterTries: 10 },
    // Waiting ones may be within the time in which they can be taken back.
    held: (startedMs) => sql`${shipment.state} = 'sending' AND ${shipment.updatedAt} < ${startedMs}`,
    shown: {
      trouble: "shipment",
      key: shipment.id,
      owner: shipment.userId,
      joins: sql`CROSS JOIN "order" ON "order".id = shipment.order_id`,
      thing: { id: shipment.orderId, name: order.vendorOrderId, madeAt: shipment.createdAt },
      state: shipment.state,
      why: sql`coalesce(${shipment.failureMessage}, '')`,
    },
  },
  autopilot: {
    name: "time of an autopilot",
    counted: "runs",
    table: autopilot,
    open: sql`${autopilot.nextRunAt} IS NOT NULL AND ${isActive(autopilot.userId)}`,
    since: autopilot.nextRunAt,
    lateAfterMs: 10 * MINUTE_MS,
    due: autopilot.nextRunAt,
    dueAfterMs: null,
    longestPauseMs: MINUTE_MS,
    givesUp: null,
    held: null,
    ...onTime,
    shown: autopilotShown,
  },
  look: {
    name: "autopilot's look for film",
    counted: "runs",
    table: autopilot,
    open: sql`${autopilot.nextLookAt} IS NOT NULL AND ${isActive(autopilot.userId)}`,
    since: autopilot.nextLookAt,
    lateAfterMs: 10 * MINUTE_MS,
    due: autopilot.nextLookAt,
    dueAfterMs: null,
    // A sync's end has a shop's autopilot look at once; other changes wait for this.
    leaseMs: 15 * MINUTE_MS,
    longestPauseMs: 15 * MINUTE_MS,
    givesUp: null,
    held: null,
    ...onTime,
    shown: autopilotShown,
  },
  run: {
    name: "autopilot's run",
    counted: "runs",
    table: autopilotRun,
    // A run that lacks only its mail has ended.
    open: sql`${autopilotRun.retryAt} IS NOT NULL AND ${autopilotRun.mailError} IS NULL`,
    since: autopilotRun.updatedAt,
    // A run waits ten minutes for its shop's orders, and ten for its pieces.
    lateAfterMs: 30 * MINUTE_MS,
    due: autopilotRun.retryAt,
    dueAfterMs: null,
    // A run's steps take seconds together; after this its message is lost, or its Worker has stopped.
    leaseMs: 5 * MINUTE_MS,
    longestPauseMs: 8 * MINUTE_MS,
    // Tries of one step; with its pauses that is half an hour.
    givesUp: { afterTries: 8 },
    held: before(autopilotRun.updatedAt),
    shown: runShown,
  },
  runMail: {
    name: "mail about an autopilot's run",
    ...mail,
    table: autopilotRun,
    open: sql`${autopilotRun.retryAt} IS NOT NULL AND ${autopilotRun.mailError} IS NOT NULL`,
    since: autopilotRun.updatedAt,
    due: autopilotRun.retryAt,
    dueAfterMs: null,
    leaseMs: 5 * MINUTE_MS,
    held: before(autopilotRun.updatedAt),
    failed: sql`${autopilotRun.mailError} IS NOT NULL`,
    again: { where: sql`${autopilotRun.mailError} IS NOT NULL`, set: { isAnnounced: false } },
    shown: {
      ...runShown,
      trouble: "run-mail",
      why: sql`${autopilotRun.mailError}`,
      canGiveUp: sql`NOT ${autopilotRun.isAnnounced}`,
    },
  },
  job: {
    name: "job of a program",
    counted: "jobs",
    table: job,
    open: sql`${job.retryAt} IS NOT NULL`,
    // Sheets that are made are counted as prints.
    waits: () => sql`${job.state} <> 'rendering'`,
    since: job.updatedAt,
    // A job waits ten minutes for its artwork, and as long for its pieces.
    lateAfterMs: 30 * MINUTE_MS,
    due: job.retryAt,
    dueAfterMs: null,
    // Three addresses take as many minutes; after this its message is lost, or its Worker has stopped.
    leaseMs: 5 * MINUTE_MS,
    longestPauseMs: 8 * MINUTE_MS,
    givesUp: { afterTries: 8 },
    held: before(job.updatedAt),
    // It goes on by itself, and its end tells its account.
    shown: null,
  },
  endpoint: {
    name: "events for a program",
    counted: "events",
    table: eventEndpoint,
    open: sql`${eventEndpoint.retryAt} IS NOT NULL`,
    // A server that fails is its owner's problem.
    waits: () => sql`${eventEndpoint.failures} = 0`,
    since: eventEndpoint.retryAt,
    lateAfterMs: 20 * MINUTE_MS,
    due: eventEndpoint.retryAt,
    dueAfterMs: null,
    // A message sends for a third of a minute, and waits seconds for its turn.
    leaseMs: 5 * MINUTE_MS,
    longestPauseMs: 15 * MINUTE_MS,
    givesUp: { afterMs: EVENT_TRY_DAYS * DAY_MS },
    held: () => sql`${eventEndpoint.failures} = 0`,
    shown: null,
  },
  account: {
    name: "deleted account",
    counted: "accounts",
    table: user,
    open: sql`${user.deletedAt} IS NOT NULL AND ${user.purgedAt} IS NULL AND ${isNoCopy}`,
    since: user.deletedAt,
    // Purging takes minutes after its hour of grace.
    lateAfterMs: 3 * HOUR_MS,
    // Nobody else reads this column of deleted accounts.
    due: user.updatedAt,
    dueAfterMs: null,
    ...doubling,
    held: null,
    shown: {
      trouble: "account",
      key: user.id,
      owner: user.id,
      thing: { id: user.id, name: sql`${user.firstName} || ' ' || ${user.lastName}`, madeAt: user.createdAt },
      state: sql`'deleted'`,
    },
  },
  trash: {
    name: "deleted print",
    counted: "deletions",
    table: print,
    open: sql`${print.trashedAt} IS NOT NULL`,
    since: sql`${print.trashedAt} + ${goneAtMs({ nowMs: 0 })}`,
    lateAfterMs: HOUR_MS,
    due: null,
    dueAfterMs: goneAtMs({ nowMs: 0 }),
    longestPauseMs: MINUTE_MS,
    givesUp: null,
    held: null,
    shown: null,
  },
  undo: {
    name: "deletion that can be undone",
    counted: "deletions",
    table: undo,
    open: sql`true`,
    since: undo.expiresAt,
    lateAfterMs: HOUR_MS,
    due: null,
    dueAfterMs: goneAtMs({ nowMs: 0 }),
    longestPauseMs: MINUTE_MS,
    givesUp: null,
    held: null,
    shown: null,
  },
  expiry: {
    name: "print whose sheets are kept no longer",
    counted: "deletions",
    table: print,
    open: sql`${print.status} = 'Completed'`,
    waits: (nowMs) => sql`${print.printedAt} <= ${nowMs - RETENTION_DAYS * DAY_MS}`,
    since: sql`${print.printedAt} + ${RETENTION_DAYS * DAY_MS}`,
    lateAfterMs: HOUR_MS,
    due: null,
    dueAfterMs: RETENTION_DAYS * DAY_MS,
    longestPauseMs: MINUTE_MS,
    givesUp: null,
    held: null,
    shown: null,
  },
  archive: {
    name: "order that shipped long ago",
    counted: "archives",
    table: order,
    open: isUnarchived,
    waits: isSettled,
    newest: order.shippedAt,
    since: sql`max(${order.shippedAt} + ${ARCHIVE_DAYS * DAY_MS}, ${order.updatedAt} + ${UNTOUCHED_MS})`,
    // Nights take them up, and the first one may have years of them.
    lateAfterMs: 3 * DAY_MS,
    due: null,
    dueAfterMs: ARCHIVE_DAYS * DAY_MS,
    longestPauseMs: DAY_MS,
    givesUp: null,
    held: null,
    shown: null,
  },
  printArchive: {
    name: "print that ended long ago",
    counted: "archives",
    table: print,
    open: isPrintUnarchived,
    // Those of orders that nobody has marked as shipped stay in rows.
    waits: isPrintSettled,
    newest: print.printedAt,
    since: sql`max(${print.printedAt} + ${ARCHIVE_DAYS * DAY_MS}, max(${print.updatedAt}, coalesce(${print.restoredAt}, 0)) + ${UNTOUCHED_MS})`,
    // As of orders.
    lateAfterMs: 3 * DAY_MS,
    due: null,
    dueAfterMs: ARCHIVE_DAYS * DAY_MS,
    longestPauseMs: DAY_MS,
    givesUp: null,
    held: null,
    shown: null,
  },
  object: {
    name: "object to be removed",
    counted: "objects",
    table: objectToDelete,
    open: sql`true`,
    since: objectToDelete.createdAt,
    // Files of a running print wait for its end, at most six hours; all others go in minutes.
    lateAfterMs: 7 * HOUR_MS,
    due: objectToDelete.retryAt,
    dueAfterMs: 0,
    ...doubling,
    held: null,
    shown: null,
  },
} as const satisfies Record<string, Work>
export type WorkKind = keyof typeof works

export const allWork = Object.values<Work>(works)
