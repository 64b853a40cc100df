import type { Id } from "../../../contract/id.ts"
import type { ReadingMessage } from "../../../contract/message.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { sendBatches } from "../../send-batches.ts"

/** Queues images to be read again; returns how many. The sweep queues the others later. */
export async function queueReadings(env: Env, imageIds: readonly Id[]): Promise<number> {
  try {
    const messages = imageIds.map((imageId) => ({ imageId, kind: "again" }) satisfies ReadingMessage)
    await sendBatches(env.READING_QUEUE, messages)
  } catch (error) {
    logWarning("images not queued to be read again, left to the sweep", { count: imageIds.length, error })
  }
  return imageIds.length
}
