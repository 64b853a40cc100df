import type { DatabaseSync } from "node:sqlite"
import { addDays, dayOf } from "../../contract/day.ts"
import { DAY_MS } from "../../contract/duration.ts"
import { type Id, idSchema } from "../../contract/id.ts"
import { RETENTION_DAYS } from "../../contract/limit.ts"

/** The rows of a big account: a year of prints of three orders each, made from so many images. */
export type Size = { prints: number; orders: number; images: number }

/** The ids and words that a benchmark asks the account's lists for. */
export type BigAccount = {
  userId: Id
  integrationId: Id
  imageId: Id
  categoryId: Id
  printId: Id
  orderIds: Id[]
}

const YEAR_DAYS = 365
const SIZES = 40
const CATEGORIES = 24
const DRAFTS = 200
/** The designs that are printed on a day. */
const DESIGNS_A_DAY = 300

const idOf = (kind: string, number: string) => `printf('01900000-0000-7${kind}-8000-%012x', ${number})`
const madeId = (kind: string, number: number) =>
  idSchema.parse(`01900000-0000-7${kind}-8000-${number.toString(16).padStart(12, "0")}`)

const listOf = (words: string) => words.split(" ")
const styles = listOf("vintage neon boho retro kawaii gothic minimal western")
const subjects = listOf("moth cat taco wave forest smiley leopard coffee skull daisy")
const names = listOf(
  "Ann Bea Cleo Dora Elin Fay Gus Hugo Ida Jan Kim Leo Mia Nia Otto Pia Quin Rosa Sven Tia Uma Vera Wim Xenia Yara Zoe",
)
const surnames = listOf(
  "Abbott Baker Castillo Dawson Eriksen Fischer Garcia Hansen Ibarra Jensen Keller Larsen Moreau Novak Olsen Petrov Quist Rossi Silva Tanaka Ueda Vargas Weber Xu Young Zhang",
)
const oneOf = (words: readonly string[], at: string) =>
  `json_extract('${JSON.stringify(words)}', '$[' || ((${at}) % ${words.length}) || ']')`

/**
 * Writes a shop's year straight into the tables: nothing is rendered, and no file exists. Indexes and triggers
 * are taken away before and made after, which is ten times faster than keeping them.
 */
