/** The tables of people, their sessions and their notifications. */

import { type SQL, sql } from "drizzle-orm"
import {
  check,
  index,
  integer,
  type SQLiteTable,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { planNames } from "../../../contract/accounts/plan.ts"
import { memberRoleNames } from "../../../contract/accounts/role.ts"
import { lengthUnits } from "../../../contract/length.ts"
import { notificationTypes, userRoles, userStatuses } from "../../../contract/status.ts"
import { type DatabaseName, FIRST_DATABASE } from "../../database-name.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"

/** Returns a user name in which characters that look alike are written the same. */
export function looksOf(username: SQL): SQL<string> {
  return sql`replace(replace(lower(replace(replace(replace(${username}, 'I', 'l'), '1', 'l'), '0', 'o')), 'rn', 'm'), 'vv', 'w')`
}

/** The mark of a row that is the copy, in an account's own database, of the directory's. */
export const IS_COPY = -1
/** The condition of an account's row in the directory. */
export const isNoCopy = sql.raw('"user"."copied_seq" >= 0')
/** The condition of a row, in the directory, whose copy is missing or older. */
export const isUncopied = sql.raw("database <> 'DB' AND change_seq > copied_seq AND copied_seq >= 0")

/** The condition of a row, in the directory, whose account is on its way from one database to another. */
export const isUnderWay = sql.raw("copied_seq >= 0 AND (moving_to IS NOT NULL OR moved_from IS NOT NULL)")

/** The names that outsiders have for what belongs to an account. */
export type AccountName = `${"link" | "checkout" | "capture"}:${string}` | `shop:${string}:${string}`

/** Returns SQL over a table with rows of accounts: the account of this one is being moved. */
export function isOfMoving(table: SQLiteTable): SQL<number> {
  return sql`(SELECT user.moving_to IS NOT NULL FROM user WHERE user.id = ${table}.user_id)`
}

export const user = sqliteTable(
  "user",
  {
    id: id(),
    /** The address as typed; the key is lower-cased and unique. */
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    username: text("username").notNull(),
    usernameKey: text("username_key").notNull(),
    /** The user name with look-alikes merged: I, l and 1; O and 0; rn and m; vv and w. */
    usernameLook: text("username_look").generatedAlwaysAs(looksOf(sql.raw("username")), { mode: "virtual" }),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    company: text("company").notNull(),
    phone: text("phone").notNull(),
    /** The scrypt hash with its parameters, see secrets/password-hash.ts. */
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: userRoles }).notNull(),
    status: text("status", { enum: userStatuses }).notNull(),
    /** The plan, which says how much it may have under way and call. */
    plan: text("plan", { enum: planNames }).notNull().default("standard"),
    emailVerifiedAt: time("email_verified_at"),
    /** A copy of the ledger for lists. `creditSeq` keeps late writes from undoing newer ones. */
    availableCredits: integer("available_credits").notNull().default(0),
    usedCredits: integer("used_credits").notNull().default(0),
    creditSeq: integer("credit_seq").notNull().default(0),
    /** The time of deletion: the account names no person any more; at `purgedAt` its belongings are gone. */
    deletedAt: time("deleted_at"),
    purgedAt: time("purged_at"),
    /** The start of the half-price month: the mailbox's first account, or this one; null: unknown yet. */
    firstMonthAt: time("first_month_at"),
    /** The IANA name of the zone whose days count for ship-by dates: `America/New_York`. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** True if rude words in a buyer's text are pointed out before they are printed. */
    warnsOfRudeWords: flag("warns_of_rude_words").default(true),
    /** True if an autopilot leaves as a draft what will show on the shirt. */
    holdsForInk: flag("holds_for_ink").default(false),
    /** The JSON of what it says about kinds of ink findings (`InkRules`), and of its own shirt colours. */
    inkRules: text("ink_rules").notNull().default("{}"),
    garments: text("garments").notNull().default("[]"),
    /** JSON: the mends of each image that comes in. */
    mends: text("mends").notNull().default("[]"),
    /** The time when the offer of an autopilot was closed; it stays away from then on. */
    autopilotOfferClosedAt: time("autopilot_offer_closed_at"),
    /** The bits of the hints that are not shown any more (`contract/accounts/hint.ts`). */
    usedHints: integer("used_hints").notNull().default(0),
    /** The unit in which the account sees and types lengths. */
    lengthUnit: text("length_unit", { enum: lengthUnits }).notNull().default("in"),
    /** The database in which the account lives. Its row in the directory says so for all. */
    database: text("database").$type<DatabaseName>().notNull().default(FIRST_DATABASE),
    /**
     * The number of changes to this row, counted by a trigger for accounts that live elsewhere, and of those
     * that the copy in their database has. The copy itself has `IS_COPY` in the second.
     */
    changeSeq: integer("change_seq").notNull().default(0),
    copiedSeq: integer("copied_seq").notNull().default(0),
    /** The time when all sessions until then were ended together. */
    sessionsEndedAt: time("sessions_ended_at"),
    /** The database that the account is being moved to; nothing of it changes meanwhile. */
    movingTo: text("moving_to").$type<DatabaseName>(),
    /** The database that it has been moved from, until its rows there are gone, and the time of that. */
    movedFrom: text("moved_from").$type<DatabaseName>(),
    movedAt: time("moved_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("user_uncopied").on(t.id).where(isUncopied),
    index("user_moving").on(t.id).where(isUnderWay),
    index("user_unpurged").on(t.deletedAt).where(sql`${t.deletedAt} IS NOT NULL AND ${t.purgedAt} IS NULL`),
    index("user_admin").on(t.id).where(sql`${t.role} = 'admin'`),
    uniqueIndex("user_email_key").on(t.emailKey),
    uniqueIndex("user_username_key").on(t.usernameKey),
    index("user_username_look").on(t.usernameLook),
    index("user_created").on(t.createdAt),
    check("user_role", oneOf("role", userRoles)),
    check("user_status", oneOf("status", userStatuses)),
    check("user_credits", sql`${t.availableCredits} >= 0 AND ${t.usedCredits} >= 0`),
  ],
)

