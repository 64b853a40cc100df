import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { integrationTypes } from "../../../contract/integrations/integration.ts"
import { user } from "../accounts/tables.ts"
import { flag, id, idOf, partOf, time } from "../columns.ts"

export const integration = sqliteTable(
  "integration",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    name: text("name").notNull(),
    type: text("type", { enum: integrationTypes }).notNull(),
    /** The notes of the seller. */
    keys: text("keys", { mode: "json" }).$type<{ key: string; value: string }[]>().notNull().default([]),
    /** The shop's id at the vendor. One shop belongs to one account. */
    shopId: text("shop_id"),
    /** The shop that it had, until another account proved to own it; its orders are still here. */
    formerShopId: text("former_shop_id"),
    shopName: text("shop_name"),
    /** The tokens by AES-GCM, with the id of the key that was used. Null while the shop is not connected. */
    tokensEncrypted: text("tokens_encrypted"),
    /** A number that grows when a pair of tokens is stored. A caller leases the pair while refreshing it. */
    tokenVersion: integer("token_version").notNull().default(0),
    tokenLeaseUntil: time("token_lease_until"),
    lastSyncAt: time("last_sync_at"),
    syncState: text("sync_state", { enum: ["idle", "running", "failed"] })
      .notNull()
      .default("idle"),
    /** The message for the seller: why the last sync stopped, or what the running one waits for. */
    syncMessage: text("sync_message"),
    /** The id of the current run; a late queue message of an older run changes nothing. */
    syncRunId: idOf("sync_run_id"),
    /** The second, by the vendor's clock, up to which all of its changes have been read. */
    syncedUntilS: integer("synced_until_s").notNull().default(0),
    /** The place where the running sync continues: at this second, after `syncOffset` of its receipts. */
    syncCursorS: integer("sync_cursor_s").notNull().default(0),
    syncOffset: integer("sync_offset").notNull().default(0),
    syncDone: integer("sync_done").notNull().default(0),
    syncTotal: integer("sync_total").notNull().default(0),
    /** The time when the next sync is due; for a running sync, when it counts as stalled; 0: it waits for its turn. */
    nextSyncAt: time("next_sync_at").notNull().default(0),
    /** The time since which a running sync has waited, for its turn or for its next page. */
    syncMovedAt: time("sync_moved_at").notNull().default(0),
    /** The failed syncs in a row; each makes the next wait longer. */
    syncFailures: integer("sync_failures").notNull().default(0),
    /** The permissions of the seller, as the vendor names them; "" of shops joined before. */
    scopes: text("scopes").notNull().default(""),
    /** The seller's rule: pressed orders are reported to the vendor as shipped. */
    shipsPressed: flag("ships_pressed").default(false),
    /** True if batches and autopilots print only what the buyer has approved. */
    needsProof: flag("needs_proof").default(false),
    /** JSON: the mends that each piece of its orders is printed with, beside those of its image. */
    mends: text("mends").notNull().default("[]"),
    /** The days in which an order without a day of its own has to leave; null: it has no day. */
    shipsWithinDays: integer("ships_within_days"),
    /** The place where the running sync goes on, for a vendor whose place is a text and not a second. */
    syncPlace: text("sync_place"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("integration_user").on(t.userId, t.createdAt),
    uniqueIndex("integration_shop").on(t.type, t.shopId),
    index("integration_former_shop").on(t.type, t.formerShopId).where(sql`${t.formerShopId} IS NOT NULL`),
    index("integration_due").on(t.nextSyncAt).where(sql`${t.tokensEncrypted} IS NOT NULL`),
  ],
)
