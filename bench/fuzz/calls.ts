import { readdirSync, readFileSync } from "node:fs"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { standInAddresses } from "../../harness/delivery-address.ts"
import { type DescribedCall, describedCalls } from "../../harness/fuzz/described-calls.ts"
import { drawnFile } from "../../harness/fuzz/drawn-file.ts"
import { givenThings } from "../../harness/fuzz/given-things.ts"
import { caseSeed, type Extreme, type Finding, type Mode, type Report } from "../../harness/fuzz/mode.ts"
import { nastyText, nastyValue, pick } from "../../harness/fuzz/nasty.ts"
import { type Draw, drawnValue, type ValueSchema } from "../../harness/fuzz/schema-values.ts"
import { type Document, replyChecker, type Seen } from "../../harness/reply-check.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { Client } from "../../local/client.ts"
import { signUp } from "../../local/people.ts"
import { type FuzzedApp, openFuzzedApp } from "./fuzzed-app.ts"

type Random = () => number
type Call = {
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
  who: "visitor" | "seller" | "admin"
}
type Stage = FuzzedApp & {
  described: DescribedCall[]
  problemOf: ReturnType<typeof replyChecker>
  clients: Record<Call["who"], Client>
  /** The newest ids of each table. */
  ids: Map<string, string[]>
  pid: number
}

/** The processor time allowed for each megabyte sent. */
const MAX_MS_PER_MB = 1_000
const RESTORE_EVERY = 25
const NEWEST_IDS = 5
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10
const SETTLE_MS = 3_000
/** The schema library's own phrases, which no person should see. */
const OWN_WORDS =
  /Invalid input|Too (big|small)|Invalid option|Unrecognized|expected (string|number|boolean|array|object|one of)|received/

export const calls: Mode = {
  about:
    "bodies, query strings, headers, forms and webhook events, as described and not, against every route: answers as described, none above 499, no error logged",
  usualCount: 2_000,
  run: fuzzCalls,
  close: async () => kept?.close(),
}

/** The app, kept from seed to seed: to build and start it takes as long as a hundred calls. */
let kept: Stage | null = null

async function fuzzCalls(seed: number, count: number): Promise<Report> {
  kept ??= await openStage()
  const stage = kept
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
    const { status, text, contentType, ms } = await timed(stage, call)
    const grownMib = rssMib(stage.pid) - before
    if (grownMib > largest.amount) Object.assign(largest, { amount: grownMib, name, bytes: describe(call) })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 0 || status > 499) report(status === 0 ? text : `answered ${status}`)
    if (status >= 400 && OWN_WORDS.test(text)) report(`said ${text.slice(0, 200)}`)
    const problem = status > 0 && stage.problemOf(seenOf(call, { status, text, contentType }))
    if (problem) report(`is not as described: ${problem}`)
    for (const line of stage.logged.splice(0)) report(`logged ${line.slice(0, 300)}`)
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
  return {
    figures: {
      ...Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
      slowestMs: slowest.amount,
      largestMiB: Math.round(largest.amount),
    },
    findings,
    extremes: [slowest, largest],
  }
}

type Answer = { status: number; text: string; contentType: string | null }

function seenOf({ method, path }: Call, { status, text, contentType }: Answer): Seen {
  const isJson = contentType?.startsWith("application/json")
  // A path as the server reads it, without dots and signs that a caller may write.
  const { pathname } = new URL(path, "http://app")
  return {
    method,
    path: pathname,
    status,
    contentType,
    ...(isJson && text !== "" && { body: JSON.parse(text) }),
  }
}

/** Opens the app with a seller who has some of everything, and an admin. */
async function openStage(): Promise<Stage> {
  const app = await openFuzzedApp()
  const visitor = new Client(app.runtime.origin)
  const stage: Stage = {
    ...app,
    described: describedCalls(app.document),
    problemOf: replyChecker(app.document as Document),
    clients: { visitor, seller: visitor, admin: visitor },
    ids: new Map(),
    pid: workerdPid(),
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
    else await givenThings(clients.seller, stage.standInsOrigin, `fuzzy-${username}`)
  }
  await findIds(stage)
}

