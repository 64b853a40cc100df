// `npm run bench -- web [--json]`: the landing page's cost for a visitor, from the production build on
// the local runtime in Chromium, without throttling. Exit status 1 if a limit is missed.
import { gzipSync } from "node:zlib"
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import { runOnStage } from "../../harness/staged-bench.ts"
import { type PaintFigures, readFigures, watchPaints } from "./paint-figures.ts"

const LIMITS = { scriptKb: 120, layoutShift: 0, largestPaintMs: 1000 }
/** The visits; paint is the median, with the worst beside it: a machine's first start is its slowest. */
const VISITS = sized(5, 1)
const devices = ["wide", "phone"] as const

type Row = {
  page: string
  device: (typeof devices)[number]
  scripts: number
  /** In kB of 1000 bytes; each script gzipped by itself at zlib's default level. */
  scriptKb: number
  layoutShift: number
  largestPaintMs: number
  worstPaintMs: number
  isWithinLimits: boolean
}

await runOnStage<Row>({
  bench: "web",
  limits: LIMITS,
  async measure(stage) {
    const rows: Row[] = []
    for (const device of devices) rows.push(await measure(stage, "/", device))
    return rows
  },
  print: printTable,
  isWithin: (row) => row.isWithinLimits,
})

/** Measures first visits, with an empty cache; shifts count down to the page's end. */
async function measure(stage: Stage, path: string, device: Row["device"]): Promise<Row> {
  const visits: (PaintFigures & { scriptBytes: number[] })[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    const { context, page } = await stage.open({ phone: device === "phone" })
    const scripts: Promise<number>[] = []
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return
      scripts.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.addInitScript(watchPaints)
    await page.goto(path, { waitUntil: "networkidle" })
    await page.evaluate(() => document.fonts.ready)
    // Scripts that come later, such as the engine's, belong to no first visit and end with the page.
    page.removeAllListeners("response")
    const scriptBytes = await Promise.all(scripts)
    visits.push({ ...(await readFigures(page)), scriptBytes })
    await context.close()
  }
  const paints = visits.map(({ largestPaintMs }) => largestPaintMs).sort((a, b) => a - b)
  const scriptKb = Math.max(...visits.map(({ scriptBytes }) => sum(scriptBytes))) / 1000
  const layoutShift = Math.max(...visits.map((visit) => visit.layoutShift))
  const largestPaintMs = paints[Math.floor(paints.length / 2)]
  return {
    page: path,
    device,
    scripts: visits[0].scriptBytes.length,
    scriptKb: Number(scriptKb.toFixed(1)),
    layoutShift: Number(layoutShift.toFixed(4)),
    largestPaintMs: Math.round(largestPaintMs),
    worstPaintMs: Math.round(paints[paints.length - 1]),
    isWithinLimits:
      scriptKb <= LIMITS.scriptKb &&
      layoutShift <= LIMITS.layoutShift &&
      largestPaintMs < LIMITS.largestPaintMs,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function printTable(rows: readonly Row[]): void {
  console.log(`Landing page, production build, ${VISITS} first visits each\n`)
  console.log("| device | scripts | JavaScript, gzip | layout shift | largest paint | worst | |")
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
  for (const row of rows) {
    const cells = [
      row.device,
      row.scripts,
      `${row.scriptKb} KB`,
      row.layoutShift,
      `${row.largestPaintMs} ms`,
      `${row.worstPaintMs} ms`,
      row.isWithinLimits ? "ok" : "over a limit",
    ]
    console.log(`| ${cells.join(" | ")} |`)
  }
  console.log(
    `\nLimits: ${LIMITS.scriptKb} KB, ${LIMITS.layoutShift}, ${LIMITS.largestPaintMs} ms (the median paint)`,
  )
}
