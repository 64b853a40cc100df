import { type CSSProperties, useLayoutEffect, useRef } from "react"

type MendedCanvasProps = {
  bitmap: ImageBitmap
  /** Null for a picture that is shown beside itself. */
  label: string | null
  /** True to show each pixel, where it is larger than the screen's. */
  isPixelated?: boolean
  style: CSSProperties
}

/** Shows a picture that the thread has made. */
export function MendedCanvas({ bitmap, label, isPixelated = false, style }: MendedCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element) return
    element.width = bitmap.width
    element.height = bitmap.height
    element.getContext("2d")?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return (
    <canvas
      ref={canvas}
      {...(label === null ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      className={isPixelated ? "absolute [image-rendering:pixelated]" : "absolute"}
      style={style}
    />
  )
}
