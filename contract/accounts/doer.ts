import { z } from "zod"
import { type Id, idSchema } from "../id.ts"

/** Who did something, as a row keeps it: a person's id, or what acted for the account without one. */
export type DoerMark = Id | "autopilot" | `token:${string}`

const doer = z.object({
  kind: z.enum(["person", "program", "autopilot"]),
  name: z
    .string()
    .describe("The name; that of a deleted account is `Deleted user`, that of an autopilot `an autopilot`."),
  _id: idSchema.nullable().describe("The person's id."),
})
export type Doer = z.infer<typeof doer>

/**
 * Who did something: a person by the name that they have now, a program by that of its access token, or an autopilot; null
 * where nobody did, and from before that was kept.
 */
export const doerSchema = doer.nullable().default(null)

/** Returns the mark of a call by an access token of this name. */
export function tokenMark(name: string): DoerMark {
  return `token:${name}`
}

/** Returns whom a mark means; `name` is what is known of a person's: null, or nothing, until the directory is asked. */
export function doerOf(mark: DoerMark | null, name: string | null): Doer | null {
  if (mark === null) return null
  if (mark === "autopilot") return { kind: "autopilot", name: "an autopilot", _id: null }
  if (isTokenMark(mark)) return { kind: "program", name: mark.slice(TOKEN.length), _id: null }
  return { kind: "person", name: name ?? "", _id: mark }
}

const TOKEN = "token:"

function isTokenMark(mark: DoerMark): mark is `token:${string}` {
  return mark.startsWith(TOKEN)
}
