import { scryptSync } from "node:crypto"
import type { D1Database } from "@cloudflare/workers-types"
import type { Register } from "../contract/accounts/account.ts"
import { SIGNED_IN_COOKIE } from "../contract/accounts/cookie.ts"
import type { UserHubApi } from "../contract/credits/hub.ts"
import { DAY_MS } from "../contract/duration.ts"
import { makeId } from "../contract/id.ts"
import { TRIAL_CREDITS } from "../contract/limit.ts"
import { localSettings } from "../local/local-settings.ts"
import { claimMailbox } from "../worker/data/accounts/mailbox-rows.ts"
import { insertSession, SESSION_DAYS } from "../worker/data/accounts/session-rows.ts"
import { accountKey, insertUser, markCreatedVerified } from "../worker/data/accounts/user-rows.ts"
import { databaseNames, databaseOf, directoryOf, envOf } from "../worker/data/database.ts"
import { findDefaultSheetTemplate } from "../worker/data/prints/sheet-template-rows.ts"
import type { OpenEnv } from "../worker/env.ts"
import { copyUser } from "../worker/place.ts"
import { mailboxHash } from "../worker/secrets/mailbox-hash.ts"
import { signUserToken } from "../worker/secrets/signed-token.ts"

type Reached = {
  db: D1Database
  databases?: Record<string, D1Database>
  hubOf(userId: string): Promise<UserHubApi>
}

const settings = localSettings("", "") as { SESSION_KEY: string }

/** The people so far: each lives in the next database. */
let people = 0

/** The fields that most people have alike. */
type Usual = "company" | "phone" | "lengthUnit"

/**
 * Adds a verified seller with the trial's credits and a session, by the writes that sign-up ends in,
 * without its calls, mails and slow hash. Returns the account's id and the cookies of its browser.
 */
export async function insertPerson(
  { db: d1, databases = { DB: d1 }, hubOf }: Reached,
  { password, ...form }: Omit<Register, Usual> & Partial<Pick<Register, Usual>>,
): Promise<{ userId: string; cookies: Map<string, string> }> {
  const env = databases as unknown as OpenEnv
  const db = directoryOf(env)
  const names = databaseNames(databases)
  people += 1
  const own = envOf(env, names[people % names.length])
  const nowMs = Date.now()
  const userId = makeId(nowMs)
  const contact = { company: "Sheet Shop", phone: "+1 555 010 0199" }
  const row = {
    ...contact,
    ...form,
    id: userId,
    passwordHash: quickHash(password),
    database: own.place,
    nowMs,
  }
  const inserted = await insertUser(db, row)
  if (inserted.kind === "taken") throw new Error(`taken: ${inserted.fields.join(", ")} of ${form.email}`)
  const hash = await mailboxHash(settings as Parameters<typeof mailboxHash>[0], accountKey(form.email))
  const hub = await hubOf(userId)
  const [isFirst] = await Promise.all([
    claimMailbox(db, { hash, userId }),
    markCreatedVerified(db, userId, nowMs),
  ])
  await copyUser(env, userId)
  await findDefaultSheetTemplate(databaseOf(own), userId, nowMs)
  if (isFirst) await hub.grant({ userId, id: "trial", credits: TRIAL_CREDITS, note: "Trial credits" })
  const expiresAtMs = nowMs + SESSION_DAYS * DAY_MS
  const session = { id: makeId(nowMs), userId, place: own.place, expiresAtMs }
  await insertSession(databaseOf(own), { id: session.id, userId, createdAt: nowMs, expiresAt: expiresAtMs })
  const browser = { id: makeId(nowMs), userId, expiresAtMs }
  const cookies = new Map([
    ["__Host-session", await signUserToken("session", session, settings.SESSION_KEY)],
    ["__Host-browser", await signUserToken("browser", browser, settings.SESSION_KEY)],
    [SIGNED_IN_COOKIE, "yes"],
  ])
  return { userId, cookies }
}

/**
 * Returns a hash that takes no time to check: a stored hash names its own parameters. A hash as the
 * product makes it takes 140 ms of the processor.
 */
function quickHash(password: string): string {
  const [N, r, p, salt] = [2, 1, 1, Buffer.alloc(16, 1)]
  const hash = scryptSync(password, salt, 32, { N, r, p })
  return ["scrypt", N, r, p, salt.toString("base64"), hash.toString("base64")].join("$")
}
