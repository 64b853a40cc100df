import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { USUAL_FORMATS } from "../../../contract/delivery/sheet-format.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_TEST_PRINTS_A_DAY } from "../../../contract/limit.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { ProcessRequest } from "../../../contract/prints/print.ts"
import { isPrintEditable, type LayoutEffort } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import type { TokenInUse } from "../../data/accounts/access-token-rows.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { restorePrints } from "../../data/orders/archive-rows.ts"
import { type AttemptLayout, laneOf } from "../../data/prints/attempt-layout-rows.ts"
import { countTests, findAttempt, insertAttempt, type LayoutSearch } from "../../data/prints/attempt-rows.ts"
import { editableStatuses, findPrint, type PrintRow } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logWarning } from "../../log.ts"
import { refuseRealPrint } from "../../refuse-real-print.ts"
import { type HoldableAttempt, holdCredits } from "../credits/hold-credits.ts"
import { writtenAs } from "../delivery/written-files.ts"
import { tellListeners } from "../events/queue-events.ts"
import { type Printable, readPrintable, withSilhouettes } from "./read-printable.ts"
import { PREPARED_IN_S, refuseLostCutLine } from "./refuse-unprintable.ts"
import { attemptLayoutOf } from "./sheets-of-layout.ts"
import { type AdoptedLayout, adoptLayout, findStoredLayout, provedOrNull } from "./stored-layout.ts"

/** The effort unless the seller asks for another. */
export const USUAL_EFFORT: LayoutEffort = "balanced"

/** Who begins an attempt, and what it keeps to. */
type Beginning = {
  begunBy: DoerMark | null
  mostCredits?: number
  inkLookedBy?: string | null
  token?: TokenInUse | undefined
  sinceMs?: number | undefined
}

/**
 * Starts processing a print or joins its running attempt, so two clicks or tabs pay once. Nothing
 * is written before all checks pass; one of them is that it takes at most `mostCredits`. `inkLookedBy` has looked at the ink
 * that will show. An attempt that was made since `sinceMs` is an earlier run's of the same call, and is not made again.
 * The order of writes, and what repairs a crash after each:
 *
 *   1  D1, one batch: print → Processing, attempt `holding`                   sweep continues at 2
 *   2  hub: `hold:{attemptId}`; refused → print In Draft, answer 402          a repeat is harmless
 *   3  D1: attempt → `stamping`, with a turn or without                       sweep continues at 4, passes turns
 *   4  queue: a message for the layout's search; of many copies, rows and a    sweep queues again
 *      message for each section
 *   5  D1, one batch: stamps, sheets, no search any more                      sweep continues at 6
 *   6  queue: a message per stamp, or per sheet if all stamps exist           sweep queues again
 *   7  last stamp: → `rendering`, queue sheets; last sheet: → `finishing`     likewise
 *   8  D1, one batch: print Completed, attempt `completed`                    sweep continues at 9
 *   9  hub: capture; event; mail; all noted in the attempt at once             sweep does them again
 *  10  an hour later: R2 document, read back; then the layout's rows go        sweep does the rest
 */
export async function startAttempt(
  env: Env,
  userId: Id,
  printId: Id,
  request: ProcessRequest,
  { begunBy, mostCredits = Number.POSITIVE_INFINITY, inkLookedBy = null, token, sinceMs }: Beginning,
): Promise<void> {
  const db = databaseOf(env)
  const print = await findPrint(db, userId, printId)
  if (!print) throw unknown("print")
  refuseRealPrint(print, token)
  if (print.hasArchivedParts) await restorePrints(db, userId, [printId])
  if (print.status === "Processing") return join(env, print)
  if (sinceMs !== undefined && (await hasMade(db, print, sinceMs))) return
  if (!isPrintEditable(print.status)) throw new ApiError("conflict", texts.alreadyProcessed)
  if (print.isTest) await refuseTooManyTests(db, userId)
  const { printable, layout } = await layoutFor(env, print, request)
  const { items, template, destination } = printable
  const { isTest } = print
  const writtenFor = isTest ? null : destination
  const formats = isTest ? USUAL_FORMATS : (request.formats ?? destination?.formats ?? USUAL_FORMATS)
  refuseLostCutLine(writtenFor, formats)
  const credits = items.reduce((sum, { quantity }) => sum + quantity, 0)
  if (!isTest && credits > mostCredits)
    throw new ApiError(
      "conflict",
      `The print now costs ${credits} credits, more than the ${mostCredits} that were planned.`,
    )
  if (!isTest) await refuseTooFew(env, userId, credits)

  const nowMs = Date.now()
  const attempt = {
    id: makeId(nowMs),
    printId,
    userId,
    number: print.attemptNumber + 1,
    credits,
    dpi: template.dpi,
    mirror: template.mirror,
    packing: template.packing,
    formats,
    ...writtenAs(writtenFor),
    inkLookedBy,
    begunBy,
    isTest,
    sheetTemplateId: template.id,
    prices: isTest ? null : template.prices,
    // A test waits behind what is paid for.
    lane: isTest
      ? "long"
      : "stamps" in layout
        ? laneOf(layout)
        : layout.searchEffort === "best"
          ? "long"
          : "short",
    hasOrders: items.some(({ order }) => order !== null),
    items,
    layout,
  }
  const planned = { updatedAt: print.updatedAt, statuses: editableStatuses }
  if (await insertAttempt(db, attempt, planned, nowMs)) {
    const [held] = await Promise.all([hold(env, attempt), tellListeners(env, userId)])
    return held
  }
  const current = await findPrint(db, userId, printId)
  if (current?.status === "Processing") return join(env, current)
  if (isTest) await refuseTooManyTests(db, userId)
  throw new ApiError("conflict", "The print was changed in the meantime. Please try again.")
}

