import { useRouter } from "@tanstack/react-router"
import { useCallback } from "react"
import { firstValue, useSearchParam, useSetSearchParams } from "./search-params.ts"

export type ModalParam = {
  /** The key's value, or "" while the modal is closed. */
  value: string
  isOpen: boolean
  /** Opens it with a value (and more keys), as a new history entry: Back closes it. */
  open(value?: string, more?: Record<string, string | string[] | null>): void
  /** Removes the key, then opens `callback` if the address names one of our own pages. */
  close(): void
}

/** Keeps a modal in the address under `key`: survives reload, Back closes it; removes `with` too. */
export function useModalParam(key: string, options: { with?: readonly string[] } = {}): ModalParam {
  const router = useRouter()
  const value = useSearchParam(key)
  const setParams = useSetSearchParams()
  const companions = (options.with ?? []).join(" ")

  const open = useCallback<ModalParam["open"]>(
    (next = "true", more = {}) => setParams({ ...more, [key]: next }, { push: true }),
    [key, setParams],
  )
  const close = useCallback(() => {
    const search = router.state.location.search as Record<string, string | string[] | undefined>
    const target = ownPath(firstValue(search.callback), window.location.origin)
    if (target !== null) return void router.history.push(target)
    const gone = [key, "callback", ...companions.split(" ").filter(Boolean)]
    setParams(Object.fromEntries(gone.map((name) => [name, null])))
  }, [key, companions, router, setParams])

  return { value, isOpen: value !== "", open, close }
}

/**
 * Returns the path to follow when a modal closes: one of our pages, as path, query and hash, or null. Refuses
 * the API and anything that the browser's URL parser reads as another origin.
 */
export function ownPath(value: string, origin: string): string | null {
  if (!value.startsWith("/") || !URL.canParse(value, origin)) return null
  const url = new URL(value, origin)
  if (url.origin !== origin || url.username !== "" || url.pathname.startsWith("//")) return null
  if (url.pathname === "/api" || url.pathname.startsWith("/api/")) return null
  return url.pathname + url.search + url.hash
}
