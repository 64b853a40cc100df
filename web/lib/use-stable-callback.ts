import { useCallback, useLayoutEffect, useRef } from "react"

/**
 * The same function for as long as the component lives, which does what `act` did at the last
 * render: for rows that are drawn anew only when what they show has changed. Not to be called while
 * rendering.
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
