/**
 * Every D1 table: times in UTC milliseconds since 1970, ids as UUIDv7 text, rules as constraints.
 */
import { type SQL, sql } from "drizzle-orm"
import {
  type AnySQLiteColumn,
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
import type { Contour } from "../../contract/contour.ts"
import type { CostCents, Prices } from "../../contract/cost.ts"
import type { DestinationInput } from "../../contract/destination.ts"
import type { Id } from "../../contract/id.ts"
import { integrationTypes } from "../../contract/integration.ts"
import type { OrderChange } from "../../contract/order-change.ts"
import type { WhitePlane } from "../../contract/sheet-format.ts"
import {
  autopilotActions,
  autopilotRunStates,
  deliveryKinds,
  deliveryStates,
  disputeStates,
  imageStatuses,
  layoutEfforts,
  notificationTypes,
  orderStatuses,
  packings,
  paymentStatuses,
  printStatuses,
  printTypes,
  readings,
  remakeReasons,
  shipmentStates,
  userRoles,
  userStatuses,
  variantStates,
  vendors,
} from "../../contract/status.ts"
import type { WritingSettings } from "../../contract/writing.ts"
import type { StoredAnswer } from "./order-item-answers.ts"

const idOf = (column: string) => text(column).$type<Id>()
const id = () => idOf("id").primaryKey()
const flag = (name: string) => integer(name, { mode: "boolean" }).notNull()
const time = (name: string) => integer(name)
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(", ")})`)

/** A user name in which characters that look alike are written the same. */
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
    /** The username with look-alikes merged: I, l and 1; O and 0; rn and m; vv and w. */
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
    /** Copy of the ledger for lists. `creditSeq` keeps late writes from undoing newer ones. */
    availableCredits: integer("available_credits").notNull().default(0),
    usedCredits: integer("used_credits").notNull().default(0),
    creditSeq: integer("credit_seq").notNull().default(0),
    /** The account is deleted and names no person; at `purgedAt` all that it owned is gone too. */
    deletedAt: time("deleted_at"),
    purgedAt: time("purged_at"),
    /**
     * Start of the half-price month: the mailbox's first account, or this one; null: unknown yet.
     */
    firstMonthAt: time("first_month_at"),
    /** IANA name of the zone whose days count for ship dates: `America/New_York`. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Rude words in a buyer's text are pointed out before they are printed. */
    warnsOfRudeWords: flag("warns_of_rude_words").default(true),
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
 * Mailboxes that had their trial, by a keyed hash of the address (secrets/mailbox-hash.ts).
 * These rows outlive an account. `userId` is the account with the trial, while it exists.
 */
export const mailbox = sqliteTable(
  "mailbox",
  {
    hash: text("hash").primaryKey(),
    userId: idOf("user_id").references(() => user.id, { onDelete: "set null" }),
    /** When this mailbox's first account was made; only the day, once that account is gone. */
    firstAt: time("first_at").notNull(),
  },
  (t) => [index("mailbox_user").on(t.userId)],
)

/** Accounts whose archived balance was granted, each once in all, whichever archive says it. */
export const importedBalance = sqliteTable("imported_balance", {
  sourceId: idOf("source_id").primaryKey(),
  /** The account that has it; null once that account is gone. */
  userId: idOf("user_id").references(() => user.id, { onDelete: "set null" }),
  importedAt: time("imported_at").notNull(),
})

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

/** Hashes of verification links and reset codes. `tries` serves an older version, maybe running. */
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
 * A change of an account's address. It is `pending` until the link to the new address is opened
 * (`confirmed`) or another change, a cancellation or a new password replaces it (`superseded`).
 * The link to the old address works until `undoUntil` and makes any of these `undone`; later
 * changes that it undoes too are `void`. Links are made from the id and the signing key, so this
 * table opens nothing.
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
    /** When the link to the new address expires. */
    expiresAt: time("expires_at").notNull(),
    undoUntil: time("undo_until").notNull(),
  },
  (t) => [
    index("email_change_user").on(t.userId, t.createdAt),
    uniqueIndex("email_change_pending").on(t.userId).where(sql`${t.state} = 'pending'`),
    /** Finds old addresses that are reserved while their owner may still undo. */
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

/** Fixed-window counters, a row per key and window. One table counts for all edge locations. */
export const rateCount = sqliteTable(
  "rate_count",
  {
    key: text("key").notNull(),
    windowStart: time("window_start").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index("rate_count_window").on(t.windowStart)],
)

/** What vendors answered wrongly, one row for each kind of error and hour, for the operator's page. */
export const vendorError = sqliteTable(
  "vendor_error",
  {
    vendor: text("vendor", { enum: vendors }).notNull(),
    /** The vendor's own code where it has one, else what was missing: `timeout`, `status-503`. */
    code: text("code").notNull(),
    hourStart: time("hour_start").notNull(),
    count: integer("count").notNull(),
    lastAt: time("last_at").notNull(),
    /** The vendor's words, shortened, without secrets and personal data. */
    lastText: text("last_text").notNull(),
    /** Leads to the log's lines. */
    lastRequestId: text("last_request_id"),
  },
  (t) => [
    primaryKey({ columns: [t.vendor, t.code, t.hourStart] }),
    index("vendor_error_hour").on(t.hourStart),
    check("vendor_error_vendor", oneOf("vendor", vendors)),
  ],
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
    /** Lower case, without extension, spaces and dashes; compared with an order's SKU. */
    skuKey: text("sku_key").notNull(),
    categoryId: idOf("category_id").references(() => imageCategory.id, { onDelete: "set null" }),
    /** Half stars: 0 to 10. */
    halfStars: integer("half_stars").notNull().default(0),
    status: text("status", { enum: imageStatuses }).notNull(),
    failureReason: text("failure_reason"),
    mediaType: text("media_type", { enum: ["image/png", "image/jpeg", "image/svg+xml"] }),
    /** R2 keys: the upload; the image to render (upload or normalised PNG); the preview. */
    sourceKey: text("source_key"),
    masterKey: text("master_key"),
    previewKey: text("preview_key"),
    /** R2 id of an open multipart upload; from a version that wrote rows during uploads. */
    uploadId: text("upload_id"),
    /** Idempotency key: the page chooses it, so a repeated upload makes no second image. */
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
    /** JSON: what of it differs from piece to piece, and the text that is placed on it. */
    fields: text("fields").notNull().default("[]"),
    layers: text("layers").notNull().default("[]"),
    /** Families that its text names and nobody has. */
    missingFonts: text("missing_fonts", { mode: "json" }).$type<string[]>().notNull().default([]),
    /** JSON: families that its text names, each with the font that it is drawn in instead. */
    fontReplacements: text("font_replacements").notNull().default("[]"),
    /** Copies in completed prints. */
    usedInPrint: integer("used_in_print").notNull().default(0),
    /** When the sweep looks at it next; null once it has been in one state for too long. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("image_created").on(t.userId, t.createdAt),
    /** Includes the id, so that a search by name reads this index alone. */
    index("image_name").on(t.userId, sql`${t.name} COLLATE NOCASE`, t.id),
    index("image_score").on(t.userId, t.halfStars),
    index("image_used").on(t.userId, t.usedInPrint),
    index("image_by_category").on(t.userId, t.categoryId, t.createdAt),
    index("image_sku").on(t.userId, t.skuKey),
    index("image_status").on(t.status, t.updatedAt),
    /** Of the few whose text waits for a font, and of those that are read again for one. */
    index("image_missing_fonts").on(t.userId).where(sql`${t.missingFonts} <> '[]'`),
    index("image_read_again").on(t.retryAt).where(sql`${t.status} = 'Ready' AND ${t.retryAt} IS NOT NULL`),
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

/**
 * An image with one set of values in its fields: a piece of its own. `digest` covers all that its
 * look depends on (artwork, fields, layers, fonts, values), so a row never changes its meaning.
 */
export const imageVariant = sqliteTable(
  "image_variant",
  {
    imageId: idOf("image_id")
      .notNull()
      .references(() => image.id, { onDelete: "cascade" }),
    digest: text("digest").notNull(),
    /** JSON object, in the names' order. */
    fieldValues: text("field_values").notNull(),
    state: text("state", { enum: variantStates }).notNull(),
    /** Why it cannot be printed, in words for the seller. */
    failureReason: text("failure_reason"),
    /** R2 keys: what its pixels are drawn from, and the text over it; null: none. */
    sourceKey: text("source_key"),
    /** The ink of what it shares with other pieces, in the image's pixels; null: it shares nothing. */
    baseBox: text("base_box", { mode: "json" }).$type<{
      x: number
      y: number
      width: number
      height: number
    }>(),
    overlayKey: text("overlay_key"),
    trimX: integer("trim_x"),
    trimY: integer("trim_y"),
    trimWidth: integer("trim_width"),
    trimHeight: integer("trim_height"),
    isOpaque: flag("is_opaque").default(false),
    softShare: real("soft_share").notNull().default(0),
    /** When the sweep asks for it again; null once it is made. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    lastUsedAt: time("last_used_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.imageId, t.digest] }),
    /** Finds a print's pieces by what its items say. */
    index("image_variant_values").on(t.imageId, t.fieldValues),
    index("image_variant_used").on(t.lastUsedAt),
    index("image_variant_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    check("image_variant_state", oneOf("state", variantStates)),
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
    /** The name in the form that order sizes are compared with; see match-key.ts. */
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

/** A seller's own; others come with the app, see contract/destination.ts. */
export const destination = sqliteTable(
  "destination",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    formats: text("formats", { mode: "json" }).$type<DestinationInput["formats"]>().notNull(),
    maxLengthIn: real("max_length_in").notNull(),
    dpi: integer("dpi").notNull(),
    mirror: flag("mirror"),
    white: text("white", { mode: "json" }).$type<DestinationInput["white"]>().notNull(),
    contour: text("contour", { mode: "json" }).$type<DestinationInput["contour"]>().notNull(),
    fileName: text("file_name").notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("destination_created").on(t.userId, t.createdAt),
    check("destination_bounds", sql`${t.maxLengthIn} BETWEEN 4 AND 240 AND ${t.dpi} BETWEEN 72 AND 600`),
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
    useHoles: flag("use_holes").default(false),
    packing: text("packing", { enum: packings }).notNull().default("tightest"),
    /** Of the table or of those that come with the app; hence no foreign key. */
    destinationId: idOf("destination_id"),
    isDefault: flag("is_default"),
    /** JSON of what film, ink, powder and a credit cost; null: no prices (see contract/cost.ts). */
    prices: text("prices", { mode: "json" }).$type<Prices>(),
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
    type: text("type", { enum: integrationTypes }).notNull(),
    /** The seller's own notes. */
    keys: text("keys", { mode: "json" }).$type<{ key: string; value: string }[]>().notNull().default([]),
    /** The shop's id at the vendor. One shop belongs to one account. */
    shopId: text("shop_id"),
    /** The shop that it had, until another account proved it to be theirs; its orders are still here. */
    formerShopId: text("former_shop_id"),
    shopName: text("shop_name"),
    /** AES-GCM, with the id of the key that was used. Null while the shop is not connected. */
    tokensEncrypted: text("tokens_encrypted"),
    /** Grows when a pair of tokens is stored. A caller leases the pair while refreshing it. */
    tokenVersion: integer("token_version").notNull().default(0),
    tokenLeaseUntil: time("token_lease_until"),
    lastSyncAt: time("last_sync_at"),
    syncState: text("sync_state", { enum: ["idle", "running", "failed"] })
      .notNull()
      .default("idle"),
    /** Shown to the seller: why the last sync stopped, or what the running one waits for. */
    syncMessage: text("sync_message"),
    /** Id of the current run; a late queue message of an older run changes nothing. */
    syncRunId: idOf("sync_run_id"),
    /** All vendor changes up to this second, by the vendor's clock, have been read. */
    syncedUntilS: integer("synced_until_s").notNull().default(0),
    /** Where the running sync continues: at this second, after `syncOffset` of its receipts. */
    syncCursorS: integer("sync_cursor_s").notNull().default(0),
    syncOffset: integer("sync_offset").notNull().default(0),
    syncDone: integer("sync_done").notNull().default(0),
    syncTotal: integer("sync_total").notNull().default(0),
    /** When the next sync is due; for a running sync, when it counts as stalled. */
    nextSyncAt: time("next_sync_at").notNull().default(0),
    /** Failed syncs in a row; each makes the next wait longer. */
    syncFailures: integer("sync_failures").notNull().default(0),
    /** What the seller allowed us at the vendor, as the vendor names it; "" of shops joined before. */
    scopes: text("scopes").notNull().default(""),
    /** The seller's rule: what is marked as pressed is told the vendor as shipped. */
    shipsPressed: flag("ships_pressed").default(false),
    /** An order without a day of its own has to leave so many days after it was placed; null: it has no day. */
    shipsWithinDays: integer("ships_within_days"),
    /** Where the running sync goes on, for a vendor whose place is a text and not a second. */
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
    /** What people call it; null: the vendor's id. */
    number: text("number"),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    buyerPhone: text("buyer_phone").notNull(),
    buyerAddress: text("buyer_address").notNull(),
    buyerCountry: text("buyer_country").notNull(),
    totalCents: integer("total_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: orderStatuses }).notNull(),
    /** Cancelled at the marketplace, before or after we read it. */
    isCancelled: flag("is_cancelled").default(false),
    /** The vendor's time of its last change; older news does not overwrite newer. */
    vendorUpdatedAt: time("vendor_updated_at").notNull().default(0),
    orderedAt: time("ordered_at").notNull(),
    /** When the marketplace wants it shipped, the earliest of its items; else as its integration says. */
    shipBy: time("ship_by"),
    /** `shipBy` is the integration's, and follows it. */
    isShipByOurs: flag("is_ship_by_ours").default(false),
    /** JSON of what the vendor changed of it since we read it first, the newest last. */
    changes: text("changes", { mode: "json" }).$type<OrderChange[]>().notNull().default([]),
    /** When the seller said that they know of the changes. */
    changesSeenAt: time("changes_seen_at"),
    /** Given back to the buyer so far, as the vendor says. */
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** When the seller said that all of it is pressed, and that it was handed over. */
    pressedAt: time("pressed_at"),
    shippedAt: time("shipped_at"),
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
    index("order_to_ship")
      .on(t.userId, t.orderedAt)
      .where(sql`${t.pressedAt} IS NOT NULL AND ${t.shippedAt} IS NULL`),
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
    /** The buyer's other choices, such as `Color: Black`. */
    variation: text("variation").notNull().default(""),
    /** The buyer's answers in one text, for searching and for where only a text fits. */
    personalisation: text("personalisation").notNull(),
    /** The buyer's answers, each with its question. Empty in rows that were stored without. */
    answers: text("answers", { mode: "json" }).$type<StoredAnswer[]>().notNull().default([]),
    /** The seller's own wording, which a sync leaves alone; null: as the shop says. */
    ownPersonalisation: text("own_personalisation"),
    /**
     * How sure its rule is of what the buyer's answers put into the image's fields, doubtful where they
     * have no place; for searching alone.
     */
    reading: text("reading", { enum: readings }).notNull().default("none"),
    /** What `reading` was read from (`readingSource`); anything else now, and it has to be read anew. */
    readFrom: text("read_from").notNull().default(""),
    /** JSON: values that a person has confirmed, and for which answers and fields; see item-reading.ts. */
    ownValues: text("own_values"),
    /** What its rule is named by: the SKU as it is matched, else the listing, else the title. */
    ruleKey: text("rule_key").generatedAlwaysAs(
      sql.raw(
        `CASE WHEN sku_key LIKE 'sku:%' OR sku_key LIKE 'listing:%' OR sku_key LIKE 'title:%' THEN 'sku:' || sku_key WHEN sku_key <> '' THEN sku_key WHEN listing_id IS NOT NULL THEN 'listing:' || listing_id ELSE 'title:' || lower(trim(title)) END`,
      ),
      { mode: "virtual" },
    ),
    /** For this item alone, before what its SKU says: the buyer's own file, for example. */
    ownImageId: idOf("own_image_id").references(() => image.id, { onDelete: "set null" }),
    ownSizeId: idOf("own_size_id").references(() => size.id, { onDelete: "set null" }),
    mockupUrl: text("mockup_url"),
    quantity: integer("quantity").notNull(),
    priceCents: integer("price_cents").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: ["Pending", "In Draft", "Completed"] }).notNull(),
    /** Taken out of its order, or refunded: not to be printed. */
    isCancelled: flag("is_cancelled").default(false),
    /** JSON of what the vendor changed of it since we read it first, the newest last. */
    changes: text("changes", { mode: "json" }).$type<OrderChange[]>().notNull().default([]),
    /** Keys that artwork and size are looked up by; match-key.ts describes each. */
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
    index("order_item_own_image").on(t.ownImageId).where(sql`${t.ownImageId} IS NOT NULL`),
    index("order_item_own_size").on(t.ownSizeId).where(sql`${t.ownSizeId} IS NOT NULL`),
    check("order_item_quantity", sql`${t.quantity} >= 1`),
    check("order_item_status", oneOf("status", ["Pending", "In Draft", "Completed"])),
  ],
)

/** Orders that the seller deleted; neither a later sync nor a file brings them back. */
export const forgottenOrder = sqliteTable(
  "forgotten_order",
  {
    integrationId: idOf("integration_id")
      .notNull()
      .references(() => integration.id, { onDelete: "cascade" }),
    vendorOrderId: text("vendor_order_id").notNull(),
    /** What files call it, and when it was placed: by these a file and a shop know each other's. */
    number: text("number"),
    orderedAt: time("ordered_at"),
  },
  (t) => [primaryKey({ columns: [t.integrationId, t.vendorOrderId] })],
)

/**
 * Orders whose buyers had the marketplace tell us to forget them. It outlives orders and integrations:
 * nothing that is read later, from a shop or a file, brings such a buyer's name or words back.
 */
export const redactedOrder = sqliteTable(
  "redacted_order",
  {
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    type: text("type", { enum: integrationTypes }).notNull(),
    vendorOrderId: text("vendor_order_id").notNull(),
    /** What files call it, and when it was placed, as far as we had it: numbers come again in other shops. */
    number: text("number"),
    orderedAt: time("ordered_at"),
    redactedAt: time("redacted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.type, t.vendorOrderId] }),
    index("redacted_order_number").on(t.userId, t.number).where(sql`${t.number} IS NOT NULL`),
  ],
)

/** A seller's choice for a SKU, or for a listing and variation: image and size have a key each. */
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
    /** True: against what the names say, and it wins. False: for when the names say nothing. */
    isOverride: flag("is_override").default(false),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("artwork_choice_key").on(t.userId, t.matchKey)],
)

/** Which of a buyer's answers goes into which field of the artwork, for a SKU or a listing. */
export const artworkRule = sqliteTable(
  "artwork_rule",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The SKU as it is matched, else `listing:{id}`. */
    ruleKey: text("rule_key").notNull(),
    imageId: idOf("image_id").references(() => image.id, { onDelete: "set null" }),
    /** JSON object: a question or a pattern for each field. */
    fields: text("fields").notNull(),
    /** JSON: questions whose answers are not for print. */
    ignores: text("ignores").notNull(),
    /** The fields for which a person has seen what it reads; nothing is certain for any others. */
    confirmedFor: text("confirmed_for"),
    /** A person has said that artwork without fields is printed without what the buyers wrote. */
    printsWithoutText: flag("prints_without_text").default(false),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("artwork_rule_key").on(t.userId, t.ruleKey), index("artwork_rule_image").on(t.imageId)],
)

/** How a file's columns are read, remembered by its header. */
export const importMapping = sqliteTable(
  "import_mapping",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** Digest of the header's names. */
    headerKey: text("header_key").notNull(),
    /** JSON object: our field to the file's header. */
    mapping: text("mapping").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("import_mapping_header").on(t.userId, t.headerKey)],
)

export const print = sqliteTable(
  "print",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    type: text("type", { enum: printTypes }).notNull(),
    /** Of a print of orders: what kind of shop they are from; null: before there were others, or several. */
    source: text("source", { enum: integrationTypes }),
    status: text("status", { enum: printStatuses }).notNull(),
    /** The seller's own, or made from its orders' dates; "" in prints from before names. */
    name: text("name").notNull().default(""),
    /** Names it on labels: the end of the id, which is random. */
    code: text("code").generatedAlwaysAs(sql`substr(id, -10)`, { mode: "virtual" }),
    /** Labels beside the pieces; null: on for prints of orders, else as the template says. */
    labels: integer("labels", { mode: "boolean" }),
    /** It was deleted and is shown nowhere; the sweep removes it once this cannot be undone. */
    trashedAt: time("trashed_at"),
    /** The running attempt while Processing, otherwise the last one. */
    attemptId: idOf("attempt_id"),
    /** Number of the newest attempt; a late worker of an older one changes nothing. */
    attemptNumber: integer("attempt_number").notNull().default(0),
    sheetTemplateId: idOf("sheet_template_id").references(() => sheetTemplate.id, { onDelete: "set null" }),
    /** Shown to the seller: why the last attempt failed. */
    failureMessage: text("failure_message"),
    requestKey: text("request_key"),
    /** Kept by triggers on `print_item` (migration 0009): a search need not sum all items. */
    itemCount: integer("item_count").notNull().default(0),
    copies: integer("copies").notNull().default(0),
    printedAt: time("printed_at"),
    /** When the shop said, on the page of a link, that it has printed it. */
    shopPrintedAt: time("shop_printed_at"),
    /** The print whose pieces it makes once more, while that exists; the reason says that it does. */
    remakeOf: idOf("remake_of").references((): AnySQLiteColumn => print.id, { onDelete: "set null" }),
    remakeReason: text("remake_reason", { enum: remakeReasons }),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    /** Each ends with the id, because lists break ties by it and searches return it. */
    index("print_created").on(t.userId, t.createdAt, t.id),
    index("print_printed").on(t.userId, t.printedAt, t.id),
    index("print_status").on(t.userId, t.status, t.createdAt, t.id),
    index("print_type").on(t.userId, t.type, t.createdAt, t.id),
    index("print_id").on(t.userId, t.id),
    index("print_name").on(t.userId, sql`${t.name} COLLATE NOCASE`, t.id),
    index("print_code").on(t.userId, t.code),
    index("print_trashed").on(t.trashedAt).where(sql`${t.trashedAt} IS NOT NULL`),
    /** For the sweep. With the status first, SQLite would read all users' prints for a list. */
    index("print_retention").on(t.printedAt).where(sql`${t.status} = 'Completed'`),
    uniqueIndex("print_request_key").on(t.userId, t.requestKey),
    index("print_remake_of").on(t.remakeOf).where(sql`${t.remakeOf} IS NOT NULL`),
    check("print_status_known", oneOf("status", printStatuses)),
    check("print_type_known", oneOf("type", printTypes)),
    check("print_processing", sql`${t.status} <> 'Processing' OR ${t.attemptId} IS NOT NULL`),
    check("print_completed", sql`${t.status} <> 'Completed' OR ${t.printedAt} IS NOT NULL`),
  ],
)

/**
 * The layout document of a print, proved when it was stored. `digest` is of the items and the
 * template that it was made for: with others it no longer counts.
 */
export const printLayout = sqliteTable("print_layout", {
  printId: idOf("print_id")
    .primaryKey()
    .references(() => print.id, { onDelete: "cascade" }),
  sheetTemplateId: idOf("sheet_template_id")
    .notNull()
    .references(() => sheetTemplate.id, { onDelete: "cascade" }),
  packing: text("packing", { enum: packings }).notNull(),
  digest: text("digest").notNull(),
  /** JSON of the sheets: see contract/layout.ts. */
  sheets: text("sheets").notNull(),
  lengthIn: real("length_in").notNull(),
  boxesLengthIn: real("boxes_length_in").notNull(),
  updatedAt: time("updated_at").notNull(),
})

export const printItem = sqliteTable(
  "print_item",
  {
    id: id(),
    printId: idOf("print_id")
      .notNull()
      .references(() => print.id, { onDelete: "cascade" }),
    /** Null: never chosen, or deleted (the flag below is then true). */
    imageId: idOf("image_id").references(() => image.id, { onDelete: "set null" }),
    wasImageDeleted: flag("was_image_deleted").default(false),
    sizeId: idOf("size_id").references(() => size.id, { onDelete: "set null" }),
    wasSizeDeleted: flag("was_size_deleted").default(false),
    orderItemId: idOf("order_item_id").references(() => orderItem.id, { onDelete: "set null" }),
    /** JSON object: what stands in its image's fields, by name, in the names' order. */
    fieldValues: text("field_values").notNull().default("{}"),
    /** Whether its artwork had no field when its print was begun last; null: it was before this was kept. */
    hadNoFields: integer("had_no_fields", { mode: "boolean" }),
    /** It came from an order, which may have been deleted since. */
    isOrdered: flag("is_ordered").default(false),
    /** The marketplace's id of the order whose buyer its values are from; copies keep it, and it outlives the order. */
    buyerOrder: text("buyer_order"),
    /** When a print with this item was last completed; this makes its order item Completed. */
    printedAt: time("printed_at"),
    /** Its share of what the print cost when it was last completed; null without prices. */
    costCents: integer("cost_cents"),
    quantity: integer("quantity").notNull(),
    /** Place in the list on the page. */
    position: integer("position").notNull(),
  },
  (t) => [
    /** Includes the quantity, so that copies are summed from this index alone. */
    index("print_item_print").on(t.printId, t.position, t.quantity),
    index("print_item_image").on(t.imageId, t.printId),
    index("print_item_size").on(t.sizeId),
    index("print_item_order_item").on(t.orderItemId),
    index("print_item_buyer_order").on(t.buyerOrder).where(sql`${t.buyerOrder} IS NOT NULL`),
    /** Adding the same image, size and values adds the quantities; items of orders stay separate. */
    uniqueIndex("print_item_same")
      .on(t.printId, t.imageId, t.sizeId, t.fieldValues)
      .where(sql`${t.isOrdered} = 0 AND ${t.imageId} IS NOT NULL AND ${t.sizeId} IS NOT NULL`),
    check("print_item_quantity", sql`${t.quantity} BETWEEN 1 AND 5000`),
  ],
)

/** Copies that somebody at the press has ticked off. */
export const manifestTick = sqliteTable(
  "manifest_tick",
  {
    printId: idOf("print_id")
      .notNull()
      .references(() => print.id, { onDelete: "cascade" }),
    itemId: idOf("item_id")
      .notNull()
      .references(() => printItem.id, { onDelete: "cascade" }),
    /** Counts from 1 to the item's quantity. */
    copy: integer("copy").notNull(),
    doneAt: time("done_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.printId, t.itemId, t.copy] })],
)

/** A deletion that can still be undone, under the id that its reply told. */
export const undo = sqliteTable(
  "undo",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("undo_expires").on(t.expiresAt), index("undo_user").on(t.userId)],
)

/** What a deletion took away, in parts because a D1 value is at most 2 MB. */
export const undoPart = sqliteTable(
  "undo_part",
  {
    undoId: idOf("undo_id")
      .notNull()
      .references(() => undo.id, { onDelete: "cascade" }),
    part: integer("part").notNull(),
    /** The rows' kind, such as `image`. */
    kind: text("kind").notNull(),
    /** JSON of the rows and of what referred to them. */
    rows: text("rows").notNull(),
  },
  (t) => [primaryKey({ columns: [t.undoId, t.part] })],
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

/** A try at a print. `isHoldSettled`: the ledger captured or released its hold, `hold:{id}`. */
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
    /** The event, notification and mail about its end have gone out. */
    isAnnounced: flag("is_announced").default(false),
    dpi: integer("dpi").notNull(),
    mirror: flag("mirror"),
    /** Share of the film that pieces cover: piece area over film area. 0 until it is laid out. */
    utilisation: real("utilisation").notNull(),
    /** A layout is still to be searched, this long, before stamps and sheets are known. */
    searchEffort: text("search_effort", { enum: layoutEfforts }),
    /** Film of the sheet that was agreed to, where the search begins from it: the most that is printed. */
    agreedFilmIn: real("agreed_film_in"),
    packing: text("packing", { enum: packings }).notNull().default("tightest"),
    /** JSON: what each sheet is written as. */
    formats: text("formats").notNull().default('["png"]'),
    /** JSON: the plane of white ink, {name, chokePx}. */
    white: text("white", { mode: "json" }).$type<WhitePlane>(),
    /** JSON of the cut line that is drawn around its pieces; null: none. */
    contour: text("contour", { mode: "json" }).$type<Contour>(),
    /** Pattern of its files' names. */
    fileName: text("file_name"),
    failureMessage: text("failure_message"),
    /** JSON: the template's prices as they were when it began. */
    prices: text("prices", { mode: "json" }).$type<Prices>(),
    /** JSON: what it cost, in cents; null until it is completed, and without prices. */
    cost: text("cost", { mode: "json" }).$type<CostCents>(),
    /** Film that boxes would take, and square inches of ink; null until laid out. */
    boxesFilmIn: real("boxes_film_in"),
    inkSqIn: real("ink_sq_in"),
    /** When the sweep continues; null after too long without progress. Progress clears it. */
    retryAt: time("retry_at"),
    /** Error code of the mail about its end: retried until `isAnnounced`, then given up. */
    mailError: text("mail_error"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("attempt_number").on(t.printId, t.number),
    index("attempt_state").on(t.state, t.updatedAt),
    /** For one seller's film statistics of a month. */
    index("attempt_film").on(t.userId, t.state, t.updatedAt),
    index("attempt_unsettled").on(t.updatedAt).where(sql`${t.isHoldSettled} = 0 OR ${t.isAnnounced} = 0`),
    index("attempt_unmailed").on(t.updatedAt).where(sql`${t.mailError} IS NOT NULL`),
    check("attempt_state_known", oneOf("state", attemptStates)),
    check("attempt_credits", sql`${t.credits} >= 1`),
  ],
)

/** A sheet of an attempt. `token` cannot be guessed and is part of its shared path. */
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
    /** Old rows hold all placements. Now "": not JSON, so a Worker unaware of parts fails here. */
    placements: text("placements").notNull(),
    state: text("state", { enum: ["waiting", "written", "deleted"] }).notNull(),
    /** Of all its files. */
    bytes: integer("bytes").notNull().default(0),
    /** Of its first file. */
    checksum: text("checksum"),
    /** JSON of what was written: [{format, bytes, checksum, name?}]. Null of a sheet written before: a PNG. */
    files: text("files"),
    /** Of the cut line, if it has one. */
    contourLengthIn: real("contour_length_in"),
    /** Null: the attempt's own. Else the same pieces once more, for another destination. */
    writingId: idOf("writing_id").references((): AnySQLiteColumn => writing.id, { onDelete: "cascade" }),
    previewKey: text("preview_key"),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.sheetIndex] }),
    uniqueIndex("sheet_token").on(t.token),
    index("sheet_writing").on(t.writingId).where(sql`${t.writingId} IS NOT NULL`),
    check("sheet_state_known", oneOf("state", ["waiting", "written", "deleted"])),
    check("sheet_written", sql`${t.state} <> 'written' OR (${t.bytes} > 0 AND ${t.checksum} IS NOT NULL)`),
  ],
)

const writingStates = ["stamping", "writing", "written", "failed"] as const

/**
 * The sheets of a completed attempt, written once more for another destination: no layout, no
 * credits. It copies what the destination says, so that changing that changes no file.
 */
export const writing = sqliteTable(
  "writing",
  {
    id: id(),
    attemptId: idOf("attempt_id")
      .notNull()
      .references(() => attempt.id, { onDelete: "cascade" }),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    state: text("state", { enum: writingStates }).notNull(),
    destinationId: idOf("destination_id").notNull(),
    /** What the destination was called. */
    name: text("name").notNull(),
    /** Of all that decides its bytes: asking for the same again makes no second one. */
    digest: text("digest").notNull(),
    /** JSON: what its sheets are written as, in the form of an attempt's columns. */
    settings: text("settings", { mode: "json" }).notNull().$type<WritingSettings>(),
    failureMessage: text("failure_message"),
    /** When the sweep continues; null after too long without progress. Progress clears it. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("writing_digest").on(t.attemptId, t.digest),
    index("writing_state").on(t.state, t.updatedAt),
    index("writing_user").on(t.userId, t.createdAt),
    check("writing_state_known", oneOf("state", writingStates)),
  ],
)

/** A link for the shop that prints: the files of one or several prints. `token` cannot be guessed. */
export const share = sqliteTable(
  "share",
  {
    id: id(),
    token: text("token").notNull(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The seller ended it; null: it holds while there are files. */
    endedAt: time("ended_at"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [uniqueIndex("share_token").on(t.token), index("share_user").on(t.userId, t.createdAt)],
)

export const sharePrint = sqliteTable(
  "share_print",
  {
    shareId: idOf("share_id")
      .notNull()
      .references(() => share.id, { onDelete: "cascade" }),
    printId: idOf("print_id")
      .notNull()
      .references(() => print.id, { onDelete: "cascade" }),
    /** Place on its page. */
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.shareId, t.printId] }), index("share_print_print").on(t.printId)],
)

/** Where a seller has finished files sent: a folder, a bucket, or a form that takes files. */
export const deliveryAddress = sqliteTable(
  "delivery_address",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    kind: text("kind", { enum: deliveryKinds }).notNull(),
    url: text("url").notNull(),
    /** JSON of what its kind needs and anybody may see: bucket, region, prefix, fields. */
    settings: text("settings").notNull(),
    /** JSON of names and keys, sealed. */
    sealedSecret: text("sealed_secret"),
    /** Every print that is completed goes there by itself. */
    isAutomatic: flag("is_automatic").default(false),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("delivery_address_user").on(t.userId, t.createdAt),
    check("delivery_address_kind", oneOf("kind", deliveryKinds)),
  ],
)

/** Files of an attempt on their way to an address. */
export const delivery = sqliteTable(
  "delivery",
  {
    id: id(),
    printId: idOf("print_id")
      .notNull()
      .references(() => print.id, { onDelete: "cascade" }),
    attemptId: idOf("attempt_id")
      .notNull()
      .references(() => attempt.id, { onDelete: "cascade" }),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    addressId: idOf("address_id").references(() => deliveryAddress.id, { onDelete: "set null" }),
    /** What the address was called. */
    name: text("name").notNull(),
    state: text("state", { enum: deliveryStates }).notNull(),
    /** JSON: the files that have arrived, by their keys. */
    sent: text("sent").notNull().default("[]"),
    /** Whether a server's answer to one of them leaves open if it has arrived. */
    isUnsure: flag("is_unsure").default(false),
    tries: integer("tries").notNull().default(0),
    failureMessage: text("failure_message"),
    /** When the sweep tries again; null: never. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("delivery_print").on(t.printId, t.createdAt),
    index("delivery_user").on(t.userId),
    index("delivery_address_id").on(t.addressId),
    /** Once to each address: sending again goes on in the same row. */
    uniqueIndex("delivery_once").on(t.attemptId, t.addressId),
    index("delivery_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    index("delivery_under_way").on(t.userId, t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    check("delivery_state_known", oneOf("state", deliveryStates)),
  ],
)

/** What prints a shop's orders by itself, at given times or once there is enough for a sheet. */
export const autopilot = sqliteTable(
  "autopilot",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    integrationId: idOf("integration_id")
      .notNull()
      .references(() => integration.id, { onDelete: "cascade" }),
    /** JSON: days of the week, Sunday being 0, and times such as `07:00`, both in `timeZone`. */
    days: text("days", { mode: "json" }).$type<number[]>().notNull(),
    times: text("times", { mode: "json" }).$type<string[]>().notNull(),
    timeZone: text("time_zone").notNull(),
    /** Runs as well once so many inches of film are there; null: by its times alone. */
    minLengthIn: real("min_length_in"),
    shipWithinDays: integer("ship_within_days").notNull(),
    sheetTemplateId: idOf("sheet_template_id").references(() => sheetTemplate.id, { onDelete: "set null" }),
    packing: text("packing", { enum: packings }).notNull(),
    action: text("action", { enum: autopilotActions }).notNull(),
    maxCreditsPerDay: integer("max_credits_per_day").notNull(),
    isPaused: flag("is_paused").default(false),
    /** The next moment of its times; null while it is paused or has none. */
    nextRunAt: time("next_run_at"),
    /** When the sweep measures next whether there is film enough; null: it need not. */
    nextLookAt: time("next_look_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("autopilot_shop").on(t.integrationId),
    index("autopilot_user").on(t.userId, t.createdAt),
    index("autopilot_due").on(t.nextRunAt).where(sql`${t.nextRunAt} IS NOT NULL`),
    index("autopilot_look").on(t.nextLookAt).where(sql`${t.nextLookAt} IS NOT NULL`),
    index("autopilot_template").on(t.sheetTemplateId),
    check("autopilot_action", oneOf("action", autopilotActions)),
  ],
)

/** A run of an autopilot, step by step; the sweep goes on with one that was cut. */
export const autopilotRun = sqliteTable(
  "autopilot_run",
  {
    id: id(),
    autopilotId: idOf("autopilot_id")
      .notNull()
      .references(() => autopilot.id, { onDelete: "cascade" }),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** What began it, once: `2026-11-23 07:00` in the autopilot's zone, or `length:` and a sync's id. */
    slot: text("slot").notNull(),
    state: text("state", { enum: autopilotRunStates }).notNull(),
    /** The print that it made; null: none, or gone since. */
    printId: idOf("print_id").references(() => print.id, { onDelete: "set null" }),
    /** The seller's day that its credits count for, and how many it may spend or has spent. */
    day: text("day").notNull(),
    credits: integer("credits").notNull().default(0),
    /** JSON of what it made, what it left and why (see contract/autopilot.ts). */
    report: text("report"),
    /** When the sweep goes on with it; null once it has ended. */
    retryAt: time("retry_at"),
    tries: integer("tries").notNull().default(0),
    isAnnounced: flag("is_announced").default(false),
    mailError: text("mail_error"),
    startedAt: time("started_at").notNull(),
    endedAt: time("ended_at"),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("autopilot_run_slot").on(t.autopilotId, t.slot),
    index("autopilot_run_started").on(t.autopilotId, t.startedAt),
    index("autopilot_run_user").on(t.userId, t.day),
    index("autopilot_run_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    index("autopilot_run_print").on(t.printId),
    check("autopilot_run_state", oneOf("state", autopilotRunStates)),
  ],
)

/** How an order was sent, and where telling the marketplace of it stands. */
export const shipment = sqliteTable(
  "shipment",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    orderId: idOf("order_id")
      .notNull()
      .references(() => order.id, { onDelete: "cascade" }),
    carrier: text("carrier").notNull(),
    trackingNumber: text("tracking_number").notNull(),
    state: text("state", { enum: shipmentStates }).notNull(),
    failureMessage: text("failure_message"),
    /** A person has decided to tell the marketplace whatever it knows already. */
    isAgain: flag("is_again").default(false),
    tries: integer("tries").notNull().default(0),
    /** When the sweep takes it up; null: never. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    /** Marketplaces mail the buyer each time, so an order is told once. */
    uniqueIndex("shipment_order").on(t.orderId),
    index("shipment_user").on(t.userId, t.state),
    index("shipment_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    check("shipment_state", oneOf("state", shipmentStates)),
  ],
)

/**
 * What was printed, for reports: a row for each completed attempt. It outlives its print and its
 * artwork, so that a past month stays what it was.
 */
export const printedFilm = sqliteTable(
  "printed_film",
  {
    attemptId: idOf("attempt_id").primaryKey(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    printId: idOf("print_id").notNull(),
    printedAt: time("printed_at").notNull(),
    /** The seller's day that it counts for: `2026-11-23`. */
    day: text("day").notNull(),
    copies: integer("copies").notNull(),
    /** Orders that it has pieces of; a remake's are of the print that it makes again. */
    orders: integer("orders").notNull(),
    credits: integer("credits").notNull(),
    filmIn: real("film_in").notNull(),
    boxesFilmIn: real("boxes_film_in").notNull(),
    /** Its film's area and that of the ink on it; both 0 where the ink is not known. */
    filmSqIn: real("film_sq_in").notNull(),
    inkSqIn: real("ink_sq_in").notNull(),
    /** "" without prices. */
    currency: text("currency").notNull(),
    filmCents: integer("film_cents").notNull(),
    inkCents: integer("ink_cents").notNull(),
    creditCents: integer("credit_cents").notNull(),
    costCents: integer("cost_cents").notNull(),
    savedCents: integer("saved_cents").notNull(),
    remakeReason: text("remake_reason", { enum: remakeReasons }),
    /** JSON of its parts by design, size and shop: [{kind, key, name, copies, orders, filmIn, costCents}]. */
    parts: text("parts").notNull(),
    /** It is in the sums of `report_day`. */
    isCounted: flag("is_counted").default(false),
  },
  (t) => [index("printed_film_day").on(t.userId, t.day)],
)

const reportKinds = ["total", "design", "size", "shop", "remake"] as const

/**
 * Sums of `printed_film` by the seller's days: of all (`kind` total), of a design, a size, a shop, a
 * reason. Years have many designs, so all but the total are kept by month as well (`day` 2026-11). The
 * migration makes it WITHOUT ROWID: a range of the key is one range of the table.
 */
export const reportDay = sqliteTable(
  "report_day",
  {
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: reportKinds }).notNull(),
    day: text("day").notNull(),
    /** Which design, size, shop or reason; "" of all, and of what has none. */
    key: text("key").notNull(),
    currency: text("currency").notNull(),
    /** What it was called last. */
    name: text("name").notNull(),
    prints: integer("prints").notNull(),
    copies: integer("copies").notNull(),
    orders: integer("orders").notNull(),
    /** Prints that are remakes, and the copies of these. */
    remakes: integer("remakes").notNull(),
    remadeCopies: integer("remade_copies").notNull(),
    /** Of designs, sizes and shops: their share of the film by area. */
    filmIn: real("film_in").notNull(),
    /** What belongs to a whole print is 0 in designs, sizes and shops. */
    boxesFilmIn: real("boxes_film_in").notNull(),
    filmSqIn: real("film_sq_in").notNull(),
    inkSqIn: real("ink_sq_in").notNull(),
    credits: integer("credits").notNull(),
    filmCents: integer("film_cents").notNull(),
    inkCents: integer("ink_cents").notNull(),
    creditCents: integer("credit_cents").notNull(),
    costCents: integer("cost_cents").notNull(),
    savedCents: integer("saved_cents").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.day, t.key, t.currency] })],
)

/** A seller's own font; others come with the app. */
export const font = sqliteTable(
  "font",
  {
    id: id(),
    userId: idOf("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    family: text("family").notNull(),
    /** The family as it is looked up: lower case, one space. */
    familyKey: text("family_key").notNull(),
    style: text("style", { enum: ["normal", "italic"] }).notNull(),
    weight: integer("weight").notNull(),
    /** Every name by which a drawing may ask for it, as familyKeyOf writes them. */
    names: text("names", { mode: "json" }).$type<string[]>().notNull(),
    /** The font says that it may not be embedded. */
    isRestricted: flag("is_restricted").default(false),
    /** R2 key of the unpacked font (TrueType or OpenType). */
    fileKey: text("file_key").notNull(),
    bytes: integer("bytes").notNull(),
    /** SHA-256 of the unpacked font: part of every stamp that is drawn with it. */
    checksum: text("checksum").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("font_face").on(t.userId, t.familyKey, t.style, t.weight),
    check("font_weight", sql`${t.weight} BETWEEN 1 AND 1000`),
  ],
)

/**
 * JSON of a sheet's placements, in order: {itemId, copy, stampKey, x, y, widthPx, heightPx,
 * rotated, label}. Rendering and preview use the same ones. Split in parts, as a whole sheet nearly
 * fills a D1 value.
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

/** Artwork resampled to one size and turn, for all copies and later prints. `key` is its R2 key. */
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
 * The stamps that an attempt waits for; `isDone` changes once. It copies all that a stamp is made
 * from, so that deleting an image does not stop a running print.
 */
export const attemptStamp = sqliteTable(
  "attempt_stamp",
  {
    attemptId: idOf("attempt_id").notNull(),
    stampKey: text("stamp_key").notNull(),
    imageId: idOf("image_id").notNull(),
    /** For messages to the seller. */
    imageName: text("image_name").notNull(),
    /** The R2 object that the stamp is made from, and its format. */
    sourceKey: text("source_key").notNull(),
    kind: text("kind", { enum: ["png", "jpeg", "svg"] }).notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    rotated: flag("rotated"),
    halfTurned: flag("half_turned").default(false),
    mirror: flag("mirror"),
    /** R2 key of the text that is drawn over the artwork before it is cut out; null: none. */
    overlayKey: text("overlay_key"),
    /** What lies below that text is a stamp that others share: this part of the grid. */
    baseBox: text("base_box", { mode: "json" }).$type<{
      x: number
      y: number
      width: number
      height: number
    }>(),
    /** How large the whole artwork is drawn; the trim counts in these pixels. Null: in its own. */
    gridWidthPx: integer("grid_width_px"),
    gridHeightPx: integer("grid_height_px"),
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
    index("attempt_stamp_overlay").on(t.overlayKey).where(sql`${t.overlayKey} IS NOT NULL`),
    check("attempt_stamp_kind", oneOf("kind", ["png", "jpeg", "svg"])),
  ],
)

/** R2 keys whose rows were deleted, added in the same batch; a sweep deletes the objects. */
export const objectToDelete = sqliteTable(
  "doomed_object",
  {
    key: text("key").primaryKey(),
    /** When to retry after R2 refused to delete it; null: now. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("doomed_object_created").on(t.createdAt)],
)

/** Position of a sweep that takes many runs, and what a trigger's last run came to. */
export const sweepCursor = sqliteTable("sweep_cursor", {
  name: text("name").primaryKey(),
  /**
   * The last key looked at, empty at the start of a round; null when no round runs. JSON where a
   * sweep remembers more.
   */
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
    /** Idempotency key: the page chooses it, so a repeated request makes no second payment. */
    requestKey: text("request_key"),
    /** Where the payer approves the order. */
    approvalUrl: text("approval_url"),
    /** The vendor's id of the captured money; the ledger's grant is named after it. */
    captureId: text("capture_id"),
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** The amount disputed now, and the newest dispute's state; null: no dispute ever. */
    disputedCents: integer("disputed_cents").notNull().default(0),
    disputeState: text("dispute_state", { enum: disputeStates }),
    /** The vendor's code for why it did not take the money; see contract/payment-refusal.ts. */
    refusal: text("refusal"),
    /** How often taking the money failed, and when anybody may try again. */
    captureTries: integer("capture_tries").notNull().default(0),
    captureAt: time("capture_at"),
    /** The ledger has the credits, and the event and mail about the last change have gone out. */
    isAnnounced: flag("is_announced").default(true),
    /** When announcing is retried; null: soon after the change. */
    retryAt: time("retry_at"),
    /** Error code of the mail about it: retried until `isAnnounced`, then given up. */
    mailError: text("mail_error"),
    /** When the vendor is next asked about it, null for never again; and how often it was. */
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

/** Known refunds and disputes: the vendor is asked for each, even if it no longer lists it. */
export const paymentClaim = sqliteTable(
  "payment_claim",
  {
    /** The ledger's id: `refund:{refundId}` or `dispute:{disputeId}`. */
    id: text("id").primaryKey(),
    paymentId: idOf("payment_id")
      .notNull()
      .references(() => payment.id, { onDelete: "cascade" }),
    /** The vendor called it a reversal: none of us asked for it. */
    isReversal: flag("is_reversal").default(false),
    /** The capture has shown that money went back. If it is whole again, the refund was undone. */
    isAcknowledged: flag("is_acknowledged").default(false),
    /** Its money came back. A later reversal has an id of its own. */
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
    /** Idempotency key of the cause: a repeated call tells this user once. */
    causeKey: text("cause_key"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("notification_user").on(t.userId, t.createdAt),
    uniqueIndex("notification_cause").on(t.userId, t.causeKey),
    check("notification_type_known", oneOf("type", notificationTypes)),
  ],
)

/** What admins did; admins read it. */
export const auditEntry = sqliteTable(
  "audit_entry",
  {
    id: id(),
    actorId: idOf("actor_id").notNull(),
    action: text("action").notNull(),
    subjectId: idOf("subject_id").notNull(),
    details: text("details").notNull(),
    /** Why, in the admin's own words; "" if none were given. */
    reason: text("reason").notNull().default(""),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("audit_entry_created").on(t.createdAt),
    index("audit_entry_subject").on(t.subjectId, t.createdAt),
  ],
)
