import { type KeyboardEvent, useId, useRef } from "react"
import type { Canvas } from "../../../sheet/text/draw-layers.ts"
import { classNames } from "../../lib/class-names.ts"
import { type FittedSize, useFittedSize } from "../../lib/use-fitted-size.ts"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"
import { cursorOf, type Handle, moveBox, placeOf, resizeBox, roundedBox } from "./box-moves.ts"
import type { Box } from "./text-draft.ts"
import type { TextRow } from "./text-rows.ts"
import { TextShapes } from "./text-shapes.tsx"
import type { LayerDrawing } from "./text-task.ts"
import { useBoxDrag } from "./use-box-drag.ts"

/** The thousandths that a key moves a box by; with Shift it moves further. */
const KEY_STEP = 2
const LONG_STEP = 20

const handles: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
]

export type TextStageProps = {
  canvas: Canvas
  baseUrl: string | null
  garment: Garment
  rows: readonly TextRow[]
  drawings: readonly LayerDrawing[]
  pickedId: string | null
  onPick: (id: string | null) => void
  /** Changes under one mark are one step. */
  onBox: (key: string, box: Box, mark: string | null) => void
  onArc: (key: string, arc: number, mark: string | null) => void
  onSettle: () => void
  onNew: (box: Box) => void
  onRemove: (key: string) => void
  /** Called by Enter or a double click: edits the text's words. */
  onWrite: (key: string) => void
}

/** Shows the artwork with its texts, and a box around each that is moved and resized. */
export function TextStage(props: TextStageProps) {
  const { canvas, garment, rows } = props
  const frame = useRef<HTMLDivElement>(null)
  const size = useFittedSize(frame, canvas)
  const colour = garmentColour(garment)
  return (
    <div
      ref={frame}
      className={classNames(
        "relative grid min-h-0 flex-1 place-items-center overflow-hidden rounded-xl coarse:h-72 coarse:flex-none",
        colour === null && "checker [background-size:16px_16px]",
      )}
      style={colour === null ? undefined : { background: colour }}
    >
      {size && <Artboard {...props} size={size} />}
      {rows.every(({ layer }) => layer === null) && (
        <p className="pointer-events-none absolute inset-x-4 bottom-3 mx-auto w-fit rounded-full bg-raised px-3 py-1.5 text-center text-ink-2 text-xs shadow-float">
          <span className="coarse:hidden">Drag on the artwork to place a text.</span>
          <span className="hidden coarse:inline">Add text places one on the artwork.</span>
        </p>
      )}
    </div>
  )
}

function Artboard(props: TextStageProps & { size: FittedSize }) {
  const { canvas, baseUrl, rows, drawings, pickedId, size, onPick, onBox, onArc, onSettle, onNew } = props
  const layers = rows.flatMap(({ layer }) => layer ?? [])
  const drag = useBoxDrag({ layers, size, onPick, onBox, onArc, onEnd: onSettle, onNew })
  const hintId = useId()
  return (
    <div
      className="relative touch-pan-y select-none outline outline-line/70"
      style={{ width: size.widthPx, height: size.heightPx }}
      onPointerDown={(event) => {
        // A finger on the artwork scrolls the page.
        if (event.pointerType !== "touch") drag.begin(event, { kind: "new" })
        else onPick(null)
      }}
      {...drag.follow}
    >
      {baseUrl !== null && (
        <img
          src={baseUrl}
          alt=""
          draggable={false}
          className="pointer-events-none absolute inset-0 size-full"
        />
      )}
      <TextShapes
        canvas={canvas}
        drawings={drawings}
        className="pointer-events-none absolute inset-0 size-full overflow-visible"
      />
      <Baseline canvas={canvas} path={drawings.find(({ key }) => key === pickedId)?.baseline ?? ""} />
      <p id={hintId} className="sr-only">
        Arrow keys move the box, with Alt they change its size, with Shift in larger steps. Enter edits its
        text, Delete removes it.
      </p>
      {[...rows].reverse().map((row) => {
        const { layer, name } = row
        if (layer === null) return null
        const isPicked = layer.key === pickedId
        return (
          <button
            key={layer.key}
            type="button"
            aria-label={`Place of ${name}`}
            aria-pressed={isPicked}
            aria-describedby={hintId}
            data-box={layer.key}
            onFocus={() => onPick(layer.key)}
            onPointerDown={(event) =>
              drag.begin(event, { kind: "box", key: layer.key, box: layer.box, handle: null })
            }
            {...drag.follow}
            onDoubleClick={() => props.onWrite(layer.key)}
            onKeyDown={(event) => onBoxKey(event, row, props)}
            className={classNames(
              "absolute cursor-move rounded-none",
              isPicked
                ? "touch-none outline-2 outline-accent focus-visible:outline-3"
                : "outline-1 outline-accent/80 outline-dashed hover:outline-solid focus-visible:outline-2",
            )}
            style={placeOf(layer.box)}
          />
        )
      })}
      <Picked {...props} drag={drag} />
      {drag.guides.x !== null && (
        <i
          className="pointer-events-none absolute inset-y-0 w-px bg-bad"
          style={{ left: `${drag.guides.x / 10}%` }}
        />
      )}
      {drag.guides.y !== null && (
        <i
          className="pointer-events-none absolute inset-x-0 h-px bg-bad"
          style={{ top: `${drag.guides.y / 10}%` }}
        />
      )}
      {drag.drawn && (
        <i
          className="pointer-events-none absolute outline-2 outline-accent outline-dashed"
          style={placeOf(drag.drawn)}
        />
      )}
    </div>
  )
}

