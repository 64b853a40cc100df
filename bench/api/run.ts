// `npm run bench -- api [--json]`: how long 50 sellers at once wait, here and with a bare route of
// one query that answers the same.
import { deepStrictEqual } from "node:assert"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { D1Database } from "@cloudflare/workers-types"
import { build } from "esbuild"
import sharp from "sharp"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { makeId } from "../../contract/id.ts"
import { seedShop } from "../../harness/lists/seed.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers, root } from "../../local/bundle.ts"
import { signUp } from "../../local/people.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { answerOf, type Call, type Figures, figuresOf, load } from "./load.ts"

const SELLERS = sized(50, 4)
const SHOP = { images: 200, prints: 100, sizes: 10, categories: 6 }
/** The rounds: ours and the bare one take short turns, so a busy moment hits both. */
const ROUNDS = sized(15, 1)
const CALLS_PER_ROUND = 2
const QUIET_POLL_MS = 100
/** The limit for our median over the bare one's, for calls that a bare route can answer. */
const LIMIT = 1.5

type Seller = { userId: string; cookie: string; imageId: string; printIds: string[] }
type Job = { name: string; ours(seller: Seller, i: number): Call; bare?(seller: Seller, i: number): Call }
type Row = { call: string; ours: Figures; bare: Figures | null; ratio: number | null }

const BOUNDARY = "sheetsmith-bench"
/** A picture of 200 KB. */
const picture = await noise(260, 256)

const isJson = process.argv.includes("--json")
const say = (text: string) => (isJson ? undefined : console.log(text))

const jobs: Job[] = [
  {
    name: "list of images",
    ours: (seller) => get("/api/images?limit=50", seller),
    bare: (seller) => get(`/bare/images/${seller.userId}/50`),
  },
  {
    name: "list of prints",
    ours: (seller) => get("/api/prints?limit=10", seller),
    bare: (seller) => get(`/bare/prints/${seller.userId}/10`),
  },
  {
    name: "list of sizes",
    ours: (seller) => get("/api/sizes?limit=100", seller),
    bare: (seller) => get(`/bare/sizes/${seller.userId}/100`),
  },
  {
    name: "one image",
    ours: (seller) => get(`/api/images/${seller.imageId}`, seller),
    bare: (seller) => get(`/bare/image/${seller.imageId}`),
  },
  {
    name: "one print",
    ours: (seller, i) => get(`/api/prints/${seller.printIds[i % seller.printIds.length]}`, seller),
    bare: (seller, i) => get(`/bare/print/${seller.printIds[i % seller.printIds.length]}`),
  },
  {
    name: "upload of 200 KB",
    ours: (seller) => upload("/api/images/bulk-upload", seller),
    bare: () => upload("/bare/upload"),
  },
  // No bare route packs a sheet, so this one is shown alone.
  {
    name: "start of processing",
    ours: (seller, i) => ({
      ...get(`/api/prints/${seller.printIds[i]}/proccess`, seller),
      method: "POST",
    }),
  },
]

await runBench()

async function runBench(): Promise<void> {
  await buildKernels()
  await buildWorkers()
  const standIns = await serveStandIns(0)
  const runtime = await startRuntime({
    stateDir: null,
    port: 0,
    standInsOrigin: standIns.origin,
    entry: await entryWithBare(),
  })
  const d1 = await runtime.miniflare.getD1Database("DB")
  const hubs = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const sellers = await makeSellers(runtime.origin, standIns.origin, d1)
  for (const { userId } of sellers) {
    const hub = hubs.get(hubs.idFromName(userId)) as unknown as UserHubApi
    await hub.grant({ userId, id: "bench:credits", credits: ROUNDS * CALLS_PER_ROUND, note: "Bench" })
  }
  await compareAnswers(sellers[0], runtime.origin)
  say(`${SELLERS} sellers at once, ${ROUNDS * CALLS_PER_ROUND} calls each of every kind\n`)
  const rows: Row[] = []
  say(`${"call".padEnd(22)}   median      p99   bare: median      p99   ratio`)
  for (const job of jobs) {
    const row = await measure(job, sellers, runtime.origin)
    rows.push(row)
    say(lineOf(row))
  }
  await runtime.dispose()
  await standIns.close()
  report(rows)
}

async function makeSellers(origin: string, standInsOrigin: string, d1: D1Database): Promise<Seller[]> {
  const sellers: Seller[] = []
  for (let i = 0; i < SELLERS; i++) {
    const client = await signUp(origin, standInsOrigin, {
      firstName: "Load",
      lastName: "Seller",
      username: `load${i}`,
      email: `load${i}@shop.test`,
      password: "a-good-password",
    })
    const { _id: userId } = await client.expect<{ _id: string }>("GET", "/api/profile")
    const shop = await seedShop(d1, { ...SHOP, userId }, Date.now(), i + 1)
    const cookie = client.cookieHeader()
    const { data } = JSON.parse(await answerOf(origin, upload("/api/images/bulk-upload", { cookie })))
    const printIds = await draftsOf(d1, userId, data[0]._id)
    sellers.push({ userId, cookie, imageId: shop.imageIds[0], printIds })
  }
  await untilQuiet(origin)
  return sellers
}

