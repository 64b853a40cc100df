import { useRef, useState } from "react"
import { endHint } from "../../lib/hints.ts"
import { idsBetween } from "../../lib/ids-between.ts"
import { useStableCallback } from "../../lib/use-stable-callback.ts"
import type { DraftItem } from "./print-draft.ts"

export type TickedRows = {
  keys: ReadonlySet<string>
  /** The ticked rows, in the order of all. */
  items: readonly DraftItem[]
  all: boolean | "indeterminate"
  /** Ticks a row; with Shift everything from the row touched last to this one. */
  tick: (key: string, isTicked: boolean, withShift: boolean) => void
  /** Ticks only these. */
  set: (keys: readonly string[]) => void
  setAll: (isTicked: boolean) => void
}

/**
 * Keeps the ticked rows of an unsaved print, for actions on all of them. Several rows that still lack a size are
 * ticked where the print is opened, as they were when they were added.
 */
export function useTickedRows(items: readonly DraftItem[]): TickedRows {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => {
    const sizeless = items.filter(({ size }) => size === null).map(({ key }) => key)
    return new Set(sizeless.length > 1 ? sizeless : [])
  })
  const lastKey = useRef<string | null>(null)
  const ticked = items.filter(({ key }) => keys.has(key))
  const all = items.map(({ key }) => key)
  const tick = useStableCallback((key: string, isTicked: boolean, withShift: boolean) => {
    if (withShift) endHint("shift-click")
    const range = withShift ? idsBetween(all, lastKey.current, key) : [key]
    lastKey.current = key
    const next = new Set(keys)
    for (const one of range) {
      if (isTicked) next.add(one)
      else next.delete(one)
    }
    setKeys(next)
  })
  return {
    keys,
    items: ticked,
    all: ticked.length === 0 ? false : ticked.length === items.length ? true : "indeterminate",
    tick,
    set: (chosen) => setKeys(new Set(chosen)),
    setAll: (isTicked) => setKeys(new Set(isTicked ? all : [])),
  }
}
