import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import type { Held, HeldAt } from "../../../sheet/layout/hand/hand.ts"
import { endHint } from "../../lib/hints.ts"
import type { PieceBox } from "../sheet-preview/draw-pieces.ts"
import { pinKey } from "../sheet-preview/pin.ts"
import type { StageGround } from "../sheet-preview/sheet-stage.tsx"
import { pointIn } from "../sheet-preview/use-stage-view.ts"
import type { Lying } from "./hand-moves.ts"
import { piecesWithin } from "./piece-at.ts"
import type { Hand } from "./use-hand.ts"

type Point = { x: number; y: number }

/** Held pieces: where they were taken, and where they are now, in sheet pixels. */
export type Drag = { pieces: readonly Lying[]; held: Held; from: Point; at: HeldAt; sheet: number }

type Gesture =
  | { kind: "none" }
  /** A pointer that is down, its purpose still unknown. `key`: the copy under it. */
  | { kind: "press"; pointerId: number; key: string | null; at: Point; wasPicked: boolean; isTouch: boolean }
  | { kind: "drag"; pointerId: number; drag: Drag }
  | { kind: "lasso"; pointerId: number; from: Point; isMore: boolean }
  | { kind: "pan" }

/** The movement below which a mouse click is a click. */
const SLOP_PX = 4
/** The same for a finger, which is less steady. */
const TOUCH_SLOP_PX = 10
/** The time after which a resting finger lifts a piece. */
const LONG_PRESS_MS = 380
/** The distance from the mat's edge within which the film scrolls, and by how much in a frame. */
const EDGE_PX = 28
const EDGE_STEP_PX = 9

export type Gestures = {
  /** Keys of the held pieces. */
  heldKeys: ReadonlySet<string>
  /** The rectangle being drawn around pieces, on the stage. */
  lasso: { from: Point; to: Point } | null
  /** The sheet whose tab the hand is over. */
  overSheet: number | null
  /** The places where pieces were released last. */
  letGo: ReadonlyMap<string, PieceBox> | null
  isPanning: boolean
  /** Returns the held pieces; read at every frame. */
  drag: () => Drag | null
  /** Returns held pieces to their places; false if nothing is held. */
  cancel: () => boolean
  /** Picks the piece of a right click, before its menu opens. */
  pickAt: (event: MouseEvent<HTMLElement>) => void
  pointer: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void
    onPointerLeave: () => void
    onDoubleClick: (event: MouseEvent<HTMLElement>) => void
  }
}

/**
 * Handles pointers on the film. Mouse: click picks, drag moves, drag beside pieces lassoes, middle button or
 * space pans. Finger: tap picks, a rest lifts, drag pans, two fingers zoom. `onFrame` paints held pieces, at
 * most once a frame and without a render of the page.
 */
