// `npm run bench -- zip [--json]`: memory of the runtime's process while one ZIP of all files of a print
// of 20 sheets goes out, to a fast reader and to one that pauses.
import { setTimeout } from "node:timers/promises"
import type { R2Bucket } from "@cloudflare/workers-types"
import { zipPath } from "../../contract/delivery/share-path.ts"
import { makeId } from "../../contract/id.ts"
import { sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { residentBytes } from "../soak/memory.ts"

const SHEETS = sized(20, 2)
const SHEET_BYTES = sized(30_000_000, 1_000_000)
const MIB = 1024 * 1024
/** The bytes that a slow reader takes before each pause. */
const SIP_BYTES = 8 * MIB
const SIP_PAUSE_MS = 100
const isJson = process.argv.includes("--json")

await buildKernels()
await buildWorkers()
const standIns = await serveStandIns(0)
const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin })
const seller = await signUp(runtime.origin, standIns.origin, {
  firstName: "Many",
  lastName: "Sheets",
  username: "many",
  email: "many@shop.test",
  password: "a-good-password",
})
const { _id: userId } = await seller.expect<{ _id: string }>("GET", "/api/profile")
const token = await givenSheets(userId)
await setTimeout(3_000)

const rows: { reader: string; megabytes: number; seconds: number; mostMiB: number; restMiB: number }[] = []
for (const [reader, pauseMs] of [
  ["fast", 0],
  ["pausing", SIP_PAUSE_MS],
] as const) {
  const before = residentBytes()
  const { bytes, peak, ms } = await fetchZip(`${runtime.origin}/api/${zipPath(token)}`, pauseMs)
  rows.push({
    reader,
    megabytes: Number((bytes / 1e6).toFixed(1)),
    seconds: Number((ms / 1000).toFixed(1)),
    mostMiB: Math.round((peak - before) / MIB),
    restMiB: Math.round(before / MIB),
  })
  if (bytes < SHEETS * SHEET_BYTES) process.exitCode = 1
}
await runtime.dispose()
await standIns.close()
if (isJson) console.log(JSON.stringify({ bench: "zip", rows }))
else
  for (const { reader, megabytes, seconds, mostMiB, restMiB } of rows)
    console.log(
      `${reader} reader: ${megabytes} MB in ${seconds} s, at most ${mostMiB} MiB above ${restMiB} MiB at rest`,
    )

async function givenSheets(owner: string): Promise<string> {
  const db = await runtime.miniflare.getD1Database("DB")
  const files = (await runtime.miniflare.getR2Bucket("FILES")) as unknown as R2Bucket
  const nowMs = Date.now()
  const [printId, attemptId] = [makeId(nowMs), makeId(nowMs)]
  const tokenOf = (index: number) => `sheet-${index}-${attemptId}`
  await db.batch([
    db
      .prepare(
        "INSERT INTO print (id, user_id, type, status, name, attempt_id, printed_at, created_at, updated_at) VALUES (?, ?, 'Manual', 'Completed', 'Long batch', ?, ?, ?, ?)",
      )
      .bind(printId, owner, attemptId, nowMs, nowMs, nowMs),
    db
      .prepare(
        "INSERT INTO attempt (id, print_id, user_id, number, state, credits, is_hold_settled, is_announced, dpi, mirror, utilisation, created_at, updated_at) VALUES (?, ?, ?, 1, 'completed', 1, 1, 1, 300, 0, 0.8, ?, ?)",
      )
      .bind(attemptId, printId, owner, nowMs, nowMs),
    ...Array.from({ length: SHEETS }, (_, index) =>
      db
        .prepare(
          "INSERT INTO sheet (attempt_id, sheet_index, token, width_px, length_px, placements, state, bytes, checksum, updated_at) VALUES (?, ?, ?, 6600, 18000, '[]', 'written', ?, 'made up', ?)",
        )
        .bind(attemptId, index, tokenOf(index), SHEET_BYTES, nowMs),
    ),
  ])
  const bytes = new Uint8Array(SHEET_BYTES).map((_, i) => (i * 2_654_435_761) >>> 24)
  for (let index = 0; index < SHEETS; index++)
    await files.put(`sheets/${tokenOf(index)}/sheet-${index + 1}.png`, bytes)
  return tokenOf(0)
}

async function fetchZip(url: string, pauseMs: number): Promise<{ bytes: number; peak: number; ms: number }> {
  const startMs = performance.now()
  const reply = await fetch(url)
  if (reply.body === null || reply.status !== 200) throw new Error(`${url} answered ${reply.status}`)
  let [bytes, peak, sipped] = [0, 0, 0]
  for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    sipped += chunk.length
    if (sipped < SIP_BYTES) continue
    sipped = 0
    peak = Math.max(peak, residentBytes())
    if (pauseMs > 0) await setTimeout(pauseMs)
  }
  return { bytes, peak, ms: performance.now() - startMs }
}
