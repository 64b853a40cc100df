import { ApiError } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { ProcessWish } from "../../contract/print.ts"
import { isPrintEditable } from "../../contract/status.ts"
import { texts } from "../../contract/text.ts"
import { insertAttempt } from "../data/attempt-rows.ts"
import { databaseOf } from "../data/database.ts"
import { editableStatuses, findPrint, type PrintRow } from "../data/print-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logWarning } from "../log.ts"
import { advanceAttempt, type Outcome } from "./advance-attempt.ts"
import { planStoredPrint } from "./plan-stored-print.ts"

const TOKEN_BYTES = 18

/**
 * Starts processing a print, or joins the attempt that already runs, so that two clicks or two tabs start and pay for
 * one. Nothing is written before every check has passed. The order of writes, and what repairs a crash after each:
 *
 *   1  D1, one batch: print → Processing, attempt `holding`, its stamps and sheets      the sweep goes on with 2
 *   2  hub: hold `hold:{attemptId}`; refused → print back to In Draft, answer 402       the same call again is harmless
 *   3  D1: attempt → `stamping`                                                         the sweep goes on with 4
 *   4  queue: a message a stamp, or a sheet where all stamps exist                      the sweep queues them again
 *   5  the last stamp: → `rendering`, queue the sheets; the last sheet: → `finishing`   likewise
 *   6  D1, one batch: print Completed, attempt `completed`                              the sweep goes on with 7
 *   7  hub: capture; event; e-mail; each noted at the attempt                           the sweep does what is not noted
 */
export async function startAttempt(env: Env, userId: Id, printId: Id, wish: ProcessWish): Promise<void> {
  const print = await findPrint(databaseOf(env), userId, printId)
  if (!print) throw new ApiError("not-found", "This print does not exist")
  if (print.status === "Processing") return join(env, print)
  if (!isPrintEditable(print.status)) throw new ApiError("conflict", texts.alreadyProcessed)
  const plan = await planStoredPrint(env, print, wish)
  const { available, owed } = await hubOf(env, userId).balance()
  if (available < plan.credits || owed > 0) throw creditsTooFew(plan.credits, available)

  const nowMs = Date.now()
  const attempt = {
    id: makeId(nowMs),
    printId,
    userId,
    number: print.attemptNumber + 1,
    credits: plan.credits,
    dpi: plan.template.dpi,
    mirror: plan.template.mirror,
    utilisation: plan.utilisation,
    sheetTemplateId: plan.template.id,
    stamps: plan.stamps,
    sheets: plan.sheets.map((sheet) => ({ ...sheet, token: makeToken() })),
  }
  const planned = { updatedAt: print.updatedAt, statuses: editableStatuses }
  if (await insertAttempt(databaseOf(env), attempt, planned, nowMs)) return hold(env, attempt.id)
  const current = await findPrint(databaseOf(env), userId, printId)
  if (current?.status === "Processing") return join(env, current)
  throw new ApiError("conflict", "The print was changed while it was being planned. Please try again.")
}

async function join(env: Env, print: PrintRow): Promise<void> {
  if (print.attemptId) await hold(env, print.attemptId)
}

/** Past `holding` there is nothing for a caller to do: the queue has it. */
async function hold(env: Env, attemptId: Id): Promise<void> {
  const outcome = await tryHold(env, attemptId)
  if (outcome.kind === "refused") throw creditsTooFew(outcome.need, outcome.have)
}

/** The attempt is written and goes on by the sweep where this stops: an error would only make the seller start it again. */
async function tryHold(env: Env, attemptId: Id): Promise<Outcome> {
  try {
    return await advanceAttempt(env, attemptId, { only: ["holding"] })
  } catch (error) {
    logWarning("attempt not advanced, left to the sweep", { attemptId, error })
    return { kind: "done" }
  }
}

function creditsTooFew(need: number, have: number): ApiError {
  return new ApiError(
    "credits-too-few",
    `This print needs ${need} ${need === 1 ? "credit" : "credits"}, you have ${have}. Buy credits or print fewer copies.`,
    { fields: { need: String(need), have: String(have) } },
  )
}

/** 144 random bits in the alphabet of addresses. */
function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
}
