/** The tables of prints, and of the work that makes their sheets. */

import { sql } from "drizzle-orm"
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
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { defaultInkLimits, type InkLimits } from "../../../contract/artwork/ink.ts"
import type { Contour } from "../../../contract/delivery/contour.ts"
import type { WhitePlane } from "../../../contract/delivery/sheet-format.ts"
import type { WritingSettings } from "../../../contract/delivery/writing.ts"
import type { Id } from "../../../contract/id.ts"
import { integrationTypes } from "../../../contract/integrations/integration.ts"
import type { CostCents, Prices } from "../../../contract/prints/cost.ts"
import {
  layoutEfforts,
  packings,
  printStatuses,
  printTypes,
  remakeReasons,
} from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import { image, size } from "../artwork/tables.ts"
import { flag, id, idOf, oneOf, partOf, time } from "../columns.ts"
import { orderItem } from "../orders/tables.ts"

export const sheetTemplate = sqliteTable(
  "sheet_template",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
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
    /** The limits of strokes, gaps, dots and ink. */
    ink: text("ink", { mode: "json" }).$type<InkLimits>().notNull().default(defaultInkLimits),
    /** The id of a destination, perhaps one of the app; hence no foreign key. */
    destinationId: idOf("destination_id"),
    /** The address of its print shop. Deleting that clears it; a deletion undone later may bring it back. */
    addressId: idOf("address_id"),
    /** True if the seller takes its files to the print shop. */
    carriesFiles: flag("carries_files").default(false),
    isDefault: flag("is_default"),
    /** The JSON of prices of film, ink, powder and a credit (contract/prints/cost.ts); null: no prices. */
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

export const print = sqliteTable(
  "print",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    type: text("type", { enum: printTypes }).notNull(),
    /** The kind of shop of a print of orders; null: from before there were others, or several. */
    source: text("source", { enum: integrationTypes }),
    status: text("status", { enum: printStatuses }).notNull(),
    /** The name, the seller's or made from its orders' dates; "" in prints from before names. */
    name: text("name").notNull().default(""),
    /** The code on labels: the end of the id, which is random. */
    code: text("code").generatedAlwaysAs(sql`substr(id, -10)`, { mode: "virtual" }),
    /** True for labels beside the pieces; null: on for prints of orders, else as the template says. */
    labels: integer("labels", { mode: "boolean" }),
    /** The time of its deletion; it is shown nowhere, and the sweep removes it once this cannot be undone. */
    trashedAt: time("trashed_at"),
    /** The running attempt while Processing, otherwise the last one. */
    attemptId: idOf("attempt_id"),
    /** The number of the newest attempt; a late worker of an older one changes nothing. */
    attemptNumber: integer("attempt_number").notNull().default(0),
    sheetTemplateId: idOf("sheet_template_id").references(() => sheetTemplate.id, { onDelete: "set null" }),
    /** The message for the seller: why the last attempt failed. */
    failureMessage: text("failure_message"),
    requestKey: text("request_key"),
    /** The number of items, kept by triggers on `print_item` (migration 0009): a search need not sum them. */
    itemCount: integer("item_count").notNull().default(0),
    copies: integer("copies").notNull().default(0),
    printedAt: time("printed_at"),
    /** The time when the shop said, on the page of a link, that it has printed it. */
    shopPrintedAt: time("shop_printed_at"),
    /** The print whose pieces it makes once more, while that exists; the reason shows that it is a remake. */
    remakeOf: idOf("remake_of").references((): AnySQLiteColumn => print.id, { onDelete: "set null" }),
    remakeReason: text("remake_reason", { enum: remakeReasons }),
    /** True if its items are archived, or orders of them. */
    hasArchivedParts: flag("has_archived_orders").default(false),
    /** The earliest day by which one of its archived orders had to be shipped. */
    archivedShipBy: time("archived_ship_by"),
    /** The key of the document in R2 that has its items, attempts and sheets; null: all of it is in rows. */
    archiveKey: text("archive_key"),
    /** The JSON of what lists and searches ask of an archived print. */
    archivedParts: text("archived_parts", { mode: "json" }).$type<ArchivedParts>(),
    /** The time when it came back from a document; it stays in rows for a day. */
    restoredAt: time("restored_at"),
    /** True if a test token made it: it costs nothing, carries a watermark and goes to nobody. */
    isTest: flag("is_test").default(false),
    /** Who made it; null: from before that was kept. */
    madeBy: text("made_by").$type<DoerMark>(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    /** Lists break ties by the id. Those of a time are few and are sorted; without one, all may be. */
    index("print_created").on(t.userId, t.createdAt),
    index("print_printed").on(t.userId, t.printedAt, t.id),
    index("print_status").on(t.userId, t.status, t.createdAt),
    index("print_type").on(t.userId, t.type, t.createdAt),
    index("print_id").on(t.userId, t.id),
    index("print_name").on(t.userId, sql`${t.name} COLLATE NOCASE`),
    index("print_code").on(t.code),
    index("print_trashed").on(t.trashedAt).where(sql`${t.trashedAt} IS NOT NULL`),
    /** This index is the sweep's. With the status first, SQLite would read all users' prints for a list. */
    index("print_retention").on(t.printedAt).where(sql`${t.status} = 'Completed'`),
    uniqueIndex("print_request_key").on(t.userId, t.requestKey).where(sql`${t.requestKey} IS NOT NULL`),
    index("print_remade").on(t.userId).where(sql`${t.remakeReason} IS NOT NULL AND ${t.trashedAt} IS NULL`),
    index("print_archive").on(t.archiveKey).where(sql`${t.archiveKey} IS NOT NULL`),
    index("print_unarchived")
      .on(t.printedAt, t.id)
      .where(sql`${t.status} = 'Deleted' AND ${t.printedAt} IS NOT NULL AND ${t.archiveKey} IS NULL`),
    index("print_remake_of").on(t.remakeOf).where(sql`${t.remakeOf} IS NOT NULL`),
    check("print_status_known", oneOf("status", printStatuses)),
    check("print_type_known", oneOf("type", printTypes)),
    check("print_processing", sql`${t.status} <> 'Processing' OR ${t.attemptId} IS NOT NULL`),
    check("print_completed", sql`${t.status} <> 'Completed' OR ${t.printedAt} IS NOT NULL`),
  ],
)

/**
 * An index of `print.archivedParts` and the last attempt, by which archived prints are found. Triggers keep it, and the migration makes it
 * WITHOUT ROWID. A print is named by its rowid, as in the index of words.
 */
export const archivedPrintPart = sqliteTable(
  "archived_print_part",
  { partId: text("part_id").notNull(), print: integer("print").notNull() },
  (t) => [primaryKey({ columns: [t.partId, t.print] })],
)

/** The parts of an archived print that lists and searches read. */
export type ArchivedParts = {
  /** The images of its items in their order, an image a few times at most, with null for items without one. */
  images: (Id | null)[]
  /** The sizes of its items, each once. */
  sizes: (Id | null)[]
  /** The completed attempts before the last one: the layout of each is a document of its own. */
  attempts: Id[]
  /** The documents of its orders, its sheets (`sheet:` and the token), and buyers whose words are in its values (`buyer:` and the order). */
  others: string[]
  /** The cost of its last attempt. */
  cost: CostCents | null
  /** Who began its last attempt; null, or left out, where that was not kept. */
  begunBy?: DoerMark | null
}

/**
 * The layout document of a print, proved when it was stored. `digest` is of the items and the
 * template that it was made for: with others it no longer counts.
 */
export const printLayout = sqliteTable("print_layout", {
  printId: idOf("print_id")
    .primaryKey()
    .references(() => print.id, { onDelete: "cascade" }),
  sheetTemplateId: partOf("sheet_template_id", () => sheetTemplate.id),
  packing: text("packing", { enum: packings }).notNull(),
  digest: text("digest").notNull(),
  /** The JSON of the sheets (contract/prints/layout.ts), or the key of its ended attempt's document, which has it. */
  sheets: text("sheets").notNull(),
  lengthIn: real("length_in").notNull(),
  boxesLengthIn: real("boxes_length_in").notNull(),
  updatedAt: time("updated_at").notNull(),
})

export const printItem = sqliteTable(
  "print_item",
  {
    id: id(),
    printId: partOf("print_id", () => print.id),
    /** The image; null: never chosen, or deleted (the flag below is then true). */
    imageId: idOf("image_id").references(() => image.id, { onDelete: "set null" }),
    wasImageDeleted: flag("was_image_deleted").default(false),
    sizeId: idOf("size_id").references(() => size.id, { onDelete: "set null" }),
    wasSizeDeleted: flag("was_size_deleted").default(false),
    orderItemId: idOf("order_item_id").references(() => orderItem.id, { onDelete: "set null" }),
    /** The key of the document that has its order item while the order is archived. */
    archiveKey: text("archive_key"),
    /** A JSON object: the values of its image's fields, by name, in the names' order. */
    fieldValues: text("field_values").notNull().default("{}"),
    /** True if its artwork had no field when its print was begun last; null: it was before this was kept. */
    hadNoFields: integer("had_no_fields", { mode: "boolean" }),
    /** JSON: the mends of its store's rule that it was printed with when its print was begun last; null: it was before this was kept. */
    shopMends: text("shop_mends"),
    /** True if it came from an order, which may have been deleted since. */
    isOrdered: flag("is_ordered").default(false),
    /** The marketplace's id of the order whose buyer its values are from; copies keep it, and it outlives the order. */
    buyerOrder: text("buyer_order"),
    /** The time when a print with this item was last completed; this makes its order item Completed. */
    printedAt: time("printed_at"),
    /** The share of the print's cost when it was last completed; null without prices. */
    costCents: integer("cost_cents"),
    quantity: integer("quantity").notNull(),
    /** The place in the list on the page. */
    position: integer("position").notNull(),
  },
  (t) => [
    /** This index includes the quantity, so that copies are summed from it alone. */
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

/** The copies that somebody at the press has ticked off. */
export const manifestTick = sqliteTable(
  "manifest_tick",
  {
    printId: partOf("print_id", () => print.id),
    itemId: partOf("item_id", () => printItem.id),
    /** The copy, counted from 1 to the item's quantity. */
    copy: integer("copy").notNull(),
    doneAt: time("done_at").notNull(),
    /** Who ticked it, where that was somebody else than the account's owner. */
    doneBy: idOf("done_by"),
  },
  (t) => [primaryKey({ columns: [t.printId, t.itemId, t.copy] })],
)

/** The states of an attempt, in their order; the last three are its ends. */
export const attemptStates = [
  "holding",
  "stamping",
  "rendering",
  "finishing",
  "completed",
  "failed",
  "cancelled",
] as const

const renderLanes = ["short", "long"] as const
export type RenderLane = (typeof renderLanes)[number]

/** A try at a print. `isHoldSettled`: the ledger captured or released its hold, `hold:{id}`. */
export const attempt = sqliteTable(
  "attempt",
  {
    id: id(),
    printId: partOf("print_id", () => print.id),
    userId: partOf("user_id", () => user.id),
    number: integer("number").notNull(),
    state: text("state", { enum: attemptStates }).notNull(),
    credits: integer("credits").notNull(),
    isHoldSettled: flag("is_hold_settled").default(false),
    /** True if the event, notification and mail about its end have gone out. */
    isAnnounced: flag("is_announced").default(false),
    dpi: integer("dpi").notNull(),
    mirror: flag("mirror"),
    /** The share of the film that pieces cover: piece area over film area. 0 until it is laid out. */
    utilisation: real("utilisation").notNull(),
    /** The effort of the search for a layout, if stamps and sheets are not yet known. */
    searchEffort: text("search_effort", { enum: layoutEfforts }),
    /** The film of the agreed sheet, if the search begins from it: the most that is printed. */
    agreedFilmIn: real("agreed_film_in"),
    packing: text("packing", { enum: packings }).notNull().default("tightest"),
    /** JSON: the formats of each sheet. */
    formats: text("formats").notNull().default('["png"]'),
    /** JSON: the plane of white ink, {name, chokePx}. */
    white: text("white", { mode: "json" }).$type<WhitePlane>(),
    /** The JSON of the cut line that is drawn around its pieces; null: none. */
    contour: text("contour", { mode: "json" }).$type<Contour>(),
    /** The pattern of its files' names. */
    fileName: text("file_name"),
    failureMessage: text("failure_message"),
    /** The name of who said, when it began, that the ink that will show was looked at; null: nobody was asked. */
    inkLookedBy: text("ink_looked_by"),
    /** The time when it got its turn (attempt-turn-rows.ts); null: it waits for it, or holds no credits. */
    turnAt: time("turn_at"),
    /** The queue of its messages: `short` is for little work of accounts that have little under way. */
    lane: text("lane", { enum: renderLanes }).notNull().default("long"),
    /** JSON: the template's prices as they were when it began. */
    prices: text("prices", { mode: "json" }).$type<Prices>(),
    /** JSON: the cost in cents; null until it is completed, and without prices. */
    cost: text("cost", { mode: "json" }).$type<CostCents>(),
    /** The film that boxes would take, and square inches of ink; null until laid out. */
    boxesFilmIn: real("boxes_film_in"),
    inkSqIn: real("ink_sq_in"),
    /** The film of its sheets, 0 for a test; null until it is completed. */
    filmIn: real("film_in"),
    /** True for one of a test print: its credits are not held, and its sheets carry a watermark. */
    isTest: flag("is_test").default(false),
    /** Who began it, and so spent its credits; null: from before that was kept. */
    begunBy: text("begun_by").$type<DoerMark>(),
    /** The sweep's next turn; null after too long without progress. Progress clears it. */
    retryAt: time("retry_at"),
    /** The error code of the mail about its end: retried until `isAnnounced`, then given up. */
    mailError: text("mail_error"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("attempt_number").on(t.printId, t.number),
    index("attempt_state").on(t.state, t.updatedAt),
    /** The index for one seller's film statistics of a month, which are read from it alone. */
    index("attempt_film").on(t.userId, t.state, t.updatedAt, t.filmIn, t.utilisation, t.printId),
    index("attempt_unsettled").on(t.updatedAt).where(sql`${t.isHoldSettled} = 0 OR ${t.isAnnounced} = 0`),
    /** The index of an account's attempts that wait for their turn, in their order. */
    index("attempt_waiting")
      .on(t.userId, t.updatedAt)
      .where(sql`${t.state} = 'stamping' AND ${t.turnAt} IS NULL`),
    /** The index that counts those that have theirs. */
    index("attempt_under_way")
      .on(t.userId, t.lane)
      .where(sql`${t.turnAt} IS NOT NULL AND ${t.state} IN ('stamping', 'rendering')`),
    index("attempt_unmailed").on(t.updatedAt).where(sql`${t.mailError} IS NOT NULL`),
    check("attempt_state_known", oneOf("state", attemptStates)),
    check("attempt_credits", sql`${t.credits} >= 1`),
  ],
)

/** A sheet of an attempt. `token` cannot be guessed and is part of its shared path. */
export const sheet = sqliteTable(
  "sheet",
  {
    attemptId: partOf("attempt_id", () => attempt.id),
    sheetIndex: integer("sheet_index").notNull(),
    token: text("token").notNull(),
    widthPx: integer("width_px").notNull(),
    lengthPx: integer("length_px").notNull(),
    /** Old rows hold all placements. Now "": not JSON, so a Worker unaware of parts fails here. */
    placements: text("placements").notNull(),
    state: text("state", { enum: ["waiting", "written", "deleted"] }).notNull(),
    /** The bytes of all its files. */
    bytes: integer("bytes").notNull().default(0),
    /** The checksum of its first file. */
    checksum: text("checksum"),
    /** The JSON of its files: [{format, bytes, checksum, name?}]; null for an older sheet: a PNG. */
    files: text("files"),
    /** The length of the cut line, if it has one. */
    contourLengthIn: real("contour_length_in"),
    /** The writing of the same pieces once more, for another destination; null: the attempt's own. */
    writingId: idOf("writing_id").references((): AnySQLiteColumn => writing.id, { onDelete: "cascade" }),
    previewKey: text("preview_key"),
    /** The number of its placements; null in rows from before it was kept. */
    pieces: integer("pieces"),
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
 * The sheets of a completed attempt, written once more for another destination: no layout, no credits.
 * It copies the destination's settings, so that changing those changes no file.
 */
export const writing = sqliteTable(
  "writing",
  {
    id: id(),
    attemptId: partOf("attempt_id", () => attempt.id),
    userId: partOf("user_id", () => user.id),
    state: text("state", { enum: writingStates }).notNull(),
    destinationId: idOf("destination_id").notNull(),
    /** The name that the destination had. */
    name: text("name").notNull(),
    /** A digest of all that decides its bytes: asking for the same again makes no second one. */
    digest: text("digest").notNull(),
    /** JSON: the settings of its sheets, in the form of an attempt's columns. */
    settings: text("settings", { mode: "json" }).notNull().$type<WritingSettings>(),
    failureMessage: text("failure_message"),
    /** The sweep's next turn; null after too long without progress. Progress clears it. */
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

/**
 * The JSON of a sheet's placements until its attempt has ended, in order: {itemId, copy, stampKey, x, y, widthPx, heightPx,
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

/**
 * The sections that a print is dealt out to, each of which has a search of its own, until the layout is stored or the
 * attempt has ended. `isDone` changes once.
 */
export const searchSection = sqliteTable(
  "search_section",
  {
    attemptId: partOf("attempt_id", () => attempt.id),
    section: integer("section").notNull(),
    /** The JSON of its copies by their items. */
    copies: text("copies").notNull(),
    /** The JSON of its sheets: those that its search begins from, then those that it has found; null: none yet. */
    sheets: text("sheets"),
    isDone: flag("is_done").default(false),
    createdAt: time("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.attemptId, t.section] })],
)

/** The artwork resampled to one size and turn, for all copies and later prints. `key` is its R2 key. */
export const stamp = sqliteTable(
  "stamp",
  {
    key: text("key").primaryKey(),
    imageId: partOf("image_id", () => image.id),
    bytes: integer("bytes").notNull(),
    /** The digest of the piece whose values it shows; null: without any, or from before it was kept. */
    piece: text("piece"),
    createdAt: time("created_at").notNull(),
    lastUsedAt: time("last_used_at").notNull(),
  },
  (t) => [index("stamp_image").on(t.imageId), index("stamp_used").on(t.lastUsedAt)],
)

/**
 * The stamps that an attempt waits for until it has ended; `isDone` changes once. It copies all sources of a stamp, so
 * that deleting an image does not stop a running print.
 */
export const attemptStamp = sqliteTable(
  "attempt_stamp",
  {
    attemptId: idOf("attempt_id").notNull(),
    stampKey: text("stamp_key").notNull(),
    imageId: idOf("image_id").notNull(),
    /** The image's name for messages to the seller. */
    imageName: text("image_name").notNull(),
    /** The R2 object that the stamp is made from, and its format. */
    sourceKey: text("source_key").notNull(),
    kind: text("kind", { enum: ["png", "jpeg", "svg"] }).notNull(),
    widthPx: integer("width_px").notNull(),
    heightPx: integer("height_px").notNull(),
    rotated: flag("rotated"),
    halfTurned: flag("half_turned").default(false),
    mirror: flag("mirror"),
    /** The R2 key of the text that is drawn over the artwork before it is cut out; null: none. */
    overlayKey: text("overlay_key"),
    /** The part of the grid below that text that is a stamp which others share. */
    baseBox: text("base_box", { mode: "json" }).$type<{
      x: number
      y: number
      width: number
      height: number
    }>(),
    /** The width of the whole artwork as drawn; the trim counts in these pixels. Null: in its own. */
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
