import { expect, test } from "vitest"
import { useApp } from "../../../harness/app.ts"
import {
  comeBack,
  consent,
  etsyState,
  givenIntegration,
  integrationOf,
  shopName,
  tellEtsy,
} from "../orders/order-steps.ts"

const app = useApp()
/** The pause between two looks, long enough not to slow down the sync. */
const LOOK_EVERY_MS = 500
const PATIENCE_MS = 100_000

test("5,000 receipts are read page by page, each once, by slices that follow each other", async () => {
  const { client } = await app.givenUser()
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 5_000 })
  const { _id: id, connectUrl } = await givenIntegration(client)
  const before = (await etsyState(app)).receiptCalls
  expect(await comeBack(client, await consent(connectUrl, "allow", shop))).toBe("/integrations")
  const deadline = Date.now() + PATIENCE_MS
  const ended = async () => (await integrationOf(client, id)).syncState !== "running"
  while (!(await ended()) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  expect(await integrationOf(client, id)).toMatchObject({
    syncState: "idle",
    orderCount: 4_998,
    syncMessage: null,
  })
  // 50 a page, the first of which is the last of the page before.
  expect((await etsyState(app)).receiptCalls - before).toBe(Math.ceil(4_999 / 49))
  const page = await client.get("/api/orders?limit=25&page=150&sortBy=total&sort=asc")
  expect(page.pagination).toMatchObject({ totalDocuments: 4_998, page: 150 })
})