/** Finds the newest rows, so that most ids of the calls are somebody's. */
async function findIds({ db, ids }: Stage): Promise<void> {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`id` text%'")
    .all<{ name: string }>()
  for (const { name } of tables) {
    const { results } = await db
      .prepare(`SELECT id FROM "${name}" ORDER BY id DESC LIMIT ${NEWEST_IDS}`)
      .all<{ id: string }>()
    ids.set(
      name,
      results.map(({ id }) => id),
    )
  }
}

/** The values that no schema describes. */
const good: Record<string, (random: Random) => unknown> = {
  page: (random) => Math.floor(random() * 5),
  search: () => "a",
  token: nastyText,
  email: (random) => pick(["seller1@shop.test", `name${Math.floor(random() * 1e6)}@shop.test`], random),
  password: () => "a-good-password",
  confirmPassword: () => "a-good-password",
  currentPassword: () => "a-good-password",
  resetToken: () => "123456",
  username: (random) => `name${Math.floor(random() * 1e6)}`,
  sku: (random) => pick(["credits100", "credits500"], random),
  role: () => "user",
  timeZone: (random) => pick(["America/New_York", "Asia/Kathmandu"], random),
}

/** Returns an id of the kind that a field or a path names, as `printIds` or `/sizes/{id}`; undefined for neither. */
function idFor(field: string, path: string, ids: Stage["ids"], random: Random): string | undefined {
  const named = field.replace(/Ids?$/, "").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const [, , noun = ""] = path.replaceAll("-", "_").split("/")
  const isOwn = /^_?ids?$/.test(field)
  const kinds = [...ids].filter(
    ([table, rows]) =>
      rows.length > 0 && (isOwn ? noun.startsWith(table) : named !== "" && table.endsWith(named)),
  )
  if (kinds.length === 0 || !/ids?$/i.test(field)) return undefined
  return pick(pick(kinds, random)[1], random)
}

