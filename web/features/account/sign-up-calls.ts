import { queryOptions } from "@tanstack/react-query"
import { account } from "../../../contract/api/account-api.ts"
import { profile } from "../../../contract/api/profile-api.ts"
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

/** The address of the account that this browser is signed in to, whichever that is; null if none. */
export const sessionOptions = queryOptions({
  queryKey: ["sign-up", "session"],
  queryFn: async () => {
    try {
      return wasSignedIn() ? (await apiData(profile.one)).email : null
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 401) throw error
      return null
    }
  },
  staleTime: 0,
  meta: { silent: true },
})

/** Signs this browser in after its sign-up, unless another tab has, or it has a session of another account. */
export async function enterAfterSignUp(): Promise<void> {
  try {
    await apiData(account.enter)
    rememberSignIn()
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409) throw error
  }
}
