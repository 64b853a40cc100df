import { queryOptions } from "@tanstack/react-query"
import { artworkRules } from "../../../contract/api/artwork-rule-api.ts"
import { orders } from "../../../contract/api/order-api.ts"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ArtworkRule, ReadRule } from "../../../contract/artwork/artwork-rule.ts"
import { MAX_BULK_IDS } from "../../../contract/limit.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { apiData } from "../../lib/api.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"
import { changeItems } from "../matching/match-calls.ts"

/** A person's confirmed text of an order item; null undoes it. */
type Confirmation = { _id: string; values: ArtworkValues | null }

/** Confirms the text of these items, in the lists at once. Returns a function that undoes it. */
export async function confirmValues(items: readonly Confirmation[]): Promise<() => Promise<void>> {
  await sendConfirmations(items)
  return () => sendConfirmations(items.map(({ _id }) => ({ _id, values: null })))
}

async function sendConfirmations(items: readonly Confirmation[]): Promise<void> {
  try {
    for (let start = 0; start < items.length; start += MAX_BULK_IDS) {
      const part = items.slice(start, start + MAX_BULK_IDS)
      showItems(await apiData(orders.confirm, { body: { items: part } }))
    }
  } finally {
    void refresh("orders", "integrations", "prints")
  }
}

/** Loads how a SKU's or listing's answers are read, with its last ten order items. */
export function ruleOptions(ruleKey: string) {
  return queryOptions({
    queryKey: ["orders", "rule", ruleKey],
    queryFn: () => apiData(artworkRules.find, { params: { ruleKey } }),
    meta: { silent: true },
  })
}

/** The part of a rule that may be stored. */
export type RuleChange = ReadRule & { imageId: string; isConfirmed: boolean }

/** Stores how answers are read, for every order of the key. Returns a function that undoes it. */
export async function saveRule(before: ArtworkRule, change: RuleChange): Promise<() => Promise<void>> {
  await putRule(before.ruleKey, change)
  return async () => {
    if (before.imageId === null) return forgetRule(before.ruleKey)
    await putRule(before.ruleKey, { ...before, imageId: before.imageId })
  }
}

/** Confirms that a person has seen how answers are read: clear answers are certain from now on. */
export async function confirmRule({ ruleKey, match }: OrderItem): Promise<() => Promise<void>> {
  const before = await queryClient.fetchQuery({ ...ruleOptions(ruleKey), staleTime: 0 })
  const imageId = match.imageId?._id ?? before.imageId
  if (imageId === null || imageId === undefined) throw new Error(`no artwork for ${ruleKey}`)
  return saveRule(before, { ...before, imageId, isConfirmed: true })
}

async function putRule(ruleKey: string, { imageId, fields, ignores, isConfirmed }: RuleChange) {
  await apiData(artworkRules.save, { params: { ruleKey }, body: { imageId, fields, ignores, isConfirmed } })
  await refresh("orders", "integrations", "prints")
}

async function forgetRule(ruleKey: string): Promise<void> {
  await apiData(artworkRules.forget, { params: { ruleKey } })
  await refresh("orders", "integrations", "prints")
}

/** Makes the file of an answer the artwork of this item. Returns a function that undoes it. */
export async function applyBuyerFile({ _id: id }: OrderItem, answer: number): Promise<() => Promise<void>> {
  showItems([await apiData(orders.artwork, { params: { id }, body: { answer } })])
  void refresh("orders", "integrations", "prints", "images")
  return async () => {
    showItems([await apiData(orders.update, { params: { id }, body: { imageId: null } })])
    void refresh("orders", "integrations", "prints")
  }
}

/** Shows the items as they are now in the loaded lists. */
function showItems(items: readonly OrderItem[]): void {
  const now = new Map(items.map((item) => [item._id, item]))
  changeItems(["list", "unmatched", "doubtful"], (item) => now.get(item._id) ?? item)
}
