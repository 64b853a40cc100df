import { parseArgs } from "node:util"
import { sized } from "../../harness/smoke.ts"
import { measureCopies, measureSections } from "./copies.ts"
import { measureCompositor, measureDemo, measureHoles } from "./demo.ts"
import { measureDryRuns } from "./dry-run.ts"
import { measureEarly } from "./early.ts"
import { type Instance, jobOf, readInstances } from "./instances.ts"
import { measurePageThreads } from "./page-threads.ts"
import { nestPolygons, type PolygonJob } from "./polygon-nest.ts"
import { boxesLength, sheetAcross, sheetJob } from "./sheets.ts"
import {
  measureInstance,
  measureSheetsInThreads,
  type ThreadBudget,
  type ThreadRow,
  threadColumns,
  threadInstances,
} from "./threads.ts"

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
type HolesRow = { set: string; sheet: string; solidIn: number; holesIn: number; boxesIn: number }
/**
 * The time of composing a nested sheet against the same copies as boxes; less than 1, as there is less
 * film.
 */
type CompositorRow = { set: string; timeRatio: number }
type CopiesRow = {
  set: string
  designs: number
  copies: number
  effort: string
  /** The consumers that search its sections; 0: one search of all. */
  consumers: number
  sections: number
  cpuSeconds: number
  waitSeconds: number
  firstNestMs: number
  savedPercent: number
  sheets: number
  shortestIn: number
  roomIn: number
}
/** The film that threads of the page save on a print of many copies in so many seconds each. */
type PageRow = {
  set: string
  designs: number
  copies: number
  searched: string
  threads: number
  seconds: number
  firstGainSeconds: number | null
  savedPercent: number
  sheets: number
}
/** The CPU time of dry runs of sixty concave pieces: of the first, and the median of the others. */
type DryRow = {
  set: string
  pieces: string
  laid: string
  firstMs: number
  medianMs: number
  lengthIn: number
}
/** The film seen when *Process* was clicked early, then printed, and found by an open page. */
type EarlyRow = { set: string; print: string; seen: string; printed: string; leftOpen: string }
type Row =
  | EarlyRow
  | DensityRow
  | SheetsRow
  | DemoRow
  | HolesRow
  | CompositorRow
  | CopiesRow
  | PageRow
  | DryRow
  | ThreadRow

/** Designs and copies of the orders of many copies. */
const copiesOrders = sized(
  [
    [20, 60],
    [60, 500],
    [60, 1_500],
    [60, 5_000],
  ],
  [[5, 10]],
)

/** The copies from which a print is searched in sections, and the consumers that search them. */
const sectionedCopies = sized(500, 10)
const sectionConsumers = sized([1, 4, 8], [2])
/** The prints that threads of the page search, and for how long. */
const pagePrints = sized(
  [
    [60, 500],
    [60, 5_000],
  ],
  [[5, 10]],
)
const pageBudget = sized({ threads: 2, seconds: 20 }, { threads: 2, seconds: 0.5 })

/** Headings of the fields of these rows, in their order. */
const copiesColumns = [
  ...["set", "designs", "copies", "effort", "consumers", "sections"],
  ...["CPU s", "wait s", "first ms", "saved %", "sheets", "shortest in", "room in"],
]
const pageColumns = [
  ...["set", "designs", "copies", "searched", "threads"],
  ...["seconds", "first gain s", "saved %", "sheets"],
]

const compositorRuns = sized(5, 1)
const dryRuns = sized(9, 1)
const earlyTimes = sized({ earlySeconds: 5, openSeconds: 45 }, { earlySeconds: 0.5, openSeconds: 1 })
const earlyPrints = sized([1, 2], [1])

/** The eight instances of the target table. */
const compared = sized(["swim", "trousers", "shirts", "albano", "marques", "mao", "fu", "dagli"], ["fu"])

/** The seconds from which the search goes through finer resolutions too, as with effort `best`. */
const longSeconds = 3

/** Returns the kernel's memory, as the product gives it to effort `balanced` and `best`. */
const kernelLimitBytes = (seconds: number) => (seconds < longSeconds ? 24_000_000 : 56_000_000)

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: sized("1,10", "0.5") },
    /** Searches as the page does, by the clock instead of by `seconds`. */
    threads: { type: "string" },
    ms: { type: "string", default: "60000" },
    sets: { type: "string" },
    instances: { type: "string" },
    sheets: {
      type: "string",
      default: Array.from({ length: sized(20, 1) }, (_, index) => index + 1).join(","),
    },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
})
const budgets = values.seconds.split(",").map(Number)
if (!budgets.every((seconds) => seconds > 0))
  throw new Error(`--seconds wants numbers, got ${values.seconds}`)
const seed = Number(values.seed)
const threads = values.threads === undefined ? null : Number(values.threads)
const ms = Number(values.ms)
if (threads !== null && !(threads >= 1 && ms > 0)) throw new Error("--threads and --ms want numbers above 0")
const names = values.instances?.split(",") ?? (threads === null ? compared : threadInstances)
const everySet =
  threads === null ? "classic,sheets,preview,demo,holes,compositor,copies,dry,early" : "classic,sheets"
const sets = (values.sets ?? everySet).split(",")
const sheetSeeds = values.sheets.split(",").map(Number)

const rows: Row[] = []
const report = (row: Row) => {
  rows.push(row)
  if (values.json) return
  printLine(Object.values(row))
}

