import { carryAudit } from "../../data/accounts/audit-rows.ts"
import { listMoving, listUncopied } from "../../data/accounts/user-copy.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import { FIRST_DATABASE } from "../../database-name.ts"
import type { OpenEnv } from "../../env.ts"
import { clearOldPlace, moveAccount } from "../../flows/accounts/move-account.ts"
import { logError } from "../../log.ts"
import { copyUser, everyPlace, hasPlaces } from "../../place.ts"

/** The accounts per run; the rest come in the next one. */
const MAX_ACCOUNTS = 100

/** The moves per run, and the time for each. */
const MAX_MOVES = 5
const MOVE_MS = 10_000

/** Goes on with moves whose command has stopped, and deletes what moved accounts have left behind. */
export async function sweepMoves(env: OpenEnv, nowMs: number): Promise<void> {
  if (!hasPlaces(env)) return
  for (const row of await listMoving(directoryOf(env), MAX_MOVES)) {
    const time = { nowMs, untilMs: Date.now() + MOVE_MS }
    try {
      if (row.movingTo !== null) await moveAccount(env, row.id, row.movingTo, time)
      else await clearOldPlace(env, row, time)
    } catch (error) {
      logError("account not moved", { userId: row.id, error })
    }
  }
}

/** Brings accounts' databases and the directory up to date where a Worker stopped in between. */
export async function sweepCopies(env: OpenEnv): Promise<void> {
  if (!hasPlaces(env)) return
  const directory = directoryOf(env)
  for (const id of await listUncopied(directory, MAX_ACCOUNTS)) {
    try {
      await copyUser(env, id)
    } catch (error) {
      logError("account not copied", { userId: id, error })
    }
  }
  for (const own of everyPlace(env))
    if (own.place !== FIRST_DATABASE) await carryAudit(databaseOf(own), directory)
}
