import { BRIDGE_MM, joiningLinks } from "../join-parts.ts"
import type { CutRules } from "./cut-line.ts"
import {
  band,
  boxOf,
  componentsOf,
  differenceOf,
  doMeet,
  grown,
  inBox,
  type Point,
  type Polygons,
  STEPS,
  united,
} from "./polygons.ts"

/** The steps by which narrowed outlines reach less far, so that they end within the original. */
const WITHIN_STEPS = 10

/** The most cells along the longer side for finding the shortest bridges, and cells to a bridge. */
const MOST_CELLS = 1_500
const CELLS_TO_BRIDGE = 4

/** The bridges of one piece that are tried in vain before its parts stay apart. */
const MOST_REFUSED = 400

/**
 * Returns the outline that is cut for a piece whose ink's outlines, holes and parts, are `open`: one
 * line, unless the rules keep parts (`islands`) or holes. It contains all of `open`.
 *
 *     ╭──╮ ╭──╮  ╭╮        ╭───────╮  ╭╮
 *     │  │ │  │  ╰╯   ──►  │       ╰──╯│   Parts nearer than a bridge are joined all along, others
 *     ╰──╯ ╰──╯            ╰───────╮───╯   by a bridge where they lie nearest; holes are closed.
 *
 * Nothing is added where `isTaken` says that another piece lies: a hole stays open then, and a bridge
 * goes another way. If there is no way, parts stay apart.
 */
export function oneOutline(
  open: Polygons,
  { islands, holes }: Pick<CutRules, "islands" | "holes">,
  dpi: number,
  isTaken: (area: Polygons) => boolean = () => false,
): Polygons {
  if (islands && holes) return open
  const width = (BRIDGE_MM / 25.4) * dpi * STEPS
  const closed = (polygons: Polygons) => (holes ? polygons : withFree(polygons, outersOf(polygons), isTaken))
  let outline = closed(open)
  if (islands || componentsOf(outline).length < 2) return outline
  outline = closed(withFree(outline, strips(outline, width / 2, holes), isTaken))
  if (componentsOf(outline).length < 2) return outline
  const bridges = bridgesOf(outline, width, isTaken)
  return closed(united([...outline, ...bridges]))
}

/** Returns the polygons and what `more` adds to them, as far as it is not taken. */
function withFree(polygons: Polygons, more: Polygons, isTaken: (area: Polygons) => boolean): Polygons {
  const added = componentsOf(differenceOf(more, polygons))
  const free = added.filter((area) => !isTaken(area))
  if (free.length === added.length) return added.length === 0 ? polygons : united([...polygons, ...more])
  return united([...polygons, ...free.flat()])
}

/** Returns the area within the outermost outlines. */
function outersOf(polygons: Polygons): Polygons {
  const outers = componentsOf(polygons).map(([outer]) => outer)
  return outers.length === polygons.length ? polygons : united(outers)
}

/** Returns the polygons and the strips between them that are narrower than `2 * margin`. */
function strips(polygons: Polygons, margin: number, holes: boolean): Polygons {
  const wide = grown(polygons, margin, "round")
  const filled = united([...polygons, ...grown(wide, -margin - WITHIN_STEPS, "round")])
  if (!holes) return filled
  // Holes that the rules keep stay as they are, except where something joins them to a part within.
  const parts = componentsOf(polygons).map((part) => grown(part, WITHIN_STEPS, "round"))
  const between = componentsOf(differenceOf(filled, polygons)).filter(
    (strip) => parts.filter((part) => doMeet(part, strip)).length > 1,
  )
  return united([...polygons, ...between.flat()])
}

/** Returns straight bands between the parts, where they lie nearest, within the box around them. */
function bridgesOf(outline: Polygons, width: number, isTaken: (area: Polygons) => boolean): Polygons {
  const box = boxOf(outline)
  const cell = Math.max(
    width / CELLS_TO_BRIDGE,
    (box.right - box.left) / MOST_CELLS,
    (box.bottom - box.top) / MOST_CELLS,
  )
  const cellAt = ({ x, y }: Point) => [Math.floor((x - box.left) / cell), Math.floor((y - box.top) / cell)]
  const [lastColumn, lastRow] = cellAt({ x: box.right, y: box.bottom })
  const points: Point[] = []
  const sites: { x: number[]; y: number[]; part: number[] } = { x: [], y: [], part: [] }
  componentsOf(outline).forEach((polygons, part) => {
    const seen = new Set<number>()
    for (const point of polygons.flatMap((polygon) => pointsAlong(polygon, cell / 2))) {
      const [x, y] = cellAt(point)
      if (seen.has(y * (lastColumn + 1) + x)) continue
      seen.add(y * (lastColumn + 1) + x)
      points.push(point)
      sites.x.push(x)
      sites.y.push(y)
      sites.part.push(part)
    }
  })
  const bridge = (a: number, b: number) => inBox(band(points[a], points[b], width), box)
  let refused = 0
  const mayLink = (a: number, b: number) => {
    if (refused >= MOST_REFUSED) return false
    const isFree = !isTaken(bridge(a, b))
    if (!isFree) refused++
    return isFree
  }
  return joiningLinks(sites, lastColumn + 1, lastRow + 1, mayLink).flatMap(([a, b]) => bridge(a, b))
}

/** Returns points along a closed polygon, at most `step` apart. */
function pointsAlong(polygon: readonly Point[], step: number): Point[] {
  return polygon.flatMap((a, i) => {
    const b = polygon[(i + 1) % polygon.length]
    const pieces = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / step))
    return Array.from({ length: pieces }, (_, k) => ({
      x: Math.round(a.x + ((b.x - a.x) * k) / pieces),
      y: Math.round(a.y + ((b.y - a.y) * k) / pieces),
    }))
  })
}
