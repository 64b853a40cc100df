import { mixedItems } from "../../harness/nest/mixed-items.ts"
import type { Effort } from "../../sheet/layout/layout.ts"
import { film, planSound } from "./demo.ts"
import { cpuSeconds } from "./polygon-nest.ts"

type CopiesFigures = {
  cpuSeconds: number
  /** CPU time until the first layout that saves film. */
  firstNestMs: number
  savedPercent: number
}

/** Returns figures for a print of so many copies; with `quick`, for its first preview. */
export function measureCopies(designs: number, copies: number, effort: Effort): CopiesFigures {
  const items = mixedItems(designs, copies)
  const start = cpuSeconds()
  let firstNestMs = 0
  const plan = planSound(items, film, effort, ({ lengthIn, boxesLengthIn }) => {
    if (lengthIn < boxesLengthIn && firstNestMs === 0) firstNestMs = 1000 * (cpuSeconds() - start)
  })
  const used = cpuSeconds() - start
  return { cpuSeconds: used, firstNestMs, savedPercent: 100 * (plan.savedShare ?? 0) }
}
