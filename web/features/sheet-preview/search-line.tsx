import { type ReactNode, useEffect, useState } from "react"
import { classNames } from "../../lib/class-names.ts"
import { formatLength } from "../../lib/length.ts"
import { gainSinceFirst, gainWords } from "./film-gain.ts"
import type { SheetLayoutState } from "./use-sheet-layout.ts"

/** The time after which words like "a minute ago" are read from the clock again. */
const TICK_MS = 5_000

type SearchLineProps = {
  state: SheetLayoutState
  /** Buttons on the right. */
  children?: ReactNode
}

/** Says beneath the film whether it still gets shorter, and what that gained. */
export function SearchLine({ state, children }: SearchLineProps) {
  const search = state.kind === "packed" && !state.isRough ? state.search : null
  const isOn = search?.isOn ?? false
  const nowMs = useNow(isOn)
  if (!search && !children) return null
  const film = search?.film ?? []
  const gain = isOn ? gainWords(film, nowMs) : gainSinceFirst(film)
  return (
    <div className="flex h-11 flex-none items-center gap-2 bg-stage px-4 text-xs text-stage-ink-2">
      {search && (
        <>
          <span
            aria-hidden="true"
            className={classNames("size-1.5 flex-none rounded-full bg-current", isOn && "animate-pulse")}
          />
          <span className="truncate">{searchWords(isOn, gain)}</span>
          {/* Read aloud once, when the search is over; each step on the way would be too much. */}
          <span role="status" className="sr-only">
            {!isOn && gain !== null && `${formatLength(film.at(-1)?.lengthIn ?? 0)} of film, ${gain}`}
          </span>
        </>
      )}
      <span className="flex-1" />
      {children}
    </div>
  )
}

function searchWords(isOn: boolean, gain: string | null): string {
  if (isOn) return gain === null ? "Tightening" : `Still tightening, ${gain}`
  return gain === null ? "Nothing shorter found" : `Tightened, ${gain}`
}

/** Returns the time by the search's clock, read again every few seconds while `isRunning`. */
function useNow(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => performance.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return nowMs
}
