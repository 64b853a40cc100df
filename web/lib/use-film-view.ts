import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"

const ZOOM_STEP = 1.5
const MAX_ZOOM = ZOOM_STEP ** 5
/** The movement from which on a pressed mouse drags, and does not click. */
const DRAG_PX = 4

type Point = { x: number; y: number }

/**
 * Zooms and drags the picture of a film in a mat that scrolls: by mouse, two fingers, the wheel with Ctrl, keys
 * and buttons. The point under the pointer stays where it is.
 */
export function useFilmView(mat: RefObject<HTMLElement | null>, film: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  /** The point of the film that stays, as shares of its sides, and where it is on the screen. */
  const anchor = useRef<{ share: Point; at: Point } | null>(null)
  const drag = useRef<{ from: Point; scroll: Point; hasMoved: boolean } | null>(null)

  function zoomBy(factor: number, at: Point = middleOf(mat.current)) {
    const box = film.current?.getBoundingClientRect()
    if (!box) return
    anchor.current = {
      share: { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height },
      at,
    }
    setZoom((now) => Math.min(MAX_ZOOM, Math.max(1, now * factor)))
  }

  useLayoutEffect(() => {
    const box = film.current?.getBoundingClientRect()
    if (!box || !anchor.current) return
    const { share, at } = anchor.current
    anchor.current = null
    mat.current?.scrollBy(box.left + share.x * box.width - at.x, box.top + share.y * box.height - at.y)
  }, [zoom])

  const zoomNow = useRef(zoomBy)
  useEffect(() => {
    zoomNow.current = zoomBy
  })
  useEffect(() => {
    const element = mat.current
    if (!element) return
    let apart = 0
    // React's own listeners are passive and could not keep the page from zooming.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoomNow.current(Math.exp(-event.deltaY * 0.01), { x: event.clientX, y: event.clientY })
    }
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches
      const before = apart
      apart = one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
      if (before === 0 || apart === 0) return
      event.preventDefault()
      const at = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
      zoomNow.current(apart / before, at)
    }
    const touches = ["touchstart", "touchmove", "touchend", "touchcancel"] as const
    element.addEventListener("wheel", onWheel, { passive: false })
    for (const name of touches) element.addEventListener(name, onTouch, { passive: false })
    return () => {
      element.removeEventListener("wheel", onWheel)
      for (const name of touches) element.removeEventListener(name, onTouch)
    }
  }, [mat])

  return {
    zoom,
    isLeast: zoom <= 1,
    isMost: zoom >= MAX_ZOOM,
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    fit: () => setZoom(1),
    /** Returns true if the mouse has just dragged: its release is no click. */
    hasDragged: () => drag.current?.hasMoved === true,
    gestures: {
      onPointerDown({ pointerType, button, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
        drag.current = null
        if (pointerType !== "mouse" || button > 1) return
        const scroll = { x: currentTarget.scrollLeft, y: currentTarget.scrollTop }
        drag.current = { from: { x: clientX, y: clientY }, scroll, hasMoved: false }
      },
      onPointerMove({ buttons, clientX, clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
        if (!drag.current || buttons === 0) return
        const { from, scroll } = drag.current
        const moved = { x: clientX - from.x, y: clientY - from.y }
        if (Math.hypot(moved.x, moved.y) > DRAG_PX) drag.current.hasMoved = true
        if (!drag.current.hasMoved) return
        currentTarget.setPointerCapture(pointerId)
        currentTarget.scrollTo(scroll.x - moved.x, scroll.y - moved.y)
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === "+" || event.key === "=") zoomBy(ZOOM_STEP)
        else if (event.key === "-") zoomBy(1 / ZOOM_STEP)
        else if (event.key === "0") setZoom(1)
        else return
        event.preventDefault()
      },
    },
  }
}

function middleOf(element: Element | null): Point {
  const box = element?.getBoundingClientRect()
  return { x: (box?.left ?? 0) + (box?.width ?? 0) / 2, y: (box?.top ?? 0) + (box?.height ?? 0) / 2 }
}
