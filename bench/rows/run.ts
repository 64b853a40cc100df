// `npm run bench -- rows [--json]`: the time to open a saved print of 500 items, and the cost of
// changing a row in the builder with 300; the production build on the local runtime in Chromium. Exit
// status 1 over a limit.
import type { Page } from "playwright-core"
import type { Print, PrintItemInput } from "../../contract/prints/print.ts"
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import { runOnStage } from "../../harness/staged-bench.ts"
import { givenDesigns, type Library, openBuilder } from "../preview/builder.ts"
import { timeChanges } from "../preview/time-changes.ts"

/** The time from a click on a link to painted rows and film; the work of a click in a row. */
const LIMITS = { openMs: 2_000, workMs: 50 }
const SAVED_ITEMS = sized(500, 100)
const BUILDER_ITEMS = sized(300, 80)
/** The number of designs, each in five sizes. */
const DESIGNS = sized(100, 20)
const TIMES = sized(5, 2)
const CHANGES = sized(15, 3)
const SETTLE_MS = sized(4_000, 1_000)

type Figure = {
  what: string
  items: number
  medianMs: number
  worstMs: number
  limitMs: number
  rows: number
}

await runOnStage<Figure>({
  bench: "rows",
  limits: LIMITS,
  async measure(stage) {
    const library = await givenDesigns(stage, "Rows", { designs: DESIGNS, widthsIn: [2, 2.5, 3, 3.5, 4] })
    const pairs = library.sizeIds.flatMap((sizeId) =>
      library.images.map(({ _id }) => ({ imageId: _id, sizeId, quantity: 1 })),
    )
    return [await openSaved(stage, library, pairs), await changeRows(stage, library, pairs)]
  },
  print: printTable,
  isWithin: ({ medianMs, limitMs }) => medianMs <= limitMs,
})

/** Opens a print from the list of prints, as a seller does. */
async function openSaved(stage: Stage, { client }: Library, pairs: PrintItemInput[]): Promise<Figure> {
  const print = await client.expect<Print>("POST", "/api/prints", { printItems: pairs.slice(0, SAVED_ITEMS) })
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/prints")
  const times: number[] = []
  let rows = 0
  for (let i = 0; i < TIMES; i++) {
    const link = page.getByRole("link", { name: /^View items of print/ })
    await link.waitFor()
    await page.waitForTimeout(SETTLE_MS)
    times.push(await timeOpening(page))
    rows = await page.locator("[data-row]").count()
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Prints" }).click()
  }
  await context.close()
  return figureOf("a saved print is open", print.itemCount, times, LIMITS.openMs, rows)
}

/** Times, inside the page, from the click until rows and the beginning of the film are painted. */
function timeOpening(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('[aria-label^="View items of print"]')
    if (!link) throw new Error("no print is listed")
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const startMs = performance.now()
    link.click()
    const isOpen = () =>
      document.querySelector('section[aria-label="Items"] [data-row]') !== null &&
      /Sheet 1 of/.test(document.querySelector('aside[aria-label="Sheet preview"]')?.textContent ?? "")
    while (!isOpen()) await frame()
    await frame()
    return performance.now() - startMs
  })
}

/** Counts the first row's quantity up. */
async function changeRows(stage: Stage, library: Library, pairs: PrintItemInput[]): Promise<Figure> {
  const { page, context, stepper, ...open } = await openBuilder(
    stage,
    library,
    pairs.slice(0, BUILDER_ITEMS),
    SETTLE_MS,
  )
  const timings = await timeChanges(page, stepper, CHANGES)
  const drawn = await page.locator("[data-row]").count()
  await context.close()
  const works = timings.map(({ workMs }) => workMs)
  return figureOf("a quantity changes in the builder", open.rows, works, LIMITS.workMs, drawn)
}

function figureOf(what: string, items: number, times: number[], limitMs: number, rows: number): Figure {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  return {
    ...{ what, items, limitMs, rows },
    medianMs: sorted[Math.floor(sorted.length / 2)],
    worstMs: sorted[sorted.length - 1],
  }
}

function printTable(figures: readonly Figure[]): void {
  console.log("| | items | rows drawn | median | worst | limit of the median |")
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |")
  for (const { what, items, rows, medianMs, worstMs, limitMs } of figures)
    console.log(`| ${what} | ${items} | ${rows} | ${medianMs} ms | ${worstMs} ms | ${limitMs} ms |`)
}
