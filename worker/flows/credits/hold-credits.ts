import { tooFewCredits } from "../../../contract/accounts/role.ts"
import { databaseOf } from "../../data/database.ts"
import { endAttempt } from "../../data/prints/attempt-end.ts"
import { type AttemptRow, findAttempt, markAnnounced } from "../../data/prints/attempt-rows.ts"
import { markHeld } from "../../data/prints/attempt-turn-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { publishPrintUpdate } from "../prints/announce-attempt.ts"
import { queueWork } from "../prints/queue-renders.ts"

export type HoldableAttempt = Pick<AttemptRow, "id" | "userId" | "printId" | "credits" | "isTest">

/**
 * Holds an attempt's credits and queues its next work, or ends it if the credits are too few. A
 * repeated call is harmless: the hold has an id, and only one caller moves the attempt on. Those of
 * a test are not held.
 */
export async function holdCredits(
  env: Env,
  row: HoldableAttempt,
): Promise<{ kind: "held" } | { kind: "refused"; have: number }> {
  const db = databaseOf(env)
  const { id, userId, credits, printId, isTest } = row
  const hub = hubOf(env, userId)
  const entry = { userId, id: `hold:${id}` }
  const held = isTest ? null : await hub.hold({ ...entry, credits, note: `Print ${printId.slice(-6)}` })
  if (held?.kind === "refused") {
    const have = held.balance.available
    const end = {
      state: "failed",
      printStatus: "In Draft",
      failureMessage: tooFewCredits(credits, have),
      notice: null,
      nowMs: Date.now(),
    } as const
    // This caller gets the refusal, so nothing is announced. The hold stays unsettled, so that the
    // sweep releases credits that a second caller may have held before it stopped.
    if (await endAttempt(db, row, end, ["holding"])) await markAnnounced(db, id)
    return { kind: "refused", have }
  }
  const moved = await markHeld(db, { id, userId }, Date.now())
  if (moved) {
    await queueWork(env, moved)
    await publishPrintUpdate(env, row, "Processing", "")
    return { kind: "held" }
  }
  // Another caller was first. If it was refused, this call's hold must be released.
  const current = await findAttempt(db, id)
  if (!isTest && (!current || current.state === "failed" || current.state === "cancelled"))
    await hub.release(entry)
  return { kind: "held" }
}
