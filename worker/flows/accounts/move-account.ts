import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { listRunningAttempts } from "../../data/accounts/deleted-user-rows.ts"
import {
  deleteOwned,
  deleteSessionsOf,
  deleteUserCopy,
  freezeRows,
  listDifferences,
  ownedTables,
  readOwned,
  thawRows,
  writeCounters,
  writeOwned,
} from "../../data/accounts/owned-rows.ts"
import {
  dropMove,
  endMove,
  findUserRow,
  forgetMove,
  startMove,
  writeUserCopy,
} from "../../data/accounts/user-copy.ts"
import type { User } from "../../data/accounts/user-rows.ts"
import {
  type Database,
  type Directory,
  databaseNames,
  databaseOf,
  directoryOf,
  envOf,
} from "../../data/database.ts"
import { endRound, findCursor, moveCursor, startRound } from "../../data/operations/sweep-cursor-rows.ts"
import { type DatabaseName, FIRST_DATABASE } from "../../database-name.ts"
import type { OpenEnv } from "../../env.ts"
import { copyUser } from "../../place.ts"

/** The rows read at once, and deleted at once. */
const ROWS_AT_ONCE = 400
/** The time after which no job that began before a move still writes. */
const GRACE_MS = 10 * MINUTE_MS

/** `waiting`: its prints are being processed. `moving`: the next call goes on. `moved`: it lives there now. */
type MoveState = "waiting" | "moving" | "moved"

/**
 * Moves an account to another database, as far as it comes until `untilMs`; the next call goes on, and so does the
 * sweep. On the right is what a stop after a step leaves:
 *
 *   1  the directory says that it moves: changes answer 503          the account as it was, until a call goes on
 *   2  its rows stand still, by triggers                            likewise
 *   3  rows are copied, parents first; none twice                   rows in both, read from the old place
 *   4  both are counted and compared                                likewise; a difference stops the move
 *   5  the directory names the new place                            rows in both, read from the new place
 *   6  its sessions at the old place go, its copied row follows     a cookie of the old place finds it by the directory
 *   7  ten minutes later, the rest of the old rows goes             rows in both, the old ones held still
 */
export async function moveAccount(
  open: OpenEnv,
  id: Id,
  to: DatabaseName,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<MoveState> {
  const directory = directoryOf(open)
  if (!databaseNames(open).includes(to))
    throw new ApiError("conflict", `No database is bound as ${to}. Run \`npm run setup\` to add one.`)
  const row = await knownRow(open, id)
  const { database: from } = row
  if (from === to && row.movingTo === null) return "moved"
  if (row.movedFrom !== null)
    throw new ApiError(
      "conflict",
      `Its rows in ${row.movedFrom} have to go first. Try again in a quarter of an hour.`,
    )
  if (row.movingTo !== null && row.movingTo !== to)
    throw new ApiError(
      "conflict",
      `The account is being moved to ${row.movingTo}. Let that end, or take it back with --back.`,
    )
  const source = databaseOf(envOf(open, from))
  const target = databaseOf(envOf(open, to))
  if (row.movingTo === null) {
    if ((await listRunningAttempts(source, id)).length > 0) return "waiting"
    await startMove(directory, id, { from, to })
    await copyUser(open, id)
  }
  await freezeRows(source, id)
  if (to !== FIRST_DATABASE) await writeUserCopy(target, await knownRow(open, id))
  if (!(await copyRows(directory, { source, target, id, nowMs, untilMs }))) return "moving"
  await writeCounters(source, target, id)
  const differing = await listDifferences(source, target, id)
  if (differing.length > 0)
    throw new ApiError(
      "conflict",
      `Rows differ in ${differing.join(", ")}. Nothing was switched: take the move back with --back.`,
    )
  await endRound(directory, cursorOf(id))
  await endMove(directory, id, { from, to, nowMs })
  await deleteSessionsOf(source, id)
  await copyUser(open, id)
  return "moved"
}

/** Copies what is not copied yet, from where the last call stopped. Returns false if time is out. */
async function copyRows(
  directory: Directory,
  copy: { source: Database; target: Database; id: Id; nowMs: number; untilMs: number },
): Promise<boolean> {
  const { source, target, id: userId, nowMs, untilMs } = copy
  await startRound(directory, cursorOf(userId), nowMs)
  const from = (await findCursor(directory, cursorOf(userId))) ?? ""
  const [first = 0, last = 0] = from.split(" ").map(Number)
  let after = last
  for (const [index, owned] of [...ownedTables.entries()].slice(first)) {
    for (;;) {
      const rows = await readOwned(source, owned, { userId, after, limit: ROWS_AT_ONCE })
      await writeOwned(target, owned, rows)
      if (rows.length < ROWS_AT_ONCE) break
      after = rows[rows.length - 1]["@rowid"]
      if (Date.now() <= untilMs) continue
      await moveCursor(directory, cursorOf(userId), { from, to: `${index} ${after}`, nowMs })
      return false
    }
    after = 0
  }
  return true
}

/** Returns the name of the place in its tables that a move has come to. */
function cursorOf(id: Id): string {
  return `move ${id}`
}

/** Takes a move back that has not come to its end: the account stays where it is. */
export async function takeMoveBack(open: OpenEnv, id: Id): Promise<void> {
  const { database, movingTo } = await knownRow(open, id)
  if (movingTo === null) throw new ApiError("conflict", "The account is not being moved")
  const target = databaseOf(envOf(open, movingTo))
  while (!(await deleteOwned(target, id, ROWS_AT_ONCE)));
  await deleteUserCopy(target, id)
  await thawRows(databaseOf(envOf(open, database)), id)
  await endRound(directoryOf(open), cursorOf(id))
  await dropMove(directoryOf(open), id)
  await copyUser(open, id)
}

/** Deletes what a moved account has left behind, once nothing writes there any more. */
export async function clearOldPlace(
  open: OpenEnv,
  { id, movedFrom, movedAt }: Pick<User, "id" | "movedFrom" | "movedAt">,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<void> {
  if (movedFrom === null || nowMs - (movedAt ?? 0) < GRACE_MS) return
  const old = databaseOf(envOf(open, movedFrom))
  await thawRows(old, id)
  while (!(await deleteOwned(old, id, ROWS_AT_ONCE))) if (Date.now() > untilMs) return
  await deleteUserCopy(old, id)
  await forgetMove(directoryOf(open), id)
}

async function knownRow(open: OpenEnv, id: Id): Promise<User> {
  const row = await findUserRow(directoryOf(open), id)
  if (row === null || row.deletedAt !== null) throw new ApiError("not-found", "There is no such account")
  return row
}
