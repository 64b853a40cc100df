import { expect, test } from "vitest"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { givenImage, givenPrint, givenSize, processed, until } from "../artwork/artwork-steps.ts"
import { autopilotInput, givenTemplate } from "../autopilots/autopilot-steps.ts"
import { bought } from "../credits/paypal-steps.ts"
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
  pieces: 0,
  accounts: 0,
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
  expect(meta.changes, sql).toBe(1)
}

test("health tells an operator how much of each kind stands still, and only that", async () => {
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
  const { _id: paymentId } = await bought(client, "credits100")
  const integration = await client.post("/api/integrations", { name: "Shop", type: "Etsy" })
  const { _id: shopId } = integration.data as { _id: string }
  const orderItemId = await givenOrderItem(app, userId, "3184906231", "Luna Moth Tee")
  const { _id: autopilotId } = await client.expect<{ _id: string }>(
    "POST",
    "/api/autopilots",
    autopilotInput({ integrationId: shopId, sheetTemplateId: await givenTemplate(client) }),
  )
  const leaver = await app.givenUser({ name: "Leaver" })
  expect(await health()).toEqual({ status: "ok", stalled: nothing, givenUp })

  // Each kind stands still: health ignores a short while and counts a long one.
  type Kind = {
    what: keyof typeof nothing
    /** How long is nothing to speak of, and how long is too long. */
    minutes: [fine: number, late: number]
    stall: (atMs: number) => Promise<void>
    mend: () => Promise<void>
  }
  const kinds: Kind[] = [
    {
      what: "images",
      minutes: [2, 4],
      stall: (at) => set("UPDATE image SET status = 'Ingesting', updated_at = ? WHERE id = ?", at, image._id),
      mend: () => set("UPDATE image SET status = 'Ready' WHERE id = ?", image._id),
    },
    {
      what: "prints",
      minutes: [2, 4],
      stall: (at) =>
        set("UPDATE attempt SET is_hold_settled = 0, updated_at = ? WHERE print_id = ?", at, print._id),
      mend: () => set("UPDATE attempt SET is_hold_settled = 1 WHERE print_id = ?", print._id),
    },
    {
      what: "payments",
      minutes: [4, 6],
      stall: (at) => set("UPDATE payment SET is_announced = 0, updated_at = ? WHERE id = ?", at, paymentId),
      mend: () => set("UPDATE payment SET is_announced = 1 WHERE id = ?", paymentId),
    },
    {
      what: "mails",
      minutes: [29, 31],
      stall: (at) =>
        set(
          "UPDATE attempt SET is_announced = 0, mail_error = 'E_DELIVERY_FAILED', updated_at = ? WHERE print_id = ?",
          at,
          print._id,
        ),
      mend: () => set("UPDATE attempt SET is_announced = 1, mail_error = NULL WHERE print_id = ?", print._id),
    },
    {
      what: "mails",
      minutes: [29, 31],
      stall: (at) =>
        set(
          "UPDATE payment SET is_announced = 0, mail_error = 'no-code', updated_at = ? WHERE id = ?",
          at,
          paymentId,
        ),
      mend: () => set("UPDATE payment SET is_announced = 1, mail_error = NULL WHERE id = ?", paymentId),
    },
    {
      what: "images",
      minutes: [34, 36],
      stall: (at) => set("UPDATE image SET status = 'Uploading', updated_at = ? WHERE id = ?", at, image._id),
      mend: () => set("UPDATE image SET status = 'Ready' WHERE id = ?", image._id),
    },
    {
      what: "checks",
      minutes: [9, 11],
      stall: (at) => set("UPDATE payment SET check_at = ? WHERE id = ?", at, paymentId),
      mend: () => set("UPDATE payment SET check_at = NULL WHERE id = ?", paymentId),
    },
    {
      what: "syncs",
      minutes: [9, 11],
      stall: (at) =>
        set("UPDATE integration SET tokens_encrypted = 'sealed', next_sync_at = ? WHERE id = ?", at, shopId),
      mend: () => set("UPDATE integration SET tokens_encrypted = NULL WHERE id = ?", shopId),
    },
    {
      what: "deliveries",
      minutes: [19, 21],
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO delivery (id, print_id, attempt_id, user_id, name, state, retry_at, created_at, updated_at)
           SELECT 'stalled', print_id, id, user_id, 'My shop', 'waiting', 9e15, 0, ?1 FROM attempt WHERE print_id = ?2`,
          at,
          print._id,
        ),
      mend: () => set("DELETE FROM delivery WHERE id = 'stalled'"),
    },
    {
      what: "shipments",
      // After the ten minutes in which it can be taken back.
      minutes: [29, 31],
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO shipment (id, user_id, order_id, carrier, tracking_number, state, retry_at, created_at, updated_at)
           SELECT 'stalled', user_id, id, '', '', 'waiting', ?1, ?2, ?2 FROM "order" WHERE id = (SELECT order_id FROM order_item WHERE id = ?3)`,
          // As the sweep leaves it each time that its message is lost.
          Date.now() + 5 * MINUTE_MS,
          at,
          orderItemId,
        ),
      mend: () => set("DELETE FROM shipment WHERE id = 'stalled'"),
    },
    {
      what: "shipments",
      minutes: [19, 21],
      // A marketplace that is down is asked again when its pause is over, if the sweeps run.
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO shipment (id, user_id, order_id, carrier, tracking_number, state, failure_message, tries, retry_at, created_at, updated_at)
           SELECT 'stalled', user_id, id, '', '', 'waiting', 'Etsy is down', 3, ?1, 0, 0 FROM "order" WHERE id = (SELECT order_id FROM order_item WHERE id = ?2)`,
          at,
          orderItemId,
        ),
      mend: () => set("DELETE FROM shipment WHERE id = 'stalled'"),
    },
    {
      what: "runs",
      minutes: [29, 31],
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO autopilot_run (id, autopilot_id, user_id, slot, state, day, retry_at, started_at, updated_at)
           VALUES ('stalled', ?1, ?2, 'stalled', 'syncing', '2026-11-27', 9e15, 0, ?3)`,
          autopilotId,
          userId,
          at,
        ),
      mend: () => set("DELETE FROM autopilot_run WHERE id = 'stalled'"),
    },
    {
      what: "pieces",
      minutes: [29, 31],
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO image_variant (image_id, digest, field_values, state, retry_at, created_at, last_used_at)
           VALUES (?1, 'stalled', '{}', 'waiting', 9e15, ?2, 0)`,
          image._id,
          at,
        ),
      mend: () => set("DELETE FROM image_variant WHERE digest = 'stalled'"),
    },
    {
      what: "accounts",
      minutes: [179, 181],
      stall: (at) => set("UPDATE user SET deleted_at = ? WHERE id = ?", at, leaver.userId),
      mend: () => set("UPDATE user SET purged_at = deleted_at WHERE id = ?", leaver.userId),
    },
    {
      what: "objects",
      minutes: [419, 421],
      stall: (at) =>
        set("INSERT OR REPLACE INTO doomed_object (key, created_at) VALUES ('images/gone', ?)", at),
      mend: () => set("DELETE FROM doomed_object WHERE key = 'images/gone'"),
    },
  ]
  for (const { what, minutes, stall, mend } of kinds) {
    const [fine, late] = minutes
    await stall(Date.now() - fine * MINUTE_MS)
    expect(await health(), what).toEqual({ status: "ok", stalled: nothing, givenUp })
    await stall(Date.now() - late * MINUTE_MS)
    expect(await health(), what).toEqual({ status: "stalled", stalled: { ...nothing, [what]: 1 }, givenUp })
    await mend()
  }
  expect(await health()).toEqual({ status: "ok", stalled: nothing, givenUp })

  // Given up is no standstill: it is told, and nobody is alarmed.
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
