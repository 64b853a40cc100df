import type { Id } from "../contract/id.ts"
import type { AccountName } from "./data/accounts/tables.ts"
import {
  findDatabase,
  findNamed,
  findUserRow,
  isAnyMoving,
  listMoving,
  markCopied,
  nameAccount,
  type Strangers,
  writeUserCopy,
} from "./data/accounts/user-copy.ts"
import { databaseNames, databaseOf, directoryOf, envOf } from "./data/database.ts"
import { type DatabaseName, FIRST_DATABASE, type Placed } from "./database-name.ts"
import type { OpenEnv } from "./env.ts"

/** Returns the environments of all databases, the first one's first. */
export function everyPlace<E extends OpenEnv>(env: E): Placed<E>[] {
  return databaseNames(env).map((name) => envOf(env, name))
}

/** Returns true if accounts may live in other databases than the directory. */
export function hasPlaces(env: OpenEnv): boolean {
  return databaseNames(env).length > 1
}

/** Returns true while an account has rows in two databases, in one of which they are held as they were. */
export async function areRowsHeld(env: OpenEnv): Promise<boolean> {
  return hasPlaces(env) && (await isAnyMoving(directoryOf(env)))
}

/** Returns the environment of an account; the first database's for one that never was. */
export async function envOfAccount<E extends OpenEnv>(env: E, userId: Id): Promise<Placed<E>> {
  const name = hasPlaces(env) ? await findDatabase(directoryOf(env), userId) : null
  return envOf(env, name ?? FIRST_DATABASE)
}

/** The accounts that move at the same time; an operator moves one after the other. */
const MAX_MOVING = 1_000

/** Returns a function that lists the strangers of a database. Asks nothing if there is only one. */
export async function findStrangers(env: OpenEnv): Promise<(place: DatabaseName) => Strangers> {
  const moving = hasPlaces(env) ? await listMoving(directoryOf(env), MAX_MOVING) : []
  return (place) => moving.flatMap((row) => ((row.movingTo ?? row.movedFrom) === place ? row.id : []))
}

/** A hint whose something is: its name in the directory, or the account that probably has it. */
type Hint = { name: AccountName } | { userId: Id | null }

/**
 * Finds what a link or a vendor names, with its account's environment; null if no database has it. With a right
 * hint one database is asked. Otherwise all are, at the same time, and the directory is told of the name.
 */
export async function findAnywhere<E extends OpenEnv, T extends { userId: Id }>(
  env: E,
  find: (env: Placed<E>) => Promise<T | null>,
  hint: Hint = { userId: null },
): Promise<{ env: Placed<E>; found: T } | null> {
  if (!hasPlaces(env)) return findAmongAll(env, find)
  const owner = await ownerOf(env, hint)
  if (owner) {
    const own = envOf(env, owner.database)
    const found = await find(own)
    if (found?.userId === owner.userId) return { env: own, found }
  }
  const known = await findAmongAll(env, find)
  if (known && "name" in hint) await noteName(env, hint.name, known.found.userId)
  return known
}

async function ownerOf(env: OpenEnv, hint: Hint): Promise<{ userId: Id; database: DatabaseName } | null> {
  if ("name" in hint) return findNamed(directoryOf(env), hint.name)
  const { userId } = hint
  const database = userId && (await findDatabase(directoryOf(env), userId))
  return userId && database ? { userId, database } : null
}

/** Looks in each database; rows of an account that lives elsewhere do not count. */
async function findAmongAll<E extends OpenEnv, T extends { userId: Id }>(
  env: E,
  find: (env: Placed<E>) => Promise<T | null>,
): Promise<{ env: Placed<E>; found: T } | null> {
  const [strangersOf, answers] = await Promise.all([
    findStrangers(env),
    Promise.all(everyPlace(env).map(async (own) => ({ env: own, found: await find(own) }))),
  ])
  for (const { env: own, found } of answers)
    if (found !== null && !strangersOf(own.place).includes(found.userId)) return { env: own, found }
  return null
}

/** Notes in the directory whose this name is, so that it is found by one look-up; with one database, nothing. */
export async function noteName(env: OpenEnv, name: AccountName, userId: Id): Promise<void> {
  if (hasPlaces(env)) await nameAccount(directoryOf(env), name, userId)
}

/**
 * Brings an account's own database up to date after its row in the directory has changed, and returns its
 * environment. A repeat changes nothing; where this is not reached, the sweep does it.
 */
export async function copyUser<E extends OpenEnv>(env: E, userId: Id): Promise<Placed<E>> {
  if (!hasPlaces(env)) return envOf(env, FIRST_DATABASE)
  const directory = directoryOf(env)
  const row = await findUserRow(directory, userId)
  if (row === null || row.database === FIRST_DATABASE) return envOf(env, FIRST_DATABASE)
  const own = envOf(env, row.database)
  if (row.changeSeq > row.copiedSeq) {
    await writeUserCopy(databaseOf(own), row)
    await markCopied(directory, row)
  }
  return own
}
