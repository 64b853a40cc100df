import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays, startOfDay } from "../../contract/day.ts"
import { DAY_MS, MINUTE_MS } from "../../contract/duration.ts"
import type { Integration } from "../../contract/integrations/integration.ts"
import type { Order } from "../../contract/orders/order.ts"
import type { OrderBatchReply, SkipReason } from "../../contract/orders/order-batch.ts"
import type { Print, PrintSummary } from "../../contract/prints/print.ts"
import { seeded } from "../../harness/seeded-random.ts"
import { sizeNames, skus, World, YEAR_ZONE } from "../../harness/year/world.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"

/**
 * Sundays of a year; clocks jump on 14 March, where 02:30 is missing, and on 7 November, where 01:30
 * comes twice. `YEAR=all` lives through four times as many.
 */
const sundays =
  process.env.YEAR === "all"
    ? Array.from({ length: 51 }, (_, week) => addDays("2026-12-20", 7 * week))
    : [
        ...["2026-12-20", "2027-01-31", "2027-03-14", "2027-04-11", "2027-05-23", "2027-07-04"],
        ...["2027-08-15", "2027-09-26", "2027-11-07", "2027-12-05"],
      ]
const times = ["01:30", "02:30"]
/** The minutes after midnight at which somebody looks, the autopilots' times among them. */
const moments = [90, 150, 210]
/** The Sundays on which nobody makes prints by hand beside the autopilots. */
const isQuiet = (day: string) => sundays.indexOf(day) % 2 === 0
const MAX_CREDITS = 14
const SHIP_WITHIN_DAYS = 30
/** The days within which Etsy's orders without a ship-by date ship; Shopify's are left to a person. */
const UNDATED_WITHIN_DAYS = 5
const SEED = Number(process.env.YEAR_SEED ?? 24)

let world: World
let etsyId = ""
let shopifyId = ""
let shopifyOrders = 0
const etsyShop = "YearOfEtsy"
const shopifyShop = "year-of-shopify.myshopify.com"
const random = seeded(SEED)
const chance = (outOf: number) => random(outOf) === 0
/** The changed orders; one that changed before its first reading may have nothing to print. */
const changed = { etsy: new Set<number>(), shopify: new Set<number>() }
/** Runs of both autopilots, as they are at each Sunday's end: old ones are not kept. */
const runs: RunRow[] = []
let quietPrints = 0
/** The reasons why autopilots left items on quiet Sundays. */
const leftFor = new Set<SkipReason>()
const shopifyFailures = [
  { action: "refuse", status: 503, body: { errors: "Service unavailable" }, times: 1 },
  { action: "throttle", times: 1 },
]
let shopifyFailed = 0
/** The rows of the file by order number; each export holds all that are not too old. */
const fileRows = new Map<
  string,
  { sku: string; size: string; quantity: number; status: string; shipBy: string }
>()

beforeAll(async () => {
  await buildKernels()
  await buildWorkers()
  world = await World.open(startOfDay(sundays[0], YEAR_ZONE))
})
afterAll(() => world?.close())

test("three shops, a year of orders: each item is printed once or waits with a reason, to the cent", async () => {
  await openShops()
  for (const day of sundays) await liveThrough(day)
  await finish()

  await expectEachItemOnce()
  await expectMoneyToAddUp()
  expectRunsAsPlanned()
  await expectShopifyToHaveFailed()
})

async function openShops(): Promise<void> {
  const listings = skus.map((sku) => ({ title: `${sku} transfer`, sku, sizes: sizeNames }))
  await world.control({ vendor: "etsy", action: "sell", shop: etsyShop, listings })
  await world.control({ vendor: "etsy", action: "receipts", shop: etsyShop, count: 0 })
  etsyId = await world.connect(etsyShop, "Etsy")
  await world.client.expect("PUT", `/api/integrations/${etsyId}`, { shipsWithinDays: UNDATED_WITHIN_DAYS })
  const request = {
    ...{
      days: [0],
      timeZone: YEAR_ZONE,
      shipWithinDays: SHIP_WITHIN_DAYS,
      sheetTemplateId: world.sheetTemplateId,
    },
    ...{ action: "process", maxCreditsPerDay: MAX_CREDITS },
  }
  await world.client.expect("POST", "/api/autopilots", {
    ...request,
    ...{ integrationId: etsyId, times, packing: "by-order" },
  })
  await world.control({ vendor: "shopify", action: "orders", shop: shopifyShop, count: 0 })
  shopifyId = await world.connect(shopifyShop, "Shopify")
  await world.client.expect("POST", "/api/autopilots", {
    ...request,
    // Or as soon as there is some film, which may be at any minute.
    ...{ integrationId: shopifyId, times: times.slice(1), packing: "tightest", minLengthIn: 1.5 },
  })
}

