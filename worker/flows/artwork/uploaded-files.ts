import type { Id } from "../../../contract/id.ts"
import type { IngestMessage } from "../../../contract/message.ts"
import { giveReadings } from "../../data/artwork/image-turn-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { deleteObjectsLater } from "../../data/operations/object-to-delete-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** Queues the account's new images that can be read now, each with its turn. What fails here is left to the sweep. */
export async function queueIngest(env: Env, userId: Id): Promise<void> {
  try {
    const ids = await giveReadings(databaseOf(env), userId, Date.now())
    if (ids.length === 0) return
    await env.INGEST_QUEUE.sendBatch(ids.map((imageId) => ({ body: { imageId } satisfies IngestMessage })))
  } catch (error) {
    logWarning("ingest not queued, left to the sweep", { userId, error })
  }
}

/** Leaves a refused upload's objects to the next sweep; if D1 is down, to the orphan sweep. */
export async function takeBackObjects(env: Env, keys: ReadonlySet<string>): Promise<void> {
  if (keys.size === 0) return
  try {
    await deleteObjectsLater(databaseOf(env), [...keys], Date.now())
  } catch (error) {
    logWarning("objects of a refused upload not noted for deletion", { keys: keys.size, error })
  }
}

/** Deletes the objects of a call that only passed through R2; the sweeps delete those that cannot be deleted now. */
export async function dropObjects(env: Env, keys: ReadonlySet<string>): Promise<void> {
  if (keys.size === 0) return
  try {
    await env.FILES.delete([...keys])
  } catch (error) {
    logWarning("objects of a finished call are left to the sweep", { keys: keys.size, error })
    await takeBackObjects(env, keys)
  }
}
