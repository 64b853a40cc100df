import { type RefObject, useLayoutEffect, useState } from "react"

/** The room around the artwork for handles that stand on its edge. */
const AIR_PX = 20

export type FittedSize = { widthPx: number; heightPx: number }

/** Returns how large artwork of these proportions is drawn in an element; null before it is measured. */
export function useFittedSize(
  frame: RefObject<HTMLElement | null>,
  { width, height }: { width: number; height: number },
): FittedSize | null {
  const [room, setRoom] = useState<FittedSize | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const watch = new ResizeObserver(([entry]) => {
      const { inlineSize, blockSize } = entry.contentBoxSize[0]
      setRoom({ widthPx: inlineSize, heightPx: blockSize })
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [frame])
  if (room === null) return null
  const scale = Math.min((room.widthPx - 2 * AIR_PX) / width, (room.heightPx - 2 * AIR_PX) / height)
  return { widthPx: Math.max(1, width * scale), heightPx: Math.max(1, height * scale) }
}
