import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useState,
} from "react"
import { classNames } from "../../lib/class-names.ts"

/** The longer side of the picture, in CSS pixels. */
const LONG_SIDE_PX = 88
/** The share of what is shown that an arrow key moves it by; with Shift it moves by all of it. */
const KEY_STEP = 0.25

/** A part of the picture, in shares of its width and height. */
type Part = { x: number; y: number; width: number; height: number }

type MiniMapProps = {
  /** The element in which the picture is scrolled. */
  frame: RefObject<HTMLElement | null>
  /** The picture's size in it, in CSS pixels. */
  size: { width: number; height: number }
  /** The colour behind the picture; null for the checkerboard. */
  colour: string | null
  /** The whole picture, which fills its place. */
  children: ReactNode
}

/** Shows the whole of a picture of which a part is in sight, and moves that part by a drag or by arrow keys. */
export function MiniMap({ frame, size, colour, children }: MiniMapProps) {
  const part = useShownPart(frame, size)
  if (part === null) return null
  const scale = LONG_SIDE_PX / Math.max(size.width, size.height)

  function move(x: number, y: number) {
    frame.current?.scrollTo({ left: x * size.width, top: y * size.height })
  }

  function follow(event: PointerEvent) {
    if (part === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    move((event.clientX - left) / width - part.width / 2, (event.clientY - top) / height - part.height / 2)
  }

  function onKey(event: KeyboardEvent) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (!by || part === null) return
    event.preventDefault()
    const step = event.shiftKey ? 1 : KEY_STEP
    move(part.x + by[0] * step * part.width, part.y + by[1] * step * part.height)
  }

  return (
    <div className="absolute top-3 right-3 rounded-md bg-raised p-1.5 shadow-float">
      <button
        type="button"
        aria-label={`The part in sight: ${placeWords(part)}`}
        aria-description="Arrow keys move it, with Shift in larger steps."
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={follow}
        onKeyDown={onKey}
        className={classNames(
          "relative block touch-none cursor-crosshair overflow-hidden rounded-xs ring-1 ring-line",
          colour === null && "checker [background-size:8px_8px]",
        )}
        style={{
          width: size.width * scale,
          height: size.height * scale,
          ...(colour !== null && { background: colour }),
        }}
      >
        {children}
        <span
          aria-hidden="true"
          className="absolute rounded-[2px] outline-2 outline-accent ring-4 ring-white/80"
          style={{
            left: `${part.x * 100}%`,
            top: `${part.y * 100}%`,
            width: `${part.width * 100}%`,
            height: `${part.height * 100}%`,
          }}
        />
      </button>
    </div>
  )
}

/** Returns the part of a picture that its frame shows, and follows it; null while that is all of it. */
function useShownPart(
  frame: RefObject<HTMLElement | null>,
  { width, height }: MiniMapProps["size"],
): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const look = () => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
      const isWhole = clientWidth >= Math.floor(width) && clientHeight >= Math.floor(height)
      const next = {
        x: scrollLeft / width,
        y: scrollTop / height,
        width: Math.min(1, clientWidth / width),
        height: Math.min(1, clientHeight / height),
      }
      setPart(isWhole ? null : next)
    }
    look()
    element.addEventListener("scroll", look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener("scroll", look)
      watch.disconnect()
    }
  }, [frame, width, height])
  return part
}

/** Returns where a part lies, in words: `40 % from the left, 10 % from the top`. */
function placeWords({ x, y, width, height }: Part): string {
  const share = (from: number, length: number) => Math.round((from / Math.max(1 - length, 0.001)) * 100)
  const [left, top] = [share(x, width), share(y, height)]
  return [
    width < 1 && `${Math.min(100, left)} % from the left`,
    height < 1 && `${Math.min(100, top)} % from the top`,
  ]
    .filter(Boolean)
    .join(", ")
}
