import { DAY_MS } from "../../../contract/duration.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import { deleteOrphansLater, listUnnotedOrphans } from "../../data/operations/object-to-delete-rows.ts"
import { findCursor, moveCursor, startRound } from "../../data/operations/sweep-cursor-rows.ts"
import type { OpenEnv } from "../../env.ts"
import { areRowsHeld, everyPlace } from "../../place.ts"

/** The age of an orphan, longer than any object waits for its row: an upload is ended after half of it. */
const GRACE_MS = DAY_MS
/** The keys that R2 lists at once. */
const PAGE_KEYS = 1_000
/** The pages a minute, each an R2 and three D1 calls: 14,400,000 objects a day, cents a million. */
const MAX_PAGES = 10
const CURSOR = "orphans"

/** Starts the night's round through R2, unless one is still running. */
export async function startOrphans(env: OpenEnv, nowMs: number): Promise<void> {
  await startRound(directoryOf(env), CURSOR, nowMs)
}

/**
 * Looks through R2 for objects without a row: left by a deleted account, or by a worker that
 * stopped between an object and its row. They are noted for deletion in the next run. A round meets
 * every object once and takes a day per 14,400,000 objects; it continues after the last key looked
 * at.
 */
export async function sweepOrphans(env: OpenEnv, nowMs: number): Promise<void> {
  const directory = directoryOf(env)
  const [first, ...others] = everyPlace(env).map(databaseOf)
  // Rows of an account that is being moved may be in neither of two databases when each is asked.
  if (await areRowsHeld(env)) return
  for (let page = 0; page < MAX_PAGES; page++) {
    const from = await findCursor(directory, CURSOR)
    if (from === null) return
    const { objects, truncated } = await env.FILES.list({
      limit: PAGE_KEYS,
      ...(from === "" ? {} : { startAfter: from }),
    })
    const old = objects.filter((object) => nowMs - object.uploaded.getTime() > GRACE_MS)
    let keys = old.map((object) => object.key)
    for (const db of others) keys = await listUnnotedOrphans(db, keys)
    if (keys.length > 0) await deleteOrphansLater(first, keys, nowMs)
    const last = objects.at(-1)
    if (truncated && !last) throw new Error(`R2 lists nothing after ${from}, and says there is more`)
    const to = truncated && last ? last.key : null
    if (!(await moveCursor(directory, CURSOR, { from, to, nowMs }))) return
  }
}
