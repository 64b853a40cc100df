import { afterAll, beforeAll, expect, test } from "vitest"
import type { LedgerEntry } from "../../contract/credits/hub.ts"
import { addDays, startOfDay } from "../../contract/day.ts"
import { DAY_MS, MINUTE_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import type { Integration } from "../../contract/integrations/integration.ts"
import { RETENTION_DAYS, TRIAL_CREDITS } from "../../contract/limit.ts"
import type { Order } from "../../contract/orders/order.ts"
import type { OrderBatchReply, SkipReason } from "../../contract/orders/order-batch.ts"
import type { Manifest } from "../../contract/prints/manifest.ts"
import type { Print, PrintSummary } from "../../contract/prints/print.ts"
import type { Report } from "../../contract/reports/report.ts"
import { countOwned } from "../../harness/owned-counts.ts"
import { seeded } from "../../harness/seeded-random.ts"
import { stoppingAfter } from "../../harness/stopping-databases.ts"
import { type Books, type Item, readBooks } from "../../harness/year/books.ts"
import { GRANTED_CREDITS, type Seller, sizeNames, skus, World, YEAR_ZONE } from "../../harness/year/world.ts"
import { buildKernels } from "../../local/build-kernels.ts"
import { buildWorkers } from "../../local/bundle.ts"
import { type Shop as EtsyShop, receiptId } from "../../stand-ins/etsy/etsy-shop.ts"
import { ARCHIVE_DAYS, UNTOUCHED_MS } from "../../worker/data/documents.ts"
import type { DatabaseName } from "../../worker/database-name.ts"
import { moveAccount } from "../../worker/flows/accounts/move-account.ts"

/**
 * Sundays of a year; clocks jump on 14 March, where 02:30 is missing, and on 7 November, where 01:30
 * comes twice. `YEAR=all` lives through four times as many, and a list (`YEAR=2027-05-23,2027-07-04`) through those.
 */
const sundays = sundaysOf(process.env.YEAR ?? "ten")
const times = ["01:30", "02:30"]
/** The minutes after midnight at which somebody looks, the autopilots' times among them. */
const moments = [90, 150, 210]
/** The Sunday on which a seller's account moves to the other database, and the minute after midnight. */
const MOVING_DAY = "2027-07-04"
const MOVING_MINUTE = 150
/** The calls of the databases after which the first command of the move is killed, in the middle of its copies. */
const KILLED_AFTER = 40
/** The Sundays on which nobody makes prints by hand beside the autopilots. */
const isQuiet = (day: string) => day !== MOVING_DAY && sundays.indexOf(day) % 2 === 0
const MAX_CREDITS = 14
const SHIP_WITHIN_DAYS = 30
/** The days within which Etsy's orders without a ship-by date ship; Shopify's are left to a person. */
const UNDATED_WITHIN_DAYS = 5
const SEED = Number(process.env.YEAR_SEED ?? 24)

function sundaysOf(year: string): string[] {
  if (year === "all") return Array.from({ length: 51 }, (_, week) => addDays("2026-12-20", 7 * week))
  if (year !== "ten") return year.split(",")
  return [
    ...["2026-12-20", "2027-01-31", "2027-03-14", "2027-04-11", "2027-05-23", "2027-07-04"],
    ...["2027-08-15", "2027-09-26", "2027-11-07", "2027-12-05"],
  ]
}

let world: World
let etsyId = ""
let shopifyId = ""
/** The ids of Shopify's orders, in their sequence. */
const shopifyOrders: string[] = []
const etsyShop = "YearOfEtsy"
const shopifyShop = "year-of-shopify.myshopify.com"
const random = seeded(SEED)
const chance = (outOf: number) => random(outOf) === 0
/** Shopify's orders that lost pieces before they were read: one without any is never known. */
const lessenedUnread = new Set<string>()
/** The places on film of each copy of the completed prints, as their manifests said within the day. */
const placed = new Map<string, ReturnType<typeof placesIn>>()
/** True while an account is being moved: for seconds its changes are refused. */
let isMoving = false
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

/** The seller with a shop at Etsy and one of files, who moves in July. */
const yara = () => world.seller("yara")
/** The seller with a shop at Shopify. */
const zeno = () => world.seller("zeno")

test("three shops in two databases, a year of orders and a move: each item is printed once or waits with a reason, to the cent, and archived months are as before", async () => {
  const startedMs = performance.now()
  await openShops()
  for (const day of sundays) await liveThrough(day)
  await finish()
  await expectAllAccountedFor()
  await expectMonthsInArchives()
  expectRunsAsPlanned()
  await expectShopifyToHaveFailed()
  console.info(`The year took ${Math.round((performance.now() - startedMs) / 1000)} s.`)
})

async function openShops(): Promise<void> {
  const listings = skus.map((sku) => ({ title: `${sku} transfer`, sku, sizes: sizeNames }))
  await world.control({ vendor: "etsy", action: "sell", shop: etsyShop, listings })
  await world.control({ vendor: "etsy", action: "receipts", shop: etsyShop, count: 0 })
  etsyId = await world.connect(yara(), etsyShop, "Etsy")
  const rule = { shipsWithinDays: UNDATED_WITHIN_DAYS }
  await yara().client.expect("PUT", `/api/integrations/${etsyId}`, rule)
  const request = ({ sheetTemplateId }: Seller) => ({
    ...{ days: [0], timeZone: YEAR_ZONE, shipWithinDays: SHIP_WITHIN_DAYS, sheetTemplateId },
    ...{ action: "process", maxCreditsPerDay: MAX_CREDITS },
  })
  await yara().client.expect("POST", "/api/autopilots", {
    ...request(yara()),
    ...{ integrationId: etsyId, times, packing: "by-order" },
  })
  await world.control({ vendor: "shopify", action: "orders", shop: shopifyShop, count: 0 })
  shopifyId = await world.connect(zeno(), shopifyShop, "Shopify")
  await zeno().client.expect("POST", "/api/autopilots", {
    ...request(zeno()),
    // Or as soon as there is some film, which may be at any minute.
    ...{ integrationId: shopifyId, times: times.slice(1), packing: "tightest", minLengthIn: 1.5 },
  })
}

async function reconnect(): Promise<void> {
  await world.reconnect(yara(), etsyId, etsyShop)
  await world.reconnect(zeno(), shopifyId, shopifyShop)
}

/** Lives through a Sunday: buyers, vendors, the autopilots, and the sellers by hand. */
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
    const isMovingNow = day === MOVING_DAY && minutes === MOVING_MINUTE
    if (isMovingNow) await beginMove(atMs)
    const seller = isMovingNow ? yara() : anySeller()
    // The autopilot's minute, and somebody who makes the same batch at that very moment.
    const [, batch] = await Promise.all([
      world.tick(atMs),
      isMovingNow || (!isQuiet(day) && chance(2)) ? makeBatch(seller, { shipWithinDays: 3 }) : null,
      isMovingNow ? goOnMoving() : null,
    ])
    if (isMovingNow) await endMove()
    const isRestarted = chance(4)
    if (isRestarted) await world.restart()
    await world.minutesUntil("no run is under way", async () => (await openRuns()) === 0)
    // The stop may have cut off a vendor's new tokens, and the autopilot's next time needs them.
    if (isRestarted) await reconnect()
    if (batch?._id) await handle(seller, batch._id)
    if (!isQuiet(day)) await buyersChangeTheirMinds()
  }
  if (isQuiet(day)) {
    await expectAutopilotsToHaveTaken(ordered, midnight)
    for (const _ of moments) await buyersChangeTheirMinds()
  }
  for (const seller of world.sellers) {
    const batch = await makeBatch(seller, {})
    if (batch._id) await handle(seller, batch._id)
  }
  if (chance(2)) await remakeOne(anySeller())
  for (const seller of world.sellers) {
    await notePlaces(seller)
    await ship(seller, () => !chance(4))
  }
  if (day === MOVING_DAY) await expectNothingLeftBehind()
  runs.push(...(await newRuns()))
  // What was written on a day is archived in the second night after it at the earliest.
  await world.tick(Date.now() + 2 * UNTOUCHED_MS)
  await world.minutesUntil("no run is under way", async () => (await openRuns()) === 0)
  await world.nightly()
}