function makeCall(stage: Stage, random: Random): Call {
  const { described, ids } = stage
  const route = random() < 0.97 ? pick(described, random) : oddRoute(random)
  // Half of the calls are as described, so that they come far.
  const strange = random() < 0.5 ? 0 : 0.1
  const known = (field: string) => idFor(field, route.path, ids, random) ?? good[field]?.(random)
  const draw = { random, strange, known }
  const valueFor = ({ name, schema }: DescribedCall["parameters"][number]) =>
    schema.format === "uuid" && random() < 0.9
      ? (known(name) ?? pick([...ids.values()].flat(), random))
      : drawnValue(schema, name, draw)
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const own = route.parameters.find((one) => one.in === "path" && one.name === name)
    return inPath(own && random() > strange ? valueFor(own) : nastyText(random))
  })
  const query = route.parameters
    .filter((one) => one.in === "query" && (one.required || random() < 0.3))
    .map((one) => `${one.name}=${inQuery(valueFor(one), random)}`)
  if (random() < strange)
    query.push(`${inQuery(nastyText(random), random)}=${inQuery(nastyText(random), random)}`)
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
    if (random() < strange) headers[name] = value
  const made = ["GET", "HEAD"].includes(route.method) ? null : makeBody(stage, route, draw)
  if (made?.type) headers["content-type"] = made.type
  return {
    method: route.method,
    path: `${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers,
    body: made?.bytes ?? null,
    who: pick(["visitor", "seller", "seller", "seller", "seller", "admin"] as const, random),
  }
}

function oddRoute(random: Random): DescribedCall {
  const method = pick(["GET", "POST", "OPTIONS", "PUT"], random)
  const path = `/api/${inPath(nastyText(random))}`
  return { method, path, parameters: [], bodies: [], isBodyRequired: false, callers: [] }
}

function inPath(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed()).slice(0, 2_000) || "x"
}

function inQuery(value: unknown, random: Random): string {
  const text = String(value)
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

/** The bodies that are much work for whoever reads them to their end. */
const HEAVY = [
  () => "[".repeat(500_000),
  () => `{"name":${"9".repeat(900_000)}}`,
  () => `{${Array.from({ length: 40_000 }, (_, i) => `"k${i}":1`).join()}}`,
]

function makeBody({ standInsOrigin }: Stage, { path, bodies: [body] }: DescribedCall, draw: Draw): Body {
  const { random, strange } = draw
  const encoder = new TextEncoder()
  const json = (value: unknown) => ({
    bytes: encoder.encode(JSON.stringify(value)),
    type: "application/json",
  })
  if (body?.[0].startsWith("multipart/") || random() < strange / 3) return makeForm(body?.[1] ?? {}, draw)
  if (random() < strange / 2)
    return {
      bytes: encoder.encode(nastyText(random)),
      type: pick(["application/json", "text/plain", "", "multipart/form-data"], random),
    }
  if (random() < strange / 2)
    return { bytes: encoder.encode(pick(HEAVY, random)()), type: "application/json" }
  if (path.startsWith("/api/delivery-addresses") && random() < 0.5)
    return json({
      ...pick(Object.values(standInAddresses(standInsOrigin)), random),
      isAutomatic: random() < 0.2,
    })
  return json(body ? drawnValue(body[1], "", draw) : webhookEvent(random))
}

function webhookEvent(random: Random): object {
  return {
    id: "WH-1",
    event_type: pick(
      [
        "PAYMENT.CAPTURE.COMPLETED",
        "CUSTOMER.DISPUTE.CREATED",
        "CHECKOUT.ORDER.APPROVED",
        "PAYMENT.CAPTURE.REFUNDED",
      ],
      random,
    ),
    resource: {
      id: "X",
      links: [{ rel: "up", href: nastyText(random) }],
      custom_id: nastyText(random),
      disputed_transactions: nastyValue(random),
    },
  }
}

/** Makes a form of the described fields, or one that no browser sends: in any order, with wrong heads, cut anywhere. */
function makeForm(schema: ValueSchema, draw: Draw): Body {
  const { random, strange } = draw
  const boundary = pick(["x", "----WebKitFormBoundaryAb3", "a".repeat(70), "'()+_,-./:=?"], random)
  const described = Object.entries(schema.properties ?? {})
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, (): Buffer => {
    const [name, part] = described.length > 0 && random() > strange ? pick(described, random) : ["files", {}]
    const isFile = [part.format, part.items?.format].includes("binary") || described.length === 0
    const head = `Content-Disposition: form-data; name="${random() > strange ? name : nastyHeader(random)}"`
    const file = `; filename="${pick(["a.png", "a.svg", "a.csv", "a.ttf", nastyHeader(random)], random)}"`
    const value = isFile ? drawnFile(random).bytes : textOfPart(drawnValue(part, name, draw))
    const kind = random() < 0.5 ? "Content-Type: image/png\r\n" : ""
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\n${head}${isFile ? file : ""}\r\n${kind}\r\n`),
      Buffer.from(value),
      Buffer.from("\r\n"),
    ])
  })
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  const bytes = random() < strange ? whole.subarray(0, Math.floor(random() * whole.length)) : whole
  return {
    bytes: new Uint8Array(bytes),
    type: `multipart/form-data; boundary=${random() > strange ? boundary : nastyHeader(random)}`,
  }
}

function textOfPart(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "")
}

async function timed(stage: Stage, call: Call): Promise<Answer & { ms: number }> {
  const start = cpuMs(stage.pid)
  const answer = await send(stage, call)
  return { ...answer, ms: cpuMs(stage.pid) - start }
}

async function send({ runtime, clients }: Stage, call: Call): Promise<Answer> {
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
    const { status, headers } = response
    return { status, text: await response.text(), contentType: headers.get("content-type") }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return { status: 0, text: `no answer: ${error} ${cause ?? ""}`, contentType: null }
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
