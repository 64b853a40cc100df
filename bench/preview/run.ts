// `npm run bench -- preview [--json]`: the time until the builder shows the new sheet after a change of
// a large print, a frame's longest wait meanwhile, and the work of the page's thread for it; the
// production build on the local runtime in Chromium. Exit status 1 over a limit.
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import { runOnStage } from "../../harness/staged-bench.ts"
import { givenDesigns, type Library, openBuilder } from "./builder.ts"
import { type ChangeTiming, timeChanges } from "./time-changes.ts"

/**
 * The limits: the preview's acceptance; 100 ms, the frame at which a page begins to feel stuck; and
 * the work of the click itself, up to the next frame.
 */
const LIMITS = { previewMs: 300, longestFrameMs: 100, workMs: 50 }
const COPIES = sized(500, 50)
const DESIGNS = sized(300, 12)
const CHANGES = sized(15, 2)
const SETTLE_MS = sized(4_000, 1_000)
const jobs = [
  { job: "2 designs", designs: 2, sizes: 1 },
  { job: "12 designs", designs: 12, sizes: 1 },
  { job: "12 designs in 4 sizes each", designs: 12, sizes: 4 },
  { job: `${DESIGNS} designs`, designs: DESIGNS, sizes: 1 },
]

type Row = {
  job: string
  copies: number
  medianPreviewMs: number
  worstPreviewMs: number
  medianFrameMs: number
  worstFrameMs: number
  medianWorkMs: number
  worstWorkMs: number
  isWithinLimits: boolean
}

await runOnStage<Row>({
  bench: "preview",
  limits: LIMITS,
  async measure(stage) {
    const library = await givenDesigns(stage, "Pace", { designs: DESIGNS, widthsIn: [2, 3.25, 4.5, 6] })
    const rows: Row[] = []
    for (const job of jobs) rows.push(await measure(stage, library, job))
    return rows
  },
  print: printTable,
  isWithin: (row) => row.isWithinLimits,
})

async function measure(
  stage: Stage,
  library: Library,
  { job, designs, sizes }: (typeof jobs)[number],
): Promise<Row> {
  const pairs = library.images
    .slice(0, designs)
    .flatMap((image) => library.sizeIds.slice(-sizes).map((sizeId) => ({ imageId: image._id, sizeId })))
  const copies = Math.floor(COPIES / pairs.length)
  const printItems = pairs.map((pair, i) => ({
    ...pair,
    quantity: i === 0 ? COPIES - copies * (pairs.length - 1) : copies,
  }))
  const { page, context, stepper } = await openBuilder(stage, library, printItems, SETTLE_MS)
  const timings = await timeChanges(page, stepper, CHANGES)
  await context.close()
  return rowOf(job, timings)
}

function rowOf(job: string, timings: readonly ChangeTiming[]): Row {
  const sorted = (values: number[]) => values.sort((a, b) => a - b)
  const previews = sorted(timings.map((timing) => timing.previewMs))
  const frames = sorted(timings.map((timing) => timing.longestFrameMs))
  const works = sorted(timings.map((timing) => timing.workMs))
  const middle = Math.floor(timings.length / 2)
  return {
    job,
    copies: COPIES,
    medianPreviewMs: previews[middle],
    worstPreviewMs: previews[previews.length - 1],
    medianFrameMs: frames[middle],
    worstFrameMs: frames[frames.length - 1],
    medianWorkMs: works[middle],
    worstWorkMs: works[works.length - 1],
    isWithinLimits:
      previews[middle] < LIMITS.previewMs &&
      frames[middle] <= LIMITS.longestFrameMs &&
      works[middle] < LIMITS.workMs,
  }
}

function printTable(rows: readonly Row[]): void {
  console.log(`A print of ${COPIES} copies in the builder, ${CHANGES} changes of a quantity each\n`)
  console.log("| print | preview, median | worst | longest frame, median | worst | work, median | worst | |")
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
  for (const row of rows) {
    const { medianPreviewMs, worstPreviewMs, medianFrameMs, worstFrameMs, medianWorkMs, worstWorkMs } = row
    const times = [medianPreviewMs, worstPreviewMs, medianFrameMs, worstFrameMs, medianWorkMs, worstWorkMs]
    const verdict = row.isWithinLimits ? "ok" : "over a limit"
    console.log(`| ${[row.job, ...times.map((ms) => `${ms} ms`), verdict].join(" | ")} |`)
  }
  console.log(
    `\nLimits, of the medians: ${LIMITS.previewMs} ms, ${LIMITS.longestFrameMs} ms and ${LIMITS.workMs} ms`,
  )
}
