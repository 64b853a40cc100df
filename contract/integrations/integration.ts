import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_SHIP_DAYS } from "../limit.ts"
import { listQuerySchema } from "../list.ts"
import { labelSchema } from "../name.ts"
import { connectableTypes } from "../status.ts"

/** `File`: orders that came in files; made with the first, never connected or synced. */
export const integrationTypes = [...connectableTypes, "File"] as const
/** Why a shop was not connected, beside `?error=auth_failed`; the page says it in words. */
export const connectCauses = ["shop_limit", "app_refused", "shopify_refused"] as const
export type ConnectCause = (typeof connectCauses)[number]

const keysSchema = z
  .array(z.object({ key: z.string().trim().min(1, "Key is required").max(60), value: z.string().max(500) }))
  .max(20, "At most 20 keys")

/** The address of a Shopify shop, whose own page asks for leave. Of Etsy's nothing is asked. */
const shopSchema = z.string().trim().max(200)

export const integrationCreateSchema = z.object({
  name: labelSchema,
  type: z.enum(connectableTypes, { error: "Choose a type" }),
  shop: shopSchema.default(""),
  keys: keysSchema.default([]),
})
export const integrationUpdateSchema = z
  .object({
    name: labelSchema.optional(),
    type: z.enum(connectableTypes).optional(),
    /** Counts for a Shopify shop that is not connected yet. */
    shop: shopSchema.optional(),
    keys: keysSchema.optional(),
    /** What is marked as pressed is told the marketplace as shipped, without a number. */
    shipsPressed: z.boolean().optional(),
    /** Orders without a ship date ship within so many days of being placed; null: they have no day. */
    shipsWithinDays: z
      .number({ error: "Days must be a number" })
      .int("Days must be a whole number")
      .min(0, "Days must be at least 0")
      .max(MAX_SHIP_DAYS, `Days must be at most ${MAX_SHIP_DAYS}`)
      .nullable()
      .optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "Nothing to change")

/**
 * `session` is null until the shop is connected. `access_token` only says that a token exists: the
 * token never leaves the server. `shopName` of a Shopify shop is its address until it is connected.
 * `syncMessage` says why the last sync stopped early.
 */
export const integrationSchema = z.object({
  _id: idSchema,
  name: z.string(),
  type: z.enum(integrationTypes),
  keys: z.array(z.object({ key: z.string(), value: z.string() })),
  session: z.object({ access_token: z.literal("connected") }).nullable(),
  shopName: z.string().nullable(),
  lastSync: z.string().nullable(),
  syncState: z.enum(["idle", "running", "failed"]),
  syncMessage: z.string().nullable(),
  orderCount: z.number(),
  /** Counts by order status. Orders cancelled at the marketplace count as `Cancelled`. */
  ordersByStatus: z.record(z.string(), z.number()),
  unmatchedCount: z.number(),
  /** The seller has allowed to mark orders as shipped there. */
  mayShip: z.boolean(),
  shipsPressed: z.boolean(),
  /** Days within which orders without a ship date of their own are to leave; null: they have no day. */
  shipsWithinDays: z.number().nullable(),
  createdAt: z.string(),
})
export type Integration = z.infer<typeof integrationSchema>
export const integrationListQuerySchema = listQuerySchema.extend({
  sortBy: z.enum(["createdAt", "name", "type", "lastSync"]).catch("createdAt"),
})
export const connectReplySchema = z.object({ _id: idSchema, connectUrl: z.string() })

/** GET /integrations/{id}/orders starts or continues a sync; `sync-progress` events follow. */
export const syncReplySchema = z.object({ _id: idSchema, syncState: z.enum(["idle", "running", "failed"]) })
