import { importedProfileSchema } from "../../contract/accounts/archive.ts"
import { operator } from "../../contract/api/site-api.ts"
import { HOUR_MS } from "../../contract/duration.ts"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { ApiRoutes } from "../api-routes.ts"
import { importPrint } from "../data/accounts/archive-rows.ts"
import { claimBalance } from "../data/accounts/imported-balance-rows.ts"
import { insertSession } from "../data/accounts/session-rows.ts"
import { findUserByEmail, findUserById } from "../data/accounts/user-rows.ts"
import { databaseOf, directoryOf } from "../data/database.ts"
import type { DatabaseName } from "../database-name.ts"
import { edgeSettingsOf, settingsOf } from "../env.ts"
import { addUser } from "../flows/accounts/add-user.ts"
import { moveAccount, takeMoveBack } from "../flows/accounts/move-account.ts"
import { takenError } from "../flows/accounts/taken-error.ts"
import { checkVendors } from "../flows/integrations/check-vendors.ts"
import { hubOf } from "../hub-stub.ts"
import { logSecurity } from "../log.ts"
import { setSessionCookie } from "../middleware/cookies.ts"
import { copyUser } from "../place.ts"
import { isSignedBalance } from "../secrets/archive-balance.ts"
import { hashPassword } from "../secrets/password-hash.ts"
import { signUserToken } from "../secrets/signed-token.ts"
import { validated } from "../valid.ts"

/** The length of a session: enough for a large archive; the command signs out when it is done. */
const OPERATOR_SESSION_MS = 6 * HOUR_MS

/** The time of one call that moves an account; the command calls again. */
const MOVE_MS = 15_000

/** The calls for setting up, and those of export and import beyond a user's own. */
export const operatorRoutes = new ApiRoutes()
  .serve(operator.vendors, async (c) => ({ data: await checkVendors(edgeSettingsOf(c.env)) }))
  /** Opens a short session as that user. A new account has no usable password; its owner resets it. */
  .serve(operator.openSession, async (c) => {
    const { email, profile } = c.req.valid("json")
    const db = directoryOf(c.env)
    const nowMs = Date.now()
    if (profile && !(await findUserByEmail(db, email))) {
      const password = crypto.randomUUID() + crypto.randomUUID()
      const passwordHash = await hashPassword(password)
      const person = validated(importedProfileSchema, profile)
      const insertion = await addUser(c.env, { ...person, email, id: makeId(nowMs), passwordHash, nowMs })
      if (insertion.kind === "taken") throw takenError(insertion.fields)
    }
    const user = await findUserByEmail(db, email)
    if (!user) throw new ApiError("not-found", "No account has this e-mail address")
    const id = makeId(nowMs)
    const expiresAtMs = nowMs + OPERATOR_SESSION_MS
    const env = await copyUser(c.env, user.id)
    await insertSession(databaseOf(env), { id, userId: user.id, createdAt: nowMs, expiresAt: expiresAtMs })
    const claim = { id, userId: user.id, place: env.place, expiresAtMs }
    const token = await signUserToken("session", claim, settingsOf(c.env).SESSION_KEY)
    setSessionCookie(c, token, OPERATOR_SESSION_MS / 1000)
    logSecurity("operator-session", { requestId: c.var.requestId, userId: user.id })
    return { data: { _id: user.id } }
  })
  .serve(operator.move, async (c) => {
    const { email, to, isBack } = c.req.valid("json")
    const user = await findUserByEmail(directoryOf(c.env), email)
    if (!user) throw new ApiError("not-found", "No account has this e-mail address")
    const nowMs = Date.now()
    if (isBack) {
      await takeMoveBack(c.env, user.id, nowMs)
      return { data: { state: "taken-back" as const } }
    }
    const time = { nowMs, untilMs: nowMs + MOVE_MS }
    return { data: { state: await moveAccount(c.env, user.id, to as DatabaseName, time) } }
  })
  .serve(operator.importPrints, async (c) => {
    const { userId, prints } = c.req.valid("json")
    const db = directoryOf(c.env)
    if (!(await findUserById(db, userId))) throw new ApiError("not-found", "There is no such account")
    const own = databaseOf(await copyUser(c.env, userId))
    let imported = 0
    for (const row of prints) if (await importPrint(own, userId, row, Date.now())) imported += 1
    return { data: { imported } }
  })
  .serve(operator.importGrant, async (c) => {
    const { userId, balance } = c.req.valid("json")
    if (!(await isSignedBalance(settingsOf(c.env).SESSION_KEY, balance)))
      throw new ApiError(
        "unprocessable",
        "Its balance was not signed by this deployment, or was changed since.",
      )
    const db = directoryOf(c.env)
    if (!(await findUserById(db, userId))) throw new ApiError("not-found", "There is no such account")
    if (balance.userId === userId) throw new ApiError("conflict", "This account has its balance.")
    // The claim comes before the grant: after a stop in between, the next call finds the claim and grants.
    if (!(await claimBalance(db, { sourceId: balance.userId, userId, nowMs: Date.now() })))
      throw new ApiError("conflict", "This account's balance has been granted before, to another account.")
    const reply = await hubOf(c.env, userId).grant({
      userId,
      id: `import:${balance.userId}`,
      credits: balance.credits,
      note: "Balance of an imported account",
    })
    if (reply.kind === "refused")
      throw new ApiError("conflict", "Another balance of this account has been imported before")
    return { data: { availableCredits: reply.balance.available } }
  })
