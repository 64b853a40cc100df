import { memo } from "react"
import type { Canvas, TextShape } from "../../../sheet/text/draw-layers.ts"
import type { LayerDrawing } from "./text-task.ts"

type TextShapesProps = { canvas: Canvas; drawings: readonly LayerDrawing[]; className?: string }

/** Draws texts as they print, over a picture of the artwork. */
export const TextShapes = memo(function TextShapes({ canvas, drawings, className }: TextShapesProps) {
  return (
    <svg
      viewBox={`0 0 ${canvas.width} ${canvas.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={className}
    >
      {drawings.map(({ key, shapes }) => (
        <g key={key} data-text={key}>
          {shapes.map((shape, i) => (
            <Shape key={i} shape={shape} />
          ))}
        </g>
      ))}
    </svg>
  )
})

function Shape({ shape: { path, fill, line, by } }: { shape: TextShape }) {
  return (
    <path
      d={path}
      fill={fill}
      stroke={line?.color}
      strokeWidth={line?.width}
      strokeLinejoin={line && "round"}
      transform={by && `translate(${by.x} ${by.y})`}
    />
  )
}
