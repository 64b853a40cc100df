import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { listRunningAttempts } from "../../data/accounts/deleted-user-rows.ts"
import {
  deleteOwned,
  deleteSessionsOf,
  deleteUserCopy,
  endSessionsAsIn,
  freezeRows,
  listDifferences,
  ownedTables,
  readOwned,
  thawRows,
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
import { areTokensLeased } from "../../data/integrations/integration-token-rows.ts"
import { endRound, findCursor, moveCursor, startRound } from "../../data/operations/sweep-cursor-rows.ts"
import { hasUndos } from "../../data/undo/undo-rows.ts"
import { type DatabaseName, FIRST_DATABASE } from "../../database-name.ts"
import type { OpenEnv } from "../../env.ts"
import { copyUser } from "../../place.ts"

/** The rows read at once, and deleted at once. */
const ROWS_AT_ONCE = 400
/** The time after which no job that began before a move still writes. */
const GRACE_MS = 10 * MINUTE_MS

/**
 * `waiting`: its prints are being processed, or a deletion can be undone. `moving`: the next call goes on.
 * `moved`: it lives there now.
 */
type MoveState = "waiting" | "moving" | "moved"

/**
 * Moves an account to another database, as far as it comes until `untilMs`; the next call goes on, and so does the
 * sweep. On the right is what a stop after a step leaves:
 *
 *   1  the directory says that it moves: changes answer 503          the account as it was, until a call goes on
 *   2  its rows stand still in both places, by triggers             likewise
 *   3  rows are copied, parents first; none twice                   rows in both, read from the old place
 *   4  both are counted and compared                                likewise; a difference stops the move
 *   5  the directory names the new place                            rows in both, the new ones still held
 *   6  sessions at the old place go; the copy of its row follows,   the sweep of the minute repeats this
 *      and with it the new rows are free
 *   7  ten minutes later, the rest of the old rows goes             some old rows, still held
 *
 * Several calls may be at it at the same time, and one may be late: rows are only added, and only held, while the
 * account's row beside them says that it is being moved.
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
    if (await isBusy(source, id, nowMs)) return "waiting"
    await startMove(directory, id, { from, to })
  }
  await copyUser(open, id)
  await freezeRows(source, id, { place: from, isTarget: false })
  const marked = await knownRow(open, id)
  if (marked.movingTo !== to) return endOf(marked, to)
  // A call that came just before the mark may have begun something, which would never end.
  if (await isBusy(source, id, nowMs)) {
    await takeMoveBack(open, id, nowMs)
    return "waiting"
  }
  if (to !== FIRST_DATABASE) await writeUserCopy(target, marked)
  await freezeRows(target, id, { place: to, isTarget: true })
  if (!(await copyRows(directory, { source, target, id, nowMs, untilMs }))) return "moving"
  const differing = await listDifferences(source, target, id)
  if (differing.length > 0 || !(await endMove(directory, id, { from, to, nowMs })))
    return endOf(await knownRow(open, id), to, differing)
  await endOldSessions(source, target, await knownRow(open, id))
  await copyUser(open, id)
  return "moved"
}

/**
 * Returns true while the account has what a move would break: running prints, deletions that can be undone, a token
 * on its way that works once.
 */
async function isBusy(db: Database, id: Id, nowMs: number): Promise<boolean> {
  return (
    (await listRunningAttempts(db, id)).length > 0 ||
    (await hasUndos(db, id)) ||
    (await areTokensLeased(db, id, nowMs))
  )
}

/** Tells how a move ended that this call could not end: another call has, or rows differ. */
function endOf({ database, movingTo }: User, to: DatabaseName, differing: readonly string[] = []): MoveState {
  if (database === to) return "moved"
  if (movingTo !== to) throw new ApiError("conflict", "The move was taken back meanwhile.")
  throw new ApiError(
    "conflict",
    `Rows differ in ${differing.join(", ")}. Nothing was switched: take the move back with --back.`,
  )
}

/** Ends the sessions where the account does not live; those that somebody has ended there end in its place, too. */
async function endOldSessions(
  old: Database,
  own: Database,
  row: Pick<User, "id" | "sessionsEndedAt">,
): Promise<void> {
  await endSessionsAsIn(old, own, row)
  await deleteSessionsOf(old, row.id)
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
      await writeOwned(target, owned, { userId, rows })
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

/**
 * Takes a move back that has not come to its end: the account stays where it is, and its rows are free at once. What
 * was copied goes as what a move leaves behind.
 */
export async function takeMoveBack(open: OpenEnv, id: Id, nowMs: number): Promise<void> {
  const { database: from, movingTo: to } = await knownRow(open, id)
  if (to === null || !(await dropMove(directoryOf(open), id, { from, to, nowMs })))
    throw new ApiError("conflict", "The account is not being moved")
  await copyUser(open, id)
}

/**
 * Deletes an account's rows where it does not live, once no call still writes there. They are held until they are
 * gone. A late call, after which the account may have been moved again, changes nothing.
 */
export async function clearOldPlace(
  open: OpenEnv,
  row: User,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<void> {
  const { id, database, movedFrom, movedAt } = row
  if (movedFrom === null) return
  const isOver = async () => {
    const now = await findUserRow(directoryOf(open), id)
    return now?.movedFrom !== movedFrom || now.movedAt !== movedAt
  }
  const old = databaseOf(envOf(open, movedFrom))
  const own = databaseOf(envOf(open, database))
  if (await isOver()) return
  await endOldSessions(old, own, row)
  if (nowMs - (movedAt ?? 0) < GRACE_MS) return
  while (!(await deleteOwned(old, id, { place: movedFrom, limit: ROWS_AT_ONCE })))
    if (Date.now() > untilMs) return
  if (await isOver()) return
  await deleteUserCopy(old, id)
  await thawRows(old, id)
  await thawRows(own, id)
  await endRound(directoryOf(open), cursorOf(id))
  await forgetMove(directoryOf(open), row)
}

async function knownRow(open: OpenEnv, id: Id): Promise<User> {
  const row = await findUserRow(directoryOf(open), id)
  if (row === null || row.deletedAt !== null) throw new ApiError("not-found", "There is no such account")
  return row
}
