import { parseArgs } from "node:util"
import { gangSheet } from "../../harness/nest/gang-sheets.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { boundsOf } from "../../harness/nest/polygon.ts"
import { stepsPerMs } from "../../sheet/layout/effort.ts"
import { layOutWithin, maxSidePx } from "../../sheet/layout/lay-out.ts"
import { measureCopies } from "./copies.ts"
import { measureCompositor, measureDemo } from "./demo.ts"
import { type Instance, jobOf, readInstances } from "./instances.ts"
import { nestPolygons, type PolygonJob } from "./polygon-nest.ts"

type DensityRow = { set: string; instance: string; cpuSeconds: number; densityPercent: number }
type SheetsRow = {
  set: string
  cpuSeconds: number
  meanSavedPercent: number
  worstSavedPercent: number
  mostKernelMiB: number
  worstFirstMs: number
}

type DemoRow = { set: string; copies: number; cpuSeconds: number; savedPercent: number }
/**
 * Composing a nested sheet against the same copies as boxes; less than 1, as there is less film.
 */
type CompositorRow = { set: string; timeRatio: number }
type CopiesRow = {
  set: string
  designs: number
  copies: number
  effort: string
  cpuSeconds: number
  firstNestMs: number
  savedPercent: number
}
type Row = DensityRow | SheetsRow | DemoRow | CompositorRow | CopiesRow

/** Designs and copies of the orders of many copies. */
const copiesOrders = [
  [20, 60],
  [60, 500],
  [60, 1_500],
  [60, 5_000],
] as const

const compositorRuns = 5

/** The eight instances of the target table. */
const compared = ["swim", "trousers", "shirts", "albano", "marques", "mao", "fu", "dagli"]

/** From here on the search goes through finer resolutions too, as with effort `best`. */
const longSeconds = 3

const dpi = 300
const sheetSeeds = Array.from({ length: 20 }, (_, index) => index + 1)
/** As the product gives it to effort `balanced` and `best`. */
const kernelLimitBytes = (seconds: number) => (seconds < longSeconds ? 24_000_000 : 56_000_000)

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "1,10" },
    sets: { type: "string", default: "classic,sheets,preview,demo,compositor,copies" },
    instances: { type: "string", default: compared.join(",") },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
})
const budgets = values.seconds.split(",").map(Number)
if (!budgets.every((seconds) => seconds > 0))
  throw new Error(`--seconds wants numbers, got ${values.seconds}`)
const seed = Number(values.seed)
const names = values.instances.split(",")

const rows: Row[] = []
const report = (row: Row) => {
  rows.push(row)
  if (values.json) return
  console.log(
    Object.values(row)
      .map((value) => String(value).padEnd(12))
      .join(""),
  )
}

for (const set of values.sets.split(",")) {
  if (set === "sheets") for (const seconds of budgets) report(measureSheets(seconds))
  else if (set === "preview") report(measurePreview())
  else if (set === "demo") for (const seconds of budgets) report(await demoRow(seconds))
  else if (set === "copies") reportCopies()
  else if (set === "compositor") report({ set, timeRatio: round(await measureCompositor(compositorRuns)) })
  else
    for (const seconds of budgets)
      for (const instance of instancesOf(set)) report(measureDensity(set, instance, seconds))
}
if (values.json) console.log(JSON.stringify({ bench: "nest", rows }))

function reportCopies(): void {
  for (const [designs, copies] of copiesOrders)
    for (const effort of ["quick", "balanced"] as const) {
      const figures = measureCopies(designs, copies, effort)
      report({
        set: "copies",
        designs,
        copies,
        effort,
        cpuSeconds: round(figures.cpuSeconds),
        firstNestMs: Math.round(figures.firstNestMs),
        savedPercent: round(figures.savedPercent),
      })
    }
}

function instancesOf(set: string): Instance[] {
  return readInstances(set).filter(
    ({ name }) => set !== "classic" || names.includes("all") || names.includes(name),
  )
}

function effortFor(seconds: number) {
  return { seconds, depth: seconds < longSeconds ? ("short" as const) : ("long" as const), sequences: 4 }
}

function measureDensity(set: string, instance: Instance, seconds: number): DensityRow {
  const job = jobOf(instance)
  const nest = nestPolygons(
    job,
    { ...effortFor(seconds), across: job.across },
    seed,
    kernelLimitBytes(seconds),
  )
  const length = nest.lengthPx / job.pxPerUnit
  return {
    set,
    instance: instance.name,
    cpuSeconds: round(nest.cpuSeconds),
    densityPercent: round((100 * instance.itemArea) / (instance.width * length)),
  }
}

function measureSheets(seconds: number): SheetsRow {
  return summary("sheets", seconds, (job) =>
    nestPolygons(job, { ...effortFor(seconds), across: 256 }, seed, kernelLimitBytes(seconds)),
  )
}

async function demoRow(seconds: number): Promise<DemoRow> {
  const { cpuSeconds, savedPercent } = await measureDemo(seconds < longSeconds ? "balanced" : "best")
  return { set: "demo", copies: 40, cpuSeconds: round(cpuSeconds), savedPercent: round(savedPercent) }
}

/** What a live preview shows first. */
function measurePreview(): SheetsRow {
  const effort = { seconds: 0.1, depth: "preview" as const, sequences: 2, across: 160 }
  return summary("preview", effort.seconds, (job) =>
    nestPolygons(job, effort, seed, kernelLimitBytes(effort.seconds)),
  )
}

function summary(
  set: string,
  seconds: number,
  nestJob: (job: PolygonJob) => ReturnType<typeof nestPolygons>,
): SheetsRow {
  const results = sheetSeeds.map((sheetSeed) => {
    const job = sheetJob(sheetSeed)
    const nest = nestJob(job)
    return { nest, savedPercent: 100 * (1 - nest.lengthPx / boxesLength(job)) }
  })
  const saved = results.map(({ savedPercent }) => savedPercent)
  return {
    set,
    cpuSeconds: seconds,
    meanSavedPercent: round(saved.reduce((sum, value) => sum + value, 0) / saved.length),
    worstSavedPercent: round(Math.min(...saved)),
    mostKernelMiB: round(Math.max(...results.map(({ nest }) => nest.kernelBytes)) / 2 ** 20),
    worstFirstMs: Math.round(1000 * Math.max(...results.map(({ nest }) => nest.firstSeconds))),
  }
}

function sheetJob(sheetSeed: number): PolygonJob {
  const { widthIn, gapIn, items } = gangSheet(sheetSeed)
  return {
    widthPx: widthIn * dpi,
    gapPx: gapIn * dpi,
    pieces: items.map(({ polygon, quantity }) => ({
      polygon: polygon.map(([x, y]) => [Math.round(x * dpi), Math.round(y * dpi)] as const),
      turns: [0, 1, 2, 3],
      quantity,
    })),
  }
}

/** Our own rectangle layout of the same job, at a second. */
function boxesLength({ widthPx, gapPx, pieces }: PolygonJob): number {
  const boxes = pieces.map(({ polygon, quantity }) => {
    const { x1, y1 } = boundsOf(polygon)
    return { widthPx: x1, heightPx: y1, count: quantity }
  })
  const bounds = { widthPx, maxLengthPx: maxSidePx, edgePx: 0, gapPx, rotate: true }
  const result = layOutWithin(boxes, bounds, 1000 * stepsPerMs, { host: layoutHost })
  if (result.kind !== "laid-out" || result.layout.sheets.length !== 1)
    throw new Error("boxes do not fit one strip")
  return result.layout.sheets[0].lengthPx
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
