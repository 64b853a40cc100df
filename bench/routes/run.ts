// `npm run bench -- routes [--json] [--count N]`: the time from a click in the menu until the next
// page's heading is painted, and until its rows are, on an account with N of everything (200); the
// production build on the local runtime in Chromium. Exit status 1 over a limit. Times depend on the
// machine, too.
import type { R2Bucket } from "@cloudflare/workers-types"
import type { Page } from "playwright-core"
import { fillCrowd } from "../../harness/crowd.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { type Stage, setStage } from "../../harness/stage.ts"
import { changeRoute, type RouteChange } from "./change-route.ts"

const LIMITS = { paintMs: 100, laterScripts: 3 }
const ROUNDS = sized(3, 1)
/** The time between the mouse's arrival on a link and the click. */
const POINT_MS = 300
const kinds = ["first", "pointed at", "again"] as const
const measured = sized<readonly (typeof kinds)[number][]>(kinds, ["first"])

type Row = {
  path: string
  /** `first`: nothing is loaded. `pointed at`: the mouse rested on its link. `again`: seen before. */
  kind: (typeof kinds)[number]
  /** The time from the click to the page's own heading on the screen. */
  paintMs: number
  /** The time to its rows, tiles or words in place of their placeholders. */
  rowsMs: number
  scripts: number
  isWithinLimits: boolean
}

const count = Number(process.argv[process.argv.indexOf("--count") + 1]) || sized(200, 5)
const stage = await setStage()
const rows: Row[] = []
try {
  const cookies = await givenCrowd(stage)
  const paths = await menuPaths(stage, cookies)
  for (const path of paths) {
    for (const kind of measured) rows.push(await measure(stage, cookies, path, kind))
    console.error(`${path} is measured`)
  }
} finally {
  await stage.close()
}
if (process.argv.includes("--json")) console.log(JSON.stringify({ bench: "routes", limits: LIMITS, rows }))
else printTable()
judge(rows.every((row) => row.isWithinLimits))
process.exit()

type Cookies = Parameters<Awaited<ReturnType<Stage["open"]>>["context"]["addCookies"]>[0]

async function givenCrowd({ runtime, standIns, givenAdmin }: Stage): Promise<Cookies> {
  const { client, userId } = await givenAdmin("Crowd")
  const db = await runtime.miniflare.getD1Database("DB")
  const files = (await runtime.miniflare.getR2Bucket("FILES")) as unknown as R2Bucket
  await fillCrowd({ db, files }, client, {
    userId,
    count,
    shop: "CrowdShop",
    standInsOrigin: standIns.origin,
  })
  return client.browserCookies()
}

async function openAt(stage: Stage, cookies: Cookies, path: string) {
  const { context, page } = await stage.open()
  await context.addCookies(cookies)
  await page.goto(path)
  await page.locator("main h1").waitFor()
  await page.waitForLoadState("networkidle")
  return { context, page }
}

async function menuPaths(stage: Stage, cookies: Cookies): Promise<string[]> {
  const { context, page } = await openAt(stage, cookies, "/dashboard")
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link")
  const paths = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  )
  await context.close()
  return paths
}

/** Returns the median of a few changes from another page, each in its own browser. */
async function measure(stage: Stage, cookies: Cookies, path: string, kind: Row["kind"]): Promise<Row> {
  const changes: (RouteChange & { scripts: number })[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await openAt(stage, cookies, path === "/dashboard" ? "/sizes" : "/dashboard")
    if (kind === "again") await goThereAndBack(page, path)
    if (kind === "pointed at") await page.locator(`nav[aria-label=Main] a[href^="${path}"]`).hover()
    await page.waitForTimeout(POINT_MS)
    let scripts = 0
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts += 1
    })
    changes.push({ ...(await page.evaluate(changeRoute, path)), scripts })
    await context.close()
  }
  const paintMs = median(changes.map((change) => change.paintMs))
  const scripts = Math.max(...changes.map((change) => change.scripts))
  return {
    path,
    kind,
    paintMs,
    rowsMs: median(changes.map((change) => change.rowsMs)),
    scripts,
    isWithinLimits: paintMs <= LIMITS.paintMs && scripts <= LIMITS.laterScripts,
  }
}

async function goThereAndBack(page: Page, path: string): Promise<void> {
  const home = new URL(page.url()).pathname
  await page.evaluate(changeRoute, path)
  await page.waitForLoadState("networkidle")
  await page.evaluate(changeRoute, home)
}

function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[values.length >> 1])
}

function printTable(): void {
  console.log(`Clicks in the menu, ${count} of everything, medians of ${ROUNDS}\n`)
  console.log("| page | | heading | rows | scripts | |")
  console.log("| --- | --- | ---: | ---: | ---: | --- |")
  for (const { path, kind, paintMs, rowsMs, scripts, isWithinLimits } of rows) {
    const verdict = isWithinLimits ? "ok" : "over a limit"
    console.log(`| ${path} | ${kind} | ${paintMs} ms | ${rowsMs} ms | ${scripts} | ${verdict} |`)
  }
  console.log(`\nLimits: ${LIMITS.paintMs} ms to the heading, ${LIMITS.laterScripts} scripts`)
}
