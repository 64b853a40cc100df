import { Worker } from "node:worker_threads"
import type { NestedSheet } from "../../sheet/layout/nest/fill-sheets.ts"
import { searchRound } from "../../web/features/sheet-preview/search-round.ts"
import { cpuSeconds, measureNest, type PolygonJob } from "./polygon-nest.ts"
import type { NestAnswer, NestTask } from "./search-thread.ts"

type ThreadNest = {
  lengthPx: number
  /** The CPU seconds of all threads: less than threads times seconds if the cores are shared. */
  cpuSeconds: number
  rounds: number
  /** When the last shorter nest was found. */
  lastGainMs: number
}

/**
 * Searches a job in threads for so long by the clock, in the rounds that the page's threads search,
 * and checks the best nest by exact geometry. The page would rest when nothing shorter comes for a
 * while; this search goes on.
 */
export async function searchInThreads(
  job: PolygonJob,
  across: number,
  { threads, ms, seed }: { threads: number; ms: number; seed: number },
): Promise<ThreadNest> {
  const startCpu = cpuSeconds()
  const startMs = performance.now()
  const state: { best: NestedSheet | null; rounds: number; lastGainMs: number } = {
    best: null,
    rounds: 0,
    lastGainMs: 0,
  }
  const workers: Worker[] = []
  const searched = Array.from({ length: threads }, (_, thread) => {
    const worker = new Worker(new URL("./search-thread.ts", import.meta.url))
    workers.push(worker)
    let round = 0
    const next = () => {
      const { goesOn, ...search } = searchRound(round++, thread, threads)
      const start = goesOn && state.best ? [state.best] : null
      const task: NestTask = { job, across, ...search, seed: search.seed + seed - 1, start }
      worker.postMessage(task)
    }
    next()
    return new Promise<never>((_, fail) => {
      worker.on("error", fail)
      worker.on("message", ({ sheets, isInterim }: NestAnswer) => {
        const [sheet] = sheets
        if (sheets.length === 1 && (state.best === null || sheet.lengthPx < state.best.lengthPx)) {
          state.best = sheet
          state.lastGainMs = performance.now() - startMs
        }
        if (isInterim) return
        state.rounds++
        next()
      })
    })
  })
  const over = new Promise<void>((resolve) => setTimeout(resolve, ms))
  try {
    await Promise.race([over, ...searched])
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  const { best, rounds, lastGainMs } = state
  if (best === null) throw new Error("nothing was found in that time")
  return {
    lengthPx: measureNest(job, [best]).length,
    cpuSeconds: cpuSeconds() - startCpu,
    rounds,
    lastGainMs,
  }
}
