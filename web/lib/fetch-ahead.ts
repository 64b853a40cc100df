import type { FetchQueryOptions, QueryKey } from "@tanstack/react-query"
import { queryClient } from "./query-client.ts"
import type { QueryParams } from "./query-params.ts"

/** The parts of a link's address. */
export type Address = { search: QueryParams; params: Readonly<Record<string, string>> }

/**
 * Loads a screen's data ahead, unless it is known and fresh. It blocks nothing, and reports no failure: the
 * screen loads again and reports it.
 */
export function fetchAhead<Reply, Key extends QueryKey>(
  options: FetchQueryOptions<Reply, Error, Reply, Key>,
): void {
  void queryClient.prefetchQuery({ ...options, meta: { silent: true } })
}
