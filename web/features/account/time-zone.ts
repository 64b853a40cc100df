import { profile } from "../../../contract/api/profile-api.ts"
import type { Profile } from "../../../contract/profile.ts"
import { apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Sets the zone of the seller's days; all that counts by them is counted anew. */
export async function saveTimeZone(user: Profile, timeZone: string): Promise<void> {
  const { firstName, lastName, email, company, phone } = user
  await apiData(profile.update, { body: { firstName, lastName, email, company, phone, timeZone } })
  await refresh("profile", "orders")
}

/** `New York (America)` */
export function zoneWords(zone: string): string {
  const [area, ...rest] = zone.replaceAll("_", " ").split("/")
  return rest.length === 0 ? area : `${rest.reverse().join(", ")} (${area})`
}
