/** The tables of orders of shops and files. */

import { sql } from "drizzle-orm"
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { integrationTypes } from "../../../contract/integrations/integration.ts"
import type { OrderChange } from "../../../contract/orders/order-change.ts"
import { orderSteps } from "../../../contract/orders/order-step.ts"
import { orderStatuses, readings, shipmentStates } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import { image, size } from "../artwork/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"
import { integration } from "../integrations/tables.ts"
import type { StoredAnswer } from "./order-item-answers.ts"
import type { StoredProof } from "./stored-proof.ts"

export const order = sqliteTable(
  "order",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    integrationId: partOf("integration_id", () => integration.id),
    vendorOrderId: text("vendor_order_id").notNull(),
    /** The number that people use; null: the vendor's id. */
    number: text("number"),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    buyerPhone: text("buyer_phone").notNull(),
    buyerAddress: text("buyer_address").notNull(),
    buyerCountry: text("buyer_country").notNull(),
    totalCents: integer("total_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: orderStatuses }).notNull(),
    /** True if cancelled at the marketplace, before or after we read it. */
    isCancelled: flag("is_cancelled").default(false),
    /** The vendor's time of the last change; older news does not overwrite newer. */
    vendorUpdatedAt: time("vendor_updated_at").notNull().default(0),
    orderedAt: time("ordered_at").notNull(),
    /** The time by which the marketplace wants it shipped, its earliest item's; else its shop's rule. */
    shipBy: time("ship_by"),
    /** True if `shipBy` is the integration's, and follows it. */
    isShipByOurs: flag("is_ship_by_ours").default(false),
    /** JSON of the vendor's changes since we read it first, the newest last. */
    changes: text("changes", { mode: "json" }).$type<OrderChange[]>().notNull().default([]),
    /** The time when the seller noted the changes. */
    changesSeenAt: time("changes_seen_at"),
    /** The cents given back to the buyer so far, according to the vendor. */
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** The time when the seller marked all of it as pressed, and the time when it was handed over. */
    pressedAt: time("pressed_at"),
    shippedAt: time("shipped_at"),
    /** The step that it is at; null if it was cancelled. */
    step: text("step", { enum: orderSteps }).generatedAlwaysAs(
      sql.raw(
        `CASE WHEN is_cancelled = 1 THEN NULL WHEN shipped_at IS NOT NULL THEN 'shipped' WHEN pressed_at IS NOT NULL THEN 'pressed' WHEN status = 'Completed' THEN 'on-film' ELSE 'to-do' END`,
      ),
      { mode: "virtual" },
    ),
    /**
     * Its turn, the smallest first: what is to do by the day it ships, then what is on film or pressed
     * by that day, then the others, the newest first. Without a day it comes after those with one,
     * the oldest first. Times until the year 2128 have room.
     */
    turn: integer("turn").generatedAlwaysAs(
      sql.raw(
        `CASE WHEN step IN ('to-do', 'on-film', 'pressed') THEN min(coalesce(ship_by, 5000000000000 + ordered_at), 9999999999999) + CASE step WHEN 'to-do' THEN 0 ELSE 10000000000000 END ELSE 30000000000000 - ordered_at END`,
      ),
      { mode: "virtual" },
    ),
    /** The key of the document in R2 that has its items and the rest of it; null: all of it is in rows. */
    archiveKey: text("archive_key"),
    /** The texts of archived items, by which a list finds the order, and their number. */
    archivedWords: text("archived_words"),
    archivedItems: integer("archived_items"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("order_vendor").on(t.integrationId, t.vendorOrderId),
    index("order_number").on(t.integrationId, t.number).where(sql`${t.number} IS NOT NULL`),
    index("order_created").on(t.userId, t.orderedAt),
    index("order_status").on(t.userId, t.status, t.orderedAt),
    index("order_integration").on(t.userId, t.integrationId, t.orderedAt),
    index("order_total").on(t.userId, t.totalCents),
    index("order_buyer").on(t.userId, sql`${t.buyerName} COLLATE NOCASE`),
    index("order_ship_by").on(t.userId, t.shipBy),
    index("order_step").on(t.userId, t.step, t.turn),
    index("order_turn").on(t.userId, t.turn),
    /** The few that the marketplace has changed, until they have left. */
    index("order_changed")
      .on(t.userId, t.orderedAt)
      .where(sql`${t.changes} <> '[]' AND ${t.shippedAt} IS NULL`),
    index("order_archive").on(t.archiveKey).where(sql`${t.archiveKey} IS NOT NULL`),
    index("order_unarchived")
      .on(t.shippedAt, t.id)
      .where(sql`${t.shippedAt} IS NOT NULL AND ${t.archiveKey} IS NULL`),
    check("order_status_known", oneOf("status", orderStatuses)),
  ],
)

export const orderItem = sqliteTable(
  "order_item",
  {
    id: id(),
    orderId: partOf("order_id", () => order.id),
    userId: partOf("user_id", () => user.id),
    vendorItemId: text("vendor_item_id").notNull(),
    listingId: text("listing_id"),
    title: text("title").notNull(),
    sku: text("sku").notNull(),
    size: text("size").notNull(),
    /** The buyer's other choices, such as `Color: Black`. */
    variation: text("variation").notNull().default(""),
    /** The buyer's answers in one text, for searching and for places that take only a text. */
    personalisation: text("personalisation").notNull(),
    /** The buyer's answers, each with its question; empty in rows that were stored without. */
    answers: text("answers", { mode: "json" }).$type<StoredAnswer[]>().notNull().default([]),
    /** The seller's own wording, which a sync leaves alone; null: the shop's. */
    ownPersonalisation: text("own_personalisation"),
    /**
     * The certainty of the values that its rule reads from the buyer's answers, doubtful if they have
     * no place; for searching alone.
     */
    reading: text("reading", { enum: readings }).notNull().default("none"),
    /** The source of `reading` (`readingSource`); if it differs now, the item has to be read again. */
    readFrom: text("read_from").notNull().default(""),
    /** JSON: values that a person has confirmed, with their answers and fields; see item-reading.ts. */
    ownValues: text("own_values"),
    /** The token of the link to its proof, and the JSON of the proof; see item-proof.ts. */
    proofToken: text("proof_token"),
    proof: text("proof", { mode: "json" }).$type<StoredProof>(),
    /** The name of its rule: the SKU as it is matched, else the listing, else the title. */
    ruleKey: text("rule_key").generatedAlwaysAs(
      sql.raw(
        `CASE WHEN sku_key LIKE 'sku:%' OR sku_key LIKE 'listing:%' OR sku_key LIKE 'title:%' THEN 'sku:' || sku_key WHEN sku_key <> '' THEN sku_key WHEN listing_id IS NOT NULL THEN 'listing:' || listing_id ELSE 'title:' || lower(trim(title)) END`,
      ),
      { mode: "virtual" },
    ),
    /** The image for this item alone, before its SKU's: the buyer's own file, for example. */
    ownImageId: idOf("own_image_id").references(() => image.id, { onDelete: "set null" }),
    ownSizeId: idOf("own_size_id").references(() => size.id, { onDelete: "set null" }),
    mockupUrl: text("mockup_url"),
    quantity: integer("quantity").notNull(),
    priceCents: integer("price_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: ["Pending", "In Draft", "Completed"] }).notNull(),
    /** True if taken out of its order, or refunded: not to be printed. */
    isCancelled: flag("is_cancelled").default(false),
    /** JSON of the vendor's changes since we read it first, the newest last. */
    changes: text("changes", { mode: "json" }).$type<OrderChange[]>().notNull().default([]),
    /** The keys by which artwork and size are looked up; match-key.ts describes each. */
    skuKey: text("sku_key").notNull().default(""),
    skuBaseKey: text("sku_base_key").notNull().default(""),
    skuSuffixKey: text("sku_suffix_key").notNull().default(""),
    skuSuffixIn: real("sku_suffix_in"),
    isSkuSuffixBare: flag("is_sku_suffix_bare").default(false),
    sizeKey: text("size_key").notNull().default(""),
    sizeIn: real("size_in"),
    imageChoiceKey: text("image_choice_key").notNull().default(""),
    sizeChoiceKey: text("size_choice_key").notNull().default(""),
  },
  (t) => [
    uniqueIndex("order_item_vendor").on(t.orderId, t.vendorItemId),
    index("order_item_sku").on(t.userId, t.sku),
    index("order_item_image_choice").on(t.userId, t.imageChoiceKey),
    index("order_item_size_choice").on(t.userId, t.sizeChoiceKey),
    index("order_item_rule").on(t.userId, t.ruleKey),
    index("order_item_changed").on(t.userId, t.orderId).where(sql`${t.changes} <> '[]'`),
    index("order_item_own_image").on(t.ownImageId).where(sql`${t.ownImageId} IS NOT NULL`),
    uniqueIndex("order_item_proof").on(t.proofToken).where(sql`${t.proofToken} IS NOT NULL`),
    index("order_item_own_size").on(t.ownSizeId).where(sql`${t.ownSizeId} IS NOT NULL`),
    check("order_item_quantity", sql`${t.quantity} >= 1`),
    check("order_item_status", oneOf("status", ["Pending", "In Draft", "Completed"])),
  ],
)

/** The items of archived orders, by which calls find the document that has them. */
export const archivedItem = sqliteTable(
  "archived_item",
  { itemId: idOf("item_id").primaryKey(), archiveKey: text("archive_key").notNull() },
  (t) => [index("archived_item_key").on(t.archiveKey)],
)

/** The orders that the seller deleted; neither a later sync nor a file brings them back. */
export const forgottenOrder = sqliteTable(
  "forgotten_order",
  {
    integrationId: partOf("integration_id", () => integration.id),
    vendorOrderId: text("vendor_order_id").notNull(),
    /** The number in files, and the time it was placed: by these a file and a shop know each other's. */
    number: text("number"),
    orderedAt: time("ordered_at"),
  },
  (t) => [primaryKey({ columns: [t.integrationId, t.vendorOrderId] })],
)

/**
 * The orders whose buyers are to be forgotten, as their marketplace asked. The table outlives orders
 * and integrations: no later reading, from a shop or a file, brings such a buyer's name or words back.
 */
export const redactedOrder = sqliteTable(
  "redacted_order",
  {
    userId: partOf("user_id", () => user.id),
    type: text("type", { enum: integrationTypes }).notNull(),
    vendorOrderId: text("vendor_order_id").notNull(),
    /** The number in files, and the time it was placed, if known: numbers come again in other shops. */
    number: text("number"),
    orderedAt: time("ordered_at"),
    redactedAt: time("redacted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.type, t.vendorOrderId] }),
    index("redacted_order_number").on(t.userId, t.number).where(sql`${t.number} IS NOT NULL`),
  ],
)

/** The mapping of a file's columns, remembered by its header. */
export const importMapping = sqliteTable(
  "import_mapping",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    /** The digest of the header's names. */
    headerKey: text("header_key").notNull(),
    /** A JSON object: our field to the file's header. */
    mapping: text("mapping").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("import_mapping_header").on(t.userId, t.headerKey)],
)

/** The parcel of an order, and the state of the report to its marketplace. */
export const shipment = sqliteTable(
  "shipment",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    orderId: partOf("order_id", () => order.id),
    carrier: text("carrier").notNull(),
    trackingNumber: text("tracking_number").notNull(),
    state: text("state", { enum: shipmentStates }).notNull(),
    failureMessage: text("failure_message"),
    /** True if a person has decided to report it even if the marketplace knows already. */
    isAgain: flag("is_again").default(false),
    tries: integer("tries").notNull().default(0),
    /** The sweep's next turn with it; null: never. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    /** Marketplaces mail the buyer each time, so an order is reported once. */
    uniqueIndex("shipment_order").on(t.orderId),
    index("shipment_user").on(t.userId, t.state),
    index("shipment_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    index("shipment_next").on(t.userId, t.retryAt, t.id).where(sql`${t.retryAt} IS NOT NULL`),
    check("shipment_state", oneOf("state", shipmentStates)),
  ],
)