async function reconnect(): Promise<void> {
  await world.reconnect(etsyId, etsyShop)
  await world.reconnect(shopifyId, shopifyShop)
}

/** Lives through a Sunday: buyers, vendors, the autopilots, and the seller by hand. */
async function liveThrough(day: string): Promise<void> {
  const midnight = startOfDay(day, YEAR_ZONE)
  await world.tick(midnight + MINUTE_MS)
  await world.signIn()
  await reconnect()
  const ordered = await buyersOrder(day)
  for (const minutes of moments) {
    if (chance(4)) await etsyFails()
    if (chance(3)) await shopifyFails()
    const atMs = midnight + minutes * MINUTE_MS
    // The autopilot's minute, and somebody who makes the same batch at that very moment.
    const [, batch] = await Promise.all([
      world.tick(atMs),
      !isQuiet(day) && chance(2) ? makeBatch({ shipWithinDays: 3 }) : null,
    ])
    if (chance(4)) await world.restart()
    await world.minutesUntil("no run is under way", async () => (await openRuns()) === 0)
    if (batch?._id) await handle(batch._id)
    if (!isQuiet(day)) await buyersChangeTheirMinds()
  }
  if (isQuiet(day)) {
    await expectAutopilotsToHaveTaken(ordered, midnight)
    for (const _ of moments) await buyersChangeTheirMinds()
  }
  const batch = await makeBatch({})
  if (batch._id) await handle(batch._id)
  if (chance(2)) await remakeOne()
  runs.push(...(await newRuns()))
  await world.nightly()
}

/** Returns the number of orders that a day brought to the two shops that have autopilots. */
type Ordered = { ofEtsy: number; ofShopify: number }

/** A title says what the test knows of an item, whatever Sheetsmith made of it. */
const WITH_NAME = ", with a name"
const ANY_DAY = ", any day"

/** Returns why an autopilot has to leave an item; null if it is printable and due. */
function whyLeft(title: string): SkipReason | null {
  if (title.includes(ANY_DAY)) return "no-date"
  return whyUnprintable(title)
}

/** Returns why nobody can print an item: it has no artwork, or its artwork no place for its text. */
function whyUnprintable(title: string): SkipReason | null {
  if (title.includes(skus.at(-1) ?? "")) return "unmatched"
  return title.includes(WITH_NAME) ? "no-place" : null
}

async function buyersOrder(day: string): Promise<Ordered> {
  const ordered: Ordered = { ofEtsy: 1 + random(3), ofShopify: 0 }
  await world.control({ vendor: "etsy", action: "arrive", shop: etsyShop, count: ordered.ofEtsy })
  for (let i = random(3); i >= 0; i--) {
    const sku = skus[random(skus.length)]
    ordered.ofShopify++
    const isNamed = chance(5)
    const isDated = !chance(4)
    const line = {
      sku,
      title: `${sku} transfer${isNamed ? WITH_NAME : ""}${isDated ? "" : ANY_DAY}`,
      variantTitle: sizeNames[random(2)],
      quantity: 1 + random(3),
      attributes: isNamed ? [{ key: "Name", value: "Zoë" }] : [],
    }
    const fulfillByMs = isDated ? Date.now() + 3 * DAY_MS : null
    const order = { shop: shopifyShop, lines: [line], fulfillByMs }
    await world.control({ vendor: "shopify", action: "place", ...order })
    shopifyOrders++
  }
  const number = fileRows.size + 1
  for (let i = 0; i <= random(2); i++) {
    fileRows.set(`F-${number + i}`, {
      ...{ sku: skus[random(skus.length)], size: sizeNames[random(2)], quantity: 1 + random(3) },
      ...{ status: "paid", shipBy: addDays(day, 2) },
    })
  }
  await importFile()
  return ordered
}

