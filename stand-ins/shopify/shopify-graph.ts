import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  Kind,
  parse,
  validate,
} from "graphql"
import { z } from "zod"
import { type BulkOperations, bulkNode, finishPayload } from "./shopify-bulk.ts"
import { compare, connection, listConnection, type PageArgs } from "./shopify-connection.ts"
import { actualCost, type Bucket, MAX_QUERY_COST, requestedCost } from "./shopify-cost.ts"
import { type FulfilmentAsked, fulfilOrder } from "./shopify-fulfilment.ts"
import { allows } from "./shopify-oauth.ts"
import type { Order, Shop } from "./shopify-order.ts"
import {
  FULFILMENT_READERS,
  fulfillmentOrderNode,
  gid,
  needs,
  orderNode,
  type Reader,
} from "./shopify-orders.ts"
import { adminSchema } from "./shopify-schema.ts"
import { searchOrders } from "./shopify-search.ts"
import { type ShopifyWebhooks, subscriptionNode } from "./shopify-webhooks.ts"

/** The caller, and the parts of the shop that is asked. */
export type Caller = Reader & {
  shop: Shop
  bulk: BulkOperations
  webhooks: ShopifyWebhooks
  bucket: Bucket
  /** Called after a call has changed an order. */
  changed: (order: Order) => void
  /** The parts that searches left out, with the warnings about them. */
  warnings: { path: string[]; query: string; warnings: unknown[] }[]
}

const READABLE_MS = 60 * 86_400_000

const bodySchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

export type Answered = { data?: unknown; errors?: readonly unknown[]; extensions?: Record<string, unknown> }

