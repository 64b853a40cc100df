// `npm run bench -- open [JOBS] [--json]`: programs of 20 accounts send JOBS jobs (100) of ten pieces each, with a key, some of
// them twice, as after a lost answer; at the end each job has its sheets, the books balance, and each account's program
// has heard once of the end of each job and each print, or again under the same id: some of them fail now and then. Then
// the processor time that a token and a key add to a call. A thousand jobs take some twenty minutes on two cores.
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import type { NewEventEndpoint } from "../../contract/events/event-endpoint.ts"
import type { Job } from "../../contract/programs/job.ts"
import { givenToken } from "../../harness/access-token.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { insertPerson } from "../../harness/insert-person.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { Client, type Reply } from "../../local/client.ts"
import { startRuntime } from "../../local/runtime.ts"
import type { HeardEvent } from "../../stand-ins/listener/fake-listener.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { workerdMs } from "../lists/processor.ts"
import { auditPerson } from "../soak/books.ts"

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
})
const JOBS = Number(positionals[0] ?? sized(100, 4))
if (!Number.isSafeInteger(JOBS) || JOBS < 1) {
  console.error("Usage: npm run bench -- open [JOBS] [--json]")
  process.exit(2)
}
const ACCOUNTS = Math.min(JOBS, sized(20, 2))
const PIECES = 10
/** The widths of six pieces and of four: film of an inch, as what a sheet takes is measured elsewhere (`bench -- cost`). */
const WIDTHS_IN = [0.5, 0.75]
/** Every such job is sent again at once, and once more after its first answer. */
const REPEATED_EACH = 5
/** The jobs that one program sends at the same time. */
const AT_ONCE = 2
const CALLS = sized(500, 20)
/** The most that a token may add to a call, and a key: its row and the seal of the answer. */
const LIMITS = { tokenMs: 2, keyMs: 5 }
const CRON_EVERY_MS = 5_000
const LOOK_EVERY_MS = 500
const LISTEN_EVERY_MS = 5_000
const PATIENCE_MS = sized(60, 10) * 60_000

/** The programs that fail for this many of their first messages: those of every such account. */
const FAILING_EACH = 4
const FAILURES = 3
const EVENTS = ["job.ended", "print.completed"]

const TAKEN = "a job is taken"
const ENDED = "a job of ten pieces has its sheets"

type Seller = { userId: string; name: string; client: Client; program: Client; imageId: string }
type Row = { what: string; count: number; ms: number }

await buildKernels()
await buildWorkers()
const standIns = await serveStandIns(0)
const runtime = await startRuntime({
  stateDir: null,
  port: 0,
  standInsOrigin: standIns.origin,
  cronEveryMs: CRON_EVERY_MS,
})
const db = await runtime.miniflare.getD1Database("DB")
const wrong: string[] = []
const rows: Row[] = []
/** What the programs have heard: the tries of each event, by the program and the event's id. */
const heard = new Map<string, { event: HeardEvent; tries: Set<number> }>()
try {
  const sellers: Seller[] = []
  for (let i = 0; i < ACCOUNTS; i++) sellers.push(await givenSeller(i))
  await sendJobs(sellers)
  await hearAll(sellers)
  await timeCalls(sellers[0])
} finally {
  await runtime.dispose()
  await standIns.close()
}
const msOf = (what: string) => rows.find((row) => row.what === what)?.ms ?? 0
const figures = {
  takenPerS: 1000 / msOf(TAKEN),
  endedPerS: 1000 / msOf(ENDED),
  eventsOnce: [...heard.values()].filter(({ tries }) => tries.size === 1).length,
  eventsAgain: [...heard.values()].filter(({ tries }) => tries.size > 1).length,
  /** The processor time that a token adds to a read, and a key to a change. */
  tokenMs: msOf("a read by token") - msOf("a read by cookie"),
  keyMs: msOf("a change with a key") - msOf("a change"),
}
if (values.json) console.log(JSON.stringify({ bench: "open", limits: LIMITS, figures, rows, wrong }))
else {
  for (const { what, count, ms } of rows) console.log(`${what.padEnd(44)} ${count} × ${ms.toFixed(2)} ms`)
  console.log(`jobs a second: ${figures.takenPerS.toFixed(2)} taken, ${figures.endedPerS.toFixed(2)} ended`)
  console.log(`events: ${figures.eventsOnce} came once, ${figures.eventsAgain} again under their id`)
  console.log(
    `processor: a token adds ${figures.tokenMs.toFixed(2)} ms, a key ${figures.keyMs.toFixed(2)} ms`,
  )
  console.log(wrong.length === 0 ? `the books of ${ACCOUNTS} accounts balance` : wrong.join("\n"))
}
if (wrong.length > 0) process.exitCode = 1
judge(figures.tokenMs <= LIMITS.tokenMs)
judge(figures.keyMs <= LIMITS.keyMs)
process.exit()