/** The whole file once more, as sellers do: what is known is brought up to date. */
async function importFile(): Promise<void> {
  const header = "Order Number,Item,SKU,Size,Quantity,Ship By,Status"
  const lines = [...fileRows].map(
    ([number, row]) =>
      `${number},${row.sku} transfer,${row.sku},${row.size},${row.quantity},${row.shipBy},${row.status}`,
  )
  const mapping = {
    ...{ orderNumber: "Order Number", itemTitle: "Item", sku: "SKU", size: "Size" },
    ...{ quantity: "Quantity", shipBy: "Ship By", status: "Status" },
  }
  const form = new FormData()
  form.append("mapping", JSON.stringify(mapping))
  form.append("dryRun", "false")
  form.append("file", new File([[header, ...lines].join("\n")], "orders.csv", { type: "text/csv" }))
  await world.client.expect("POST", "/api/orders/import", form)
}

async function etsyFails(): Promise<void> {
  await world.control({
    vendor: "etsy",
    action: "refuse",
    status: 500,
    error: "Service unavailable",
    times: 1,
  })
}

/** Has Shopify refuse or throttle the next call in turn. */
async function shopifyFails(): Promise<void> {
  await world.control({ vendor: "shopify", ...shopifyFailures[shopifyFailed++ % shopifyFailures.length] })
}

async function buyersChangeTheirMinds(): Promise<void> {
  const index = random((await etsyState()).arrived)
  const etsy = { vendor: "etsy", shop: etsyShop, index }
  changed.etsy.add(index)
  const atEtsy = [
    { action: "change", status: "canceled" },
    { action: "edit", place: 0, quantity: 1 + random(4) },
    { action: "refund", cents: 100 },
    { action: "bump" },
  ]
  await world.control({ ...etsy, ...atEtsy[random(atEtsy.length)] })
  const place = random(shopifyOrders)
  const shopify = { vendor: "shopify", shop: shopifyShop, index: place }
  changed.shopify.add(place)
  const atShopify = [
    { action: "cancel" },
    { action: "edit", line: 0, quantity: random(4) },
    { action: "refund" },
    { action: "bump" },
  ]
  await world.control({ ...shopify, ...atShopify[random(atShopify.length)] })
  if (chance(4)) {
    const numbers = [...fileRows.keys()]
    const row = fileRows.get(numbers[random(numbers.length)])
    if (row) row.status = "cancelled"
    await importFile()
  }
}

async function etsyState(): Promise<{ arrived: number }> {
  const reply = await fetch(`${world.standIns.origin}/__state`)
  const { etsy } = (await reply.json()) as { etsy: { shops: { name: string; arrived: number }[] } }
  const shop = etsy.shops.find(({ name }) => name === etsyShop)
  if (!shop) throw new Error("the stand-in has lost the shop")
  return shop
}

async function openRuns(): Promise<number> {
  const db = await world.db()
  const row = await db
    .prepare("SELECT count(*) AS n FROM autopilot_run WHERE state NOT IN ('done', 'failed')")
    .first<{ n: number }>()
  return row?.n ?? 0
}

async function makeBatch(request: object): Promise<OrderBatchReply> {
  const { status, data, message } = await world.client.post("/api/orders/batch", request)
  if (status === 409) return { _id: null, orders: 0, items: 0, copies: 0, skipped: [] }
  expect([200, 201], message).toContain(status)
  return data as OrderBatchReply
}

/** Prints a draft as a seller does, sometimes with a change of mind, or gives it up. */
async function handle(id: string): Promise<void> {
  const path = `/api/prints/${id}`
  if (chance(6)) {
    await world.client.expect("DELETE", `${path}/force`)
    return
  }
  if (!(await print(id))) return
  if (chance(4)) {
    // Too late, or in time: then it is printed after all.
    const { status } = await world.client.post(`${path}/cancel`)
    expect([200, 409]).toContain(status)
    if (status === 200 && !(await print(id))) return
  }
  if (chance(5)) await world.restart()
  await world.minutesUntil("the print has ended", async () => (await statusOf(id)) !== "Processing")
}

/** Processes a draft without its cancelled items; returns false if it had no others and was deleted. */
async function print(id: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const { status, message } = await world.client.post(`/api/prints/${id}/proccess`, {
      sheetTemplateId: world.sheetTemplateId,
    })
    if (status < 300) return true
    const { printItems } = await world.client.expect<Print>("GET", `/api/prints/${id}`)
    const cancelled = printItems.filter(({ orderItemId }) => orderItemId?.isCancelled)
    if (cancelled.length === 0) throw new Error(`${status} ${message}`)
    if (cancelled.length === printItems.length) {
      await world.client.expect("DELETE", `/api/prints/${id}/force`)
      return false
    }
    for (const { _id } of cancelled) await world.client.expect("DELETE", `/api/prints/${id}/${_id}`)
  }
  throw new Error(`print ${id} cannot be processed`)
}

