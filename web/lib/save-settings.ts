import type { OwnProfileUpdate, Profile } from "../../contract/accounts/profile.ts"
import { profile } from "../../contract/api/profile-api.ts"
import { apiData } from "./api.ts"
import { refresh } from "./query-client.ts"

type Settings = Pick<OwnProfileUpdate, "timeZone" | "warnsOfRudeWords">

/** Changes how the app works for one's own account; settings that are left out stay. */
export async function saveSettings(user: Profile, settings: Settings): Promise<void> {
  const { firstName, lastName, email, company, phone } = user
  await apiData(profile.update, { body: { firstName, lastName, email, company, phone, ...settings } })
  await refresh("profile")
}