async function hubOf(userId: string): Promise<UserHubApi> {
  const namespace = await runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
}

async function givenSeller(i: number): Promise<Seller> {
  const form = {
    firstName: "Open",
    lastName: `Seller ${i}`,
    username: `open${i}`,
    email: `open${i}@shop.test`,
  }
  const { userId, cookies } = await insertPerson({ db, hubOf }, { ...form, password: "a-good-password" })
  const hub = await hubOf(userId)
  await hub.grant({ userId, id: "bench", credits: JOBS * PIECES, note: "Credits for a benchmark" })
  const client = new Client(runtime.origin, { cookies, address: `198.51.100.${i + 1}` })
  const { program } = await givenToken(client)
  const files = new FormData()
  files.append("files", new File([new Uint8Array(await softArtPng(300, 360 + i))], "art.png"))
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", files)
  const name = `open-${i}`
  const endpoint = { url: `${standIns.origin}/listener/${name}`, events: EVENTS }
  const { secret } = await client.expect<NewEventEndpoint>("POST", "/api/event-endpoints", endpoint)
  await tellListener({ name, secrets: [secret] })
  if (i % FAILING_EACH === 0) await tellListener({ name, status: 500, times: FAILURES })
  return { userId, name, client, program, imageId: _id }
}

async function tellListener(order: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({ vendor: "listener", ...order })
  const { ok, status } = await fetch(`${standIns.origin}/__control`, { method: "POST", body })
  if (!ok) throw new Error(`the listener answered ${status}`)
}

/** Notes what the programs have heard since; the stand-in remembers the last thousand messages. */
async function listen(): Promise<void> {
  const reply = await fetch(`${standIns.origin}/__state`)
  const { listener } = (await reply.json()) as { listener: { heard: HeardEvent[] } }
  for (const event of listener.heard) {
    const key = `${event.name} ${event.id}`
    const known = heard.get(key) ?? { event, tries: new Set() }
    heard.set(key, known)
    known.tries.add(event.at)
    if (event.signedBy.length === 0) wrong.push(`${event.name}: an event without a right signature`)
  }
}

/** Waits until each program has heard of each job and print; says what was not told, or under two ids. */
async function hearAll(sellers: readonly Seller[]): Promise<void> {
  const startMs = performance.now()
  const expected = new Map<string, string>()
  for (const { userId, name } of sellers) {
    const { results } = await db
      .prepare("SELECT id, print_id AS printId FROM job WHERE user_id = ?")
      .bind(userId)
      .all<{ id: string; printId: string }>()
    for (const { id, printId } of results) {
      expected.set(`${name} job.ended ${id}`, name)
      expected.set(`${name} print.completed ${printId}`, name)
    }
  }
  const told = () =>
    Map.groupBy(heard.values(), ({ event: { name, body } }) => `${name} ${body.type} ${body.data.id}`)
  const missing = () => {
    const known = told()
    return [...expected.keys()].filter((key) => !known.has(key))
  }
  for (const endMs = performance.now() + PATIENCE_MS; missing().length > 0 && performance.now() < endMs; ) {
    await setTimeout(LOOK_EVERY_MS)
    await listen()
  }
  for (const key of missing()) wrong.push(`not told: ${key}`)
  for (const [key, events] of told()) {
    if (!expected.has(key)) wrong.push(`told of what is not there: ${key}`)
    if (events.length > 1) wrong.push(`told under ${events.length} ids: ${key}`)
  }
  const tries = [...heard.values()].reduce((sum, one) => sum + one.tries.size, 0)
  const ms = (performance.now() - startMs) / Math.max(1, expected.size)
  rows.push({ what: "an event is heard, after the last job", count: expected.size, ms })
  rows.push({ what: "an event comes again, under its id", count: tries - heard.size, ms: 0 })
}