/** Answers one call of the Admin API; a wrong one costs nothing. */
export async function answerGraph(body: unknown, caller: Caller): Promise<Answered> {
  const request = bodySchema.safeParse(body)
  if (!request.success) return { errors: [{ message: "No query string was present" }] }
  const variables = request.data.variables ?? {}
  let document: DocumentNode
  try {
    document = parse(request.data.query)
  } catch (error) {
    return { errors: [error] }
  }
  const mistakes = validate(adminSchema, document)
  if (mistakes.length > 0) return { errors: mistakes.map(mistake) }
  const requested = requestedCost(adminSchema, document, variables)
  if (requested > MAX_QUERY_COST) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${MAX_QUERY_COST}).`
    const code = "MAX_COST_EXCEEDED"
    const extensions = { code, cost: requested, maxCost: MAX_QUERY_COST, documentation: LIMITS }
    return { errors: [{ message, extensions }] }
  }
  if (!caller.bucket.take(requested)) {
    const errors = [{ message: "Throttled", extensions: { code: "THROTTLED", documentation: LIMITS } }]
    return { errors, extensions: { cost: costs(requested, null, caller.bucket) } }
  }
  const { operationName } = request.data
  const result = await execute({
    schema: adminSchema,
    document,
    rootValue: root,
    contextValue: caller,
    variableValues: variables,
    ...(operationName ? { operationName } : {}),
  })
  const isMutation = document.definitions.some(
    (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === "mutation",
  )
  const actual = Math.min(requested, isMutation ? requested : actualCost(result.data ?? null) - 1)
  caller.bucket.giveBack(requested - actual)
  const search = caller.warnings.length > 0 ? { search: caller.warnings } : {}
  return { ...result, extensions: { cost: costs(requested, actual, caller.bucket), ...search } }
}

const LIMITS = "https://shopify.dev/api/usage/limits"

const root = {
  shop: (_args: unknown, { shop }: Caller) => ({
    __typename: "Shop",
    id: gid("Shop", shop.id),
    name: shop.name,
    myshopifyDomain: shop.domain,
    ianaTimezone: shop.timeZone,
    timezoneOffsetMinutes: -300,
    currencyCode: "USD",
    email: `owner@${shop.domain}`,
    url: `https://${shop.domain}`,
    plan: { displayName: "Basic", publicDisplayName: "Basic", partnerDevelopment: false, shopifyPlus: false },
  }),
  order({ id }: { id: string }, caller: Caller) {
    const order = readable(caller, "order").find((one) => gid("Order", one.id) === id)
    return order ? orderNode(caller.shop, order) : null
  },
  orders(args: PageArgs & { query?: string | null; sortKey: string }, caller: Caller) {
    const { matches, warnings } = searchOrders(args.query ?? "")
    if (warnings.length > 0) caller.warnings.push({ path: ["orders"], query: args.query ?? "", warnings })
    const keyOf = (order: Order) => [sortValue(order, args.sortKey), order.id] as const
    const matching = readable(caller, "orders").filter(matches)
    matching.sort((a, b) => compare(keyOf(a), keyOf(b)))
    return connection(matching, args, caller, keyOf, (order) => orderNode(caller.shop, order))
  },
  fulfillmentOrder({ id }: { id: string }, caller: Caller) {
    needs(caller, FULFILMENT_READERS, "fulfillmentOrder")
    const order = caller.shop.orders.find((one) => gid("FulfillmentOrder", one.id) === id)
    return order ? fulfillmentOrderNode(caller.shop, order) : null
  },
  node({ id }: { id: string }, caller: Caller) {
    const [, type] = /^gid:\/\/shopify\/(\w+)\//.exec(id) ?? []
    if (type === "BulkOperation") return root.bulkOperation({ id }, caller)
    if (type === "Order") return root.order({ id }, caller)
    if (type === "FulfillmentOrder") return root.fulfillmentOrder({ id }, caller)
    return null
  },
  currentAppInstallation: (_args: unknown, { shop, scopes }: Caller) => ({
    id: gid("AppInstallation", shop.id),
    accessScopes: scopes.map((handle) => ({ handle, description: handle })),
  }),
  bulkOperation({ id }: { id: string }, { bulk, shop, origin }: Caller) {
    const operation = bulk.of(shop.domain).find((one) => one.id === id)
    return operation ? bulkNode(operation, origin) : null
  },
  bulkOperations: (args: PageArgs, caller: Caller) =>
    listConnection(caller.bulk.of(caller.shop.domain), args, caller, (one) => bulkNode(one, caller.origin)),
  currentBulkOperation({ type }: { type: string }, { bulk, shop, origin }: Caller) {
    const [newest] = bulk.of(shop.domain)
    return newest && type === "QUERY" ? bulkNode(newest, origin) : null
  },
  webhookSubscriptions(args: PageArgs & { topics?: string[] | null; uri?: string | null }, caller: Caller) {
    const { topics, uri } = args
    const all = caller.webhooks.of(caller.shop.domain)
    const matching = all.filter((one) => (!topics || topics.includes(one.topic)) && (!uri || one.uri === uri))
    return listConnection(matching, args, caller, subscriptionNode)
  },

  bulkOperationRunQuery({ query, groupObjects }: { query: string; groupObjects: boolean }, caller: Caller) {
    const read = (text: string) =>
      execute({
        schema: adminSchema,
        document: parse(text),
        rootValue: root,
        contextValue: { ...caller, isBulk: true },
      }) as ExecutionResult
    const { shop, bulk, webhooks } = caller
    const made = bulk.run(shop.domain, query, groupObjects, read)
    const [newest] = bulk.of(shop.domain)
    const tell = () => void webhooks.announce(shop, "bulk_operations/finish", finishPayload(newest))
    if (made.bulkOperation) setTimeout(tell, Math.max(1, newest.readyMs - Date.now())).unref()
    return made
  },
  bulkOperationCancel: ({ id }: { id: string }, { bulk, shop, origin }: Caller) =>
    bulk.cancel(shop.domain, id, origin),
  webhookSubscriptionCreate(args: SubscriptionAsked, { shop, webhooks, scopes }: Caller) {
    const { topic, webhookSubscription: request } = args
    const field = ["topic"]
    if (/^(ORDERS|REFUNDS)/.test(topic) && !allows(scopes, "read_orders"))
      return {
        webhookSubscription: null,
        userErrors: [{ field, message: "You do not have access to this topic" }],
      }
    return webhooks.subscribe(
      shop.domain,
      topic,
      request.uri ?? request.callbackUrl ?? "",
      request.includeFields ?? [],
    )
  },
  webhookSubscriptionDelete: ({ id }: { id: string }, { shop, webhooks }: Caller) =>
    webhooks.unsubscribe(shop.domain, id),
  fulfillmentCreate({ fulfillment }: { fulfillment: FulfilmentAsked }, caller: Caller) {
    const writers = FULFILMENT_READERS.map((scope) => scope.replace("read_", "write_"))
    needs(caller, writers, "fulfillmentCreate")
    return fulfilOrder(caller, fulfillment)
  },
}

type SubscriptionAsked = {
  topic: string
  webhookSubscription: { uri?: string | null; callbackUrl?: string | null; includeFields?: string[] | null }
}

/** Returns the orders that the app may read: without `read_all_orders` older ones are silently absent. */
function readable(caller: Caller, field: string): Order[] {
  needs(caller, ["read_orders"], field)
  if (caller.scopes.includes("read_all_orders")) return [...caller.shop.orders]
  return caller.shop.orders.filter((order) => order.createdMs >= Date.now() - READABLE_MS)
}

function sortValue(order: Order, sortKey: string): number {
  switch (sortKey) {
    case "UPDATED_AT":
      return order.updatedMs
    case "ID":
    case "ORDER_NUMBER":
      return order.id
    case "CREATED_AT":
    case "PROCESSED_AT":
      return order.createdMs
    default:
      throw new GraphQLError(`The stand-in does not sort by ${sortKey}.`)
  }
}

function costs(requestedQueryCost: number, actualQueryCost: number | null, bucket: Bucket) {
  return { requestedQueryCost, actualQueryCost, throttleStatus: bucket.status() }
}

/** Returns the error with its code; an unknown field has a code of its own. */
function mistake(error: GraphQLError) {
  const isUndefined = error.message.startsWith("Cannot query field")
  return {
    ...error.toJSON(),
    extensions: { code: isUndefined ? "undefinedField" : "argumentLiteralsIncompatible" },
  }
}