/**
 * The mailboxes that had their trial, by a keyed hash of the address (secrets/mailbox-hash.ts). These
 * rows outlive an account. `userId` is the account with the trial, while it exists.
 */
export const mailbox = sqliteTable(
  "mailbox",
  {
    hash: text("hash").primaryKey(),
    userId: idOf("user_id").references(() => user.id, { onDelete: "set null" }),
    /** The time when this mailbox's first account was made; only the day, once that account is gone. */
    firstAt: time("first_at").notNull(),
  },
  (t) => [index("mailbox_user").on(t.userId)],
)

/**
 * The account of what outsiders name, a link's token or a vendor's id, so that one look-up tells its database. What
 * has no row is asked of every database.
 */
export const accountName = sqliteTable(
  "account_name",
  {
    name: text("name").$type<AccountName>().primaryKey(),
    userId: partOf("user_id", () => user.id),
  },
  (t) => [index("account_name_user").on(t.userId)],
)

/** The accounts whose archived balance was granted, each once in all, from any archive. */
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
    userId: partOf("user_id", () => user.id),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    revokedAt: time("revoked_at"),
  },
  (t) => [index("session_user").on(t.userId), index("session_expires").on(t.expiresAt)],
)

/** The hashes of verification links and reset codes. */
export const accountToken = sqliteTable(
  "account_token",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    purpose: text("purpose", { enum: ["verify", "reset"] }).notNull(),
    tokenHash: text("token_hash").notNull(),
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

/** The tokens by which programs call for an account, in the directory: one look-up finds the account wherever it lives. */
export const accessToken = sqliteTable(
  "access_token",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    /** The hash of the token, which is never stored (secrets/access-token.ts). */
    tokenHash: text("token_hash").notNull(),
    hint: text("hint").notNull(),
    name: text("name").notNull(),
    /** The names of its scopes, with spaces between them (RFC 6749, section 3.3). */
    scopes: text("scopes").notNull(),
    isTest: flag("is_test"),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at"),
    lastUsedAt: time("last_used_at"),
    lastUsedFrom: text("last_used_from"),
  },
  (t) => [
    uniqueIndex("access_token_hash").on(t.tokenHash),
    index("access_token_user").on(t.userId, t.id),
    index("access_token_expires").on(t.expiresAt).where(sql`${t.expiresAt} IS NOT NULL`),
  ],
)

/**
 * What `@cloudflare/workers-oauth-provider` keeps, in the directory, by its keys: `client:…` is a program that has registered
 * itself, `grant:…` an assistant that may act for an account or waits for its code to be taken, `token:…` one of its access
 * tokens. Secrets are hashes there.
 */
