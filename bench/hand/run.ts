// `npm run bench -- hand [--json]`: CPU time of a hand on the film, for each move of the pointer among
// 500 copies and when copies are taken, and until 60 copies make room for a dropped one. Exit status 1
// over a limit.
import { gangSheet } from "../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../harness/nest/ink.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { openHand } from "../../sheet/layout/hand/hand.ts"
import type { Placement } from "../../sheet/layout/layout.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import { printLayoutInput } from "../../sheet/preflight/print-inks.ts"
import type { LayoutItem } from "../../sheet/preflight/print-layout.ts"
import { film } from "../nest/demo.ts"
import { cpuSeconds } from "../nest/polygon-nest.ts"
import { type AroundRow, measureAround } from "./around.ts"

/** A frame at 60 a second is 16.7 ms, and most of it belongs to drawing. */
const LIMITS = { medianMoveMs: 2, tenthMs: 5, firstMs: 150 }
const COPIES = sized(500, 30)
const DESIGNS = sized(60, 5)
const PINNED_COPIES = sized(60, 30)
const DRAGS = sized(30, 2)
const MOVES = sized(60, 5)
/** The pixels between two moves of the finger, 0.1 in. */
const STRIDE_PX = 30

type Row = { job: string; takeMs: number; medianMoveMs: number; tenthMs: number; worstMoveMs: number }

const rows: Row[] = []
for (const nesting of ["shapes", "boxes"] as const) {
  const template = { ...film, nesting, labels: true, maxLengthIn: 600 }
  const items = itemsOf(DESIGNS, COPIES)
  const plan = planPrint(items, template, layoutHost, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("the bench's pieces fit")
  const { placements } = plan.layout.sheets[0]
  const input = printLayoutInput(items, template)
  for (const held of [1, 20]) rows.push(measure(`${nesting}, ${held} held`, input, placements, held))
}
const around: AroundRow[] = []
for (const nesting of ["shapes", "boxes"] as const) {
  const items = itemsOf(sized(15, 5), PINNED_COPIES)
  for (const pins of [1, 5, 20])
    around.push(measureAround(`${nesting}, ${pins} pins`, items, { ...film, nesting }, pins))
}
if (process.argv.includes("--json"))
  console.log(JSON.stringify({ bench: "hand", limits: LIMITS, rows, around }))
else
  for (const table of [rows, around])
    console.table(Object.fromEntries(table.map(({ job, ...figures }) => [job, figures])))
const isWithin =
  rows.every(
    ({ medianMoveMs, tenthMs }) => medianMoveMs <= LIMITS.medianMoveMs && tenthMs <= LIMITS.tenthMs,
  ) && around.every(({ firstMs }) => firstMs <= LIMITS.firstMs)
judge(isWithin)
process.exit()

/** Returns designs of 2 to 7 in, equally many copies of each. */
function itemsOf(designs: number, copies: number): LayoutItem[] {
  const polygons = Array.from({ length: sized(12, 2) }, (_, k) => gangSheet(k + 1).items)
    .flat()
    .slice(0, designs)
  return polygons.map(({ polygon }, i) => {
    const silhouette = silhouetteOf(drawn(polygon, 900))
    return {
      image: { widthPx: silhouette.widthPx, heightPx: silhouette.heightPx, trim: null },
      widthIn: 0.6 * Math.max(...polygon.map(([x]) => x)),
      quantity: Math.floor(copies / designs) + (i < copies % designs ? 1 : 0),
      silhouette,
    }
  })
}

/** Drags copies that lie together criss-cross over the sheet. */
function measure(
  job: string,
  input: ReturnType<typeof printLayoutInput>,
  placements: readonly Placement[],
  count: number,
): Row {
  const random = createRandom(7)
  const hand = openHand(input)
  const takesMs: number[] = []
  const movesMs: number[] = []
  for (let drag = 0; drag < DRAGS; drag++) {
    const first = Math.floor(random() * (placements.length - count))
    const held = placements.slice(first, first + count)
    const others = placements.filter((placement) => !held.includes(placement))
    const takeStart = cpuSeconds()
    const taken = hand.take(held, others)
    taken.slide(0, 0)
    takesMs.push(1000 * (cpuSeconds() - takeStart))
    const angle = random() * 2 * Math.PI
    for (let move = 1; move <= MOVES; move++) {
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)].map((part) => Math.round(part * move * STRIDE_PX))
      const start = cpuSeconds()
      taken.slide(dx, dy)
      movesMs.push(1000 * (cpuSeconds() - start))
    }
  }
  movesMs.sort((a, b) => a - b)
  const at = (share: number) => round(movesMs[Math.floor(share * (movesMs.length - 1))])
  return {
    job,
    takeMs: round(takesMs.reduce((sum, ms) => sum + ms, 0) / takesMs.length),
    medianMoveMs: at(0.5),
    tenthMs: at(0.9),
    worstMoveMs: at(1),
  }
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
