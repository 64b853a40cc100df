import type { Pagination } from "../../contract/list.ts"

type PageQuery = { page: number; after?: string | undefined }
type PageReply = { data: readonly unknown[]; pagination: Pagination }

/** The places behind loaded pages, by list, query and page; the oldest go first. */
const places = new Map<string, string | null>()
const MAX_PLACES = 500

/**
 * Loads a page of a list. If the page before was loaded, it is read from that one's end on: the server counts no
 * rows up to there, and nothing is shown twice or left out where rows came or went. The address keeps the page's
 * number, by which it is loaded otherwise.
 */
export async function loadPage<Query extends PageQuery, Reply extends PageReply>(
  list: string,
  query: Query,
  load: (query: Query) => Promise<Reply>,
): Promise<Reply> {
  const { page, ...others } = query
  const keyOf = (number: number) => JSON.stringify([list, number, others])
  const after = query.after ?? places.get(keyOf(page - 1)) ?? undefined
  const behind = await load({ ...query, after })
  const isGone = behind.data.length === 0 && after !== undefined && query.after === undefined
  const reply = isGone ? await load(query) : behind
  places.delete(keyOf(page))
  places.set(keyOf(page), reply.pagination.next)
  const [oldest] = places.keys()
  if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest)
  return reply
}
