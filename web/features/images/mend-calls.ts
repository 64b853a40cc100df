import { images } from "../../../contract/api/image-api.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { MAX_BULK_IDS } from "../../../contract/limit.ts"
import { apiData } from "../../lib/api.ts"
import { plural } from "../../lib/format.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastError, toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { undoAll } from "../../lib/undo-deletion.ts"
import { findImages } from "./image-calls.ts"
import { type MendsById, mendedAlike, mendsAfter } from "./mend-plan.ts"
import { doneWords } from "./mend-words.ts"

/** Stores an image's mends, in their order. */
export async function saveMends(imageId: string, mends: readonly Mend[]): Promise<void> {
  await apiData(images.update, { params: { id: imageId }, body: { mends: [...mends] } })
  await refresh("images", "prints")
}

/**
 * Gives images the mends that each is asked to get, says so, and offers to undo it. A second call changes nothing.
 */
export async function mendImages(asked: MendsById): Promise<void> {
  const found = await findImages([...asked.keys()])
  const stored = new Map([...found].flatMap(([id, image]) => (image ? [[id, image.mends] as const] : [])))
  const after = mendsAfter(stored, asked)
  if (after.size === 0) return toastSuccess("Mended already")
  const { changed, undoIds } = await storeMends(after)
  const [only] = after.keys()
  const words = after.size === 1 ? doneWords(asked.get(only) ?? []) : `${plural(changed, "image")} mended`
  if (changed > 0) toastUndo(words, () => undoAll(undoIds))
}

/** Stores what images have afterwards; shows why some are refused. */
async function storeMends(mends: MendsById): Promise<{ changed: number; undoIds: string[] }> {
  const undoIds: string[] = []
  const refusals = new Set<string>()
  let changed = 0
  try {
    for (const { ids, mends: own } of mendedAlike(mends))
      for (let from = 0; from < ids.length; from += MAX_BULK_IDS) {
        const part = ids.slice(from, from + MAX_BULK_IDS)
        const reply = await apiData(images.bulkMend, {
          body: { ids: part, mends: [...own], mode: "replace" },
        })
        changed += reply.changed
        if (reply.undoId !== null) undoIds.push(reply.undoId)
        for (const { message } of reply.refused) refusals.add(message)
      }
  } finally {
    await refresh("images", "prints")
  }
  for (const message of refusals) toastError(message)
  return { changed, undoIds }
}
