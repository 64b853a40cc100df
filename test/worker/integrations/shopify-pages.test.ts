import { expect, onTestFinished, test, vi } from "vitest"
import { MAX_ORDER_ITEMS } from "../../../contract/limit.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { ordersIn, readBulk } from "../../../worker/services/shopify/shopify-bulk.ts"
import { readChanged } from "../../../worker/services/shopify/shopify-pages.ts"

const settings = {
  APP_ORIGIN: "https://sheets.test",
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SHOPIFY_ORIGIN: undefined,
  SHOPIFY_IMAGE_ORIGIN: "https://cdn.shopify.com",
  SHOPIFY_FILE_ORIGIN: "https://storage.googleapis.com",
}
const access = { accessToken: "token", shopId: "long.myshopify.com" }
const SINCE_S = 1_750_000_000
const PER_PAGE = 9

const price = { shopMoney: { amount: "5.00", currencyCode: "USD" } }
const lineOf = (id: number) => ({
  ...{ id: `line-${id}`, title: "Tee", sku: "TEE", quantity: 1, currentQuantity: 1, unfulfilledQuantity: 1 },
  originalUnitPriceSet: price,
})

/** A shop whose orders all have so many lines, which answers as slowly as its points come back. */
function givenShop(orders: number, lines: number) {
  let calls = 0
  let waitedS = 0
  const linesFrom = (at: number, count: number) => ({
    nodes: Array.from({ length: Math.min(count, lines - at) }, (_, i) => lineOf(at + i)),
    pageInfo: { hasNextPage: at + count < lines, endCursor: `${at + count}` },
  })
  const nodeOf = (number: number) => ({
    ...{ id: `order-${number}`, legacyResourceId: number, name: `#${number}`, test: false },
    createdAt: new Date(SINCE_S * 1000).toISOString(),
    updatedAt: new Date((SINCE_S + number) * 1000).toISOString(),
    ...{ displayFinancialStatus: "PAID", displayFulfillmentStatus: "UNFULFILLED" },
    ...{ currentTotalPriceSet: price, totalRefundedSet: price },
    lineItems: linesFrom(0, 10),
  })
  const answerOf = ({ id, after }: { id?: string; after: string | null }) => {
    const from = Number(after ?? 0)
    if (id !== undefined) return { order: { lineItems: linesFrom(from, 80) } }
    const numbers = Array.from({ length: Math.min(PER_PAGE, orders - from) }, (_, i) => from + i + 1)
    const endCursor = `${from + numbers.length}`
    return {
      orders: {
        edges: numbers.map((number) => ({ cursor: `${number}`, node: nodeOf(number) })),
        pageInfo: { hasNextPage: from + numbers.length < orders, endCursor },
      },
    }
  }
  // Seven seconds after each call.
  const cost = { requestedQueryCost: 700, throttleStatus: { currentlyAvailable: 0, restoreRate: 100 } }
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    calls += 1
    return Response.json({ data: answerOf(JSON.parse(body).variables), extensions: { cost } })
  })
  vi.stubGlobal("scheduler", {
    async wait(ms: number) {
      waitedS += ms / 1000
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => {
    const spent = { calls, waitedS }
    calls = 0
    waitedS = 0
    return spent
  }
}

test("a page of very long orders is cut where one took long, and nothing is left out", async () => {
  const spent = givenShop(12, 500)
  const numbers: string[] = []
  let after: string | null = null
  do {
    const page = await readChanged(settings, access, SINCE_S, after)
    numbers.push(...page.orders.map(({ number }) => number ?? ""))
    expect(page.unreadable).toEqual([])
    for (const { items } of page.orders) expect(items).toHaveLength(500)
    // The rest is for another message of the queue, by the order behind which it was cut.
    const { calls, waitedS } = spent()
    expect(waitedS).toBeLessThan(60)
    expect(calls).toBeLessThan(10)
    if (page.after !== null)
      expect(page).toMatchObject({ waitS: 7, lastS: SINCE_S, after: `${numbers.length}` })
    after = page.after
  } while (after !== null)
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, i) => `#${i + 1}`))
})

test("a page of short orders is read in one call, and the next goes on by its time", async () => {
  const spent = givenShop(12, 3)
  const page = await readChanged(settings, access, SINCE_S, null)
  expect(page).toMatchObject({ unreadable: [], lastS: SINCE_S + PER_PAGE, after: `${PER_PAGE}` })
  expect(page.orders).toHaveLength(PER_PAGE)
  expect(spent()).toEqual({ calls: 1, waitedS: 0 })
})

test("a bulk file is waited for no longer than its sync can", async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const operation = {
    ...{ id: "1", status: "COMPLETED", createdAt: "2026-01-01T00:00:00Z", rootObjectCount: 1, fileSize: 9 },
    url: `${settings.SHOPIFY_FILE_ORIGIN}/file`,
  }
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    if (url !== operation.url) return Promise.resolve(Response.json({ data: { bulkOperation: operation } }))
    const body = new ReadableStream({
      start: (file) => signal.addEventListener("abort", () => file.error(signal.reason)),
    })
    return Promise.resolve(new Response(body))
  })
  const read = readBulk(settings, { ...access, patienceMs: 1 }, { id: "1", byte: 0, done: 0 })
  await expect(read).rejects.toMatchObject({ kind: "unavailable", isSilent: true })
})

test("a bulk file takes as long in small pieces as in one, and an order too long in it is cut where that shows", async () => {
  const head = { id: "gid://shopify/Order/1", name: "#1", note: "x".repeat(1_000_000) }
  const child = JSON.stringify({ ...lineOf(1), id: "gid://shopify/LineItem/1", __parentId: head.id })
  const file = Buffer.from(
    `${JSON.stringify(head)}\n\n${`${child}\n`.repeat(2_000)}{"id":"gid://shopify/Order/2"}`,
  )
  const whole = await ordersIn(new Response(await bytesSource(file, file.length)()), 0, file.length)
  expect(whole).toMatchObject({ orders: [{ head: { name: "#1" } }, { lines: [] }], nextByte: null })
  expect(whole?.orders[0]?.lines).toHaveLength(MAX_ORDER_ITEMS + 1)
  const startMs = cpuMs()
  expect(await ordersIn(new Response(await bytesSource(file, 64)()), 0, file.length)).toEqual(whole)
  expect(cpuMs() - startMs).toBeLessThan(2_000)
})
