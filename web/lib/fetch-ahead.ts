import type { FetchQueryOptions, QueryKey } from "@tanstack/react-query"
import { queryClient } from "./query-client.ts"
import type { QueryParams } from "./query-params.ts"

/** Where a link leads. */
export type Address = { search: QueryParams; params: Readonly<Record<string, string>> }

/**
 * Asks for what a screen will show, unless it is known and fresh. It blocks nothing, and a failure is
 * not told: the screen asks again and says so.
 */
export function fetchAhead<Reply, Key extends QueryKey>(
  options: FetchQueryOptions<Reply, Error, Reply, Key>,
): void {
  void queryClient.prefetchQuery({ ...options, meta: { silent: true } })
}
