/**
 * Reading many orders at once (shopify.dev/docs/api/usage/bulk-operations/queries): Shopify writes them
 * into a file, a line for each object, which is read some orders at a time, from where reading stopped.
 */
import { z } from "zod"
import { MAX_ORDER_ITEMS } from "../../../contract/limit.ts"
import { errorText } from "../../log.ts"
import { isTimeout, send } from "../marketplaces/market-call.ts"
import { MarketError, noted } from "../marketplaces/market-error.ts"
import type { OrderPage, ShopAccess } from "../marketplaces/marketplace.ts"
import { graph, type ShopifySettings } from "./shopify-call.ts"
import { fulfillmentFields, lineFields, orderFields, readOrder, type ShopifyOrder } from "./shopify-order.ts"

const vendor = "Shopify"
/** The orders stored in one step. */
const ORDERS_PER_STEP = 50
/** The most bytes of one object; anything longer was not asked for. */
const MAX_LINE_BYTES = 1024 * 1024
const FEED = 10
/** The lines of an order that are held: one more than it may have shows that it is too long. */
const MAX_CHILDREN = MAX_ORDER_ITEMS + 1
/** The longest interval between questions about a running operation: the longer it runs, the more rarely. */
const MAX_POLL_S = 30

/** A place in a file: the operation, the byte at which an order begins, and the number of orders before. */
export type BulkPlace = { id: string; byte: number; done: number }

const operationFields = `id status createdAt rootObjectCount fileSize url`
const operationSchema = z.object({
  id: z.string(),
  status: z.string(),
  createdAt: z.string().transform((at) => Math.floor(Date.parse(at) / 1000)),
  rootObjectCount: z.coerce.number(),
  fileSize: z.coerce.number().nullable(),
  url: z.string().nullable(),
})
type Operation = z.output<typeof operationSchema>

/** Asks Shopify to write the orders changed since then into a file; null if it does not. */
export async function startBulk(
  settings: ShopifySettings,
  access: ShopAccess,
  sinceS: number,
): Promise<BulkPlace | null> {
  const connection = (name: string, fields: string) => `${name} { edges { node { ${fields} } } }`
  const orders = `orders(sortKey: UPDATED_AT, query: "${changedSince(sinceS)}")`
  const children = `${connection("lineItems", lineFields)} ${connection("fulfillmentOrders", fulfillmentFields)}`
  const query = `{ ${connection(orders, `${orderFields} ${children}`)} }`
  const { data } = await graph(
    settings,
    access,
    // Grouped, an order's lines follow it, so that no more than one has to be held.
    `mutation ($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { id } userErrors { message } } }`,
    z.object({
      bulkOperationRunQuery: z.object({
        bulkOperation: z.object({ id: z.string() }).nullable(),
        userErrors: z.array(z.object({ message: z.string() })),
      }),
    }),
    { query },
  )
  const { bulkOperation, userErrors } = data.bulkOperationRunQuery
  if (bulkOperation) return { id: bulkOperation.id, byte: 0, done: 0 }
  noted(vendor, "refused", "bulk-refused", userErrors.map(({ message }) => message).join(" "))
  return null
}

/** Returns the search text for orders changed since then. */
export function changedSince(sinceS: number): string {
  return `updated_at:>='${new Date(sinceS * 1000).toISOString()}'`
}

export type BulkStep =
  /** There is no file, and will not be: the orders have to be read by pages. */
  | { kind: "useless" }
  | { kind: "waiting"; waitS: number }
  /** `next` is null at the end; then everything up to `readUntilS` is read. */
  | ({ kind: "read"; next: BulkPlace | null; readUntilS: number } & Pick<
      OrderPage,
      "orders" | "unreadable" | "left"
    > & { count: number })

/** Reads the next orders from the file, once it is written. */
export async function readBulk(
  settings: ShopifySettings,
  access: ShopAccess,
  place: BulkPlace,
): Promise<BulkStep> {
  const operation = await findOperation(settings, access, place.id)
  if (operation?.status === "CREATED" || operation?.status === "RUNNING") {
    const ranS = Date.now() / 1000 - operation.createdAt
    return { kind: "waiting", waitS: Math.min(MAX_POLL_S, Math.max(1, Math.round(ranS / 4))) }
  }
  if (operation?.status !== "COMPLETED") {
    noted(vendor, "unavailable", "bulk-failed", `a bulk operation ended as ${operation?.status ?? "nothing"}`)
    return { kind: "useless" }
  }
  const { url, fileSize, rootObjectCount: count, createdAt: readUntilS } = operation
  if (url === null)
    return { kind: "read", next: null, readUntilS, orders: [], unreadable: [], count: 0, left: 0 }
  const part = await ordersFrom(settings, access, { url, byte: place.byte, fileSize })
  if (part === null) return { kind: "useless" }
  const orders: OrderPage["orders"] = []
  const unreadable: string[] = []
  for (const order of part.orders) {
    try {
      orders.push(readOrder(order, settings.SHOPIFY_IMAGE_ORIGIN))
    } catch (error) {
      unreadable.push(errorText(error))
    }
  }
  const done = place.done + part.orders.length
  const next = part.nextByte === null ? null : { id: place.id, byte: part.nextByte, done }
  return { kind: "read", next, readUntilS, orders, unreadable, count, left: Math.max(0, count - done) }
}

