import { finishPausing } from "../in-steps.ts"
import type { SheetJob } from "../raster/compose-sheet.ts"
import { designsOf, type Turn } from "../raster/designs.ts"
import type { RasterHost } from "../raster/host.ts"
import type { OpenStamp } from "../raster/stamp-reader.ts"
import {
  type CutDesign,
  type CutLine,
  CutLineError,
  type CutRing,
  type CutRules,
  ringLength,
  turnedPoint,
} from "./cut-line.ts"
import { fitRing } from "./fit-ring.ts"
import { crowdedOf, joinedOutlines, type LyingOutline, neighboursOf, overlap } from "./join-outlines.ts"
import { oneOutline } from "./one-outline.ts"
import {
  areaOf,
  boxOf,
  doMeet,
  grown,
  isAround,
  isInside,
  type Point,
  type Polygons,
  pointWithin,
  STEPS,
  simplified,
} from "./polygons.ts"
import { JOIN_MM, stampOutline } from "./stamp-outline.ts"

/** The distance of a curve from its polygon, in millimetres; arcs and simplifying take 0.025 more. */
const FIT_MM = 0.06

/** The spacing at which polygons are sampled for fitting, in millimetres. */
const SPACING_MM = 0.4

/**
 * Traces the cut line around all pieces of a sheet, by their pixels: nowhere nearer to ink than the
 * offset less 0.1 mm, and through no piece. Outward, a piece has one line, unless the rules keep its
 * parts or holes or another piece lies in its way. If the lines of two pieces would meet or lie closer
 * than 0.5 mm, they become one line. Throws a CutLineError if the line would leave the sheet.
 */
export async function traceCutLine(
  job: SheetJob,
  rules: CutRules,
  openStamp: OpenStamp,
  host: RasterHost,
): Promise<CutLine> {
  const mm = (job.dpi / 25.4) * STEPS
  const pause = async () => host.rest?.()
  const fit = (polygon: Polygons[number]) => fitRing(polygon, FIT_MM * mm, SPACING_MM * mm)
  // Inward lines lie within ink, where none comes near another.
  const isInward = rules.offsetMm < 0
  const margin = isInward ? 0 : Math.round((JOIN_MM / 2) * mm)
  const smallestHole = isInward ? 0 : (Math.PI / 4) * (rules.smallestHoleMm * mm) ** 2
  const designs = designsOf(job.placements)
  const opens: Polygons[] = []
  const outlines: Polygons[] = []
  for (const design of designs) {
    const open = await stampOutline(design, rules, job.dpi, openStamp, host)
    opens.push(open)
    outlines.push(isInward ? open : oneOutline(open, rules, job.dpi))
    await pause()
  }
  const pieces = designs.flatMap(({ widthPx, heightPx, places }, d) => {
    const isJoined = outlines[d] !== opens[d]
    const wide = grown(outlines[d], margin, "round")
    const wideOpen = isJoined ? grown(opens[d], margin, "round") : wide
    const box = boxOf(wide)
    const corners =
      wide.length === 0
        ? []
        : [
            [
              { x: box.left, y: box.top },
              { x: box.right, y: box.bottom },
            ],
          ]
    return places.map(({ placement, turn }): LyingOutline => {
      const lie = (polygons: Polygons) => lying(polygons, turn, widthPx, heightPx, placement)
      return {
        outline: () => lie(outlines[d]),
        wide: () => lie(wide),
        open: () => lie(opens[d]),
        wideOpen: () => lie(wideOpen),
        isJoined,
        box: boxOf(lie(corners)),
        shape: `${d} ${turn}`,
        x: placement.x * STEPS,
        y: placement.y * STEPS,
      }
    })
  })
  checkInside(pieces, margin, job)
  let neighbours = await finishPausing(neighboursOf(pieces), pause)
  const crowded = await finishPausing(crowdedOf(pieces, neighbours), pause)
  for (const i of crowded) {
    pieces[i] = aroundOthers(pieces, i, crowded, rules, job.dpi, margin)
    await pause()
  }
  if (crowded.size > 0) {
    neighbours = await finishPausing(neighboursOf(pieces), pause)
    // Their outlines differ from their designs'.
    for (const i of crowded) neighbours[i].isClose = true
  }
  const isFilled = (hole: Point[]) =>
    (areaOf(hole) > -smallestHole || !(isInward || rules.holes)) && !holdsPiece(hole, pieces)
  const line: CutLine = { designs: [], joined: [], lengthPx: 0, uncut: 0 }
  let piece = 0
  for (const [d, design] of designs.entries()) {
    const alone: CutDesign["places"] = []
    for (const place of design.places) if (!neighbours[piece++].isClose) alone.push(place)
    if (alone.length === 0) continue
    const rings: CutRing[] = []
    for (const polygon of outlines[d]) {
      rings.push(fit(polygon))
      await pause()
    }
    if (rings.length === 0) line.uncut += alone.length
    else {
      const { widthPx, heightPx } = design
      line.designs.push({ widthPx, heightPx, rings, places: alone })
      line.lengthPx += alone.length * lengthOf(rings)
    }
  }
  for (const polygons of joinedOutlines(pieces, neighbours, margin, isFilled)) {
    for (const polygon of polygons) line.joined.push(fit(simplified(polygon, 1)))
    await pause()
  }
  line.lengthPx += lengthOf(line.joined)
  return line
}

