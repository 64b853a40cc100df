import { mixedItems } from "../../harness/nest/mixed-items.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { finish } from "../../sheet/in-steps.ts"
import type { Effort, Layout } from "../../sheet/layout/layout.ts"
import { dealSections } from "../../sheet/preflight/deal-sections.ts"
import { documentOf, proveDocument } from "../../sheet/preflight/layout-document.ts"
import { joinSections, sectionItems } from "../../sheet/preflight/print-sections.ts"
import { film, planSound } from "./demo.ts"
import { cpuSeconds } from "./polygon-nest.ts"

type CopiesFigures = {
  cpuSeconds: number
  /** The seconds until the layout is there, if nothing else computes. */
  waitSeconds: number
  /** CPU time until the first layout that saves film. */
  firstNestMs: number
  savedPercent: number
  sheets: number
  /** The shortest sheet, and what all others are short of the longest that may be: its pieces could lie there. */
  shortestIn: number
  roomIn: number
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
  const savedPercent = 100 * (plan.savedShare ?? 0)
  return {
    ...{ cpuSeconds: used, waitSeconds: used, firstNestMs, savedPercent },
    ...sheetsOf(plan.layout),
  }
}

/**
 * Returns figures for a print that is dealt out to sections, for each number of consumers that search one at a time each,
 * as in `worker/jobs/prints/search-sections.ts`. One process does it all, so what consumers would do beside each other is
 * computed of the time of each.
 */
export function measureSections(
  designs: number,
  copies: number,
  effort: Effort,
  consumers: readonly number[],
): (CopiesFigures & { sections: number; consumers: number })[] {
  const items = mixedItems(designs, copies).map((item, i) => ({ ...item, id: `${i}` }))
  const quick = timed(() => planSound(items, film, "quick"))
  const dealt = timed(() => finish(dealSections(items, film, quick.result)))
  const searched = dealt.result.map((section) =>
    timed(() => planSound(sectionItems(items, section), film, effort).layout),
  )
  const proved = timed(() => {
    const layout = joinSections(
      dealt.result,
      searched.map(({ result }) => result),
    )
    const document = documentOf(layout, items, { sheetTemplateId: "", packing: film.packing })
    const { boxesLengthIn } = quick.result
    return proveDocument(items, film, document, { host: layoutHost, boxesLengthIn })
  })
  if (proved.result.kind !== "planned") throw new Error("the sections are no sound layout")
  const alone = quick.seconds + dealt.seconds + proved.seconds
  const seconds = searched.map((search) => search.seconds)
  const figures = {
    cpuSeconds: alone + seconds.reduce((sum, value) => sum + value, 0),
    firstNestMs: 1000 * quick.seconds,
    savedPercent: 100 * (proved.result.savedShare ?? 0),
    ...sheetsOf(proved.result.layout),
    sections: searched.length,
  }
  return consumers.map((count) => ({
    ...figures,
    consumers: count,
    waitSeconds: alone + longestConsumer(seconds, count),
  }))
}

function sheetsOf({ sheets }: Layout): Pick<CopiesFigures, "sheets" | "shortestIn" | "roomIn"> {
  const lengthsIn = sheets.map(({ lengthPx }) => lengthPx / film.dpi)
  const shortestIn = Math.min(...lengthsIn)
  const allIn = lengthsIn.reduce((sum, lengthIn) => sum + lengthIn, 0)
  return {
    sheets: sheets.length,
    shortestIn,
    roomIn: (sheets.length - 1) * film.maxLengthIn - (allIn - shortestIn),
  }
}

function timed<T>(act: () => T): { result: T; seconds: number } {
  const start = cpuSeconds()
  const result = act()
  return { result, seconds: cpuSeconds() - start }
}

/** Returns the seconds of the consumer that ends last; each takes the next search when it is free. */
function longestConsumer(seconds: readonly number[], consumers: number): number {
  const busyS = Array.from({ length: consumers }, () => 0)
  for (const search of seconds) busyS[busyS.indexOf(Math.min(...busyS))] += search
  return Math.max(...busyS)
}
