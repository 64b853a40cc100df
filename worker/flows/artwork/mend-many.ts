import { withMends } from "../../../contract/artwork/asked-mends.ts"
import type { MendChange } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_MENDS } from "../../../contract/limit.ts"
import { mendsOf } from "../../data/artwork/image-rows.ts"
import { changeMends, listMended, listMends, type MendsChange } from "../../data/artwork/mend-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { NewUndo } from "../../data/undo/undo-rows.ts"
import type { Env } from "../../env.ts"
import { queueReadings } from "../orders/queue-readings.ts"

const GONE = "This image does not exist any more."
const NOT_READY = "This image is still being read, or could not be read."
const BUSY = "This image was changed at the same time. Mend it once more."
const FULL = `It would have more than ${MAX_MENDS} mends. Remove some of its own first.`

type Refused = { imageId: Id; message: string }
type Wanted = Pick<MendChange, "mode"> & { ids: readonly Id[]; mends: readonly Mend[] }

/**
 * Mends images, those of each part alike, as one change that can be undone. They are read again in their account's turns. A repeat changes
 * nothing: mends that an image has already are not added to it. With `wasWritten`, an earlier run has made the change of this
 * undo, and its images are told again.
 */
export async function mendMany(
  env: Env,
  undo: NewUndo,
  parts: readonly Wanted[],
  wasWritten: boolean,
): Promise<{ changed: number; refused: Refused[]; undoId: Id | null }> {
  const db = databaseOf(env)
  const { userId } = undo
  const partOf = new Map<Id, Wanted>()
  for (const part of parts) for (const id of part.ids) if (!partOf.has(id)) partOf.set(id, part)
  const rows = new Map((await listMends(db, userId, [...partOf.keys()])).map((row) => [row.id, row]))
  const refused: Refused[] = []
  const changes: MendsChange[] = []
  for (const [imageId, part] of partOf) {
    const row = rows.get(imageId)
    if (!row) {
      refused.push({ imageId, message: GONE })
      continue
    }
    const after = mendsAfter(mendsOf(row), part)
    const message = row.status !== "Ready" ? NOT_READY : after.length > MAX_MENDS ? FULL : null
    if (message !== null) refused.push({ imageId, message })
    else if (JSON.stringify(after) !== row.mends)
      changes.push({ id: imageId, before: row.mends, after: JSON.stringify(after) })
  }
  const changed = new Set(wasWritten ? await listMended(db, undo.id) : await changeMends(db, undo, changes))
  if (changed.size > 0) await queueReadings(env, userId, undo.nowMs)
  const late = changes.flatMap(({ id }) => (changed.has(id) ? [] : [{ imageId: id, message: BUSY }]))
  return {
    changed: changed.size,
    refused: [...refused, ...late],
    undoId: changed.size > 0 ? undo.id : null,
  }
}

function mendsAfter(own: readonly Mend[], { mends, mode }: Wanted): readonly Mend[] {
  switch (mode) {
    case "add":
      return withAtEnd(own, mends)
    case "fit":
      return withMends(own, mends)
    case "replace":
      return mends
  }
}

/** Returns mends with those at their end that are not among them; one that is switched off is switched on. */
function withAtEnd(own: readonly Mend[], added: readonly Mend[]): Mend[] {
  const nameOf = ({ isOn: _, ...mend }: Mend) => JSON.stringify(mend)
  const names = added.map(nameOf)
  const known = own.map((mend) => {
    const at = names.indexOf(nameOf(mend))
    return at >= 0 && added[at].isOn ? added[at] : mend
  })
  const ownNames = new Set(own.map(nameOf))
  return [...known, ...added.filter((_, i) => !ownNames.has(names[i]) && names.indexOf(names[i]) === i)]
}
