// `npm run bench -- import [--json] [ROWS …]`: a file of that many rows, previewed, imported and
// imported again, as CSV and as a workbook: wall time of each call, and the edge's heap before it and
// at its fullest, garbage included.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ImportReply } from "../../contract/orders/order-import.ts"
import { sized } from "../../harness/smoke.ts"
import { syntheticBulk } from "../../harness/synthetic-order-files.ts"
import { syntheticXlsx } from "../../harness/synthetic-xlsx.ts"
import { buildAll, workers } from "../../local/bundle.ts"
import { signUp } from "../../local/people.ts"
import { freePort } from "../../local/port.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { watchHeap } from "../sync/heap.ts"

const DEFAULT_ROWS = [sized(10_000, 50)]
const LOOK_EVERY_MS = 50
const MIB = 1024 * 1024

const isJson = process.argv.includes("--json")
const wished = process.argv
  .slice(2)
  .map(Number)
  .filter((count) => Number.isInteger(count) && count > 0)

const standIns = await serveStandIns(0)
await buildAll()
const stateDir = mkdtempSync(join(tmpdir(), "bench-import-"))
const inspectorPort = await freePort()
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin, inspectorPort })
// The inspector reaches an isolate only after its first answer.
await fetch(`${runtime.origin}/api/config`)
const heap = await watchHeap(inspectorPort, workers.edge.name)
const results: object[] = []
for (const count of wished.length > 0 ? wished : DEFAULT_ROWS) {
  const text = syntheticBulk(count, (row) => `DESIGN-${row % 60}-10IN`)
  const cells = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split("\t"))
  await measure("csv", count, new TextEncoder().encode(text))
  await measure("xlsx", count, syntheticXlsx(cells))
}
heap.close()
await runtime.dispose()
await standIns.close()
rmSync(stateDir, { recursive: true, force: true })

if (isJson) console.log(JSON.stringify({ bench: "import", rows: results }))
else console.table(results)

async function measure(kind: string, rows: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const client = await signUp(runtime.origin, standIns.origin, {
    firstName: "Bench",
    lastName: "Seller",
    username: `bench-${kind}-${rows}`,
    email: `bench-${kind}-${rows}@shop.test`,
    password: "a-good-password",
  })
  for (const step of ["look", "import", "again"] as const) {
    const form = new FormData()
    form.append("file", new File([bytes], `orders.${kind}`))
    form.append("dryRun", String(step === "look"))
    const before = await heap.readBytes()
    let peak = before
    const startedMs = performance.now()
    const call = client.expect<ImportReply>("POST", "/api/orders/import", form)
    let isDone = false
    const watch = (async () => {
      while (!isDone) {
        peak = Math.max(peak, await heap.readBytes())
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
    })()
    const reply = await call
    const seconds = (performance.now() - startedMs) / 1000
    isDone = true
    await watch
    results.push({
      kind,
      step,
      rows: reply.rows,
      newOrders: reply.orders,
      duplicates: reply.duplicates,
      fileMB: round(bytes.length / 1e6),
      seconds: round(seconds),
      heapBeforeMiB: round(before / MIB),
      heapPeakMiB: round(peak / MIB),
    })
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
