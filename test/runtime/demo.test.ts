import { beforeAll, expect, onTestFinished, test } from "vitest"
import type { LedgerEntry } from "../../contract/credits/hub.ts"
import { addDays } from "../../contract/day.ts"
import type { Delivery } from "../../contract/delivery/delivery.ts"
import { makeId } from "../../contract/id.ts"
import type { Print, PrintSummary } from "../../contract/prints/print.ts"
import type { Report } from "../../contract/reports/report.ts"
import { longTest } from "../../harness/long-test.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import type { Client } from "../../local/client.ts"
import { livenDemo, seedDemo } from "../../local/demo/demo.ts"
import { makePast, type PastLibrary } from "../../local/demo/past-rows.ts"
import { startRuntime } from "../../local/runtime.ts"
import { seed } from "../../local/seed.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"
import { entryChange } from "../../web/features/credits/entry-words.ts"
import { EVERY_MINUTE, NIGHTLY } from "../../worker/work/triggers.ts"

const WEEKS = 12

beforeAll(async () => {
  await buildKernels()
  await buildWorkers()
})

async function givenDemo() {
  const standIns = await serveStandIns(0)
  const errors: string[] = []
  const onError = (line: string) => errors.push(line) > 0
  const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin, onError })
  onTestFinished(async () => {
    await runtime.dispose()
    await standIns.close()
  })
  const seller = await seed(runtime, standIns.origin)
  if (seller === null) throw new Error("the demo seller was there before")
  await seedDemo(runtime, seller)
  return { runtime, standIns, seller, client: seller.client, errors }
}

longTest("the demo's past agrees with itself, with the ledger and with every sweep", async () => {
  const { runtime, standIns, client, errors } = await givenDemo()
  const db = await runtime.miniflare.getD1Database("DB")
  const today = new Date().toISOString().slice(0, 10)
  const range = `from=${addDays(today, -7 * WEEKS)}&to=${today}`
  const report = () => client.expect<Report>("GET", `/api/reports?${range}&by=week`)

  const { total, rows, shops, remakes, designs } = await report()
  const weeks = rows.filter(({ prints }) => prints > 0)
  expect(weeks.length).toBeGreaterThanOrEqual(WEEKS)
  expect(designs.length).toBeGreaterThan(5)
  expect(shops.filter(({ _id, orders }) => _id !== null && orders > 0)).toHaveLength(2)
  expect(remakes.map(({ reason }) => reason).sort()).toEqual(["cut", "ink"])
  const prints = await everyPage<PrintSummary>(client, "/api/prints?status=Deleted")
  expect(total.prints).toBe(prints.length)
  expect(total.copies).toBe(prints.reduce((sum, { copies }) => sum + copies, 0))
  const cents = (amount: number) => Math.round(100 * amount)
  const costs = prints.map(({ cost }) => cents(cost?.total ?? Number.NaN))
  expect(cents(total.cost?.total ?? 0)).toBe(costs.reduce((sum, cost) => sum + cost, 0))
  expect(total.filmIn).toBeLessThan(total.boxesFilmIn)
  for (const { _id, cost } of prints.slice(0, 3)) {
    const shares = await db
      .prepare("SELECT sum(cost_cents) AS cents FROM print_item WHERE print_id = ?")
      .bind(_id)
      .first<{ cents: number }>()
    expect(shares?.cents).toBe(cents(cost?.total ?? 0))
  }

  // The ledger: its balance is that of the statement, and what was used is what was printed.
  const entries = await everyPage<LedgerEntry>(client, "/api/statement")
  type Credit = { availableCredits: number; usedCredits: number }
  const credit = async () => (await client.expect<{ credit: Credit }>("GET", "/api/profile")).credit
  await expect.poll(async () => (await credit()).usedCredits).toBe(total.copies)
  const { availableCredits } = await credit()
  expect(availableCredits).toBe(entries.reduce((sum, entry) => sum + entryChange(entry), 0))
  expect(availableCredits).toBeGreaterThanOrEqual(100)
  const payments = await everyPage<{ status: string; credits: number }>(client, "/api/payments")
  expect(payments.map(({ status }) => status)).toEqual(["Completed", "Completed"])

  const [autopilot] = await client.expect<{ _id: string }[]>("GET", "/api/autopilots")
  const runs = await client.expect<{ state: string; orders: number }[]>(
    "GET",
    `/api/autopilots/${autopilot._id}/runs`,
  )
  expect(runs.length).toBeGreaterThan(20)
  expect(runs.filter(({ orders }) => orders > 0).length).toBeGreaterThan(3)
  expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(["done"]))

  // Nothing refers to what is not there, and a minute and a night change nothing and complain of nothing.
  expect((await db.prepare("PRAGMA foreign_key_check").all()).results).toEqual([])
  for (const cron of [EVERY_MINUTE, NIGHTLY, "@restart"]) await runtime.runCron(cron)
  expect((await report()).total).toEqual(total)
  expect(await everyPage(client, "/api/prints?status=Deleted")).toEqual(prints)
  const lost = await db.prepare("SELECT count(*) AS count FROM doomed_object").first<{ count: number }>()
  expect(lost?.count).toBe(0)
  expect(errors).toEqual([])

  expect(await seed(runtime, standIns.origin), "a second start leaves it alone").toBeNull()
})

