// `npm run shots [-- name …]`: takes screenshots of every screen, wide and phone, light and dark, and
// 1280 px wide in light, into shots/ (not in git). `--crowds`: instead, the screens of accounts with one and with a thousand of
// everything under names of 80 letters.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { R2Bucket } from "@cloudflare/workers-types"
import { type Browser, chromium } from "playwright-core"
import { fillCrowd } from "../harness/crowd.ts"
import { type Crowd, listCrowdScreens, listScreens, openScreen, type Screen } from "../harness/screens.ts"
import { buildAll, root } from "../local/bundle.ts"
import { chromiumArgs, findChromium, installChromium } from "../local/chromium.ts"
import { Client } from "../local/client.ts"
import { signIn, signUp } from "../local/people.ts"
import { startRuntime } from "../local/runtime.ts"
import { demoSignIns, seed } from "../local/seed.ts"
import { serveStandIns } from "../stand-ins/serve.ts"

const outDir = join(root, "shots")
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const areCrowds = process.argv.includes("--crowds")
const newcomer = {
  firstName: "Noor",
  lastName: "Haddad",
  username: "noor",
  email: "noor@shop.test",
  password: "sheetsmith",
}
const crowds: Record<Crowd, number> = { one: 1, thousand: 1_000 }
/** The longest waits: for the network to rest, for packing and drawing, for the other theme's colours. */
const QUIET_MS = 8_000
const SETTLE_MS = 1_500
const REPAINT_MS = 300

if (!findChromium()) installChromium()
await buildAll()
const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-shots-"))
const standIns = await serveStandIns(0)
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
try {
  mkdirSync(outDir, { recursive: true })
  const shown = areCrowds ? await crowdScreens() : await demoScreens()
  for (const { screen, client } of shown) {
    if (wanted.length > 0 && !wanted.some((text) => screen.name.includes(text))) continue
    const devices = (["wide", "phone"] as const).filter((device) => (screen.only ?? device) === device)
    await Promise.all(
      devices.map((device) =>
        shoot(browser, client, screen, device).catch((error: unknown) =>
          console.log(`  ${screen.name} could not be reached (${device}): ${error}`),
        ),
      ),
    )
    console.log(screen.name)
  }
} finally {
  await browser.close()
  await runtime.dispose()
  await standIns.close()
  rmSync(stateDir, { recursive: true, force: true })
}

type Shown = { screen: Screen; client: Client | null }

async function demoScreens(): Promise<Shown[]> {
  await seed(runtime, standIns.origin)
  const clients = {
    seller: new Client(runtime.origin),
    admin: new Client(runtime.origin),
    newcomer: await signUp(runtime.origin, standIns.origin, newcomer),
  }
  await signIn(clients.seller, demoSignIns[0])
  await signIn(clients.admin, demoSignIns[1])
  const screens = await listScreens(clients)
  return screens.map((screen) => ({
    screen,
    client: screen.needs === "nobody" ? null : clients[screen.needs],
  }))
}

async function crowdScreens(): Promise<Shown[]> {
  const db = await runtime.miniflare.getD1Database("DB")
  const files = (await runtime.miniflare.getR2Bucket("FILES")) as unknown as R2Bucket
  const shown: Shown[] = []
  for (const [crowd, count] of Object.entries(crowds) as [Crowd, number][]) {
    const person = { ...newcomer, username: crowd, email: `${crowd}@shop.test` }
    const client = await signUp(runtime.origin, standIns.origin, person)
    const { _id: userId } = await client.expect<{ _id: string }>("GET", "/api/profile")
    const given = { userId, count, shop: `Shop${crowd}`, standInsOrigin: standIns.origin }
    const { printId } = await fillCrowd({ db, files }, client, given)
    for (const screen of listCrowdScreens(crowd, printId))
      shown.push({ screen: { ...screen, needs: "seller" }, client })
  }
  return shown
}

async function shoot(
  browser: Browser,
  client: Client | null,
  screen: Screen,
  device: "wide" | "phone",
): Promise<void> {
  const context = await browser.newContext({
    baseURL: runtime.origin,
    viewport: device === "wide" ? { width: 1440, height: 900 } : { width: 390, height: 844 },
    hasTouch: device === "phone",
    isMobile: device === "phone",
    colorScheme: "light",
    reducedMotion: "reduce",
  })
  try {
    if (client) await context.addCookies(client.browserCookies())
    const page = await context.newPage()
    await openScreen(page, screen)
    await page.waitForLoadState("networkidle", { timeout: QUIET_MS }).catch(() => {
      // A screen that never rests (a link that is being checked) is shown as it is.
    })
    await page.waitForTimeout(SETTLE_MS)
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
      await page.waitForTimeout(REPAINT_MS)
      await page.screenshot({ path: join(outDir, `${screen.name}-${device}-${theme}.png`) })
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) console.log(`  ${screen.name} scrolls sideways by ${overflow} px (${device})`)
    if (device === "phone") return
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
    await page.waitForTimeout(REPAINT_MS)
    await page.screenshot({ path: join(outDir, `${screen.name}-1280.png`) })
  } finally {
    await context.close()
  }
}
