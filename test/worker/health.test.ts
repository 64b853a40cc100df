import { expect, test } from "vitest"
import { logoSvg } from "../artwork.ts"
import { givenImage, givenPrint, givenSize, processed, until } from "./artwork-steps.ts"
import { useApp } from "./harness.ts"
import { bought } from "./paypal-steps.ts"

const app = useApp()
const HOUR_MS = 3_600_000
const nothing = { images: 0, prints: 0, payments: 0, checks: 0, syncs: 0, accounts: 0, objects: 0 }

async function health() {
  const reply = await app.visitor().get("/api/health")
  expect(reply.status).toBe(200)
  return reply.data
}

async function set(sql: string, ...values: unknown[]): Promise<void> {
  const { meta } = await app.db
    .prepare(sql)
    .bind(...values)
    .run()
  expect(meta.changes, sql).toBe(1)
}

test("health tells an operator how much of each kind stands still, and only that", async () => {
  expect(await health()).toEqual({ status: "ok", stalled: nothing })

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
  const leaver = await app.givenUser({ name: "Leaver" })
  expect(await health()).toEqual({ status: "ok", stalled: nothing })

  // Each as if its sweep could not help it: at work for a moment is nothing, for long is.
  type Kind = {
    what: keyof typeof nothing
    stall: (atMs: number) => Promise<void>
    mend: () => Promise<void>
  }
  const kinds: Kind[] = [
    {
      what: "images",
      stall: (at) => set("UPDATE image SET status = 'Ingesting', created_at = ? WHERE id = ?", at, image._id),
      mend: () => set("UPDATE image SET status = 'Ready' WHERE id = ?", image._id),
    },
    {
      what: "prints",
      stall: (at) =>
        set("UPDATE attempt SET is_hold_settled = 0, created_at = ? WHERE print_id = ?", at, print._id),
      mend: () => set("UPDATE attempt SET is_hold_settled = 1 WHERE print_id = ?", print._id),
    },
    {
      what: "payments",
      stall: (at) => set("UPDATE payment SET is_announced = 0, updated_at = ? WHERE id = ?", at, paymentId),
      mend: () => set("UPDATE payment SET is_announced = 1 WHERE id = ?", paymentId),
    },
    {
      what: "checks",
      stall: (at) => set("UPDATE payment SET check_at = ? WHERE id = ?", at, paymentId),
      mend: () => set("UPDATE payment SET check_at = NULL WHERE id = ?", paymentId),
    },
    {
      what: "syncs",
      stall: (at) =>
        set("UPDATE integration SET tokens_encrypted = 'sealed', next_sync_at = ? WHERE id = ?", at, shopId),
      mend: () => set("UPDATE integration SET tokens_encrypted = NULL WHERE id = ?", shopId),
    },
    {
      what: "accounts",
      stall: (at) => set("UPDATE user SET deleted_at = ? WHERE id = ?", at, leaver.userId),
      mend: () => set("UPDATE user SET purged_at = deleted_at WHERE id = ?", leaver.userId),
    },
    {
      what: "objects",
      stall: (at) =>
        set("INSERT OR REPLACE INTO doomed_object (key, created_at) VALUES ('images/gone', ?)", at),
      mend: () => set("DELETE FROM doomed_object WHERE key = 'images/gone'"),
    },
  ]
  for (const { what, stall, mend } of kinds) {
    await stall(Date.now())
    expect(await health(), what).toEqual({ status: "ok", stalled: nothing })
    await stall(Date.now() - 25 * HOUR_MS)
    expect(await health(), what).toEqual({ status: "stalled", stalled: { ...nothing, [what]: 1 } })
    await mend()
  }
  expect(await health()).toEqual({ status: "ok", stalled: nothing })

  // A seller who is switched off: nobody syncs that shop, and nobody should.
  await set("UPDATE integration SET tokens_encrypted = 'sealed', next_sync_at = 1 WHERE id = ?", shopId)
  await set("UPDATE user SET status = 'inactive' WHERE id = ?", userId)
  expect(await health()).toEqual({ status: "ok", stalled: nothing })
})