test("the past is the same for the same library and day, and a day later a day younger", () => {
  const library: PastLibrary = {
    ...{ userId: makeId(1), templateId: makeId(2) },
    stores: [
      { id: makeId(3), type: "Etsy" },
      { id: makeId(4), type: "Shopify" },
    ],
    prices: { filmPrice: { amount: 3.8, per: "foot", currency: "USD" } },
    images: [{ id: makeId(5), name: "moth.svg", skuKey: "moth", width: 900, height: 1_000 }],
    sizes: [
      { id: makeId(6), name: "Adult chest", valueIn: 10 },
      { id: makeId(7), name: "Left chest", valueIn: 3.5 },
      { id: makeId(8), name: "Toddler", valueIn: 5 },
      { id: makeId(9), name: "Youth chest", valueIn: 7.5 },
      { id: makeId(10), name: "Sleeve", valueIn: 3 },
    ],
  }
  const nowMs = Date.UTC(2026, 10, 27, 15)
  const past = makePast(library, nowMs)
  expect(makePast(library, nowMs)).toEqual(past)
  const later = makePast(library, nowMs + 86_400_000)
  expect(later.prints.map(({ printedAt }) => printedAt - 86_400_000)).toEqual(
    past.prints.map(({ printedAt }) => printedAt),
  )
  for (const { printedAt, sheets, credits } of past.prints) {
    expect(printedAt).toBeLessThan(nowMs)
    expect(sheets.flatMap(({ placements }) => placements)).toHaveLength(credits)
  }
})

longTest(
  "after the start the demo gets a print shop, names on artwork and three finished prints",
  async () => {
    const { standIns, seller, client, errors } = await givenDemo()
    await livenDemo(seller, standIns.origin)
    const done = await everyPage<PrintSummary>(client, "/api/prints?status=Completed")
    expect(done).toHaveLength(3)
    for (const { fileId, cost } of done) {
      expect(fileId.map(({ path }) => path.replace(/^.*\./, "")).sort()).toEqual(["pdf", "png"])
      expect(cost).not.toBeNull()
    }
    const full = await Promise.all(done.map(({ _id }) => client.expect<Print>("GET", `/api/prints/${_id}`)))
    expect(
      full.flatMap(({ printItems }) => printItems).some(({ values }) => values.name && values.number),
    ).toBe(true)
    const sent = async () =>
      (
        await Promise.all(
          done.map(({ _id }) => client.expect<Delivery[]>("GET", `/api/prints/${_id}/deliveries`)),
        )
      ).flatMap((list) => list.map(({ state }) => state))
    await expect.poll(sent).toEqual(["sent"])
    expect(errors).toEqual([])
  },
)

async function everyPage<T>(client: Client, path: string): Promise<T[]> {
  const rows: T[] = []
  for (let page = 1; ; page++) {
    const { data } = await client.get(`${path}${path.includes("?") ? "&" : "?"}limit=100&page=${page}`)
    const some = data as T[]
    rows.push(...some)
    if (some.length < 100) return rows
  }
}