function anySeller(): Seller {
  return world.sellers[random(world.sellers.length)]
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
    await placeOrder(sku, { isNamed: chance(5), isDated: !chance(4) })
    ordered.ofShopify++
  }
  if (isQuiet(day)) {
    // Each reason to leave an item comes up in its turn, whatever is drawn.
    const turn = (sundays.indexOf(day) / 2) % 3
    await placeOrder(skus.at(turn === 0 ? -1 : 0) ?? "", { isNamed: turn === 1, isDated: turn !== 2 })
    ordered.ofShopify++
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

/** Has a buyer order at Shopify; with a name, if asked for, and a day to ship it by. */
async function placeOrder(
  sku: string,
  { isNamed, isDated }: { isNamed: boolean; isDated: boolean },
): Promise<void> {
  const line = {
    sku,
    title: `${sku} transfer${isNamed ? WITH_NAME : ""}${isDated ? "" : ANY_DAY}`,
    variantTitle: sizeNames[random(2)],
    quantity: 1 + random(3),
    attributes: isNamed ? [{ key: "Name", value: "Zoë" }] : [],
  }
  const fulfillByMs = isDated ? Date.now() + 3 * DAY_MS : null
  const order = { shop: shopifyShop, lines: [line], fulfillByMs }
  const { orders } = await world.control({ vendor: "shopify", action: "place", ...order })
  shopifyOrders.push(...(orders as { id: number }[]).map(({ id }) => String(id)))
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
  await yara().client.expect("POST", "/api/orders/import", form)
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
  const atEtsy = [
    { action: "change", status: "canceled" },
    { action: "edit", place: 0, quantity: 1 + random(4) },
    { action: "refund", cents: 100 },
    { action: "bump" },
  ]
  await world.control({ ...etsy, ...atEtsy[random(atEtsy.length)] })
  const place = random(shopifyOrders.length)
  const shopify = { vendor: "shopify", shop: shopifyShop, index: place }
  if (!(await isKnown(zeno(), shopifyId, shopifyOrders[place]))) lessenedUnread.add(shopifyOrders[place])
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

async function isKnown(seller: Seller, integrationId: string, vendorOrderId: string): Promise<boolean> {
  const row = await (await world.db(seller))
    .prepare(`SELECT 1 FROM "order" WHERE integration_id = ? AND vendor_order_id = ?`)
    .bind(integrationId, vendorOrderId)
    .first()
  return row !== null
}

async function etsyState(): Promise<EtsyShop & { arrived: number }> {
  const reply = await fetch(`${world.standIns.origin}/__state`)
  const { etsy } = (await reply.json()) as { etsy: { shops: (EtsyShop & { arrived: number })[] } }
  const shop = etsy.shops.find(({ name }) => name === etsyShop)
  if (!shop) throw new Error("the stand-in has lost the shop")
  return shop
}

function openRuns(): Promise<number> {
  return world.count(
    "SELECT count(*) AS n FROM autopilot_run WHERE user_id = ?1 AND state NOT IN ('done', 'failed')",
  )
}

async function makeBatch({ client }: Seller, request: object): Promise<OrderBatchReply> {
  const { status, data, message } = await client.post("/api/orders/batch", request)
  if (status === 409 || (status === 503 && isMoving))
    return { _id: null, orders: 0, items: 0, copies: 0, skipped: [] }
  expect([200, 201], message).toContain(status)
  return data as OrderBatchReply
}

/**
 * Begins to move Yara's account to the other database, as `npm run move` does, some minutes before its autopilot's
 * time, and kills the command in the middle: what she has is shown as before, and changes nothing for a while.
 */
async function beginMove(beforeMs: number): Promise<void> {
  // What was deleted an hour ago cannot be undone any more once this has been.
  await world.tick(beforeMs - 5 * MINUTE_MS)
  await world.calm()
  const shown = await listsOf(yara())
  isMoving = true
  await world.minutesUntil("a move has begun", async () => (await killedMove()) !== "waiting")
  expect(await listsOf(yara())).toEqual(shown)
  const refused = await yara().client.post("/api/sizes", { name: "Large", value: 9 })
  expect(refused).toMatchObject({ status: 503, code: "unavailable" })
}

async function killedMove(): Promise<string> {
  const { env } = stoppingAfter(await world.databases(), KILLED_AFTER)
  const to = (await world.placeOf(zeno())) as DatabaseName
  try {
    const time = { nowMs: Date.now(), untilMs: Date.now() + DAY_MS }
    return await moveAccount(env, yara().userId as Id, to, time)
  } catch (error) {
    if (!/has stopped|Failed query/.test(String(error))) throw error
    return "killed"
  }
}

async function goOnMoving(): Promise<string> {
  return world.move(yara(), await world.placeOf(zeno()))
}

async function endMove(): Promise<void> {
  await world.minutesUntil("the account has moved", async () => (await goOnMoving()) === "moved")
  isMoving = false
  // The autopilot's time may have come while its rows were held.
  await world.tick(Date.now() + MINUTE_MS)
}

/** Checks that a seller who has moved lives in the new database alone. */
async function expectNothingLeftBehind(): Promise<void> {
  const place = await world.placeOf(yara())
  expect(place).toBe(await world.placeOf(zeno()))
  for (const [name, db] of Object.entries(await world.databases()))
    expect(Object.keys(await countOwned(db, yara().userId)).length > 0, name).toBe(name === place)
}

/** Prints a draft as a seller does, sometimes with a change of mind, or gives it up. */
async function handle(seller: Seller, id: string): Promise<void> {
  const path = `/api/prints/${id}`
  if (chance(6)) {
    await seller.client.expect("DELETE", `${path}/force`)
    return
  }
  if (!(await print(seller, id))) return
  if (chance(4)) {
    // Too late, or in time: then it is printed after all.
    const { status } = await seller.client.post(`${path}/cancel`)
    expect([200, 409]).toContain(status)
    if (status === 200 && !(await print(seller, id))) return
  }
  if (chance(5)) await world.restart()
  await world.minutesUntil("the print has ended", async () => (await statusOf(seller, id)) !== "Processing")
}

/** Processes a draft without its cancelled items; returns false if it had no others and was deleted. */
async function print(seller: Seller, id: string): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const { client, sheetTemplateId } = seller
    const { status, message } = await client.post(`/api/prints/${id}/proccess`, { sheetTemplateId })
    if (status < 300) return true
    const { printItems } = await client.expect<Print>("GET", `/api/prints/${id}`)
    const cancelled = printItems.filter(({ orderItemId }) => orderItemId?.isCancelled)
    if (cancelled.length === 0) throw new Error(`${status} ${message}`)
    if (cancelled.length === printItems.length) {
      await client.expect("DELETE", `/api/prints/${id}/force`)
      return false
    }
    for (const { _id } of cancelled) await client.expect("DELETE", `/api/prints/${id}/${_id}`)
  }
  throw new Error(`print ${id} cannot be processed`)
}

