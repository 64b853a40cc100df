/**
 * The books of a seller: orders and prints with all that they came to, as they are stored, in rows or in
 * the documents of archived ones. The product's own reading of archives has no part in it.
 */
import type { D1Database, R2Bucket } from "@cloudflare/workers-types"

type Order = {
  id: string
  integrationId: string
  vendorOrderId: string
  orderedAt: number
  shippedAt: number | null
  isCancelled: number
  archiveKey: string | null
  archivedItems: number | null
}
export type Item = {
  id: string
  orderId: string
  title: string
  quantity: number
  isCancelled: number
  /** JSON. */
  changes: string
}
type Print = {
  id: string
  printedAt: number | null
  remakeReason: string | null
  itemCount: number
  copies: number
  archiveKey: string | null
}
type Piece = {
  id: string
  printId: string
  /** The order item that it was made of; null once its order is archived, until that is read. */
  orderItemId: string | null
  quantity: number
  printedAt: number | null
  costCents: number | null
}
type Attempt = {
  id: string
  printId: string
  state: string
  credits: number
  isHoldSettled: number
  /** JSON. */
  cost: string | null
}
export type Books = {
  orders: Order[]
  items: Item[]
  prints: Print[]
  pieces: Piece[]
  attempts: Attempt[]
  /** The keys in R2 of the documents that hold the archived ones. */
  documents: string[]
}

type OrderDocument = { orders: { id: string; items: Item[]; links: { id: string; to: string }[] }[] }
type PrintDocument = {
  prints: {
    id: string
    items: (Omit<Piece, keyof typeof emptyPiece> & Partial<Piece>)[]
    attempts: (Omit<Attempt, "cost"> & Partial<Attempt>)[]
  }[]
}

/** Reads a seller's books from their database. Throws where a row and its document do not say the same. */
export async function readBooks(db: D1Database, files: R2Bucket, userId: string): Promise<Books> {
  const rows = async <T>(sql: string) => (await db.prepare(sql).bind(userId).all<T>()).results
  const orders = await rows<Order>(
    `SELECT id, integration_id AS integrationId, vendor_order_id AS vendorOrderId, ordered_at AS orderedAt, shipped_at AS shippedAt,
      is_cancelled AS isCancelled, archive_key AS archiveKey, archived_items AS archivedItems FROM "order" WHERE user_id = ?`,
  )
  const items = await rows<Item>(
    "SELECT id, order_id AS orderId, title, quantity, is_cancelled AS isCancelled, changes FROM order_item WHERE user_id = ?",
  )
  const prints = await rows<Print>(
    `SELECT id, printed_at AS printedAt, remake_reason AS remakeReason, item_count AS itemCount, copies, archive_key AS archiveKey
      FROM print WHERE user_id = ? AND trashed_at IS NULL`,
  )
  const pieces = await rows<Piece>(
    `SELECT print_item.id, print_id AS printId, order_item_id AS orderItemId, quantity, print_item.printed_at AS printedAt, cost_cents AS costCents
      FROM print_item JOIN print ON print.id = print_id WHERE user_id = ? AND trashed_at IS NULL`,
  )
  const attempts = await rows<Attempt>(
    `SELECT attempt.id, print_id AS printId, state, credits, is_hold_settled AS isHoldSettled, cost
      FROM attempt JOIN print ON print.id = print_id WHERE print.user_id = ? AND trashed_at IS NULL`,
  )
  const itemOf = new Map<string, string>()
  const shipped = await readDocuments<OrderDocument>(files, "orders", orders)
  for (const { orders: own } of shipped.contents)
    for (const one of own) {
      items.push(...one.items)
      for (const { id, to } of one.links) itemOf.set(id, to)
    }
  const ended = await readDocuments<PrintDocument>(files, "prints", prints)
  for (const { prints: own } of ended.contents)
    for (const one of own) {
      // A document leaves nulls out.
      pieces.push(...one.items.map((piece) => ({ ...emptyPiece, ...piece })))
      attempts.push(...one.attempts.map((attempt) => ({ cost: null, ...attempt })))
    }
  for (const piece of pieces) piece.orderItemId ??= itemOf.get(piece.id) ?? null
  expectCounts(orders, prints, { items, pieces })
  return { orders, items, prints, pieces, attempts, documents: [...shipped.keys, ...ended.keys] }
}

const emptyPiece = { orderItemId: null, printedAt: null, costCents: null }

type Archivable = { id: string; archiveKey: string | null }

/** Reads the documents that rows name, and compares which rows name them with what they hold. */
async function readDocuments<T>(
  files: R2Bucket,
  folder: "orders" | "prints",
  rows: readonly Archivable[],
): Promise<{ keys: string[]; contents: T[] }> {
  const keys: string[] = []
  const contents: T[] = []
  for (const [archiveKey, own] of Map.groupBy(rows, (row) => row.archiveKey)) {
    if (archiveKey === null) continue
    const key = `${folder}/${archiveKey}`
    const content = await (await files.get(key))?.json<Record<typeof folder, Archivable[]>>()
    const named = own.map(({ id }) => id).toSorted()
    const held = (content?.[folder] ?? []).map(({ id }) => id).toSorted()
    if (named.join() !== held.join()) throw new Error(`${key} holds ${held}, and ${named} name it`)
    keys.push(key)
    contents.push(content as T)
  }
  return { keys, contents }
}

/** Compares what the rows of orders and prints count with what there is; throws at a difference. */
function expectCounts(
  orders: readonly Order[],
  prints: readonly Print[],
  { items, pieces }: Pick<Books, "items" | "pieces">,
): void {
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId)
  for (const { id, archivedItems, archiveKey } of orders) {
    const count = itemsOf.get(id)?.length ?? 0
    if (archiveKey !== null && archivedItems !== count)
      throw new Error(`the archived order ${id} has ${count} items, not ${archivedItems}`)
  }
  const piecesOf = Map.groupBy(pieces, ({ printId }) => printId)
  for (const { id, itemCount, copies } of prints) {
    const own = piecesOf.get(id) ?? []
    const sum = own.reduce((total, { quantity }) => total + quantity, 0)
    if (own.length !== itemCount || sum !== copies)
      throw new Error(
        `the print ${id} has ${own.length} items and ${sum} copies, not ${itemCount} and ${copies}`,
      )
  }
}
