// `npm run bench -- uploads [--json]`: memory of the runtime's process under 60 uploads of 4.8 MB,
// 40 of which stall.
import { setTimeout } from "node:timers/promises"
import { softArtPng } from "../../harness/artwork.ts"
import { beginUpload, paddedPng } from "../../harness/slow-upload.ts"
import { sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { residentBytes } from "../soak/memory.ts"

const UPLOADS = sized(60, 4)
const STALLED = sized(40, 2)
const FILE_BYTES = 4_800_000
/** The bytes that a stalled upload has sent. */
const SENT_BYTES = 4_700_000
/** The wait until the runtime has read all sent bytes. */
const SETTLE_MS = sized(10_000, 1_000)
const MIB = 1024 * 1024

const isJson = process.argv.includes("--json")
await buildKernels()
await buildWorkers()
const standIns = await serveStandIns(0)
const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin })
const client = await signUp(runtime.origin, standIns.origin, {
  firstName: "Slow",
  lastName: "Seller",
  username: "slow",
  email: "slow@shop.test",
  password: "a-good-password",
})
const cookie = client.cookieHeader()
const bytes = paddedPng(await softArtPng(60, 72), FILE_BYTES)
const begin = (i: number) =>
  beginUpload(runtime.origin, { cookie, "x-requested-with": "sheetsmith" }, { name: `${i}.png`, bytes })

const statuses: Record<string, number> = {}
const count = ({ status }: { status: number }) => {
  statuses[status] = (statuses[status] ?? 0) + 1
}
// Everything runs once before it is measured.
count(await begin(-1).finish())
await setTimeout(SETTLE_MS / 4)

const before = residentBytes()
const stalled = Array.from({ length: STALLED }, (_, i) => begin(i))
// Not awaited: the runtime does not read from uploads that have to wait.
for (const upload of stalled) void upload.send(SENT_BYTES)
await setTimeout(SETTLE_MS)
const whileStalled = residentBytes()
const startMs = performance.now()
const others = Array.from({ length: UPLOADS - STALLED }, (_, i) => begin(STALLED + i))
for (const reply of await Promise.all(others.map((upload) => upload.finish()))) count(reply)
const othersMs = performance.now() - startMs
const afterOthers = residentBytes()
for (const reply of await Promise.all(stalled.map((upload) => upload.finish()))) count(reply)
const after = residentBytes()
await runtime.dispose()
await standIns.close()

const figures = {
  beforeMiB: Math.round(before / MIB),
  whileStalledMiB: Math.round(whileStalled / MIB),
  afterOthersMiB: Math.round(afterOthers / MIB),
  afterMiB: Math.round(after / MIB),
  othersMs: Math.round(othersMs),
  statuses,
}
if (isJson) console.log(JSON.stringify({ bench: "uploads", rows: [figures] }))
else {
  console.log(`memory of the runtime's process, R2's and D1's stand-ins included
  at rest                               ${figures.beforeMiB} MiB
  with ${STALLED} stalled uploads               ${figures.whileStalledMiB} MiB
  after ${UPLOADS - STALLED} others have passed them      ${figures.afterOthersMiB} MiB, ${figures.othersMs} ms
  after all ${UPLOADS}                          ${figures.afterMiB} MiB
answers: ${JSON.stringify(statuses)}`)
}
if (statuses[201] !== UPLOADS + 1) process.exitCode = 1
