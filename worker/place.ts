import type { Id } from "../contract/id.ts"
import { findDatabase, findUserRow, markCopied, writeUserCopy } from "./data/accounts/user-copy.ts"
import { databaseNames, databaseOf, directoryOf, envOf } from "./data/database.ts"
import { FIRST_DATABASE, type Placed } from "./database-name.ts"
import type { OpenEnv } from "./env.ts"

/** Returns the environments of all databases, the first one's first. */
export function everyPlace<E extends OpenEnv>(env: E): Placed<E>[] {
  return databaseNames(env).map((name) => envOf(env, name))
}

/** Returns true if accounts may live in other databases than the directory. */
export function hasPlaces(env: OpenEnv): boolean {
  return databaseNames(env).length > 1
}

/** Returns the environment of an account; the first database's for one that never was. */
export async function envOfAccount<E extends OpenEnv>(env: E, userId: Id): Promise<Placed<E>> {
  const name = hasPlaces(env) ? await findDatabase(directoryOf(env), userId) : null
  return envOf(env, name ?? FIRST_DATABASE)
}

/**
 * Looks in each database, at the same time, for what a link or a vendor names, and returns it with its
 * account's environment; null if it is in none.
 */
export async function findAnywhere<E extends OpenEnv, T>(
  env: E,
  find: (env: Placed<E>) => Promise<T | null>,
): Promise<{ env: Placed<E>; found: T } | null> {
  const answers = await Promise.all(
    everyPlace(env).map(async (own) => ({ env: own, found: await find(own) })),
  )
  for (const answer of answers) if (answer.found !== null) return { env: answer.env, found: answer.found }
  return null
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
