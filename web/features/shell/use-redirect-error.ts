import { useEffect } from "react"
import { texts } from "../../../contract/text.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { toastError } from "../../lib/toast.tsx"

/**
 * A vendor sent the browser back with `?error=`: says it once and takes it out of the address. What
 * needs more words than a toast has stays there as `refused`, for the page to say.
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

/** What `?error=` stands for. */
export function redirectErrorText(error: string): string {
  if (error === "auth_failed") return texts.authFailed
  if (error === "shop_already_exists") return texts.shopExists
  return texts.errorLater
}
