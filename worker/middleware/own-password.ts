import type { Context } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { AppEnv } from "../app-env.ts"
import { findUserById } from "../data/accounts/user-rows.ts"
import { directoryOf } from "../data/database.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { isPassword } from "../secrets/password-hash.ts"

/** Refuses a wrong password with 422: an open session alone must not be enough for everything. */
export async function checkOwnPassword(c: Context<AppEnv>, password: string): Promise<void> {
  await limitRate(c, rateRules.ownPasswordBySession, c.var.sessionId)
  const user = await findUserById(directoryOf(c.env), c.var.user.id)
  if (await isPassword(password, user?.passwordHash ?? null)) return
  const message = "The password is wrong"
  throw new ApiError("unprocessable", message, { fields: { password: message } })
}
