import { queryOptions } from "@tanstack/react-query"
import { account } from "../../../contract/api/account-api.ts"
import { ApiFailure, api, apiData } from "../../lib/api.ts"
import { rememberSignIn, wasSignedIn } from "../../lib/session.ts"

/** The sign-up of this browser that has not led to a session; null if there is none. */
export const signUpOptions = queryOptions({
  queryKey: ["sign-up"],
  queryFn: () => apiData(account.signUp),
  staleTime: 0,
  meta: { silent: true },
})

/** Mails the link of this browser's sign-up again; returns the server's message. */
export async function sendVerification(): Promise<string> {
  return (await api(account.sendVerification)).message
}

/** Signs this browser in after its sign-up. Returns whether it is signed in, by this call or another tab's. */
export async function enterAfterSignUp(): Promise<boolean> {
  try {
    await apiData(account.enter)
    rememberSignIn()
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409) throw error
  }
  return wasSignedIn()
}