/** Makes a draft with one small, ready picture for every start of processing. */
async function draftsOf(d1: D1Database, userId: string, imageId: string): Promise<string[]> {
  const { results } = await d1
    .prepare("SELECT id FROM print WHERE user_id = ? ORDER BY id LIMIT ?")
    .bind(userId, ROUNDS * CALLS_PER_ROUND)
    .all<{ id: string }>()
  const ids = results.map((row) => row.id)
  const chosen = JSON.stringify(ids)
  await d1.batch([
    d1
      .prepare("UPDATE print SET status = 'In Draft' WHERE id IN (SELECT value FROM json_each(?))")
      .bind(chosen),
    d1.prepare("DELETE FROM print_item WHERE print_id IN (SELECT value FROM json_each(?))").bind(chosen),
    d1
      .prepare(
        `INSERT INTO print_item (id, print_id, image_id, was_image_deleted, size_id, was_size_deleted, quantity, position)
         SELECT value ->> 'id', value ->> 'printId', ?, 0, (SELECT id FROM size WHERE user_id = ? ORDER BY value_in LIMIT 1), 0, 1, 0 FROM json_each(?)`,
      )
      .bind(imageId, userId, JSON.stringify(ids.map((printId) => ({ id: makeId(Date.now()), printId })))),
  ])
  return ids
}

/**
 * Returns an entry in which the built Worker and the bare routes share runtime, isolate and database,
 * so only the code differs.
 */
async function entryWithBare(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import worker from "./index.js"
        import { bare } from "./bare-worker.ts"
        export { UserHub } from "./index.js"
        export default {
          ...worker,
          fetch: (request, env, context) =>
            new URL(request.url).pathname.startsWith("/bare/")
              ? bare.fetch(request, env, context)
              : worker.fetch(request, env, context),
        }`,
      resolveDir: join(root, "bench", "api"),
    },
    bundle: true,
    external: ["./index.js"],
    format: "esm",
    platform: "neutral",
    write: false,
    logLevel: "error",
  })
  return outputFiles[0].text
}

/** Throws unless ours and the bare route give the same answer to a read. */
async function compareAnswers(seller: Seller, origin: string): Promise<void> {
  for (const { name, ours, bare } of jobs) {
    const [call, bareCall] = [ours(seller, 0), bare?.(seller, 0)]
    if (call.method !== "GET" || !bareCall) continue
    const [answer, bareAnswer] = [await answerOf(origin, call), await answerOf(origin, bareCall)]
    deepStrictEqual(JSON.parse(bareAnswer), JSON.parse(answer), `the bare ${name} answers something else`)
  }
}

/** Waits for our work that runs past its answer, so it does not slow the bare one. */
async function untilQuiet(origin: string): Promise<void> {
  while (JSON.parse(await answerOf(origin, get("/bare/open"))).count > 0) await setTimeout(QUIET_POLL_MS)
}

async function measure(job: Job, sellers: readonly Seller[], origin: string): Promise<Row> {
  const times = { ours: [] as number[], bare: [] as number[] }
  const callsOf = (make: (seller: Seller, i: number) => Call, round: number) =>
    sellers.map((seller) =>
      Array.from({ length: CALLS_PER_ROUND }, (_, i) => make(seller, round * CALLS_PER_ROUND + i)),
    )
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(...(await load(origin, callsOf(job.ours, round))))
    if (!job.bare) continue
    await untilQuiet(origin)
    times.bare.push(...(await load(origin, callsOf(job.bare, round))))
  }
  const figures = { ours: figuresOf(times.ours), bare: job.bare ? figuresOf(times.bare) : null }
  const ratio = figures.bare ? figures.ours.medianMs / figures.bare.medianMs : null
  return { call: job.name, ...figures, ratio }
}

function get(path: string, seller?: Pick<Seller, "cookie">): Call {
  const headers = { "sec-fetch-site": "same-origin", ...(seller ? { cookie: seller.cookie } : {}) }
  return { method: "GET", path, headers }
}

function upload(path: string, seller?: Pick<Seller, "cookie">): Call {
  const body = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="load.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    picture,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  const headers = {
    ...get(path, seller).headers,
    "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
  }
  return { method: "POST", path, headers, body }
}

/** Returns a picture of noise, which does not compress. */
function noise(widthPx: number, heightPx: number): Promise<Buffer> {
  const pixels = randomBytes(3 * widthPx * heightPx)
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .png()
    .toBuffer()
}

function report(rows: readonly Row[]): void {
  const slow = rows.filter((row) => row.ratio !== null && row.ratio > LIMIT)
  if (isJson) console.log(JSON.stringify({ bench: "api", limit: LIMIT, rows }))
  judge(slow.length === 0)
}

function lineOf({ call, ours, bare, ratio }: Row): string {
  const beside = bare ? `${ms(bare.medianMs).padStart(15)} ${ms(bare.p99Ms)}` : " ".repeat(24)
  return `${call.padEnd(22)} ${ms(ours.medianMs)} ${ms(ours.p99Ms)}${beside}   ${ratio?.toFixed(2) ?? ""}`
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`.padStart(8)
}
