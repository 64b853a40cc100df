import { laidCopies } from "../../../sheet/layout/laid-copies.ts"
import type { LaidOutPrint, PrintPlan } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"
import {
  joinSections,
  mayHaveSections,
  type PrintSection,
  sectionItems,
  sectionLayout,
  sectionsOfSheets,
} from "../../../sheet/preflight/print-sections.ts"
import type { LayoutQuestion } from "./layout-question.ts"
import type { LayoutTask } from "./layout-task.ts"
import { searchRound } from "./search-round.ts"
import { isShorter } from "./shortest-film.ts"

/** A section of a print, its best plan so far, and the rounds that threads have begun with it. */
type SearchedSection = { section: PrintSection; best: LaidOutPrint | null; rounds: number }

/** A round of a thread. `note` takes its plans. */
export type SearchedRound = {
  task: LayoutTask
  /** Returns the print's plan; "part" for a section's first or shorter one, before all have one, and null for any other. */
  note(plan: PrintPlan): LaidOutPrint | "part" | null
}

/**
 * Returns a function that returns the next round of a print in sections, each of which is searched by itself: that of a
 * section with the fewest rounds. Sections are those that `best`, the print's plan so far, was dealt out to, or else its sheets.
 * Returns null if the print is searched as a whole.
 */
export function sectionRounds(
  question: LayoutQuestion,
  best: LaidOutPrint,
  dealt: readonly PrintSection[] | undefined,
): (() => SearchedRound) | null {
  const { items, template, pins } = question
  if (pins.length > 0 || best.layout.sheets.length < 2 || !mayHaveSections(items, template)) return null
  const sections =
    dealt?.map((section): SearchedSection => ({ section, best: null, rounds: 0 })) ?? sheetsOf(best, template)
  return () => {
    const least = Math.min(...sections.map(({ rounds }) => rounds))
    const index = sections.findIndex(({ rounds }) => rounds === least)
    const searched = sections[index]
    const { goesOn, ...search } = searchRound(searched.rounds++, index, sections.length)
    const start = goesOn && searched.best ? laidCopies(searched.best.layout) : null
    return {
      task: { ...question, ...search, items: sectionItems(items, searched.section), start },
      note(plan) {
        if (plan.kind === "too-large" || (searched.best && !isShorter(plan, searched.best))) return null
        searched.best = plan
        const plans = sections.flatMap(({ best }) => best ?? [])
        return plans.length < sections.length ? "part" : joined(best, sections, plans)
      },
    }
  }
}

/** Returns a section for each sheet of a plan, which is its first one. */
function sheetsOf(best: LaidOutPrint, { dpi }: LayoutTemplate): SearchedSection[] {
  return sectionsOfSheets(best.layout).map((section, index) => {
    const sheet = best.layout.sheets[index]
    const plan = { ...best, layout: sectionLayout(sheet, section), lengthIn: sheet.lengthPx / dpi }
    return { section, best: plan, rounds: 1 }
  })
}

/** Returns the plan of the whole print, with the film that the sections take. `whole` is another plan of it. */
function joined(
  whole: LaidOutPrint,
  sections: readonly SearchedSection[],
  plans: readonly LaidOutPrint[],
): LaidOutPrint {
  const layout = joinSections(
    sections.map(({ section }) => section),
    plans.map((plan) => plan.layout),
  )
  const lengthIn = sections.reduce(
    (sum, { section }, index) => sum + section.items[0].copies.length * plans[index].lengthIn,
    0,
  )
  return {
    ...whole,
    layout,
    lengthIn,
    savedShare: 1 - lengthIn / whole.boxesLengthIn,
    utilisation: (whole.utilisation * whole.lengthIn) / lengthIn,
    violations: [],
  }
}
