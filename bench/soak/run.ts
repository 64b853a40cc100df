// `npm run bench -- soak MINUTES [SEED] [--json]`: sellers at mixed work while vendors fail, stall and repeat themselves;
// at the end the books balance, nothing is left in Processing, and what the Worker holds in memory has not grown.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { UserHubApi } from "../../contract/hub.ts"
import { signUp } from "../../local/app-client.ts"
import { buildWorker } from "../../local/bundle.ts"
import { freePort, startRuntime } from "../../local/runtime.ts"
import { buildKernels } from "../../scripts/build-kernels.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { randomFrom } from "../../test/artwork.ts"
import { watchHeap } from "../sync/heap.ts"
import { auditPerson } from "./books.ts"
import { actOnce, type Seller } from "./seller.ts"

const isJson = process.argv.includes("--json")
const [minutes = Number.NaN, seed = 1] = process.argv
  .slice(2)
  .filter((arg) => arg !== "--json")
  .map(Number)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error("Usage: npm run bench -- soak MINUTES [SEED] [--json]")
  process.exit(2)
}
const SELLERS = 6
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
const FAULT_EVERY_MS = 2_000
const CRON_EVERY_MS = 5_000
/** Rounds of the sweeps at the end, each some minutes later by their clock. */
const MAX_ROUNDS = 120
const ROUND_PAUSE_MS = 1_000
const HEAP_EVERY_MS = 5_000
/**
 * What the Worker's isolate holds on average in the last third, beside the one before, and the resident memory at the end,
 * beside that past the first third; every cache is warm by then.
 */
const MAX_GROWTH = 1.3

const faultRandom = randomFrom(seed + 1_000)
const say = (text: string) => (isJson ? undefined : console.log(text))
await runBench()

async function runBench(): Promise<void> {
  await buildKernels()
  await buildWorker()
  const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-soak-"))
  const standIns = await serveStandIns(0)
  const inspectorPort = await freePort()
  const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin, inspectorPort })
  const heap = await watchHeap(inspectorPort, "sheetsmith")
  const d1 = await runtime.miniflare.getD1Database("DB")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const userIds: string[] = []
  const sellers: Seller[] = []
  for (let i = 0; i < SELLERS; i++) {
    const { seller, userId } = await makeSeller(i, runtime.origin, standIns.origin)
    sellers.push(seller)
    userIds.push(userId)
  }
  const counts = new Map<string, number>()
  const broken: string[] = []
  const held: Held[] = []
  const startMs = Date.now()
  const endMs = startMs + minutes * MINUTE_MS
  const timers = [
    setInterval(
      () => void runtime.runCron(MINUTE).catch((error) => broken.push(`cron: ${error}`)),
      CRON_EVERY_MS,
    ),
    setInterval(() => void makeFault(standIns.origin, faultRandom), FAULT_EVERY_MS),
    setInterval(async () => {
      await heap.collect()
      held.push({ atMs: Date.now() - startMs, bytes: await heap.readBytes() })
    }, HEAP_EVERY_MS),
  ]
  const warm = new Promise<number>((resolve) =>
    setTimeout(() => resolve(residentBytes()), (minutes * MINUTE_MS) / 3),
  )
  await Promise.all(
    sellers.map(async (seller) => {
      while (Date.now() < endMs) {
        try {
          const name = await actOnce(seller)
          counts.set(name, (counts.get(name) ?? 0) + 1)
        } catch (error) {
          broken.push(wordsOf(error))
        }
      }
    }),
  )
  for (const timer of timers) clearInterval(timer)
  await clearFaults(standIns.origin)

  for (let round = 1; round <= MAX_ROUNDS; round++) {
    await runtime.runCron(MINUTE, Date.now() + round * 6 * MINUTE_MS)
    const open = await d1
      .prepare(
        `SELECT (SELECT count(*) FROM print WHERE status = 'Processing') + (SELECT count(*) FROM image WHERE status IN ('Uploading', 'Ingesting'))
          + (SELECT count(*) FROM attempt WHERE is_hold_settled = 0 OR is_announced = 0) AS total`,
      )
      .first<{ total: number }>()
    if (open?.total === 0 && round > 20) break
    await new Promise((resolve) => setTimeout(resolve, ROUND_PAUSE_MS))
  }
  const growth = growthOf(held, minutes * MINUTE_MS)
  const residentGrowth = residentBytes() / (await warm)
  heap.close()
  const wrong: string[] = []
  for (const userId of userIds) {
    const hub = hubs.get(hubs.idFromName(userId)) as unknown as UserHubApi
    for (const line of await auditPerson(d1, hub, userId)) wrong.push(`${userId}: ${line}`)
  }
  await runtime.dispose()
  await standIns.close()
  rmSync(stateDir, { recursive: true, force: true })
  report({ counts, broken, wrong, growth, residentGrowth })
}

