import { z } from "zod"
import { idSchema } from "../id.ts"
import { labelSchema } from "../name.ts"
import { scopeNames } from "./scope.ts"

export const scopeSchema = z.enum(scopeNames)

/** The body of POST /tokens. */
export const accessTokenInputSchema = z.object({
  name: labelSchema,
  scopes: z
    .array(scopeSchema)
    .min(1, "Choose what the token may do")
    .max(scopeNames.length)
    .transform((chosen) => scopeNames.filter((name) => chosen.includes(name))),
  /** The time from which it opens nothing; unless given, it lasts until it is revoked. */
  expiresAt: z.iso.datetime({ offset: true, error: "Expiry must be a date with a time" }).optional(),
  /** True for a token whose prints cost nothing, carry a watermark and reach neither a shop nor a buyer. */
  isTest: z.boolean().default(false),
})

/** A token as its owner sees it; the token itself is never shown again. */
export const accessTokenSchema = z.object({
  _id: idSchema,
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** The beginning and the last four characters: `ss_live_…7Qx2`. */
  hint: z.string(),
  isTest: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  /** The last use, to the minute, and the address that it came from: an IPv4 address, or an IPv6 network. */
  lastUsedAt: z.string().nullable(),
  lastUsedFrom: z.string().nullable(),
})
export type AccessToken = z.infer<typeof accessTokenSchema>

/** The reply to POST /tokens, the only one with the token itself. */
export const newAccessTokenSchema = accessTokenSchema.extend({ token: z.string() })
export type NewAccessToken = z.infer<typeof newAccessTokenSchema>
