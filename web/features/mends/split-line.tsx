import { ArrowLeftRight } from "lucide-react"
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react"

/** The shares of the width that an arrow key moves the line by, and with Shift. */
const KEY_STEP = 0.02
const LONG_STEP = 0.1

type SplitLineProps = {
  /** The place from the left, 0 to 1. */
  at: number
  onMove: (at: number) => void
}

/** Divides the artwork as it was from what its mends make of it; it is dragged, or moved by arrow keys. */
export function SplitLine({ at, onMove }: SplitLineProps) {
  const line = useRef<HTMLDivElement>(null)
  const move = (to: number) => onMove(Math.max(0, Math.min(1, to)))

  function follow(event: PointerEvent) {
    const stage = line.current?.parentElement?.getBoundingClientRect()
    if (!stage || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    move((event.clientX - stage.left) / stage.width)
  }

  function onKey(event: KeyboardEvent) {
    const step = event.shiftKey ? LONG_STEP : KEY_STEP
    const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }

  return (
    <div
      ref={line}
      className="-translate-x-1/2 pointer-events-none absolute inset-y-0 w-0.5 bg-white shadow-float"
      style={{ left: `${at * 100}%` }}
    >
      <button
        type="button"
        role="slider"
        aria-label="Line between original and mended"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(at * 100)}
        onPointerDown={(event) => {
          if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={follow}
        onKeyDown={onKey}
        className="-translate-1/2 pointer-events-auto absolute top-[62%] left-1/2 grid size-11 touch-none cursor-ew-resize place-items-center rounded-full"
      >
        <span className="grid size-9 place-items-center rounded-full bg-raised text-accent-ink shadow-float">
          <ArrowLeftRight aria-hidden="true" className="size-4" />
        </span>
      </button>
    </div>
  )
}

/**
 * Keeps the line's place on pictures of this width, in CSS pixels from their left, as their variable `--split`: the line
 * stands over their frame, beneath which they are scrolled.
 */
export function useSplitPlace(
  frame: RefObject<HTMLElement | null>,
  pictures: RefObject<HTMLElement | null>,
  at: number,
  widthPx: number,
): void {
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, pictures.current]
    if (outer === null || inner === null) return
    const place = () => {
      const { left, width } = outer.getBoundingClientRect()
      inner.style.setProperty("--split", `${left + at * width - inner.getBoundingClientRect().left}px`)
    }
    place()
    outer.addEventListener("scroll", place, { passive: true })
    const watch = new ResizeObserver(place)
    watch.observe(outer)
    return () => {
      outer.removeEventListener("scroll", place)
      watch.disconnect()
    }
  }, [frame, pictures, at, widthPx])
}
