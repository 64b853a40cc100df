import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import {
  emailChangeUndoneSchema,
  type forgotPasswordSchema,
  type loginSchema,
  publicConfigSchema,
  type registerSchema,
  type resetPasswordSchema,
  statisticsSchema,
  userSchema,
  verifyReplySchema,
} from "../../../contract/account.ts"
import { texts } from "../../../contract/text.ts"
import { ApiFailure, apiGet, apiSend } from "../../lib/api.ts"
import { queryClient } from "../../lib/query-client.ts"
import { forgetSignIn, rememberSignIn } from "../../lib/session.ts"

/** Who is signed in, with the credits. Fetched again on every focus, never retried: a refusal signs out. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: () => apiGet("/profile", userSchema),
  retry: false,
  refetchOnWindowFocus: "always",
  meta: { silent: true },
})

/** The counts of the dashboard and the film meter. */
export const statisticsQuery = queryOptions({
  queryKey: ["statistics"],
  queryFn: () => apiGet("/statistics", statisticsSchema),
})

/** What a visitor's page needs to know of the server: the captcha's key and script. */
export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: () => apiGet("/config", publicConfigSchema),
  staleTime: Number.POSITIVE_INFINITY,
})

const captchaReplySchema = z.object({ success: z.boolean() })

/** Trades the widget's token for the pass that sign-in and sign-up ask for; a refusal says so in the exact words. */
export async function passCaptcha(token: string): Promise<void> {
  const { success } = await apiSend("POST", "/verify-captcha", { token }, captchaReplySchema)
  if (!success) throw new ApiFailure(200, "captcha-failed", texts.captchaFailed)
}

/** Opens a session; nothing of the one before stays on the page. */
export async function signIn(login: z.output<typeof loginSchema>): Promise<void> {
  await apiSend("POST", "/login", login)
  queryClient.clear()
  rememberSignIn()
}

export function register(registration: z.output<typeof registerSchema>): Promise<undefined> {
  return apiSend("POST", "/register", registration)
}

/** Opens the link of a verification mail: asked once, since a second time finds the link used. */
export function verifyOptions(token: string) {
  return queryOptions({
    queryKey: ["verify", token],
    queryFn: () => apiGet("/verify", verifyReplySchema, { token }),
    enabled: token !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { silent: true },
  })
}

/** Opens the link sent to an account's old address; it ends every session, this browser's too. */
export async function undoEmailChange(token: string): Promise<z.output<typeof emailChangeUndoneSchema>> {
  const undone = await apiSend("POST", "/undo-email-change", { token }, emailChangeUndoneSchema)
  forgetSignIn()
  return undone
}

/** Sends a reset code, if an account has the address; the answer never tells. */
export function sendResetCode(request: z.output<typeof forgotPasswordSchema>): Promise<undefined> {
  return apiSend("POST", "/forgot-password", request)
}

/** Sets a new password with the code; it ends every session. */
export function resetPassword(reset: z.output<typeof resetPasswordSchema>): Promise<undefined> {
  return apiSend("POST", "/reset-password", reset)
}
