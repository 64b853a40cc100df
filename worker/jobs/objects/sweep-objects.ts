import { databaseOf } from "../../data/database.ts"
import {
  forgetDeletedObjects,
  listObjectsToDelete,
  listOrphans,
  listUnnamed,
  MAX_DELETED_AT_ONCE,
  type ObjectToDelete,
  postponeDeletions,
} from "../../data/operations/object-to-delete-rows.ts"
import type { Env } from "../../env.ts"
import { logError } from "../../log.ts"
import { areRowsHeld, everyPlace } from "../../place.ts"
import { retryAtMs } from "../../retry-at.ts"

/** The batches per run: 10,000 objects a minute keep up with any deletion, within the call limit. */
const MAX_BATCHES = 10
/** The refused calls per run: enough to find a bad key in a batch, and an end while R2 is down. */
const MOST_REFUSALS = 20

/**
 * Deletes objects whose rows are deleted, then their keys; deleting one twice is harmless. A deletion that was too
 * late for rows that a move holds may have noted their objects: none goes while an account is on its way, nor one
 * that rows name by now, of this database or another.
 */
export async function sweepObjects(env: Env, nowMs: number): Promise<void> {
  if (await areRowsHeld(env)) return
  const db = databaseOf(env)
  const others = everyPlace(env).filter(({ place }) => place !== env.place)
  let refusals = 0
  for (let batch = 0; batch < MAX_BATCHES && refusals < MOST_REFUSALS; batch++) {
    const objects = await listObjectsToDelete(db, nowMs, MAX_DELETED_AT_ONCE)
    let keys = await listUnnamed(
      db,
      objects.map(({ key }) => key),
    )
    for (const other of others) keys = await listOrphans(databaseOf(other), keys)
    const isGone = new Set(keys)
    await remove(objects.filter(({ key }) => isGone.has(key)))
    const kept = objects.flatMap(({ key }) => (isGone.has(key) ? [] : key))
    if (kept.length > 0) await forgetDeletedObjects(db, kept)
    if (objects.length < MAX_DELETED_AT_ONCE) return
  }

  /** Halves a batch that R2 refuses, so a bad key blocks no other; postpones the rest. */
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
