import { HOUR_MS } from "../../contract/duration.ts"
import { databaseOf } from "../data/database.ts"
import {
  forgetDeletedObjects,
  listObjectsToDelete,
  MAX_DELETED_AT_ONCE,
  type ObjectToDelete,
  postponeDeletions,
} from "../data/object-to-delete-rows.ts"
import type { Env } from "../env.ts"
import { logError } from "../log.ts"
import { retryAtMs } from "../retry-at.ts"

/** Batches of one run: 10,000 objects a minute keep up with any deletion, within the calls one run may make. */
const MAX_BATCHES = 10
/** Calls that R2 may refuse in one run: enough to find one bad key among a batch, and an end while it is away. */
const MOST_REFUSALS = 20
/** What a print under way still reads goes when it has ended, after six hours at the latest; the rest goes in minutes. */
export const OBJECT_SHOULD_MS = 7 * HOUR_MS

/** Deletes the objects whose rows are gone, then forgets their keys; deleting one twice is harmless. */
export async function sweepObjects(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  let refusals = 0
  for (let batch = 0; batch < MAX_BATCHES && refusals < MOST_REFUSALS; batch++) {
    const objects = await listObjectsToDelete(db, nowMs, MAX_DELETED_AT_ONCE)
    await remove(objects)
    if (objects.length < MAX_DELETED_AT_ONCE) return
  }

  /** What R2 refuses is halved, so that one key it cannot remove keeps no other; what is left is put off. */
  async function remove(objects: readonly ObjectToDelete[]): Promise<void> {
    if (objects.length === 0) return
    const keys = objects.map(({ key }) => key)
    try {
      await env.FILES.delete(keys)
    } catch (error) {
      refusals += 1
      if (objects.length > 1 && refusals < MOST_REFUSALS) {
        const middle = Math.ceil(objects.length / 2)
        await remove(objects.slice(0, middle))
        return remove(objects.slice(middle))
      }
      logError("objects not removed, put off", { objects: objects.length, key: keys[0], error })
      return postponeDeletions(
        db,
        objects.map(({ key, createdAt }) => ({ key, retryAt: retryAtMs(createdAt, nowMs) })),
      )
    }
    await forgetDeletedObjects(db, keys)
  }
}
