// Users' real objects in Cloudflare's test pool; tests control their clock, D1 and lifetime. Runs
// in workerd, in the same isolate as the objects.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeAll, expect, vi } from "vitest"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { LONGEST_RETRY_MS } from "../../durable-objects/alarm.ts"
import type { UserHub } from "../../durable-objects/user-hub.ts"
import { type D1Mood, worldOf } from "./hubs.ts"

export type HubName = "USER_HUB" | `PLANTED_${number}`
type Bindings = { DB: D1Database } & Record<HubName, DurableObjectNamespace<UserHub>>

/** The bindings of vitest.config.ts. */
const { DB, ...hubs } = env as unknown as Bindings

/** The columns of D1's table that an object writes. */
const mirrorTable =
  "CREATE TABLE IF NOT EXISTS user (id TEXT PRIMARY KEY, available_credits INTEGER NOT NULL DEFAULT 0, used_credits INTEGER NOT NULL DEFAULT 0, credit_seq INTEGER NOT NULL DEFAULT 0)"
beforeAll(() => DB.exec(mirrorTable))

/** The objects' log lines; an unplanned one fails its test. */
const spies = (["log", "info", "warn", "error"] as const).map((level) =>
  vi.spyOn(console, level).mockImplementation(() => undefined),
)
afterEach(() => {
  const lines = spies.flatMap(({ mock }) => mock.calls.map(String))
  for (const spy of spies) spy.mockClear()
  expect(lines.filter((line) => !line.includes("planned:"))).toEqual([])
})

/** A user's object; every call reaches it in its current state: asleep, awake or after a crash. */
export type Hub = {
  userId: string
  api: UserHubApi
  /** Sends a request to the object itself; `session` is the visitor's. */
  fetch(query: { session?: string; after?: string }, headers?: Record<string, string>): Promise<Response>
  /** Puts the object to sleep: memory is lost, sockets stay. */
  evict(): Promise<void>
  /** Crashes the object: memory and sockets are lost. */
  crash(): Promise<void>
  /** Sets how D1 answers this object from now on. */
  setD1(mood: D1Mood): void
  /** Sets how far this object's clock is ahead of the machine's. */
  setClock(aheadMs: number): void
  /** Rings its alarm at once, if it is set. */
  ring(): Promise<boolean>
  /** Makes D1 answer again and every retry due. */
  recover(): Promise<void>
  alarmAt(): Promise<number | null>
  socketCount(): Promise<number>
  /** Returns rows of the object's own SQLite. */
  query(text: string, ...values: SqlStorageValue[]): Promise<Record<string, SqlStorageValue>[]>
  /** Gives D1 the row that keeps a copy of the balance. */
  join(): Promise<void>
  mirror(): Promise<Record<string, unknown> | null>
}

/**
 * Returns an object that was never called before; `name` picks its class, with a planted bug or without.
 */
export function givenHub(name: HubName = "USER_HUB", userId: string = crypto.randomUUID()): Hub {
  const id = hubs[name].newUniqueId()
  const world = worldOf(id)
  // A stub breaks with its object: each call has one of its own.
  const stub = () => hubs[name].get(id)
  const inside = <T>(look: (state: DurableObjectState) => T | Promise<T>) =>
    runInDurableObject(stub(), (_hub, state) => look(state))
  const hub: Hub = {
    userId,
    api: new Proxy({} as UserHubApi, {
      get: (_target, method: keyof UserHubApi) => async (query: never) => await stub()[method](query),
    }),
    fetch(query, headers = { upgrade: "websocket" }) {
      const { session = "session-1", ...search } = query
      const address = new URL(`http://hub/live?${new URLSearchParams(search)}`)
      return stub().fetch(address, {
        headers: { ...headers, "x-user-id": userId, "x-session-id": session },
      })
    },
    async evict() {
      // Only an object that runs can be sent to sleep.
      await stub().balance()
      await evictDurableObject(stub())
    },
    async crash() {
      // The pool prints every abort except those that begin with these two words.
      await inside((state) => state.abort("Instance dispose: planned")).catch(() => undefined)
    },
    setD1(mood) {
      world.d1 = mood
    },
    setClock(aheadMs) {
      world.aheadMs = aheadMs
    },
    ring: () => runDurableObjectAlarm(stub()),
    async recover() {
      world.d1 = "works"
      world.aheadMs += LONGEST_RETRY_MS
      await hub.ring()
    },
    alarmAt: () => inside((state) => state.storage.getAlarm()),
    socketCount: () => inside((state) => state.getWebSockets().length),
    query: (text, ...values) => inside((state) => state.storage.sql.exec(text, ...values).toArray()),
    async join() {
      await DB.prepare("INSERT INTO user (id) VALUES (?)").bind(userId).run()
    },
    mirror: () =>
      DB.prepare("SELECT available_credits, used_credits, credit_seq FROM user WHERE id = ?")
        .bind(userId)
        .first(),
  }
  return hub
}
