import { insertUser } from "../../data/accounts/user-rows.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import { measureBytes } from "../../data/operations/database-size.ts"
import { type DatabaseName, FIRST_DATABASE } from "../../database-name.ts"
import type { OpenEnv } from "../../env.ts"
import { copyUser, everyPlace, hasPlaces } from "../../place.ts"

/**
 * Adds an account to the directory and then to the emptiest database. After a stop in between the account
 * is there, and the sweep adds it to its database.
 */
export async function addUser(
  env: OpenEnv,
  form: Omit<Parameters<typeof insertUser>[1], "database">,
  audit: Parameters<typeof insertUser>[2] = null,
): ReturnType<typeof insertUser> {
  const database = await emptiestDatabase(env)
  const result = await insertUser(directoryOf(env), { ...form, database }, audit)
  if (result.kind === "done") await copyUser(env, form.id)
  return result
}

/** Returns the database with the fewest bytes; of several, the newest. */
async function emptiestDatabase(env: OpenEnv): Promise<DatabaseName> {
  if (!hasPlaces(env)) return FIRST_DATABASE
  const sizes = await Promise.all(
    everyPlace(env).map(async (own) => ({ name: own.place, bytes: await measureBytes(databaseOf(own)) })),
  )
  return sizes.reduce((best, next) => (next.bytes <= best.bytes ? next : best)).name
}
