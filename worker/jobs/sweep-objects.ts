import { databaseOf } from "../data/database.ts"
import { deleteDoomed, listDoomed, MAX_DOOMED_BATCH } from "../data/doomed-object.ts"
import type { Env } from "../env.ts"

/** Batches of one run: 10,000 objects a minute keep up with any deletion, within the calls one run may make. */
const MAX_BATCHES = 10

/** Removes doomed objects from R2, then forgets them; removing one twice is harmless. */
export async function sweepObjects(env: Env): Promise<void> {
  const db = databaseOf(env)
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const keys = await listDoomed(db, MAX_DOOMED_BATCH)
    if (keys.length === 0) return
    await env.FILES.delete(keys)
    await deleteDoomed(db, keys)
    if (keys.length < MAX_DOOMED_BATCH) return
  }
}
