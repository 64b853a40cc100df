/**
 * From an order's item to artwork and size, as SQL over the row of order_item at hand. Computed when it is looked at, so
 * that an image uploaded, a size renamed or a choice made counts for every order that waits. See match-key.ts for what is
 * compared.
 */
import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { artworkChoice, image, orderItem, size } from "./schema.ts"

const imageNamed = (key: SQLiteColumn) => sql`(
  SELECT ${image.id} FROM ${image}
  WHERE ${image.userId} = ${orderItem.userId} AND ${image.skuKey} = ${key} AND ${image.skuKey} <> ''
    AND +${image.status} IN ('Ready', 'Ingesting')
  ORDER BY +${image.status} = 'Ready' DESC, ${image.id} DESC LIMIT 1)`

const sizeNamed = (key: SQLiteColumn) => sql`(
  SELECT ${size.id} FROM ${size}
  WHERE ${size.userId} = ${orderItem.userId} AND ${size.nameKey} = ${key} AND ${size.nameKey} <> ''
  ORDER BY ${size.id} LIMIT 1)`

const sizeMeasuring = (inches: SQLiteColumn) => sql`(
  SELECT ${size.id} FROM ${size} WHERE ${size.userId} = ${orderItem.userId} AND ${size.valueIn} = ${inches}
  ORDER BY ${size.id} LIMIT 1)`

const chosen = (what: SQLiteColumn, key: SQLiteColumn) => sql`(
  SELECT ${what} FROM ${artworkChoice} WHERE ${artworkChoice.userId} = ${orderItem.userId} AND ${artworkChoice.matchKey} = ${key})`

const overriding = (what: SQLiteColumn, key: SQLiteColumn) => sql`(
  SELECT ${what} FROM ${artworkChoice}
  WHERE ${artworkChoice.userId} = ${orderItem.userId} AND ${artworkChoice.matchKey} = ${key} AND ${artworkChoice.isOverride} = 1)`

const sizeOfSuffix = sql`coalesce(${sizeNamed(orderItem.skuSuffixKey)}, ${sizeMeasuring(orderItem.skuSuffixIn)})`

/** `LUNA-MOTH-10IN` is the image "luna-moth" where its last part is one of the seller's sizes. */
const imageOfBase = sql`CASE WHEN ${orderItem.skuBaseKey} <> '' AND ${sizeOfSuffix} IS NOT NULL THEN ${imageNamed(orderItem.skuBaseKey)} END`

/** A bare number at the end of a SKU is a size only where the rest is the design: "moth-3" may be the third moth. */
const sizeBySuffix = sql`CASE
  WHEN ${orderItem.isSkuSuffixBare} = 0 THEN ${sizeOfSuffix}
  WHEN ${imageNamed(orderItem.skuKey)} IS NULL AND ${imageOfBase} IS NOT NULL THEN ${sizeOfSuffix} END`

/** What the names say, without anything the seller chose. */
export const namedImageId: SQL<string | null> = sql`coalesce(${imageNamed(orderItem.skuKey)}, ${imageOfBase})`
export const namedSizeId: SQL<string | null> =
  sql`coalesce(${sizeNamed(orderItem.sizeKey)}, ${sizeMeasuring(orderItem.sizeIn)}, ${sizeBySuffix})`

/** What the item is printed with; null puts it into the inbox. */
export const matchedImageId: SQL<string | null> = sql`coalesce(
  ${overriding(artworkChoice.imageId, orderItem.imageChoiceKey)},
  ${imageNamed(orderItem.skuKey)},
  ${chosen(artworkChoice.imageId, orderItem.imageChoiceKey)},
  ${imageOfBase})`
export const matchedSizeId: SQL<string | null> = sql`coalesce(
  ${overriding(artworkChoice.sizeId, orderItem.sizeChoiceKey)},
  ${namedSizeId},
  ${chosen(artworkChoice.sizeId, orderItem.sizeChoiceKey)})`

/** True of an item that still waits for its artwork or size. */
export const isUnmatched: SQL = sql`${orderItem.status} <> 'Completed' AND (${matchedImageId} IS NULL OR ${matchedSizeId} IS NULL)`