/** Returns a piece whose parts are joined, and holes closed, only where no other piece lies. */
function aroundOthers(
  pieces: readonly LyingOutline[],
  i: number,
  crowded: ReadonlySet<number>,
  rules: CutRules,
  dpi: number,
  margin: number,
): LyingOutline {
  const piece = pieces[i]
  const others = pieces.flatMap((other, k) => {
    if (k === i || overlap(other.box, piece.box) === null) return []
    // If two are in each other's way, the later one still has to get its own outline.
    return k > i && crowded.has(k) ? other.wideOpen() : other.wide()
  })
  const isTaken = (area: Polygons) => doMeet(grown(area, margin, "round"), others)
  const outline = oneOutline(piece.open(), rules, dpi, isTaken)
  const wide = grown(outline, margin, "round")
  return { ...piece, outline: () => outline, wide: () => wide, box: boxOf(wide), shape: `crowded ${i}` }
}

/** Returns whether another piece lies in a hole that joining made: then the hole has to be cut. */
function holdsPiece(hole: Point[], pieces: readonly LyingOutline[]): boolean {
  const around = boxOf([hole])
  return pieces.some(({ box, outline }) => {
    if (!isAround(around, box)) return false
    const point = pointWithin(outline())
    return point !== null && isInside(point, hole)
  })
}

function lengthOf(rings: readonly CutRing[]): number {
  return rings.reduce((sum, ring) => sum + ringLength(ring), 0)
}

function lying(
  polygons: Polygons,
  turn: Turn,
  widthPx: number,
  heightPx: number,
  { x, y }: { x: number; y: number },
): Polygons {
  return polygons.map((polygon) =>
    polygon.map((point) => {
      const [u, v] = turnedPoint(point.x, point.y, turn, widthPx * STEPS, heightPx * STEPS)
      return { x: x * STEPS + u, y: y * STEPS + v }
    }),
  )
}

function checkInside(
  pieces: readonly LyingOutline[],
  margin: number,
  { widthPx, lengthPx, dpi }: SheetJob,
): void {
  let most = 0
  for (const { box } of pieces) {
    const beyond = [-box.left, -box.top, box.right - widthPx * STEPS, box.bottom - lengthPx * STEPS]
    most = Math.max(most, ...beyond.map((steps) => steps - margin))
  }
  if (most <= 0) return
  const inches = Math.ceil((most / STEPS / dpi) * 1000) / 1000
  throw new CutLineError(
    `The cut line would leave the film: the margin at its edges has to be ${inches} in wider, or the offset smaller`,
  )
}
