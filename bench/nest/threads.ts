import { type Instance, jobOf } from "./instances.ts"
import { boxesLength, sheetAcross, sheetJob } from "./sheets.ts"
import { searchInThreads } from "./thread-search.ts"

/**
 * A row of figures. `percent` is the density of an instance, and for a gang sheet the film saved
 * against boxes; for "sheets" it is their mean.
 */
export type ThreadRow = {
  set: string
  instance: string
  percent: number
  oneThreadPercent: number | null
  wantedPercent: number | null
  threads: number
  wallSeconds: number
  cpuSeconds: number
  rounds: number
  lastGainSeconds: number
}

/** Headings of a row's fields, in their order. */
export const threadColumns = [
  "set",
  "instance",
  "percent",
  "one, 10 s",
  "wanted",
  "threads",
  "wall s",
  "CPU s",
  "rounds",
  "last gain s",
]

/** The result of one thread in ten seconds, and the goal of two in a minute. */
const figures: Record<string, { oneThread: number; wanted: number }> = {
  swim: { oneThread: 75.3, wanted: 78.3 },
  trousers: { oneThread: 90.4, wanted: 91.8 },
  shirts: { oneThread: 87.0, wanted: 89.7 },
  albano: { oneThread: 88.0, wanted: 89.5 },
  marques: { oneThread: 89.1, wanted: 90.9 },
  sheets: { oneThread: 21.8, wanted: 24 },
}

/** The instances that more threads have a goal for. */
export const threadInstances = Object.keys(figures).filter((name) => name !== "sheets")

export type ThreadBudget = { threads: number; ms: number; seed: number }

/** Returns the density that threads reach on a published instance. */
export async function measureInstance(
  set: string,
  instance: Instance,
  budget: ThreadBudget,
): Promise<ThreadRow> {
  const job = jobOf(instance)
  const result = await searchInThreads(job, job.across, budget)
  const density = (instance.itemArea * job.pxPerUnit) / (instance.width * result.lengthPx)
  return rowOf(set, instance.name, 100 * density, budget, result)
}

/** Yields the film that threads save on each of these gang sheets, then the mean of all. */
export async function* measureSheetsInThreads(
  seeds: readonly number[],
  budget: ThreadBudget,
): AsyncGenerator<ThreadRow> {
  const rows: ThreadRow[] = []
  for (const sheetSeed of seeds) {
    const job = sheetJob(sheetSeed)
    const result = await searchInThreads(job, sheetAcross, budget)
    const saved = 100 * (1 - result.lengthPx / boxesLength(job))
    const row = rowOf("sheets", `sheet${sheetSeed}`, saved, budget, result)
    rows.push(row)
    yield row
  }
  const mean = (value: (row: ThreadRow) => number) =>
    rows.reduce((sum, row) => sum + value(row), 0) / rows.length
  yield rowOf(
    "sheets",
    "sheets",
    mean(({ percent }) => percent),
    budget,
    {
      cpuSeconds: mean((row) => row.cpuSeconds),
      rounds: mean((row) => row.rounds),
      lastGainMs: 1000 * mean((row) => row.lastGainSeconds),
    },
  )
}

function rowOf(
  set: string,
  instance: string,
  percent: number,
  { threads, ms }: ThreadBudget,
  result: { cpuSeconds: number; rounds: number; lastGainMs: number },
): ThreadRow {
  const figure = figures[instance]
  return {
    set,
    instance,
    percent: round(percent),
    oneThreadPercent: figure?.oneThread ?? null,
    wantedPercent: figure?.wanted ?? null,
    threads,
    wallSeconds: round(ms / 1000),
    cpuSeconds: round(result.cpuSeconds),
    rounds: round(result.rounds),
    lastGainSeconds: round(result.lastGainMs / 1000),
  }
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
