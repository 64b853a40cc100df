import { z } from "zod"
import { MAX_LISTED_IDS } from "./limit.ts"

/** A UUIDv7 (RFC 9562). Ids sort by creation time, so an id is also every list's tie-breaker. */
export const idSchema = z.uuid({ error: "This id is not valid" }).brand<"Id">()
export type Id = z.infer<typeof idSchema>

/** The ids in an address, with commas between them. */
export const listedIdsSchema = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(idSchema).max(MAX_LISTED_IDS, `At most ${MAX_LISTED_IDS} ids at a time`))
  .meta({ examples: ["0197f3c0-0000-7000-8000-000000000001,0197f3c0-0000-7000-8000-000000000002"] })

/** Makes a UUIDv7 from a clock reading and ten random bytes; tests pass their own. */
export function makeId(nowMs: number, random: Uint8Array = crypto.getRandomValues(new Uint8Array(10))): Id {
  const bytes = new Uint8Array(16)
  for (let i = 0, rest = nowMs; i < 6; i++) {
    bytes[5 - i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = (bytes[6] & 0x0f) | 0x70
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  const text = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return idSchema.parse(text)
}

/** Returns when a UUIDv7 was made. */
export function timeOfId(id: Id): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)
}
