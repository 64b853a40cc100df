import { type InvalidateQueryFilters, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { doublingPauseMs, MINUTE_MS } from "../../contract/duration.ts"
import { ApiFailure, isWorthRetrying } from "./api.ts"
import { toastFailure } from "./toast.tsx"

declare module "@tanstack/react-query" {
  interface Register {
    /** `silent`: the caller shows the failure itself, so no toast. */
    queryMeta: { silent?: boolean }
    mutationMeta: { silent?: boolean }
  }
}

const CACHE_MS = 5 * MINUTE_MS
const MAX_RETRIES = 3

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: CACHE_MS,
      staleTime: 10_000,
      retry: (count, error) => count < MAX_RETRIES && isWorthRetrying(error),
      retryDelay: retryDelayMs,
    },
    // Offline, a waiting change would be sent long after the person moved on or changed their mind.
    mutations: { networkMode: "always" },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      report(error, query.meta?.silent)
      if (query.queryKey[0] !== "profile") doubtSession(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      report(error, mutation.meta?.silent)
      doubtSession(error)
    },
  }),
})

/** Marks the cache under these resource names as stale; what is on screen is refetched. */
export async function refresh(...resources: readonly string[]): Promise<void> {
  await Promise.all(resources.map((resource) => refreshWhere({ queryKey: [resource] })))
}

/**
 * Marks all queries that the filters match as stale. A query being loaded for the first time, or for a screen
 * that is still to open, is not asked for anew and may have been read before the change: it is marked once
 * more when it arrives.
 */
export async function refreshWhere(filters: InvalidateQueryFilters): Promise<void> {
  const loading = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })
  const ahead = loading.filter((query) => !query.isActive() || query.state.data === undefined)
  for (const { promise, queryKey } of ahead) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, again)
  }
  await queryClient.invalidateQueries(filters)
}

function report(error: Error, isSilent: boolean | undefined) {
  if (isSilent !== true) toastFailure(error)
}

/** Signs out if the session ended elsewhere, by the profile on screen; without one it has no effect. */
function doubtSession(error: Error) {
  if (!(error instanceof ApiFailure) || error.status !== 401) return
  void queryClient.invalidateQueries({ queryKey: ["profile"], refetchType: "active" })
}

/** Returns 1 s, doubled to 30 s: the pause before attempt `attempt` + 1 is repeated. */
export function retryDelayMs(attempt: number): number {
  return doublingPauseMs(attempt + 1, { firstMs: 1_000, longestMs: 30_000 })
}
