import { drizzle } from "drizzle-orm/d1"
import { makeId } from "../contract/id.ts"
import { user } from "../worker/data/accounts/tables.ts"
import { accountKey } from "../worker/data/accounts/user-rows.ts"
import { defaultTemplateInsert } from "../worker/data/prints/sheet-template-rows.ts"
import { UNUSABLE_PASSWORD_HASH } from "../worker/secrets/password-hash.ts"
import { queryDatabase, type Statement } from "./database-query.ts"
import type { Site } from "./site.ts"

/** A database that builds statements as the Workers do, but is bound to none. */
const db = drizzle({} as D1Database)

/** Makes the account of that address, or a new account, an admin. */
export async function makeAdmin(site: Site, email: string): Promise<void> {
  const nowMs = Date.now()
  const key = accountKey(email)
  const [existing] = await queryDatabase(site, {
    sql: "UPDATE user SET role = 'admin', updated_at = ? WHERE email_key = ? AND deleted_at IS NULL RETURNING id",
    params: [nowMs, key],
  })
  if (!existing) await addAdmin(site, email, nowMs)
}

/**
 * Adds a verified account. Nobody can sign in to it before its owner has set a password by the e-mail
 * to its address, which proves that e-mail works.
 */
async function addAdmin(site: Site, email: string, nowMs: number): Promise<void> {
  const id = makeId(nowMs)
  const username = `admin-${id.slice(-6)}`
  const person = db.insert(user).values({
    id,
    email,
    emailKey: accountKey(email),
    username,
    usernameKey: accountKey(username),
    firstName: "Admin",
    lastName: site.domain,
    company: "",
    phone: "",
    passwordHash: UNUSABLE_PASSWORD_HASH,
    role: "admin",
    status: "active",
    emailVerifiedAt: nowMs,
    createdAt: nowMs,
    updatedAt: nowMs,
  })
  await queryDatabase(site, statementOf(person.onConflictDoNothing()))
  await queryDatabase(site, statementOf(defaultTemplateInsert(db, id, nowMs)))
}

function statementOf(query: { toSQL(): Statement }): Statement {
  const { sql, params } = query.toSQL()
  return { sql, params }
}
