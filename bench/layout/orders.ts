import { parseArgs } from "node:util"
import { layoutHost as host } from "../../harness/nest/nest-host.ts"
import { sized } from "../../harness/smoke.ts"
import { checkLayout } from "../../sheet/layout/check/check-layout.ts"
import { violationText } from "../../sheet/layout/check/violation.ts"
import { layOut } from "../../sheet/layout/lay-out.ts"
import type { Effort, PieceType } from "../../sheet/layout/layout.ts"
import { describeLayout } from "../../sheet/layout/utilisation.ts"
import { shortestByMaxRects } from "./maxrects.ts"
import { dpi, generateOrder, rollBounds } from "./order-generator.ts"
import { lengthByShelves } from "./shelf.ts"

/** The film in inches over all orders; savings are shares of the film that a peer needs. */
type Row = {
  effort: Effort
  orders: number
  copies: number
  filmIn: number
  /** Orders that maxrects-packer has a layout for; only these are compared with it. */
  maxrectsOrders: number
  maxrectsIn: number
  shelfIn: number
  savedOnMaxrectsIn: number
  savedOnMaxrectsPercent: number
  savedOnShelfIn: number
  savedOnShelfPercent: number
  worstOnMaxrectsPercent: number
  medianMs: number
}

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: sized("20", "1") },
    efforts: { type: "string", default: sized("quick,balanced", "quick") },
    json: { type: "boolean", default: false },
  },
})
const seeds = Array.from({ length: Number(values.orders) }, (_, index) => index + 1)
const efforts = values.efforts.split(",").map(toEffort)

const peers = seeds.map((seed) => {
  const pieces = generateOrder(seed)
  return { pieces, maxrectsPx: maxrectsLength(pieces), shelfPx: lengthByShelves(pieces, rollBounds) }
})
const rows = efforts.map(measure)
if (values.json) console.log(JSON.stringify({ bench: "layout-orders", rows }))
else
  for (const row of rows) {
    console.log(
      `${row.effort}: ${row.orders} orders, ${row.copies} copies, ${row.filmIn} in of film, median ${row.medianMs} ms`,
    )
    console.log(
      `  maxrects-packer at its best, ${row.maxrectsOrders} orders, ${row.maxrectsIn} in: ${row.savedOnMaxrectsIn} in saved, ${row.savedOnMaxrectsPercent} % (worst order ${row.worstOnMaxrectsPercent} %)`,
    )
    console.log(`  shelves ${row.shelfIn} in: ${row.savedOnShelfIn} in saved, ${row.savedOnShelfPercent} %`)
  }

function measure(effort: Effort): Row {
  let copies = 0
  let ours = 0
  // Over the orders alone that maxrects-packer has a layout for.
  let besideMaxrects = 0
  let worst = Number.POSITIVE_INFINITY
  const times: number[] = []
  for (const { pieces, maxrectsPx } of peers) {
    const startedMs = performance.now()
    const result = layOut(pieces, rollBounds, effort, { host })
    times.push(performance.now() - startedMs)
    if (result.kind !== "laid-out") throw new Error(`designs ${result.pieces} are too large`)
    const violations = checkLayout({ pieces, bounds: rollBounds }, result.layout)
    if (violations.length > 0) throw new Error(violations.map(violationText).join("; "))
    const { lengthPx } = describeLayout(result.layout)
    ours += lengthPx
    if (Number.isFinite(maxrectsPx)) {
      besideMaxrects += lengthPx
      worst = Math.min(worst, 1 - lengthPx / maxrectsPx)
    }
    for (const piece of pieces) copies += piece.count
  }
  times.sort((a, b) => a - b)
  const laidOut = peers.map(({ maxrectsPx }) => maxrectsPx).filter(Number.isFinite)
  const maxrects = laidOut.reduce((sum, lengthPx) => sum + lengthPx, 0)
  const shelf = peers.reduce((sum, { shelfPx }) => sum + shelfPx, 0)
  return {
    effort,
    orders: peers.length,
    copies,
    filmIn: inches(ours),
    maxrectsOrders: laidOut.length,
    maxrectsIn: inches(maxrects),
    shelfIn: inches(shelf),
    savedOnMaxrectsIn: inches(maxrects - besideMaxrects),
    savedOnMaxrectsPercent: percent(1 - besideMaxrects / maxrects),
    savedOnShelfIn: inches(shelf - ours),
    savedOnShelfPercent: percent(1 - ours / shelf),
    worstOnMaxrectsPercent: percent(worst),
    medianMs: Math.round(times[times.length >> 1]),
  }
}

function maxrectsLength(pieces: readonly PieceType[]): number {
  const { widthPx, maxLengthPx, gapPx, edgePx, rotate } = rollBounds
  const items = pieces.map((piece) => ({ width: piece.widthPx, height: piece.heightPx, count: piece.count }))
  return shortestByMaxRects(items, {
    width: widthPx,
    height: maxLengthPx,
    padding: gapPx,
    border: edgePx,
    rotate,
  })
}

function toEffort(name: string): Effort {
  if (name === "quick" || name === "balanced" || name === "best") return name
  throw new Error(`--efforts wants quick, balanced or best, got ${name}`)
}

function inches(px: number): number {
  return Number((px / dpi).toFixed(1))
}

function percent(share: number): number {
  return Number((share * 100).toFixed(2))
}