export const oauthRecord = sqliteTable(
  "oauth_record",
  {
    key: text("key").primaryKey(),
    /** The id of a grant as its owner's page has it; null for all else. */
    id: idOf("id"),
    /** The account of a grant or a token; null for a client, which is nobody's. */
    userId: idOf("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** The record's JSON, and what lists have of it. */
    value: text("value").notNull(),
    metadata: text("metadata"),
    /** The number of times that it was written: nobody overwrites what they have not read. */
    revision: integer("revision").notNull().default(0),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    /** The last use of a grant's tokens. */
    lastUsedAt: time("last_used_at"),
    lastUsedFrom: text("last_used_from"),
  },
  (t) => [
    uniqueIndex("oauth_record_id").on(t.id).where(sql`${t.id} IS NOT NULL`),
    index("oauth_record_user").on(t.userId, t.key).where(sql`${t.userId} IS NOT NULL`),
    index("oauth_record_expires").on(t.expiresAt),
  ],
)

/**
 * The people who work in others' accounts, and those invited to, in the directory: one look-up finds somebody's role and
 * where the account lives.
 */
export const member = sqliteTable(
  "member",
  {
    id: id(),
    accountId: partOf("account_id", () => user.id),
    /** The person; null until they accept. */
    userId: idOf("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** The address that the invitation went to: only whoever has it proved as their own may accept. */
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    role: text("role", { enum: memberRoleNames }).notNull(),
    /** The keyed hash of the link's token. */
    tokenHash: text("token_hash").notNull(),
    invitedAt: time("invited_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    joinedAt: time("joined_at"),
  },
  (t) => [
    uniqueIndex("member_email").on(t.accountId, t.emailKey),
    uniqueIndex("member_user").on(t.userId, t.accountId),
    uniqueIndex("member_token").on(t.tokenHash),
    index("member_expires").on(t.expiresAt).where(sql`${t.joinedAt} IS NULL`),
    check("member_role", oneOf("role", memberRoleNames)),
    check("member_joined", sql`(${t.userId} IS NULL) = (${t.joinedAt} IS NULL)`),
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
    userId: partOf("user_id", () => user.id),
    oldEmail: text("old_email").notNull(),
    oldEmailKey: text("old_email_key").notNull(),
    newEmail: text("new_email").notNull(),
    newEmailKey: text("new_email_key").notNull(),
    state: text("state", { enum: emailChangeStates }).notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    undoUntil: time("undo_until").notNull(),
  },
  (t) => [
    index("email_change_user").on(t.userId, t.createdAt),
    uniqueIndex("email_change_pending").on(t.userId).where(sql`${t.state} = 'pending'`),
    /** The index of old addresses that are reserved while their owner may still undo. */
    index("email_change_old").on(t.oldEmailKey),
    index("email_change_undo_until").on(t.undoUntil),
    check("email_change_state", oneOf("state", emailChangeStates)),
  ],
)

/** The single-use proofs already spent (captcha passes), kept until they would have expired. */
export const spentPass = sqliteTable(
  "spent_pass",
  { id: id(), expiresAt: time("expires_at").notNull() },
  (t) => [index("spent_pass_expires").on(t.expiresAt)],
)

/** The counters, a row per key; its window begins with the first call. One table counts for all edge locations. */
export const rateCount = sqliteTable(
  "rate_count",
  {
    key: text("key").primaryKey(),
    windowEnd: time("window_end").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [index("rate_count_window").on(t.windowEnd)],
)

export const notification = sqliteTable(
  "notification",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    type: text("type", { enum: notificationTypes }).notNull(),
    message: text("message").notNull(),
    attachmentId: text("attachment_id"),
    /** The idempotency key of the cause: a repeated call notifies this user once. */
    causeKey: text("cause_key"),
    /** Who did what it tells of; null: nobody, or from before that was kept. */
    doneBy: text("done_by").$type<DoerMark>(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("notification_user").on(t.userId, t.createdAt),
    uniqueIndex("notification_cause").on(t.userId, t.causeKey),
    check("notification_type_known", oneOf("type", notificationTypes)),
  ],
)

/** The actions of admins, for admins to read. */
export const auditEntry = sqliteTable(
  "audit_entry",
  {
    id: id(),
    actorId: idOf("actor_id").notNull(),
    action: text("action").notNull(),
    subjectId: idOf("subject_id").notNull(),
    details: text("details").notNull(),
    /** The reason in the admin's own words; "" if none was given. */
    reason: text("reason").notNull().default(""),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    index("audit_entry_created").on(t.createdAt),
    index("audit_entry_subject").on(t.subjectId, t.createdAt),
  ],
)
