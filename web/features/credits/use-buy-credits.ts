import { useCallback } from "react"
import { packageCovering } from "../../../contract/credits/payment.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"

/** The package that is offered first, named by its credits. */
export const DEFAULT_PURCHASE = "100"

/** Returns the package to offer to someone who lacks so many credits, as an address names it. */
export function purchaseFor(missingCredits: number): string {
  return String(packageCovering(missingCredits))
}

/**
 * Returns a function that opens the purchase over the current page, with the smallest package that covers the
 * missing credits.
 */
export function useBuyCredits(missingCredits = 0): () => void {
  const setParams = useSetSearchParams()
  return useCallback(
    () => setParams({ buyCredit: purchaseFor(missingCredits) }, { push: true }),
    [setParams, missingCredits],
  )
}
