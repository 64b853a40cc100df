import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { ProcessWish } from "../../contract/print.ts"
import { isPrintEditable, type LayoutEffort } from "../../contract/status.ts"
import { texts } from "../../contract/text.ts"
import { findAttempt, insertAttempt } from "../data/attempt-rows.ts"
import { databaseOf } from "../data/database.ts"
import { editableStatuses, findPrint, type PrintRow } from "../data/print-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logWarning } from "../log.ts"
import { type HoldableAttempt, holdCredits } from "./hold-credits.ts"
import { proveLayout } from "./prove-layout.ts"
import { readPrintable } from "./read-printable.ts"
import { attemptLayoutOf } from "./sheets-of-layout.ts"

/** Unless the seller asks for another. */
const USUAL_EFFORT: LayoutEffort = "balanced"

/**
 * Starts processing a print or joins its running attempt, so two clicks or tabs pay once. Nothing
 * is written before all checks pass. The order of writes, and what repairs a crash after each:
 *
 *   1  D1, one batch: print → Processing, attempt `holding`                   sweep continues at 2
 *   2  hub: `hold:{attemptId}`; refused → print In Draft, answer 402          a repeat is harmless
 *   3  D1: attempt → `stamping`                                               sweep continues at 4
 *   4  queue: a message for the layout's search                               sweep queues again
 *   5  D1, one batch: stamps, sheets, no search any more                      sweep continues at 6
 *   6  queue: a message per stamp, or per sheet if all stamps exist           sweep queues again
 *   7  last stamp: → `rendering`, queue sheets; last sheet: → `finishing`     likewise
 *   8  D1, one batch: print Completed, attempt `completed`                    sweep continues at 9
 *   9  hub: capture; event; mail; each noted in the attempt                   sweep does the rest
 */
export async function startAttempt(env: Env, userId: Id, printId: Id, wish: ProcessWish): Promise<void> {
  const db = databaseOf(env)
  const print = await findPrint(db, userId, printId)
  if (!print) throw unknown("print")
  if (print.status === "Processing") return join(env, print)
  if (!isPrintEditable(print.status)) throw new ApiError("conflict", texts.alreadyProcessed)
  const printable = await readPrintable(env, print, wish.layout ?? wish)
  const { items, template } = printable
  const credits = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const { available, owed } = await hubOf(env, userId).balance()
  if (available < credits || owed > 0) throw creditsTooFew(credits, available)
  const layout = wish.layout
    ? attemptLayoutOf(await proveLayout(env, printable, wish.layout), printable)
    : { searchEffort: wish.effort ?? USUAL_EFFORT }

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
    sheetTemplateId: template.id,
    layout,
  }
  const planned = { updatedAt: print.updatedAt, statuses: editableStatuses }
  if (await insertAttempt(db, attempt, planned, nowMs)) return hold(env, attempt)
  const current = await findPrint(db, userId, printId)
  if (current?.status === "Processing") return join(env, current)
  throw new ApiError("conflict", "The print was changed while it was being planned. Please try again.")
}

/** An attempt past `holding` needs nothing from a caller: the queue has it. */
async function join(env: Env, { attemptId }: PrintRow): Promise<void> {
  const attempt = attemptId && (await findAttempt(databaseOf(env), attemptId))
  if (attempt && attempt.state === "holding") await hold(env, attempt)
}

/** The attempt is stored and the sweep retries it: an error would only make the seller restart. */
async function hold(env: Env, attempt: HoldableAttempt): Promise<void> {
  const outcome = await holdCredits(env, attempt).catch((error: unknown) => {
    logWarning("attempt not advanced, left to the sweep", { attemptId: attempt.id, error })
    return null
  })
  if (outcome?.kind === "refused") throw creditsTooFew(attempt.credits, outcome.have)
}

function creditsTooFew(need: number, have: number): ApiError {
  return new ApiError(
    "credits-too-few",
    `This print needs ${need} ${need === 1 ? "credit" : "credits"}, you have ${have}. Buy credits or print fewer copies.`,
    { fields: { need: String(need), have: String(have) } },
  )
}
