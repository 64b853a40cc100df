import { type PointerEvent, useRef, useState } from "react"
import type { FittedSize } from "../../lib/use-fitted-size.ts"
import {
  boxBetween,
  type Guides,
  type Handle,
  moveBox,
  noGuides,
  resizeBox,
  roundedBox,
  snapBox,
} from "./box-moves.ts"
import type { Box, DraftLayer } from "./text-draft.ts"

/** A pointer that moves less than this is a click. */
const CLICK_PX = 4
/** The distance within which a box snaps to a line. */
const SNAP_PX = 7
/** The least size of a new box. */
const LEAST_NEW = 15
/** The degrees below which an arc is straight. */
const STRAIGHT = 4

type Start =
  | { kind: "box"; key: string; box: Box; handle: Handle | null }
  | { kind: "arc"; key: string; arc: number }
  | { kind: "new" }
type Drag = Start & { pointerId: number; x: number; y: number; mark: string; hasMoved: boolean }

export type BoxDragTarget = {
  layers: readonly DraftLayer[]
  size: FittedSize
  onPick: (key: string | null) => void
  onBox: (key: string, box: Box, mark: string) => void
  onArc: (key: string, arc: number, mark: string) => void
  /** Ends the drag: the next change is another step. */
  onEnd: () => void
  onNew: (box: Box) => void
}

let dragCount = 0

/** Moves, resizes, bends and draws boxes by mouse, pen or finger. With Ctrl nothing snaps. */
export function useBoxDrag(target: BoxDragTarget) {
  const drag = useRef<Drag | null>(null)
  const [guides, setGuides] = useState<Guides>(noGuides)
  const [drawn, setDrawn] = useState<Box | null>(null)
  const { size } = target

  function begin(event: PointerEvent<HTMLElement>, start: Start) {
    if (event.button !== 0 || drag.current !== null) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragCount += 1
    const { pointerId, clientX: x, clientY: y } = event
    drag.current = { ...start, pointerId, x, y, mark: `drag ${dragCount}`, hasMoved: false }
    if (start.kind !== "new") target.onPick(start.key)
  }

  function move(event: PointerEvent<HTMLElement>) {
    const held = drag.current
    if (held?.pointerId !== event.pointerId) return
    const px = { x: event.clientX - held.x, y: event.clientY - held.y }
    held.hasMoved ||= Math.hypot(px.x, px.y) >= CLICK_PX
    if (!held.hasMoved) return
    const by = { x: (px.x / size.widthPx) * 1000, y: (px.y / size.heightPx) * 1000 }
    if (held.kind === "new") setDrawn(newBox(event, held))
    else if (held.kind === "arc") {
      const arc = Math.max(-180, Math.min(180, Math.round(held.arc - px.y)))
      target.onArc(held.key, Math.abs(arc) < STRAIGHT ? 0 : arc, held.mark)
    } else dragBox(event, held, by)
  }

  function dragBox(
    event: PointerEvent<HTMLElement>,
    held: Drag & { kind: "box" },
    by: { x: number; y: number },
  ) {
    const { handle, key } = held
    const next = handle === null ? moveBox(held.box, by) : resizeBox(held.box, handle, by, event.shiftKey)
    const others = target.layers.filter((layer) => layer.key !== key).map(({ box }) => box)
    const reach = { x: (SNAP_PX / size.widthPx) * 1000, y: (SNAP_PX / size.heightPx) * 1000 }
    const isFree = event.ctrlKey || event.metaKey || (handle !== null && event.shiftKey)
    const snapped = isFree ? { box: next, guides: noGuides } : snapBox(next, others, reach, handle)
    setGuides(snapped.guides)
    target.onBox(key, roundedBox(snapped.box), held.mark)
  }

  function newBox(event: PointerEvent<HTMLElement>, { x, y }: Drag): Box {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const at = (clientX: number, clientY: number) => ({
      x: ((clientX - left) / size.widthPx) * 1000,
      y: ((clientY - top) / size.heightPx) * 1000,
    })
    return boxBetween(at(x, y), at(event.clientX, event.clientY))
  }

  function end(event: PointerEvent<HTMLElement>) {
    const held = drag.current
    if (held?.pointerId !== event.pointerId) return
    drag.current = null
    setGuides(noGuides)
    setDrawn(null)
    if (held.kind !== "new") return target.onEnd()
    if (event.type === "pointercancel") return
    const box = roundedBox(newBox(event, held))
    if (held.hasMoved && box.width >= LEAST_NEW && box.height >= LEAST_NEW) target.onNew(box)
    else if (!held.hasMoved) target.onPick(null)
  }

  return {
    guides,
    drawn,
    begin,
    follow: { onPointerMove: move, onPointerUp: end, onPointerCancel: end },
  }
}
