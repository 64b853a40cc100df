import { memo, useEffect, useRef } from "react"
import { useMediaQuery } from "../../lib/media-query.ts"
import {
  boxOf,
  copyKey,
  drawPieces,
  type HandMarks,
  type PieceBox,
  type PieceScene,
  readColours,
} from "./draw-pieces.ts"
import { forgetListener } from "./stage-pictures.ts"

const MOVE_MS = 200
/** The most copies that move to their new place: moving more would drop frames. */
const MAX_MOVING = 400

type PieceCanvasProps = Omit<PieceScene, "marks" | "colours" | "moving" | "onPicture"> & {
  marks?: HandMarks | null
  /** The places where copies were released last, by `copyKey`: from there they move to their own. */
  letGo?: ReadonlyMap<string, PieceBox> | null
}

/**
 * Draws the copies on the film on one canvas: only the visible ones cost anything. It is drawn again only if
 * something about it changed, so not for things that move above it.
 */
export const PieceCanvas = memo(function PieceCanvas(props: PieceCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<ReturnType<typeof createPainter> | null>(null)
  const isDark = useMediaQuery("(prefers-color-scheme: dark)")
  const isCalm = useMediaQuery("(prefers-reduced-motion: reduce)")

  useEffect(() => {
    if (!canvas.current) return
    const made = createPainter(canvas.current)
    painter.current = made
    return () => {
      made.close()
      painter.current = null
    }
  }, [])

  useEffect(() => {
    painter.current?.show(props, isCalm, isDark)
  })

  return (
    <canvas
      ref={canvas}
      className="pointer-events-none absolute inset-0"
      style={{ width: props.frame.widthPx, height: props.frame.heightPx }}
    />
  )
})

function createPainter(canvas: HTMLCanvasElement) {
  const context = canvas.getContext("2d")
  let shown: PieceCanvasProps | null = null
  let request = 0
  let moveFrom: Map<string, PieceBox> | null = null
  let moveStartMs = 0
  let theme: boolean | null = null
  let colours = readColours(canvas.parentElement ?? document.body)

  function schedule() {
    request ||= requestAnimationFrame(paint)
  }

  function paint(nowMs: number) {
    request = 0
    if (!context || !shown) return
    const pixelRatio = window.devicePixelRatio || 1
    const width = Math.round(shown.frame.widthPx * pixelRatio)
    const height = Math.round(shown.frame.heightPx * pixelRatio)
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    const share = moveFrom ? Math.min(1, (nowMs - moveStartMs) / MOVE_MS) : 1
    const moving = moveFrom && share < 1 ? boxesBetween(moveFrom, shown, easeOut(share)) : null
    if (!moving) moveFrom = null
    const scene: PieceScene = { ...shown, marks: shown.marks ?? null, colours, moving, onPicture: schedule }
    drawPieces(context, scene, pixelRatio)
    if (moving) schedule()
  }

  return {
    show(props: PieceCanvasProps, isCalm: boolean, isDark: boolean) {
      if (theme !== isDark) colours = readColours(canvas.parentElement ?? document.body)
      theme = isDark
      const letGo = shown?.letGo === props.letGo ? null : props.letGo
      const hasNewLayout = shown !== null && shown.packed.layout !== props.packed.layout
      const isMoving = hasNewLayout || (letGo !== null && letGo !== undefined)
      if (isMoving && shown && !isCalm && props.packed.copies <= MAX_MOVING) {
        moveFrom = new Map([...boxesOf(shown), ...(letGo ?? [])])
        moveStartMs = performance.now()
      } else if (isMoving) {
        moveFrom = null
      }
      shown = props
      schedule()
    },
    close() {
      if (request) cancelAnimationFrame(request)
      forgetListener(schedule)
    },
  }
}

function boxesOf({ packed, sheetIndex }: PieceCanvasProps): Map<string, PieceBox> {
  const boxes = new Map<string, PieceBox>()
  for (const placement of packed.layout.sheets[sheetIndex]?.placements ?? []) {
    boxes.set(copyKey(packed, placement), boxOf(placement, packed.dpi))
  }
  return boxes
}

function boxesBetween(
  from: Map<string, PieceBox>,
  to: PieceCanvasProps,
  share: number,
): Map<string, PieceBox> {
  const boxes = boxesOf(to)
  for (const [key, end] of boxes) {
    const start = from.get(key)
    if (!start) continue
    const between = (a: number, b: number) => a + (b - a) * share
    // A turned copy keeps its new shape all the way and only its middle moves.
    const x = between(start.x + start.width / 2, end.x + end.width / 2)
    const y = between(start.y + start.height / 2, end.y + end.height / 2)
    boxes.set(key, { ...end, x: x - end.width / 2, y: y - end.height / 2 })
  }
  return boxes
}

function easeOut(share: number): number {
  return 1 - (1 - share) ** 3
}