async function sendJobs(sellers: readonly Seller[]): Promise<void> {
  const startMs = performance.now()
  const startedMs = workerdMs() ?? 0
  // The stand-in forgets what nobody asks for, and the first jobs end while the last are sent.
  const timer = setInterval(() => void listen().catch((error) => wrong.push(String(error))), LISTEN_EVERY_MS)
  const sent = await Promise.all(
    sellers.map(async (seller, at) => {
      const own = Array.from({ length: JOBS }, (_, i) => i).filter((i) => i % ACCOUNTS === at)
      const count = own.length
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendSome(seller, own)))
      return count
    }),
  )
  clearInterval(timer)
  rows.push({ what: TAKEN, count: JOBS, ms: (performance.now() - startMs) / JOBS })
  for (const endMs = performance.now() + PATIENCE_MS; ; await setTimeout(LOOK_EVERY_MS)) {
    await listen()
    const open = await db
      .prepare("SELECT count(*) AS n FROM job WHERE ended_at IS NULL")
      .first<{ n: number }>()
    if (open?.n === 0) break
    if (performance.now() > endMs) {
      wrong.push(`${open?.n} jobs have not ended`)
      break
    }
  }
  rows.push({
    what: ENDED,
    count: JOBS,
    ms: (performance.now() - startMs) / JOBS,
  })
  rows.push({ what: "processor of it", count: JOBS, ms: ((workerdMs() ?? 0) - startedMs) / JOBS })
  for (const [at, { userId, program }] of sellers.entries()) {
    wrong.push(...(await booksOf(userId)).map((words) => `${userId}: ${words}`))
    const { used } = await (await hubOf(userId)).balance()
    if (used !== sent[at] * PIECES) wrong.push(`${userId}: ${used} credits used for ${sent[at]} jobs`)
    const counted = await db
      .prepare("SELECT count(*) AS n, sum(state = 'completed') AS done FROM job WHERE user_id = ?")
      .bind(userId)
      .first<{ n: number; done: number }>()
    if (counted?.n !== sent[at] || counted.done !== sent[at])
      wrong.push(`${userId}: ${counted?.n} jobs, ${counted?.done} completed, of ${sent[at]}`)
    const [last] = await program.expect<Job[]>("GET", "/api/jobs?limit=10")
    if (last.files.length === 0) wrong.push(`${userId}: a job has no sheet`)
  }
}

/** Returns what is wrong once nothing is on its way any more. */
async function booksOf(userId: string): Promise<string[]> {
  const hub = await hubOf(userId)
  let words: string[] = []
  for (let look = 0; look < 40; look++) {
    words = await auditPerson(db, hub, userId)
    if (words.length === 0) return []
    await setTimeout(LOOK_EVERY_MS)
  }
  return words
}

/** Sends jobs of one account until none is left; a program that is told to wait waits. */
async function sendSome({ program, imageId }: Seller, waiting: number[]): Promise<void> {
  for (let i = waiting.shift(); i !== undefined; i = waiting.shift()) {
    const headers = { "idempotency-key": `job ${i}` }
    const items = [
      { imageId, widthIn: WIDTHS_IN[0], quantity: PIECES - 4 },
      { imageId, widthIn: WIDTHS_IN[1], quantity: 4 },
    ]
    const job = { items, action: "process", reference: `${i}`, maxCredits: PIECES }
    const send = () => program.post("/api/jobs", job, headers)
    const replies = await Promise.all(i % REPEATED_EACH === 0 ? [send(), send(), send()] : [send()])
    for (const reply of replies) refuseWrong(reply)
    if (i % REPEATED_EACH === 0) refuseWrong(await send())
  }
}

function refuseWrong({ status, code, message }: Reply): void {
  if (status !== 202 && code !== "idempotency-key-busy") wrong.push(`a job answered ${status}: ${message}`)
}

async function timeCalls({ client, program }: Seller): Promise<void> {
  const { _id } = await client.expect<{ _id: string }>("POST", "/api/image-categories", { name: "Category" })
  let names = 0
  const change = (headers?: Record<string, string>) =>
    program.put(`/api/image-categories/${_id}`, { name: `Category ${names++}` }, headers)
  const kinds: Record<string, () => Promise<Reply>> = {
    "a read by cookie": () => client.get("/api/image-categories"),
    "a read by token": () => program.get("/api/image-categories"),
    "a change": () => change(),
    "a change with a key": () => change({ "idempotency-key": crypto.randomUUID() }),
    "a repeat": () =>
      program.put(`/api/image-categories/${_id}`, { name: "Again" }, { "idempotency-key": "again" }),
  }
  // The first calls of a kind are slower.
  for (const call of Object.values(kinds)) for (let i = 0; i < 5; i++) await call()
  for (const [what, call] of Object.entries(kinds)) {
    const fromMs = workerdMs() ?? 0
    for (let i = 0; i < CALLS; i++) {
      const { status, message } = await call()
      if (status !== 200) wrong.push(`${what} answered ${status}: ${message}`)
    }
    rows.push({ what, count: CALLS, ms: ((workerdMs() ?? 0) - fromMs) / CALLS })
  }
}