async function statusOf(id: string): Promise<string> {
  const { status, data } = await world.client.get(`/api/prints/${id}`)
  return status === 404 ? "gone" : (data as Print).status
}

async function remakeOne(): Promise<void> {
  const done = await world.client.expect<PrintSummary[]>("GET", "/api/prints?status=Completed&limit=20")
  const [first] = done
  if (!first) return
  const { printItems } = await world.client.expect<Print>("GET", `/api/prints/${first._id}`)
  const copies = [{ itemId: printItems[0]._id, copy: 1 }]
  const remake = await world.client.send("POST", `/api/prints/${first._id}/remake`, { copies, reason: "cut" })
  expect(remake.status, remake.message).toBe(201)
  await print((remake.data as { _id: string })._id)
  await world.minutesUntil("the remake has ended", async () => (await prints("Processing")).length === 0)
}

async function prints(status: string): Promise<PrintSummary[]> {
  return world.client.expect("GET", `/api/prints?status=${encodeURIComponent(status)}&limit=999`)
}

/** Reads all shops once more without faults, and prints the rest by hand. */
async function finish(): Promise<void> {
  await world.control({ vendor: "etsy", action: "refuse", status: 500, error: "", times: 0 })
  const read = (id: string) => world.client.expect("GET", `/api/integrations/${id}/orders`)
  await reconnect()
  for (const id of [etsyId, shopifyId]) await read(id)
  await world.minutesUntil("all is read", async () => {
    // A refresh token works once: one that a stop has cut off from its answer is lost, and the seller connects anew.
    await reconnect()
    const shops = await world.client.expect<Integration[]>("GET", "/api/integrations?limit=20")
    for (const { _id, syncState } of shops) if (syncState === "failed") await read(_id)
    return shops.every(({ syncState }) => syncState === "idle")
  })
  await importFile()
  for (const { _id } of [...(await prints("In Draft")), ...(await prints("Cancelled"))]) await print(_id)
  await world.minutesUntil("all is printed", async () => (await prints("Processing")).length === 0)
  const rest = await makeBatch({})
  if (rest._id) await print(rest._id)
  await world.minutesUntil("the rest is printed", async () => (await prints("Processing")).length === 0)
}

type ItemRow = {
  id: string
  title: string
  isCancelled: number
  quantity: number
  hasChanged: number
  prints: number
  printed: number
}

async function expectEachItemOnce(): Promise<void> {
  const db = await world.db()
  const { results: items } = await db
    .prepare(
      `SELECT order_item.id, order_item.title, order_item.quantity, "order".is_cancelled OR order_item.is_cancelled AS isCancelled,
        order_item.changes <> '[]' AS hasChanged, count(print.id) AS prints, coalesce(sum(CASE WHEN print.id IS NOT NULL THEN print_item.quantity END), 0) AS printed
      FROM order_item JOIN "order" ON "order".id = order_item.order_id
      LEFT JOIN print_item ON print_item.order_item_id = order_item.id AND print_item.printed_at IS NOT NULL
      LEFT JOIN print ON print.id = print_item.print_id AND print.remake_reason IS NULL
      GROUP BY order_item.id`,
    )
    .all<ItemRow>()
  const reasons = await reasonsOf({})
  const wrong = items.filter((item) => {
    if (item.isCancelled) return item.prints > 1
    const why = whyUnprintable(item.title)
    if (why !== null) return item.prints > 0 || reasons.get(item.id) !== why
    return item.prints !== 1 || (item.printed !== item.quantity && !item.hasChanged)
  })
  expect(wrong.map((item) => ({ ...item, reason: reasons.get(item.id) }))).toEqual([])
  expect(items.filter(({ prints }) => prints === 1).length).toBeGreaterThan(30)
  const { arrived } = await etsyState()
  const ofEtsy = await ordersOf(etsyId)
  const ofShopify = await ordersOf(shopifyId)
  const all = await ordersOf(null)
  expect(ofEtsy).toBeLessThanOrEqual(arrived)
  expect(ofEtsy).toBeGreaterThanOrEqual(arrived - changed.etsy.size)
  expect(ofShopify).toBeLessThanOrEqual(shopifyOrders)
  expect(ofShopify).toBeGreaterThanOrEqual(shopifyOrders - changed.shopify.size)
  expect(all - ofEtsy - ofShopify).toBe(fileRows.size)
}

