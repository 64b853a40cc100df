import type { Id } from "../../../contract/id.ts"
import type { IngestMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { deleteObjectsLater } from "../../data/operations/object-to-delete-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** Queues new images to be read. If queueing fails, the sweep queues them later. */
export async function queueIngest(env: Env, ids: readonly Id[]): Promise<void> {
  try {
    await env.INGEST_QUEUE.sendBatch(ids.map((imageId) => ({ body: { imageId } satisfies IngestMessage })))
  } catch (error) {
    logWarning("ingest not queued, left to the sweep", { imageIds: ids, error })
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
