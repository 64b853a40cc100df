import { type CSSProperties, useRef } from "react"
import { classNames } from "../../lib/class-names.ts"
import { PieceCanvas } from "./piece-canvas.tsx"
import type { PackedSheets } from "./use-sheet-layout.ts"
import { useFrame } from "./use-stage-view.ts"

type SheetMiniProps = {
  packed: PackedSheets | null
  /** The mat left free around the film, and the thickness of the roll above it. */
  marginPx: number
  rollPx: number
  isPacking?: boolean
  className?: string
}

const none: ReadonlySet<string> = new Set()

/** Draws the top of the first sheet under its roll, filling a piece of mat: a picture, not a control. */
export function SheetMini({ packed, marginPx, rollPx, isPacking = false, className }: SheetMiniProps) {
  const mat = useRef<HTMLDivElement>(null)
  const frame = useFrame(mat)
  const sheet = packed?.layout.sheets[0]
  const widthIn = packed && sheet ? sheet.widthPx / packed.dpi : 22
  const lengthIn = packed && sheet ? sheet.lengthPx / packed.dpi : 40
  const pxPerIn = Math.max(0.1, (frame.widthPx - 2 * marginPx) / widthIn)
  const view = { pxPerIn, x: marginPx, y: marginPx + rollPx }
  const film = {
    "--in": `${pxPerIn}px`,
    "--roll-in": widthIn,
    "--len": lengthIn,
    transform: `translate(${view.x}px, ${view.y}px)`,
  } as CSSProperties
  return (
    <div
      ref={mat}
      aria-hidden="true"
      className={classNames("mat relative overflow-hidden", className)}
      style={{ "--sq": `${Math.max(10, 3 * pxPerIn)}px` } as CSSProperties}
    >
      {frame.widthPx > 0 && (
        <>
          <div className="film absolute! top-0 left-0" style={film} />
          {packed && (
            <div
              className={classNames(
                "transition-opacity duration-[120ms]",
                isPacking && "opacity-45 delay-150",
              )}
            >
              <PieceCanvas
                packed={packed}
                sheetIndex={0}
                view={view}
                frame={frame}
                warnedIds={none}
                pickedId={null}
              />
            </div>
          )}
          <div
            className="absolute top-0"
            style={{
              left: marginPx - rollPx / 4,
              width: frame.widthPx - 2 * marginPx + rollPx / 2,
              transform: `translateY(${marginPx}px)`,
            }}
          >
            <div className="roll" style={{ "--roll": `${rollPx}px` } as CSSProperties} />
          </div>
        </>
      )}
    </div>
  )
}
