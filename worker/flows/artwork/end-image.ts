import { markFailed } from "../../data/artwork/image-progress.ts"
import { findAnyImage, type ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { tellListeners } from "../events/queue-events.ts"
import { queueIngest } from "./uploaded-files.ts"

const GAVE_UP = "This file could not be read because of a technical problem. Please upload it again."

/** Announces that an image was read, and has the next one of its account read, if any waits. */
export async function endReading(
  env: Env,
  row: ImageRow,
  { doOthersWait } = { doOthersWait: true },
): Promise<void> {
  if (doOthersWait) await queueIngest(env, row.userId)
  await publishReady(env, row)
}

/** Fails an image, with words for the seller, and has the next one read; a second call changes nothing. */
export async function failImage(env: Env, row: ImageRow, reason: string): Promise<void> {
  const hasFailed = await markFailed(databaseOf(env), row.id, reason, Date.now())
  if (!hasFailed) return
  await queueIngest(env, row.userId)
  await publishFailed(env, { ...row, failureReason: reason })
}

/** Fails an image for a reason other than the artwork, or announces its failure again. */
export async function giveUpImage(env: Env, imageId: ImageRow["id"]): Promise<void> {
  const row = await findAnyImage(databaseOf(env), imageId)
  if (row?.status === "Ingesting") await failImage(env, row, GAVE_UP)
  else if (row?.status === "Failed") await publishFailed(env, row)
}

async function publishReady(env: Env, row: ImageRow): Promise<void> {
  await publish(env, row, "Ready", `${row.name} is ready`)
  await tellListeners(env, row.userId)
}

/** Tells pages to fetch an image again; each reading counts as an event of its own. */
export async function publishReadAgain(env: Env, row: ImageRow): Promise<void> {
  await publish(env, row, "Ready", `${row.name} was processed again`, `:${row.updatedAt}`)
}

/** Tells pages that more of an image's pieces are drawn; `digest` is of one of them. */
export async function publishPieces(env: Env, row: ImageRow, digest: string): Promise<void> {
  await publish(env, row, "Ready", `More pieces of ${row.name} are drawn`, `:piece:${digest}`)
}

/** Tells pages that an image's ink was checked at a size. */
export async function publishInk(env: Env, row: ImageRow, digest: string): Promise<void> {
  await publish(env, row, "Ready", `The ink of ${row.name} was checked`, `:ink:${digest}`)
}

export async function publishFailed(env: Env, row: ImageRow): Promise<void> {
  await publish(env, row, "Failed", `${row.name}: ${row.failureReason}`)
  await tellListeners(env, row.userId)
}

/** Publishes an event with a key, so sending it again is harmless. */
async function publish(
  env: Env,
  { id, userId }: ImageRow,
  status: "Ready" | "Failed",
  message: string,
  time = "",
): Promise<void> {
  await hubOf(env, userId).publish({
    userId,
    key: `image:${id}:${status}${time}`,
    event: { kind: "image", data: { imageId: id, status, message } },
  })
}
