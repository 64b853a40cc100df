/** A shop's order. `shipDay` is a day of the seller's, `2026-11-23`: its text sorts by time. */
export type LayoutOrder = { number: string; shipDay: string | null }

/** An item of a print, as far as its order goes: null or nothing for an item chosen by hand. */
type OrderedItem = { order?: LayoutOrder | null; quantity: number }

/** The items of one order. `order` is null for all items chosen by hand. */
export type OrderGroup = { order: LayoutOrder | null; items: number[]; copies: number }

/**
 * Groups a print's items by order, in ship-by order: by day, as a shop ships, then as the items come.
 * Orders without a day follow, and items chosen by hand come last.
 */
export function orderGroups(items: readonly OrderedItem[]): OrderGroup[] {
  const groups = new Map<string | null, OrderGroup>()
  items.forEach(({ order = null, quantity }, item) => {
    const key = order?.number ?? null
    const group = groups.get(key) ?? { order, items: [], copies: 0 }
    group.items.push(item)
    group.copies += quantity
    groups.set(key, group)
  })
  return [...groups.values()].sort((a, b) => compare(shipDay(a), shipDay(b)))
}

/** Returns the day by which a group is shipped, as a text that sorts in the sequence of the film. */
export function shipDay({ order }: OrderGroup): string {
  if (order === null) return "without order"
  return order.shipDay ?? "undated"
}

/**
 * Returns the item whose first copy carries the order's label: the widest, so that the text has room.
 * Planning, drawing and checking agree on it.
 */
export function labelledItem({ items }: OrderGroup, all: readonly { widthIn: number }[]): number {
  return items.reduce((widest, item) => (all[item].widthIn > all[widest].widthIn ? item : widest))
}

/**
 * Returns each item's count among the pieces of its order, `(2 of 3) ` for the second of three. "" for an
 * order's only piece, and for items chosen by hand.
 */
export function pieceCounts(items: readonly OrderedItem[]): ((copy: number) => string)[] {
  const counts: ((copy: number) => string)[] = items.map(() => () => "")
  for (const { order, items: own, copies } of orderGroups(items)) {
    if (order === null || copies === 1) continue
    let before = 0
    for (const item of own) {
      const first = before + 1
      counts[item] = (copy) => `(${first + copy} of ${copies}) `
      before += items[item].quantity
    }
  }
  return counts
}

/** Returns a group's label: `#3121, 4 pieces`. */
export function groupLabel({ order, copies }: OrderGroup): string {
  return order === null ? "" : `#${order.number}, ${copies} ${copies === 1 ? "piece" : "pieces"}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
