import { useCallback, useLayoutEffect, useRef } from "react"

/**
 * Returns the same function for as long as the component lives, which runs `act` as of the last render: for
 * rows that are drawn again only when their content changed. Not to be called while rendering.
 */
export function useStableCallback<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