async function findOperation(
  settings: ShopifySettings,
  access: ShopAccess,
  id: string,
): Promise<Operation | null> {
  const { data } = await graph(
    settings,
    access,
    `query ($id: ID!) { bulkOperation(id: $id) { ${operationFields} } }`,
    z.object({ bulkOperation: operationSchema.nullable() }),
    { id },
  )
  return data.bulkOperation
}

/** Returns some orders from a byte on, and where the next one begins; null for an unexpected file. */
async function ordersFrom(
  settings: ShopifySettings,
  { patienceMs }: ShopAccess,
  { url, byte, fileSize }: { url: string; byte: number; fileSize: number | null },
): Promise<{ orders: ShopifyOrder[]; nextByte: number | null } | null> {
  // The file's host gets no token of ours.
  const address = URL.parse(url)
  if (address?.origin !== new URL(settings.SHOPIFY_FILE_ORIGIN).origin) {
    const host = address?.host ?? "no host"
    noted(vendor, "refused", "bulk-host", `the file of orders is at ${host}, which is not known as Shopify's`)
    return null
  }
  return ordersIn(
    await send(vendor, url, byte === 0 ? {} : { headers: { range: `bytes=${byte}-` } }, patienceMs),
    byte,
    fileSize,
  )
}

/** Reads some orders from the file that a server gives, from that byte on. */
export async function ordersIn(
  response: Response,
  byte: number,
  fileSize: number | null,
): Promise<{ orders: ShopifyOrder[]; nextByte: number | null } | null> {
  const orders: ShopifyOrder[] = []
  let at = response.status === 206 ? byte : 0
  try {
    if (!response.ok)
      throw noted(vendor, "unavailable", `bulk-status-${response.status}`, "the file of orders is not given")
    for await (const { line, start, end } of linesOf(response, at)) {
      at = end
      // A server that knows no ranges starts from the beginning.
      if (start < byte) continue
      const object: { id?: unknown; __parentId?: unknown } = JSON.parse(line)
      if (object.__parentId === undefined) {
        if (orders.length === ORDERS_PER_STEP) return { orders, nextByte: start }
        orders.push({ head: object, lines: [], fulfillments: [] })
        continue
      }
      const parent = orders.at(-1)
      if (!parent || (parent.head as { id?: unknown }).id !== object.__parentId) return null
      const children = String(object.id).includes("/LineItem/") ? parent.lines : parent.fulfillments
      if (children.length < MAX_CHILDREN) children.push(object)
    }
  } catch (error) {
    if (error instanceof MarketError) throw error
    throw noted(
      vendor,
      "unavailable",
      "bulk-unreadable",
      `the file of orders ends early: ${errorText(error)}`,
      { isSilent: isTimeout(error) },
    )
  } finally {
    await response.body?.cancel().catch(() => undefined)
  }
  if (fileSize !== null && at < fileSize)
    throw noted(vendor, "unavailable", "bulk-unreadable", `the file of orders ends at ${at} of ${fileSize}`)
  return { orders, nextByte: null }
}

/** Returns the lines with their places, none of them empty; a line that is too long is refused. */
async function* linesOf(
  response: Response,
  from: number,
): AsyncGenerator<{ line: string; start: number; end: number }> {
  let start = from
  // The parts of a line that has not ended, each looked at once however small they come.
  let parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    let at = 0
    for (let feed = chunk.indexOf(FEED); feed >= 0; feed = chunk.indexOf(FEED, at)) {
      const end = start + bytes + feed + 1 - at
      const line = Buffer.concat([...parts, chunk.subarray(at, feed)])
      if (line.length > 0) yield { line: line.toString("utf8"), start, end }
      ;[parts, bytes, start, at] = [[], 0, end, feed + 1]
    }
    parts.push(chunk.subarray(at))
    bytes += chunk.length - at
    if (bytes > MAX_LINE_BYTES) throw new Error("a line is too long")
  }
  if (bytes > 0) yield { line: Buffer.concat(parts).toString("utf8"), start, end: start + bytes }
}
