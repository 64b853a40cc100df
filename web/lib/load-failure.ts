/** What could not be loaded, and how to try again. */
export type LoadFailure = { error: Error; onRetry: () => void }

type Loading = { data: unknown; error: Error | null; refetch: () => unknown }

/** Of a query: why there is nothing to show. Null as long as there is, be it old. */
export function loadFailure({ data, error, refetch }: Loading): LoadFailure | null {
  return error !== null && data === undefined ? { error, onRetry: () => void refetch() } : null
}
