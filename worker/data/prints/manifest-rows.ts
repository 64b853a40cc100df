import { and, eq, sql } from "drizzle-orm"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import type { LengthUnit } from "../../../contract/length.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { changeWords } from "../../../contract/orders/change-words.ts"
import type { LabelCode, ManifestRow, ManifestTick } from "../../../contract/prints/manifest.ts"
import { user } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom, member } from "../insert-from.ts"
import { answersOf, readAnswers } from "../orders/order-item-answers.ts"
import { approvedAtOf, type LookImage, lookOf, provedMends } from "../orders/stored-proof.ts"
import { hasNoPlaceIn, type PlaceRow, placeColumns, ruleOfItem } from "../orders/text-place.ts"
import { restorePrintsWhere } from "./archive-rows.ts"
import type { AttemptRow } from "./attempt-rows.ts"
import { namedBatch } from "./named-batch.ts"
import { type ChangeRow, changeColumns, changesOf } from "./print-changes.ts"
import type { PrintRow } from "./print-rows.ts"
import { type FullPrint, film, filmOf } from "./print-view.ts"
import { isPieced, lostShopMendsSql, printedShopMendsSql, readShopMends } from "./shop-mends.ts"
import { attempt, manifestTick, print, printItem } from "./tables.ts"

/** An item with its copies. `number` names it on labels; `imageId` is of a Ready image. */
export type ManifestItem = Pick<
  ManifestRow,
  | "itemId"
  | "orderId"
  | "isPressed"
  | "isShipped"
  | "orderNumber"
  | "buyer"
  | "shipBy"
  | "item"
  | "sku"
  | "personalisation"
  | "wording"
  | "image"
  | "isCancelled"
  | "changes"
  | "hasNoPlace"
  | "approvedAt"
> & {
  number: number
  quantity: number
  imageId: Id | null
  sizeName: string | null
  sizeIn: number | null
  values: ArtworkValues
  /** True if its picture is drawn for its values or its size. */
  hasPiece: boolean
  /** The mends of its store's rule, as it was or will be printed. */
  shopMends: readonly Mend[]
  /** The cost of all its copies. */
  costCents: number | null
}

/** The place of a copy in pixels of a sheet of `dpi`. `copy` counts from 1. */
export type CopyPlace = {
  itemId: Id
  copy: number
  sheet: number
  x: number
  y: number
  /** The width; null if the place is only planned. */
  width: number | null
  height: number | null
  dpi: number
}

/** Lists a print's items in order, each with the data that the press needs. */
export async function listManifestItems(db: Database, printId: Id): Promise<ManifestItem[]> {
  type Row = Omit<
    ManifestItem,
    | "shipBy"
    | "values"
    | "hasPiece"
    | "shopMends"
    | "personalisation"
    | "isCancelled"
    | "isPressed"
    | "isShipped"
    | "changes"
    | "hasNoPlace"
    | "approvedAt"
  > &
    ChangeRow &
    LookImage &
    PlaceRow & {
      sizeId: Id | null
      isPressed: number
      isShipped: number
      shipBy: number | null
      fieldValues: string
      fields: string
      madeMends: string
      shopMends: string | null
      hasLostMends: number
      proof: string | null
    }
  const rows = await db.all<Row>(sql`
    SELECT print_item.id AS itemId, print_item.position + 1 AS number, print_item.quantity AS quantity,
      "order".id AS orderId, "order".pressed_at IS NOT NULL AS isPressed,
      "order".shipped_at IS NOT NULL AS isShipped,
      coalesce("order".number, "order".vendor_order_id, '') AS orderNumber,
      coalesce("order".buyer_name, '') AS buyer,
      "order".ship_by AS shipBy,
      coalesce(order_item.title, '') AS item,
      coalesce(order_item.sku, '') AS sku,
      size.id AS sizeId, size.name AS sizeName, size.value_in AS sizeIn,
      coalesce(order_item.own_personalisation, order_item.personalisation, '') AS wording,
      coalesce(image.name, '') AS image,
      CASE image.status WHEN 'Ready' THEN image.id END AS imageId,
      image.master_key AS masterKey, image.source_key AS sourceKey,
      image.fields AS fields, image.layers AS layers, image.made_mends AS madeMends, image.font_replacements AS fontReplacements,
      print_item.cost_cents AS costCents,
      print_item.field_values AS fieldValues, ${sql.raw(printedShopMendsSql)} AS shopMends, ${sql.raw(lostShopMendsSql)} AS hasLostMends,
      order_item.proof AS proof, ${placeColumns}, ${changeColumns}
    FROM print_item
    LEFT JOIN image ON image.id = print_item.image_id
    LEFT JOIN size ON size.id = print_item.size_id
    LEFT JOIN order_item ON order_item.id = print_item.order_item_id
    LEFT JOIN "order" ON "order".id = order_item.order_id
    LEFT JOIN integration ON integration.id = "order".integration_id
    ${ruleOfItem}
    WHERE print_item.print_id = ${printId}
    ORDER BY print_item.position, print_item.id`)
  return rows.map(({ fieldValues, shipBy, proof, ...rest }) => {
    const {
      itemChanges,
      orderChanges,
      changesSeenAt,
      settledAt,
      isCancelled,
      isPressed,
      isShipped,
      ...item
    } = rest
    const { buyerWording, ownWording, answers, ownValues, ...named } = item
    const { hasNoFields, ruleIgnores, printsWithoutText, ...drawn } = named
    const {
      masterKey,
      sourceKey,
      fields,
      layers,
      madeMends,
      fontReplacements,
      sizeId,
      hasLostMends,
      ...row
    } = drawn
    const shopMends = readShopMends(row.shopMends)
    const place = {
      buyerWording,
      ownWording,
      answers,
      ownValues,
      hasNoFields,
      ruleIgnores,
      printsWithoutText,
    }
    return {
      ...row,
      isCancelled: isCancelled === 1,
      isPressed: isPressed === 1,
      isShipped: isShipped === 1,
      changes: changesOf({ itemChanges, orderChanges, changesSeenAt, settledAt, isCancelled })
        .filter(({ kind }) => kind !== "cancelled")
        .map(changeWords),
      personalisation: answersOf({ answers: readAnswers(answers), personalisation: buyerWording ?? "" }),
      hasNoPlace: hasNoPlaceIn(place),
      approvedAt: approvedAtOf(proof && JSON.parse(proof), {
        imageId: row.imageId,
        look: lookOf({ masterKey, sourceKey, layers, fontReplacements }),
        widthIn: row.sizeIn,
        values: fieldValues,
        ...(hasLostMends ? { shopMends: null } : provedMends(shopMends)),
      }),
      shipBy: shipBy === null ? null : new Date(shipBy).toISOString(),
      values: JSON.parse(fieldValues),
      hasPiece: row.imageId !== null && isPieced({ fields, layers, madeMends }, { sizeId, shopMends }),
      shopMends,
    }
  })
}

