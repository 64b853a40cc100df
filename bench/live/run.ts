// `npm run bench -- live [--sockets 1000] [--users 200] [--events 20] [--devices 100] [--json]`: many open
// pages on the local runtime; then all devices of one account, which lose their connections at once and
// come back as the page does.
import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import type { D1Database } from "@cloudflare/workers-types"
import { DAY_MS } from "../../contract/duration.ts"
import { makeId } from "../../contract/id.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { startRuntime } from "../../local/runtime.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { backoffMs } from "../../web/lib/live-rules.ts"
import { signUserToken } from "../../worker/secrets/signed-token.ts"
import { type Expected, Listener } from "./listener.ts"

const isJson = process.argv.includes("--json")
const SOCKETS = optionOf("sockets", sized(1_000, 20))
const USERS = optionOf("users", sized(200, 5))
const EVENTS = optionOf("events", sized(20, 4))
const DEVICES = optionOf("devices", sized(100, 10))
/** The time in which each device of an account hears of a change. */
const MOST_MS = 1_000
/** One page in ten loses its connection half-way and comes back. */
const BREAK_EVERY = 10
/** The users who get an event at the same time. */
const AT_ONCE = 8
const OPEN_AT_ONCE = 20
/** The time that the slowest page has after the last event was published. */
const PATIENCE_MS = 60_000
const SESSION_KEY = "bench-only-session-key-of-sufficient-length"

type Row = {
  sockets: number
  users: number
  events: number
  deliveries: number
  lost: number
  repeated: number
  disordered: number
  strangers: number
  medianMs: number
  p99Ms: number
  worstMs: number
  /** The time from the loss until the last of those that lost their connections was back. */
  backMs: number
  seconds: number
}

await buildKernels()
await buildWorkers()
const standIns = await serveStandIns(0)
const runtime = await startRuntime({
  stateDir: null,
  port: 0,
  standInsOrigin: standIns.origin,
  settings: { SESSION_KEY },
  entry: readFileSync(new URL("publisher.js", import.meta.url), "utf8"),
})
const rows = [
  await measure({ sockets: SOCKETS, users: USERS, breakEvery: BREAK_EVERY }),
  await measure({ sockets: DEVICES, users: 1, breakEvery: 1 }),
]
await runtime.dispose()
await standIns.close()
report(rows)
const isWhole = rows.every((row) => row.lost + row.repeated + row.disordered + row.strangers === 0)
judge(rows[1].worstMs <= MOST_MS)
process.exit(isWhole ? process.exitCode : 1)

type Crowd = { sockets: number; users: number; breakEvery: number }

async function measure({ sockets, users, breakEvery }: Crowd): Promise<Row> {
  const people = await givenPeople(await runtime.miniflare.getD1Database("DB"), users)
  const listeners = Array.from(
    { length: sockets },
    (_, index) => new Listener(runtime.origin, people[index % users]),
  )
  await inTurns(listeners, OPEN_AT_ONCE, (listener) => listener.open())
  const startMs = performance.now()
  const breaking = listeners.filter((_, index) => index % breakEvery === 0)
  const back: number[] = []
  for (let event = 0; event < EVENTS; event++) {
    if (event === Math.floor(EVENTS / 2)) for (const listener of breaking) listener.break()
    // Several events pass before they are back.
    if (event === Math.floor((EVENTS * 3) / 4)) {
      const lostMs = performance.now()
      await Promise.all(
        breaking.map(async (listener) => {
          await setTimeout(backoffMs(1, Math.random()))
          await listener.open()
          back.push(performance.now() - lostMs)
        }),
      )
    }
    await inTurns(people, AT_ONCE, ({ userId }) => publish(runtime.origin, userId, event))
  }
  const deadlineMs = performance.now() + PATIENCE_MS
  while (listeners.some(({ arrivals }) => arrivals.length < EVENTS) && performance.now() < deadlineMs)
    await setTimeout(20)
  return rowOf(listeners, users, back, (performance.now() - startMs) / 1000)
}

