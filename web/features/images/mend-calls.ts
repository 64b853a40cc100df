import { images } from "../../../contract/api/image-api.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { MAX_BULK_IDS, MAX_MENDS } from "../../../contract/limit.ts"
import { apiData } from "../../lib/api.ts"
import { plural } from "../../lib/format.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastError, toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { undoAll } from "../../lib/undo-deletion.ts"
import { findImages } from "./image-calls.ts"
import { type MendsById, mendedAlike, mendsAfter } from "./mend-plan.ts"
import { doneWords } from "./mend-words.ts"

/** Stores an image's mends, in their order. */
export async function saveMends(imageId: string, mends: readonly Mend[]): Promise<void> {
  awaitEnd(imageId)
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
  const [only] = after.keys()
  await replaceMends(after, after.size === 1 ? doneWords(asked.get(only) ?? []) : null)
}

const FULL = `It would have more than ${MAX_MENDS} mends. Remove some of its own first.`

/**
 * Gives images these mends in place of theirs, those that get the same together; says so, by default with their number, and
 * offers to undo it, even if it fails half-way. Shows why some are refused, and returns their ids.
 */
export async function replaceMends(
  mends: MendsById,
  words: string | null = null,
): Promise<ReadonlySet<string>> {
  const fitting = new Map([...mends].filter(([, own]) => own.length <= MAX_MENDS))
  const refusals = new Map([...mends.keys()].filter((id) => !fitting.has(id)).map((id) => [id, FULL]))
  const undoIds: string[] = []
  let changed = 0
  const awaitAll = () => {
    for (const id of fitting.keys()) awaitEnd(id)
  }
  awaitAll()
  try {
    for (const { ids, mends: own } of mendedAlike(fitting))
      for (let from = 0; from < ids.length; from += MAX_BULK_IDS) {
        const part = ids.slice(from, from + MAX_BULK_IDS)
        const reply = await apiData(images.bulkMend, {
          body: { ids: part, mends: [...own], mode: "replace" },
        })
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
  for (const message of new Set(refusals.values())) toastError(message)
  return new Set(refusals.keys())
}