/** Draws the baseline of the picked text if it is bent. */
function Baseline({ canvas, path }: { canvas: Canvas; path: string }) {
  if (path === "") return null
  return (
    <svg
      viewBox={`0 0 ${canvas.width} ${canvas.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full overflow-visible text-accent"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="5 4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Draws the handles of the picked box, for pointers only: keys have their own way. */
function Picked({ rows, pickedId, drag }: TextStageProps & { drag: ReturnType<typeof useBoxDrag> }) {
  const layer = rows.find(({ id }) => id === pickedId)?.layer
  if (!layer) return null
  const { key, box, arc, circle } = layer
  return (
    <div className="pointer-events-none absolute" style={placeOf(box)}>
      {handles.map((handle) => (
        <span
          key={`${handle.x} ${handle.y}`}
          data-handle={`${handle.x} ${handle.y}`}
          onPointerDown={(event) => drag.begin(event, { kind: "box", key, box, handle })}
          {...drag.follow}
          className={classNames(
            "pointer-events-auto absolute grid size-5 -translate-1/2 touch-none place-items-center coarse:size-10",
            cursorOf(handle),
          )}
          style={{ left: `${50 + handle.x * 50}%`, top: `${50 + handle.y * 50}%` }}
        >
          <i className="size-2.5 rounded-[2px] bg-white ring-2 ring-accent" />
        </span>
      ))}
      {circle !== true && (
        <span
          data-handle="arc"
          title="Drag up for an arch, down for a bowl"
          onPointerDown={(event) => drag.begin(event, { kind: "arc", key, arc })}
          {...drag.follow}
          className="-top-7 -translate-x-1/2 pointer-events-auto absolute left-1/2 grid size-6 cursor-ns-resize touch-none place-items-center coarse:-top-11 coarse:size-10"
        >
          <i className="size-3.5 rounded-full bg-accent ring-2 ring-white" />
        </span>
      )}
    </div>
  )
}

function onBoxKey(event: KeyboardEvent, { layer }: TextRow, props: TextStageProps) {
  if (layer === null || event.ctrlKey || event.metaKey) return
  const { key, box } = layer
  const step = event.shiftKey ? LONG_STEP : KEY_STEP
  const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
  if (by) {
    const way = { x: by[0] * step, y: by[1] * step }
    const next = event.altKey ? resizeBox(box, { x: 1, y: 1 }, way) : moveBox(box, way)
    props.onBox(key, roundedBox(next), `keys ${key} ${event.altKey}`)
  } else if (event.key === "Delete" || event.key === "Backspace") props.onRemove(key)
  else if (event.key === "Enter") props.onWrite(key)
  else if (event.key === "Escape") props.onPick(null)
  else return
  event.preventDefault()
}
