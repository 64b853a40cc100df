import { z } from "zod"
import { mendsSchema } from "../artwork/mend.ts"
import { idSchema } from "../id.ts"
import { MAX_INTEGRATION_KEYS, MAX_SHIP_DAYS } from "../limit.ts"
import { listQuerySchema } from "../list.ts"
import { labelSchema } from "../name.ts"
import { connectableTypes } from "../status.ts"

/** The types; `File` is for orders that came in files; made with the first, never connected or synced. */
export const integrationTypes = [...connectableTypes, "File"] as const
/**
 * A reason why a shop was not connected, beside `?error=auth_failed`, which the page explains: the app's limit of shops,
 * or the marketplace refuses the app or does not answer.
 */
export type ConnectCause =
  | "shop_limit"
  | `${(typeof connectableTypes)[number]}_refused`
  | `${(typeof connectableTypes)[number]}_silent`

const keysSchema = z
  .array(z.object({ key: z.string().trim().min(1, "Key is required").max(60), value: z.string().max(500) }))
  .max(MAX_INTEGRATION_KEYS, `At most ${MAX_INTEGRATION_KEYS} keys`)

/** The address of a Shopify shop, whose own page asks for leave. Etsy's shops need none. */
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
    /** The address of a Shopify shop that is not connected yet. */
    shop: shopSchema.optional(),
    keys: keysSchema.optional(),
    /** True if pressed orders are reported to the marketplace as shipped, without a number. */
    shipsPressed: z.boolean().optional(),
    /** True if batches and autopilots print only what the buyer has approved. */
    needsProof: z.boolean().optional(),
    /** The mends that each piece of its orders is printed with, beside those of its image. */
    mends: mendsSchema.optional(),
    /** The days within which orders without a ship-by date ship after being placed; null: they have no day. */
    shipsWithinDays: z
      .number({ error: "Days must be a number" })
      .int("Days must be a whole number")
      .min(0, "Days must be at least 0")
      .max(MAX_SHIP_DAYS, `Days must be at most ${MAX_SHIP_DAYS}`)
      .nullable()
      .optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "Nothing to change")
  .meta({ minProperties: 1 })

/**
 * An integration; `session` is null until the shop is connected. `access_token` only says that a token
 * exists: the token never leaves the server. `shopName` of a Shopify shop is its address until it is
 * connected. `syncMessage` says why the last sync stopped early.
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
  /** The counts by order status. Orders cancelled at the marketplace count as `Cancelled`. */
  ordersByStatus: z.record(z.string(), z.number()),
  unmatchedCount: z.number(),
  /** True if the seller has allowed to mark orders as shipped there. */
  mayShip: z.boolean(),
  shipsPressed: z.boolean(),
  needsProof: z.boolean(),
  mends: mendsSchema,
  /** The days within which orders without a ship-by date of their own are to leave; null: they have no day. */
  shipsWithinDays: z.number().nullable(),
  createdAt: z.string(),
})
export type Integration = z.infer<typeof integrationSchema>
export const integrationListQuerySchema = listQuerySchema.extend({
  sortBy: z.enum(["createdAt", "name", "type", "lastSync"]).catch("createdAt"),
})
export const connectReplySchema = z.object({ _id: idSchema, connectUrl: z.string() })

/** The answer of GET /integrations/{id}/orders: the sync starts or goes on; `sync-progress` events follow. */
export const syncReplySchema = z.object({ _id: idSchema, syncState: z.enum(["idle", "running", "failed"]) })
