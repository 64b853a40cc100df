import { images } from "../../../contract/api/image-api.ts"
import type { MendChange } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { apiData } from "../../lib/api.ts"
import { plural } from "../../lib/format.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastError, toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { undoAll } from "../../lib/undo-deletion.ts"
import { callsOf, type MendsById, mendedAlike } from "./mend-plan.ts"
import { doneWords } from "./mend-words.ts"

/** Stores an image's mends, in their order. */
export async function saveMends(imageId: string, mends: readonly Mend[]): Promise<void> {
  awaitEnd(imageId)
  await apiData(images.update, { params: { id: imageId }, body: { mends: [...mends] } })
  await refresh("images", "prints")
}

/**
 * Gives images the mends that each is asked to get, whatever they have, says so, and offers to undo it. A second call changes
 * nothing.
 */
export async function mendImages(asked: MendsById): Promise<void> {
  const alone = asked.size === 1 ? [...asked.values()] : []
  await mendAlike(
    mendedAlike(asked).map((part) => ({ ...part, mode: "fit" })),
    alone.map(doneWords)[0],
  )
}

/**
 * Mends images, those of each part alike; says so, by default with their number, and offers to undo it, even if it fails
 * half-way. Shows why some are refused, and returns their ids.
 */
export async function mendAlike(parts: readonly MendChange[], words?: string): Promise<ReadonlySet<string>> {
  const refusals = new Map<string, string>()
  const undoIds: string[] = []
  let changed = 0
  const awaitAll = () => {
    for (const { ids } of parts) for (const id of ids) awaitEnd(id)
  }
  awaitAll()
  try {
    for (const [first, ...others] of callsOf(parts)) {
      const reply = await apiData(images.bulkMend, { body: { ...first, others } })
      changed += reply.changed
      if (reply.undoId !== null) undoIds.push(reply.undoId)
      for (const { imageId, message } of reply.refused) refusals.set(imageId, message)
    }
  } finally {
    await refresh("images", "prints")
    const undo = () => {
      awaitAll()
      return undoAll(undoIds)
    }
    if (changed > 0) toastUndo(words ?? `${plural(changed, "image")} mended`, undo)
  }
  if (changed + refusals.size === 0) toastSuccess("Mended already")
  for (const message of new Set(refusals.values())) toastError(message)
  return new Set(refusals.keys())
}
