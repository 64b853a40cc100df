import type { D1Database } from "@cloudflare/workers-types"
import { DAY_MS } from "../../contract/duration.ts"

/** Two years of 30 orders a day, of which the newest are still to be printed, and those before them to be pressed. */
const ORDERS = 20_000
const OPEN = 400
const ON_FILM = 100
const FIRST_DAY_MS = 2 * 365 * DAY_MS

const numbered = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORDERS - 1})`
const idOf = (kind: string) => `printf('01900000-0000-7${kind}-8000-%012x', i)`

/** Writes a shop's orders straight into D1, each of one item that names one of its images. */
export async function seedOrders(d1: D1Database, userId: string, nowMs: number): Promise<void> {
  const integrationId = "01900000-0000-7fff-8000-000000000000"
  const placed = `${nowMs - FIRST_DAY_MS} + i * ${Math.floor(FIRST_DAY_MS / ORDERS)}`
  const state = `CASE WHEN i < ${ORDERS - OPEN} THEN 'Completed' ELSE 'Pending' END`
  const shipped = `CASE WHEN i < ${ORDERS - OPEN - ON_FILM} THEN ${placed} END`
  await d1.batch([
    d1
      .prepare(
        "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES (?, ?, 'Shop', 'Etsy', 0, 0)",
      )
      .bind(integrationId, userId),
    d1
      .prepare(
        `${numbered} INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, shipped_at, ordered_at, ship_by, created_at, updated_at)
        SELECT ${idOf("001")}, ?, ?, 'number ' || i, 'Buyer ' || (i % 997), '', '', '', 'US', i % 9000, 'USD', ${state}, ${shipped},
          ${placed}, CASE WHEN i % 5 = 4 THEN NULL ELSE ${placed} + (i % 7) * ${DAY_MS} END, ${placed}, ${placed} FROM n`,
      )
      .bind(userId, integrationId),
    d1
      .prepare(
        `${numbered} INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, size, personalisation, quantity, price_cents, currency, status, sku_key, size_key)
        SELECT ${idOf("002")}, ${idOf("001")}, ?, '1', 'Shirt', 'sku', 'M', '', 1, 2500, 'USD', ${state},
          (SELECT sku_key FROM image WHERE user_id = ? ORDER BY id LIMIT 1), 'size' || (i % 50) FROM n`,
      )
      .bind(userId, userId),
  ])
}
