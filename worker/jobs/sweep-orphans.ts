import { DAY_MS } from "../../contract/duration.ts"
import { databaseOf } from "../data/database.ts"
import { deleteObjectsLater, listOrphans } from "../data/object-to-delete-rows.ts"
import { findCursor, moveCursor, startRound } from "../data/sweep-cursor-rows.ts"
import type { Env } from "../env.ts"

/** Nothing takes this long from its first byte to its row: an upload is ended after half of it. */
const GRACE_MS = DAY_MS
/** As many keys as R2 lists at once. */
const PAGE_KEYS = 1_000
/** Pages a minute: each is a call to R2 and three to D1. Over a day 14,400,000 objects, and cents for each million. */
const MAX_PAGES = 10
const CURSOR = "orphans"

/** Starts the night's round through R2, or leaves the one that is still under way to go on. */
export async function startOrphans(env: Env, nowMs: number): Promise<void> {
  await startRound(databaseOf(env), CURSOR, nowMs)
}

/**
 * Goes on looking through R2 for objects that no row knows: left by an account that was deleted, or by a worker that stopped
 * between an object and its row. They are noted for deletion and go with the next run. Every object is met once a round, and a round
 * takes a day for each 14,400,000 objects; where it was is noted by the last key looked at, so that it goes on from there.
 */
export async function sweepOrphans(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let page = 0; page < MAX_PAGES; page++) {
    const from = await findCursor(db, CURSOR)
    if (from === null) return
    const { objects, truncated } = await env.FILES.list({
      limit: PAGE_KEYS,
      ...(from === "" ? {} : { startAfter: from }),
    })
    const old = objects.filter((object) => nowMs - object.uploaded.getTime() > GRACE_MS)
    const orphans = await listOrphans(
      db,
      old.map((object) => object.key),
    )
    if (orphans.length > 0) await deleteObjectsLater(db, orphans, nowMs)
    const last = objects.at(-1)
    if (truncated && !last) throw new Error(`R2 lists nothing after ${from}, and says there is more`)
    const to = truncated && last ? last.key : null
    if (!(await moveCursor(db, CURSOR, { from, to, nowMs }))) return
  }
}
