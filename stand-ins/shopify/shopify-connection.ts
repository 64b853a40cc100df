import { GraphQLError } from "graphql"

const MAX_PAGE = 250

/** In bulk everything is read, and pages are not asked for. */
export type Asking = { isBulk: boolean }
export type PageArgs = {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
  reverse?: boolean | null
}

/**
 * Returns a page of a list, as Shopify's connections do. A cursor is `keyOf` an item, not its place, so
 * a list may change between two pages; `items` come sorted by their keys.
 */
export function connection<T>(
  items: readonly T[],
  args: PageArgs,
  { isBulk }: Asking,
  keyOf: (item: T) => readonly [string | number, number],
  nodeOf: (item: T) => unknown,
) {
  const { first, last } = args
  if (!isBulk) {
    if (first == null && last == null) throw new GraphQLError("you must provide one of first or last")
    if ((first ?? last ?? 0) > MAX_PAGE || (first ?? last ?? 0) < 0)
      throw new GraphQLError(`first and last must be from 0 to ${MAX_PAGE}`)
  }
  const turned = args.reverse ? items.toReversed() : items
  const isPast = (item: T, key: readonly [string | number, number]) =>
    compare(keyOf(item), key) * (args.reverse ? -1 : 1) > 0
  const after = args.after == null ? null : keyIn(args.after)
  const before = args.before == null ? null : keyIn(args.before)
  const among = turned.filter(
    (item) =>
      (!after || isPast(item, after)) &&
      (!before || (!isPast(item, before) && compare(keyOf(item), before) !== 0)),
  )
  const page = first != null ? among.slice(0, first) : last != null ? among.slice(-last) : among
  const cursors = page.map((item) => Buffer.from(JSON.stringify(keyOf(item))).toString("base64"))
  return {
    edges: page.map((item, i) => ({ cursor: cursors[i], node: nodeOf(item) })),
    nodes: page.map(nodeOf),
    pageInfo: {
      hasNextPage: first != null ? among.length > page.length : before !== null,
      hasPreviousPage: first == null && last != null ? among.length > page.length : after !== null,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  }
}

/** Returns a page of a list without an order of its own: its places are its keys. */
export function listConnection<T>(
  items: readonly T[],
  args: PageArgs,
  asking: Asking,
  nodeOf: (item: T) => unknown,
) {
  const placed = items.map((item, i) => [item, i] as const)
  return connection(
    placed,
    args,
    asking,
    ([, i]) => [i, i],
    ([item]) => nodeOf(item),
  )
}

export function compare(
  a: readonly [string | number, number],
  b: readonly [string | number, number],
): number {
  if (a[0] === b[0]) return a[1] - b[1]
  return a[0] < b[0] ? -1 : 1
}

function keyIn(cursor: string): [string | number, number] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64").toString())
    if (Array.isArray(key) && key.length === 2) return [key[0], Number(key[1])]
  } catch {
    // A text that is no cursor of ours is refused like a cursor of another list.
  }
  throw new GraphQLError("Invalid cursor for current pagination sort.")
}