/** Returns why a batch leaves each item; checks that none could be printed. */
async function reasonsOf(request: object): Promise<Map<string, SkipReason>> {
  const dryRun = { ...request, dryRun: true }
  const { skipped, items } = await world.client.expect<OrderBatchReply>("POST", "/api/orders/batch", dryRun)
  expect(items, "nothing that could be printed is left").toBe(0)
  return new Map(skipped.map(({ orderItemId, reason }) => [orderItemId, reason]))
}

/** Returns the number of known orders, of one shop or of all. */
async function ordersOf(integrationId: string | null): Promise<number> {
  const db = await world.db()
  const row = await db
    .prepare(`SELECT count(*) AS n FROM "order" WHERE ?1 IS NULL OR integration_id = ?1`)
    .bind(integrationId)
    .first<{ n: number }>()
  return row?.n ?? 0
}

async function expectMoneyToAddUp(): Promise<void> {
  const db = await world.db()
  const hub = await world.hub()
  const copies = await db
    .prepare("SELECT sum(credits) AS n FROM attempt WHERE state = 'completed'")
    .first<{ n: number }>()
  expect(await hub.balance()).toMatchObject({ used: copies?.n, held: 0 })
  const { results } = await db
    .prepare(
      `SELECT print.id, json_extract(attempt.cost, '$.total') AS total,
        json_extract(attempt.cost, '$.film') + json_extract(attempt.cost, '$.ink') + json_extract(attempt.cost, '$.credits') AS parts,
        (SELECT sum(cost_cents) FROM print_item WHERE print_item.print_id = print.id) AS shares
      FROM print JOIN attempt ON attempt.id = print.attempt_id WHERE attempt.state = 'completed'`,
    )
    .all<{ id: string; total: number; parts: number; shares: number }>()
  expect(
    results.filter(({ total, parts, shares }) => !(total > 0) || total !== parts || total !== shares),
  ).toEqual([])
  const totalCents = results.reduce((sum, { total }) => sum + total, 0)
  const orders = await world.client.expect<(Order & { cost: { amount: number } | null })[]>(
    "GET",
    "/api/orders?limit=999",
  )
  const ofOrders = orders.reduce((sum, { cost }) => sum + Math.round((cost?.amount ?? 0) * 100), 0)
  expect(ofOrders).toBe(totalCents)
  const reports = await world.client.expect<{ rows: { cost: { total: number } | null }[] }>(
    "GET",
    `/api/reports?from=2026-12-01&to=2027-12-31&by=month`,
  )
  const reported = reports.rows.reduce((sum, { cost }) => sum + Math.round((cost?.total ?? 0) * 100), 0)
  expect(reported).toBe(totalCents)
}

type RunRow = {
  id: string
  integrationId: string
  slot: string
  state: string
  day: string
  credits: number
  report: string
  printId: string | null
}

async function newRuns(): Promise<RunRow[]> {
  const db = await world.db()
  const { results } = await db
    .prepare(
      `SELECT run.id, autopilot.integration_id AS integrationId, run.slot, run.state, run.day, run.credits, run.report,
        run.print_id AS printId
      FROM autopilot_run run JOIN autopilot ON autopilot.id = run.autopilot_id ORDER BY run.slot`,
    )
    .all<RunRow>()
  const known = new Set(runs.map(({ id }) => id))
  return results.filter(({ id }) => !known.has(id))
}

/**
 * Checks that, where nobody else prints, all items of that day that are printable and due are in prints
 * of the autopilots: done, or drafts because of the day's limit. Each other item is left for its reason.
 */
