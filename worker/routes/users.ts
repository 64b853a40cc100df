import type { Context } from "hono"
import type { z } from "zod"
import type { creditUpdateSchema, ListedUser } from "../../contract/accounts/user.ts"
import { users } from "../../contract/api/user-api.ts"
import type { LedgerReply } from "../../contract/credits/hub.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { usernameFrom } from "../../contract/name.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { auditOnce } from "../data/accounts/audit-rows.ts"
import { insertNotification } from "../data/accounts/notification-rows.ts"
import { changeUser, listedUser, listUsers, type UserChange } from "../data/accounts/user-admin.ts"
import {
  accountKey,
  findUserById,
  isAddressTaken,
  markCreatedVerified,
  type User,
} from "../data/accounts/user-rows.ts"
import { databaseOf, directoryOf } from "../data/database.ts"
import { findDefaultSheetTemplate } from "../data/prints/sheet-template-rows.ts"
import type { Env } from "../env.ts"
import { addUser } from "../flows/accounts/add-user.ts"
import { closeSockets } from "../flows/accounts/close-sockets.ts"
import { auditOf, deleteAccount, lastAdmin } from "../flows/accounts/delete-account.ts"
import { takenError } from "../flows/accounts/taken-error.ts"
import { grantTrial } from "../flows/accounts/verify-address.ts"
import { recordMailbox } from "../flows/operations/record-mailbox.ts"
import { newIdOf, requestKeyOf } from "../flows/programs/change-once.ts"
import { hubOf } from "../hub-stub.ts"
import { logError } from "../log.ts"
import { copyUser, envOfAccount } from "../place.ts"
import { hashPassword } from "../secrets/password-hash.ts"
import { recipientOf, sendEmailChangedMail } from "../services/mail/email.ts"
import { idOf } from "../valid.ts"

/** The number of tries at a free user name if none was given. */
const NAME_TRIES = 5

export const usersRoutes = new ApiRoutes()
  .serve(users.list, async (c) => {
    const { rows, pagination } = await listUsers(directoryOf(c.env), c.req.valid("query"))
    return { data: rows, pagination }
  })
  .serve(users.add, async (c) => {
    const { password, username, ...form } = c.req.valid("json")
    const account = { ...form, company: "", phone: "", passwordHash: await hashPassword(password) }
    const id = await createAccount(c, account, username)
    // If this stops before the mark, the account is unverified: signing in mails it the link.
    await grantTrial(c.env, { id, email: account.email })
    const own = databaseOf(await copyUser(c.env, id))
    await findDefaultSheetTemplate(own, id, Date.now())
    await markCreatedVerified(directoryOf(c.env), id, Date.now())
    await copyUser(c.env, id)
    return { data: await userReply(c.env, await knownUser(c, id)), message: "User created" }
  })
  .serve(users.one, async (c) => ({ data: await userReply(c.env, await knownUser(c, userId(c))) }))
  .serve(users.update, async (c) => {
    const before = await knownUser(c, userId(c))
    const change = c.req.valid("json")
    refuseOwnAddress(c, before, change)
    await writeChange(c, before, change)
    await copyUser(c.env, before.id)
    const after = await knownUser(c, userId(c))
    if (after.status === "inactive") await closeSockets(c.env, after.id, null)
    if (after.emailKey !== before.emailKey) {
      if (after.emailVerifiedAt !== null) await recordMailbox(c.env, after)
      await copyUser(c.env, after.id)
      c.executionCtx.waitUntil(tellOldAddress(c.env, before))
    }
    return { data: await userReply(c.env, after), message: "User updated" }
  })
  .serve(users.setCredit, async (c) => {
    const { id } = await knownUser(c, userId(c))
    const { isLess } = await setCredit(c, id, c.req.valid("json"))
    const message = isLess ? "Credit updated successfully" : texts.creditAdded
    return { data: await userReply(c.env, await knownUser(c, id)), message }
  })
  .serve(users.remove, async (c) => {
    const account = await deleteAccount(c, userId(c))
    return { data: { _id: account.id }, message: "User deleted" }
  })

async function createAccount(
  c: Context<AppEnv>,
  account: Omit<Parameters<typeof addUser>[1], "id" | "username" | "nowMs">,
  username: string | undefined,
): Promise<Id> {
  const nowMs = Date.now()
  const id = newIdOf(c, nowMs)
  const audit = auditOf(c, id, "User created", "Created the account")
  for (let tries = 1; ; tries++) {
    const name = username ?? suggestName(account.email, tries)
    const result = await addUser(c.env, { ...account, username: name, id, nowMs }, audit)
    if (result.kind === "done") return id
    if (c.var.call?.isAgain && (await findUserById(directoryOf(c.env), id))) return id
    const isOnlyTheName = !result.fields.includes("email")
    if (username !== undefined || !isOnlyTheName || tries === NAME_TRIES) throw takenError(result.fields)
  }
}

/** Returns the address's first part, with four random digits if that is taken. */
function suggestName(email: string, tries: number): string {
  const name = usernameFrom(email.split("@")[0])
  const digits = String(crypto.getRandomValues(new Uint16Array(1))[0] % 10_000).padStart(4, "0")
  return tries === 1 ? name : `${name}-${digits}`
}

