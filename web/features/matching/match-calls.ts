import { queryOptions, useQuery } from "@tanstack/react-query"
import { orders } from "../../../contract/api/order-api.ts"
import { sizes } from "../../../contract/api/size-api.ts"
import type { MatchChoice, SkuPairResult, Suggestion } from "../../../contract/artwork/suggestion.ts"
import { MAX_MATCHES } from "../../../contract/limit.ts"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { api, apiData } from "../../lib/api.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"

export type SkuPair = { sku: string; fileName: string }

const nothing: ReadonlyMap<string, Suggestion> = new Map<string, Suggestion>()

/** Loads the most likely artwork and size of these order items, by id; at most `MAX_MATCHES` of them. */
function suggestionsOptions(itemIds: readonly string[]) {
  return queryOptions({
    queryKey: ["orders", "suggestions", itemIds],
    queryFn: async () => {
      const { data } = await api(orders.suggestions, {
        body: { orderItems: itemIds.slice(0, MAX_MATCHES) },
      })
      return new Map(data.map((one) => [one.orderItemId as string, one]))
    },
    enabled: itemIds.length > 0,
    placeholderData: (previous) => previous,
    meta: { silent: true },
  })
}

/** Returns the same, empty until it is loaded. A failure suggests nothing and is not reported. */
export function useSuggestions(itemIds: readonly string[]): ReadonlyMap<string, Suggestion> {
  return useQuery(suggestionsOptions(itemIds)).data ?? nothing
}

export type Accepted = { items: OrderItem[]; undo: () => Promise<void> }

/**
 * Remembers choices: every later order follows them, and missing sizes are made. Returns the items as they
 * are matched now. `undo` forgets the parts that were missing before.
 */
export async function acceptMatches(choices: readonly MatchChoice[]): Promise<Accepted> {
  const items: OrderItem[] = []
  const made: string[] = []
  for (let start = 0; start < choices.length; start += MAX_MATCHES) {
    const part = choices.slice(start, start + MAX_MATCHES)
    const { data } = await api(orders.matchAll, { body: { choices: part } })
    items.push(...data.items)
    made.push(...data.sizes.map(({ _id }) => _id))
  }
  for (const item of items) showMatch(item)
  refreshMatches(made.length > 0)
  return { items, undo: () => forgetMatches(choices, made) }
}

/** Forgets choices and deletes the sizes that were made for them. */
async function forgetMatches(choices: readonly MatchChoice[], sizeIds: readonly string[]): Promise<void> {
  const forgotten = choices.map(({ orderItemId, imageId, sizeId, newSize }) => ({
    orderItemId,
    ...(imageId ? { imageId: null } : {}),
    ...(sizeId || newSize ? { sizeId: null } : {}),
  }))
  try {
    for (let start = 0; start < forgotten.length; start += MAX_MATCHES) {
      await apiData(orders.matchAll, { body: { choices: forgotten.slice(start, start + MAX_MATCHES) } })
    }
    for (const id of sizeIds) await apiData(sizes.remove, { params: { id } })
  } finally {
    refreshMatches(sizeIds.length > 0)
  }
}

/** Returns the meaning of the pairs, in their order; with `dryRun` nothing is remembered. */
export async function matchSkus(pairs: readonly SkuPair[], dryRun: boolean): Promise<SkuPairResult[]> {
  const results: SkuPairResult[] = []
  for (let start = 0; start < pairs.length; start += MAX_MATCHES) {
    const part = pairs.slice(start, start + MAX_MATCHES)
    const { data } = await api(orders.matchSkus, { body: { pairs: part, dryRun } })
    results.push(...data)
  }
  if (!dryRun) refreshMatches(false)
  return results
}

/** Refreshes lists without a wait: what is loaded shows at once, the rest follows. */
function refreshMatches(hasNewSizes: boolean): void {
  void refresh("orders", "integrations", "prints", ...(hasNewSizes ? ["sizes", "notifications"] : []))
}

/** Shows the match in the loaded lists, for all items that follow the same choice. */
function showMatch(item: OrderItem): void {
  const isAlike = (other: OrderItem) =>
    item.sku === ""
      ? other.title === item.title && other.variation === item.variation
      : other.sku === item.sku
  changeItems(["list", "unmatched"], (other) =>
    isAlike(other) ? { ...other, match: matchLike(other, item) } : other,
  )
}

/** Changes items in the loaded lists of orders that are named; an item that stays is returned as it is. */
export function changeItems(lists: readonly unknown[], change: (item: OrderItem) => OrderItem): void {
  queryClient.setQueriesData<{ data: Order[] }>(
    { queryKey: ["orders"], predicate: ({ queryKey }) => lists.includes(queryKey[1]) },
    (list) =>
      list && {
        ...list,
        data: list.data.map((order) => {
          const orderItems = order.orderItems.map(change)
          const isSame = orderItems.every((item, at) => item === order.orderItems[at])
          return isSame ? order : { ...order, orderItems }
        }),
      },
  )
}

/** Returns another item's match; a size is chosen for the text of the variation, too. */
function matchLike(other: OrderItem, { match, size }: OrderItem): OrderItem["match"] {
  return { imageId: match.imageId, sizeId: other.size === size ? match.sizeId : other.match.sizeId }
}
