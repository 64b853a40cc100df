// `npm run bench -- health [SEARCHES] [--seconds N] [--json]`: that many prints (10 by default) are
// processed with the longest search, and `/api/health` is asked every 20 ms while they are laid out,
// N seconds at most (60). Prints how long it took to answer beside the searches, and before them.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import type { PrintProgress } from "../../contract/prints/print-progress.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { Client } from "../../local/client.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

const ASK_EVERY_MS = 20
const QUIET_MS = sized(3_000, 500)
const WIDTHS_IN = [1.6, 2.1, 2.7, 3.2]
const COPIES_EACH = 10

const { values, positionals } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    seconds: { type: "string", default: sized("60", "3") },
  },
  allowPositionals: true,
})
const searches = Number(positionals[0] ?? sized(10, 1))
const mostMs = 1000 * Number(values.seconds)
if (!Number.isSafeInteger(searches) || searches < 1 || !(mostMs > 0)) {
  console.error("Usage: npm run bench -- health [SEARCHES] [--seconds N] [--json]")
  process.exit(2)
}

await buildKernels()
await buildWorkers()
const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-health-"))
const standIns = await serveStandIns(0)
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin })
const anyone = new Client(runtime.origin, { headers: { connection: "keep-alive" } })
const seller = await makeSeller()
const printIds = await Promise.all(Array.from({ length: searches }, makePrint))
const quietMs = await ask(() => Promise.resolve(true), QUIET_MS)
for (const id of printIds) await seller.expect("POST", `/api/prints/${id}/proccess`, { effort: "best" })
let seen = 0
const busyMs = await ask(async () => {
  const stages = await Promise.all(printIds.map(stageOf))
  const searching = stages.filter((stage) => stage === "layout").length
  seen = Math.max(seen, searching)
  return searching > 0
}, mostMs)
await runtime.dispose()
await standIns.close()
rmSync(stateDir, { recursive: true, force: true })
report()

async function makeSeller(): Promise<Client> {
  const { cookies } = await signUp(runtime.origin, standIns.origin, {
    firstName: "Health",
    lastName: "Seller",
    username: "health",
    email: "health@shop.test",
    password: "a-good-password",
  })
  const client = new Client(runtime.origin, { cookies, headers: { connection: "keep-alive" } })
  const { _id: userId } = await client.expect<{ _id: string }>("GET", "/api/profile")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hub = hubs.get(hubs.idFromName(userId)) as unknown as UserHubApi
  const credits = searches * WIDTHS_IN.length * COPIES_EACH
  await hub.grant({ userId, id: "bench:credits", credits, note: "Bench" })
  return client
}

/** Makes a print of the seller's own designs, so that no two searches are the same. */
async function makePrint(_: unknown, number: number): Promise<string> {
  const form = new FormData()
  for (const [i, widthIn] of WIDTHS_IN.entries()) {
    const bytes = await softArtPng(300 + 10 * number, Math.round(100 * widthIn) + 7 * number)
    form.append("files", new File([new Uint8Array(bytes)], `art-${number}-${i}.png`))
  }
  const images = await seller.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const printItems = await Promise.all(
    images.map(async ({ _id: imageId }, i) => {
      while ((await seller.expect<{ status: string }>("GET", `/api/images/${imageId}`)).status !== "Ready")
        await setTimeout(100)
      const value = WIDTHS_IN[i] + number / 100
      const size = await seller.expect<{ _id: string }>("POST", "/api/sizes", {
        name: `${number}-${i}`,
        value: Math.round(100 * value) / 100,
      })
      return { imageId, sizeId: size._id, quantity: COPIES_EACH }
    }),
  )
  return (await seller.expect<{ _id: string }>("POST", "/api/prints", { printItems }))._id
}

/** Returns a print's stage; null once it is no longer being made. */
async function stageOf(id: string): Promise<PrintProgress["stage"] | null> {
  const { progress } = await seller.expect<{ progress: PrintProgress | null }>("GET", `/api/prints/${id}`)
  return progress?.stage ?? null
}

/** Asks for as long as `isOn`, checked every second. Returns how long each answer took. */
async function ask(isOn: () => Promise<boolean>, forMs: number): Promise<number[]> {
  const times: number[] = []
  const startMs = performance.now()
  let isOver = false
  const watching = (async () => {
    while (performance.now() - startMs < forMs && (await isOn())) await setTimeout(1_000)
    isOver = true
  })()
  while (!isOver) {
    const askedMs = performance.now()
    await anyone.expect("GET", "/api/health")
    times.push(performance.now() - askedMs)
    await setTimeout(ASK_EVERY_MS)
  }
  await watching
  return times
}

function report(): void {
  const rows = [
    { name: "before", ...summary(quietMs) },
    { name: "beside searches", ...summary(busyMs) },
  ]
  if (values.json) {
    console.log(JSON.stringify({ bench: "health", searches: seen, rows }))
    return
  }
  console.log(`${seen} prints waited for their layout or were searched; /api/health answered in`)
  console.log("                   asked      p50      p99      max")
  for (const { name, asked, p50, p99, max } of rows) {
    const cells = [p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`.padStart(9))
    console.log(`${name.padEnd(17)}${String(asked).padStart(7)}${cells.join("")}`)
  }
}

function summary(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { asked: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
