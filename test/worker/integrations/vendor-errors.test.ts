import { expect, test, vi } from "vitest"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { useApp } from "../../../harness/app.ts"
import { withSubject } from "../../../worker/log.ts"
import { recordVendorError, withoutSecrets, withVendorErrors } from "../../../worker/vendor-error.ts"
import { control } from "../credits/paypal-steps.ts"
import { faultAt } from "../orders/order-steps.ts"

const app = useApp()

type Row = { vendor: string; code: string; count: number; last_text: string; last_request_id: string | null }

async function rowsOf(vendor: string): Promise<Row[]> {
  const query = app.db.prepare("SELECT * FROM vendor_error WHERE vendor = ? ORDER BY code").bind(vendor)
  return (await query.all<Row>()).results
}

test("a vendor's error is noted with its code, its words and the request, and forgotten in a week", async () => {
  app.expectErrors(/paypal was asked for an access token/)
  const { client } = await app.givenUser({ name: "Maya" })
  await control(app, { action: "expire-tokens" })
  await faultAt(app, { path: "/v1/oauth2/token", action: "fail", status: 503, times: 1 })
  const refused = await client.post("/api/buyCredits", { sku: "credits100" })
  expect(refused).toMatchObject({ status: 502, code: "vendor-unavailable" })
  await expect.poll(() => rowsOf("PayPal")).toHaveLength(1)
  const [row] = await rowsOf("PayPal")
  expect(row).toMatchObject({ count: 1, last_text: expect.stringContaining("answered 503") })
  expect(row.last_request_id).toBe(refused.headers.get("x-request-id"))

  await app.runtime.runCron("17 3 * * *", Date.now() + 6 * DAY_MS)
  expect(await rowsOf("PayPal")).toHaveLength(1)
  await app.runtime.runCron("17 3 * * *", Date.now() + 8 * DAY_MS)
  expect(await rowsOf("PayPal")).toEqual([])
})

test("an isolate writes a code once a minute, counts what came between, and fails nobody", async () => {
  const writes: Promise<unknown>[] = []
  const context = { waitUntil: (write: Promise<unknown>) => void writes.push(write) }
  const env = { DB: app.db as unknown as D1Database }
  const fail = (code: string, text = "down") => recordVendorError({ vendor: "Etsy", code, text })
  // Rows are by the hour: all three minutes are of one.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.ceil(Date.now() / HOUR_MS) * HOUR_MS })
  try {
    fail("status-500")
    withSubject({ messageId: "m-1" }, () =>
      withVendorErrors(env, context, () => {
        for (let times = 0; times < 50; times++) fail("status-500")
        fail("status-502", "for maya@shop.example with key 0123456789abcdef0123456789abcdef0123")
        fail("no code, but a sentence")
      }),
    )
    expect(writes).toHaveLength(3)
    await Promise.all(writes)
    expect(await rowsOf("Etsy")).toMatchObject([
      { code: "status-500", count: 1, last_text: "down", last_request_id: "m-1" },
      { code: "status-502", count: 1, last_text: "for [address] with key […]" },
      { code: "unknown-code", count: 1 },
    ])

    // While D1 is away nothing is thrown, and the next minute's write has all of them.
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    vi.setSystemTime(Date.now() + MINUTE_MS)
    const away = { prepare: () => ({ bind: () => ({ run: () => Promise.reject(new Error("away")) }) }) }
    withVendorErrors({ DB: away as unknown as D1Database }, context, () => fail("status-500"))
    await Promise.all(writes)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("vendor error not noted"))
    warn.mockRestore()
    vi.setSystemTime(Date.now() + MINUTE_MS)
    withVendorErrors(env, context, () => fail("status-500", "down again"))
    await Promise.all(writes)
    expect((await rowsOf("Etsy"))[0]).toMatchObject({
      code: "status-500",
      count: 52,
      last_text: "down again",
    })
  } finally {
    vi.useRealTimers()
  }
})

test("what is kept of a vendor's words is one short line without addresses, keys and query values", () => {
  expect(withoutSecrets("GET https://api.vendor.example/v3/shops?token=abc\n  failed")).toBe(
    "GET https://api.vendor.example/v3/shops?[…] failed",
  )
  expect(withoutSecrets(`Bearer ${"a1".repeat(40)} is over`)).toBe("Bearer […] is over")
  expect(withoutSecrets("word ".repeat(500))).toHaveLength(300)
})
