import { and, or, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_COUNTED_ROWS, MAX_SEARCHED_ROWS } from "../../../contract/limit.ts"
import { contains } from "../paging.ts"
import { countedUpTo, type Source, sourceIn } from "../place.ts"
import type { Reader } from "../reader.ts"
import { wordsQuery } from "../words.ts"
import { hasItem } from "./needs-you.ts"
import { orderNumber } from "./order-number.ts"
import { order, orderItem } from "./tables.ts"

/**
 * Returns where the orders are read that contain the search: among those that the filters find, if these
 * are few; else by the index of words, if that finds few; else along the list's order (`sorted`), where
 * the next match is near. A search of one or two letters, which that index does not have, looks through the
 * list's first orders.
 */
export async function searchedSource(
  read: Reader,
  userId: Id,
  { search, all, sorted, inOrder }: { search: string; all: Source; sorted: Source; inOrder: SQL },
): Promise<Source & { isFew: boolean }> {
  const words = wordsQuery(userId, search)
  const [[filtered], [found]] = await read(
    all.total,
    words === null ? all.total : countedUpTo(sql`FROM (${rowsWith(words)})`),
  )
  const isFound = and(all.isFound, matches(search))
  if (filtered.total <= MAX_COUNTED_ROWS) return { ...sourceIn(all.from, isFound), isFew: true }
  if (words === null) {
    const first = sql`SELECT ${order.id} FROM ${sorted.from} WHERE ${all.isFound} ORDER BY ${inOrder} LIMIT ${MAX_SEARCHED_ROWS}`
    const near = sql`(${first}) AS near CROSS JOIN ${order} ON ${order.id} = near.id`
    return { ...sourceIn(near, matches(search)), isAll: false, isFew: true }
  }
  const named = sql`(SELECT DISTINCT id FROM (${ordersWith(words)})) AS named CROSS JOIN ${order} ON ${order.id} = named.id`
  if (found.total <= MAX_COUNTED_ROWS) return { ...sourceIn(named, isFound), isFew: true }
  return { ...sourceIn(sorted.from, isFound), total: sourceIn(named, all.isFound).total, isFew: false }
}

function rowsWith(words: string): SQL {
  return sql`SELECT 1 FROM order_words WHERE order_words MATCH ${words}
    UNION ALL SELECT 1 FROM order_item_words WHERE order_item_words MATCH ${words}`
}

function ordersWith(words: string): SQL {
  return sql`SELECT ${order.id} AS id FROM order_words CROSS JOIN ${order} ON ${order}.rowid = order_words.rowid WHERE order_words MATCH ${words}
    UNION ALL SELECT ${orderItem.orderId} FROM order_item_words CROSS JOIN ${orderItem} ON ${orderItem}.rowid = order_item_words.rowid
    WHERE order_item_words MATCH ${words}`
}

/** Searches number, buyer, and items' titles, SKUs, answers and wording, of archived ones too. */
function matches(search: string): SQL | undefined {
  return or(
    contains(orderNumber, search),
    contains(order.buyerName, search),
    hasItem(
      or(
        contains(orderItem.title, search),
        contains(orderItem.sku, search),
        contains(orderItem.personalisation, search),
        contains(sql`coalesce(${orderItem.ownPersonalisation}, '')`, search),
      ) ?? sql`0`,
    ),
    contains(sql`coalesce(${order.archivedWords}, '')`, search),
  )
}
