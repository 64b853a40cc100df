// Sellers upload, lay out, process and download at their own pace while one more watches a list.
// Every print ends Completed or refused in words, the books balance, and lists stay quick.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Image } from "../../contract/artwork/image.ts"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import type { LayoutReply, Print } from "../../contract/prints/print.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { auditPerson } from "./books.ts"
import { art, pick, type Seller } from "./seller.ts"
import { drainQueues, makeSeller, openCounter, pause, wordsOf } from "./stage.ts"

export type LoadOptions = { minutes: number; seed: number; sellers: number; pauseMs: number; isJson: boolean }

const MINUTE_MS = 60_000
const CRON_EVERY_MS = 60_000
/** Enough for a seller's whole run. */
const CREDITS = 10_000
/** The time that the list is watched before anybody works. */
const IDLE_MS = 15_000
const LOOK_EVERY_MS = 250
const POLL_EVERY_MS = 1_000
/** The factor that a list may take longer than with nobody at work. */
const MAX_SLOWDOWN = 2

type Tally = {
  uploads: number
  layouts: number
  completed: number
  refused: number
  downloads: number
  broken: string[]
}

export async function runLoad({
  minutes,
  seed,
  sellers: count,
  pauseMs,
  isJson,
}: LoadOptions): Promise<void> {
  await buildKernels()
  await buildWorkers()
  const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-load-"))
  const standIns = await serveStandIns(0)
  const runtime = await startRuntime({
    stateDir,
    port: 0,
    standInsOrigin: standIns.origin,
    cronEveryMs: CRON_EVERY_MS,
  })
  const d1 = await runtime.miniflare.getD1Database("DB")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hubOf = (userId: string) => hubs.get(hubs.idFromName(userId)) as unknown as UserHubApi
  const people: { userId: string; seller: Seller }[] = []
  for (let i = 0; i <= count; i++) {
    const person = await makeSeller(i, seed, runtime.origin, standIns.origin)
    await hubOf(person.userId).grant({
      userId: person.userId,
      id: "admin:load",
      credits: CREDITS,
      note: "Load",
    })
    people.push(person)
  }
  const [watcher, ...workers] = people
  const tally: Tally = { uploads: 0, layouts: 0, completed: 0, refused: 0, downloads: 0, broken: [] }
  const idleMs = await watchList(watcher.seller, Date.now() + IDLE_MS, tally)
  const endMs = Date.now() + minutes * MINUTE_MS
  const [busyMs] = await Promise.all([
    watchList(watcher.seller, endMs, tally),
    ...workers.map(async ({ seller }) => {
      await pause(seller.random() * pauseMs)
      while (Date.now() < endMs) {
        await workOnce(seller, tally).catch((error) => tally.broken.push(wordsOf(error)))
        await pause(pauseMs * 2 * seller.random())
      }
    }),
  ])
  await drainQueues(await openCounter(d1))
  const wrong: string[] = []
  for (const { userId } of people)
    for (const line of await auditPerson(d1, hubOf(userId), userId)) wrong.push(`${userId}: ${line}`)
  await runtime.dispose()
  await standIns.close()
  rmSync(stateDir, { recursive: true, force: true })
  const slowdown = median(busyMs) / median(idleMs)
  const row = {
    sellers: count,
    minutes,
    seed,
    ...tally,
    broken: tally.broken.length,
    wrong: wrong.length,
    idleMedianMs: round(median(idleMs)),
    busyMedianMs: round(median(busyMs)),
    busyP95Ms: round(percentile(busyMs, 0.95)),
    slowdown: round(slowdown),
  }
  if (isJson) console.log(JSON.stringify({ bench: "soak", rows: [row] }))
  else {
    console.table([row])
    for (const line of [...new Set(tally.broken)].slice(0, 20)) console.log(`broken: ${line}`)
    for (const line of wrong) console.log(`wrong: ${line}`)
  }
  process.exit(tally.broken.length + wrong.length > 0 || slowdown > MAX_SLOWDOWN ? 1 : 0)
}

/** Returns how long each look at a list took. */
async function watchList({ client }: Seller, endMs: number, tally: Tally): Promise<number[]> {
  const tookMs: number[] = []
  while (Date.now() < endMs) {
    const startMs = performance.now()
    await client.expect("GET", "/api/prints?limit=10").catch((error) => tally.broken.push(wordsOf(error)))
    tookMs.push(performance.now() - startMs)
    await pause(LOOK_EVERY_MS)
  }
  return tookMs
}

/** Works from a file to a downloaded sheet. */
async function workOnce(seller: Seller, tally: Tally): Promise<void> {
  const { client, random, images, sizes } = seller
  const form = new FormData()
  form.append("files", new File([new Uint8Array(await art(random))], "art.png"))
  const [uploaded] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const image = await waitFor(
    () => client.expect<Image>("GET", `/api/images/${uploaded._id}`),
    ({ status }) => status === "Ready" || status === "Failed",
  )
  if (image.status !== "Ready") throw new Error(`an image is ${image.status}: ${image.failureReason}`)
  tally.uploads++
  images.push(image._id)
  const printItems = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    imageId: pick(images, random),
    sizeId: pick(sizes, random),
    quantity: 1 + Math.floor(random() * 6),
  }))
  const { _id } = await client.expect<Print>("POST", "/api/prints", { printItems })
  await client.expect<LayoutReply>("POST", `/api/prints/${_id}/layout`, {})
  tally.layouts++
  await client.expect("POST", `/api/prints/${_id}/proccess`, {})
  const print = await waitFor(
    () => client.expect<Print>("GET", `/api/prints/${_id}`),
    ({ status }) => status !== "Processing",
  )
  if (print.status !== "Completed") {
    if (!print.failureMessage) throw new Error(`a print is ${print.status} without a word`)
    tally.refused++
    return
  }
  tally.completed++
  for (const { path, bytes } of print.fileId) {
    const response = await client.fetch("GET", `/api/${path}`)
    const got = (await response.arrayBuffer()).byteLength
    if (got !== bytes)
      throw new Error(`a sheet of ${bytes} bytes came with ${got}, status ${response.status}`)
    tally.downloads++
  }
}

async function waitFor<T>(look: () => Promise<T>, isOver: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isOver(value)) return value
    await pause(POLL_EVERY_MS)
  }
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
