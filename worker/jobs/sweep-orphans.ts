import { DAY_MS } from "../../contract/limit.ts"
import { databaseOf } from "../data/database.ts"
import { doomInsert, listOrphans } from "../data/doomed-object.ts"
import type { Env } from "../env.ts"
import { logWarning } from "../log.ts"

/** Nothing takes this long from its first byte to its row: an upload is ended after half of it. */
const GRACE_MS = DAY_MS
/** R2 lists up to 1,000 keys at once; with a query each this stays below the calls one run may make. */
const MAX_PAGES = 300
const PREFIXES = ["images/", "stamps/", "sheets/"]

/**
 * Looks through R2 for objects that no row knows: left by an account that was deleted, or by a worker that stopped
 * between an object and its row. They are doomed, and go with the next run.
 */
export async function sweepOrphans(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  let pages = 0
  for (const prefix of PREFIXES) {
    let cursor: string | undefined
    do {
      const page = await env.FILES.list({ prefix, cursor })
      const old = page.objects.filter((object) => nowMs - object.uploaded.getTime() > GRACE_MS)
      const orphans = await listOrphans(
        db,
        old.map((object) => object.key),
      )
      if (orphans.length > 0) await doomInsert(db, orphans, nowMs)
      cursor = page.truncated ? page.cursor : undefined
      pages += 1
    } while (cursor !== undefined && pages < MAX_PAGES)
  }
  if (pages >= MAX_PAGES) logWarning("not all of R2 was looked through", { pages })
}