async function expectAutopilotsToHaveTaken(ordered: Ordered, midnight: number): Promise<void> {
  await world.minutesUntil("all is printed", async () => (await prints("Processing")).length === 0)
  const db = await world.db()
  const { results } = await db
    .prepare(
      `SELECT "order".integration_id AS integrationId, "order".id AS orderId, order_item.id, order_item.title,
        (SELECT count(*) FROM print_item JOIN autopilot_run run ON run.print_id = print_item.print_id
          WHERE print_item.order_item_id = order_item.id) AS taken
      FROM order_item JOIN "order" ON "order".id = order_item.order_id
      WHERE "order".ordered_at >= ?1 AND "order".integration_id IN (?2, ?3)`,
    )
    .bind(midnight, etsyId, shopifyId)
    .all<{ integrationId: string; orderId: string; id: string; title: string; taken: number }>()
  const orders = (id: string) =>
    new Set(results.filter((row) => row.integrationId === id).map(({ orderId }) => orderId)).size
  expect([orders(etsyId), orders(shopifyId)]).toEqual([ordered.ofEtsy, ordered.ofShopify])
  const ofDay = await newRuns()
  const wrong = results.filter(({ title, taken }) => taken !== (whyLeft(title) === null ? 1 : 0))
  expect(wrong, JSON.stringify(ofDay)).toEqual([])
  for (const id of [etsyId, shopifyId]) {
    const left = await reasonsOf({ integrationId: id, shipWithinDays: SHIP_WITHIN_DAYS })
    for (const item of results.filter(({ integrationId }) => integrationId === id)) {
      const why = whyLeft(item.title)
      if (why === null) continue
      expect([item.title, left.get(item.id)]).toEqual([item.title, why])
      leftFor.add(why)
    }
  }
  const printed = ofDay.filter(({ printId }) => printId !== null)
  for (const { printId, credits, report } of printed) {
    const print = await world.client.expect<Print>("GET", `/api/prints/${printId}`)
    const isOverLimit = /may spend/.test(JSON.parse(report).notes.join(" "))
    expect([print.status, credits]).toEqual(isOverLimit ? ["In Draft", 0] : ["Completed", print.copies])
  }
  quietPrints += printed.length
}

/**
 * Checks that each time of each Sunday had one run, whatever the clock did, and none spent more than
 * allowed. Weeks that the test leaps over are reported as missed, once for each leap.
 */
function expectRunsAsPlanned(): void {
  const isMissed = ({ report }: RunRow) => /It was missed/.test(JSON.parse(report).notes.join(" "))
  const slotsOf = (id: string, ofMissed: boolean) =>
    runs
      .filter((run) => run.integrationId === id && /^\d/.test(run.slot) && isMissed(run) === ofMissed)
      .map(({ slot }) => slot)
      .toSorted()
  const leaps = sundays.slice(0, -1).filter((day, i) => addDays(day, 7) !== sundays[i + 1])
  for (const [id, own] of [
    [etsyId, times],
    [shopifyId, times.slice(1)],
  ] as const) {
    expect(slotsOf(id, false)).toEqual(sundays.flatMap((day) => own.map((time) => slotOf(day, time))))
    expect(slotsOf(id, true)).toEqual(leaps.map((day) => slotOf(addDays(day, 7), own[0])))
  }
  const failed = runs.filter((run) => run.state !== "done" && !isMissed(run))
  expect(failed).toEqual([])
  const spent = new Map<string, number>()
  for (const { integrationId, day, credits } of runs)
    spent.set(`${integrationId} ${day}`, (spent.get(`${integrationId} ${day}`) ?? 0) + credits)
  expect(Math.max(...spent.values())).toBeLessThanOrEqual(MAX_CREDITS)
  // Something came in on each of the quiet Sundays, and most of it has artwork.
  expect(quietPrints).toBeGreaterThanOrEqual(sundays.filter(isQuiet).length)
  expect([...leftFor].toSorted()).toEqual(["no-date", "no-place", "unmatched"])
}

/** Checks that each kind of failure has met a call of a sync. */
async function expectShopifyToHaveFailed(): Promise<void> {
  const reply = await fetch(`${world.standIns.origin}/__state`)
  const { shopify } = (await reply.json()) as {
    shopify: { refused: number; throttled: number; pending: { throttles: number; refusals: number } }
  }
  expect(shopifyFailed).toBeGreaterThanOrEqual(shopifyFailures.length)
  expect(shopify.pending).toMatchObject({ throttles: 0, refusals: 0 })
  expect(shopify.refused).toBeGreaterThan(0)
  expect(shopify.throttled).toBeGreaterThan(0)
}

/** Returns the slot of a time; one that its day does not have runs once the clock has jumped. */
function slotOf(day: string, time: string): string {
  return `${day} ${day === "2027-03-14" && time === "02:30" ? "03:00" : time}`
}
