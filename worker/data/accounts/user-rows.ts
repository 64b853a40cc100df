import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm"
import type { Register } from "../../../contract/accounts/account.ts"
import { type HintId, hintBits } from "../../../contract/accounts/hint.ts"
import type { OwnProfileUpdate, OwnSettings } from "../../../contract/accounts/profile.ts"
import type { Id } from "../../../contract/id.ts"
import { type DatabaseName, FIRST_DATABASE } from "../../database-name.ts"
import type { AnyDatabase, Database, Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { auditInsert, justChanged, type NewAuditEntry } from "./audit-rows.ts"
import { isKept } from "./email-change-rows.ts"
import { accountToken, looksOf, user } from "./tables.ts"

export type User = typeof user.$inferSelect

/** Returns the form in which addresses and user names are compared; ignores case and Unicode variants. */
export function accountKey(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase()
}

/** Finds a user, in the directory or in the account's own database; null for a deleted account too. */
export async function findUserById(db: AnyDatabase, id: Id): Promise<User | null> {
  const [row] = await db
    .select()
    .from(user)
    .where(and(eq(user.id, id), isNull(user.deletedAt)))
  return row ?? null
}

export async function findUserByEmail(db: Directory, email: string): Promise<User | null> {
  const [row] = await db
    .select()
    .from(user)
    .where(eq(user.emailKey, accountKey(email)))
  return row ?? null
}

/** Returns true if another account has the address or may reclaim it. */
export async function isAddressTaken(db: Directory, email: string, exceptUserId: Id): Promise<boolean> {
  const key = accountKey(email)
  const holder = await findUserByEmail(db, email)
  if (holder) return holder.id !== exceptUserId
  const kept = isKept(key, { nowMs: Date.now(), exceptUserId })
  const [row] = await db
    .select({ kept: sql<number>`${kept}` })
    .from(user)
    .limit(1)
  return row?.kept === 1
}

/** Returns how an account's days and lengths are counted; a deleted account's as a new one's. */
export async function accountSettingsOf(
  db: Database,
  userId: Id,
): Promise<Pick<User, "timeZone" | "lengthUnit">> {
  const { timeZone, lengthUnit } = user
  const [row] = await db.select({ timeZone, lengthUnit }).from(user).where(eq(user.id, userId))
  return row ?? { timeZone: "UTC", lengthUnit: "in" }
}

/** Finds a user by address or user name; user names have no `@`, so no text can be both. */
export async function findUserByLogin(db: Directory, login: string): Promise<User | null> {
  const key = accountKey(login)
  const [row] = await db
    .select()
    .from(user)
    .where(key.includes("@") ? eq(user.emailKey, key) : eq(user.usernameKey, key))
  return row ?? null
}

/** A field that another account has: the same value, or a user name that looks the same. */
export type TakenField = "email" | "username" | "usernameLook"

/**
 * Adds an unverified seller whose account lives in `database`, with an audit entry if an admin did.
 * `taken`: nothing was written.
 */
export async function insertUser(
  db: Directory,
  form: Omit<Register, "password" | "lengthUnit"> &
    Partial<Pick<Register, "lengthUnit">> & {
      id: Id
      passwordHash: string
      database?: DatabaseName
      nowMs: number
    },
  audit: NewAuditEntry | null = null,
): Promise<{ kind: "done" } | { kind: "taken"; fields: TakenField[] }> {
  const { id, nowMs, database = FIRST_DATABASE, ...rest } = form
  const keys = { emailKey: accountKey(rest.email), usernameKey: accountKey(rest.username) }
  const looksLike = sql`${user.usernameLook} = ${looksOf(sql`${rest.username}`)}`
  const row = {
    id,
    ...rest,
    ...keys,
    database,
    // Its database lacks the copy until somebody makes it.
    changeSeq: database === FIRST_DATABASE ? 0 : 1,
    role: "user",
    status: "active",
    createdAt: nowMs,
    updatedAt: nowMs,
  } as const
  const kept = isKept(keys.emailKey, { nowMs })
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${user} WHERE ${looksLike}) AND NOT ${kept}`
  const { inserted } = await namedBatch(db, {
    inserted: insertFrom(db, user, row, sql`WHERE ${isFree}`)
      .onConflictDoNothing()
      .returning({ id: user.id }),
    entry: audit && auditInsert(db, audit, justChanged),
  })
  if (inserted.length === 1) return { kind: "done" }
  const holders = await db
    .select({ emailKey: user.emailKey, usernameKey: user.usernameKey })
    .from(user)
    .where(or(eq(user.emailKey, keys.emailKey), eq(user.usernameKey, keys.usernameKey), looksLike))
  const fields: TakenField[] = (["email", "username"] as const).filter((field) =>
    holders.some((holder) => holder[`${field}Key`] === keys[`${field}Key`]),
  )
  const isLookAlike = holders.some(
    ({ emailKey, usernameKey }) => emailKey !== keys.emailKey && usernameKey !== keys.usernameKey,
  )
  if (isLookAlike && !fields.includes("username")) fields.push("usernameLook")
  // No account has the address, which is reserved for an owner who may reclaim it.
  return { kind: "taken", fields: fields.length === 0 ? ["email"] : fields }
}

/**
 * Marks token and user as verified once the link was opened. A second call changes nothing. Returns false
 * if the address has changed since.
 */
export async function markVerified(
  db: Directory,
  proof: { tokenId: Id; userId: Id; emailKey: string; nowMs: number },
): Promise<boolean> {
  const { verified } = await namedBatch(db, {
    verified: db
      .update(user)
      .set({ emailVerifiedAt: proof.nowMs, updatedAt: proof.nowMs })
      .where(and(eq(user.id, proof.userId), eq(user.emailKey, proof.emailKey)))
      .returning({ id: user.id }),
    token: db.update(accountToken).set({ usedAt: proof.nowMs }).where(eq(accountToken.id, proof.tokenId)),
  })
  return verified.length === 1
}

/** Marks an admin-made account as verified. Repeatable. */
export async function markCreatedVerified(db: Directory, id: Id, nowMs: number): Promise<void> {
  await db
    .update(user)
    .set({ emailVerifiedAt: nowMs })
    .where(and(eq(user.id, id), isNull(user.emailVerifiedAt)))
}

/**
 * Writes the profile form. A new address is set at once, so this is for unverified accounts only. The
 * address counts as unverified until its link is opened, and all links and codes sent to the old one
 * become void. `taken`: another account has the address, and nothing is written.
 */
export async function updateProfile(
  db: Directory,
  current: Pick<User, "id" | "emailKey">,
  form: OwnProfileUpdate,
  nowMs: number,
): Promise<"done" | "taken"> {
  const emailKey = accountKey(form.email)
  if (emailKey === current.emailKey) {
    await db
      .update(user)
      .set({ ...settingsSet(form), email: sameAddress(form.email), updatedAt: nowMs })
      .where(eq(user.id, current.id))
    return "done"
  }
  const changed = db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, current.id), eq(user.emailKey, emailKey)))
  const holder = db.select({ id: user.id }).from(user).where(eq(user.emailKey, emailKey))
  const kept = isKept(emailKey, { nowMs, exceptUserId: current.id })
  const { written } = await namedBatch(db, {
    written: db
      .update(user)
      .set({ ...settingsSet(form), emailKey, emailVerifiedAt: null, updatedAt: nowMs })
      .where(and(eq(user.id, current.id), isNull(user.emailVerifiedAt), notExists(holder), sql`NOT ${kept}`))
      .returning({ id: user.id }),
    tokens: db.delete(accountToken).where(inArray(accountToken.userId, changed)),
  })
  return written.length === 1 ? "done" : "taken"
}

/** Changes these settings of an account alone: a page that is open elsewhere may know an older name. */
export async function updateSettings(
  db: Directory,
  id: Id,
  settings: OwnSettings,
  nowMs: number,
): Promise<void> {
  await db
    .update(user)
    .set({ ...settingsSet(settings), updatedAt: nowMs })
    .where(eq(user.id, id))
}

/** Returns settings, and what else of a form is a column, as their columns have them. */
function settingsSet<Form extends OwnSettings>({ inkRules, mends, garments, ...settings }: Form) {
  return {
    ...settings,
    ...(inkRules && { inkRules: JSON.stringify(inkRules) }),
    ...(mends && { mends: JSON.stringify(mends) }),
    ...(garments && { garments: JSON.stringify(garments) }),
  }
}

/** Notes that the account wants no offer of an autopilot any more. */
export async function endAutopilotOffer(db: Directory, id: Id, nowMs: number): Promise<void> {
  await db
    .update(user)
    .set({ autopilotOfferClosedAt: nowMs })
    .where(and(eq(user.id, id), isNull(user.autopilotOfferClosedAt)))
}

/** Sets the zone of an account that has set none. */
export async function setFirstZone(db: Directory, id: Id, timeZone: string): Promise<void> {
  await db
    .update(user)
    .set({ timeZone })
    .where(and(eq(user.id, id), eq(user.timeZone, UNSET_ZONE)))
}

/** The zone of accounts that have set none. */
const UNSET_ZONE = "UTC"

/** Adds hints to those that the account has used. Two devices may do so at once. */
export async function endHints(db: Directory, id: Id, used: readonly HintId[]): Promise<void> {
  await db
    .update(user)
    .set({ usedHints: sql`${user.usedHints} | ${hintBits(used)}` })
    .where(eq(user.id, id))
}

/** Returns SQL: another spelling of the account's address, unless the address has changed meanwhile. */
export function sameAddress(email: string): SQL {
  return sql`CASE WHEN ${user.emailKey} = ${accountKey(email)} THEN ${email} ELSE ${user.email} END`
}
