import { databaseOf, directoryOf } from "../data/database.ts"
import { listRuns, noteRun } from "../data/operations/sweep-run-rows.ts"
import { FIRST_DATABASE } from "../database-name.ts"
import type { Env, OpenEnv } from "../env.ts"
import { sweepDeletedAccounts } from "../flows/accounts/purge-account.ts"
import { errorText, logError, logWarning, withSubject } from "../log.ts"
import { hasPlaces } from "../place.ts"
import { withVendorErrors } from "../vendor-error.ts"
import { makeHeldDue } from "../work/statements.ts"
import { EVERY_MINUTE, NIGHTLY } from "../work/triggers.ts"
import { sweepAccounts, sweepDirectory } from "./accounts/sweep-accounts.ts"
import { sweepCopies, sweepMoves } from "./accounts/sweep-copies.ts"
import { sweepImages } from "./artwork/sweep-images.ts"
import { sweepAutopilots } from "./autopilots/sweep-autopilots.ts"
import { sweepPayments } from "./credits/sweep-payments.ts"
import { sweepDeliveries, sweepSeals } from "./delivery/sweep-deliveries.ts"
import { sweepWritings } from "./delivery/sweep-writings.ts"
import { sweepEndpointSeals, sweepEvents } from "./events/sweep-events.ts"
import { sweepShops } from "./integrations/sweep-shops.ts"
import { sweepObjects } from "./objects/sweep-objects.ts"
import { startOrphans, sweepOrphans } from "./objects/sweep-orphans.ts"
import { sweepRoom } from "./objects/sweep-room.ts"
import { sweepShipments } from "./orders/sweep-shipments.ts"
import { sweepPieces, sweepUnusedPieces } from "./pieces/sweep-pieces.ts"
import { sweepAttempts, sweepEndedLayouts, sweepExpiredPrints, sweepStamps } from "./prints/sweep-prints.ts"
import { sweepJobs } from "./programs/sweep-jobs.ts"
import { sweepFigures } from "./reports/sweep-figures.ts"
import {
  type ArchiveBudget,
  newArchiveBudget,
  startArchives,
  sweepArchivedOrders,
  sweepArchivedPrints,
} from "./sweep-archives.ts"
import { takeTurns } from "./take-turns.ts"
import { sweepUndos } from "./undo/sweep-undos.ts"

/** The mark of no Cloudflare trigger: the local runtime sends it on start, because its queues are lost. */
const AFTER_RESTART = "@restart"
/** The letters of an error's text that are noted. */
const MAX_TEXT_CHARS = 300

/** The time after which a minute's run begins with no other database: the next one goes on there. */
const RUN_MS = 40_000

type How = { isRestart: boolean; archives: ArchiveBudget }
type Sweep = {
  name: string
  crons: readonly string[]
} & (
  | { run: (env: Env, nowMs: number, how: How) => Promise<void> }
  /** The work on what is not in an account's database, or in all of them together. */
  | { runOnce: (env: OpenEnv, nowMs: number) => Promise<void> }
)

const always = [EVERY_MINUTE, AFTER_RESTART]

/**
 * The sweeps in this order, because the last one deletes files that the first ones give up. Each runs for one
 * database after the other.
 */