export function useGestures(hand: Hand, ground: StageGround, onFrame: () => void): Gestures {
  const gesture = useRef<Gesture>({ kind: "none" })
  const last = useRef<Point>({ x: 0, y: 0 })
  const longPress = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef(0)
  const isSpaceDown = useSpaceKey()
  const [heldKeys, setHeldKeys] = useState<ReadonlySet<string>>(noKeys)
  const [lasso, setLasso] = useState<Gestures["lasso"]>(null)
  const [overSheet, setOverSheet] = useState<number | null>(null)
  const [letGo, setLetGo] = useState<Gestures["letGo"]>(null)
  const [isPanning, setIsPanning] = useState(false)
  // Timers and frames outlive the render that began them.
  const live = useRef({ hand, ground, onFrame })
  useEffect(() => {
    live.current = { hand, ground, onFrame }
  })
  useEffect(
    () => () => {
      clearTimeout(longPress.current)
      cancelAnimationFrame(request.current)
      if (gesture.current.kind === "drag") live.current.hand.hold(false)
    },
    [],
  )

  const { dpi } = hand.packed
  const onSheet = (at: Point, { ground: { stageView } } = live.current): Point => ({
    x: ((at.x - stageView.view.x) / stageView.view.pxPerIn) * dpi,
    y: ((at.y - stageView.view.y) / stageView.view.pxPerIn) * dpi,
  })
  const pieceUnder = (at: Point) => hand.pieceAt({ sheet: ground.sheetIndex, ...onSheet(at) })
  const keyAt = (at: Point): string | null => {
    const piece = pieceUnder(at)
    return piece && pinKey(piece)
  }

  function lift(pointerId: number, at: Point, keys: ReadonlySet<string>) {
    const { hand: now, ground: on } = live.current
    const pieces = [...keys].flatMap((key) => now.lying.get(key) ?? [])
    const here = pieces.filter(({ sheet }) => sheet === on.sheetIndex)
    if (here.length === 0) return
    const drag: Drag = {
      pieces: here,
      held: now.take(here, on.sheetIndex, "all"),
      from: onSheet(at),
      at: { dx: 0, dy: 0, isFree: true },
      sheet: on.sheetIndex,
    }
    gesture.current = { kind: "drag", pointerId, drag }
    on.stageView.letGo()
    on.onHoverItem?.(null)
    now.hold(true)
    setHeldKeys(new Set(here.map(pinKey)))
    follow()
  }

  /** Runs one frame of a drag: moves the pieces, and the film's edge if the hand is near it. */
  function follow() {
    cancelAnimationFrame(request.current)
    request.current = requestAnimationFrame(() => {
      const now = gesture.current
      if (now.kind !== "drag") return
      const { hand: held, ground: on, onFrame: paint } = live.current
      const { drag } = now
      if (drag.sheet !== on.sheetIndex) {
        // The stage has turned to another sheet: held pieces now lie among its pieces.
        drag.sheet = on.sheetIndex
        drag.held = held.take(drag.pieces, on.sheetIndex, "all")
      }
      const to = onSheet(last.current)
      drag.at = drag.held.slide(Math.round(to.x - drag.from.x), Math.round(to.y - drag.from.y))
      paint()
      const end = Math.max(...drag.pieces.map(({ y, heightPx }) => y + heightPx)) + drag.at.dy
      on.unroll(end / dpi)
      const { frame, isFitted } = on.stageView
      const dx = edgePull(last.current.x, frame.widthPx)
      const dy = edgePull(last.current.y, frame.heightPx)
      if (isFitted || (dx === 0 && dy === 0)) return
      on.stageView.panBy(dx, dy)
      follow()
    })
  }

  function drop() {
    const now = gesture.current
    if (now.kind !== "drag") return
    const { drag } = now
    const { dx, dy, isFree } = drag.at
    const moved = drag.pieces.map((one) => ({ ...one, sheet: drag.sheet, x: one.x + dx, y: one.y + dy }))
    rest(moved)
    if (overSheet !== null && overSheet !== drag.sheet) return hand.moveToSheet(overSheet)
    if (dx === 0 && dy === 0 && drag.pieces[0].sheet === drag.sheet) return
    if (isFree) hand.put(moved)
    else hand.say("It does not fit there, so it went back")
  }

  /** Ends any gesture; held pieces move to their place from where they were released. */
  function rest(at: readonly Lying[] = []) {
    clearTimeout(longPress.current)
    cancelAnimationFrame(request.current)
    gesture.current = { kind: "none" }
    setHeldKeys(noKeys)
    setLasso(null)
    setOverSheet(null)
    setIsPanning(false)
    ground.unroll(0)
    hand.hold(false)
    if (at.length === 0) return
    const box = ({ x, y, widthPx, heightPx }: Lying): PieceBox => ({
      x: x / dpi,
      y: y / dpi,
      width: widthPx / dpi,
      height: heightPx / dpi,
    })
    setLetGo(new Map(at.map((piece) => [pinKey(piece), box(piece)])))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const at = pointIn(ground.stage.current, event)
    last.current = at
    const isTouch = event.pointerType === "touch"
    const isBusy = gesture.current.kind === "drag" || gesture.current.kind === "lasso"
    if (isBusy) return
    if (isTouch || event.button === 1 || isSpaceDown.current) {
      if (event.button === 1) event.preventDefault()
      ground.stageView.pointer.onPointerDown(event)
      if (!isTouch) {
        gesture.current = { kind: "pan" }
        return setIsPanning(true)
      }
    } else if (event.button !== 0) return
    else event.currentTarget.setPointerCapture(event.pointerId)
    const isSecond = isTouch && gesture.current.kind !== "none"
    clearTimeout(longPress.current)
    if (isSecond) {
      gesture.current = { kind: "pan" }
      return
    }
    const key = keyAt(at)
    const wasPicked = key !== null && hand.picked.has(key)
    if (!isTouch && key !== null) {
      if (event.shiftKey) hand.pick([key], "toggle")
      else if (!wasPicked) hand.pick([key])
    }
    const { pointerId } = event
    gesture.current = { kind: "press", pointerId, key, at, wasPicked, isTouch }
    if (!isTouch || key === null) return
    longPress.current = setTimeout(() => {
      const { hand: now } = live.current
      const keys = now.picked.has(key) ? now.picked : new Set([key])
      if (!now.picked.has(key)) now.pick([key])
      navigator.vibrate?.(12)
      endHint("hold-piece")
      lift(pointerId, at, keys)
    }, LONG_PRESS_MS)
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const at = pointIn(ground.stage.current, event)
    const now = gesture.current
    if (now.kind === "none") {
      if (event.pointerType === "touch") return
      const piece = pieceUnder(at)
      event.currentTarget.style.cursor = piece ? "grab" : ""
      ground.onHoverItem?.(piece?.itemId ?? null)
      return
    }
    if (now.kind === "pan") return ground.stageView.pointer.onPointerMove(event)
    if (now.pointerId !== event.pointerId) return
    last.current = at
    if (now.kind === "press") {
      const slop = now.isTouch ? TOUCH_SLOP_PX : SLOP_PX
      if (Math.hypot(at.x - now.at.x, at.y - now.at.y) < slop) return
      if (now.isTouch) {
        clearTimeout(longPress.current)
        gesture.current = { kind: "pan" }
        return ground.stageView.pointer.onPointerMove(event)
      }
      if (now.key !== null && hand.picked.has(now.key)) {
        endHint("drag-piece")
        return lift(event.pointerId, now.at, hand.picked)
      }
      gesture.current = { kind: "lasso", pointerId: now.pointerId, from: now.at, isMore: event.shiftKey }
    }
    if (gesture.current.kind === "drag") {
      setOverSheet(sheetTabAt(event))
      follow()
    } else if (gesture.current.kind === "lasso") setLasso({ from: gesture.current.from, to: at })
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    ground.stageView.pointer.onPointerUp(event)
    const now = gesture.current
    if (now.kind === "none" || (now.kind !== "pan" && now.pointerId !== event.pointerId)) return
    if (now.kind === "drag") return drop()
    if (now.kind === "lasso") {
      const caught = piecesWithin(
        hand.lying.values(),
        ground.sheetIndex,
        onSheet(now.from),
        onSheet(last.current),
      )
      hand.pick(caught, now.isMore ? "more" : "only")
    } else if (now.kind === "press") {
      if (now.key === null) hand.pick([])
      else if (now.isTouch) hand.pick([now.key], now.wasPicked || hand.picked.size > 1 ? "toggle" : "only")
      else if (!event.shiftKey && now.wasPicked) hand.pick([now.key])
    }
    rest()
  }

  return {
    heldKeys,
    lasso,
    overSheet,
    letGo,
    isPanning,
    drag: () => (gesture.current.kind === "drag" ? gesture.current.drag : null),
    cancel() {
      const now = gesture.current
      if (now.kind !== "drag" && now.kind !== "lasso") return false
      if (now.kind === "lasso") rest()
      else {
        const { dx, dy } = now.drag.at
        rest(now.drag.pieces.map((piece) => ({ ...piece, x: piece.x + dx, y: piece.y + dy })))
      }
      return true
    },
    pickAt(event) {
      const key = keyAt(pointIn(ground.stage.current, event))
      if (key === null) hand.pick([])
      else if (!hand.picked.has(key)) hand.pick([key])
    },
    pointer: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel(event) {
        ground.stageView.pointer.onPointerCancel(event)
        rest()
      },
      onPointerLeave: () => ground.onHoverItem?.(null),
      onDoubleClick(event) {
        if (keyAt(pointIn(ground.stage.current, event)) === null) ground.stageView.zoomIn()
      },
    },
  }
}

const noKeys: ReadonlySet<string> = new Set()

function edgePull(at: number, size: number): number {
  if (at < EDGE_PX) return EDGE_STEP_PX
  return at > size - EDGE_PX ? -EDGE_STEP_PX : 0
}

/** Returns the sheet of the tab under the pointer, which the stage has captured. */
function sheetTabAt({ clientX, clientY }: PointerEvent<HTMLElement>): number | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const tab = element.closest<HTMLElement>("[data-sheet-tab]")
    if (tab) return Number(tab.dataset.sheetTab)
  }
  return null
}

/** Returns whether the space bar is down, which turns the mouse into a hand that pans. */
function useSpaceKey() {
  const isDown = useRef(false)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.code === "Space") isDown.current = event.type === "keydown"
    }
    window.addEventListener("keydown", onKey)
    window.addEventListener("keyup", onKey)
    return () => {
      window.removeEventListener("keydown", onKey)
      window.removeEventListener("keyup", onKey)
    }
  }, [])
  return isDown
}
