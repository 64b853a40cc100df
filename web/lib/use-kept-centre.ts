import { type RefObject, useLayoutEffect, useRef } from "react"

/** Keeps what is in the middle of a frame there when its content is drawn at another width. Returns what follows scrolling. */
export function useKeptCentre(frame: RefObject<HTMLElement | null>, widthPx: number | undefined): () => void {
  const centre = useRef({ x: 0.5, y: 0.5 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null || widthPx === undefined) return
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
    element.scrollTo({
      left: centre.current.x * scrollWidth - clientWidth / 2,
      top: centre.current.y * scrollHeight - clientHeight / 2,
    })
  }, [frame, widthPx])
  return () => {
    const element = frame.current
    if (element === null) return
    centre.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    }
  }
}
