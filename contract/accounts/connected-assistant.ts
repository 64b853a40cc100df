import { z } from "zod"
import { idSchema } from "../id.ts"
import { scopeSchema } from "./access-token.ts"

/** An assistant that may act for an account. */
export const connectedAssistantSchema = z.object({
  _id: idSchema,
  name: z.string(),
  host: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: z.string(),
  /** The time at which it ends unless it is used before. */
  expiresAt: z.string(),
  /** The last use, to the minute, and the address that it came from: an IPv4 address, or an IPv6 network. */
  lastUsedAt: z.string().nullable(),
  lastUsedFrom: z.string().nullable(),
})
export type ConnectedAssistant = z.infer<typeof connectedAssistantSchema>
