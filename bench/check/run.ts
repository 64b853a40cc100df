import { parseArgs } from "node:util"
import { cpuMs } from "../../harness/cpu-time.ts"
import { gangSheet } from "../../harness/nest/gang-sheets.ts"
import { drawn, inkOf, silhouetteOf } from "../../harness/nest/ink.ts"
import { layoutHost as host } from "../../harness/nest/nest-host.ts"
import { sized } from "../../harness/smoke.ts"
import { type CheckedOrder, checkLayout, checkLayoutInSteps } from "../../sheet/layout/check/check-layout.ts"
import { violationText } from "../../sheet/layout/check/violation.ts"
import { layOutWithin } from "../../sheet/layout/lay-out.ts"
import type { Layout, PieceType, SheetBounds } from "../../sheet/layout/layout.ts"
import { layOutShapes } from "../../sheet/layout/nest/lay-out-shapes.ts"
import type { PrintedInk } from "../../sheet/layout/nest/printed-ink.ts"

type Job = { order: CheckedOrder; layout: Layout }

/** Medians of five checks. `holdMs` is the longest time between two yields, by the clock. */
type Row = { job: string; copies: number; designs: number; sheets: number; cpuMs: number; holdMs: number }

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } })

const dpi = 300
const bounds: SheetBounds = { widthPx: 22 * dpi, maxLengthPx: 200 * dpi, edgePx: 75, gapPx: 75, rotate: true }
const artworkPx = 1_200
const foot = { stripPx: 50, reservePx: 0 }

const copies = sized(500, 60)
const times = sized(10, 2)
const { pieces, inks } = designsOf(copies)
const nest = layOutShapes(pieces, inks, bounds, host, { effort: "balanced", foot })
const boxes = layOutWithin(pieces, bounds, 3_000_000, { host })
if (boxes.kind !== "laid-out" || nest.kind !== "laid-out") throw new Error("a piece is too large")
if (nest.nesting !== "shapes") throw new Error("nothing was nested")
const shapes: Job = { order: { pieces, inks, bounds, foot }, layout: nest.layout }
const rows = [
  measure("boxes", { order: { pieces, bounds }, layout: boxes.layout }),
  measure("shapes, labelled", shapes),
  measure("shapes, no two alike", unlike(shapes)),
  measure("boxes", repeated({ order: { pieces, bounds }, layout: boxes.layout }, times)),
  measure("shapes, labelled", repeated(shapes, times)),
]
if (values.json) console.log(JSON.stringify({ bench: "check", rows }))
else console.table(rows)

/** Returns gang sheets' silhouettes at half their size, each design about equally often. */
function designsOf(copies: number): { pieces: PieceType[]; inks: PrintedInk[] } {
  const polygons = [1, 2, 3, 4].flatMap((seed) => gangSheet(seed).items.map(({ polygon }) => polygon))
  const inks = polygons.map((polygon, i) => {
    const widthPx = Math.round((Math.max(...polygon.map(([x]) => x)) * dpi) / 2)
    return inkOf(silhouetteOf(drawn(polygon, artworkPx)), widthPx, i % 2 === 1)
  })
  const pieces = inks.map(({ widthPx, heightPx }, i) => {
    const count = Math.floor((copies * (i + 1)) / inks.length) - Math.floor((copies * i) / inks.length)
    return { widthPx, heightPx, count }
  })
  return { pieces, inks }
}

/** Repeats the same sheets. */
function repeated({ order, layout }: Job, times: number): Job {
  const pieces = order.pieces.map((piece) => ({ ...piece, count: piece.count * times }))
  const sheets = Array.from({ length: times }, (_, round) =>
    layout.sheets.map((sheet) => ({
      ...sheet,
      placements: sheet.placements.map((placement) => ({
        ...placement,
        copy: placement.copy + round * order.pieces[placement.piece].count,
      })),
    })),
  )
  return { order: { ...order, pieces }, layout: { sheets: sheets.flat() } }
}

/** Gives each copy of the same sheets its own artwork. */
function unlike({ order, layout }: Job): Job {
  const pieces: PieceType[] = []
  const inks: (PrintedInk | null)[] = []
  const sheets = layout.sheets.map((sheet) => ({
    ...sheet,
    placements: sheet.placements.map((placement) => {
      pieces.push({ ...order.pieces[placement.piece], count: 1 })
      inks.push(order.inks?.[placement.piece] ?? null)
      return { ...placement, piece: pieces.length - 1, copy: 0 }
    }),
  }))
  return { order: { ...order, pieces, inks }, layout: { sheets } }
}

function measure(job: string, { order, layout }: Job): Row {
  const rounds = Array.from({ length: 5 }, () => {
    const startedMs = cpuMs()
    const violations = checkLayout(order, layout)
    if (violations.length > 0) throw new Error(violations.slice(0, 5).map(violationText).join("; "))
    return { takenMs: cpuMs() - startedMs, holdMs: longestHoldMs(order, layout) }
  })
  return {
    job,
    copies: order.pieces.reduce((sum, { count }) => sum + count, 0),
    designs: order.pieces.length,
    sheets: layout.sheets.length,
    cpuMs: median(rounds.map(({ takenMs }) => takenMs)),
    holdMs: median(rounds.map(({ holdMs }) => holdMs)),
  }
}

function longestHoldMs(order: CheckedOrder, layout: Layout): number {
  let longestMs = 0
  let fromMs = performance.now()
  const note = () => {
    longestMs = Math.max(longestMs, performance.now() - fromMs)
    fromMs = performance.now()
  }
  for (const _ of checkLayoutInSteps(order, layout)) note()
  note()
  return longestMs
}

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[times.length >> 1] * 10) / 10
}
