// `npm run bench -- names [ITEMS] [--json]`: prints of 500 pieces over one artwork, first all with the
// same name, then each with its own, in the local runtime. Prints the processor time from the call
// that makes the draft until the print is Completed, the time of drawing the pieces, and the runtime's
// most memory. Exits 1 if names take more than twice as long.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { ShownPiece } from "../../contract/artwork/artwork-piece.ts"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { Client } from "../../local/client.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

const POLL_EVERY_MS = 500
/** The page asks as often for the pieces of a print that are being drawn; each answer is one of all of them. */
const ASK_FOR_PIECES_MS = 2_000
const WIDTH_IN = 3
/** The kernel's unit of a process' time: a hundredth of a second. */
const TICK_MS = 10
const MOST_TIMES = 2

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
})
const items = Number(positionals[0] ?? sized(500, 5))
if (!Number.isSafeInteger(items) || items < 1 || items > 500) {
  console.error("Usage: npm run bench -- names [ITEMS] [--json]")
  process.exit(2)
}

type Row = {
  print: string
  cpuMs: number
  drawnMs: number
  wallMs: number
  peakMiB: number
  lengthIn: number
}

await buildKernels()
await buildWorkers()
const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-names-"))
const standIns = await serveStandIns(0)
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin })
const client = await makeSeller()
const imageId = await makeImage()
const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
  name: "Chest",
  value: WIDTH_IN,
})
// Everything runs once before it is measured.
await measure("a few", [
  { name: "Warm", quantity: 4 },
  { name: "Up", quantity: 4 },
])
const rows = [
  await measure("one name", [{ name: "Josephine", quantity: items }]),
  await measure(
    "names",
    Array.from({ length: items }, (_, i) => ({ name: nameOf(i), quantity: 1 })),
  ),
]
await runtime.dispose()
await standIns.close()
rmSync(stateDir, { recursive: true, force: true })
const [one, many] = rows
const times = many.cpuMs / one.cpuMs
if (values.json) console.log(JSON.stringify({ bench: "names", rows, times }))
else {
  console.table(rows)
  console.log(`${items} names take ${times.toFixed(2)} times as long as ${items} pieces of one name`)
}
judge(times <= MOST_TIMES)

async function measure(print: string, wanted: { name: string; quantity: number }[]): Promise<Row> {
  const before = runtimeUse()
  const startMs = performance.now()
  const printItems = wanted.map(({ name, quantity }) => ({ imageId, sizeId, quantity, values: { name } }))
  const { _id: id } = await client.expect<{ _id: string }>("POST", "/api/prints", { printItems })
  const sets = { values: wanted.map(({ name }) => ({ name })) }
  for (;;) {
    const pieces = await client.expect<ShownPiece[]>("POST", `/api/images/${imageId}/variants`, sets)
    if (pieces.every(({ state }) => state === "ready")) break
    await setTimeout(ASK_FOR_PIECES_MS)
  }
  const drawnMs = Math.round(performance.now() - startMs)
  await client.expect("POST", `/api/prints/${id}/proccess`)
  for (;;) {
    const prints = await client.expect<
      { _id: string; status: string; lengthIn: number; failureMessage: string }[]
    >("GET", "/api/prints?limit=1")
    const [{ status, lengthIn, failureMessage }] = prints
    if (status === "Completed") {
      const after = runtimeUse()
      const wallMs = Math.round(performance.now() - startMs)
      return { print, cpuMs: after.cpuMs - before.cpuMs, drawnMs, wallMs, peakMiB: after.peakMiB, lengthIn }
    }
    if (status !== "Processing") throw new Error(`the print of ${print} is ${status}: ${failureMessage}`)
    await setTimeout(POLL_EVERY_MS)
  }
}

/** Returns the time so far and the most memory of all runtimes that this process has started. */
function runtimeUse(): { cpuMs: number; peakMiB: number } {
  const use = { cpuMs: 0, peakMiB: 0 }
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
      const [name] = /\(.*\)/.exec(stat) ?? [""]
      const fields = stat.slice(stat.indexOf(name) + name.length + 1).split(" ")
      if (name !== "(workerd)" || Number(fields[1]) !== process.pid) continue
      use.cpuMs += (Number(fields[11]) + Number(fields[12])) * TICK_MS
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))
      use.peakMiB = Math.max(use.peakMiB, Math.round(Number(peak?.[1] ?? 0) / 1024))
    } catch {
      // The process has ended meanwhile.
    }
  }
  return use
}

/** Returns a name of four to nine letters, no two alike. */
function nameOf(index: number): string {
  const letters = "aeioulnrst"
  const tail = [...String(1000 + index * 7919)].map((digit) => letters[Number(digit)]).join("")
  return tail.charAt(0).toUpperCase() + tail.slice(1)
}

async function makeSeller(): Promise<Client> {
  const names = { firstName: "Names", lastName: "Seller", username: "names" }
  const person = { ...names, email: "names@shop.test", password: "a-good-password" }
  const { cookies } = await signUp(runtime.origin, standIns.origin, person)
  const seller = new Client(runtime.origin, { cookies, headers: { connection: "keep-alive" } })
  const { _id: userId } = await seller.expect<{ _id: string }>("GET", "/api/profile")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hub = hubs.get(hubs.idFromName(userId)) as unknown as UserHubApi
  await hub.grant({ userId, id: "bench:credits", credits: 3 * items + 100, note: "Bench" })
  return seller
}

/** Makes artwork with a name below it, as on a shirt. */
async function makeImage(): Promise<string> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(await softArtPng(1500, 1800))], "team.png"))
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  while ((await client.expect<{ status: string }>("GET", `/api/images/${_id}`)).status !== "Ready")
    await setTimeout(POLL_EVERY_MS)
  const field = { name: "name", label: "Name", sample: "Josephine", maxLength: 20 }
  const box = { x: 50, y: 750, width: 900, height: 200 }
  const look = { fontId: "library:graduate-400", fill: "#123456", outlines: [{ color: "#ffffff", width: 8 }] }
  await client.expect("PUT", `/api/images/${_id}`, {
    fields: [field],
    layers: [{ field: "name", box, ...look }],
  })
  return _id
}
