import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { classNames } from "../../lib/class-names.ts"
import { cursorOf, type Handle, moveBox, placeOf, resizeBox, roundedBox } from "../artwork-text/box-moves.ts"

type Crop = Extract<Mend, { kind: "crop" }>
type Box = Pick<Crop, "x" | "y" | "width" | "height">

/** The thousandths that a key moves the box by; with Shift it moves further. */
const KEY_STEP = 2
const LONG_STEP = 20

const handles: readonly Handle[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => (x === 0 && y === 0 ? [] : [{ x, y } as Handle])),
)

type CropBoxProps = {
  crop: Crop
  /** Changes under one mark are one step. */
  onChange: (box: Box, mark: string) => void
  onSettle: () => void
}

let dragCount = 0

/** Frames the part of the picture that is kept; it is dragged by its middle and its handles, or by keys. */
export function CropBox({ crop, onChange, onSettle }: CropBoxProps) {
  const frame = useRef<HTMLDivElement>(null)
  const held = useRef<{ box: Box; handle: Handle | null; x: number; y: number; mark: string } | null>(null)

  function begin(event: PointerEvent, handle: Handle | null) {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragCount += 1
    const { clientX: x, clientY: y } = event
    held.current = { box: crop, handle, x, y, mark: `crop ${dragCount}` }
  }

  function follow(event: PointerEvent) {
    const stage = frame.current?.parentElement?.getBoundingClientRect()
    if (!stage || !held.current) return
    const { box, handle, x, y, mark } = held.current
    const by = {
      x: ((event.clientX - x) / stage.width) * 1000,
      y: ((event.clientY - y) / stage.height) * 1000,
    }
    onChange(
      roundedBox(handle === null ? moveBox(box, by) : resizeBox(box, handle, by, event.shiftKey)),
      mark,
    )
  }

  function end() {
    held.current = null
    onSettle()
  }

  function onKey(event: KeyboardEvent) {
    const step = event.shiftKey ? LONG_STEP : KEY_STEP
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (!by) return
    event.preventDefault()
    const way = { x: by[0] * step, y: by[1] * step }
    const next = event.altKey ? resizeBox(crop, { x: 1, y: 1 }, way) : moveBox(crop, way)
    onChange(roundedBox(next), `crop keys ${event.altKey}`)
  }

  const drag = { onPointerMove: follow, onPointerUp: end, onPointerCancel: end }
  return (
    <div
      ref={frame}
      className="absolute shadow-[0_0_0_9999px_oklch(0.15_0.01_200/0.55)]"
      style={placeOf(crop)}
    >
      <button
        type="button"
        aria-label="The part that is kept"
        aria-description="Arrow keys move it, with Alt they change its size, with Shift in larger steps."
        onPointerDown={(event) => begin(event, null)}
        {...drag}
        onKeyDown={onKey}
        onBlur={onSettle}
        className="absolute inset-0 touch-none cursor-move rounded-none outline-2 outline-white focus-visible:outline-3"
      />
      {handles.map((handle) => (
        <span
          key={`${handle.x} ${handle.y}`}
          onPointerDown={(event) => begin(event, handle)}
          {...drag}
          className={classNames(
            "-translate-1/2 absolute grid size-5 touch-none place-items-center coarse:size-10",
            cursorOf(handle),
          )}
          style={{ left: `${50 + handle.x * 50}%`, top: `${50 + handle.y * 50}%` }}
        >
          <i className="size-2.5 rounded-[2px] bg-white ring-2 ring-accent" />
        </span>
      ))}
    </div>
  )
}
