import { directoryOf } from "../data/database.ts"
import { findCursor, moveCursor, startRound } from "../data/operations/sweep-cursor-rows.ts"
import type { Env, OpenEnv } from "../env.ts"
import { everyPlace } from "../place.ts"

/** The name of the position: the last database that a run has looked after. */
const CURSOR = "databases"

/**
 * Runs this for each database in turn, at least for one, and begins with no other after `limitMs`; null: for
 * all. The next call goes on after the last one.
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
  let last = from
  for (const own of [...places.slice(first), ...places.slice(0, first)]) {
    await run(own)
    last = own.place
    if (Date.now() - startedMs > limitMs) break
  }
  if (last === from) return
  await startRound(directory, CURSOR, nowMs)
  await moveCursor(directory, CURSOR, { from, to: last, nowMs })
}
