import type { Profile } from "../../../contract/accounts/profile.ts"
import { workplaces as calls } from "../../../contract/api/member-api.ts"
import { api } from "../../lib/api.ts"
import { openAccount } from "../../lib/open-account.ts"

/** Ends the person's work in the account that is shown, then opens their own. */
export async function leaveAccount({ _id, workplaces }: Pick<Profile, "_id" | "workplaces">): Promise<void> {
  await api(calls.leave, { params: { id: _id } })
  const own = workplaces.find(({ role }) => role === "owner")
  if (own) await openAccount(own._id)
}
