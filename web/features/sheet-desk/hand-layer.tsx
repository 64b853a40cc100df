import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense, useEffect, useMemo, useRef, useState } from "react"
import { Hint } from "../../components/hint.tsx"
import { PieceCanvas } from "../sheet-preview/piece-canvas.tsx"
import type { StageGround } from "../sheet-preview/sheet-stage.tsx"
import { onDeskKey } from "./desk-keys.ts"
import { DeskMenu } from "./desk-menu.tsx"
import { DeskToolbar } from "./desk-toolbar.tsx"
import { HeldCanvas, type HeldPainter } from "./held-canvas.tsx"
import { SheetTabs } from "./sheet-tabs.tsx"
import { useGestures } from "./use-gestures.ts"
import type { Hand } from "./use-hand.ts"

const PieceList = lazyRouteComponent(() => import("./piece-list.tsx"), "PieceList")

/** Above the toolbar; a piece beneath it can still be dragged. */
const hintPlace =
  "pointer-events-none absolute bottom-15 left-1/2 z-20 w-max max-w-[calc(100%-1rem)] -translate-x-1/2 rounded-md bg-raised px-3 py-1.5 shadow-float [&_button]:pointer-events-auto"

/** Draws the pieces on the stage, to be picked and moved by mouse, finger and keys. */
export function HandLayer({ hand, ground }: { hand: Hand; ground: StageGround }) {
  const { sheetIndex, stageView, keys, showSheet } = ground
  const { view, frame } = stageView
  const painter = useRef<HeldPainter | null>(null)
  const [isListOpen, setIsListOpen] = useState(false)
  const gestures = useGestures(hand, ground, () => painter.current?.paint())
  const { heldKeys, lasso, overSheet, letGo } = gestures
  const marks = useMemo(
    () => ({ picked: hand.picked, pinned: hand.pinned, held: heldKeys }),
    [hand.picked, hand.pinned, heldKeys],
  )
  const sheets = hand.packed.layout.sheets.length
  const isTouchPress = useRef(false)

  useEffect(() => {
    keys.current = (event) => {
      if (event.target !== event.currentTarget) return false
      if (event.key === "Escape" && gestures.cancel()) return true
      return onDeskKey(event, hand, sheetIndex) || event.key === " "
    }
    return () => {
      keys.current = null
    }
  })

  return (
    <>
      <PieceCanvas
        packed={hand.packed}
        sheetIndex={sheetIndex}
        view={view}
        frame={frame}
        warnedIds={ground.warnedIds}
        pickedId={ground.pickedId}
        marks={marks}
        letGo={letGo}
      />
      <DeskMenu
        hand={hand}
        sheetIndex={sheetIndex}
        trigger={
          // biome-ignore lint/a11y/noStaticElementInteractions: keys act on the stage around it
          <div
            data-film
            className="absolute inset-0 touch-none"
            style={gestures.isPanning ? { cursor: "grabbing" } : undefined}
            {...gestures.pointer}
            onPointerDown={(event) => {
              isTouchPress.current = event.pointerType === "touch"
              gestures.pointer.onPointerDown(event)
              // A finger that rests lifts a piece; the menu is for the mouse.
              if (isTouchPress.current) event.preventDefault()
            }}
            onContextMenu={(event) => {
              if (isTouchPress.current) return event.preventDefault()
              gestures.pickAt(event)
            }}
          />
        }
      />
      {heldKeys.size > 0 && (
        <HeldCanvas painter={painter} hand={hand} drag={gestures.drag} view={view} frame={frame} />
      )}
      {lasso && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute z-10 rounded-xs border border-mat-300 bg-mat-300/15"
          style={{
            left: Math.min(lasso.from.x, lasso.to.x),
            top: Math.min(lasso.from.y, lasso.to.y),
            width: Math.abs(lasso.to.x - lasso.from.x),
            height: Math.abs(lasso.to.y - lasso.from.y),
          }}
        />
      )}
      {heldKeys.size > 0 && sheets > 1 && (
        <SheetTabs count={sheets} shown={sheetIndex} over={overSheet} onRest={showSheet} />
      )}
      <Suspense>
        {isListOpen && (
          <PieceList
            hand={hand}
            sheetIndex={sheetIndex}
            onSheet={showSheet}
            onClose={() => setIsListOpen(false)}
          />
        )}
      </Suspense>
      <Hint id="drag-piece" className={`${hintPlace} coarse:hidden`}>
        Drag a piece to move it. A right click shows what else it can do.
      </Hint>
      <Hint id="hold-piece" className={`${hintPlace} hidden coarse:flex`}>
        Rest a finger on a piece, then drag it.
      </Hint>
      <DeskToolbar hand={hand} sheetIndex={sheetIndex} isListOpen={isListOpen} onList={setIsListOpen} />
      <p role="status" className="sr-only">
        {hand.news}
      </p>
    </>
  )
}
