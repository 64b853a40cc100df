import { createContext, type ReactNode, useContext } from "react"
import type { Profile } from "../../contract/accounts/profile.ts"
import { includesRole, type Role } from "../../contract/accounts/role.ts"
import { account } from "../../contract/api/account-api.ts"
import { apiData } from "./api.ts"
import { forgetPlaces } from "./load-page.ts"
import { queryClient } from "./query-client.ts"
import { forgetSignIn } from "./session.ts"
import { forgetAccount } from "./workplace.ts"

export type Auth = { user: Profile; signOut: () => Promise<void> }

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ user, signOut, children }: Auth & { children: ReactNode }) {
  return <AuthContext value={{ user, signOut }}>{children}</AuthContext>
}

/** Returns the signed-in person; only below the protected frame. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error("useAuth must be used within an AuthProvider")
  return auth
}

/** Returns whether the person may do here what needs this role. It only spares them a refusal: the server decides. */
export function useMay(least: Role): boolean {
  return includesRole(useAuth().user.worksAs, least)
}

/** Returns first name and last name, or the e-mail if either is missing. */
export function displayName(user: Pick<Profile, "firstName" | "lastName" | "email">): string {
  return user.firstName !== "" && user.lastName !== "" ? `${user.firstName} ${user.lastName}` : user.email
}

/** Ends the session on the server; the page forgets it even if the server is unreachable. */
export async function endSession(): Promise<void> {
  try {
    await apiData(account.logout)
  } catch {
    // Already signed out, or offline: either way nothing of the account stays on this page.
  }
  forgetSignIn()
}

/** Leaves the protected pages, then drops everything that was fetched for them. */
export async function leaveProtected(leave: () => Promise<void>): Promise<void> {
  forgetSignIn()
  await leave()
  forgetFetched()
}

/** Drops everything that was fetched for an account, with the places in its lists. */
export function forgetFetched(): void {
  queryClient.clear()
  forgetPlaces()
  forgetAccount()
}
