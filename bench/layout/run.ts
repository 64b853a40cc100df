import { join } from "node:path"
import { parseArgs } from "node:util"
import { layoutHost as host } from "../../harness/nest/nest-host.ts"
import { sized } from "../../harness/smoke.ts"
import { checkLayout } from "../../sheet/layout/check/check-layout.ts"
import { violationText } from "../../sheet/layout/check/violation.ts"
import { stepsPerMs } from "../../sheet/layout/effort.ts"
import { layOutWithin, maxCopies, maxSidePx } from "../../sheet/layout/lay-out.ts"
import { type Instance, type InstanceSet, readInstanceSets, readPublished } from "./instances.ts"
import { shortestByMaxRects } from "./maxrects.ts"

/**
 * One line of the comparison. `budgetMs` is the time for which evaluations were chosen and null if a
 * packer has no budget; `medianMs` is measured, and null for published results.
 */
type Row = {
  set: string
  packer: string
  turns: boolean
  budgetMs: number | null
  instances: number
  meanGapPercent: number
  worstGapPercent: number
  medianMs: number | null
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ms: { type: "string", default: sized("50,1000", "1") },
    oriented: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
})
const ownFolder = join(import.meta.dirname, "instances")
const folder = positionals[0] ?? ownFolder
const turns = !values.oriented
const budgetsMs = values.ms.split(",").map(Number)
if (budgetsMs.some((ms) => !(ms > 0)))
  throw new Error(`--ms wants milliseconds separated by commas, got ${values.ms}`)

const rows: Row[] = []
const report = (row: Row) => {
  rows.push(row)
  if (!values.json) console.log(line(row))
}
if (!values.json) console.log(header())
const published = turns ? [] : readPublished(ownFolder)
for (const set of readInstanceSets(folder, sized(maxCopies, 25))) {
  for (const budgetMs of budgetsMs)
    report(measure(set, "sheetsmith", budgetMs, (instance) => ourLength(instance, budgetMs)))
  report(measure(set, "maxrects-packer", null, peerLength))
  for (const { algorithm, gapPercents } of published) {
    const gaps = set.instances.flatMap((instance) => gapPercents.get(instance.name) ?? [])
    // Only a result for every instance of the set compares with ours.
    if (gaps.length === set.instances.length) report(summarise(set, algorithm, null, gaps, null))
  }
}
if (values.json) console.log(JSON.stringify({ bench: "layout", rows }))

function measure(
  set: InstanceSet,
  packer: string,
  budgetMs: number | null,
  lengthOf: (instance: Instance) => number,
): Row {
  const gaps: number[] = []
  const times: number[] = []
  for (const instance of set.instances) {
    const startedMs = performance.now()
    const length = lengthOf(instance)
    times.push(performance.now() - startedMs)
    gaps.push((length / (turns ? instance.lowerBoundRotated : instance.lowerBound) - 1) * 100)
  }
  times.sort((a, b) => a - b)
  return summarise(set, packer, budgetMs, gaps, round(times[times.length >> 1], 1))
}

function summarise(
  set: InstanceSet,
  packer: string,
  budgetMs: number | null,
  gaps: number[],
  medianMs: number | null,
): Row {
  return {
    set: set.name,
    packer,
    turns,
    budgetMs,
    instances: gaps.length,
    meanGapPercent: round(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length, 3),
    worstGapPercent: round(Math.max(...gaps), 3),
    medianMs,
  }
}

function ourLength(instance: Instance, budgetMs: number): number {
  const pieces = instance.items.map(([widthPx, heightPx, count]) => ({ widthPx, heightPx, count }))
  const bounds = { widthPx: instance.width, maxLengthPx: maxSidePx, edgePx: 0, gapPx: 0, rotate: turns }
  const result = layOutWithin(pieces, bounds, budgetMs * stepsPerMs, { host })
  if (result.kind !== "laid-out" || result.layout.sheets.length !== 1)
    throw new Error(`${instance.name} does not fit one strip`)
  const violations = checkLayout({ pieces, bounds }, result.layout)
  if (violations.length > 0) throw new Error(`${instance.name}: ${violations.map(violationText).join("; ")}`)
  return result.layout.sheets[0].lengthPx
}

function peerLength(instance: Instance): number {
  const items = instance.items.map(([width, height, count]) => ({ width, height, count }))
  const height = items.reduce((sum, item) => sum + item.count * Math.max(item.width, item.height), 0)
  return shortestByMaxRects(items, { width: instance.width, height, padding: 0, border: 0, rotate: turns })
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

function header(): string {
  const legend = `Gap to the bound, ${turns ? "with" : "without"} quarter turns. Published results: mean of ten runs of 60 s.`
  return `${legend}\n${columns("set", "packer", "budget ms", "n", "mean %", "worst %", "median ms")}`
}

function line(row: Row): string {
  return columns(
    row.set,
    row.packer,
    row.budgetMs ?? "–",
    row.instances,
    row.meanGapPercent.toFixed(3),
    row.worstGapPercent.toFixed(3),
    row.medianMs?.toFixed(1) ?? "–",
  )
}

function columns(set: string, packer: string, ...cells: (string | number)[]): string {
  return `${set.padEnd(28)}${packer.padEnd(18)}${cells.map((cell) => String(cell).padStart(10)).join("")}`
}
