import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type {
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
} from "../../../contract/accounts/account.ts"
import { account } from "../../../contract/api/account-api.ts"
import { site } from "../../../contract/api/site-api.ts"
import { texts } from "../../../contract/text.ts"
import { ApiFailure, apiData } from "../../lib/api.ts"
import { forgetFetched } from "../../lib/auth.tsx"
import { forgetSignIn, rememberSignIn } from "../../lib/session.ts"

/** The counts of the dashboard and the film meter. */
export const statisticsQuery = queryOptions({
  queryKey: ["statistics"],
  queryFn: () => apiData(site.statistics),
})

/** Exchanges the widget's token for the captcha pass; a refusal has the exact text to show. */
export async function passCaptcha(token: string): Promise<void> {
  const { success } = await apiData(account.verifyCaptcha, { body: { token } })
  if (!success) throw new ApiFailure(200, "captcha-failed", texts.captchaFailed)
}

/** Opens a session; nothing of the one before stays on the page. */
export async function signIn(login: z.output<typeof loginSchema>): Promise<void> {
  await apiData(account.login, { body: login })
  forgetFetched()
  rememberSignIn()
}

export async function register(registration: z.output<typeof registerSchema>): Promise<void> {
  await apiData(account.register, { body: registration })
}

/** Opens the link of a verification mail. It is called once, because a second call finds the link used. */
export function verifyOptions(token: string) {
  return queryOptions({
    queryKey: ["verify", token],
    queryFn: () => apiData(account.verify, { query: { token } }),
    enabled: token !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { silent: true },
  })
}

/** Opens the link sent to an account's old address; it ends every session, this browser's too. */
export async function undoEmailChange(token: string) {
  const undone = await apiData(account.undoEmailChange, { body: { token } })
  forgetSignIn()
  return undone
}

/** Sends a reset code, if an account has the address; the answer never tells. */
export async function sendResetCode(request: z.output<typeof forgotPasswordSchema>): Promise<void> {
  await apiData(account.forgotPassword, { body: request })
}

/** Sets a new password with the code; it ends every session. */
export async function resetPassword(reset: z.output<typeof resetPasswordSchema>): Promise<void> {
  await apiData(account.resetPassword, { body: reset })
}
