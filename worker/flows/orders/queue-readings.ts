import type { Id } from "../../../contract/id.ts"
import type { ReadingMessage } from "../../../contract/message.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** The messages of one batch. */
const MAX_BATCH = 100

/** Queues images to be read again; returns how many. The sweep queues the others later. */
export async function queueReadings(env: Env, imageIds: readonly Id[]): Promise<number> {
  try {
    for (let from = 0; from < imageIds.length; from += MAX_BATCH) {
      const bodies = imageIds
        .slice(from, from + MAX_BATCH)
        .map((imageId) => ({ body: { imageId, kind: "again" } satisfies ReadingMessage }))
      await env.READING_QUEUE.sendBatch(bodies)
    }
  } catch (error) {
    logWarning("images not queued to be read again, left to the sweep", { count: imageIds.length, error })
  }
  return imageIds.length
}
