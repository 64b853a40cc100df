import type { Profile } from "../../../contract/profile.ts"
import { refresh } from "../../lib/query-client.ts"
import { saveSettings } from "./save-settings.ts"

/** Sets the zone of the seller's days; all that counts by them is counted anew. */
export async function saveTimeZone(user: Profile, timeZone: string): Promise<void> {
  await saveSettings(user, { timeZone })
  await refresh("orders")
}

/** `New York (America)` */
export function zoneWords(zone: string): string {
  const [area, ...rest] = zone.replaceAll("_", " ").split("/")
  return rest.length === 0 ? area : `${rest.reverse().join(", ")} (${area})`
}