/** Throws a 429 if the account has begun its test prints of a day. */
async function refuseTooManyTests(db: Database, userId: Id): Promise<void> {
  const nowMs = Date.now()
  const { total, oldestAtMs } = await countTests(db, userId, nowMs)
  if (total < MAX_TEST_PRINTS_A_DAY) return
  throw new ApiError(
    "too-many-requests",
    `An account has ${MAX_TEST_PRINTS_A_DAY} test prints a day. Go on tomorrow, or print with a live token.`,
    { retryAfterS: Math.floor((oldestAtMs + DAY_MS - nowMs) / 1000) + 1 },
  )
}

/** The pause between two looks whether pieces are drawn. */
const LOOK_AGAIN_MS = 500

type ChosenLayout = { printable: Printable; layout: AttemptLayout | LayoutSearch }

/**
 * Returns the given layout, else the stored one that fits unless a search is asked for, else how long
 * one is searched. A given layout is stored as well: it was agreed to last, and a search begins from
 * the stored one.
 */
async function layoutFor(env: Env, print: PrintRow, request: ProcessRequest): Promise<ChosenLayout> {
  const { layout: document, effort } = request
  if (document) {
    const { plan, printable } = await adoptPrepared(env, print, document)
    if (effort) return { printable, layout: { searchEffort: effort, agreedFilmIn: plan.lengthIn } }
    return { printable, layout: await attemptLayoutOf(env, plan, printable) }
  }
  const { sheetTemplateId, packing } = request
  const stored = await findStoredLayout(env, print, {
    sheetTemplateId,
    packing,
    mayWait: effort !== undefined,
  })
  if (stored && effort === undefined) {
    const printable = await withSilhouettes(env, stored.printable)
    const plan = await provedOrNull(env, print.id, printable, stored)
    if (plan) return { printable, layout: await attemptLayoutOf(env, plan, printable) }
  }
  // A search keeps to the stored layout's film, unless another is asked for: its pins lie there.
  const film = stored ? stored.document : { sheetTemplateId, packing }
  return {
    printable: await readPrintable(env, print, {
      sheetTemplateId: film.sheetTemplateId,
      packing: film.packing,
      mayWait: true,
    }),
    layout: { searchEffort: effort ?? USUAL_EFFORT, agreedFilmIn: null },
  }
}

/** Returns `adoptLayout`; pieces that are drawn anew since the page showed them are waited for, for seconds. */
async function adoptPrepared(env: Env, print: PrintRow, document: LayoutDocument): Promise<AdoptedLayout> {
  const untilMs = Date.now() + PREPARED_IN_S * 1000
  for (;;) {
    try {
      return await adoptLayout(env, print, document)
    } catch (error) {
      const isLate = error instanceof ApiError && error.retryAfterS !== undefined
      if (!isLate || Date.now() > untilMs) throw error
    }
    await scheduler.wait(LOOK_AGAIN_MS)
  }
}

/** Returns true for an attempt since then that has ended, but in a failure, which has cost nothing. */
async function hasMade(db: Database, { attemptId }: PrintRow, sinceMs: number): Promise<boolean> {
  const attempt = attemptId && (await findAttempt(db, attemptId))
  return Boolean(attempt && attempt.createdAt >= sinceMs && attempt.state !== "failed")
}

/** Joins the running attempt; past `holding`, it needs nothing from a caller: the queue has it. */
async function join(env: Env, { attemptId }: PrintRow): Promise<void> {
  const attempt = attemptId && (await findAttempt(databaseOf(env), attemptId))
  if (attempt && attempt.state === "holding") await hold(env, attempt)
}

/** Holds the credits. The attempt is stored and retried by the sweep, so an error is only logged. */
async function hold(env: Env, attempt: HoldableAttempt): Promise<void> {
  const outcome = await holdCredits(env, attempt).catch((error: unknown) => {
    logWarning("attempt not advanced, left to the sweep", { attemptId: attempt.id, error })
    return null
  })
  if (outcome?.kind === "refused") throw creditsTooFew(attempt.credits, outcome.have)
}

async function refuseTooFew(env: Env, userId: Id, credits: number): Promise<void> {
  const { available, owed } = await hubOf(env, userId).balance()
  if (available < credits || owed > 0) throw creditsTooFew(credits, available)
}

function creditsTooFew(need: number, have: number): ApiError {
  return new ApiError(
    "credits-too-few",
    `This print needs ${need} ${need === 1 ? "credit" : "credits"}, but you have ${have}. Buy credits or print fewer copies.`,
    { fields: { need: String(need), have: String(have) } },
  )
}
