import { useCallback } from "react"
import { packageCovering } from "../../../contract/credits/payment.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"

/** The package that is offered first, named by its credits. */
export const DEFAULT_PURCHASE = "100"

/** The package to offer to someone who lacks so many credits, as an address names it. */
export function purchaseFor(missingCredits: number): string {
  return String(packageCovering(missingCredits))
}

/**
 * Opens the purchase of credits over whatever page is on screen, with the smallest package that
 * covers what is missing.
 */
export function useBuyCredits(missingCredits = 0): () => void {
  const setParams = useSetSearchParams()
  return useCallback(
    () => setParams({ buyCredit: purchaseFor(missingCredits) }, { push: true }),
    [setParams, missingCredits],
  )
}
