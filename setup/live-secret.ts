import type { WorkerRole } from "./secrets-file.ts"
import type { Site } from "./site.ts"

/**
 * Returns problems with a vendor's secrets: those that are neither here nor in a Worker that needs
 * them. A secret that is here goes out with the next deployment.
 */
export async function absentSecrets(
  site: Site,
  roles: readonly WorkerRole[],
  names: readonly string[],
): Promise<string[]> {
  const absent = names.filter((name) => site.secrets.get(name) === undefined)
  if (absent.length === 0) return []
  const lacking = await Promise.all(
    roles.map(async (role) => {
      const held = (await site.live(role))?.secretNames ?? []
      return absent.filter((name) => !held.includes(name))
    }),
  )
  return names.filter((name) => lacking.flat().includes(name))
}
