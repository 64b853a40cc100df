/** The tables of images, sizes, fonts, and their matches with orders. */

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
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { mediaTypes } from "../../../contract/artwork/artwork-kind.ts"
import type { InkCode, InkFinding, InkLimits, InkMark } from "../../../contract/artwork/ink.ts"
import type { MendInput, PrintedAt } from "../../../contract/artwork/mend.ts"
import { imageStatuses, variantStates } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"

export const imageCategory = sqliteTable(
  "image_category",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
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
    userId: partOf("user_id", () => user.id),
    name: text("name").notNull(),
    /** The name in lower case, without extension, spaces and dashes; compared with an order's SKU. */
    skuKey: text("sku_key").notNull(),
    categoryId: idOf("category_id").references(() => imageCategory.id, { onDelete: "set null" }),
    /** The score in half stars: 0 to 10. */
    halfStars: integer("half_stars").notNull().default(0),
    status: text("status", { enum: imageStatuses }).notNull(),
    failureReason: text("failure_reason"),
    mediaType: text("media_type", { enum: mediaTypes }),
    /** The R2 keys: the upload; the image to render (upload, or a PNG that is normalised or mended); the preview. */
    sourceKey: text("source_key"),
    masterKey: text("master_key"),
    previewKey: text("preview_key"),
    /** The idempotency key: the page chooses it, so a repeated upload makes no second image. */
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
    /** JSON: the fields that differ from piece to piece, and the text that is placed on it. */
    fields: text("fields").notNull().default("[]"),
    layers: text("layers").notNull().default("[]"),
    /** JSON: the mends in the seller's order; those that are switched off stay in it. */
    mends: text("mends").notNull().default("[]"),
    /** JSON: the mends that are in the picture under `masterKey`; until it is read again they may be others. */
    madeMends: text("made_mends").notNull().default("[]"),
    /** The families that its text names and nobody has. */
    missingFonts: text("missing_fonts", { mode: "json" }).$type<string[]>().notNull().default([]),
    /** JSON: the families that its text names, each with the font that it is drawn in instead. */
    fontReplacements: text("font_replacements").notNull().default("[]"),
    /** The name of the check of its ink at its own width, in `image_ink`; null before the first. */
    inkDigest: text("ink_digest"),
    /** The findings of that check in short, and the codes for which the seller has said "I know". */
    inkMarks: text("ink_marks", { mode: "json" }).$type<InkMarkRow[]>().notNull().default([]),
    inkAccepted: text("ink_accepted", { mode: "json" }).$type<InkCode[]>().notNull().default([]),
    /** The number of copies in completed prints. */
    usedInPrint: integer("used_in_print").notNull().default(0),
    /** Who uploaded it, or had it fetched; null: from before that was kept. */
    uploadedBy: text("uploaded_by").$type<DoerMark>(),
    /** The time when it got its turn to be read (image-turn-rows.ts); null: it waits for it. */
    turnAt: time("turn_at"),
    /** The sweep's next look at it; null once it has been in one state for too long. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    index("image_created").on(t.userId, t.createdAt),
    /** This index includes the id, so that a search by name reads it alone. */
    index("image_name").on(t.userId, sql`${t.name} COLLATE NOCASE`, t.id),
    index("image_score").on(t.userId, t.halfStars),
    index("image_used").on(t.userId, t.usedInPrint),
    index("image_by_category").on(t.userId, t.categoryId, t.createdAt),
    index("image_sku").on(t.userId, t.skuKey),
    index("image_status").on(t.status, t.updatedAt),
    /** The index of an account's images that are read, or wait for that. */
    index("image_unread").on(t.userId, t.turnAt, t.id).where(sql`${t.status} = 'Ingesting'`),
    /** The index of the few whose text waits for a font, and of those that are read again for one. */
    index("image_missing_fonts").on(t.userId).where(sql`${t.missingFonts} <> '[]'`),
    index("image_read_again").on(t.retryAt).where(sql`${t.status} = 'Ready' AND ${t.retryAt} IS NOT NULL`),
    /** The index of those with findings about their ink. */
    index("image_marked").on(t.userId).where(sql`${t.inkMarks} <> '[]'`),
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
 * An image with one set of values in its fields, or with its mends made at one printed size: a piece of its own. `digest`
 * covers all that its look depends on (artwork, fields, layers, fonts, values, printed size), so a row never changes its
 * meaning.
 */
export const imageVariant = sqliteTable(
  "image_variant",
  {
    imageId: partOf("image_id", () => image.id),
    digest: text("digest").notNull(),
    /** A JSON object, in the names' order. */
    fieldValues: text("field_values").notNull(),
    /** The account of one with a printed size, by which these are counted; null for the others, and before it was kept. */
    userId: idOf("user_id"),
    /** The printed size that its mends are made at; null: that of the image. */
    printed: text("printed", { mode: "json" }).$type<PrintedAt>(),
    state: text("state", { enum: variantStates }).notNull(),
    /** The reason why it cannot be printed, in words for the seller. */
    failureReason: text("failure_reason"),
    /** The R2 keys: the source of its pixels, and the text over it; null: none. */
    sourceKey: text("source_key"),
    /** The ink that it shares with other pieces, in the image's pixels; null: it shares nothing. */
    baseBox: text("base_box", { mode: "json" }).$type<{
      x: number
      y: number
      width: number
      height: number
    }>(),
    overlayKey: text("overlay_key"),
    /** The size of its picture; null: that of the image. */
    widthPx: integer("width_px"),
    heightPx: integer("height_px"),
    trimX: integer("trim_x"),
    trimY: integer("trim_y"),
    trimWidth: integer("trim_width"),
    trimHeight: integer("trim_height"),
    isOpaque: flag("is_opaque").default(false),
    softShare: real("soft_share").notNull().default(0),
    /** The sweep's next request for it; null once it is made. */
    retryAt: time("retry_at"),
    /** The turns that have taken it and not made it (waiting-rows.ts). */
    tries: integer("tries").notNull().default(0),
    createdAt: time("created_at").notNull(),
    lastUsedAt: time("last_used_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.imageId, t.digest] }),
    /** The index that finds a print's pieces by its items' values. */
    index("image_variant_values").on(t.imageId, t.fieldValues),
    index("image_variant_used").on(t.lastUsedAt),
    index("image_variant_printed").on(t.userId).where(sql`${t.userId} IS NOT NULL`),
    index("image_variant_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    check("image_variant_state", oneOf("state", variantStates)),
  ],
)

/**
 * The findings about an image's ink at one printed size. `digest` covers all that this depends on
 * (artwork, printed scale, limits, white), so a row never changes its meaning.
 */
export const imageInk = sqliteTable(
  "image_ink",
  {
    imageId: partOf("image_id", () => image.id),
    /** The image's owner, whose checks are bounded; "" of rows that an earlier version wrote while it was replaced. */
    userId: idOf("user_id").notNull().default(sql`''`),
    digest: text("digest").notNull(),
    /** The measures that the check goes by. */
    asked: text("asked", { mode: "json" }).$type<AskedInk>().notNull(),
    state: text("state", { enum: variantStates }).notNull(),
    /** The reason why it was not checked, or if it is ready, its colours were not compared with the press; in words for the seller. */
    failureReason: text("failure_reason"),
    findings: text("findings", { mode: "json" }).$type<StoredFinding[]>().notNull().default([]),
    /** The time from which a job may take it; null once it was checked. */
    retryAt: time("retry_at"),
    /** The turns that have taken it and not made it (waiting-rows.ts). */
    tries: integer("tries").notNull().default(0),
    createdAt: time("created_at").notNull(),
    lastUsedAt: time("last_used_at").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.imageId, t.digest] }),
    index("image_ink_due").on(t.retryAt).where(sql`${t.retryAt} IS NOT NULL`),
    index("image_ink_used").on(t.userId, t.lastUsedAt).where(sql`${t.retryAt} IS NULL`),
    check("image_ink_state", oneOf("state", variantStates)),
  ],
)

