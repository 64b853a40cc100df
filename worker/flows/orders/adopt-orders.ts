import type { Id } from "../../../contract/id.ts"
import type { Database } from "../../data/database.ts"
import type { NewOrder } from "../../data/integrations/synced-orders.ts"
import type { Adopted } from "../../data/orders/adoption-writes.ts"
import { type FileItem, type FileOrder, findFileOrders } from "../../data/orders/file-order-rows.ts"

/** The fields by which an item of a shop's order is known. */
export type SoldItem = Pick<
  NewOrder["items"][number],
  "vendorItemId" | "listingId" | "sku" | "title" | "size" | "variation" | "quantity"
>

/**
 * Finds the orders of a shop that came in by a file before, and pairs their items. They become the
 * shop's, with their prints and states, so that nothing is made twice.
 */
export async function adoptOrders(
  db: Database,
  shop: { userId: Id; type: string },
  orders: readonly NewOrder[],
): Promise<Adopted[]> {
  const fileOrders = await findFileOrders(db, shop, orders)
  return orders.flatMap((sold) => {
    const own = fileOrders.find(
      (order) =>
        order.vendorOrderId === sold.vendorOrderId && (!order.isMapped || areAlike(order.items, sold.items)),
    )
    return own ? [adopted(own, sold)] : []
  })
}

/**
 * Returns true if orders of one number and day are the same when nothing else says so: they have an
 * item in common. A file that is mapped by hand may be of any place, which counts from 1001, too.
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

/** The key that tells the items of an order apart, for ours and for the shop's: equal for the same item. */
type Key = [ours: (item: FileItem) => string, sold: (item: SoldItem) => string]
type Named = Pick<FileItem, "sku" | "title" | "size" | "variation" | "quantity">

const byId: Key = [
  ({ vendorItemId }) => vendorItemId,
  ({ vendorItemId, listingId }) => (listingId === null ? vendorItemId : `${listingId}-${vendorItemId}`),
]
/** The forms of a title; Shopify's file writes a line as `Team tee - Black / L`. */
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
/** The keys, the surest first. */
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
 * Pairs items of the same order as a file and as its shop have them; similar ones in order. If as many
 * remain on both sides, they are the same under other names.
 */
export function pairItems(ours: readonly FileItem[], sold: readonly SoldItem[]): [FileItem, SoldItem][] {
  const pairs: [FileItem, SoldItem][] = []
  let remaining = [...ours]
  let free = [...sold]
  for (const [keyOfOurs, keyOfSold] of keys) {
    const alike = Map.groupBy(free, keyOfSold)
    const taken = new Set<SoldItem>()
    remaining = remaining.filter((item) => {
      const other = alike.get(keyOfOurs(item))?.shift()
      if (!other) return true
      taken.add(other)
      pairs.push([item, other])
      return false
    })
    free = free.filter((item) => !taken.has(item))
  }
  return remaining.length === free.length
    ? [...pairs, ...remaining.map((item, at): [FileItem, SoldItem] => [item, free[at]])]
    : pairs
}

/** Returns the buyer's choices, whether their names are known or not. */
function choicesOf({ size, variation }: Named): string {
  const values = [size, ...variation.split(", ").map((choice) => choice.replace(/^[^:]*: /, ""))]
  return values.filter(Boolean).sort().join("|")
}
