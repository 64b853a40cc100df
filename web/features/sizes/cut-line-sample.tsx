import { useMemo } from "react"
import type { Contour } from "../../../contract/delivery/contour.ts"
import { oneOutline } from "../../../sheet/contour/one-outline.ts"
import { grown, type Polygons, STEPS, withoutSmallHoles } from "../../../sheet/contour/polygons.ts"

const DPI = 300
const WIDTH_IN = 2
const HEIGHT_IN = 1.2
/** The room for the widest line. */
const ROOM_IN = 0.55

const steps = (inches: number) => inches * DPI * STEPS

/** A ring with lettering in it, and a dot beside them: parts and a hole. */
const ink: Polygons = [
  circle(0.6, 0.6, 0.6),
  circle(0.6, 0.6, 0.44).reverse(),
  ...[0.36, 0.52].map((x) => box(x, 0.42, 0.08, 0.36)),
  box(0.4, 0.56, 0.14, 0.08),
  box(0.72, 0.42, 0.08, 0.36),
  circle(1.84, 0.6, 0.16),
]

/** Draws the cut line of a destination around a sample piece, by the same rules as on film. */
export function CutLineSample({ contour }: { contour: Contour }) {
  const path = useMemo(() => pathOf(lineOf(contour)), [contour])
  const room = ROOM_IN * DPI
  const size = [WIDTH_IN * DPI + 2 * room, HEIGHT_IN * DPI + 2 * room]
  return (
    <svg
      viewBox={[-room, -room, ...size].join(" ")}
      className="h-full w-full"
      role="img"
      aria-label={`A ring with lettering and a dot beside it${contour.isOn ? ", with the cut line around them" : ""}`}
    >
      <path d={pathOf(ink)} className="fill-ink-3" />
      <path d={path} fill="none" strokeWidth={8} className="stroke-accent" />
    </svg>
  )
}

function lineOf({ isOn, offsetIn, corners, islands, holes, smallestHoleIn }: Contour): Polygons {
  if (!isOn) return []
  if (Number.isNaN(offsetIn) || Number.isNaN(smallestHoleIn)) return []
  const open = grown(ink, Math.round(steps(offsetIn)), corners)
  if (offsetIn < 0) return open
  return oneOutline(
    withoutSmallHoles(open, (Math.PI / 4) * steps(smallestHoleIn) ** 2),
    { islands, holes },
    DPI,
  )
}

function pathOf(polygons: Polygons): string {
  return polygons
    .map((polygon) => `M${polygon.map(({ x, y }) => `${x / STEPS} ${y / STEPS}`).join("L")}Z`)
    .join("")
}

function circle(x: number, y: number, radius: number): Polygons[number] {
  return Array.from({ length: 90 }, (_, i) => {
    const turn = (i / 90) * 2 * Math.PI
    return {
      x: Math.round(steps(x + radius * Math.cos(turn))),
      y: Math.round(steps(y + radius * Math.sin(turn))),
    }
  })
}

function box(left: number, top: number, width: number, height: number): Polygons[number] {
  const [x0, y0, x1, y1] = [left, top, left + width, top + height].map((inches) => Math.round(steps(inches)))
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ]
}
