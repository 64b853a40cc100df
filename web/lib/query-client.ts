import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { doublingPauseMs, MINUTE_MS } from "../../contract/duration.ts"
import { ApiFailure } from "./api.ts"
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
    // A change that waited for the network would be made long after whoever asked for it went on, or thought better of it.
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

/** Marks everything cached under these resource names as old; what is on screen is fetched again. */
export async function refresh(...resources: readonly string[]): Promise<void> {
  await Promise.all(resources.map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })))
}

function report(error: Error, isSilent: boolean | undefined) {
  if (isSilent !== true) toastFailure(error)
}

/** A session that ended elsewhere shows in the profile, which then signs out; without one on screen nothing happens. */
function doubtSession(error: Error) {
  if (!(error instanceof ApiFailure) || error.status !== 401) return
  void queryClient.invalidateQueries({ queryKey: ["profile"], refetchType: "active" })
}

/** 1 s, doubled to 30 s: the pause before attempt `attempt` + 1 is repeated. */
export function retryDelayMs(attempt: number): number {
  return doublingPauseMs(attempt + 1, { firstMs: 1_000, longestMs: 30_000 })
}

/** A refusal stays a refusal, and a reply out of contract stays one; only weather is tried again. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true
  return error.status === 0 || error.status >= 500
}
