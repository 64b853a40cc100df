// One thread of `searchInThreads`: nests its tasks, round by round, and answers every better nest at
// once.
import { parentPort } from "node:worker_threads"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { finish } from "../../sheet/in-steps.ts"
import type { Effort } from "../../sheet/layout/layout.ts"
import { makeLayoutKernel } from "../../sheet/layout/layout-kernel.ts"
import type { NestedSheet } from "../../sheet/layout/nest/fill-sheets.ts"
import { nestSheets } from "../../sheet/layout/nest/nest-sheets.ts"
import { nestEffort } from "../../sheet/layout/nest/search-nest.ts"
import { type PolygonJob, questionOf } from "./polygon-nest.ts"

/** A round's task. `across`: positions across the film on the coarsest steps. `start`: null from scratch. */
export type NestTask = {
  job: PolygonJob
  across: number
  effort: Effort
  seed: number
  start: NestedSheet[] | null
}

/** The best nest of a round so far. */
export type NestAnswer = { sheets: NestedSheet[]; isInterim: boolean }

parentPort?.on("message", (task: NestTask) => {
  const sheets = nestRound(task, (better) => answer({ sheets: [...better], isInterim: true }))
  answer({ sheets, isInterim: false })
})

function answer(message: NestAnswer): void {
  parentPort?.postMessage(message)
}

// Nests as for a print: `best` goes on from the result of `balanced`.
function nestRound(
  { job, across, effort, seed, start }: NestTask,
  onBetter: (sheets: readonly NestedSheet[]) => void,
): NestedSheet[] {
  const { shapes, items, film } = questionOf(job)
  const efforts: Effort[] = effort === "best" ? ["balanced", "best"] : [effort]
  let best = start
  for (const effort of efforts) {
    const { steps, limitBytes, ...search } = nestEffort(effort, items.length)
    const nested = finish(
      nestSheets(makeLayoutKernel(layoutHost), shapes, items, film, {
        effort: { ...search, across, share: (done) => done / steps },
        seed,
        limitBytes,
        start: best ?? undefined,
        goesOn: start !== null,
        onBetter,
      }),
    )
    if (nested === null) throw new Error("the job did not fit the kernel")
    if (best === null || filmOf(nested.sheets) < filmOf(best)) best = nested.sheets
  }
  return best ?? []
}

function filmOf(sheets: readonly NestedSheet[]): number {
  return sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
}
