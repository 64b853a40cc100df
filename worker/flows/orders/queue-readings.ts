import type { Id } from "../../../contract/id.ts"
import { countReadAgain } from "../../data/artwork/image-turn-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { queueFirstTurns, queueTurns } from "../artwork/queue-turns.ts"

/** Has an image read again at once that its seller has changed, whatever else of the account waits. */
export async function queueChanged(env: Env, userId: Id, imageId: Id): Promise<void> {
  await queueTurns(env, { kind: "again", userId, imageId }, 1)
}

/**
 * Has the images of an account read again that have become due since `sinceMs`. If its turns move, a message is on its
 * way that comes again until none remains.
 */
export async function queueReadings(env: Env, userId: Id, sinceMs: number): Promise<void> {
  const { moving, added } = await countReadAgain(databaseOf(env), userId, { sinceMs, nowMs: Date.now() })
  if (moving === 0 && added > 0) await queueFirstTurns(env, { kind: "again", userId }, added)
}
