import { browserZone } from "../../lib/local-time.ts"
import { refresh } from "../../lib/query-client.ts"
import { saveSettings } from "../../lib/save-settings.ts"

/** Sets the zone of the seller's days; everything that depends on them is loaded again. */
export async function saveTimeZone(timeZone: string): Promise<void> {
  await saveSettings({ timeZone })
  await refresh("orders")
}

/**
 * Returns all zones and `own`, for a `Select`. Cities stand first, because people type a city's first
 * letters; this browser's own is on top.
 */
export function zoneOptions(own: string): { value: string; label: string }[] {
  const named = new Set([browserZone(), "UTC", own, ...Intl.supportedValuesOf("timeZone")])
  return [...named].map((value) => ({ value, label: zoneWords(value) }))
}

/** `New York (America)` */
export function zoneWords(zone: string): string {
  const [area, ...rest] = zone.replaceAll("_", " ").split("/")
  return rest.length === 0 ? area : `${rest.reverse().join(", ")} (${area})`
}
