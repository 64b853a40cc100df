import { type KeyboardEvent, useCallback, useState } from "react"

/** The attribute of the group's elements that holds their `stopId`. */
const STOP = "data-stop"

export type RovingFocus = {
  /** The one element that Tab reaches; arrow keys reach the others from it. */
  stopId: string
  /** For the group: arrows, Home and End move the focus, and focus moves the stop. */
  group: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    onFocus: (event: { target: EventTarget }) => void
  }
}

/**
 * Makes a grid of buttons that each carry `data-stop` one tab stop: `firstId`, until another has had the
 * focus.
 */
export function useRovingFocus(ids: readonly string[], firstId: string): RovingFocus {
  const [lastId, setLastId] = useState("")
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${STOP}]:not(:disabled)`)]
    const next = stopAfter(stops, stops.indexOf(event.target), event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
  }, [])
  const onFocus = useCallback(({ target }: { target: EventTarget }) => {
    const id = target instanceof HTMLElement ? target.getAttribute(STOP) : null
    if (id !== null) setLastId(id)
  }, [])
  return { stopId: ids.includes(lastId) ? lastId : firstId, group: { onKeyDown, onFocus } }
}

/** Returns the stop that a key leads to from `from`, by visible lines, left to right; null to stay. */
function stopAfter(stops: readonly HTMLElement[], from: number, key: string): HTMLElement | null {
  if (from < 0) return null
  switch (key) {
    case "ArrowRight":
      return stops[from + 1] ?? null
    case "ArrowLeft":
      return stops[from - 1] ?? null
    case "Home":
      return stops[0]
    case "End":
      return stops.at(-1) ?? null
    case "ArrowDown":
      return inNextLine(stops.slice(from + 1), stops[from])
    case "ArrowUp":
      return inNextLine(stops.slice(0, from).reverse(), stops[from])
    default:
      return null
  }
}

/**
 * Returns the nearest stop of the first line among `others`, in reading order away from `start`, that is not
 * its own.
 */
function inNextLine(others: readonly HTMLElement[], start: HTMLElement): HTMLElement | null {
  const here = start.getBoundingClientRect()
  let nearest: { stop: HTMLElement; awayPx: number; topPx: number } | null = null
  for (const stop of others) {
    const { top, left } = stop.getBoundingClientRect()
    if (Math.abs(top - here.top) < 2) continue
    if (nearest !== null && Math.abs(top - nearest.topPx) >= 2) break
    const awayPx = Math.abs(left - here.left)
    if (nearest === null || awayPx < nearest.awayPx) nearest = { stop, awayPx, topPx: top }
  }
  return nearest?.stop ?? null
}
