import { readFileSync } from "node:fs"
import { expect } from "vitest"
import type { App } from "../../harness/app.ts"
import { isFull, sampled } from "../../harness/layer.ts"

const entry = readFileSync(new URL("faulty-worker.js", import.meta.url), "utf8")
const plan = readFileSync(new URL("fault-plan.js", import.meta.url), "utf8")

/** Wraps everything that both Workers call; see faulty-worker.js. */
export const faultyFronts = {
  entry,
  pressEntry: entry,
  beside: { name: "FAULTS", script: plan },
}

/**
 * The fault at a call: that call alone fails, before or after it was done, or everything from there on.
 * A stop before a call is a stop after the one before.
 */
export type Fault = { when: "before" | "after"; how: "once" | "dead" }
const faults: [name: string, fault: Fault][] = [
  ["a stop after", { when: "after", how: "dead" }],
  ["a lost answer", { when: "after", how: "once" }],
  ["a failure before", { when: "before", how: "once" }],
]

/** The short layer stops after every seventh call, the long one has each fault at every call. */
export const faultNames = sampled(faults, faults.length)
const STEP = isFull ? 1 : 7
/** More calls than any of the flows makes; a flow with more would be in a loop. */
const MOST_CALLS = 400
const MOST_ROUNDS = 12
const DEAD_LETTER_AFTER = 4

export type Message = { queue: string; body: unknown; delaySeconds?: number }
type State = { calls: string[]; hit: string | null; queued: Message[]; unbounded: string[]; held: number }

/** Fails every call with this prefix (`r2.put`, `d1`) and these words, until called with null. */
export async function breakCalls(app: App, only: string | null, words = ""): Promise<void> {
  await order(app, only === null ? { disarm: true } : { plan: { only, words } })
}

/** Holds every call whose name begins with the prefix until this is called with null. */
export async function holdCalls(app: App, only: string | null): Promise<void> {
  await order(app, { hold: only ?? "" })
}

export async function heldCalls(app: App): Promise<number> {
  return (await order(app, {})).held
}

/** While `isKept`, images are ingested when the test delivers their messages; otherwise at once. */
export async function keepIngest(app: App, isKept: boolean): Promise<void> {
  await order(app, { keepIngest: isKept })
}

/** Returns the addresses that the Worker has called without a time limit. */
export async function unboundedCalls(app: App): Promise<string[]> {
  return (await order(app, {})).unbounded
}

/** Returns the Worker's calls while this runs, in order. */
export async function callsOf(app: App, act: () => Promise<unknown>): Promise<string[]> {
  await order(app, { plan: {} })
  await act()
  return (await order(app, { disarm: true })).calls
}

/** Returns the queued messages that were not taken yet. */
export async function takeQueued(app: App): Promise<Message[]> {
  return (await order(app, { takeQueued: true })).queued
}

async function order(app: App, body: Record<string, unknown>): Promise<State> {
  const response = await fetch(`${app.origin}/__faults`, {
    method: "POST",
    headers: { connection: "close" },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as State
}

/**
 * Runs `act` repeatedly, each time with a later call failing, until a run makes fewer calls; after
 * each run, with everything working again, `recover` and `check`. Returns the calls that failed, and
 * all calls of the last run, in which none did.
 */
export async function atEveryCall<T>(
  app: App,
  fault: Fault,
  flow: {
    prepare(): Promise<T>
    act(given: T): Promise<void>
    recover(given: T): Promise<void>
    check(given: T, where: string): Promise<void>
  },
): Promise<{ hits: string[]; calls: string[] }> {
  const hits: string[] = []
  // Each kind of fault begins at another call, so that the short layer fails three calls of seven.
  const first = 1 + (STEP > 1 ? faultNames.findIndex(([, one]) => one === fault) : 0)
  for (let at = first; at <= MOST_CALLS; at += STEP) {
    const given = await flow.prepare()
    await order(app, { plan: { at, ...fault } })
    await flow.act(given)
    const { hit, calls } = await order(app, { disarm: true })
    await flow.recover(given)
    await flow.check(given, `call ${at}, ${hit ?? "no call"}, ${fault.how}`)
    if (hit === null) return { hits, calls }
    hits.push(hit)
  }
  throw new Error(`more than ${MOST_CALLS} calls`)
}

/**
 * Delivers the queued messages one after the other, each twice, until none remain; a failed one comes
 * again, and after its last try goes to the dead-letter queue, as in production.
 */
export async function drainQueue(app: App): Promise<void> {
  const tries = new Map<string, number>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { queued } = await order(app, { takeQueued: true })
    if (queued.length === 0) return
    for (const { queue, body } of [...queued, ...queued]) {
      const key = JSON.stringify(body)
      const { retried } = await app.deliver(queue, body)
      if (retried.length === 0) continue
      const tried = (tries.get(key) ?? 0) + 1
      tries.set(key, tried)
      if (tried >= DEAD_LETTER_AFTER) await app.deliver(`${queue}-dead`, body)
      else await requeue(app, { queue, body })
    }
  }
}

/** Delivers each queued message once; failed ones are put back for later. */
export async function deliverOnce(app: App): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { queued } = await order(app, { takeQueued: true })
    if (queued.length === 0) return
    const failed: Message[] = []
    for (const { queue, body } of queued) {
      const { retried } = await app.deliver(queue, body)
      if (retried.length > 0) failed.push({ queue, body })
    }
    if (failed.length === queued.length) {
      for (const message of failed) await requeue(app, message)
      return
    }
    for (const message of failed) await requeue(app, message)
  }
}

async function requeue(app: App, message: Message): Promise<void> {
  await order(app, { requeue: message })
}
