import type { Id } from "../../../contract/id.ts"
import { countReadAgain } from "../../data/artwork/image-turn-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { queueFirstTurns } from "../artwork/queue-turns.ts"

/**
 * Has the images of an account read again that have become due since `sinceMs`. If others wait, a message is on its way
 * that comes again until none remains.
 */
export async function queueReadings(env: Env, userId: Id, sinceMs: number): Promise<void> {
  const { before, added } = await countReadAgain(databaseOf(env), userId, { sinceMs, nowMs: Date.now() })
  if (before === 0 && added > 0) await queueFirstTurns(env, { kind: "again", userId }, added)
}