async function makeSeller(i: number, origin: string, standInsOrigin: string) {
  const client = await signUp(origin, standInsOrigin, {
    firstName: "Soak",
    lastName: "Seller",
    username: `soak${i}`,
    email: `soak${i}@shop.test`,
    password: "a-good-password",
  })
  const { _id: userId } = await client.expect<{ _id: string }>("GET", "/profile")
  const sizes: string[] = []
  for (const value of [1.5, 3, 5])
    sizes.push((await client.expect<{ _id: string }>("POST", "/sizes", { name: `${value} in`, value }))._id)
  const random = randomFrom(seed * 100 + i)
  return {
    userId,
    seller: { client, origin, standInsOrigin, random, images: [], sizes, prints: [] } satisfies Seller,
  }
}

/** A vendor fails, stalls or talks nonsense a few times; PayPal repeats, loses, holds back or forges its webhooks. */
async function makeFault(standInsOrigin: string, random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const order =
    random() < 0.5
      ? {
          path: pick(["/v2/checkout", "/v1/oauth2", "/v2/payments"]),
          action: pick(["fail", "stall", "nonsense"]),
          times: 2,
        }
      : { vendor: "paypal", action: "webhooks", mode: pick(["repeat", "drop", "delay", "forge"]), times: 2 }
  await control(standInsOrigin, order)
}

async function clearFaults(standInsOrigin: string): Promise<void> {
  for (const path of ["/v2/checkout", "/v1/oauth2", "/v2/payments"])
    await control(standInsOrigin, { path, action: "clear" })
  await control(standInsOrigin, { vendor: "paypal", action: "clear" })
}

async function control(standInsOrigin: string, order: unknown): Promise<void> {
  await fetch(`${standInsOrigin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  })
}

/** An error and what lay behind it. */
function wordsOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? String(error) : `${error}: ${wordsOf(cause)}`
}

/** What the isolate of the Worker and its hubs held at a moment, after everything unused was collected. */
type Held = { atMs: number; bytes: number }

function growthOf(held: readonly Held[], runMs: number): number {
  const meanOf = (third: number) => {
    const some = held.filter(({ atMs }) => Math.floor((3 * atMs) / runMs) === third)
    return some.reduce((sum, { bytes }) => sum + bytes, 0) / some.length
  }
  return meanOf(2) / meanOf(1)
}

/**
 * Resident memory of the workerd that this process started, which runs the local stand-ins of D1, R2 and queues as well;
 * Linux only, 0 elsewhere.
 */
function residentBytes(): number {
  let bytes = 0
  try {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8")
      if (!status.includes(`PPid:\t${process.pid}\n`) || !status.startsWith("Name:\tworkerd")) continue
      bytes += Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    }
  } catch {
    // A process ended while it was looked at, or there is no /proc: the figure says so by being small.
  }
  return bytes
}

type Result = {
  counts: ReadonlyMap<string, number>
  broken: string[]
  wrong: string[]
  growth: number
  residentGrowth: number
}

function report({ counts, broken, wrong, growth, residentGrowth }: Result): void {
  const grownWord = (ratio: number) => (ratio <= MAX_GROWTH ? "" : "  GROWN")
  const hasGrown = !(growth <= MAX_GROWTH && residentGrowth <= MAX_GROWTH)
  const row = {
    minutes,
    seed,
    acts: Object.fromEntries(counts),
    broken,
    wrong,
    memoryGrowth: growth,
    residentGrowth,
  }
  if (isJson) console.log(JSON.stringify({ bench: "soak", rows: [row] }))
  else {
    for (const [name, count] of counts) say(`${String(count).padStart(6)}  ${name}`)
    say(`memory in use, last third beside the second: ${growth.toFixed(2)}${grownWord(growth)}`)
    say(
      `resident memory of the whole local runtime, end beside the first third: ${residentGrowth.toFixed(2)}${grownWord(residentGrowth)}`,
    )
    for (const line of [...new Set(broken)].slice(0, 20)) say(`broken: ${line}`)
    for (const line of wrong) say(`wrong: ${line}`)
    say(
      wrong.length === 0
        ? "The books balance and nothing is left in Processing."
        : "The books do not balance.",
    )
  }
  process.exit(wrong.length + broken.length > 0 || hasGrown ? 1 : 0)
}
