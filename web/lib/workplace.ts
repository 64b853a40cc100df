import type { Profile } from "../../contract/accounts/profile.ts"
import { ACCOUNT_HEADER } from "../../contract/accounts/role.ts"
import { apiHeaders } from "./api.ts"

/** Has every call of this tab name the account that the profile is of, if its person works in several. */
export function showAccount({ _id, workplaces }: Pick<Profile, "_id" | "workplaces">): void {
  if (workplaces.length > 0) apiHeaders[ACCOUNT_HEADER] = _id
  else forgetAccount()
}

/** Has the next call go to the account that the server keeps: the session's, or after signing in one's own. */
export function forgetAccount(): void {
  delete apiHeaders[ACCOUNT_HEADER]
}

/** Loads the app anew, on this page: nothing of the account before stays. */
export function startOver(path = "/dashboard"): void {
  window.location.assign(path)
}
