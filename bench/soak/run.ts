// `npm run bench -- soak MINUTES [SEED] [--leak BYTES] [--json]`: sellers at mixed work while
// vendors fail, stall and repeat. At the end books balance, nothing is Processing and memory has
// not grown.
// `npm run bench -- soak MINUTES [SEED] --sellers N [--pause SECONDS] [--json]`: N sellers at the
// work of a day, see load.ts.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers, workers } from "../../local/bundle.ts"
import { freePort } from "../../local/port.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { watchHeaps } from "../sync/heap.ts"
import { auditPerson } from "./books.ts"
import { runLoad } from "./load.ts"
import { type Memory, watchMemory } from "./memory.ts"
import { actOnce, isBusy, type Seller } from "./seller.ts"
import { drainQueues, makeSeller, openCounter, pause, wordsOf } from "./stage.ts"

const { values, positionals } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    leak: { type: "string", default: "0" },
    sellers: { type: "string" },
    pause: { type: "string", default: "60" },
  },
  allowPositionals: true,
})
const isJson = values.json
const leakBytes = Number(values.leak)
const [minutes = sized(Number.NaN, 0.1), seed = 1] = positionals.map(Number)
const isPlain = [seed, leakBytes, Number(values.sellers ?? 1), Number(values.pause)].every(
  Number.isSafeInteger,
)
if (!(minutes > 0) || !isPlain) {
  console.error(
    "Usage: npm run bench -- soak MINUTES [SEED] [--leak BYTES | --sellers N [--pause SECONDS]] [--json]",
  )
  process.exit(2)
}
const SELLERS = sized(6, 2)
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
const FAULT_EVERY_MS = 2_000
const BUSY_PAUSE_MS = 500
const CRON_EVERY_MS = 5_000
/** The rounds of the sweeps at the end, each some minutes later by their clock. */
const MIN_ROUNDS = sized(20, 3)
const MAX_ROUNDS = 120
const ROUND_PAUSE_MS = 1_000
/** The allowed growth of the mean from the second third to the last. */
const MAX_GROWTH = 1.3

const faultRandom = randomFrom(seed + 1_000)
const say = (text: string) => (isJson ? undefined : console.log(text))
if (values.sellers === undefined) await runBench()
else
  await runLoad({
    minutes,
    seed,
    sellers: Number(values.sellers),
    pauseMs: Number(values.pause) * 1_000,
    isJson,
  })

async function runBench(): Promise<void> {
  await buildKernels()
  await buildWorkers()
  const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-soak-"))
  const standIns = await serveStandIns(0)
  const inspectorPort = await freePort()
  const runtime = await startRuntime({
    stateDir,
    port: 0,
    standInsOrigin: standIns.origin,
    inspectorPort,
    ...(leakBytes > 0 ? { entry: leakyEntry(leakBytes) } : {}),
  })
  const heap = await watchHeaps(inspectorPort, [workers.edge.name, workers.press.name])
  const d1 = await runtime.miniflare.getD1Database("DB")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const userIds: string[] = []
  const sellers: Seller[] = []
  for (let i = 0; i < SELLERS; i++) {
    const { seller, userId } = await makeSeller(i, seed, runtime.origin, standIns.origin)
    sellers.push(seller)
    userIds.push(userId)
  }
  const countOpen = await openCounter(d1)
  const counts = new Map<string, number>()
  const broken: string[] = []
  const endMs = Date.now() + minutes * MINUTE_MS
  const watch = watchMemory(heap, minutes * MINUTE_MS)
  const timers = [
    setInterval(
      () => void runtime.runCron(MINUTE).catch((error) => broken.push(`cron: ${error}`)),
      CRON_EVERY_MS,
    ),
    setInterval(() => void makeFault(standIns.origin, faultRandom), FAULT_EVERY_MS),
  ]
  await Promise.all(
    sellers.map(async (seller) => {
      while (Date.now() < endMs) {
        try {
          if (await isBusy(seller)) {
            await pause(BUSY_PAUSE_MS)
            continue
          }
          const name = await actOnce(seller)
          counts.set(name, (counts.get(name) ?? 0) + 1)
        } catch (error) {
          broken.push(wordsOf(error))
        }
      }
    }),
  )
  for (const timer of timers) clearInterval(timer)
  const memory = watch.stop()
  await clearFaults(standIns.origin)

  await drainQueues(countOpen)
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    await runtime.runCron(MINUTE, Date.now() + round * 6 * MINUTE_MS)
    if (round > MIN_ROUNDS && (await countOpen()) === 0) break
    await pause(ROUND_PAUSE_MS)
  }
  heap.close()
  const wrong: string[] = []
  for (const userId of userIds) {
    const hub = hubs.get(hubs.idFromName(userId)) as unknown as UserHubApi
    for (const line of await auditPerson(d1, hub, userId)) wrong.push(`${userId}: ${line}`)
  }
  await runtime.dispose()
  await standIns.close()
  rmSync(stateDir, { recursive: true, force: true })
  report({ counts, broken, wrong, memory })
}

/** Makes a vendor fail, stall or send nonsense; PayPal repeats, loses, delays or forges webhooks. */
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

/** Returns the Worker with a leak that the check must find: every call keeps that many bytes. */
function leakyEntry(bytes: number): string {
  return `import worker, { UserHub } from "./index.js"
export { UserHub }
const kept = []
export default {
  ...worker,
  fetch(request, env, ctx) {
    kept.push(Array(${Math.ceil(bytes / 8)}).fill(kept.length + 0.5))
    return worker.fetch(request, env, ctx)
  },
}`
}

type Result = { counts: ReadonlyMap<string, number>; broken: string[]; wrong: string[]; memory: Memory }

function report({ counts, broken, wrong, memory }: Result): void {
  const { heapGrowth, residentGrowth } = memory
  const hasGrown = !(heapGrowth <= MAX_GROWTH && residentGrowth <= MAX_GROWTH)
  const row = { minutes, seed, acts: Object.fromEntries(counts), broken, wrong, ...memory }
  if (isJson) console.log(JSON.stringify({ bench: "soak", rows: [row] }))
  else {
    for (const [name, count] of counts) say(`${String(count).padStart(6)}  ${name}`)
    sayGrowth("in use by the Workers and their hubs", memory.heapMiB, heapGrowth)
    sayGrowth("resident in the whole local runtime", memory.residentMiB, residentGrowth)
    for (const line of [...new Set(broken)].slice(0, 20)) say(`broken: ${line}`)
    for (const line of wrong) say(`wrong: ${line}`)
    say(
      wrong.length === 0
        ? "The books balance and nothing is left in Processing."
        : "The books do not balance.",
    )
  }
  judge(!hasGrown)
  if (wrong.length + broken.length > 0) process.exitCode = 1
  process.exit()
}

function sayGrowth(what: string, thirdsMiB: readonly number[], growth: number): void {
  const verdict = growth <= MAX_GROWTH ? "" : `, GROWN by more than ${MAX_GROWTH}`
  say(
    `${what}: ${thirdsMiB.map((mib) => mib.toFixed(0)).join(", ")} MiB by thirds, ${growth.toFixed(2)}${verdict}`,
  )
}