if (threads === null) await reportOneThread()
else await reportThreads({ threads, ms, seed })
if (values.json) console.log(JSON.stringify({ bench: "nest", rows }))

async function reportOneThread(): Promise<void> {
  for (const set of sets) {
    if (set === "sheets") for (const seconds of budgets) report(measureSheets(seconds))
    else if (set === "preview") report(measurePreview())
    else if (set === "demo") for (const seconds of budgets) report(await demoRow(seconds))
    else if (set === "holes") await reportHoles()
    else if (set === "copies") {
      reportCopies()
      reportPage()
    } else if (set === "dry") await reportDryRuns()
    else if (set === "early") await reportEarly()
    else if (set === "compositor") report({ set, timeRatio: round(await measureCompositor(compositorRuns)) })
    else
      for (const seconds of budgets)
        for (const instance of instancesOf(set)) report(measureDensity(set, instance, seconds))
  }
}

async function reportThreads(budget: ThreadBudget): Promise<void> {
  if (!values.json) printLine(threadColumns)
  for (const set of sets) {
    if (set === "sheets") for await (const row of measureSheetsInThreads(sheetSeeds, budget)) report(row)
    else for (const instance of instancesOf(set)) report(await measureInstance(set, instance, budget))
  }
}

/** Reports one row for each sheet, and the film of all of them. */
async function reportHoles(): Promise<void> {
  const all = { solidIn: 0, holesIn: 0, boxesIn: 0 }
  for (const sheet of sheetSeeds) {
    const { solidIn, holesIn, boxesIn } = await measureHoles(sheet)
    all.solidIn += solidIn
    all.holesIn += holesIn
    all.boxesIn += boxesIn
    report(holesRow(`${sheet}`, { solidIn, holesIn, boxesIn }))
  }
  report(holesRow("all", all))
}

function holesRow(sheet: string, film: { solidIn: number; holesIn: number; boxesIn: number }): HolesRow {
  const [solidIn, holesIn, boxesIn] = [film.solidIn, film.holesIn, film.boxesIn].map(round)
  return { set: "holes", sheet, solidIn, holesIn, boxesIn }
}

async function reportDryRuns(): Promise<void> {
  for await (const { pieces, laid, firstMs, medianMs, lengthIn } of measureDryRuns(dryRuns))
    report({
      set: "dry",
      pieces,
      laid,
      firstMs: Math.round(firstMs),
      medianMs: Math.round(medianMs),
      lengthIn: round(lengthIn),
    })
}

async function reportEarly(): Promise<void> {
  for (const print of earlyPrints) {
    const { seenIn, seenSheets, printedIn, printedSheets, openIn, openSheets } = await measureEarly(
      print,
      earlyTimes,
    )
    report({
      set: "early",
      print: `${print}`,
      seen: `${round(seenIn)}/${seenSheets}`,
      printed: `${round(printedIn)}/${printedSheets}`,
      leftOpen: `${round(openIn)}/${openSheets}`,
    })
  }
}

function printLine(values: readonly unknown[]): void {
  console.log(values.map((value) => String(value ?? "").padEnd(14)).join(""))
}

function reportCopies(): void {
  if (!values.json) printLine(copiesColumns)
  for (const [designs, copies] of copiesOrders) {
    for (const effort of ["quick", "balanced"] as const)
      report(
        copiesRow(
          { designs, copies, effort, consumers: 0, sections: 1 },
          measureCopies(designs, copies, effort),
        ),
      )
    if (copies < sectionedCopies) continue
    for (const { consumers, sections, ...figures } of measureSections(
      designs,
      copies,
      "balanced",
      sectionConsumers,
    ))
      report(copiesRow({ designs, copies, effort: "balanced", consumers, sections }, figures))
  }
}

/** Reports what the page's threads save on prints that the press searches in sections. */
function reportPage(): void {
  if (!values.json) printLine(pageColumns)
  for (const [designs, copies] of pagePrints)
    for (const { searched, firstGainSeconds, savedPercent, sheets } of measurePageThreads(
      designs,
      copies,
      pageBudget,
    ))
      report({
        set: "page",
        ...{ designs, copies, searched, ...pageBudget },
        firstGainSeconds: firstGainSeconds === null ? null : round(firstGainSeconds),
        savedPercent: round(savedPercent),
        sheets,
      })
}

function copiesRow(
  print: Pick<CopiesRow, "designs" | "copies" | "effort" | "consumers" | "sections">,
  {
    cpuSeconds,
    waitSeconds,
    firstNestMs,
    savedPercent,
    sheets,
    shortestIn,
    roomIn,
  }: ReturnType<typeof measureCopies>,
): CopiesRow {
  return {
    set: "copies",
    ...print,
    cpuSeconds: round(cpuSeconds),
    waitSeconds: round(waitSeconds),
    firstNestMs: Math.round(firstNestMs),
    savedPercent: round(savedPercent),
    sheets,
    shortestIn: round(shortestIn),
    roomIn: round(roomIn),
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
    nestPolygons(job, { ...effortFor(seconds), across: sheetAcross }, seed, kernelLimitBytes(seconds)),
  )
}

async function demoRow(seconds: number): Promise<DemoRow> {
  const { cpuSeconds, savedPercent } = await measureDemo(seconds < longSeconds ? "balanced" : "best")
  return { set: "demo", copies: 40, cpuSeconds: round(cpuSeconds), savedPercent: round(savedPercent) }
}

/** Measures a live preview's first layout. */
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

function round(value: number): number {
  return Number(value.toFixed(2))
}
