import { directoryOf } from "../data/database.ts"
import { findCursor, moveCursor, startRound } from "../data/operations/sweep-cursor-rows.ts"
import type { Env, OpenEnv } from "../env.ts"
import { everyPlace } from "../place.ts"

/** The name of the position: the database after which the next run begins. */
const CURSOR = "databases"

/**
 * Runs this for each database in turn, at least for one, and begins with no other after `limitMs`; null: for
 * all. The next call goes on after the last one; after a call that came to all, with the second of its databases, so
 * that each is the first at times: the first has what a run may do in all of them to itself.
 */
export async function takeTurns(
  env: OpenEnv,
  { nowMs, limitMs }: { nowMs: number; limitMs: number | null },
  run: (own: Env) => Promise<void>,
): Promise<void> {
  const places = everyPlace(env)
  if (places.length === 1 || limitMs === null) {
    for (const own of places) await run(own)
    return
  }
  const directory = directoryOf(env)
  const from = (await findCursor(directory, CURSOR)) ?? ""
  const first = places.findIndex(({ place }) => place === from) + 1
  const startedMs = Date.now()
  const turns = [...places.slice(first), ...places.slice(0, first)]
  let to = turns[0].place
  for (const [index, own] of turns.entries()) {
    await run(own)
    if (Date.now() - startedMs <= limitMs || index === turns.length - 1) continue
    to = own.place
    break
  }
  await startRound(directory, CURSOR, nowMs)
  await moveCursor(directory, CURSOR, { from, to, nowMs })
}
