import { z } from "zod"
import type { Id } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { type AttemptStampRow, listStamps } from "../../data/prints/attempt-stamp-rows.ts"
import { endedLayoutKey, type LayoutRows } from "../../data/prints/ended-layout-rows.ts"
import { listOwnSheets, type OwnSheet, storedPlacementsSchema } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import type { PlannedStamp } from "./stamp-key.ts"

/** The document of an ended attempt, which holds what rows no longer do: see `docs/decisions/160`. */
const endedLayoutSchema = z.object({
  stamps: z.array(z.custom<PlannedStamp>((stamp) => typeof stamp === "object" && stamp !== null)),
  /** The placements of each sheet, by its index, those of writings included. */
  sheets: z.record(z.string(), storedPlacementsSchema),
  /** The JSON of the sheets of the print's layout document; null if it stayed in rows. */
  planned: z.string().nullable().default(null),
})
type EndedLayout = z.infer<typeof endedLayoutSchema>

/** Returns an attempt's own sheets in order, from its rows or its document. */
export async function readOwnSheets(env: Env, attemptId: Id): Promise<OwnSheet[]> {
  const sheets = await listOwnSheets(databaseOf(env), attemptId)
  const isMoved = sheets.some(({ placements }) => placements === null)
  const layout = isMoved ? await readEndedLayout(env, attemptId) : null
  return sheets.map(({ placements, sheetIndex, ...rest }) => {
    const known = placements ?? layout?.sheets[sheetIndex]
    if (!known) throw new MissingObjectError(endedLayoutKey(attemptId))
    return { ...rest, sheetIndex, placements: known }
  })
}

/** Returns an attempt's stamps, from its rows and its document. */
export async function readStamps(env: Env, attemptId: Id): Promise<PlannedStamp[]> {
  const [rows, layout] = [await listStamps(databaseOf(env), attemptId), await readEndedLayout(env, attemptId)]
  const stamps = [...(layout?.stamps ?? []), ...rows.map(plannedOf)]
  return [...new Map(stamps.map((stamp) => [stamp.stampKey, stamp])).values()]
}

/**
 * Writes the document of an ended attempt, with all that an earlier one holds, and reads it back. A
 * repeat writes the same. The rows may go once it is there.
 */
export async function keepEndedLayout(env: Env, { id, stamps, parts, planned }: LayoutRows): Promise<void> {
  const earlier = await readEndedLayout(env, id)
  const sheets = Object.fromEntries(
    [...Map.groupBy(parts, ({ sheetIndex }) => sheetIndex)].map(([sheetIndex, own]) => [
      sheetIndex,
      own.flatMap(({ placements }) => JSON.parse(placements)),
    ]),
  )
  const known = [...(earlier?.stamps ?? []), ...stamps.map(plannedOf)]
  const text = JSON.stringify({
    stamps: [...new Map(known.map((stamp) => [stamp.stampKey, stamp])).values()],
    sheets: { ...earlier?.sheets, ...sheets },
    planned: planned?.sheets ?? earlier?.planned ?? null,
  })
  const key = endedLayoutKey(id)
  await env.FILES.put(key, text, { httpMetadata: { contentType: "application/json" } })
  const stored = await (await env.FILES.get(key))?.text()
  if (stored !== text) throw new Error(`${key} was not stored as it was written`)
}

async function readEndedLayout(env: Env, attemptId: Id): Promise<EndedLayout | null> {
  const object = await env.FILES.get(endedLayoutKey(attemptId))
  return object && endedLayoutSchema.parse(await object.json())
}

function plannedOf({ attemptId: _, isDone: __, ...stamp }: AttemptStampRow): PlannedStamp {
  return stamp
}
