import { expect, test } from "vitest"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { givenImage, givenPrint, givenSize, processed, until } from "../artwork/artwork-steps.ts"
import { givenOrderItem } from "../orders/order-steps.ts"

const app = useApp()
const MINUTE_MS = 60_000
const nothing = {
  images: 0,
  prints: 0,
  payments: 0,
  mails: 0,
  checks: 0,
  syncs: 0,
  deliveries: 0,
  shipments: 0,
  runs: 0,
  jobs: 0,
  events: 0,
  pieces: 0,
  accounts: 0,
  deletions: 0,
  archives: 0,
  objects: 0,
  sweeps: 0,
}
const givenUp = { mails: 0 }

async function health() {
  const reply = await app.visitor().get("/api/health")
  expect(reply.status).toBe(200)
  const { sweptAt, ...counts } = reply.data as { sweptAt: string | null }
  expect(sweptAt).toBeNull()
  return counts
}

async function set(sql: string, ...values: unknown[]): Promise<void> {
  const { meta } = await app.db
    .prepare(sql)
    .bind(...values)
    .run()
  // An event that a trigger writes counts as well.
  expect(meta.changes, sql).toBeGreaterThan(0)
}

test("health alarms nobody about what has been given up, what waits for its time, and sellers who are switched off", async () => {
  expect(await health()).toEqual({ status: "ok", stalled: nothing, givenUp })

  const { client, userId } = await app.givenUser({ name: "Maya" })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Pocket", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
  expect((await processed(client, print._id)).status).toBe("Completed")
  await until("the end to be announced", async () => {
    const query = "SELECT is_announced AS said FROM attempt WHERE print_id = ?"
    return (await app.db.prepare(query).bind(print._id).first<{ said: number }>())?.said === 1
  })
  const integration = await client.post("/api/integrations", { name: "Shop", type: "Etsy" })
  const { _id: shopId } = integration.data as { _id: string }
  const orderItemId = await givenOrderItem(app, userId, "3184906231", "Luna Moth Tee")

  // A marketplace that is down is asked again when its pause is over, if the sweeps run.
  const refused = (minutes: number) =>
    set(
      `INSERT OR REPLACE INTO shipment (id, user_id, order_id, carrier, tracking_number, state, failure_message, tries, retry_at, created_at, updated_at)
       SELECT 'stalled', user_id, id, '', '', 'waiting', 'Etsy is down', 3, ?1, 0, 0 FROM "order" WHERE id = (SELECT order_id FROM order_item WHERE id = ?2)`,
      Date.now() - minutes * MINUTE_MS,
      orderItemId,
    )
  await refused(19)
  expect(await health()).toEqual({ status: "ok", stalled: nothing, givenUp })
  await refused(21)
  expect(await health()).toEqual({ status: "stalled", stalled: { ...nothing, shipments: 1 }, givenUp })
  await set("DELETE FROM shipment WHERE id = 'stalled'")

  // A mail that was given up is no standstill: it is counted, and there is no alarm.
  await set("UPDATE attempt SET mail_error = 'E_RECIPIENT_SUPPRESSED' WHERE print_id = ?", print._id)
  expect(await health()).toEqual({ status: "ok", stalled: nothing, givenUp: { mails: 1 } })
  await set("UPDATE attempt SET mail_error = NULL WHERE print_id = ?", print._id)

  // A seller who is switched off: nobody syncs that shop, and nobody should.
  await set("UPDATE integration SET tokens_encrypted = 'sealed', next_sync_at = 1 WHERE id = ?", shopId)
  await set("UPDATE user SET status = 'inactive' WHERE id = ?", userId)
  expect(await health()).toEqual({ status: "ok", stalled: nothing, givenUp })
})

test("health counts sweeps that fail, and all of them once no trigger has fired for minutes", async () => {
  const atMs = Date.now() - 4 * MINUTE_MS
  await app.runtime.runCron("* * * * *", atMs)
  const read = async () => (await app.visitor().get("/api/health")).data
  expect(await read()).toEqual({
    status: "ok",
    stalled: nothing,
    givenUp,
    sweptAt: new Date(atMs).toISOString(),
  })

  app.expectErrors(/sweep failed/)
  await app.db.prepare("ALTER TABLE stamp RENAME TO stamp_away").run()
  await app.runtime.runCron("17 3 * * *", atMs)
  expect(await read()).toMatchObject({ status: "stalled", stalled: { ...nothing, sweeps: 1 } })
  await app.db.prepare("ALTER TABLE stamp_away RENAME TO stamp").run()
  await app.runtime.runCron("17 3 * * *", atMs)
  expect(await read()).toMatchObject({ status: "ok", stalled: nothing })

  const run = await app.db
    .prepare("SELECT after_key AS sweeps FROM sweep_cursor WHERE name = 'cron * * * * *'")
    .first<{ sweeps: string }>()
  const minutely = Object.keys(JSON.parse(run?.sweeps ?? "{}")).length
  expect(minutely).toBeGreaterThan(8)
  await set(
    "UPDATE sweep_cursor SET updated_at = ? WHERE name = 'cron * * * * *'",
    Date.now() - 6 * MINUTE_MS,
  )
  expect(await read()).toMatchObject({ status: "stalled", stalled: { ...nothing, sweeps: minutely } })
})
