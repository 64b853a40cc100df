/** The tables of the places that files go to. */

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
import type { LastTest } from "../../../contract/delivery/delivery.ts"
import type { DestinationInput } from "../../../contract/delivery/destination.ts"
import { deliveryKinds, deliveryStates } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"
import { attempt, print } from "../prints/tables.ts"

/** A seller's own destination; others come with the app, see contract/delivery/destination.ts. */
export const destination = sqliteTable(
  "destination",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    name: text("name").notNull(),
    formats: text("formats", { mode: "json" }).$type<DestinationInput["formats"]>().notNull(),
    maxLengthIn: real("max_length_in").notNull(),
    dpi: integer("dpi").notNull(),
    mirror: flag("mirror"),
    white: text("white", { mode: "json" }).$type<DestinationInput["white"]>().notNull(),
    contour: text("contour", { mode: "json" }).$type<DestinationInput["contour"]>().notNull(),
    fileName: text("file_name").notNull(),
    /** The colour profile of its press. */
    profile: text("profile", { mode: "json" }).$type<StoredProfile>(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("destination_created").on(t.userId, t.createdAt),
    check("destination_bounds", sql`${t.maxLengthIn} BETWEEN 4 AND 240 AND ${t.dpi} BETWEEN 72 AND 600`),
  ],
)

/** A profile; `key` is its file's in R2, which names the file's SHA-256. */
export type StoredProfile = { name: string; colours: string; key: string; uploadedAtMs: number }

/** A link for the shop that prints: the files of one or several prints. `token` cannot be guessed. */
export const share = sqliteTable(
  "share",
  {
    id: id(),
    token: text("token").notNull(),
    userId: partOf("user_id", () => user.id),
    /** The time when the seller ended it; null: it holds while there are files. */
    endedAt: time("ended_at"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [uniqueIndex("share_token").on(t.token), index("share_user").on(t.userId, t.createdAt)],
)

export const sharePrint = sqliteTable(
  "share_print",
  {
    shareId: partOf("share_id", () => share.id),
    printId: partOf("print_id", () => print.id),
    /** The place on its page. */
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.shareId, t.printId] }), index("share_print_print").on(t.printId)],
)

/** A place that finished files are sent to: a folder, a bucket, or a form that takes files. */
export const deliveryAddress = sqliteTable(
  "delivery_address",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    name: text("name").notNull(),
    kind: text("kind", { enum: deliveryKinds }).notNull(),
    url: text("url").notNull(),
    /** JSON of its kind's settings that anybody may see: bucket, region, prefix, fields. */
    settings: text("settings").notNull(),
    /** The JSON of names and keys, sealed. */
    sealedSecret: text("sealed_secret"),
    /** True if every print that is completed goes there by itself. */
    isAutomatic: flag("is_automatic").default(false),
    /** The answer to the last test of the place and the account as they are now; null: none. */
    lastTest: text("last_test", { mode: "json" }).$type<LastTest>(),
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
    printId: partOf("print_id", () => print.id),
    attemptId: partOf("attempt_id", () => attempt.id),
    userId: partOf("user_id", () => user.id),
    addressId: idOf("address_id").references(() => deliveryAddress.id, { onDelete: "set null" }),
    /** The name that the address had. */
    name: text("name").notNull(),
    state: text("state", { enum: deliveryStates }).notNull(),
    /** JSON: the files that have arrived, by their keys. */
    sent: text("sent").notNull().default("[]"),
    /** True if a server's answer to one of them leaves open whether it has arrived. */
    isUnsure: flag("is_unsure").default(false),
    tries: integer("tries").notNull().default(0),
    failureMessage: text("failure_message"),
    /** The sweep's next try; null: never. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("delivery_print").on(t.printId, t.createdAt),
    index("delivery_user").on(t.userId),
    index("delivery_address_id").on(t.addressId),
    /** An attempt has one delivery to each address: sending again goes on in the same row. */
    uniqueIndex("delivery_once").on(t.attemptId, t.addressId),
    index("delivery_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    index("delivery_under_way").on(t.userId, t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    check("delivery_state_known", oneOf("state", deliveryStates)),
  ],
)
