import { readdirSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import type { D1Database } from "@cloudflare/workers-types"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { caseSeed, type Extreme, type Finding, type Mode, type Report } from "../../harness/fuzz/mode.ts"
import { nastyText, nastyValue, pick } from "../../harness/fuzz/nasty.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { Client } from "../../local/client.ts"
import { connectShop, signUp } from "../../local/people.ts"
import { type Runtime, startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

type Random = () => number
type Route = { method: string; path: string }
type Call = {
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
  who: "visitor" | "seller" | "admin"
}
type Stage = {
  runtime: Runtime
  db: D1Database
  standInsOrigin: string
  routes: Route[]
  clients: Record<Call["who"], Client>
  ids: string[]
  pid: number
  close(): Promise<void>
}

/** The processor time allowed for each megabyte sent. */
const MAX_MS_PER_MB = 1_000
const RESTORE_EVERY = 25
const TABLES = [
  "image",
  "size",
  "print",
  "print_item",
  "integration",
  '"order"',
  "order_item",
  "user",
  "notification",
  "sheet_template",
]
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10
const SETTLE_MS = 3_000
/** The schema library's own phrases, which no person should see. */
const OWN_WORDS =
  /Invalid input|Too (big|small)|Invalid option|Unrecognized|expected (string|number|boolean|array|object|one of)|received/

export const calls: Mode = {
  about: "bodies, query strings, headers, forms and webhook events against every route: no answer above 499",
  usualCount: 2_000,
  run: fuzzCalls,
}

async function fuzzCalls(seed: number, count: number): Promise<Report> {
  const stage = await openStage()
  const findings: Finding[] = []
  const statuses = new Map<number, number>()
  const slowest: Extreme = { amount: 0, unit: "ms", kind: "txt", name: "", bytes: new Uint8Array(0) }
  const largest: Extreme = { ...slowest, unit: "MiB" }
  for (let number = 0; number < count; number++) {
    if (number % RESTORE_EVERY === 0) await restore(stage)
    const call = makeCall(stage, randomFrom(caseSeed(seed, number)))
    const name = `${number}: ${call.who} ${call.method} ${call.path.slice(0, 80)}`
    const report = (what: string) =>
      findings.push({ case: number, kind: "txt", what: `${name}: ${what}`, bytes: describe(call) })
    const before = rssMib(stage.pid)
    const { status, text, ms } = await timed(stage, call)
    const grownMib = rssMib(stage.pid) - before
    if (grownMib > largest.amount) Object.assign(largest, { amount: grownMib, name, bytes: describe(call) })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 0 || status > 499) report(status === 0 ? text : `answered ${status}`)
    if (status >= 400 && OWN_WORDS.test(text)) report(`said ${text.slice(0, 200)}`)
    const sentMb = Math.max(1, (call.body?.length ?? 0) / 1e6)
    let costMs = ms
    if (costMs > MAX_MS_PER_MB * sentMb || costMs > slowest.amount) {
      // Other work may have taken the time: repeated once, alone.
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      costMs = Math.min(costMs, (await timed(stage, call)).ms)
    }
    if (costMs > slowest.amount) Object.assign(slowest, { amount: costMs, name, bytes: describe(call) })
    if (costMs > MAX_MS_PER_MB * sentMb) report(`took ${costMs} ms of processor time`)
  }
  await stage.close()
  return {
    figures: {
      ok: total(statuses, 0, 400),
      refused: total(statuses, 400, 500),
      slowestMs: slowest.amount,
      largestMiB: Math.round(largest.amount),
    },
    findings,
    extremes: [slowest, largest],
  }
}

function total(statuses: ReadonlyMap<number, number>, from: number, to: number): number {
  return [...statuses].reduce((sum, [status, count]) => sum + (status >= from && status < to ? count : 0), 0)
}

/** Opens the app with a seller who has some of everything, and an admin. */
async function openStage(): Promise<Stage> {
  await buildWorkers()
  const standIns = await serveStandIns(0)
  const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin })
  const db = await runtime.miniflare.getD1Database("DB")
  const visitor = new Client(runtime.origin)
  const stage: Stage = {
    runtime,
    db,
    standInsOrigin: standIns.origin,
    routes: await readRoutes(),
    clients: { visitor, seller: visitor, admin: visitor },
    ids: [],
    pid: workerdPid(),
    async close() {
      await runtime.dispose()
      await standIns.close()
    },
  }
  await restore(stage)
  return stage
}

