import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { type Film, type Frame, fitView, panView, reachesBeyond, type View, zoomView } from "./view.ts"

const KEY_STEP_PX = 48
const ZOOM_STEP = 1.4

export type StageView = {
  frame: Frame
  view: View
  isFitted: boolean
  zoomBy(factor: number): void
  panBy(dx: number, dy: number): void
  zoomIn(): void
  zoomOut(): void
  fit(): void
  /** Returns true if it handled the key. */
  onKey(key: string): boolean
  pointer: {
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onPointerMove(event: PointerEvent<HTMLElement>): void
    onPointerUp(event: PointerEvent<HTMLElement>): void
    onPointerCancel(event: PointerEvent<HTMLElement>): void
  }
  /** Ends pan and pinch, because something else has taken the pointers. */
  letGo(): void
}

/**
 * Zooms and pans one film by drag, two fingers, wheel, keys and buttons. The wheel zooms with Ctrl or a
 * pinch, else it pans once the film is larger than the stage. The film is fitted until it is moved.
 */
export function useStageView(stage: RefObject<HTMLElement | null>, film: Film, bottomPx?: number): StageView {
  const frame = useFrame(stage)
  const [moved, setMoved] = useState<View | null>(null)
  const fitted = useMemo(
    () => fitView(frame, { widthIn: film.widthIn, lengthIn: film.lengthIn }, bottomPx),
    [frame, film.widthIn, film.lengthIn, bottomPx],
  )
  const view = moved ?? fitted
  const middle = { x: frame.widthPx / 2, y: frame.heightPx / 2 }
  const pointers = useRef(new Map<number, { x: number; y: number }>())

  const zoomAt = (factor: number, at: { x: number; y: number }) =>
    setMoved((current) => zoomView(current ?? fitted, factor, at, frame, film))
  const panBy = (dx: number, dy: number) =>
    setMoved((current) => panView(current ?? fitted, dx, dy, frame, film))

  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined)
  useEffect(() => {
    onWheel.current = (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        zoomAt(Math.exp(-event.deltaY * 0.01), pointIn(stage.current, event))
      } else if (reachesBeyond(view, frame, film)) {
        event.preventDefault()
        panBy(-event.deltaX, -event.deltaY)
      }
    }
  })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    // React's own wheel listener is passive and could not keep the page from zooming.
    const listener = (event: WheelEvent) => onWheel.current(event)
    element.addEventListener("wheel", listener, { passive: false })
    return () => element.removeEventListener("wheel", listener)
  }, [stage])

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointIn(stage.current, event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      zoomAt(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    } else {
      panBy(now.x - before.x, now.y - before.y)
    }
    pointers.current.set(event.pointerId, now)
  }

  function onKey(key: string): boolean {
    if (key === "+" || key === "=") zoomAt(ZOOM_STEP, middle)
    else if (key === "-") zoomAt(1 / ZOOM_STEP, middle)
    else if (key === "0" || key === "Home") setMoved(null)
    else if (key === "ArrowLeft") panBy(KEY_STEP_PX, 0)
    else if (key === "ArrowRight") panBy(-KEY_STEP_PX, 0)
    else if (key === "ArrowUp") panBy(0, KEY_STEP_PX)
    else if (key === "ArrowDown") panBy(0, -KEY_STEP_PX)
    else return false
    return true
  }

  const release = (event: PointerEvent<HTMLElement>) => void pointers.current.delete(event.pointerId)
  return {
    frame,
    view,
    isFitted: moved === null,
    zoomBy: (factor) => zoomAt(factor, middle),
    panBy,
    zoomIn: () => zoomAt(ZOOM_STEP, middle),
    zoomOut: () => zoomAt(1 / ZOOM_STEP, middle),
    fit: () => setMoved(null),
    onKey,
    pointer: {
      onPointerDown(event) {
        if (event.button > 1) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, pointIn(stage.current, event))
      },
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
    },
    letGo: () => pointers.current.clear(),
  }
}

export function pointIn(element: Element | null, event: { clientX: number; clientY: number }) {
  const box = element?.getBoundingClientRect()
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
}

/** Follows the size of an element. */
export function useFrame(stage: RefObject<HTMLElement | null>): Frame {
  const [frame, setFrame] = useState<Frame>({ widthPx: 0, heightPx: 0 })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setFrame({ widthPx: element.clientWidth, heightPx: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  return frame
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
