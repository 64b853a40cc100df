import { useLocation, useNavigate } from "@tanstack/react-router"
import { useCallback, useMemo } from "react"
import type { z } from "zod"
import type { QueryParams } from "./query-params.ts"

/** Returns the query, parsed by the screen's schema; values that do not fit fall back (`catch`). */
export function useSearch<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const params = useSearchParams()
  return useMemo(() => schema.parse(params), [schema, params])
}

/** Returns the unparsed query; each value is text, or a list of texts if its key repeats. */
export function useSearchParams(): QueryParams {
  return useLocation({ select: (location) => location.search as QueryParams })
}

/** Returns one value of the query, the first if the key repeats, or "". */
export function useSearchParam(key: string): string {
  return useLocation({ select: (location) => firstValue((location.search as QueryParams)[key]) })
}

export function firstValue(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ""
}

export type SetSearchParams = (
  changes: Record<string, string | string[] | number | null>,
  options?: { push?: boolean; keepsPlace?: boolean },
) => void

/**
 * Changes some values of the query and leaves the rest; null or "" removes a key. Typed values replace the
 * history entry; picked ones add one with `push`, so that Back undoes them. Only another page of a list is shown from
 * its top, unless it scrolls to one of its rows (`keepsPlace`).
 */
export function useSetSearchParams(): SetSearchParams {
  const navigate = useNavigate()
  return useCallback<SetSearchParams>(
    (changes, options) => {
      void navigate({
        to: ".",
        hash: true,
        replace: options?.push !== true,
        resetScroll: "page" in changes && options?.keepsPlace !== true,
        search: (previous: QueryParams) => {
          const next: QueryParams = { ...previous }
          for (const [key, value] of Object.entries(changes)) {
            if (value === null || value === "") delete next[key]
            else next[key] = Array.isArray(value) ? value : String(value)
          }
          return next
        },
      })
    },
    [navigate],
  )
}
