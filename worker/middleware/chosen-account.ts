import type { MiddlewareHandler } from "hono"
import { ACCOUNT_HEADER, includesRole } from "../../contract/accounts/role.ts"
import { ApiError } from "../../contract/error.ts"
import { idSchema } from "../../contract/id.ts"
import { leastRoleOf, type Route } from "../../contract/route.ts"
import type { OpenAppEnv } from "../app-env.ts"
import { findWorkplace } from "../data/accounts/member-rows.ts"
import { directoryOf, envOf } from "../data/database.ts"
import { clearAccountCookie, readAccountCookie, setAccountCookie } from "./cookies.ts"
import { findLive, sessionOf, signedOut } from "./signed-in.ts"

/**
 * Lets a call through that a person makes in another's account, at that account's place, if they work there and their
 * role includes it: `user` is then the account, and `member` the person. The role is looked up at each call, at the same
 * time as the session. A call in one's own account goes on as it is, without a look-up.
 */
export function withAccount(route: Route): MiddlewareHandler<OpenAppEnv> {
  const least = leastRoleOf(route)
  return async (c, next) => {
    const header = c.req.header(ACCOUNT_HEADER)
    const kept = readAccountCookie(c)
    if (c.var.token) {
      // A token is one account's, and cookies beside it are not looked at.
      const accountId = c.var.user?.id ?? c.var.remembered?.userId
      if (header !== undefined && header !== accountId) throw notAMember()
      return next()
    }
    const name = header ?? kept
    if (name === undefined) return next()
    const nowMs = Date.now()
    const session = await sessionOf(c, nowMs)
    if (!session) return next()
    if (name === session.userId) {
      if (kept !== undefined) clearAccountCookie(c)
      return next()
    }
    const accountId = idSchema.safeParse(name)
    const [person, workplace] = await Promise.all([
      findLive(c, session, nowMs),
      accountId.success ? findWorkplace(directoryOf(c.env), session.userId, accountId.data) : null,
    ])
    if (!person) throw signedOut()
    // Until the account is known: who is refused is logged.
    c.set("user", person.user)
    if (!workplace) {
      if (kept === name) clearAccountCookie(c)
      throw notAMember()
    }
    const { account, role } = workplace
    if (kept !== account.id) setAccountCookie(c, account.id)
    if (least === null || !includesRole(role, least))
      throw new ApiError(
        "forbidden",
        least === "maker" ? "A press cannot do this in this account" : "Only the account's owner can do this",
      )
    c.env = envOf(c.env, account.database)
    c.set("user", account)
    c.set("sessionId", session.id)
    c.set("member", { person: person.user, role })
    await next()
  }
}

function notAMember(): ApiError {
  return new ApiError("not-a-member", "You do not work in this account, or not any more")
}
