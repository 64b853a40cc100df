/** The reading of changed orders, a page at a time. */
import { z } from "zod"
import { MAX_ORDER_ITEMS } from "../../../contract/limit.ts"
import { errorText } from "../../log.ts"
import type { MarketOrder } from "../marketplaces/market-order.ts"
import type { OrderPage, ShopAccess } from "../marketplaces/marketplace.ts"
import { changedSince } from "./shopify-bulk.ts"
import { graph, type ShopifySettings } from "./shopify-call.ts"
import { fulfillmentFields, lineFields, orderFields, readOrder } from "./shopify-order.ts"

/**
 * The orders of a page: the most that one query takes, which is paid by what it could answer, at most
 * 1,000 points; an order with ten lines is about 95. Longer orders are read to their end on their own.
 */
const ORDERS_PER_PAGE = 9
const LINES_PER_ORDER = 10
const LINES_PER_CALL = 80
/** The lines that are read: enough to show that an order is too long. */
const MAX_LINES = MAX_ORDER_ITEMS + 1
/** Once long orders have been waited for so long, the others of their page are left to the next. */
const MAX_WAITED_S = 20

const pageInfo = `pageInfo { hasNextPage endCursor }`
const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const linesSchema = z.object({ nodes: z.array(z.unknown()), pageInfo: pageInfoSchema })
type Lines = z.output<typeof linesSchema>
const ordersSchema = z.object({
  orders: z.object({
    edges: z.array(
      z.object({
        cursor: z.string(),
        node: z.looseObject({
          id: z.string(),
          updatedAt: z.string(),
          lineItems: linesSchema,
          fulfillmentOrders: z.object({ nodes: z.array(z.unknown()) }).nullish(),
        }),
      }),
    ),
    pageInfo: pageInfoSchema,
  }),
})

const ordersQuery = `query ($query: String!, $after: String) {
  orders(first: ${ORDERS_PER_PAGE}, after: $after, sortKey: UPDATED_AT, query: $query) {
    edges { cursor node { ${orderFields}
      lineItems(first: ${LINES_PER_ORDER}) { nodes { ${lineFields} } ${pageInfo} }
      fulfillmentOrders(first: 5) { nodes { ${fulfillmentFields} } } } }
    ${pageInfo} } }`
const linesQuery = `query ($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: ${LINES_PER_CALL}, after: $after) { nodes { ${lineFields} } ${pageInfo} } } }`

export type ChangedPage = Pick<OrderPage, "orders" | "unreadable" | "waitS"> & {
  /** The time of the last change, in seconds; the time asked for if there is none, or if the page was cut. */
  lastS: number
  /** The place where the next page begins; null if there is none. */
  after: string | null
}

/**
 * Returns orders changed since a second, the oldest change first, after a place in that list. A page is cut behind
 * an order that took long, so that one message of the queue waits for it and not for nine.
 */
export async function readChanged(
  settings: ShopifySettings,
  access: ShopAccess,
  sinceS: number,
  after: string | null,
): Promise<ChangedPage> {
  const request = { query: changedSince(sinceS), after }
  const answer = await graph(settings, access, ordersQuery, ordersSchema, request)
  const { edges, pageInfo: page } = answer.data.orders
  let { waitS } = answer
  let waitedS = 0
  const orders: MarketOrder[] = []
  const unreadable: string[] = []
  let lastS = sinceS
  for (const { cursor, node } of edges) {
    const { lineItems, fulfillmentOrders, ...head } = node
    const lines = [...lineItems.nodes]
    for (let { pageInfo: at } = lineItems; at.hasNextPage && lines.length < MAX_LINES; ) {
      // An unpaid call would start the whole page again, which takes as many points again, and never ends.
      await scheduler.wait(waitS * 1000)
      waitedS += waitS
      const more = await nextLines(settings, access, head.id, at.endCursor)
      lines.push(...more.lines.nodes)
      at = more.lines.pageInfo
      waitS = more.waitS
    }
    lastS = Math.max(lastS, Math.floor(Date.parse(head.updatedAt) / 1000) || 0)
    try {
      const order = { head, lines, fulfillments: fulfillmentOrders?.nodes ?? [] }
      orders.push(readOrder(order, settings.SHOPIFY_IMAGE_ORIGIN))
    } catch (error) {
      unreadable.push(errorText(error))
    }
    if (waitedS > MAX_WAITED_S && cursor !== page.endCursor)
      return { orders, unreadable, waitS, lastS: sinceS, after: cursor }
  }
  return { orders, unreadable, waitS, lastS, after: page.hasNextPage ? page.endCursor : null }
}

async function nextLines(
  settings: ShopifySettings,
  access: ShopAccess,
  id: string,
  after: string | null,
): Promise<{ lines: Lines; waitS: number }> {
  const schema = z.object({ order: z.object({ lineItems: linesSchema }).nullable() })
  const { data, waitS } = await graph(settings, access, linesQuery, schema, { id, after })
  const empty = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }
  return { lines: data.order?.lineItems ?? empty, waitS }
}