/** What a manifest says of a whole print: its last attempt, whose settings it follows, the lengths of cuts, and what is ticked off. */
type ManifestFrame = {
  attempt: AttemptRow | null
  film: FullPrint["film"]
  timeZone: string
  lengthUnit: LengthUnit
  cutLengthsIn: number[]
  ticks: { itemId: Id; copy: number; doneBy: Id | null }[]
}

/** Reads what a manifest says of a whole print; the lengths of the cut lines are those of its own sheets, in order. */
export async function findManifestFrame(
  db: Database,
  { id, userId, attemptId }: PrintRow,
): Promise<ManifestFrame> {
  const { timeZone, lengthUnit } = user
  const [row] = await db
    .select({
      attempt,
      film: sql<string | null>`(SELECT ${film} FROM print WHERE print.id = ${id})`,
      timeZone,
      lengthUnit,
      cutLengthsIn: sql<string>`(SELECT json_group_array(contour_length_in ORDER BY sheet_index) FROM sheet
        WHERE attempt_id = ${attemptId} AND writing_id IS NULL AND contour_length_in IS NOT NULL)`,
      ticks: sql<string>`(SELECT json_group_array(json_object('itemId', item_id, 'copy', copy, 'doneBy', done_by)) FROM manifest_tick
        WHERE print_id = ${id})`,
    })
    .from(user)
    .leftJoin(attempt, sql`${attempt.id} = ${attemptId}`)
    .where(eq(user.id, userId))
  if (!row)
    return {
      ...{ attempt: null, film: filmOf({ film: null }), timeZone: "UTC", lengthUnit: "in" },
      ...{ cutLengthsIn: [], ticks: [] },
    }
  return {
    ...row,
    film: filmOf(row),
    cutLengthsIn: JSON.parse(row.cutLengthsIn),
    ticks: JSON.parse(row.ticks),
  }
}

/** Returns true if every tick is of a copy that the print has. */
export async function areOwnCopies(
  db: Database,
  printId: Id,
  ticks: readonly ManifestTick[],
): Promise<boolean> {
  const [row] = await db.all<{ isForeign: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ticks)}) WHERE NOT EXISTS (
      SELECT 1 FROM print_item WHERE print_item.print_id = ${printId}
        AND print_item.id = ${member("itemId")} AND print_item.quantity >= ${member("copy")})) AS isForeign`)
  return row.isForeign === 0
}

/**
 * Stores ticks; a copy that is ticked already keeps its time and who ticked it. A second call changes nothing. `doneBy` is
 * null for the account's owner.
 */
export async function storeTicks(
  db: Database,
  { printId, ticks, doneBy }: { printId: Id; ticks: readonly ManifestTick[]; doneBy: Id | null },
  nowMs: number,
): Promise<void> {
  const listed = (isDone: boolean) =>
    sql`json_each(${JSON.stringify(ticks.filter((tick) => tick.isDone === isDone))})`
  await namedBatch(db, {
    done: insertFrom(
      db,
      manifestTick,
      { printId, itemId: member("itemId"), copy: member("copy"), doneAt: nowMs, doneBy },
      // An item that was removed meanwhile has no copies to tick.
      sql`FROM ${listed(true)} JOIN ${printItem} ON ${printItem.id} = ${member("itemId")} AND ${printItem.printId} = ${printId} WHERE 1`,
    ).onConflictDoNothing(),
    undone: db
      .delete(manifestTick)
      .where(
        and(
          eq(manifestTick.printId, printId),
          sql`(${manifestTick.itemId}, ${manifestTick.copy}) IN (SELECT ${member("itemId")}, ${member("copy")} FROM ${listed(false)})`,
        ),
      ),
  })
}

/** Finds the copy of one of a person's prints that a label's whole code names. */
export async function findCopy(
  db: Database,
  userId: Id,
  { print: code, item, copy }: LabelCode,
): Promise<{ printId: Id; itemId: Id } | null> {
  if (code === null || copy > MAX_PRINT_COPIES) return null
  // The plus leaves the choice of an index to the code, which few prints have.
  const isIts = sql`+${print.userId} = ${userId} AND ${print.code} = ${code} AND ${print.trashedAt} IS NULL`
  await restorePrintsWhere(db, isIts, Date.now())
  const [row] = await db
    .select({ printId: print.id, itemId: printItem.id })
    .from(print)
    .innerJoin(printItem, eq(printItem.printId, print.id))
    .where(and(isIts, eq(printItem.position, item - 1), sql`${printItem.quantity} >= ${copy}`))
  return row ?? null
}