/** The printed length of a pixel of the artwork and the limits, in mm. */
export type AskedInk = {
  mmPerPx: number
  limits: InkLimits
  hasWhite: boolean
  /** The R2 key of the press's profile; none where no profile is known. */
  profileKey?: string
  /** The printed size that the image's mends are made at; without it they are those of its own picture. */
  printed?: PrintedAt
}
/** A finding as the engine has it, with its places as x, y, width and height, a third of the bytes. */
export type StoredFinding = Omit<InkFinding, "isAccepted" | "places" | "mends"> & {
  places: number[][]
  mends: MendInput[]
}
type InkMarkRow = Pick<InkMark, "code" | "severity">

export const size = sqliteTable(
  "size",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    name: text("name").notNull(),
    /** The name in the form that order sizes are compared with; see match-key.ts. */
    nameKey: text("name_key").notNull().default(""),
    /** The printed width in inches. */
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

/** A seller's choice for a SKU, or for a listing and variation: image and size have a key each. */
export const artworkChoice = sqliteTable(
  "artwork_choice",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    matchKey: text("match_key").notNull(),
    imageId: idOf("image_id").references(() => image.id, { onDelete: "set null" }),
    sizeId: idOf("size_id").references(() => size.id, { onDelete: "set null" }),
    /** True: the choice overrides the match by name. False: it is for items without such a match. */
    isOverride: flag("is_override").default(false),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("artwork_choice_key").on(t.userId, t.matchKey)],
)

/** The fields of the artwork that a buyer's answers go into, for a SKU or a listing. */
export const artworkRule = sqliteTable(
  "artwork_rule",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    /** The SKU as it is matched, else `listing:{id}`. */
    ruleKey: text("rule_key").notNull(),
    imageId: idOf("image_id").references(() => image.id, { onDelete: "set null" }),
    /** A JSON object: a question or a pattern for each field. */
    fields: text("fields").notNull(),
    /** JSON: the questions whose answers are not for print. */
    ignores: text("ignores").notNull(),
    /** The fields for which a person has seen the reading; nothing is certain for any others. */
    confirmedFor: text("confirmed_for"),
    /** True if a person has said that artwork without fields is printed without the buyers' texts. */
    printsWithoutText: flag("prints_without_text").default(false),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("artwork_rule_key").on(t.userId, t.ruleKey), index("artwork_rule_image").on(t.imageId)],
)

/** A seller's own font; others come with the app. */
export const font = sqliteTable(
  "font",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    family: text("family").notNull(),
    /** The family as it is looked up: lower case, one space. */
    familyKey: text("family_key").notNull(),
    style: text("style", { enum: ["normal", "italic"] }).notNull(),
    weight: integer("weight").notNull(),
    /** All names by which a drawing may ask for it, as familyKeyOf writes them. */
    names: text("names", { mode: "json" }).$type<string[]>().notNull(),
    /** True if the font says that it may not be embedded. */
    isRestricted: flag("is_restricted").default(false),
    /** The R2 key of the unpacked font (TrueType or OpenType). */
    fileKey: text("file_key").notNull(),
    bytes: integer("bytes").notNull(),
    /** The SHA-256 of the unpacked font: part of every stamp that is drawn with it. */
    checksum: text("checksum").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("font_face").on(t.userId, t.familyKey, t.style, t.weight),
    check("font_weight", sql`${t.weight} BETWEEN 1 AND 1000`),
  ],
)
