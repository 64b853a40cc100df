import { expect, test } from "vitest"
import { MINUTE_MS } from "../../contract/duration.ts"
import { makeId } from "../../contract/id.ts"
import { useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import type { Reply } from "../../local/client.ts"
import { EVERY_MINUTE } from "../../worker/work/triggers.ts"
import { formOf, givenImage, givenPrint, givenSize } from "../worker/artwork/artwork-steps.ts"
import { givenDue } from "../worker/orders/order-steps.ts"
import { atEveryCall, type Fault, faultNames, faultyFronts } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const LONG_MS = 15 * MINUTE_MS
/** The words of planned failures, the only ones here; one that D1 reports is wrapped by the query. */
const planned = /planned:|Failed query/
/** The repeats at the same time. */
const AT_ONCE = 20
/** The repeats after which a call has to have come to its end. */
const MOST_REPEATS = 6

type Call = { method: string; path: string; body: () => unknown }

/** The things of an account that a call could make twice. */
async function counts(userId: string): Promise<Record<string, number>> {
  const tables = ["image", "size", "print", "attempt", "payment", "job", "access_token"]
  const sums = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE user_id = ?1) AS ${table}`)
  const copies =
    "(SELECT coalesce(sum(copies), 0) FROM print WHERE user_id = ?1 AND trashed_at IS NULL) AS copies"
  const row = await app.db
    .prepare(`SELECT ${[...sums, copies].join()}`)
    .bind(userId)
    .first<Record<string, number>>()
  return row ?? {}
}

function isReplayed({ headers }: Reply): boolean {
  return headers.get("idempotent-replayed") === "true"
}

async function given() {
  const { client, userId, hub } = await app.givenUser({ name: "Keyed", credits: 5_000 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(90, 90) })
  const sizeId = await givenSize(client, "M", 1)
  const item = { imageId: image._id, sizeId, quantity: 2 }
  let orders = 0
  const draft = () => givenPrint(client, [item])
  const bytes = await softArtPng(60, 60)
  /** The calls, each with what one of them adds. */
  const calls: Record<string, { prepare: () => Promise<Call>; adds: Record<string, number> }> = {
    size: {
      prepare: async () => ({
        method: "POST",
        path: "/api/sizes",
        body: () => ({ name: "Back", value: 12 }),
      }),
      adds: { size: 1 },
    },
    upload: {
      prepare: async () => ({
        ...{ method: "POST", path: "/api/images/bulk-upload" },
        body: () => formOf([{ name: "owl.png", bytes }]),
      }),
      adds: { image: 1 },
    },
    draft: {
      prepare: async () => ({ method: "POST", path: "/api/prints", body: () => ({ printItems: [item] }) }),
      adds: { print: 1, copies: 2 },
    },
    item: {
      prepare: async () => ({
        method: "POST",
        path: `/api/prints/${(await draft())._id}/printItem`,
        body: () => item,
      }),
      adds: { print: 1, copies: 4 },
    },
    batch: {
      prepare: async () => {
        await givenDue(app, userId, `K${orders++}`, Date.now())
        return { method: "POST", path: "/api/orders/batch", body: () => ({}) }
      },
      adds: { print: 1, copies: 1 },
    },
    process: {
      prepare: async () => ({
        method: "POST",
        path: `/api/prints/${(await draft())._id}/proccess`,
        body: () => ({}),
      }),
      adds: { print: 1, copies: 2, attempt: 1 },
    },
    deletion: {
      prepare: async () => ({
        method: "DELETE",
        path: `/api/prints/${(await draft())._id}/force`,
        body: () => undefined,
      }),
      adds: { print: 1 },
    },
    payment: {
      prepare: async () => ({ method: "POST", path: "/api/buyCredits", body: () => ({ sku: "credits100" }) }),
      adds: { payment: 1 },
    },
    token: {
      prepare: async () => ({
        ...{ method: "POST", path: "/api/tokens" },
        body: () => ({ name: "Shop", scopes: ["images:read"] }),
      }),
      adds: { access_token: 1 },
    },
  }
  return { client, userId, hub, calls, item }
}

const names = ["size", "upload", "draft", "item", "batch", "process", "deletion", "payment", "token"]
const cases = names.flatMap((call) => faultNames.map(([name, fault]) => [call, name, fault] as const))

/** Has the sweep hold the credits of prints whose start could not: who started them was told that they are on their way. */
async function holdWhatWaits(): Promise<void> {
  const waits = () => app.db.prepare("SELECT 1 FROM attempt WHERE state = 'holding'").first()
  for (let round = 1; round <= 6 && (await waits()); round++) {
    // Started prints are as they shall be; nobody draws them.
    await app.db
      .prepare("UPDATE attempt SET retry_at = 9e15, updated_at = 9e15 WHERE state <> 'holding'")
      .run()
    await app.runtime.runCron(EVERY_MINUTE, Date.now() + round * 6 * MINUTE_MS)
  }
}

test.each(cases)(
  "%s: %s at any call of one with a key, and then twenty repeats at once, make one thing and take one charge",
  async (name, _name, fault: Fault) => {
    app.expectErrors(planned)
    const { client, userId, hub, calls } = await given()
    const { prepare, adds } = calls[name]
    let runs = 0
    await atEveryCall(app, fault, {
      async prepare() {
        const before = await counts(userId)
        return { call: await prepare(), headers: { "idempotency-key": crypto.randomUUID() }, before }
      },
      async act({ call, headers }) {
        await client.send(call.method, call.path, call.body(), headers)
      },
      async recover({ call, headers }) {
        const send = () => client.send(call.method, call.path, call.body(), headers)
        let reply: Reply | undefined
        for (let times = 0; times < MOST_REPEATS && !reply; times++) {
          // The time of a dead isolate's lease passes.
          await app.db.prepare("UPDATE keyed_call SET lease_until = 0 WHERE lease_until IS NOT NULL").run()
          const replies = await Promise.all(Array.from({ length: AT_ONCE }, send))
          const done = replies.filter(({ status }) => status < 300)
          expect(new Set(done.map(({ data }) => JSON.stringify(data))).size).toBeLessThan(2)
          expect(done.filter((one) => !isReplayed(one)).length).toBeLessThan(2)
          reply = done[0]
        }
        expect(reply?.status, call.path).toBeLessThan(300)
        await holdWhatWaits()
        const again = await send()
        expect([again.status, again.data, isReplayed(again)]).toEqual([reply?.status, reply?.data, true])
      },
      async check({ before }, where) {
        const after = await counts(userId)
        const added = Object.entries(after).flatMap(([what, n]) =>
          n === before[what] ? [] : [[what, n - before[what]]],
        )
        expect(Object.fromEntries(added), where).toEqual(adds)
        runs += 1
        const held = 2 * runs * (adds.attempt ?? 0)
        expect(await hub.balance(), where).toMatchObject({ held, available: 5_000 - held })
      },
    })
  },
  LONG_MS,
)

test.each(faultNames)(
  "job: %s at any call of its steps makes one print and takes one charge",
  async (_name, fault) => {
    app.expectErrors(planned)
    const { userId, hub, item } = await given()
    let jobs = 0
    const { calls } = await atEveryCall(app, fault, {
      async prepare() {
        jobs += 1
        // Started prints are as they shall be; nobody draws them.
        await app.db.prepare("UPDATE attempt SET retry_at = 9e15, updated_at = 9e15").run()
        await app.db.prepare("UPDATE job SET retry_at = NULL").run()
        const id = makeId(Date.now())
        const request = {
          items: [item, { ...item, sizeId: undefined, widthIn: 1 + jobs / 10 }],
          action: "process",
        }
        await app.db
          .prepare(
            "INSERT INTO job (id, user_id, state, request, retry_at, created_at, updated_at) VALUES (?, ?, 'reading', ?, 1000, ?, ?)",
          )
          .bind(id, userId, JSON.stringify(request), Date.now(), Date.now())
          .run()
        return { id }
      },
      async act({ id }) {
        await app.deliver("sheetsmith-run", { kind: "job", jobId: id, leaseUntilMs: 1000 })
      },
      async recover({ id }) {
        const state = async () =>
          (await app.db.prepare("SELECT state FROM job WHERE id = ?").bind(id).first<{ state: string }>())
            ?.state
        for (let round = 1; round <= 12 && (await state()) !== "rendering"; round++) {
          await app.runtime.runCron(EVERY_MINUTE, Date.now() + round * 10 * MINUTE_MS)
          for (let look = 0; look < 50 && (await state()) !== "rendering"; look++)
            await new Promise((resolve) => setTimeout(resolve, 40))
        }
        await holdWhatWaits()
      },
      async check({ id }, where) {
        const { results } = await app.db
          .prepare(
            `SELECT job.state, print.copies, (SELECT count(*) FROM attempt WHERE attempt.print_id = print.id) AS attempts,
              (SELECT count(*) FROM print AS other WHERE other.user_id = job.user_id) AS prints
            FROM job JOIN print ON print.id = job.print_id WHERE job.id = ?`,
          )
          .bind(id)
          .all()
        expect(results, where).toEqual([{ state: "rendering", copies: 4, attempts: 1, prints: jobs }])
        expect(await hub.balance(), where).toMatchObject({ held: 4 * jobs, available: 5_000 - 4 * jobs })
        // One size of each width, however often it was asked for.
        expect((await counts(userId)).size, where).toBe(1 + jobs)
      },
    })
    expect(calls.some((call) => call.startsWith("hub."))).toBe(true)
  },
  LONG_MS,
)
