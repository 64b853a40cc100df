// `npm run bench -- sync [--json] [Etsy | Shopify] [ORDERS …]`: the time of a shop's first sync, Etsy's
// by pages and Shopify's from its bulk file, and the press's heap meanwhile. The peak includes garbage.
// The floor, the least in use after the first quarter of the sync, remains after collecting; it must
// not rise with the orders read before.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sized } from "../../harness/smoke.ts"
import { buildAll, workers } from "../../local/bundle.ts"
import { connectShop, signUp } from "../../local/people.ts"
import { freePort } from "../../local/port.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { watchHeap } from "./heap.ts"

const DEFAULT_ORDERS = {
  Etsy: sized([500, 5_000, 15_000], [20]),
  Shopify: sized([5_000, 20_000], [20]),
} as const
type ShopType = keyof typeof DEFAULT_ORDERS
const LOOK_EVERY_MS = 25
/** The pause between two polls, because each answer costs the runtime work. */
const ASK_EVERY = 20
const PATIENCE_MS = 20 * 60_000
const MIB = 1024 * 1024
/** The calls for connecting, waiting for the file, and for changes since it was written. */
const CALLS_AROUND = 50

const isJson = process.argv.includes("--json")
const wished = process.argv
  .slice(2)
  .map(Number)
  .filter((count) => Number.isInteger(count) && count > 0)

/** The control that gives each stand-in its orders from the start. */
const placing = { Etsy: { action: "receipts" }, Shopify: { action: "orders" } } as const

type Row = {
  shop: ShopType
  placed: number
  orders: number
  seconds: number
  ordersPerSecond: number
  heapPeakMiB: number
  heapFloorMiB: number
}

const standIns = await serveStandIns(0)
await buildAll()
const stateDir = mkdtempSync(join(tmpdir(), "bench-sync-"))
const inspectorPort = await freePort()
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin, inspectorPort })
const client = await signUp(runtime.origin, standIns.origin, {
  firstName: "Bench",
  lastName: "Seller",
  username: "bench-sync",
  email: "bench-sync@shop.test",
  password: "a-good-password",
})
const heap = await watchHeap(inspectorPort, workers.press.name)
const rows: Row[] = []
const named = (["Etsy", "Shopify"] as const).filter((type) => process.argv.includes(type))
for (const type of named.length > 0 ? named : (["Etsy", "Shopify"] as const))
  for (const placed of wished.length > 0 ? wished : DEFAULT_ORDERS[type]) rows.push(await run(type, placed))
heap.close()
await runtime.dispose()
await standIns.close()
rmSync(stateDir, { recursive: true, force: true })

if (isJson) console.log(JSON.stringify({ bench: "sync", rows }))
else console.table(rows)

async function run(type: ShopType, placed: number): Promise<Row> {
  const name = `bench${placed}${Date.now().toString(36)}`
  const shop = type === "Etsy" ? name : `${name}.myshopify.com`
  await control({ vendor: type.toLowerCase(), ...placing[type], shop, count: placed })
  const { calls } = await shopifyState()
  const startedMs = performance.now()
  const id = await connectShop(client, shop, type)
  const usedBytes: number[] = []
  for (let looks = 1; ; looks++) {
    usedBytes.push(await heap.readBytes())
    if (looks % ASK_EVERY === 0 && !(await isRunning(id))) break
    if (performance.now() - startedMs > PATIENCE_MS)
      throw new Error(`${placed} orders of ${type} were not read in time`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  const seconds = (performance.now() - startedMs) / 1000
  const { orderCount } = await integrationOf(id)
  if (type === "Shopify") await proveBulk(placed, calls)
  const quarter = Math.floor(usedBytes.length / 4)
  return {
    shop: type,
    placed,
    orders: orderCount,
    seconds: round(seconds),
    ordersPerSecond: Math.round(placed / seconds),
    heapPeakMiB: round(Math.max(...usedBytes) / MIB),
    heapFloorMiB: round(Math.min(...usedBytes.slice(quarter)) / MIB),
  }
}

async function isRunning(id: string): Promise<boolean> {
  const { syncState, syncMessage } = await integrationOf(id)
  if (syncState === "failed") throw new Error(syncMessage ?? "the sync failed")
  return syncState === "running"
}

function integrationOf(
  id: string,
): Promise<{ syncState: string; syncMessage: string | null; orderCount: number }> {
  return client.expect("GET", `/api/integrations/${id}`)
}

async function control(order: object): Promise<void> {
  const response = await fetch(`${standIns.origin}/__control`, {
    method: "POST",
    body: JSON.stringify(order),
  })
  if (!response.ok) throw new Error(`the stand-ins answered ${response.status}: ${await response.text()}`)
}

/** Throws if orders were read by pages, nine for each call: the figure would be of something else. */
async function proveBulk(placed: number, callsBefore: number): Promise<void> {
  const { calls, bulk } = await shopifyState()
  const most = placed / 25 + CALLS_AROUND
  if (bulk.length === 0 || calls - callsBefore > most)
    throw new Error(`${placed} orders were read by ${calls - callsBefore} calls, not in bulk`)
}

async function shopifyState(): Promise<{ calls: number; bulk: unknown[] }> {
  const response = await fetch(`${standIns.origin}/__state`)
  return ((await response.json()) as { shopify: { calls: number; bulk: unknown[] } }).shopify
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