export function makeBigAccount(db: DatabaseSync, size: Size, nowMs: number): BigAccount {
  const userId = madeId("000", 1)
  const integrationId = madeId("fff", 1)
  const templateId = madeId("aaa", 1)
  const numbered = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
  const timeOf = (count: number) =>
    `(${nowMs - YEAR_DAYS * DAY_MS} + CAST(i * ${(YEAR_DAYS * DAY_MS - DAY_MS / 24) / count} AS INTEGER))`
  /** A day's orders wait. */
  const firstOpen = size.orders - Math.ceil(size.orders / YEAR_DAYS)
  const firstDraft = size.prints - Math.min(DRAFTS, Math.ceil(size.prints / 10))
  const ordersOfPrint = Math.max(1, Math.floor(size.orders / size.prints))
  const designOf = (number: string) => `(${number} * 7919) % ${size.images}`
  const imageName = (number: string) =>
    `${oneOf(styles, number)} || '-' || ${oneOf(subjects, `${number} / ${styles.length}`)} || '-' || (${number})`
  const at = timeOf(size.orders)
  const state = `CASE WHEN i < ${firstOpen} THEN 'Completed' ELSE 'Pending' END`
  const isShipped = `i < ${size.orders - Math.ceil((3 * size.orders) / YEAR_DAYS)}`
  /** One in forty items that wait has no artwork. */
  const hasArtwork = `(i < ${firstOpen} OR i % 40 <> 0)`
  const skuKey = `CASE WHEN ${hasArtwork} THEN replace(${imageName(designOf("i"))}, '-', '') ELSE 'unknown' || i END`
  const printed = timeOf(size.prints)
  const status = `CASE WHEN i >= ${firstDraft} THEN 'In Draft' WHEN i % 500 = 0 THEN 'Cancelled'
    WHEN ${printed} > ${nowMs - RETENTION_DAYS * DAY_MS} THEN 'Completed' ELSE 'Deleted' END`
  const isPrinted = `i < ${firstDraft} AND i % 500 <> 0`
  const orderItem = `i / 3 * ${ordersOfPrint} + i % 3 % ${ordersOfPrint}`
  const isOrdered = `(i / 3 % 5 <> 0 AND ${orderItem} < ${firstOpen})`

  const put = (table: string, rows: string, columns: Record<string, string | number>) =>
    db.exec(
      `${rows} INSERT INTO "${table}" (${Object.keys(columns).join()}) SELECT ${Object.values(columns).join()} FROM n`,
    )
  const one = numbered(1)
  const user = `'${userId}'`

  db.exec(
    "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY",
  )
  const later = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all() as { type: string; name: string; sql: string }[]
  for (const { type, name } of later) db.exec(`DROP ${type} "${name}"`)
  db.exec("BEGIN")
  put("user", one, {
    ...{ id: user, email: "'big@shop.test'", email_key: "'big@shop.test'", username: "'big'" },
    ...{ username_key: "'big'", first_name: "'Big'", last_name: "'Shop'", company: "''", phone: "''" },
    ...{ password_hash: "''", role: "'user'", status: "'active'", created_at: 0, updated_at: 0 },
  })
  put("integration", one, {
    ...{
      id: `'${integrationId}'`,
      user_id: user,
      name: "'Shop'",
      type: "'Etsy'",
      created_at: 0,
      updated_at: 0,
    },
  })
  put("sheet_template", one, {
    ...{
      id: `'${templateId}'`,
      user_id: user,
      name: "'Film'",
      width_in: 22,
      max_length_in: 100,
      edge_in: 0.25,
    },
    ...{
      gap_in: 0.25,
      dpi: 300,
      rotate: 1,
      trim: 1,
      mirror: 0,
      labels: 1,
      nesting: "'boxes'",
      is_default: 1,
    },
    ...{ created_at: 0, updated_at: 0 },
  })
  put("image_category", numbered(CATEGORIES), {
    ...{ id: idOf("001", "i"), user_id: user, name: "'Category ' || i", name_key: "'category ' || i" },
    created_at: "i",
  })
  put("size", numbered(SIZES), {
    ...{ id: idOf("002", "i"), user_id: user, name: "'Size ' || i", name_key: "'size' || i" },
    ...{ value_in: "2 + (i % 20) / 2.0", created_at: "i", updated_at: "i" },
  })
  put("image", numbered(size.images), {
    ...{ id: idOf("003", "i"), user_id: user, name: `${imageName("i")} || '.png'` },
    sku_key: `replace(${imageName("i")}, '-', '')`,
    ...{ category_id: idOf("001", `i % ${CATEGORIES}`), half_stars: "i % 11", status: "'Ready'" },
    ...{
      media_type: "'image/png'",
      source_key: "'source'",
      master_key: "'master'",
      preview_key: "'preview'",
    },
    ...{ bytes: 900_000, width_px: 4500, height_px: 5400, trim_x: 0, trim_y: 0, trim_width: 4500 },
    ...{ trim_height: 5400, used_in_print: "i % 300" },
    ...{ created_at: timeOf(size.images), updated_at: timeOf(size.images) },
  })
  put("order", numbered(size.orders), {
    ...{ id: idOf("004", "i"), user_id: user, integration_id: `'${integrationId}'` },
    vendor_order_id: "3000000000 + i * 7",
    buyer_name: `${oneOf(names, "i * 31")} || ' ' || ${oneOf(surnames, "i / 26 * 17")}`,
    ...{ buyer_email: "''", buyer_phone: "''", buyer_address: "'1 Main Street, Springfield'" },
    ...{ buyer_country: "'US'", total_cents: "1500 + i % 9000", currency: "'USD'", status: state },
    is_cancelled: "i % 200 = 7",
    ...{ ordered_at: at, ship_by: `CASE WHEN i % 10 = 9 THEN NULL ELSE ${at} + (1 + i % 5) * ${DAY_MS} END` },
    changes: `CASE WHEN i >= ${firstOpen} AND i % 100 = 3 THEN '[{"kind":"address","from":"","to":"","seenAtMs":${nowMs}}]' ELSE '[]' END`,
    pressed_at: `CASE WHEN i < ${firstOpen} AND (${isShipped} OR i % 2 = 0) THEN ${at} + ${DAY_MS} END`,
    shipped_at: `CASE WHEN ${isShipped} THEN ${at} + ${2 * DAY_MS} END`,
    ...{ created_at: at, updated_at: at },
  })
  put("order_item", numbered(size.orders), {
    ...{ id: idOf("005", "i"), order_id: idOf("004", "i"), user_id: user, vendor_item_id: "i" },
    title: `${oneOf(styles, designOf("i"))} || ' ' || ${oneOf(subjects, `${designOf("i")} / ${styles.length}`)} || ' T-shirt, unisex, heavy cotton'`,
    sku: `CASE WHEN ${hasArtwork} THEN upper(${imageName(designOf("i"))}) ELSE 'UNKNOWN-' || i END`,
    ...{ size: `'Size ' || (i % ${SIZES})`, variation: "'Colour: Black'" },
    personalisation: `CASE WHEN i % 3 = 0 THEN ${oneOf(names, "i * 13")} || ' ' || (i % 100) ELSE '' END`,
    ...{ quantity: 1, price_cents: 2500, currency: "'USD'", status: state, sku_key: skuKey },
    ...{ size_key: `'size' || (i % ${SIZES})`, image_choice_key: `'image|sku:' || ${skuKey}` },
    size_choice_key: `'size|sku:' || ${skuKey} || '|size' || (i % ${SIZES})`,
  })
  put("print", numbered(size.prints), {
    ...{ id: idOf("006", "i"), user_id: user, type: "CASE WHEN i % 5 = 0 THEN 'Manual' ELSE 'Etsy' END" },
    ...{ status, name: `'Film ' || ${oneOf(surnames, "i * 7")} || ' ' || i` },
    ...{ attempt_id: `CASE WHEN i < ${firstDraft} THEN ${idOf("007", "i")} END` },
    ...{
      attempt_number: `i < ${firstDraft}`,
      sheet_template_id: `'${templateId}'`,
      item_count: 3,
      copies: 3,
    },
    printed_at: `CASE WHEN ${isPrinted} THEN ${printed} + 600000 END`,
    remake_reason: "CASE WHEN i % 100 = 1 THEN 'ink' END",
    ...{ created_at: printed, updated_at: printed },
  })
  put("print_item", numbered(size.prints * 3), {
    ...{ id: idOf("008", "i"), print_id: idOf("006", "i / 3"), image_id: idOf("003", designOf("i")) },
    ...{
      size_id: idOf("002", `i % ${SIZES}`),
      order_item_id: `CASE WHEN ${isOrdered} THEN ${idOf("005", orderItem)} END`,
    },
    ...{
      is_ordered: isOrdered,
      printed_at: `CASE WHEN i / 3 < ${firstDraft} AND i / 3 % 500 <> 0 THEN 1 END`,
    },
    ...{ cost_cents: 120, quantity: 1, position: "i % 3" },
  })
  put("attempt", numbered(firstDraft), {
    ...{ id: idOf("007", "i"), print_id: idOf("006", "i"), user_id: user, number: 1 },
    state: "CASE WHEN i % 500 = 0 THEN 'cancelled' ELSE 'completed' END",
    ...{ credits: 3, is_hold_settled: 1, is_announced: 1, dpi: 300, mirror: 0, utilisation: 0.9 },
    film_in: "(6000 + i % 9000) / 300.0",
    ...{ created_at: printed, updated_at: `${printed} + 600000` },
  })
  put("sheet", numbered(firstDraft), {
    ...{ attempt_id: idOf("007", "i"), sheet_index: 0, token: "printf('%032x', i)", width_px: 6600 },
    ...{ length_px: "6000 + i % 9000", placements: "''", bytes: 3_000_000, checksum: "'0123456789abcdef'" },
    state: `CASE WHEN ${printed} > ${nowMs - RETENTION_DAYS * DAY_MS} THEN 'written' ELSE 'deleted' END`,
    updated_at: printed,
  })
  putReport(db, { userId, integrationId, nowMs, prints: size.prints, images: size.images })
  db.exec("COMMIT")
  for (const table of ["order", "order_item", "print"])
    db.exec(`INSERT INTO ${table}_words (rowid, words) SELECT rowid, words FROM "${table}"`)
  for (const { sql } of later) db.exec(sql)
  return bigAccount(size)
}

