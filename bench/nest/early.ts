import { mixedItems } from "../../harness/nest/mixed-items.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { laidCopies } from "../../sheet/layout/laid-copies.ts"
import { isShorter } from "../../sheet/layout/nest/search-nest.ts"
import { type LaidOutPrint, type PrintPlan, planPrintPausing } from "../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../sheet/preflight/print-layout.ts"
import { searchRound } from "../../web/features/sheet-preview/search-round.ts"
import { film } from "./demo.ts"
import { cpuSeconds } from "./polygon-nest.ts"

/** Film in inches and sheets: as seen at the click, as printed then, and as found by an open page. */
export type EarlyFigures = {
  seenIn: number
  seenSheets: number
  printedIn: number
  printedSheets: number
  openIn: number
  openSheets: number
}

const DESIGNS = 40
const SCALE = 0.95
/** The longest sheet, as a share of the first layout: so the seller sees two sheets before there is one. */
const LIMIT_SHARE = 0.93

/** The error that ends a search whose time is over. */
class Over extends Error {}

/**
 * Measures a print of forty designs whose _Process_ is clicked after `earlySeconds` of the page's
 * search, and the same print left open for `openSeconds`. One thread searches, in the page's rounds
 * and by CPU seconds.
 */
export async function measureEarly(
  seed: number,
  { earlySeconds, openSeconds }: { earlySeconds: number; openSeconds: number },
): Promise<EarlyFigures> {
  const items = mixedItems(DESIGNS, DESIGNS, { firstSheet: seed * 5, scale: SCALE })
  const first = plannedOf(await searched(items, film, { effort: "quick" }))
  const template = { ...film, maxLengthIn: Math.round(first.lengthIn * LIMIT_SHARE) }
  const [seen, open] = await pageSearch(items, template, [earlySeconds, openSeconds])
  // As `worker/jobs/prints/lay-out-print.ts` searches on from the nest that a page sends.
  const printed = plannedOf(
    await searched(items, template, { effort: "best", start: laidCopies(seen.layout) }),
  )
  if (!isAtMost(printed, seen)) throw new Error("more was printed than was seen")
  return {
    ...{ seenIn: seen.lengthIn, seenSheets: seen.layout.sheets.length },
    ...{ printedIn: printed.lengthIn, printedSheets: printed.layout.sheets.length },
    ...{ openIn: open.lengthIn, openSheets: open.layout.sheets.length },
  }
}

/** Yields the best layout after each of so many CPU seconds. */
async function pageSearch(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  marks: readonly number[],
): Promise<LaidOutPrint[]> {
  const begunS = cpuSeconds()
  let best = plannedOf(await searched(items, template, { effort: "quick" }))
  const atMarks: LaidOutPrint[] = []
  const noteMarks = () => {
    while (atMarks.length < marks.length && cpuSeconds() - begunS >= marks[atMarks.length]) atMarks.push(best)
    if (atMarks.length === marks.length) throw new Over()
  }
  const keepShorter = (plan: LaidOutPrint) => {
    if (isShorter(plan.layout.sheets, best.layout.sheets)) best = plan
  }
  try {
    for (let round = 0; ; round++) {
      const { goesOn, ...search } = searchRound(round, 0, 1)
      const start = goesOn ? laidCopies(best.layout) : null
      keepShorter(
        plannedOf(await searched(items, template, { ...search, start, onBetter: keepShorter }, noteMarks)),
      )
    }
  } catch (error) {
    if (error instanceof Over) return atMarks
    throw error
  }
}

function searched(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  options: Parameters<typeof planPrintPausing>[3],
  pause: () => void = () => {},
): Promise<PrintPlan> {
  return planPrintPausing(items, template, layoutHost, options, async () => pause())
}

function plannedOf(plan: PrintPlan): LaidOutPrint {
  if (plan.kind === "too-large") throw new Error("a design is too large")
  return plan
}

function isAtMost(plan: LaidOutPrint, than: LaidOutPrint): boolean {
  return plan.layout.sheets.length <= than.layout.sheets.length && plan.lengthIn <= than.lengthIn
}