async function statusOf({ client }: Seller, id: string): Promise<string> {
  const { status, data } = await client.get(`/api/prints/${id}`)
  return status === 404 ? "gone" : (data as Print).status
}

async function remakeOne(seller: Seller): Promise<void> {
  const { client } = seller
  const [first] = await client.expect<PrintSummary[]>("GET", "/api/prints?status=Completed&limit=20")
  if (!first) return
  const { printItems } = await client.expect<Print>("GET", `/api/prints/${first._id}`)
  const copies = [{ itemId: printItems[0]._id, copy: 1 }]
  const remake = await client.send("POST", `/api/prints/${first._id}/remake`, { copies, reason: "cut" })
  expect(remake.status, remake.message).toBe(201)
  await print(seller, (remake.data as { _id: string })._id)
  await printed()
}

async function printed(): Promise<void> {
  await world.minutesUntil("all is printed", async () => {
    const running = await Promise.all(world.sellers.map((seller) => prints(seller, "Processing")))
    return running.flat().length === 0
  })
}

async function prints({ client }: Seller, status: string): Promise<PrintSummary[]> {
  return client.expect("GET", `/api/prints?status=${encodeURIComponent(status)}&limit=999`)
}

/** Notes where each copy of the completed prints lies that were not noted yet, those included whose sheets are gone. */
async function notePlaces(seller: Seller): Promise<void> {
  for (const { _id } of [...(await prints(seller, "Completed")), ...(await prints(seller, "Deleted"))])
    if (!placed.has(_id)) placed.set(_id, placesIn(await manifestOf(seller, _id)))
}

