import { expect, test } from "vitest"
import type { Print } from "../../../contract/prints/print.ts"
import { type GivenUser, PASSWORD, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { longTest } from "../../../harness/long-test.ts"
import {
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
  processed,
  until,
} from "../artwork/artwork-steps.ts"
import { givenShop } from "../orders/order-steps.ts"

const app = useApp()
const MINUTE = "* * * * *"
const HOUR_MS = 3_600_000

/** Returns the rows that remain, from every table that names a user. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const tables = await app.db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`user_id` text%' ORDER BY name",
    )
    .all<{ name: string }>()
  const counts: Record<string, number> = {}
  for (const { name } of tables.results) {
    const row = await app.db
      .prepare(`SELECT count(*) AS n FROM "${name}" WHERE user_id = ?`)
      .bind(userId)
      .first<{ n: number }>()
    if (row && row.n > 0) counts[name] = row.n
  }
  return counts
}

async function givenSeller(name: string): Promise<GivenUser & { print: Print; imageId: string }> {
  const user = await app.givenUser({ name, credits: 60 })
  const image = await givenImage(user.client, { name: `${name}.png`, bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(user.client, "Pocket", 2)
  await user.client.post("/api/image-categories", { name: "Retro" })
  const { _id } = await givenPrint(user.client, [{ imageId: image._id, sizeId, quantity: 2 }])
  expect((await user.client.post(`/api/prints/${_id}/proccess`)).status).toBe(202)
  const print = await processed(user.client, _id)
  expect(print.status).toBe("Completed")
  return { ...user, print, imageId: image._id }
}

async function givenPayment(userId: string): Promise<void> {
  await app.db
    .prepare(
      "INSERT INTO payment (id, user_id, type, payment_method, package_sku, credits, price_cents, currency, status, purchased_at, updated_at) VALUES (?, ?, 'Card', 'PayPal', 'credits100', 100, 1000, 'USD', 'Completed', 1, 1)",
    )
    .bind(crypto.randomUUID(), userId)
    .run()
}

const filesOf = async (imageId: string, print: Print) => [
  ...(await keysIn(app, `images/${imageId}/`)),
  ...(await keysIn(app, `stamps/${imageId}/`)),
  ...(await keysIn(app, print.fileId[0].path.replace("files/", "").replace(/[^/]+$/, ""))),
]

test("deleting an account removes the person and all their files, and keeps what the books need", async () => {
  const admin = await app.givenUser({ name: "Admin", role: "admin" })
  const seller = await givenSeller("Leaver")
  const { client, userId, email, username, hub, print, imageId } = seller
  const running = await givenPrint(
    client,
    print.printItems.map(({ imageId: image, sizeId }) => ({
      imageId: image?._id,
      sizeId: sizeId?._id,
      quantity: 5,
    })),
  )
  await givenPayment(userId)
  const { shop } = await givenShop(client)
  const moving = { firstName: "Leaver", lastName: "Seller", phone: "", email: `new-${email}` }
  expect((await client.put("/api/profile", moving)).status).toBe(200)
  expect(await rowsOf(userId)).toMatchObject({ integration: 1, order: expect.any(Number), email_change: 1 })
  expect((await filesOf(imageId, print)).length).toBeGreaterThanOrEqual(4)
  const sheet = `/api/${print.fileId[0].path}`
  expect((await app.visitor().get(sheet)).status).toBe(200)
  expect((await client.post(`/api/prints/${running._id}/proccess`)).status).toBe(202)
  const statement = await hub.statement({ afterSeq: 0, limit: 100 })

  const twice = await Promise.all([1, 2].map(() => admin.client.delete(`/api/users/${userId}`)))
  for (const reply of twice)
    expect(reply).toMatchObject({ status: 200, data: { _id: userId }, message: "User deleted" })
  expect((await client.get("/api/profile")).status).toBe(401)
  for (const login of [email, username, `deleted ${userId}`]) {
    const reply = await (await app.human()).post("/api/login", { email: login, password: PASSWORD })
    expect(reply).toMatchObject({ status: 401, message: "Email, username or password is incorrect" })
  }
  expect((await admin.client.get(`/api/users/${userId}`)).status).toBe(404)
  expect((await admin.client.put(`/api/users/${userId}`, { status: "active" })).status).toBe(404)
  expect((await admin.client.put(`/api/users/${userId}/credit`, { availableCredits: 5 })).status).toBe(404)
  expect((await admin.client.get(`/api/users?search=${username}`)).data).toEqual([])

  await until("all rows to go", async () => {
    await app.runtime.runCron(MINUTE, Date.now())
    return Object.keys(await rowsOf(userId)).join() === "payment"
  })
  await until("all objects to go", async () => {
    await app.runtime.runCron(MINUTE, Date.now())
    return (await filesOf(imageId, print)).length === 0
  })
  expect((await app.visitor().get(sheet)).status).toBe(404)
  const row = await app.db.prepare("SELECT * FROM user WHERE id = ?").bind(userId).first()
  expect(row).toMatchObject({
    first_name: "Deleted",
    last_name: "user",
    email: "",
    phone: "",
    status: "inactive",
  })
  expect(JSON.stringify(row)).not.toContain(username)
  const kept = await hub.statement({ afterSeq: 0, limit: 100 })
  expect(kept.slice(0, statement.length)).toEqual(statement)
  expect(await hub.balance()).toMatchObject({ held: 0 })
  expect(await hub.poll({ userId, after: 0, waitMs: 0 })).toMatchObject({ events: [], reset: true })

  const trail = (await admin.client.get("/api/audit")).data
  expect(trail).toMatchObject([{ action: "User deleted", subject: "Deleted user", actor: "Admin Seller" }])
  // Nobody holds the shop any more.
  expect((await givenShop(admin.client, shop)).shop).toBe(shop)
  const form = { firstName: "Leaver", lastName: "Again", company: "", phone: "1", password: PASSWORD }
  const back = await (await app.human()).post("/api/register", { ...form, email, username })
  expect(back.status, back.message).toBe(201)
  expect((back.data as { _id: string })._id).not.toBe(userId)
})

longTest(
  "a deletion cut off right after its first step is finished by the sweep, late arrivals included",
  async () => {
    const { userId, print, imageId, client } = await givenSeller("Cutoff")
    const bystander = await givenSeller("Bystander")
    const deletedAt = Date.now()
    await app.db
      .prepare("UPDATE user SET status = 'inactive', deleted_at = ? WHERE id = ?")
      .bind(deletedAt, userId)
      .run()
    expect((await client.get("/api/profile")).status).toBe(401)
    await app.runtime.runCron(MINUTE, deletedAt + 1)
    expect(await rowsOf(userId)).toEqual({})
    expect(await filesOf(imageId, print)).toEqual([])

    // An upload that was let in before the deletion ends after it.
    await app.db
      .prepare(
        "INSERT INTO image (id, user_id, name, sku_key, status, is_opaque, created_at, updated_at) VALUES (?, ?, 'Late', 'late', 'Ingesting', 0, ?, ?)",
      )
      .bind(crypto.randomUUID(), userId, deletedAt, deletedAt)
      .run()
    await app.runtime.runCron(MINUTE, deletedAt + HOUR_MS)
    expect(await rowsOf(userId)).toEqual({})
    const purged = await app.db.prepare("SELECT purged_at FROM user WHERE id = ?").bind(userId).first()
    expect(purged).toEqual({ purged_at: deletedAt + HOUR_MS })

    expect(await rowsOf(bystander.userId)).toMatchObject({ print: 1, image: 1, session: 1 })
    expect((await filesOf(bystander.imageId, bystander.print)).length).toBeGreaterThanOrEqual(4)
    expect((await printOf(bystander.client, bystander.print._id)).status).toBe("Completed")
  },
)

test("an account of many hundred prints and images goes in a few runs", async () => {
  const { userId } = await app.givenUser({ name: "Big" })
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
  await app.db.batch([
    app.db
      .prepare(
        `${numbers} INSERT INTO image (id, user_id, name, sku_key, status, failure_reason, is_opaque, created_at, updated_at) SELECT 'big-' || i, ?, 'Art', 'art', 'Failed', 'torn', 0, 1, 1 FROM n`,
      )
      .bind(userId),
    app.db
      .prepare(
        `${numbers} INSERT INTO print (id, user_id, type, status, created_at, updated_at) SELECT '00000000-0000-7000-8000-' || substr('000000000000' || i, -12), ?, 'Manual', 'In Draft', 1, 1 FROM n`,
      )
      .bind(userId),
    app.db
      .prepare("UPDATE user SET status = 'inactive', deleted_at = ? WHERE id = ?")
      .bind(Date.now(), userId),
  ])
  await app.runtime.runCron(MINUTE, Date.now())
  expect(await rowsOf(userId)).toEqual({})
})
