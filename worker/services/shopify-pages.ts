/** Reading the orders that changed, a page at a time. */
import { z } from "zod"
import { errorText } from "../log.ts"
import type { MarketOrder } from "./market-order.ts"
import type { OrderPage, ShopAccess } from "./marketplace.ts"
import { changedSince } from "./shopify-bulk.ts"
import { graph, type ShopifySettings } from "./shopify-call.ts"
import { fulfillmentFields, lineFields, orderFields, readOrder } from "./shopify-order.ts"

/**
 * A query is paid by what it could answer, at most 1,000 points: an order with ten lines is about 95, so
 * this is as many as one query takes. Longer orders are read to their end on their own.
 */
const ORDERS_PER_PAGE = 9
const LINES_PER_ORDER = 10
const LINES_PER_CALL = 80
/** An order with more is read that far. */
const MAX_LINES = 1_000

const pageInfo = `pageInfo { hasNextPage endCursor }`
const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const linesSchema = z.object({ nodes: z.array(z.unknown()), pageInfo: pageInfoSchema })
type Lines = z.output<typeof linesSchema>
const ordersSchema = z.object({
  orders: z.object({
    nodes: z.array(
      z.looseObject({
        id: z.string(),
        updatedAt: z.string(),
        lineItems: linesSchema,
        fulfillmentOrders: z.object({ nodes: z.array(z.unknown()) }).nullish(),
      }),
    ),
    pageInfo: pageInfoSchema,
  }),
})

const ordersQuery = `query ($query: String!, $after: String) {
  orders(first: ${ORDERS_PER_PAGE}, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes { ${orderFields}
      lineItems(first: ${LINES_PER_ORDER}) { nodes { ${lineFields} } ${pageInfo} }
      fulfillmentOrders(first: 5) { nodes { ${fulfillmentFields} } } }
    ${pageInfo} } }`
const linesQuery = `query ($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: ${LINES_PER_CALL}, after: $after) { nodes { ${lineFields} } ${pageInfo} } } }`

export type ChangedPage = Pick<OrderPage, "orders" | "unreadable" | "waitS"> & {
  /** When the last one changed, in seconds; the time asked for if there is none. */
  lastS: number
  /** Where the next page begins; null: there is none. */
  after: string | null
}

/** Orders changed since a second, the oldest change first, after a place in that list. */
export async function readChanged(
  settings: ShopifySettings,
  access: ShopAccess,
  sinceS: number,
  after: string | null,
): Promise<ChangedPage> {
  const asked = { query: changedSince(sinceS), after }
  const { data, waitS } = await graph(settings, access, ordersQuery, ordersSchema, asked)
  const { nodes, pageInfo: page } = data.orders
  const orders: MarketOrder[] = []
  const unreadable: string[] = []
  let lastS = sinceS
  for (const { lineItems, fulfillmentOrders, ...head } of nodes) {
    const lines = await allLines(settings, access, head.id, lineItems)
    lastS = Math.max(lastS, Math.floor(Date.parse(head.updatedAt) / 1000) || 0)
    try {
      const order = { head, lines, fulfillments: fulfillmentOrders?.nodes ?? [] }
      orders.push(readOrder(order, settings.SHOPIFY_IMAGE_ORIGIN))
    } catch (error) {
      unreadable.push(errorText(error))
    }
  }
  return { orders, unreadable, waitS, lastS, after: page.hasNextPage ? page.endCursor : null }
}

async function allLines(
  settings: ShopifySettings,
  access: ShopAccess,
  id: string,
  { nodes, pageInfo: first }: Lines,
): Promise<unknown[]> {
  const lines = [...nodes]
  for (let page = first; page.hasNextPage && lines.length < MAX_LINES; ) {
    const schema = z.object({ order: z.object({ lineItems: linesSchema }).nullable() })
    const { data } = await graph(settings, access, linesQuery, schema, { id, after: page.endCursor })
    if (!data.order) break
    lines.push(...data.order.lineItems.nodes)
    page = data.order.lineItems.pageInfo
  }
  return lines
}