async function writeChange(c: Context<AppEnv>, before: User, change: UserChange): Promise<void> {
  const details = describeChange(before, change)
  const audit = details === "" ? null : auditOf(c, before.id, "User changed", details)
  const db = directoryOf(c.env)
  if (await changeUser(db, before, { change, audit, nowMs: Date.now() })) return
  if (!(await findUserById(db, before.id))) throw unknown("user")
  throw change.email !== undefined && (await isAddressTaken(db, change.email, before.id))
    ? takenError(["email"])
    : lastAdmin()
}

/** Refuses an admin's own address: an open session must not be enough. Admins vouch for those of others. */
function refuseOwnAddress(c: Context<AppEnv>, before: User, change: UserChange): void {
  const isOwn = before.id === c.var.user.id
  if (!isOwn || change.email === undefined || accountKey(change.email) === before.emailKey) return
  const message = "Change your own e-mail under My Profile: it needs the link that we send to the new address"
  throw new ApiError("forbidden", message, { fields: { email: message } })
}

/** Describes the changes: values for role, status and plan, only field names for personal data. */
function describeChange(before: User, change: UserChange): string {
  const plain = {
    firstName: "first name",
    lastName: "last name",
    email: "email",
    company: "company",
    phone: "phone",
  }
  const words = (["role", "status", "plan"] as const).flatMap((field) =>
    change[field] === undefined || change[field] === before[field]
      ? []
      : [`${field} ${before[field]} → ${change[field]}`],
  )
  for (const [field, name] of Object.entries(plain) as [keyof typeof plain, string][])
    if (change[field] !== undefined && change[field] !== before[field]) words.push(name)
  return words.join(", ")
}

/**
 * Sets the credit. The ledger comes first: it alone compares the balance with the one the admin saw,
 * and its entry names the admin. A repeat runs everything after it again. If the balance was right
 * already, only the audit trail records it.
 */
async function setCredit(
  c: Context<AppEnv>,
  id: Id,
  update: z.infer<typeof creditUpdateSchema>,
): Promise<{ isLess: boolean }> {
  const { availableCredits: available, expected, reason } = update
  const requestKey = requestKeyOf(c, update.requestKey) ?? crypto.randomUUID()
  const db = directoryOf(c.env)
  const hub = hubOf(c.env, id)
  const entryId = `admin:${requestKey}`
  const { firstName, lastName } = c.var.user
  const message = `${creditWords(available, expected)} by ${firstName} ${lastName}`
  const before = await hub.balance()
  const reply = await hub.setAvailable({ userId: id, id: entryId, available, expected, note: message })
  if (reply.kind === "refused") throw creditRefusal(reply)
  const change = available - (expected ?? available)
  const details = `${change === 0 ? available : signed(change)} credits`
  await auditOnce(db, { ...auditOf(c, id, "Credits set", `${details} (${entryId})`), reason })
  if (reply.repeated || reply.balance.seq !== before.seq) {
    const nowMs = Date.now()
    const notice = { id: makeId(nowMs), userId: id, causeKey: entryId, message, createdAtMs: nowMs }
    const own = databaseOf(await envOfAccount(c.env, id))
    await insertNotification(own, { ...notice, type: "payment", attachmentId: null })
    await hub.publish({ userId: id, key: entryId, event: { kind: "payment", data: { message } } })
  }
  return {
    isLess: expected === undefined ? reply.balance.available < before.available : available < expected,
  }
}

/** Returns the words, with `seen` the difference: other changes of the balance do not affect it. */
function creditWords(available: number, seen: number | undefined): string {
  if (seen === undefined || seen === available) return `Credits set to ${available}`
  return available > seen ? `${available - seen} credits added` : `${seen - available} credits removed`
}

function signed(credits: number): string {
  return credits > 0 ? `+${credits}` : String(credits)
}

function creditRefusal({ reason, balance }: Extract<LedgerReply, { kind: "refused" }>): ApiError {
  if (reason !== "moved")
    return new ApiError("conflict", "This change was made before, to another number of credits")
  const { available } = balance
  const message = `The balance has changed: ${available} credits are available now. Please look again.`
  return new ApiError("balance-moved", message, { availableCredits: available })
}

/** Returns the account with the ledger's balance. */
async function userReply(env: Env, row: User): Promise<ListedUser> {
  const { available, used, owed } = await hubOf(env, row.id).balance()
  return {
    ...listedUser(row),
    credit: { availableCredits: available, usedCredits: used, ...(owed > 0 && { owedCredits: owed }) },
  }
}

function userId(c: Context<AppEnv>): Id {
  return idOf(c, "user")
}

async function knownUser(c: Context<AppEnv>, id: Id): Promise<User> {
  const row = await findUserById(directoryOf(c.env), id)
  if (!row) throw unknown("user")
  return row
}

/**
 * Mails the old address after the reply: the change is made, and a mail that fails must not hide it. An
 * old address that was never verified may be anybody's, so it gets no mail.
 */
async function tellOldAddress(
  env: Env,
  old: { id: Id; email: string; firstName: string; emailVerifiedAt: number | null },
): Promise<void> {
  const recipient = recipientOf(old)
  if (!recipient) return
  try {
    await sendEmailChangedMail(env, recipient)
  } catch (error) {
    logError("old address not told", { userId: old.id, error })
  }
}
