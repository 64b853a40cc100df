/**
 * Matches an order's item to artwork and size, as SQL over its order_item row. It is computed on
 * reading, so a new image, a renamed size or a choice counts for every waiting order. match-key.ts
 * describes the keys.
 */
import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { SAME_LENGTH_IN } from "../../../contract/length.ts"
import { orderItem } from "../orders/tables.ts"
import { artworkChoice, image, size } from "./tables.ts"

/** The newest image of a name, one that is ready before one that is still read. */
const imageNamed = (key: SQLiteColumn) =>
  sql`coalesce(${imageIn(sql`'Ready'`, key)}, ${imageIn(sql`'Ingesting'`, key)})`

// Aggregates, because an ORDER BY set up a sort for each item.
const imageIn = (status: SQL, key: SQLiteColumn) => sql`(
  SELECT max(${image.id}) FROM ${image}
  WHERE ${image.userId} = ${orderItem.userId} AND ${image.skuKey} = ${key} AND ${image.skuKey} <> '' AND +${image.status} = ${status})`

/**
 * The size of a name: of several, the one as wide as the text says. Sizes of different widths that no measure tells apart
 * are none, because a wrong guess would be printed.
 */
const sizeNamed = (key: SQLiteColumn | SQL, inches: SQLiteColumn) => sql`(
  SELECT coalesce(
    min(CASE WHEN ${isAbout(inches)} THEN ${size.id} END),
    CASE WHEN max(${size.valueIn}) - min(${size.valueIn}) <= ${SAME_LENGTH_IN} THEN min(${size.id}) END)
  FROM ${size}
  WHERE ${size.userId} = ${orderItem.userId} AND ${size.nameKey} = ${key} AND ${size.nameKey} <> '')`

const isAbout = (inches: SQLiteColumn) =>
  sql`${size.valueIn} BETWEEN ${inches} - ${SAME_LENGTH_IN} AND ${inches} + ${SAME_LENGTH_IN}`

/**
 * SQL: an item's key of a size without the centimetres at its end, `youth19cm` → `youth`; null without such, or with a
 * number before them, which no longer stands apart. They stay in the key, unlike inches: sizes and choices of before
 * are found by it.
 */
const sizeKeyWithoutMetric = withoutMetric(sql`rtrim(${orderItem.sizeKey}, ')')`)

function withoutMetric(bare: SQL): SQL {
  const measure = sql`substr(${bare}, 1, length(${bare}) - 2)`
  return sql`CASE WHEN ${orderItem.sizeIn} IS NOT NULL AND substr(${bare}, -2) IN ('cm', 'mm') AND substr(${measure}, -1) BETWEEN '0' AND '9'
    THEN rtrim(${measure}, '0123456789.,(') END`
}

const sizeMeasuring = (inches: SQLiteColumn) => sql`(
  SELECT min(${size.id}) FROM ${size} WHERE ${size.userId} = ${orderItem.userId} AND ${isAbout(inches)})`

const chosen = (column: SQLiteColumn, key: SQLiteColumn) => sql`(
  SELECT ${column} FROM ${artworkChoice} WHERE ${artworkChoice.userId} = ${orderItem.userId} AND ${artworkChoice.matchKey} = ${key})`

const overriding = (column: SQLiteColumn, key: SQLiteColumn) => sql`(
  SELECT ${column} FROM ${artworkChoice}
  WHERE ${artworkChoice.userId} = ${orderItem.userId} AND ${artworkChoice.matchKey} = ${key} AND ${artworkChoice.isOverride} = 1)`

const sizeOfSuffix = sql`coalesce(${sizeNamed(orderItem.skuSuffixKey, orderItem.skuSuffixIn)}, ${sizeMeasuring(orderItem.skuSuffixIn)})`

/** SQL: `LUNA-MOTH-10IN` is the image "luna-moth" if its last part is one of the seller's sizes. */
const imageOfBase = sql`CASE WHEN ${orderItem.skuBaseKey} <> '' AND ${sizeOfSuffix} IS NOT NULL THEN ${imageNamed(orderItem.skuBaseKey)} END`

/** SQL: a bare number at the end is a size only if the rest is a design: "moth-3" may be a third moth. */
const sizeBySuffix = sql`CASE
  WHEN ${orderItem.isSkuSuffixBare} = 0 THEN ${sizeOfSuffix}
  WHEN ${imageNamed(orderItem.skuKey)} IS NULL AND ${imageOfBase} IS NOT NULL THEN ${sizeOfSuffix} END`

/** The image by the names alone, without the seller's choices. */
export const namedImageId: SQL<string | null> = sql`coalesce(${imageNamed(orderItem.skuKey)}, ${imageOfBase})`
export const namedSizeId: SQL<string | null> =
  sql`coalesce(${sizeNamed(orderItem.sizeKey, orderItem.sizeIn)}, ${sizeNamed(sizeKeyWithoutMetric, orderItem.sizeIn)}, ${sizeMeasuring(orderItem.sizeIn)}, ${sizeBySuffix})`

/** The image that the item is printed with, its own before its SKU's; null puts it in the inbox. */
export const matchedImageId: SQL<string | null> = sql`coalesce(
  ${orderItem.ownImageId},
  ${overriding(artworkChoice.imageId, orderItem.imageChoiceKey)},
  ${imageNamed(orderItem.skuKey)},
  ${chosen(artworkChoice.imageId, orderItem.imageChoiceKey)},
  ${imageOfBase})`
export const matchedSizeId: SQL<string | null> = sql`coalesce(
  ${orderItem.ownSizeId},
  ${overriding(artworkChoice.sizeId, orderItem.sizeChoiceKey)},
  ${namedSizeId},
  ${chosen(artworkChoice.sizeId, orderItem.sizeChoiceKey)})`

/** SQL: the item is to be printed and lacks its artwork or size. */
export const isUnmatched: SQL = sql`${orderItem.status} <> 'Completed' AND ${orderItem.isCancelled} = 0 AND (${matchedImageId} IS NULL OR ${matchedSizeId} IS NULL)`
