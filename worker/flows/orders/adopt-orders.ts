import type { Id } from "../../../contract/id.ts"
import type { Database } from "../../data/database.ts"
import type { NewOrder } from "../../data/integrations/synced-orders.ts"
import type { Adopted } from "../../data/orders/adoption-writes.ts"
import { type FileItem, type FileOrder, findFileOrders } from "../../data/orders/file-order-rows.ts"

/** What an item of a shop's order is known by. */
export type SoldItem = Pick<
  NewOrder["items"][number],
  "vendorItemId" | "listingId" | "sku" | "title" | "size" | "variation" | "quantity"
>

/**
 * Finds the orders of a shop that came in by a file before, and says which of their
 * items are which. They become the shop's, with their prints and states, so that nothing is made twice.
 */
export async function adoptOrders(
  db: Database,
  shop: { userId: Id; type: string },
  orders: readonly NewOrder[],
): Promise<Adopted[]> {
  const kept = await findFileOrders(db, shop, orders)
  return orders.flatMap((sold) => {
    const ours = kept.find(
      (one) => one.vendorOrderId === sold.vendorOrderId && (!one.isMapped || areAlike(one.items, sold.items)),
    )
    return ours ? [adopted(ours, sold)] : []
  })
}

/**
 * Whether orders of one number and day are the same where nothing else says so: they have an item in common. A
 * file that is mapped by hand may be of any place, which counts from 1001, too.
 */
export function areAlike(
  ours: readonly Pick<FileItem, "sku" | "title">[],
  sold: readonly Pick<FileItem, "sku" | "title">[],
): boolean {
  const namesOf = ({ sku, title }: Pick<FileItem, "sku" | "title">) =>
    [sku, title].map(nameKey).filter(Boolean)
  const names = new Set(ours.flatMap(namesOf))
  return sold.some((item) => namesOf(item).some((name) => names.has(name)))
}

function nameKey(name: string): string {
  return name.trim().toLowerCase()
}

function adopted({ id, items }: FileOrder, { vendorOrderId, number, items: sold }: NewOrder): Adopted {
  const pairs = pairItems(items, sold).map(([ours, { vendorItemId, size, variation }]) => ({
    ...{ id: ours.id, vendorItemId, size, variation },
  }))
  return { id, vendorOrderId, number, items: pairs }
}

/** What tells the items of an order apart: a key for ours and for the shop's, alike where they are the same. */
type Key = [ours: (item: FileItem) => string, sold: (item: SoldItem) => string]
type Named = Pick<FileItem, "sku" | "title" | "size" | "variation" | "quantity">

const byId: Key = [
  ({ vendorItemId }) => vendorItemId,
  ({ vendorItemId, listingId }) => (listingId === null ? vendorItemId : `${listingId}-${vendorItemId}`),
]
/** Shopify's file writes a line as `Team tee - Black / L`. */
const titles: ((title: string) => string)[] = [
  (title) => title,
  (title) => title.replace(/ - (?!.* - ).*$/, ""),
]
const details: ((item: Named) => unknown[])[] = [
  (item) => [choicesOf(item), item.quantity],
  (item) => [choicesOf(item)],
  ({ quantity }) => [quantity],
  () => [],
]
/** The surest first. */
const keys: Key[] = [
  byId,
  [byId[0], ({ vendorItemId }) => vendorItemId],
  ...titles.flatMap((titleOf) =>
    details.map((detailOf): Key => {
      const key = (item: Named, title: string) =>
        JSON.stringify([nameKey(item.sku) || nameKey(title), ...detailOf(item)])
      return [(item) => key(item, titleOf(item.title)), (item) => key(item, item.title)]
    }),
  ),
  // A file may have no column of SKUs.
  ...details.map((detailOf): Key => {
    const key = (item: Named) => JSON.stringify([nameKey(item.title), ...detailOf(item)])
    return [(item) => (item.sku === "" && item.title !== "" ? key(item) : ""), key]
  }),
]

/**
 * Pairs items of the same order as a file and as its shop have them; of those that are alike the first
 * with the first. Where as many are left on both sides, they are the same under other names.
 */
export function pairItems(ours: readonly FileItem[], sold: readonly SoldItem[]): [FileItem, SoldItem][] {
  const pairs: [FileItem, SoldItem][] = []
  let left = [...ours]
  let free = [...sold]
  for (const [keyOfOurs, keyOfSold] of keys) {
    const alike = Map.groupBy(free, keyOfSold)
    const taken = new Set<SoldItem>()
    left = left.filter((one) => {
      const other = alike.get(keyOfOurs(one))?.shift()
      if (!other) return true
      taken.add(other)
      pairs.push([one, other])
      return false
    })
    free = free.filter((one) => !taken.has(one))
  }
  return left.length === free.length
    ? [...pairs, ...left.map((one, at): [FileItem, SoldItem] => [one, free[at]])]
    : pairs
}

/** What the buyer chose, whether its name is known or not. */
function choicesOf({ size, variation }: Named): string {
  const values = [size, ...variation.split(", ").map((choice) => choice.replace(/^[^:]*: /, ""))]
  return values.filter(Boolean).sort().join("|")
}
