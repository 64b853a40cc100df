import type { OwnSettings } from "../../contract/accounts/profile.ts"
import { profile } from "../../contract/api/profile-api.ts"
import { apiData } from "./api.ts"
import { refresh } from "./query-client.ts"

/** Changes how the app works for one's own account; settings that are left out stay. */
export async function saveSettings(settings: OwnSettings): Promise<void> {
  await apiData(profile.saveSettings, { body: settings })
  await refresh("profile")
}
