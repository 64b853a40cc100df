import type { Effort } from "../../../sheet/layout/layout.ts"
import type { PrintPlan } from "../../../sheet/preflight/plan-print.ts"
import type { PrintSection } from "../../../sheet/preflight/print-sections.ts"
import type { LayoutQuestion } from "./layout-question.ts"

/** One run of the planner. Other seeds search in other ways. */
export type LayoutTask = LayoutQuestion & { effort: Effort; seed: number }

/**
 * An answer. `isInterim`: the best plan so far; the run continues. `isRough`: as boxes, until the shapes are
 * known or the first of them lie. `sections`: those that a print of many copies is dealt out to, with its quick plan.
 */
export type LayoutAnswer = { plan: PrintPlan; isInterim?: true; isRough?: true; sections?: PrintSection[] }

/** The part of a Web Worker that the search uses. */
export type LayoutWorker = {
  onmessage: ((event: MessageEvent<LayoutAnswer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(task: LayoutTask): void
  terminate(): void
}
