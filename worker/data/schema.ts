/** Every D1 table. Times are milliseconds since 1970 (UTC); ids are UUIDv7 text; constraints make illegal states impossible. */
import { type SQL, sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import type { Id } from "../../contract/id.ts"
import {
  disputeStates,
  imageStatuses,
  notificationTypes,
  orderStatuses,
  paymentStatuses,
  printStatuses,
  printTypes,
  userRoles,
  userStatuses,
} from "../../contract/status.ts"

const idOf = (column: string) => text(column).$type<Id>()
const id = () => idOf("id").primaryKey()
const flag = (name: string) => integer(name, { mode: "boolean" }).notNull()
const time = (name: string) => integer(name)
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(", ")})`)

/** A user name with each group of characters that are drawn alike as one of them. */
export function looksOf(username: SQL): SQL<string> {
  return sql`replace(replace(lower(replace(replace(replace(${username}, 'I', 'l'), '1', 'l'), '0', 'o')), 'rn', 'm'), 'vv', 'w')`
}

export const user = sqliteTable(
  "user",
  {
    id: id(),
    /** As typed; the key is lower-cased and unique. */
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    username: text("username").notNull(),
    usernameKey: text("username_key").notNull(),
    /** What it looks like: characters that are drawn alike are one (I, l and 1; O and 0; rn and m; vv and w). */
    usernameLook: text("username_look").generatedAlwaysAs(looksOf(sql.raw("username")), { mode: "virtual" }),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    company: text("company").notNull(),
    phone: text("phone").notNull(),
    /** scrypt with its parameters, see secrets/password-hash.ts. */
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: userRoles }).notNull(),
    status: text("status", { enum: userStatuses }).notNull(),
    emailVerifiedAt: time("email_verified_at"),
    /** Mirror of the hub's ledger, for lists only; `creditSeq` keeps late writes from going back. */
    availableCredits: integer("available_credits").notNull().default(0),
    usedCredits: integer("used_credits").notNull().default(0),
    creditSeq: integer("credit_seq").notNull().default(0),
    /** The account is deleted: nothing here names a person any more. `purgedAt` says that all it had is gone too. */
    deletedAt: time("deleted_at"),
    purgedAt: time("purged_at"),
    /** When the first month of the half price began, at `createdAt` or, with a mailbox known before, earlier; null until that is looked up. */
    firstMonthAt: time("first_month_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("user_unpurged").on(t.deletedAt).where(sql`${t.deletedAt} IS NOT NULL AND ${t.purgedAt} IS NULL`),
    index("user_admin").on(t.id).where(sql`${t.role} = 'admin'`),
    uniqueIndex("user_email_key").on(t.emailKey),
    uniqueIndex("user_username_key").on(t.usernameKey),
    index("user_username_look").on(t.usernameLook),
    index("user_created").on(t.createdAt),
    index("user_mailbox_unknown")
      .on(t.createdAt)
      .where(sql`${t.emailVerifiedAt} IS NOT NULL AND ${t.firstMonthAt} IS NULL AND ${t.deletedAt} IS NULL`),
    check("user_role", oneOf("role", userRoles)),
    check("user_status", oneOf("status", userStatuses)),
    check("user_credits", sql`${t.availableCredits} >= 0 AND ${t.usedCredits} >= 0`),
  ],
)

/**
 * Mailboxes that have had their trial, by a keyed hash of the address (secrets/mailbox-hash.ts): all that outlives an account.
 * `userId` is whose trial it is, while that account lives.
 */
export const mailbox = sqliteTable(
  "mailbox",
  {
    hash: text("hash").primaryKey(),
    userId: idOf("user_id").references(() => user.id, { onDelete: "set null" }),
    /** When the first account of this mailbox was made; to the day, once that account is gone. */
    firstAt: time("first_at").notNull(),
  },
  (t) => [index("mailbox_user").on(t.userId)],
)

export const session = sqliteTable(
  "session",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    revokedAt: time("revoked_at"),
  },
  (t) => [index("session_user").on(t.userId), index("session_expires").on(t.expiresAt)],
)

/** Verification links and reset codes: only hashes are kept. `tries` is an earlier version's, which may still be running. */
export const accountToken = sqliteTable(
  "account_token",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["verify", "reset"] }).notNull(),
    tokenHash: text("token_hash").notNull(),
    tries: integer("tries").notNull().default(0),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
  },
  (t) => [
    uniqueIndex("account_token_hash").on(t.purpose, t.tokenHash),
    index("account_token_user").on(t.userId, t.purpose, t.createdAt),
    check("account_token_purpose", oneOf("purpose", ["verify", "reset"])),
  ],
)

const emailChangeStates = ["pending", "superseded", "confirmed", "undone", "void"] as const

/**
 * A change of an account's address. `pending` until the link sent to the new one is opened (`confirmed`) or something else
 * takes its place (`superseded`: another change, a cancellation, a new password). The link sent to the old one undoes each
 * of these until `undoUntil` and leaves it `undone`; whatever an earlier address has undone along with its own is `void`.
 * The links are made from the id and the signing key, so nothing here opens anything.
 */
export const emailChange = sqliteTable(
  "email_change",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    oldEmail: text("old_email").notNull(),
    oldEmailKey: text("old_email_key").notNull(),
    newEmail: text("new_email").notNull(),
    newEmailKey: text("new_email_key").notNull(),
    state: text("state", { enum: emailChangeStates }).notNull(),
    createdAt: time("created_at").notNull(),
    /** When the link sent to the new address ends. */
    expiresAt: time("expires_at").notNull(),
    undoUntil: time("undo_until").notNull(),
  },
  (t) => [
    index("email_change_user").on(t.userId, t.createdAt),
    uniqueIndex("email_change_pending").on(t.userId).where(sql`${t.state} = 'pending'`),
    /** Addresses that are kept for whoever may still undo. */
    index("email_change_old").on(t.oldEmailKey),
    index("email_change_undo_until").on(t.undoUntil),
    check("email_change_state", oneOf("state", emailChangeStates)),
  ],
)

/** Single-use proofs already spent (captcha passes), kept until they would have expired. */
export const spentPass = sqliteTable(
  "spent_pass",
  { id: id(), expiresAt: time("expires_at").notNull() },
  (t) => [index("spent_pass_expires").on(t.expiresAt)],
)

/** Fixed-window counters; one row a key and window, counted in one place so that no edge location has its own. */
export const rateCount = sqliteTable(
  "rate_count",
  {
    key: text("key").notNull(),
    windowStart: time("window_start").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index("rate_count_window").on(t.windowStart)],
)

export const imageCategory = sqliteTable(
  "image_category",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [uniqueIndex("image_category_name").on(t.userId, t.nameKey)],
)

export const image = sqliteTable(
  "image",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Lower case, without extension, spaces and dashes: what an order's SKU is compared with. */
    skuKey: text("sku_key").notNull(),
    categoryId: idOf("category_id").references(() => imageCategory.id, { onDelete: "set null" }),
    /** Half stars: 0 to 10. */
    halfStars: integer("half_stars").notNull().default(0),
    status: text("status", { enum: imageStatuses }).notNull(),
    failureReason: text("failure_reason"),
    mediaType: text("media_type", { enum: ["image/png", "image/jpeg", "image/svg+xml"] }),
    /** R2 keys: the upload as it came, the picture rendering reads (the upload itself or a normalised PNG), the preview. */
    sourceKey: text("source_key"),
    masterKey: text("master_key"),
    previewKey: text("preview_key"),
    /** R2's id of the multipart upload still open at sourceKey, from a version that wrote rows while bytes arrived. */
    uploadId: text("upload_id"),
    /** Chosen by the page for this upload, so that sending it again makes no second image. */
    requestKey: text("request_key"),
    bytes: integer("bytes").notNull().default(0),
    widthPx: integer("width_px"),
    heightPx: integer("height_px"),
    trimX: integer("trim_x"),
    trimY: integer("trim_y"),
    trimWidth: integer("trim_width"),
    trimHeight: integer("trim_height"),
    isOpaque: flag("is_opaque").default(false),
    softShare: real("soft_share").notNull().default(0),
    warnings: text("warnings", { mode: "json" }).$type<string[]>().notNull().default([]),
    /** Copies in completed prints. */
    usedInPrint: integer("used_in_print").notNull().default(0),
    /** When the sweep looks at it next; null: once it has been in its state for too long. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("image_created").on(t.userId, t.createdAt),
    /** With the id, so that a search by name reads nothing but this index. */
    index("image_name").on(t.userId, sql`${t.name} COLLATE NOCASE`, t.id),
    index("image_score").on(t.userId, t.halfStars),
    index("image_used").on(t.userId, t.usedInPrint),
    index("image_by_category").on(t.userId, t.categoryId, t.createdAt),
    index("image_sku").on(t.userId, t.skuKey),
    index("image_status").on(t.status, t.updatedAt),
    uniqueIndex("image_request_key").on(t.userId, t.requestKey),
    check("image_status_known", oneOf("status", imageStatuses)),
    check("image_half_stars", sql`${t.halfStars} BETWEEN 0 AND 10`),
    check(
      "image_ready",
      sql`${t.status} <> 'Ready' OR (${t.masterKey} IS NOT NULL AND ${t.previewKey} IS NOT NULL AND ${t.widthPx} > 0 AND ${t.heightPx} > 0 AND ${t.trimWidth} > 0 AND ${t.trimHeight} > 0)`,
    ),
    check("image_failed", sql`(${t.status} = 'Failed') = (${t.failureReason} IS NOT NULL)`),
  ],
)

export const size = sqliteTable(
  "size",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The name as sizes of orders are compared with it, see match-key.ts. */
    nameKey: text("name_key").notNull().default(""),
    /** Inches of printed width. */
    valueIn: real("value_in").notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("size_created").on(t.userId, t.createdAt),
    index("size_name").on(t.userId, sql`${t.name} COLLATE NOCASE`),
    index("size_name_key").on(t.userId, t.nameKey),
    index("size_value_in").on(t.userId, t.valueIn),
    check("size_value", sql`${t.valueIn} > 0 AND ${t.valueIn} <= 240`),
  ],
)

export const sheetTemplate = sqliteTable(
  "sheet_template",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    widthIn: real("width_in").notNull(),
    maxLengthIn: real("max_length_in").notNull(),
    edgeIn: real("edge_in").notNull(),
    gapIn: real("gap_in").notNull(),
    dpi: integer("dpi").notNull(),
    rotate: flag("rotate"),
    trim: flag("trim"),
    mirror: flag("mirror"),
    labels: flag("labels"),
    nesting: text("nesting", { enum: ["boxes", "shapes"] }).notNull(),
    isDefault: flag("is_default"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("sheet_template_created").on(t.userId, t.createdAt),
    uniqueIndex("sheet_template_default").on(t.userId).where(sql`${t.isDefault} = 1`),
    check(
      "sheet_template_bounds",
      sql`${t.widthIn} BETWEEN 4 AND 60 AND ${t.maxLengthIn} BETWEEN 4 AND 240 AND ${t.edgeIn} BETWEEN 0 AND 4 AND ${t.gapIn} BETWEEN 0 AND 4 AND ${t.dpi} BETWEEN 72 AND 600`,
    ),
  ],
)

export const integration = sqliteTable(
  "integration",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    type: text("type", { enum: ["Etsy"] }).notNull(),
    /** The seller's own notes, as key and value. */
    keys: text("keys", { mode: "json" }).$type<{ key: string; value: string }[]>().notNull().default([]),
    /** The vendor's shop; one shop belongs to one account. */
    shopId: text("shop_id"),
    shopName: text("shop_name"),
    /** AES-GCM, with the id of the key that made it. Null while the shop is not connected. */
    tokensEncrypted: text("tokens_encrypted"),
    /** Grows with every pair of tokens stored; whoever refreshes them holds the lease until then. */
    tokenVersion: integer("token_version").notNull().default(0),
    tokenLeaseUntil: time("token_lease_until"),
    lastSyncAt: time("last_sync_at"),
    syncState: text("sync_state", { enum: ["idle", "running", "failed"] })
      .notNull()
      .default("idle"),
    /** Why the last sync stopped, or what the running one waits for, in words for the seller. */
    syncMessage: text("sync_message"),
    /** Names the run, so that a late message of an old one changes nothing. */
    syncRunId: idOf("sync_run_id"),
    /** Everything the vendor changed up to this second of its own clock has been read. */
    syncedUntilS: integer("synced_until_s").notNull().default(0),
    /** Where the running sync reads on: from this second, behind so many receipts of it. */
    syncCursorS: integer("sync_cursor_s").notNull().default(0),
    syncOffset: integer("sync_offset").notNull().default(0),
    syncDone: integer("sync_done").notNull().default(0),
    syncTotal: integer("sync_total").notNull().default(0),
    /** When the next sync is due; of a running one, when it counts as stalled. */
    nextSyncAt: time("next_sync_at").notNull().default(0),
    /** Syncs failed in a row: each makes the next one wait longer. */
    syncFailures: integer("sync_failures").notNull().default(0),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("integration_user").on(t.userId, t.createdAt),
    uniqueIndex("integration_shop").on(t.type, t.shopId),
    index("integration_due").on(t.nextSyncAt).where(sql`${t.tokensEncrypted} IS NOT NULL`),
  ],
)

export const order = sqliteTable(
  "order",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    integrationId: idOf("integration_id")
      .notNull()
      .references(() => integration.id, { onDelete: "cascade" }),
    vendorOrderId: text("vendor_order_id").notNull(),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    buyerPhone: text("buyer_phone").notNull(),
    buyerAddress: text("buyer_address").notNull(),
    buyerCountry: text("buyer_country").notNull(),
    totalCents: integer("total_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: orderStatuses }).notNull(),
    /** Cancelled at the marketplace, before or after it was read. */
    isCancelled: flag("is_cancelled").default(false),
    /** The vendor's time of its last change: older news does not overwrite newer. */
    vendorUpdatedAt: time("vendor_updated_at").notNull().default(0),
    orderedAt: time("ordered_at").notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("order_vendor").on(t.integrationId, t.vendorOrderId),
    index("order_created").on(t.userId, t.orderedAt),
    index("order_status").on(t.userId, t.status, t.orderedAt),
    index("order_integration").on(t.userId, t.integrationId, t.orderedAt),
    index("order_total").on(t.userId, t.totalCents),
    index("order_buyer").on(t.userId, sql`${t.buyerName} COLLATE NOCASE`),
    check("order_status_known", oneOf("status", orderStatuses)),
  ],
)

export const orderItem = sqliteTable(
  "order_item",
  {
    id: id(),
    orderId: idOf("order_id")
      .notNull()
      .references(() => order.id, { onDelete: "cascade" }),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    vendorItemId: text("vendor_item_id").notNull(),
    listingId: text("listing_id"),
    title: text("title").notNull(),
    sku: text("sku").notNull(),
    size: text("size").notNull(),
    /** What else the buyer chose: `Color: Black`. */
    variation: text("variation").notNull().default(""),
    personalisation: text("personalisation").notNull(),
    mockupUrl: text("mockup_url"),
    quantity: integer("quantity").notNull(),
    priceCents: integer("price_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: ["Pending", "In Draft", "Completed"] }).notNull(),
    /** What artwork and size are looked up by; see match-key.ts for each. */
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
    check("order_item_quantity", sql`${t.quantity} >= 1`),
    check("order_item_status", oneOf("status", ["Pending", "In Draft", "Completed"])),
  ],
)

/** Orders the seller has deleted: a later sync does not bring them back. */
export const forgottenOrder = sqliteTable(
  "forgotten_order",
  {
    integrationId: idOf("integration_id")
      .notNull()
      .references(() => integration.id, { onDelete: "cascade" }),
    vendorOrderId: text("vendor_order_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.integrationId, t.vendorOrderId] })],
)

/** What a seller once chose for a SKU, or for a listing and variation: an image under one key, a size under another. */
export const artworkChoice = sqliteTable(
  "artwork_choice",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    matchKey: text("match_key").notNull(),
    imageId: idOf("image_id").references(() => image.id, { onDelete: "set null" }),
    sizeId: idOf("size_id").references(() => size.id, { onDelete: "set null" }),
    /** Chosen against what the names said: it goes before them. Otherwise it stands in where the names say nothing. */
    isOverride: flag("is_override").default(false),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("artwork_choice_key").on(t.userId, t.matchKey)],
)

export const print = sqliteTable(
  "print",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    type: text("type", { enum: printTypes }).notNull(),
    status: text("status", { enum: printStatuses }).notNull(),
    /** The running attempt while Processing, the last one otherwise. */
    attemptId: idOf("attempt_id"),
    /** Numbers the attempts, so that a late worker of an old one changes nothing. */
    attemptNumber: integer("attempt_number").notNull().default(0),
    sheetTemplateId: idOf("sheet_template_id").references(() => sheetTemplate.id, { onDelete: "set null" }),
    /** Why the last attempt failed, in words for the seller. */
    failureMessage: text("failure_message"),
    requestKey: text("request_key"),
    /** Kept by triggers on `print_item` (migration 0009), so that a search over a large shop need not add them up. */
    itemCount: integer("item_count").notNull().default(0),
    copies: integer("copies").notNull().default(0),
    printedAt: time("printed_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    /** Each ends with the id, by which every list breaks ties and every search finds. */
    index("print_created").on(t.userId, t.createdAt, t.id),
    index("print_printed").on(t.userId, t.printedAt, t.id),
    index("print_status").on(t.userId, t.status, t.createdAt, t.id),
    index("print_type").on(t.userId, t.type, t.createdAt, t.id),
    index("print_id").on(t.userId, t.id),
    /** The sweep's own. With the status as its first column, SQLite would answer sellers' lists from everybody's prints. */
    index("print_retention").on(t.printedAt).where(sql`${t.status} = 'Completed'`),
    uniqueIndex("print_request_key").on(t.userId, t.requestKey),
    check("print_status_known", oneOf("status", printStatuses)),
    check("print_type_known", oneOf("type", printTypes)),
    check("print_processing", sql`${t.status} <> 'Processing' OR ${t.attemptId} IS NOT NULL`),
    check("print_completed", sql`${t.status} <> 'Completed' OR ${t.printedAt} IS NOT NULL`),
  ],
)

export const printItem = sqliteTable(
  "print_item",
  {
    id: id(),
    printId: idOf("print_id")
      .notNull()
      .references(() => print.id, { onDelete: "cascade" }),
    /** Null: never chosen, or deleted (then the flag beside it says so). */
    imageId: idOf("image_id").references(() => image.id, { onDelete: "set null" }),
    wasImageDeleted: flag("was_image_deleted").default(false),
    sizeId: idOf("size_id").references(() => size.id, { onDelete: "set null" }),
    wasSizeDeleted: flag("was_size_deleted").default(false),
    orderItemId: idOf("order_item_id").references(() => orderItem.id, { onDelete: "set null" }),
    /** It came from an order, which may be gone by now. */
    isOrdered: flag("is_ordered").default(false),
    /** When a print with this item was last completed: what makes its order item Completed. */
    printedAt: time("printed_at"),
    quantity: integer("quantity").notNull(),
    /** Order on the page. */
    position: integer("position").notNull(),
  },
  (t) => [
    /** With the quantity, so that copies are summed from this index alone. */
    index("print_item_print").on(t.printId, t.position, t.quantity),
    index("print_item_image").on(t.imageId, t.printId),
    index("print_item_size").on(t.sizeId),
    index("print_item_order_item").on(t.orderItemId),
    /** The same image and size twice in a print adds the quantities instead; items of orders stay apart. */
    uniqueIndex("print_item_pair")
      .on(t.printId, t.imageId, t.sizeId)
      .where(sql`${t.isOrdered} = 0 AND ${t.imageId} IS NOT NULL AND ${t.sizeId} IS NOT NULL`),
    check("print_item_quantity", sql`${t.quantity} BETWEEN 1 AND 5000`),
  ],
)

const attemptStates = [
  "holding",
  "stamping",
  "rendering",
  "finishing",
  "completed",
  "failed",
  "cancelled",
] as const

/** One try at processing a print. Its hold in the ledger is `hold:{id}`; `isHoldSettled` says that capture or release was acknowledged. */
export const attempt = sqliteTable(
  "attempt",
  {
    id: id(),
    printId: idOf("print_id")
      .notNull()
      .references(() => print.id, { onDelete: "cascade" }),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    state: text("state", { enum: attemptStates }).notNull(),
    credits: integer("credits").notNull(),
    isHoldSettled: flag("is_hold_settled").default(false),
    /** The event, the notification and the e-mail about its end have gone out. */
    isAnnounced: flag("is_announced").default(false),
    dpi: integer("dpi").notNull(),
    mirror: flag("mirror"),
    /** Film pieces share: piece area over film area. */
    utilisation: real("utilisation").notNull(),
    failureMessage: text("failure_message"),
    /** When the sweep takes its next step; null: once it has stood still for too long. Whatever moves it clears this. */
    retryAt: time("retry_at"),
    /** Why the mail about its end was not taken, a code: until it is announced it is tried again, then it was given up. */
    mailError: text("mail_error"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("attempt_number").on(t.printId, t.number),
    index("attempt_state").on(t.state, t.updatedAt),
    /** For the film statistics of one seller's month. */
    index("attempt_film").on(t.userId, t.state, t.updatedAt),
    index("attempt_unsettled").on(t.updatedAt).where(sql`${t.isHoldSettled} = 0 OR ${t.isAnnounced} = 0`),
    index("attempt_unmailed").on(t.updatedAt).where(sql`${t.mailError} IS NOT NULL`),
    check("attempt_state_known", oneOf("state", attemptStates)),
    check("attempt_credits", sql`${t.credits} >= 1`),
  ],
)

/** A sheet of an attempt. `token` is unguessable and part of its shared path. */
export const sheet = sqliteTable(
  "sheet",
  {
    attemptId: idOf("attempt_id")
      .notNull()
      .references(() => attempt.id, { onDelete: "cascade" }),
    sheetIndex: integer("sheet_index").notNull(),
    token: text("token").notNull(),
    widthPx: integer("width_px").notNull(),
    lengthPx: integer("length_px").notNull(),
    /** Empty since `sheet_part` has them, and whole before that: no JSON, so that a Worker that knows no parts fails here. */
    placements: text("placements").notNull(),
    state: text("state", { enum: ["waiting", "written", "deleted"] }).notNull(),
    /** Rows rendered so far, for progress. */
    bytes: integer("bytes").notNull().default(0),
    checksum: text("checksum"),
    previewKey: text("preview_key"),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.sheetIndex] }),
    uniqueIndex("sheet_token").on(t.token),
    check("sheet_state_known", oneOf("state", ["waiting", "written", "deleted"])),
    check("sheet_written", sql`${t.state} <> 'written' OR (${t.bytes} > 0 AND ${t.checksum} IS NOT NULL)`),
  ],
)

/**
 * JSON of a sheet's placements {itemId, copy, stampKey, x, y, widthPx, heightPx, rotated, label}, in order: the sheet
 * rendered is the sheet previewed. In parts, as a whole sheet comes close to what D1 takes as a value.
 */
export const sheetPart = sqliteTable(
  "sheet_part",
  {
    attemptId: idOf("attempt_id").notNull(),
    sheetIndex: integer("sheet_index").notNull(),
    part: integer("part").notNull(),
    placements: text("placements").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.sheetIndex, t.part] }),
    foreignKey({
      columns: [t.attemptId, t.sheetIndex],
      foreignColumns: [sheet.attemptId, sheet.sheetIndex],
    }).onDelete("cascade"),
  ],
)

/** Artwork resampled to one size and turn; shared by every copy and reused by later prints. The key is the R2 key. */
export const stamp = sqliteTable(
  "stamp",
  {
    key: text("key").primaryKey(),
    imageId: idOf("image_id")
      .notNull()
      .references(() => image.id, { onDelete: "cascade" }),
    bytes: integer("bytes").notNull(),
    createdAt: time("created_at").notNull(),
    lastUsedAt: time("last_used_at").notNull(),
  },
  (t) => [index("stamp_image").on(t.imageId), index("stamp_used").on(t.lastUsedAt)],
)

/**
 * Which stamps an attempt waits for; `isDone` flips once. Everything a stamp is made from is copied here, so that a
 * print under way survives the deletion of its images.
 */
export const attemptStamp = sqliteTable(
  "attempt_stamp",
  {
    attemptId: idOf("attempt_id").notNull(),
    stampKey: text("stamp_key").notNull(),
    imageId: idOf("image_id").notNull(),
    /** For messages to the seller. */
    imageName: text("image_name").notNull(),
    /** The R2 object the stamp is made from, and how to read it. */
    sourceKey: text("source_key").notNull(),
    kind: text("kind", { enum: ["png", "jpeg", "svg"] }).notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    rotated: flag("rotated"),
    halfTurned: flag("half_turned").default(false),
    mirror: flag("mirror"),
    trimX: integer("trim_x").notNull(),
    trimY: integer("trim_y").notNull(),
    trimWidth: integer("trim_width").notNull(),
    trimHeight: integer("trim_height").notNull(),
    isDone: flag("is_done").default(false),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.stampKey] }),
    foreignKey({ columns: [t.attemptId], foreignColumns: [attempt.id] }).onDelete("cascade"),
    index("attempt_stamp_key").on(t.stampKey),
    index("attempt_stamp_source").on(t.sourceKey),
    check("attempt_stamp_kind", oneOf("kind", ["png", "jpeg", "svg"])),
  ],
)

/** R2 keys whose rows are gone. They are written in the batch that removes the rows; a sweep deletes the objects. */
export const objectToDelete = sqliteTable(
  "doomed_object",
  {
    key: text("key").primaryKey(),
    /** When R2, which refused to remove it, is asked again; null: at once. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("doomed_object_created").on(t.createdAt)],
)

/** How far a sweep has come that takes many runs. */
export const sweepCursor = sqliteTable("sweep_cursor", {
  name: text("name").primaryKey(),
  /** The last key looked at, empty at the start of a round; null: no round is under way. */
  afterKey: text("after_key"),
  updatedAt: time("updated_at").notNull(),
})

export const payment = sqliteTable(
  "payment",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "restrict" }),
    type: text("type").notNull().default(""),
    paymentMethod: text("payment_method", { enum: ["PayPal", "Bank Transfer", "Admin"] }).notNull(),
    paymentSystemReferenceId: text("payment_system_reference_id"),
    packageSku: text("package_sku").notNull(),
    credits: integer("credits").notNull(),
    priceCents: integer("price_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: paymentStatuses }).notNull(),
    /** Chosen by the page that asked for it, so that asking again makes no second one. */
    requestKey: text("request_key"),
    /** Where the payer approves the order. */
    approvalUrl: text("approval_url"),
    /** The vendor's id of the money that came; the ledger's grant is named after it. */
    captureId: text("capture_id"),
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** What is under dispute of it now, and how the newest dispute stands; null: there was none. */
    disputedCents: integer("disputed_cents").notNull().default(0),
    disputeState: text("dispute_state", { enum: disputeStates }),
    /** The vendor's word for why the money could not be taken; see contract/payment-refusal.ts. */
    refusal: text("refusal"),
    /** How often taking the money has failed, and when it may be tried again, whoever asks. */
    captureTries: integer("capture_tries").notNull().default(0),
    captureAt: time("capture_at"),
    /** The credits are in the ledger, and event and e-mail about the last change have gone out. */
    isAnnounced: flag("is_announced").default(true),
    /** When that is tried again; null: soon after the change. */
    retryAt: time("retry_at"),
    /** Why the mail about it was not taken, a code: until it is announced it is tried again, then it was given up. */
    mailError: text("mail_error"),
    /** When the vendor is asked (again) what became of it, and how often it has been; null: never again. */
    checkAt: time("check_at"),
    checks: integer("checks").notNull().default(0),
    purchasedAt: time("purchased_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("payment_user").on(t.userId, t.purchasedAt),
    index("payment_status").on(t.status, t.purchasedAt),
    uniqueIndex("payment_reference").on(t.paymentMethod, t.paymentSystemReferenceId),
    uniqueIndex("payment_request_key").on(t.userId, t.requestKey),
    uniqueIndex("payment_capture").on(t.captureId),
    index("payment_check").on(t.checkAt).where(sql`${t.checkAt} IS NOT NULL`),
    index("payment_disputed").on(t.purchasedAt).where(sql`${t.disputeState} = 'open'`),
    index("payment_unannounced").on(t.updatedAt).where(sql`${t.isAnnounced} = 0`),
    index("payment_unmailed").on(t.updatedAt).where(sql`${t.mailError} IS NOT NULL`),
    check("payment_status_known", oneOf("status", paymentStatuses)),
    check("payment_amounts", sql`${t.credits} > 0 AND ${t.priceCents} >= 0`),
  ],
)

/** Refunds and disputes that were heard of: the vendor is asked for each, also when it lists it no more. */
export const paymentClaim = sqliteTable(
  "payment_claim",
  {
    /** As the ledger calls it: `refund:{refundId}` or `dispute:{disputeId}`. */
    id: text("id").primaryKey(),
    paymentId: idOf("payment_id")
      .notNull()
      .references(() => payment.id, { onDelete: "cascade" }),
    /** Told as a reversal, which nobody of ours wanted. */
    isReversal: flag("is_reversal").default(false),
    /** The capture itself has said that money went back: where it is whole again, that was undone. */
    isAcknowledged: flag("is_acknowledged").default(false),
    /** Its money came back; what is reversed afterwards has an id of its own. */
    isUndone: flag("is_undone").default(false),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("payment_claim_payment").on(t.paymentId)],
)

export const notification = sqliteTable(
  "notification",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    type: text("type", { enum: notificationTypes }).notNull(),
    message: text("message").notNull(),
    attachmentId: idOf("attachment_id"),
    /** Names the cause where a call may be repeated, so that this user hears of it once. */
    causeKey: text("cause_key"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("notification_user").on(t.userId, t.createdAt),
    uniqueIndex("notification_cause").on(t.userId, t.causeKey),
    check("notification_type_known", oneOf("type", notificationTypes)),
  ],
)

/** What admins did, for admins to read. */
export const auditEntry = sqliteTable(
  "audit_entry",
  {
    id: id(),
    actorId: idOf("actor_id").notNull(),
    action: text("action").notNull(),
    subjectId: idOf("subject_id").notNull(),
    details: text("details").notNull(),
    /** Why, in the admin's own words; "" where none were given. */
    reason: text("reason").notNull().default(""),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("audit_entry_created").on(t.createdAt),
    index("audit_entry_subject").on(t.subjectId, t.createdAt),
  ],
)
