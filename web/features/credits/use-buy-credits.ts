import { useCallback } from "react"
import { useSetSearchParams } from "../../lib/search-params.ts"

/** The package that is offered first, named by its credits. */
export const DEFAULT_PURCHASE = "100"

/** Opens the purchase of credits over whatever page is on screen. */
export function useBuyCredits(): () => void {
  const setParams = useSetSearchParams()
  return useCallback(() => setParams({ buyCredit: DEFAULT_PURCHASE }, { push: true }), [setParams])
}
