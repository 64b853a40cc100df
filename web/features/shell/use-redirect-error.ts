import { useEffect } from "react"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { toastError } from "../../lib/toast.tsx"
import { redirectErrorText } from "./redirect-error.ts"

/** A vendor sent the browser back with `?error=`: says it once and takes it out of the address. */
export function useRedirectError(): void {
  const error = useSearchParam("error")
  const setParams = useSetSearchParams()
  useEffect(() => {
    if (error === "") return
    toastError(redirectErrorText(error))
    setParams({ error: null })
  }, [error, setParams])
}
