import { dayOf } from "../../contract/day.ts"
import { databaseOf } from "../data/database.ts"
import { countFilm, listUncounted } from "../data/printed-film-rows.ts"
import { findCursor, moveCursor } from "../data/sweep-cursor-rows.ts"
import type { Env } from "../env.ts"

/** The migration starts this round, and it ends once. */
const NAME = "reports"
/** Prints in one batch of three statements each, and batches in one run: 250 prints a minute. */
const PRINTS = 25
const BATCHES_PER_RUN = 10

/** Counts what was printed before there were reports, in parts; then never again. */
export async function sweepReports(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let batch = 0; batch < BATCHES_PER_RUN; batch++) {
    const from = await findCursor(db, NAME)
    if (from === null) return
    const attempts = await listUncounted(db, { after: from, limit: PRINTS })
    await countFilm(
      db,
      attempts.map(({ id, completedAt, timeZone }) => ({ id, day: dayOf(completedAt, timeZone) })),
    )
    await moveCursor(db, NAME, { from, to: attempts.at(-1)?.id ?? null, nowMs })
  }
}
