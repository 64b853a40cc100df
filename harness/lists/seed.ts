import type { D1Database } from "@cloudflare/workers-types"
import { getTableColumns, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { DAY_MS } from "../../contract/duration.ts"
import { idSchema, makeId } from "../../contract/id.ts"
import { defaultPrintName } from "../../contract/prints/print-name.ts"
import { printStatuses, printTypes } from "../../contract/status.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { skuKeyOf } from "../../worker/data/artwork/image-rows.ts"
import { sizeKeyOf } from "../../worker/data/artwork/match-key.ts"
import { image, imageCategory, size } from "../../worker/data/artwork/tables.ts"
import type { Database } from "../../worker/data/database.ts"
import { insertFrom, member } from "../../worker/data/insert-from.ts"
import { findDefaultSheetTemplate } from "../../worker/data/prints/sheet-template-rows.ts"
import { attempt, attemptStamp, print, printItem, sheet } from "../../worker/data/prints/tables.ts"

export type Shop = { userId: string; images: number; prints: number; sizes: number; categories: number }
export type SeededShop = { userId: string; categoryIds: string[]; imageIds: string[] }

/** The copies on one sheet: their ids, places and stamps make its row long. */
const COPIES_ON_SHEET = 24
const YEARS_MS = 2 * 365 * DAY_MS
/** The rows in one statement: D1 takes strings of up to 2 MB. */
const ROWS_AT_ONCE = 250

const subjects = ["moth", "cat", "taco", "wave", "forest", "smiley", "leopard", "coffee", "skull", "daisy"]
const styles = ["vintage", "neon", "boho", "retro", "kawaii", "gothic", "minimal", "western"]

/**
 * Writes a shop's library and two years of its prints straight into D1. The same seed writes the
 * same rows.
 */
export async function seedShop(d1: D1Database, shop: Shop, nowMs: number, seed: number): Promise<SeededShop> {
  const db: Database = drizzle(d1)
  const random = createRandom(seed)
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const oneOf = <T>(list: readonly T[]): T => list[from(0, list.length - 1)]
  const newId = (atMs: number) =>
    makeId(
      atMs,
      Uint8Array.from({ length: 10 }, () => from(0, 255)),
    )
  const { userId } = shop
  const firstDayMs = nowMs - YEARS_MS

  const categories = Array.from({ length: shop.categories }, (_, i) => ({
    id: newId(firstDayMs + i),
    userId,
    name: `${styles[i % styles.length]} ${i}`,
    nameKey: `${styles[i % styles.length]} ${i}`,
    createdAt: firstDayMs + i,
  }))
  const sizes = Array.from({ length: shop.sizes }, (_, i) => ({
    id: newId(firstDayMs + i),
    userId,
    name: `Size ${i}`,
    nameKey: sizeKeyOf(`Size ${i}`),
    valueIn: 2 + (i % 20) / 2,
    createdAt: firstDayMs + i,
    updatedAt: firstDayMs + i,
  }))
  const images = Array.from({ length: shop.images }, () => {
    const createdAt = from(firstDayMs, nowMs)
    const id = newId(createdAt)
    const name = `${oneOf(styles)}-${oneOf(subjects)}-${from(1, 9999)}.png`
    return {
      id,
      userId,
      name,
      skuKey: skuKeyOf(name),
      categoryId: random() < 0.8 ? oneOf(categories).id : null,
      halfStars: from(0, 10),
      status: "Ready",
      failureReason: null,
      mediaType: "image/png",
      sourceKey: `images/${id}/source`,
      masterKey: `images/${id}/source`,
      previewKey: `images/${id}/preview`,
      bytes: from(100_000, 9_000_000),
      widthPx: 4500,
      heightPx: 5400,
      trimX: 20,
      trimY: 30,
      trimWidth: 4400,
      trimHeight: 5300,
      isOpaque: 0,
      // As many digits as JSON of SQLite keeps.
      softShare: Math.round(random() * 1000) / 10_000,
      warnings: "[]",
      usedInPrint: from(0, 300),
      createdAt,
      updatedAt: createdAt,
    }
  })
  const { id: templateId } = await findDefaultSheetTemplate(db, idSchema.parse(userId), firstDayMs)
  await insertRows(db, imageCategory, categories)
  await insertRows(db, size, sizes)
  await insertRows(db, image, images)

  for (let done = 0; done < shop.prints; done += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, shop.prints - done) }, () => makePrint())
    await insertRows(
      db,
      print,
      rows.map((row) => row.print),
    )
    await insertRows(
      db,
      printItem,
      rows.flatMap((row) => row.items),
    )
    await insertRows(
      db,
      attempt,
      rows.flatMap((row) => row.attempts),
    )
    await insertRows(
      db,
      sheet,
      rows.flatMap((row) => row.sheets),
    )
    await insertRows(
      db,
      attemptStamp,
      rows.flatMap((row) => row.stamps),
    )
  }
  return {
    userId,
    categoryIds: categories.map((category) => category.id),
    imageIds: images.map((image) => image.id),
  }

  function makePrint() {
    const createdAt = from(firstDayMs, nowMs)
    const printId = newId(createdAt)
    const status = oneOf([...printStatuses, "Completed", "Deleted", "Completed", "Deleted"] as const)
    const wasPrinted = status === "Completed" || status === "Deleted"
    const attemptId = newId(createdAt)
    const items = Array.from({ length: from(1, 5) }, (_, position) => ({
      id: newId(createdAt),
      printId,
      // Cut into five ranges, so that no pair comes twice.
      imageId: images[from(0, Math.floor(images.length / 5) - 1) * 5 + position].id,
      wasImageDeleted: 0,
      sizeId: oneOf(sizes).id,
      wasSizeDeleted: 0,
      orderItemId: null,
      quantity: from(1, 20),
      position,
    }))
    const stamps = items.map((item) => ({
      attemptId,
      stampKey: `stamps/${item.imageId}/${item.id.slice(-12)}`,
      imageId: item.imageId,
      imageName: "artwork.png",
      sourceKey: `images/${item.imageId}/source`,
      kind: "png",
      widthPx: 2000,
      heightPx: 2400,
      rotated: 0,
      mirror: 0,
      trimX: 0,
      trimY: 0,
      trimWidth: 4400,
      trimHeight: 5300,
      isDone: 1,
    }))
    const sheets = Array.from({ length: random() < 0.2 ? 2 : 1 }, (_, sheetIndex) => ({
      attemptId,
      sheetIndex,
      token: newId(createdAt).replaceAll("-", ""),
      widthPx: 6600,
      lengthPx: from(3_000, 30_000),
      placements: JSON.stringify(
        Array.from({ length: COPIES_ON_SHEET }, (_, copy) => ({
          itemId: items[copy % items.length].id,
          stampKey: stamps[copy % items.length].stampKey,
          copy,
          x: 75 + copy * 10,
          y: 75 + copy * 100,
          widthPx: 2000,
          heightPx: 2400,
          rotated: false,
        })),
      ),
      state: status === "Deleted" ? "deleted" : status === "Completed" ? "written" : "waiting",
      bytes: 3_000_000,
      checksum: "0123456789abcdef",
      previewKey: status === "Completed" ? `sheets/${attemptId}/preview.png` : null,
      updatedAt: createdAt,
    }))
    const isStarted = wasPrinted || status === "Processing"
    const attempt = {
      id: attemptId,
      printId,
      userId,
      number: 1,
      state: wasPrinted ? "completed" : "rendering",
      credits: items.reduce((sum, item) => sum + item.quantity, 0),
      // Settled, so that no sweep takes up prints that never began.
      isHoldSettled: 1,
      isAnnounced: 1,
      dpi: 300,
      mirror: 0,
      utilisation: 0.9,
      failureMessage: null,
      createdAt,
      updatedAt: createdAt,
    }
    const print = {
      id: printId,
      userId,
      name: defaultPrintName(createdAt, 0),
      type: random() < 0.8 ? printTypes[0] : printTypes[1],
      status,
      attemptId: isStarted ? attemptId : null,
      attemptNumber: isStarted ? 1 : 0,
      sheetTemplateId: templateId,
      failureMessage: null,
      requestKey: null,
      printedAt: wasPrinted ? createdAt + from(60_000, DAY_MS) : null,
      createdAt,
      updatedAt: createdAt,
    }
    return isStarted
      ? { print, items, attempts: [attempt], sheets, stamps }
      : { print, items, attempts: [], sheets: [], stamps: [] }
  }
}

async function insertRows<T extends SQLiteTable>(
  db: Database,
  table: T,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let done = 0; done < rows.length; done += ROWS_AT_ONCE) {
    const part = rows.slice(done, done + ROWS_AT_ONCE)
    const values = {
      ...defaultsOf(table),
      ...Object.fromEntries(Object.keys(part[0]).map((field) => [field, member(field)])),
    }
    await insertFrom(db, table, values as never, sql`FROM json_each(${JSON.stringify(part)})`)
  }
}

/** Returns a table's defaults, which `INSERT … SELECT` does not know. */
function defaultsOf(table: SQLiteTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => column.hasDefault)
      .map(([field, column]) => [field, column.default]),
  )
}
