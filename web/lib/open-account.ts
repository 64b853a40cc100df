import { ACCOUNT_HEADER, type Role } from "../../contract/accounts/role.ts"
import { profile } from "../../contract/api/profile-api.ts"
import { apiData, apiHeaders } from "./api.ts"
import { forgetAccount, startOver } from "./workplace.ts"

// Pictures, files and the socket carry no header: the server keeps the account for them, one for all tabs. So all tabs
// show the same account, and a tab that was left open never writes to another one than it shows.

let opened: BroadcastChannel | undefined

/** Returns the channel on which tabs tell each other the account that is shown. */
function tabs(): BroadcastChannel {
  opened ??= new BroadcastChannel("sheetsmith.workplace")
  return opened
}

/** Opens an account that the person works in, in all tabs. Throws, and changes nothing, if they do not work there. */
export async function openAccount(accountId: string): Promise<void> {
  const before = apiHeaders[ACCOUNT_HEADER]
  apiHeaders[ACCOUNT_HEADER] = accountId
  let role: Role
  try {
    role = (await apiData(profile.one)).worksAs
  } catch (error) {
    if (before === undefined) forgetAccount()
    else apiHeaders[ACCOUNT_HEADER] = before
    throw error
  }
  tabs().postMessage(accountId)
  startOver(role === "press" ? "/prints" : undefined)
}

/** Loads the app anew when another tab has opened another account; returns a function that stops listening. */
export function followTabs(shown: string): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data !== shown) startOver()
  }
  tabs().addEventListener("message", hear)
  return () => tabs().removeEventListener("message", hear)
}
