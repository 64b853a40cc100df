import type { Pagination } from "../../contract/list.ts"

type PageQuery = { page: number; after?: string | undefined }
type PageReply = { data: readonly unknown[]; pagination: Pagination }

/** The places behind loaded pages, by list, query and page. */
const places = new Map<string, string | null>()
const MAX_PLACES = 500

/** Forgets the places when the account changes: another account's rows have others. */
export function forgetPlaces(): void {
  places.clear()
}

/**
 * Loads a page of a list. If the page before was loaded, it is read from that one's end on: the server reads no
 * rows up to there, and nothing is shown twice or left out where rows came or went. The address keeps the page's
 * number, by which it is loaded otherwise.
 */
export async function loadPage<Query extends PageQuery, Reply extends PageReply>(
  list: string,
  query: Query,
  load: (query: Query) => Promise<Reply>,
): Promise<Reply> {
  const { page, ...others } = query
  const key = list + JSON.stringify(others)
  const after = places.get(key + (page - 1))
  let reply = await load(after ? { ...query, after } : query)
  if (after && reply.data.length === 0) reply = await load(query)
  if (places.size > MAX_PLACES) places.clear()
  places.set(key + page, reply.pagination.next)
  return reply
}
