import { type RefObject, useEffect, useImperativeHandle, useRef } from "react"
import { drawHeld, readColours } from "../sheet-preview/draw-pieces.ts"
import { forgetListener } from "../sheet-preview/stage-pictures.ts"
import type { Frame, View } from "../sheet-preview/view.ts"
import type { Drag } from "./use-gestures.ts"
import type { Hand } from "./use-hand.ts"

export type HeldPainter = { paint: () => void }

type HeldCanvasProps = {
  painter: RefObject<HeldPainter | null>
  hand: Hand
  drag: () => Drag | null
  view: View
  frame: Frame
}

/**
 * Draws the held pieces on a canvas of their own above the still ones: a frame of a drag paints only these.
 */
export function HeldCanvas({ painter, hand, drag, view, frame }: HeldCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useRef<ReturnType<typeof readColours> | null>(null)
  const live = useRef({ hand, view, frame })

  function paint() {
    const element = canvas.current
    const context = element?.getContext("2d")
    const held = drag()
    if (!element || !context || !held) return
    const now = live.current
    const pixelRatio = window.devicePixelRatio || 1
    const [width, height] = [now.frame.widthPx, now.frame.heightPx].map((px) => Math.round(px * pixelRatio))
    if (element.width !== width) element.width = width
    if (element.height !== height) element.height = height
    colours.current ??= readColours(element.parentElement ?? document.body)
    const { packed } = now.hand
    const { dx, dy, isFree } = held.at
    const pieces = held.pieces.map((piece) => ({
      placement: {
        piece: packed.items.findIndex(({ id }) => id === piece.itemId),
        copy: piece.copy,
        x: piece.x,
        y: piece.y,
        widthPx: piece.widthPx,
        heightPx: piece.heightPx,
        rotated: piece.turn === 90 || piece.turn === 270,
        ...(piece.turn >= 180 ? { halfTurned: true as const } : {}),
      },
      box: {
        x: (piece.x + dx) / packed.dpi,
        y: (piece.y + dy) / packed.dpi,
        width: piece.widthPx / packed.dpi,
        height: piece.heightPx / packed.dpi,
      },
    }))
    const scene = {
      packed,
      sheetIndex: held.sheet,
      view: now.view,
      frame: now.frame,
      warnedIds: new Set<string>(),
      pickedId: null,
      colours: colours.current,
      onPicture: paint,
    }
    drawHeld(context, scene, pieces, isFree, pixelRatio)
  }

  useImperativeHandle(painter, () => ({ paint }))
  useEffect(() => {
    live.current = { hand, view, frame }
    paint()
  })
  useEffect(() => () => forgetListener(paint))

  return (
    <canvas
      ref={canvas}
      className="pointer-events-none absolute inset-0 z-10"
      style={{ width: frame.widthPx, height: frame.heightPx }}
    />
  )
}
