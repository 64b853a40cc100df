// `npm run bench -- fifty [PRINTS] [--json]`: prints of 50 copies, one after the other (10 by
// default), each processed and then polled every 100 ms until it is Completed, over connections that
// stay open as a browser's do. Prints how many of them broke, how long calls took while the press
// worked and while it rested, and how long a seller waited. Exits 1 if a connection broke or a print
// did not end.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { Client } from "../../local/client.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

const COPIES = sized(50, 5)
const POLL_EVERY_MS = 100
/** The polls after each print, with nothing under way: the machine's own time. */
const POLLS_AT_REST = 20
const GIVE_UP_MS = 120_000
/** The designs' widths, to which each print adds a little, so that its stamps are made anew. */
const WIDTHS_IN = [1.6, 2.1, 2.7, 3.2, 4]

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
})
const prints = Number(positionals[0] ?? sized(10, 1))
if (!Number.isSafeInteger(prints) || prints < 1) {
  console.error("Usage: npm run bench -- fifty [PRINTS] [--json]")
  process.exit(2)
}
const say = (text: string) => (values.json ? undefined : console.log(text))

await buildKernels()
await buildWorkers()
const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-fifty-"))
const standIns = await serveStandIns(0)
const runtime = await startRuntime({ stateDir, port: 0, standInsOrigin: standIns.origin })
const broken: string[] = []
const figures: Figures = { answerMs: [], pollMs: [], restMs: [], completedMs: [], otherEnds: [] }
const seller = await makeSeller()
// Everything runs once before it is measured.
await processOne(0, null)
for (let i = 1; i <= prints; i++) await processOne(i, figures)
await runtime.dispose()
await standIns.close()
rmSync(stateDir, { recursive: true, force: true })
report()

type Figures = {
  answerMs: number[]
  pollMs: number[]
  restMs: number[]
  completedMs: number[]
  otherEnds: string[]
}

/** Makes a seller with credits for all prints and five read designs, on kept connections. */
async function makeSeller(): Promise<{ client: Client; imageIds: string[] }> {
  const person = {
    firstName: "Fifty",
    lastName: "Seller",
    username: "fifty",
    email: "fifty@shop.test",
    password: "a-good-password",
  }
  const { cookies } = await signUp(runtime.origin, standIns.origin, person)
  const client = new Client(runtime.origin, { cookies, headers: { connection: "keep-alive" } })
  const { _id: userId } = await client.expect<{ _id: string }>("GET", "/api/profile")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hub = hubs.get(hubs.idFromName(userId)) as unknown as UserHubApi
  await hub.grant({ userId, id: "bench:credits", credits: (prints + 1) * COPIES, note: "Bench" })
  const form = new FormData()
  const art = await Promise.all([400, 700, 1_000, 1_300].map((size) => softArtPng(size, size * 1.2)))
  art.forEach((bytes, i) => {
    form.append("files", new File([new Uint8Array(bytes)], `art-${i}.png`))
  })
  form.append("files", new File([new Uint8Array(logoSvg())], "logo.svg"))
  const images = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const imageIds = images.map(({ _id }) => _id)
  for (const id of imageIds)
    while ((await client.expect<{ status: string }>("GET", `/api/images/${id}`)).status !== "Ready")
      await setTimeout(POLL_EVERY_MS)
  return { client, imageIds }
}

async function processOne(number: number, into: Figures | null): Promise<void> {
  const printItems = await Promise.all(
    seller.imageIds.map(async (imageId, i) => {
      const value = Math.round((WIDTHS_IN[i] + number / 100) * 100) / 100
      const size = await call<{ _id: string }>("POST", "/api/sizes", { name: `${number}-${i}`, value })
      return { imageId, sizeId: size._id, quantity: COPIES / seller.imageIds.length }
    }),
  )
  const { _id: id } = await call<{ _id: string }>("POST", "/api/prints", { printItems })
  const startMs = performance.now()
  await call("POST", `/api/prints/${id}/proccess`)
  into?.answerMs.push(performance.now() - startMs)
  for (;;) {
    const { status, tookMs } = await poll(id)
    into?.pollMs.push(tookMs)
    const nowMs = performance.now()
    if (status !== "Processing" || nowMs - startMs > GIVE_UP_MS) {
      if (status === "Completed") into?.completedMs.push(nowMs - startMs)
      else into?.otherEnds.push(`print ${number} is ${status}`)
      break
    }
    await setTimeout(POLL_EVERY_MS)
  }
  for (let i = 0; i < POLLS_AT_REST; i++) {
    await setTimeout(POLL_EVERY_MS)
    into?.restMs.push((await poll(id)).tookMs)
  }
}

async function poll(id: string): Promise<{ status: string; tookMs: number }> {
  const startMs = performance.now()
  const { status } = await call<{ status: string }>("GET", `/api/prints/${id}`)
  return { status, tookMs: performance.now() - startMs }
}

/** Calls; a broken connection is counted and the call repeated, as a browser does. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (;;) {
    try {
      return await seller.client.expect<T>(method, path, body)
    } catch (error) {
      const cause = error instanceof TypeError ? error.cause : undefined
      if (!(cause instanceof Error)) throw error
      broken.push(`${method} ${path}: ${cause.message}`)
    }
  }
}

function report(): void {
  const { answerMs, pollMs, restMs, completedMs, otherEnds } = figures
  const row = {
    prints,
    broken,
    otherEnds,
    answerMs: summary(answerMs),
    pollMs: summary(pollMs),
    restMs: summary(restMs),
    completedMs: summary(completedMs),
  }
  if (values.json) console.log(JSON.stringify({ bench: "fifty", rows: [row] }))
  say(`${prints} prints of ${COPIES} copies, ${pollMs.length} polls`)
  say(`connections broken  ${broken.length}`)
  for (const line of [...new Set([...broken, ...otherEnds])].slice(0, 10)) say(`  ${line}`)
  say("                      median      p99      max")
  sayRow("answer to process", row.answerMs)
  sayRow("poll", row.pollMs)
  sayRow("poll at rest", row.restMs)
  sayRow("until Completed", row.completedMs)
  process.exitCode = broken.length + otherEnds.length > 0 ? 1 : 0
}

type Summary = { median: number; p99: number; max: number }

function summary(times: readonly number[]): Summary {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)
  return { median: at(0.5), p99: at(0.99), max: at(1) }
}

function sayRow(name: string, { median, p99, max }: Summary): void {
  const cells = [median, p99, max].map((ms) => `${ms} ms`.padStart(9))
  say(`${name.padEnd(18)} ${cells.join("")}`)
}
