import { z } from "zod"
import type { Site } from "./site.ts"

const zoneSchema = z.object({ id: z.string(), name: z.string(), status: z.string() })
export type Zone = z.output<typeof zoneSchema>

/** Returns the account's zone for a host, asked from the longest name up; null if it has none. */
export async function zoneOf(site: Site, host: string): Promise<Zone | null> {
  const labels = host.split(".")
  for (let at = 0; at < labels.length - 1; at++) {
    const query = new URLSearchParams({
      name: labels.slice(at).join("."),
      "account.id": site.accountPath.replace("/accounts/", ""),
    })
    const [zone] = await site.cloudflare.get(`/zones?${query}`, z.array(zoneSchema))
    if (zone) return zone
  }
  return null
}