const sweeps: Sweep[] = [
  { name: "what is unfinished", crons: [AFTER_RESTART], run: resume },
  { name: "attempts", crons: always, run: sweepAttempts },
  { name: "files again", crons: always, run: sweepWritings },
  { name: "payments", crons: always, run: sweepPayments },
  // Before the copies, which free the rows at a new place: the sessions at the old one are over then.
  { name: "moved accounts", crons: always, runOnce: sweepMoves },
  { name: "copies of accounts", crons: always, runOnce: sweepCopies },
  { name: "deleted accounts", crons: always, runOnce: sweepDeletedAccounts },
  { name: "images", crons: always, run: sweepImages },
  { name: "pieces", crons: always, run: sweepPieces },
  { name: "layouts", crons: always, run: sweepEndedLayouts },
  { name: "expired prints", crons: always, run: sweepExpiredPrints },
  { name: "what can no longer be undone", crons: always, run: sweepUndos },
  { name: "shops", crons: always, run: sweepShops },
  { name: "autopilots", crons: always, run: sweepAutopilots },
  { name: "jobs", crons: always, run: sweepJobs },
  { name: "deliveries", crons: always, run: sweepDeliveries },
  { name: "shipments", crons: always, run: sweepShipments },
  { name: "events", crons: always, run: sweepEvents },
  { name: "start of archives", crons: [NIGHTLY], run: startArchives },
  { name: "archived orders", crons: [NIGHTLY, ...always], run: sweepArchivedOrders },
  { name: "archived prints", crons: [NIGHTLY, ...always], run: sweepArchivedPrints },
  { name: "seals", crons: [NIGHTLY], run: sweepSeals },
  { name: "seals of endpoints", crons: [NIGHTLY], run: sweepEndpointSeals },
  { name: "stamps", crons: [NIGHTLY], run: sweepStamps },
  { name: "unused pieces", crons: [NIGHTLY], run: sweepUnusedPieces },
  { name: "what has run out", crons: [NIGHTLY], run: sweepAccounts },
  { name: "what has run out for all", crons: [NIGHTLY], runOnce: sweepDirectory },
  { name: "room in databases", crons: [NIGHTLY], runOnce: sweepRoom },
  { name: "start of orphans", crons: [NIGHTLY], runOnce: startOrphans },
  { name: "orphans", crons: [NIGHTLY, ...always], runOnce: sweepOrphans },
  { name: "objects", crons: always, run: sweepObjects },
  { name: "figures", crons: [EVERY_MINUTE], run: sweepFigures },
]

/**
 * Runs the due sweeps. The event's time is the only clock for ages, so that tests can set it. A sweep
 * that fails is logged and does not stop the others; the next minute tries again.
 */
export async function runScheduled(
  event: ScheduledController,
  env: OpenEnv,
  ctx: ExecutionContext,
): Promise<void> {
  const { cron, scheduledTime: nowMs } = event
  const isRestart = cron === AFTER_RESTART
  const how = { isRestart, archives: newArchiveBudget() }
  const failures = new Map<string, string | null>()
  const due = sweeps.filter(({ crons }) => crons.includes(cron))
  const tryOne = async (name: string, place: string | undefined, run: () => Promise<void>) => {
    await withSubject({ sweep: name, ...(place && { place }) }, async () => {
      try {
        await withVendorErrors(env, ctx, run)
        failures.set(name, failures.get(name) ?? null)
      } catch (error) {
        logError("sweep failed", { error })
        failures.set(name, errorText(error).slice(0, MAX_TEXT_CHARS))
      }
    })
  }
  const runFor = async (own: Env) => {
    const place = hasPlaces(env) ? own.place : undefined
    for (const sweep of due) {
      if ("run" in sweep) await tryOne(sweep.name, place, () => sweep.run(own, nowMs, how))
      else if (own.place === FIRST_DATABASE)
        await tryOne(sweep.name, undefined, () => sweep.runOnce(env, nowMs))
    }
  }
  // A night's or a restart's sweeps are not left to a later run.
  await takeTurns(env, { nowMs, limitMs: cron === EVERY_MINUTE ? RUN_MS : null }, runFor)
  if (!isRestart) await noteSweeps(env, cron, failures, nowMs)
}

/** Notes which sweeps failed, and since when, for the operator's page and `/api/health`. */
async function noteSweeps(
  env: OpenEnv,
  cron: string,
  failures: ReadonlyMap<string, string | null>,
  nowMs: number,
): Promise<void> {
  try {
    const db = directoryOf(env)
    const last = (await listRuns(db)).find((run) => run.cron === cron)
    const noted = [...failures].map(([name, text]) => {
      const sinceMs = last?.sweeps[name]?.sinceMs ?? nowMs
      return [name, text === null ? null : { sinceMs, text }] as const
    })
    await noteRun(db, { cron, ranAtMs: nowMs, sweeps: Object.fromEntries(noted) })
  } catch (error) {
    logWarning("sweeps not noted", { cron, error })
  }
}

/** Resumes after a restart, when no queue message will come: the sweeps after this take up all at once. */
async function resume(env: Env, startedMs: number): Promise<void> {
  await makeHeldDue(databaseOf(env), startedMs)
}