function manifestOf({ client }: Seller, id: string): Promise<Manifest> {
  return client.expect("GET", `/api/prints/${id}/manifest`)
}

function placesIn({ rows }: Manifest) {
  return rows
    .map(({ itemId, copy, code, sheet, position, xIn, yIn, orderNumber, cost }) => ({
      ...{ itemId, copy, code, sheet, position, xIn, yIn, orderNumber, cost },
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/**
 * Presses and ships some of the orders whose pieces are all printed, and tells their marketplaces of some. Where
 * nobody answered, they are told again, and at last it is noted here alone.
 */
async function ship(seller: Seller, isChosen: () => boolean): Promise<void> {
  const { client } = seller
  const listed = await client.expect<Order[]>("GET", "/api/orders?step=on-film&limit=999")
  const orderIds = listed.filter(isChosen).map(({ _id }) => _id)
  if (orderIds.length === 0) return
  await client.expect("POST", "/api/orders/pressed", { orderIds })
  const parcel = { carrier: "UPS", trackingNumber: "1Z999AA10123456784" }
  const noted = orderIds.map((orderId) => ({ orderId, ...parcel, tellMarketplace: chance(2) }))
  await client.expect("POST", "/api/orders/shipments", { shipments: noted })
  for (const tellMarketplace of [true, false]) {
    await world.minutesUntil("no marketplace is being told", async () => (await shipmentsUnderWay()) === 0)
    const untold = await client.expect<Order[]>("GET", "/api/orders?fulfilment=not-told&limit=999")
    if (untold.length === 0) return
    const again = untold.map(({ _id }) => ({ orderId: _id, ...parcel, tellMarketplace, isAgain: true }))
    await client.expect("POST", "/api/orders/shipments", { shipments: again })
  }
}

function shipmentsUnderWay(): Promise<number> {
  return world.count("SELECT count(*) AS n FROM shipment WHERE user_id = ?1 AND retry_at IS NOT NULL")
}

/** Reads all shops once more without faults, and prints and ships the rest by hand. */
async function finish(): Promise<void> {
  await world.control({ vendor: "etsy", action: "refuse", status: 500, error: "", times: 0 })
  await readShops()
  await importFile()
  for (const seller of world.sellers)
    for (const { _id } of [...(await prints(seller, "In Draft")), ...(await prints(seller, "Cancelled"))])
      await print(seller, _id)
  await printed()
  for (const seller of world.sellers) {
    const rest = await makeBatch(seller, {})
    if (rest._id) await print(seller, rest._id)
  }
  await printed()
  for (const seller of world.sellers) {
    await notePlaces(seller)
    await ship(seller, () => true)
  }
}

/** The sellers with their shops at marketplaces. */
const shops = () =>
  [
    [yara(), etsyId],
    [zeno(), shopifyId],
  ] as const

/** Reads both marketplaces to their end. */
async function readShops(): Promise<void> {
  const read = ({ client }: Seller, id: string) => client.expect("GET", `/api/integrations/${id}/orders`)
  await reconnect()
  for (const [seller, id] of shops()) await read(seller, id)
  await world.minutesUntil("all is read", async () => {
    // A refresh token works once: one that a stop has cut off from its answer is lost, and the seller connects anew.
    await reconnect()
    const states = await Promise.all(
      shops().map(async ([seller, id]) => {
        const shop = await seller.client.expect<Integration>("GET", `/api/integrations/${id}`)
        if (shop.syncState === "failed") await read(seller, id)
        return shop.syncState
      }),
    )
    return states.every((state) => state === "idle")
  })
}

async function booksOf(seller: Seller): Promise<Books> {
  return readBooks(await world.db(seller), await world.files(), seller.userId)
}

/** Counts all of both sellers: orders by shop, each copy on film, credits and costs. */
async function expectAllAccountedFor(): Promise<void> {
  let printedOnce = 0
  for (const seller of world.sellers) {
    const books = await booksOf(seller)
    printedOnce += await expectEachItemOnce(seller, books)
    await expectCopiesOnFilm(books)
    await expectMoneyToAddUp(seller, books)
  }
  expect(printedOnce).toBeGreaterThan(3 * sundays.length)
  await expectOrdersOfShops()
}

/** Returns an item's printed pieces in prints that are no remakes. */
function firstPieces({ prints, pieces }: Books): Map<string | null, Books["pieces"]> {
  const remakes = new Set(prints.filter(({ remakeReason }) => remakeReason !== null).map(({ id }) => id))
  const first = pieces.filter(({ printId, printedAt }) => printedAt !== null && !remakes.has(printId))
  return Map.groupBy(first, ({ orderItemId }) => orderItemId)
}

/** Returns the items that are not to be printed: they, or all of their order, were cancelled. */
function cancelledItems({ orders, items }: Books): Set<Item> {
  const cancelled = new Set(orders.filter(({ isCancelled }) => isCancelled).map(({ id }) => id))
  return new Set(items.filter(({ isCancelled, orderId }) => isCancelled || cancelled.has(orderId)))
}

/** Checks that each item is printed once, or waits with a reason; returns the number of those printed. */
async function expectEachItemOnce(seller: Seller, books: Books): Promise<number> {
  const reasons = await reasonsOf(seller, {})
  const piecesOf = firstPieces(books)
  const cancelled = cancelledItems(books)
  const wrong = books.items.filter((item) => {
    const pieces = piecesOf.get(item.id) ?? []
    if (cancelled.has(item)) return pieces.length > 1
    const why = whyUnprintable(item.title)
    if (why !== null) return pieces.length > 0 || reasons.get(item.id) !== why
    return pieces.length !== 1 || (pieces[0].quantity !== item.quantity && item.changes === "[]")
  })
  expect(
    wrong.map((item) => ({ ...item, reason: reasons.get(item.id), pieces: piecesOf.get(item.id) })),
  ).toEqual([])
  expect(piecesOf.has(null), "a piece has lost its order").toBe(false)
  return books.items.filter(({ id }) => piecesOf.get(id)?.length === 1).length
}

/** Checks that each copy of each printed piece lies on one sheet, once. */
async function expectCopiesOnFilm({ pieces, prints }: Books): Promise<void> {
  const printedIds = prints.filter(({ printedAt }) => printedAt !== null).map(({ id }) => id)
  expect(printedIds.filter((id) => !placed.has(id))).toEqual([])
  const copies = printedIds.flatMap((id) => placed.get(id) ?? [])
  expect(copies.filter(({ sheet }) => sheet === null)).toEqual([])
  const onFilm = copies.map(({ itemId, copy }) => `${itemId} ${copy}`)
  const made = pieces
    .filter(({ printId }) => printedIds.includes(printId))
    .flatMap(({ id, quantity }) => Array.from({ length: quantity }, (_, i) => `${id} ${i + 1}`))
  expect(onFilm.toSorted()).toEqual(made.toSorted())
}

/** Returns why a batch leaves each item; checks that none could be printed. */
async function reasonsOf({ client }: Seller, request: object): Promise<Map<string, SkipReason>> {
  const dryRun = { ...request, dryRun: true }
  const { skipped, items } = await client.expect<OrderBatchReply>("POST", "/api/orders/batch", dryRun)
  expect(items, "nothing that could be printed is left").toBe(0)
  return new Map(skipped.map(({ orderItemId, reason }) => [orderItemId, reason]))
}

/** Checks that each shop's orders are known, each once: of Shopify all but those that had no piece left when they were read. */
async function expectOrdersOfShops(): Promise<void> {
  const [ofYara, ofZeno] = [(await booksOf(yara())).orders, (await booksOf(zeno())).orders]
  const known = (orders: Books["orders"], id: string) =>
    orders.filter(({ integrationId }) => integrationId === id).map(({ vendorOrderId }) => vendorOrderId)
  const { arrived, ...shop } = await etsyState()
  const receipts = Array.from({ length: arrived }, (_, index) => String(receiptId(shop, index)))
  expect(known(ofYara, etsyId).toSorted()).toEqual(receipts)
  const ofShopify = known(ofZeno, shopifyId)
  const missing = shopifyOrders.filter((id) => !ofShopify.includes(id))
  expect(missing.filter((id) => !lessenedUnread.has(id))).toEqual([])
  expect(ofShopify.toSorted()).toEqual(shopifyOrders.filter((id) => !missing.includes(id)).toSorted())
  expect(ofYara.length - receipts.length).toBe(fileRows.size)
  expect(ofZeno.length).toBe(ofShopify.length)
}

async function expectMoneyToAddUp(seller: Seller, { attempts, prints, pieces }: Books): Promise<void> {
  const completed = attempts.filter(({ state }) => state === "completed")
  const used = completed.reduce((sum, { credits }) => sum + credits, 0)
  const hub = await world.hub(seller)
  expect(attempts.filter(({ isHoldSettled }) => !isHoldSettled)).toEqual([])
  const balance = await hub.balance()
  expect(balance).toMatchObject({ used, held: 0, owed: 0 })
  const entries = await statementOf(seller)
  const granted = entries
    .filter(({ kind }) => kind === "grant")
    .reduce((sum, { credits }) => sum + credits, 0)
  expect(granted).toBe(GRANTED_CREDITS + TRIAL_CREDITS)
  expect(balance.available).toBe(granted - used)
  const captured = entries.filter(({ kind }) => kind === "capture")
  expect(captured.map(({ id, credits }) => `${id} ${credits}`).toSorted()).toEqual(
    completed.map(({ id, credits }) => `hold:${id} ${credits}`).toSorted(),
  )

  expect(completed.map(({ printId }) => printId).toSorted()).toEqual(
    prints
      .filter(({ printedAt }) => printedAt !== null)
      .map(({ id }) => id)
      .toSorted(),
  )
  const sharesOf = Map.groupBy(pieces, ({ printId }) => printId)
  const costs = completed.map(({ printId, cost }) => {
    const { total, film, ink, credits } = JSON.parse(cost ?? "{}") as Record<string, number>
    const shares = (sharesOf.get(printId) ?? []).reduce((sum, { costCents }) => sum + (costCents ?? 0), 0)
    return { printId, total, parts: film + ink + credits, shares }
  })
  expect(
    costs.filter(({ total, parts, shares }) => !(total > 0) || total !== parts || total !== shares),
  ).toEqual([])
  const totalCents = costs.reduce((sum, { total }) => sum + total, 0)
  const orders = await seller.client.expect<Order[]>("GET", "/api/orders?limit=999")
  const ofOrders = orders.reduce((sum, { cost }) => sum + Math.round((cost?.amount ?? 0) * 100), 0)
  expect(ofOrders).toBe(totalCents)
  const { rows } = await seller.client.expect<Report>("GET", REPORT)
  const reported = rows.reduce((sum, { cost }) => sum + Math.round((cost?.total ?? 0) * 100), 0)
  expect(reported).toBe(totalCents)
  expect(rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(used)
}

async function statementOf(seller: Seller): Promise<LedgerEntry[]> {
  const hub = await world.hub(seller)
  const entries: LedgerEntry[] = []
  for (;;) {
    const more = await hub.statement({ afterSeq: entries.at(-1)?.seq ?? 0, limit: 500 })
    if (more.length === 0) return entries
    entries.push(...more)
  }
}

const REPORT = "/api/reports?from=2026-12-01&to=2027-12-31&by=month"

/** Returns what lists, searches, files, reports and the account's archive say of a seller's orders and prints. */
async function listsOf({ client }: Seller) {
  const text = async (path: string) => (await client.fetch("GET", path)).text()
  const archive = await text("/api/profile/archive/part-1.zip")
  return {
    orders: await client.expect("GET", "/api/orders?limit=999"),
    found: await client.expect("GET", "/api/orders?limit=999&search=moth"),
    shipped: await client.expect("GET", "/api/orders?limit=999&step=shipped&sortBy=total"),
    orderFile: await text("/api/orders.csv"),
    prints: await client.expect("GET", "/api/prints?limit=999"),
    report: await client.expect("GET", REPORT),
    reportFiles: await Promise.all(
      ["rows", "designs", "sizes", "shops", "remakes"].map((table) =>
        text(`${REPORT.replace("reports", "reports.csv")}&table=${table}`),
      ),
    ),
    exported: archive.match(/\{"_id":"[^\n]*"items":[^\n]*|\{"seq":[^\n]*/g),
  }
}

/**
 * Lets months pass in which nothing is ordered, until all that ended is archived, and checks that it is
 * found as before, and comes back as it was.
 */
async function expectMonthsInArchives(): Promise<void> {
  await pass(RETENTION_DAYS + 1)
  const before = await Promise.all(
    world.sellers.map(async (seller) => [await listsOf(seller), bare(await booksOf(seller))]),
  )
  await pass(2 * ARCHIVE_DAYS)
  await world.nightly()
  await world.tick(Date.now() + UNTOUCHED_MS)
  await world.nightly()
  await world.signIn()
  const after = await Promise.all(
    world.sellers.map(async (seller) => [await listsOf(seller), bare(await booksOf(seller))]),
  )
  expect(after).toEqual(before)
  await expectArchived()
  await expectAllAccountedFor()

  for (const seller of world.sellers) {
    for (const { id, printedAt } of (await booksOf(seller)).prints)
      if (printedAt !== null) expect(placesIn(await manifestOf(seller, id)), id).toEqual(placed.get(id))
    const { orders, prints } = await booksOf(seller)
    expect(prints.filter(({ archiveKey }) => archiveKey !== null)).toEqual([])
    expect(orders.filter(({ archiveKey }) => archiveKey !== null)).toEqual([])
  }
  await expectAllAccountedFor()
}

async function pass(days: number): Promise<void> {
  await world.tick(Date.now() + days * DAY_MS)
  await world.signIn()
  await readShops()
  await world.minutesUntil("no run is under way", async () => (await openRuns()) === 0)
}

/** Returns books without the places where they are kept. */
function bare({ orders, items, prints, pieces, attempts }: Books) {
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  return {
    orders: orders.map(({ id, shippedAt, isCancelled }) => ({ id, shippedAt, isCancelled })).toSorted(byId),
    items: items.map(({ id, quantity, changes }) => ({ id, quantity, changes })).toSorted(byId),
    prints: prints.map(({ id, printedAt, copies }) => ({ id, printedAt, copies })).toSorted(byId),
    pieces: pieces.map(({ id, orderItemId, costCents }) => ({ id, orderItemId, costCents })).toSorted(byId),
    attempts: attempts.map(({ id, state, credits, cost }) => ({ id, state, credits, cost })).toSorted(byId),
  }
}

/**
 * Checks that all that shipped in the months of a year is archived, and each print none of whose orders waits, and
 * that R2 has their documents and no other.
 */
async function expectArchived(): Promise<void> {
  const documents: string[] = []
  const months = new Set<string>()
  for (const seller of world.sellers) {
    const books = await booksOf(seller)
    documents.push(...books.documents)
    const isArchived = ({ archiveKey }: { archiveKey: string | null }) => archiveKey !== null
    expect(books.orders.filter((order) => isArchived(order) !== (order.shippedAt !== null))).toEqual([])
    const waiting = new Set(books.orders.filter((order) => !isArchived(order)).map(({ id }) => id))
    const waitingItems = new Set(
      books.items.filter(({ orderId }) => waiting.has(orderId)).map(({ id }) => id),
    )
    const isHeld = (printId: string) =>
      books.pieces.some((piece) => piece.printId === printId && waitingItems.has(piece.orderItemId ?? ""))
    expect(
      books.prints.filter((one) => isArchived(one) !== (one.printedAt !== null && !isHeld(one.id))),
    ).toEqual([])
    for (const { orderedAt } of books.orders.filter(isArchived)) months.add(monthOf(orderedAt))
  }
  expect(months.size).toBeGreaterThanOrEqual(sundays.length / 2)
  const files = await world.files()
  const lists = await Promise.all(["orders/", "prints/"].map((prefix) => files.list({ prefix })))
  const stored = lists.flatMap(({ objects }) => objects.map(({ key }) => key))
  expect(stored.toSorted()).toEqual(documents.toSorted())
}

function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7)
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
  const lists = await Promise.all(
    world.sellers.map(async (seller) => {
      const { results } = await (await world.db(seller))
        .prepare(
          `SELECT run.id, autopilot.integration_id AS integrationId, run.slot, run.state, run.day, run.credits, run.report,
            run.print_id AS printId
          FROM autopilot_run run JOIN autopilot ON autopilot.id = run.autopilot_id WHERE run.user_id = ? ORDER BY run.slot`,
        )
        .bind(seller.userId)
        .all<RunRow>()
      return results
    }),
  )
  const known = new Set(runs.map(({ id }) => id))
  return lists.flat().filter(({ id }) => !known.has(id))
}

/**
 * Checks that, where nobody else prints, all items of that day that are printable and due are in prints
 * of the autopilots: done, or drafts because of the day's limit. Each other item is left for its reason.
 */
async function expectAutopilotsToHaveTaken(ordered: Ordered, midnight: number): Promise<void> {
  await printed()
  const rows = await Promise.all(
    shops().map(async ([seller, id]) => {
      const { results: own } = await (await world.db(seller))
        .prepare(
          `SELECT "order".integration_id AS integrationId, "order".id AS orderId, order_item.id, order_item.title,
            (SELECT count(*) FROM print_item JOIN autopilot_run run ON run.print_id = print_item.print_id
              WHERE print_item.order_item_id = order_item.id) AS taken
          FROM order_item JOIN "order" ON "order".id = order_item.order_id
          WHERE "order".ordered_at >= ?1 AND "order".integration_id = ?2`,
        )
        .bind(midnight, id)
        .all<{ integrationId: string; orderId: string; id: string; title: string; taken: number }>()
      return own
    }),
  )
  const results = rows.flat()
  const orders = (id: string) =>
    new Set(results.filter((row) => row.integrationId === id).map(({ orderId }) => orderId)).size
  const ofDay = await newRuns()
  const known = [orders(etsyId), orders(shopifyId)]
  expect(known, JSON.stringify(ofDay)).toEqual([ordered.ofEtsy, ordered.ofShopify])
  const wrong = results.filter(({ title, taken }) => taken !== (whyLeft(title) === null ? 1 : 0))
  expect(wrong, JSON.stringify(ofDay)).toEqual([])
  for (const [seller, id] of shops()) {
    const left = await reasonsOf(seller, { integrationId: id, shipWithinDays: SHIP_WITHIN_DAYS })
    for (const item of results.filter(({ integrationId }) => integrationId === id)) {
      const why = whyLeft(item.title)
      if (why === null) continue
      expect([item.title, left.get(item.id)]).toEqual([item.title, why])
      leftFor.add(why)
    }
  }
  const taken = ofDay.filter(({ printId }) => printId !== null)
  for (const { integrationId, printId, credits, report } of taken) {
    const { client } = integrationId === etsyId ? yara() : zeno()
    const print = await client.expect<Print>("GET", `/api/prints/${printId}`)
    const isOverLimit = /may spend/.test(JSON.parse(report).notes.join(" "))
    expect([print.status, credits]).toEqual(isOverLimit ? ["In Draft", 0] : ["Completed", print.copies])
  }
  quietPrints += taken.length
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
  // A few Sundays do not have each reason.
  if (sundays.length >= 5) expect([...leftFor].toSorted()).toEqual(["no-date", "no-place", "unmatched"])
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