/** Returns what is asked for in an account that was made before. */
export function bigAccount(size: Size): BigAccount {
  return {
    userId: madeId("000", 1),
    integrationId: madeId("fff", 1),
    imageId: madeId("003", 5),
    categoryId: madeId("001", 3),
    printId: madeId("006", Math.floor(size.prints / 2)),
    orderIds: Array.from({ length: 50 }, (_, at) => madeId("004", at)),
  }
}

/** Writes the sums of each day and month. */
function putReport(
  db: DatabaseSync,
  {
    userId,
    integrationId,
    nowMs,
    ...size
  }: { userId: Id; integrationId: Id; nowMs: number; prints: number; images: number },
): void {
  const today = dayOf(nowMs, "UTC")
  const days = Array.from({ length: YEAR_DAYS }, (_, ago) => addDays(today, -ago))
  const designs = Math.min(DESIGNS_A_DAY, size.images)
  const prints = Math.ceil(size.prints / YEAR_DAYS)
  const sums =
    "prints, copies, orders, remakes, remade_copies, film_in, boxes_film_in, film_sq_in, ink_sq_in, credits, film_cents, ink_cents, credit_cents, cost_cents, saved_cents"
  const add = db.prepare(
    `INSERT INTO report_day (user_id, kind, day, key, currency, name, ${sums})
     VALUES (?, ?, ?, ?, 'USD', ?, ?, ?, ?, 0, 0, 900, 950, 20000, 9000, 300, 500, 200, 300, 1000, 50)`,
  )
  const addAll = (kind: string, key: string, name: string, each: readonly string[], count: number) => {
    for (const day of each) add.run(userId, kind, day, key, name, count, count * 3, count * 3)
  }
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  addAll("total", "", "", days, prints)
  const withMonths = [...days, ...months]
  addAll("shop", integrationId, "Shop", withMonths, prints)
  for (let at = 0; at < SIZES; at++)
    addAll("size", madeId("002", at), `Size ${at}`, withMonths, Math.ceil(prints / SIZES))
  for (const [at, day] of days.entries())
    for (let one = 0; one < designs; one++) {
      const design = (at * 97 + one) % size.images
      add.run(userId, "design", day, madeId("003", design), `design ${design}`, 3, 9, 9)
    }
  for (const month of months)
    for (let design = 0; design < Math.min(size.images, designs * 30); design++)
      add.run(userId, "design", month, madeId("003", design), `design ${design}`, 3, 9, 9)
}
