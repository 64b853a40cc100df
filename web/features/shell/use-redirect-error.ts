import { useEffect } from "react"
import { texts } from "../../../contract/text.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { toastError } from "../../lib/toast.tsx"

/**
 * Handles a vendor's return with `?error=`: shows it once and removes it from the address. An error that
 * needs more words than a toast stays there as `refused`, for the page to explain.
 */
export function useRedirectError(): void {
  const error = useSearchParam("error")
  const setParams = useSetSearchParams()
  useEffect(() => {
    if (error === "") return
    toastError(redirectErrorText(error))
    setParams({ error: null, refused: error === "shop_already_exists" ? "shop" : null })
  }, [error, setParams])
}

export function redirectErrorText(error: string): string {
  if (error === "auth_failed") return texts.authFailed
  if (error === "shop_already_exists") return texts.shopExists
  return texts.errorLater
}