/** Publishes an event. The time of publishing travels in the message: both ends share one clock. */
async function publish(origin: string, userId: string, event: number): Promise<void> {
  const message = `${event} ${performance.now()}`
  const response = await fetch(`${origin}/__publish`, {
    method: "POST",
    body: JSON.stringify({ userId, key: `bench:${event}`, event: { kind: "size", data: { message } } }),
  })
  if (!response.ok) throw new Error(`publishing answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

function rowOf(listeners: readonly Listener[], users: number, back: number[], seconds: number): Row {
  let [lost, repeated, disordered, strangers, deliveries] = [0, 0, 0, 0, 0]
  const delays: number[] = []
  for (const { arrivals, strangers: foreign, resets } of listeners) {
    const keys = arrivals.map(({ key }) => Number(key))
    const known = new Set(keys)
    deliveries += keys.length
    lost += EVENTS - known.size
    repeated += keys.length - known.size
    disordered += keys.filter((key, index) => index > 0 && key < keys[index - 1]).length
    strangers += foreign + resets
    for (const { delayMs } of arrivals) if (delayMs !== null) delays.push(delayMs)
  }
  delays.sort((a, b) => a - b)
  const at = (share: number) =>
    Number((delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN).toFixed(1))
  return {
    sockets: listeners.length,
    users,
    events: EVENTS * users,
    deliveries,
    lost,
    repeated,
    disordered,
    strangers,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    worstMs: at(1),
    backMs: Math.round(Math.max(...back)),
    seconds: Number(seconds.toFixed(1)),
  }
}

/** Writes accounts with a session each straight into D1: signing up is not measured. */
async function givenPeople(db: D1Database, count: number): Promise<Expected[]> {
  const nowMs = Date.now()
  const people: Expected[] = []
  for (let index = 0; index < count; index++) {
    const userId = makeId(nowMs)
    const sessionId = makeId(nowMs)
    const name = `listener-${count}-${index}`
    await db.batch([
      db
        .prepare(
          `INSERT INTO user (id, email, email_key, username, username_key, first_name, last_name, company, phone,
             password_hash, role, status, email_verified_at, created_at, updated_at)
           VALUES (?1, ?2, ?2, ?3, ?3, 'Live', 'Listener', '', '', '', 'user', 'active', ?4, ?4, ?4)`,
        )
        .bind(userId, `${name}@shop.test`, name, nowMs),
      db
        .prepare("INSERT INTO session (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)")
        .bind(sessionId, userId, nowMs, nowMs + DAY_MS),
    ])
    const token = await signUserToken(
      "session",
      { id: sessionId, userId, expiresAtMs: nowMs + DAY_MS },
      SESSION_KEY,
    )
    people.push({ userId, cookie: `__Host-session=${token}` })
  }
  return people
}

/** Acts on all items, so many at a time. */
async function inTurns<T>(all: readonly T[], atOnce: number, act: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < all.length) await act(all[next++])
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function report(results: readonly Row[]): void {
  if (isJson) console.log(JSON.stringify({ bench: "live", limits: { worstMs: MOST_MS }, rows: results }))
  else for (const result of results) print(result)
}

function print(result: Row): void {
  const { sockets, users, events, deliveries, lost, repeated, disordered, strangers, seconds } = result
  console.log(
    `${sockets} sockets of ${users} users, ${events} events, ${deliveries} deliveries in ${seconds} s`,
  )
  console.log(`those that broke half-way were back after ${result.backMs} ms`)
  console.log(`lost ${lost}, repeated ${repeated}, out of order ${disordered}, not theirs ${strangers}`)
  console.log(`delay: median ${result.medianMs} ms, 99% ${result.p99Ms} ms, worst ${result.worstMs} ms`)
}

function optionOf(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`)
  if (at < 0) return fallback
  const value = Number(process.argv[at + 1])
  if (!Number.isInteger(value) || value < 1) {
    console.error(`--${name} takes a whole number from 1`)
    process.exit(2)
  }
  return value
}