let people = 0

/** Resets rate limits, which would refuse all later calls, and sessions that a call has ended. */
async function restore(stage: Stage): Promise<void> {
  const { db, clients } = stage
  const hubs = await stage.runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  await db.prepare("DELETE FROM rate_count").run()
  for (const who of ["seller", "admin"] as const) {
    const profile = await clients[who].send("GET", "/api/profile")
    if (profile.status === 200) {
      const { _id } = profile.data as { _id: string }
      await (hubs.get(hubs.idFromName(_id)) as unknown as UserHubApi).forgetEvents()
      continue
    }
    people += 1
    const username = `${who}${people}`
    const email = `${username}@shop.test`
    clients[who] = await signUp(stage.runtime.origin, stage.standInsOrigin, {
      firstName: "Fuzzy",
      lastName: "Logic",
      username,
      email,
      password: "a-good-password",
    })
    if (who === "admin")
      await db.prepare("UPDATE user SET role = 'admin' WHERE username = ?").bind(username).run()
    else await givenThings(stage, username)
  }
}

/** Makes some of everything, so that most ids of the calls are the seller's own. */
async function givenThings({ db, clients: { seller }, ids }: Stage, username: string): Promise<void> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], "logo.svg"))
  const [image] = await seller.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const size = await seller.expect<{ _id: string }>("POST", "/api/sizes", { name: "Small", value: 2 })
  const item = { imageId: image._id, sizeId: size._id, quantity: 1 }
  await seller.expect("POST", "/api/prints", { printItems: [item] })
  await connectShop(seller, `fuzzy-${username}`)
  ids.length = 0
  for (const table of TABLES) {
    const { results } = await db
      .prepare(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 3`)
      .all<{ id: string }>()
    ids.push(...results.map(({ id }) => id))
  }
}

/** Reads the app's own table of calls, without the renderer. */
async function readRoutes(): Promise<Route[]> {
  registerHooks({
    load: (url, context, next) =>
      /\.(wasm|ttf)$/.test(url)
        ? { format: "module", source: "export default null", shortCircuit: true }
        : next(url, context),
  })
  const file: string = new URL("../../worker/app.ts", import.meta.url).href
  const { app } = (await import(file)) as { app: { routes: Route[] } }
  return app.routes.filter(({ method, path }) => method !== "ALL" && path !== "/api/logout")
}

/** The known names of queries, bodies and forms, with good values. */
const good: Record<string, (random: Random, ids: readonly string[]) => unknown> = {
  page: (random) => Math.floor(random() * 5),
  limit: (random) => pick([1, 10, 999], random),
  search: () => "a",
  sortBy: (random) => pick(["createdAt", "name", "status", "score", "type"], random),
  sort: (random) => pick(["asc", "desc"], random),
  status: (random) => pick(["In Draft", "Completed", "Pending", "active", "Cancelled"], random),
  type: (random) => pick(["Manual", "Etsy"], random),
  dateType: () => "createdAt",
  startDate: () => "2026-01-01",
  endDate: () => "2026-12-31",
  imageCategory: (random, ids) => pick(ids, random),
  integrationId: (random, ids) => pick(ids, random),
  token: nastyText,
  email: () => "seller@shop.test",
  password: () => "a-good-password",
  confirmPassword: () => "a-good-password",
  resetToken: () => "123456",
  firstName: () => "Fuzzy",
  lastName: () => "Logic",
  username: (random) => `name${Math.floor(random() * 1e6)}`,
  company: () => "",
  phone: () => "+1 555 010 0199",
  name: (random) => `name ${Math.floor(random() * 1e6)}`,
  value: (random) => random() * 10,
  score: (random) => Math.floor(random() * 11) / 2,
  ids: (random, ids) => [pick(ids, random), pick(ids, random)],
  images: (random, ids) => [{ _id: pick(ids, random), imageCategoryId: pick(ids, random) }],
  imageId: (random, ids) => pick(ids, random),
  sizeId: (random, ids) => pick(ids, random),
  imageCategoryId: (random, ids) => pick(ids, random),
  quantity: (random) => 1 + Math.floor(random() * 3),
  printItems: (random, ids) => [{ imageId: pick(ids, random), sizeId: pick(ids, random), quantity: 1 }],
  printIds: (random, ids) => [pick(ids, random)],
  orderIds: (random, ids) => [pick(ids, random)],
  orderItems: (random, ids) => [pick(ids, random)],
  sheetTemplateId: (random, ids) => pick(ids, random),
  keys: () => [{ key: "a", value: "b" }],
  availableCredits: () => 20,
  expected: () => 20,
  reason: () => "because",
  sku: (random) => pick(["credits100", "credits500"], random),
  role: () => "user",
  widthIn: () => 22,
  maxLengthIn: () => 100,
  edgeIn: () => 0.25,
  gapIn: () => 0.25,
  dpi: () => 300,
  rotate: () => true,
  trim: () => true,
  mirror: () => false,
  labels: () => false,
  nesting: () => "shapes",
  isDefault: () => false,
  destinationId: (random, ids) => pick([null, ...ids], random),
  formats: (random) => pick([["png"], ["pdf", "tiff"]], random),
  white: () => ({ isOn: false, chokePx: 1, name: "White" }),
  contour: () => ({ isOn: false, offsetIn: 0, corners: "round", name: "CutContour", beside: [] }),
  fileName: () => "{print}-{sheet}",
  after: () => 0,
  id: () => "WH-1",
  event_type: (random) =>
    pick(
      [
        "PAYMENT.CAPTURE.COMPLETED",
        "CUSTOMER.DISPUTE.CREATED",
        "CHECKOUT.ORDER.APPROVED",
        "PAYMENT.CAPTURE.REFUNDED",
      ],
      random,
    ),
  resource: (random) => ({
    id: "X",
    links: [{ rel: "up", href: nastyText(random) }],
    custom_id: nastyText(random),
    disputed_transactions: nastyValue(random),
  }),
}
const names = Object.keys(good)

function makeCall({ routes, ids }: Stage, random: Random): Call {
  const route =
    random() < 0.97
      ? pick(routes, random)
      : {
          method: pick(["GET", "POST", "OPTIONS", "PUT"], random),
          path: `/api/${encodeURIComponent(nastyText(random).toWellFormed()).slice(0, 2_000)}`,
        }
  const path = route.path
    .replaceAll(/:\w+(\{[^}]*\})?\??/g, () => param(ids, random))
    .replaceAll("*", () => param(ids, random))
  const query = Array.from(
    { length: Math.floor(random() * 4) },
    () => `${pick(names, random)}=${queryValue(ids, random)}`,
  )
  const headers: Record<string, string> = {}
  for (const [name, value] of [
    ["range", pick(["bytes=0-", "bytes=5-1", "bytes=-99999999999", "lines=1"], random)],
    ["if-none-match", nastyHeader(random)],
    ["accept", nastyHeader(random)],
    ["cookie", nastyHeader(random)],
    ["cf-connecting-ip", pick(["203.0.113.1", "::1", "fe80::1%eth0", "nonsense", ""], random)],
    ["authorization", `Bearer ${nastyHeader(random)}`],
    ["paypal-cert-url", pick(["https://api.paypal.com/v1/x", "http://localhost:1/x", "nonsense"], random)],
    ["paypal-transmission-sig", nastyHeader(random)],
    ["paypal-transmission-id", nastyHeader(random)],
    ["paypal-transmission-time", nastyHeader(random)],
    ["paypal-auth-algo", "SHA256withRSA"],
  ])
    if (random() < 0.08) headers[name] = value
  const hasBody = !["GET", "HEAD"].includes(route.method)
  const made = hasBody ? makeBody(route.path, ids, random) : null
  if (made?.type) headers["content-type"] = made.type
  return {
    method: route.method,
    path: `${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers,
    body: made?.bytes ?? null,
    who: pick(["visitor", "seller", "seller", "seller", "admin"] as const, random),
  }
}

function param(ids: readonly string[], random: Random): string {
  if (random() < 0.75) return pick(ids, random)
  return encodeURIComponent(nastyText(random).toWellFormed()).slice(0, 2_000) || "x"
}

function queryValue(ids: readonly string[], random: Random): string {
  const text = random() < 0.4 ? String(good[pick(names, random)](random, ids)) : nastyText(random)
  return random() < 0.9
    ? encodeURIComponent(text.toWellFormed()).slice(0, 4_000)
    : text.replaceAll(/[^!-~]/g, "+").slice(0, 4_000)
}

function nastyHeader(random: Random): string {
  return nastyText(random)
    .replaceAll(/[^ -~]/g, "?")
    .slice(0, 4_000)
}

type Body = { bytes: Uint8Array<ArrayBuffer>; type: string }

function makeBody(path: string, ids: readonly string[], random: Random): Body {
  if (path.endsWith("bulk-upload") ? random() < 0.9 : random() < 0.03) return makeForm(random)
  const encoder = new TextEncoder()
  const draw = random()
  if (draw < 0.05)
    return {
      bytes: encoder.encode(nastyText(random)),
      type: pick(["application/json", "text/plain", "", "multipart/form-data"], random),
    }
  if (draw < 0.08) return { bytes: encoder.encode("[".repeat(500_000)), type: "application/json" }
  if (draw < 0.1)
    return { bytes: encoder.encode(`{"name":${"9".repeat(900_000)}}`), type: "application/json" }
  if (draw < 0.12)
    return {
      bytes: encoder.encode(`{${Array.from({ length: 40_000 }, (_, i) => `"k${i}":1`).join()}}`),
      type: "application/json",
    }
  const body: Record<string, unknown> = {}
  // Half of the bodies have every field, so one bad field decides.
  const share = random() < 0.5 ? 1 : 0.3
  for (const name of names) if (random() < share) body[name] = good[name](random, ids)
  const changes = Math.floor(random() * 4)
  for (let i = 0; i < changes; i++)
    body[random() < 0.9 ? pick(names, random) : nastyText(random)] = nastyValue(random)
  return { bytes: encoder.encode(JSON.stringify(body)), type: "application/json" }
}

/** Makes forms that no browser sends: fields and files in any order, wrong heads, cut anywhere. */
function makeForm(random: Random): Body {
  const boundary = pick(["x", "----WebKitFormBoundaryAb3", "a".repeat(70), "'()+_,-./:=?"], random)
  const parts = Array.from({ length: Math.floor(random() * 5) }, () => {
    const isFile = random() < 0.6
    const name = isFile ? "files" : pick(["score", "imageCategoryId", "files", nastyHeader(random)], random)
    const file = isFile
      ? `; filename="${pick(["a.png", "a.svg", "a.gif", nastyHeader(random)], random)}"`
      : ""
    const content = isFile ? fileBytes(random) : nastyText(random)
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${random() < 0.5 ? "Content-Type: image/png\r\n" : ""}\r\n${content}\r\n`
  })
  let text = `${parts.join("")}--${boundary}--\r\n`
  if (random() < 0.2) text = text.slice(0, Math.floor(random() * text.length))
  if (random() < 0.1) text = text.replaceAll("\r\n", "\n")
  return {
    bytes: new TextEncoder().encode(text),
    type: `multipart/form-data; boundary=${random() < 0.9 ? boundary : nastyHeader(random)}`,
  }
}

function fileBytes(random: Random): string {
  return pick(
    [
      () => logoSvg().toString(),
      () => "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>",
      () => "GIF89a",
      () => "\u0089PNG\r\n\u001a\n",
      () => "",
      () => "--x",
      () => nastyText(random),
    ],
    random,
  )()
}

async function timed(stage: Stage, call: Call): Promise<{ status: number; text: string; ms: number }> {
  const start = cpuMs(stage.pid)
  const { status, text } = await send(stage, call)
  return { status, text, ms: cpuMs(stage.pid) - start }
}

async function send({ runtime, clients }: Stage, call: Call): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(runtime.origin + call.path, {
      method: call.method,
      redirect: "manual",
      headers: {
        "x-requested-with": "sheetsmith",
        connection: "close",
        cookie: clients[call.who].cookieHeader(),
        ...call.headers,
      },
      ...(call.body === null ? {} : { body: call.body }),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return { status: 0, text: `no answer: ${error} ${cause ?? ""}` }
  }
}

function describe({ body, ...head }: Call): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n\n`), body ?? new Uint8Array()])
}

/** Returns the process id of this process's runtime. */
function workerdPid(): number {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const status = readFileSync(`/proc/${pid}/status`, "utf8")
    if (status.includes(`PPid:\t${process.pid}\n`) && status.startsWith("Name:\tworkerd")) return Number(pid)
  }
  throw new Error("the local runtime's process was not found; this needs Linux")
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function rssMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
}
