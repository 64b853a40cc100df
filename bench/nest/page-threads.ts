import { mixedItems } from "../../harness/nest/mixed-items.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { finish } from "../../sheet/in-steps.ts"
import { laidCopies } from "../../sheet/layout/laid-copies.ts"
import { dealSections } from "../../sheet/preflight/deal-sections.ts"
import { type LaidOutPrint, planPrint } from "../../sheet/preflight/plan-print.ts"
import { hasSections, keepsSheets } from "../../sheet/preflight/print-sections.ts"
import type { LayoutQuestion } from "../../web/features/sheet-preview/layout-question.ts"
import { searchRound } from "../../web/features/sheet-preview/search-round.ts"
import { type SearchedRound, sectionRounds } from "../../web/features/sheet-preview/section-rounds.ts"
import { isShorter } from "../../web/features/sheet-preview/shortest-film.ts"
import { film, planSound } from "./demo.ts"
import { cpuSeconds } from "./polygon-nest.ts"

type PageBudget = { threads: number; seconds: number }
type PageFigures = {
  searched: "whole" | "sections"
  /** The time until film as short as that of the quick layout is undercut; null if it never is. */
  firstGainSeconds: number | null
  savedPercent: number
  sheets: number
}

type NextRound = (thread: number) => SearchedRound
/** A plan of a round, and when its thread has it. */
type Found = { atSeconds: number; plan: LaidOutPrint; round: SearchedRound }

/**
 * Returns what threads of the page save on a print of so many copies, each thread with so many seconds of its own: searched
 * as a whole, and in sections. One process does it all, a thread's round after the other's, so what threads would do beside
 * each other is computed of the processor time of each round.
 */
export function measurePageThreads(designs: number, copies: number, budget: PageBudget): PageFigures[] {
  const items = mixedItems(designs, copies)
  const start = cpuSeconds()
  const quick = planSound(items, film, "quick")
  const dealt =
    hasSections(items, film, quick) && !keepsSheets(quick)
      ? finish(dealSections(items, film, quick))
      : undefined
  const quickSeconds = cpuSeconds() - start
  const silhouettes = items.map(({ silhouette }) => silhouette)
  const question: LayoutQuestion = {
    items: items.map((item, i) => ({ ...item, silhouettePath: `${i}`, order: null })),
    template: film,
    pins: [],
    start: null,
  }
  const search = (next: NextRound) => searchInTurns(quick, next, { ...budget, quickSeconds, silhouettes })
  const whole = { searched: "whole", ...search(wholeRounds(question, quick, budget.threads)) } as const
  const next = sectionRounds(question, quick, dealt)
  return next === null ? [whole] : [whole, { searched: "sections", ...search(next) }]
}

/** Returns the rounds of a print that is searched as a whole, as `layout-search.ts` gives them to threads. */
function wholeRounds(question: LayoutQuestion, quick: LaidOutPrint, threads: number): NextRound {
  const rounds = Array.from({ length: threads }, () => 0)
  let best = quick
  return (thread) => {
    const { goesOn, ...search } = searchRound(rounds[thread]++, thread, threads)
    return {
      task: { ...question, ...search, start: goesOn ? laidCopies(best.layout) : null },
      note(plan) {
        if (plan.kind === "too-large" || !isShorter(plan, best)) return null
        best = plan
        return plan
      },
    }
  }
}

function searchInTurns(
  quick: LaidOutPrint,
  next: NextRound,
  {
    threads,
    seconds,
    quickSeconds,
    silhouettes,
  }: PageBudget & {
    quickSeconds: number
    silhouettes: ReturnType<typeof mixedItems>[number]["silhouette"][]
  },
): Omit<PageFigures, "searched"> {
  const busyS = Array.from({ length: threads }, () => quickSeconds)
  let best = quick
  let firstGainSeconds: number | null = null
  let coming: Found[] = []

  function noteUntil(nowSeconds: number): void {
    const due = coming.filter(({ atSeconds }) => atSeconds <= nowSeconds)
    coming = coming.filter(({ atSeconds }) => atSeconds > nowSeconds)
    for (const { atSeconds, plan, round } of due.sort((a, b) => a.atSeconds - b.atSeconds)) {
      const whole = round.note(plan)
      if (whole === null || whole === "part" || !isShorter(whole, best)) continue
      best = whole
      firstGainSeconds ??= atSeconds
    }
  }

  for (;;) {
    const freeS = Math.min(...busyS)
    if (freeS >= seconds) break
    noteUntil(freeS)
    const thread = busyS.indexOf(freeS)
    const round = next(thread)
    const { items, template, effort, seed, start } = round.task
    const begun = cpuSeconds()
    const add = (plan: LaidOutPrint) => coming.push({ atSeconds: freeS + cpuSeconds() - begun, plan, round })
    const inked = items.map((item) => ({ ...item, silhouette: silhouettes[Number(item.silhouettePath)] }))
    const plan = planPrint(inked, template, layoutHost, { effort, seed, start, onBetter: add })
    if (plan.kind === "too-large") throw new Error("an artwork is too large")
    add(plan)
    busyS[thread] = freeS + cpuSeconds() - begun
  }
  noteUntil(seconds)
  return {
    firstGainSeconds,
    savedPercent: 100 * (best.savedShare ?? 0),
    sheets: best.layout.sheets.length,
  }
}
