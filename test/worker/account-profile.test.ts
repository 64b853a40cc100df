import { expect, test } from "vitest"
import { texts } from "../../contract/text.ts"
import { clearOfWindowEnd, PASSWORD, useApp } from "./harness.ts"

const app = useApp()

test("the profile form writes what it may and nothing else", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Form", credits: 40 })
  const form = { firstName: "Formula", lastName: "Seller", email, company: "Shop & Sons", phone: "" }
  const saved = await client.put("/api/profile", {
    ...form,
    role: "admin",
    username: "root",
    status: "inactive",
  })
  expect(saved).toMatchObject({ status: 200, message: texts.profileUpdated })
  expect(saved.data).toMatchObject({
    _id: userId,
    ...form,
    role: "user",
    status: "active",
    credit: { availableCredits: 40, usedCredits: 0 },
  })
  expect((await client.get("/api/profile")).data).toEqual(saved.data)
  expect((await client.patch("/api/profile", { ...form, phone: "+1 555" })).data).toMatchObject({
    phone: "+1 555",
  })

  const bad = await client.put("/api/profile", { ...form, firstName: "A", email: "x", phone: "call me" })
  expect(bad.status).toBe(400)
  expect(Object.keys(bad.fields)).toEqual(["firstName", "email", "phone"])
  expect((await app.visitor().put("/api/profile", form)).status).toBe(401)
  expect((await app.mails(email)).length).toBe(1)
})

test("a changed address must be verified anew, and voids what was sent to the old one", async () => {
  await clearOfWindowEnd()
  const { client, email, username, hub } = await app.givenUser({ name: "Move" })
  const other = await app.givenUser({ name: "Owner" })
  const oldLink = await app.verificationToken(email)
  const form = { firstName: "Move", lastName: "Seller", company: "", phone: "123" }

  const taken = await client.put("/api/profile", { ...form, email: other.email.toUpperCase() })
  expect(taken).toMatchObject({ status: 409, fields: { email: "This email is already registered" } })

  const newEmail = `new-${email}`
  const moved = await client.put("/api/profile", { ...form, email: newEmail })
  expect(moved).toMatchObject({ status: 200, data: { email: newEmail } })
  expect((await client.get("/api/profile")).status).toBe(200)
  await expect
    .poll(async () => (await app.mails(email))[0].subject)
    .toBe("The e-mail of your Sheetsmith account was changed")

  expect((await app.visitor().get(`/api/verify?token=${oldLink}`)).status).toBe(400)
  const visitor = await app.human()
  expect((await visitor.post("/api/login", { email: username, password: PASSWORD })).status).toBe(403)
  await app.human(visitor)
  expect((await visitor.post("/api/login", { email, password: PASSWORD })).status).toBe(401)

  const link = await app.verificationToken(newEmail)
  expect((await visitor.get(`/api/verify?token=${link}`)).status).toBe(200)
  expect((await hub.balance()).available).toBe(20)
  expect((await (await app.signIn(newEmail)).get("/api/profile")).status).toBe(200)

  // Every change writes to an address somebody else may own, so they are few.
  const statuses: number[] = []
  for (let i = 0; i < 5; i++)
    statuses.push((await client.put("/api/profile", { ...form, email: `m${i}-${email}` })).status)
  expect(statuses.at(-1)).toBe(429)
})

test("statistics count this seller's things alone, and film of this month", async () => {
  const { client, userId, hub } = await app.givenUser({ name: "Count", credits: 50 })
  const stranger = await app.givenUser({ name: "Stranger" })
  await client.post("/api/sizes", { name: "Chest", value: 10 })
  await hub.hold({ userId, id: "hold:a", credits: 6, note: "A print" })
  await hub.capture({ userId, id: "hold:a" })
  await app.db.batch([
    image("image-1", userId, 3),
    image("image-2", userId, 0),
    print("print-1", userId, "In Draft"),
    print("print-2", userId, "Completed"),
    print("print-3", userId, "Deleted"),
    attempt("attempt-1", "print-2", userId, "completed", 300, 0.8),
    attempt("attempt-2", "print-3", userId, "completed", 150, 0.5),
    attempt("attempt-3", "print-1", userId, "failed", 300, 0.9),
    attempt("attempt-4", "print-1", userId, "completed", 300, 0.9, 2, Date.UTC(2020, 0, 1)),
    sheet("attempt-1", 0, 3000),
    sheet("attempt-1", 1, 6000),
    sheet("attempt-2", 0, 1500),
    sheet("attempt-3", 0, 9000),
    sheet("attempt-4", 0, 9000),
    app.db.prepare(
      `INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES ('shop', '${userId}', 'Shop', 'Etsy', 0, 0)`,
    ),
    order("order-1", userId, "Pending"),
    order("order-2", userId, "In Draft"),
    order("order-3", userId, "Completed"),
  ])
  const { data } = await client.get("/api/statistics")
  expect(data).toEqual({
    pendingPrints: 1,
    totalPrints: 3,
    printedImages: 1,
    usedCredits: 6,
    pendingOrders: 1,
    totalOrders: 3,
    completedOrders: 1,
    totalIntegrations: 1,
    totalImages: 2,
    totalSizes: 1,
    filmIn: 40,
    filmUsedShare: expect.closeTo((30 * 0.8 + 10 * 0.5) / 40, 10),
  })
  const theirs = (await stranger.client.get("/api/statistics")).data as Record<string, number>
  expect(Object.values(theirs).every((count) => count === 0)).toBe(true)
  expect((await app.visitor().get("/api/statistics")).status).toBe(401)
})

function image(id: string, userId: string, used: number) {
  return app.db
    .prepare(
      "INSERT INTO image (id, user_id, name, sku_key, status, warnings, used_in_print, created_at, updated_at) VALUES (?, ?, 'Art', 'art', 'Ingesting', '[]', ?, 0, 0)",
    )
    .bind(id, userId, used)
}

function print(id: string, userId: string, status: string) {
  return app.db
    .prepare(
      "INSERT INTO print (id, user_id, type, status, printed_at, created_at, updated_at) VALUES (?, ?, 'Manual', ?, 1, 0, 0)",
    )
    .bind(id, userId, status)
}

function attempt(
  id: string,
  printId: string,
  userId: string,
  state: string,
  dpi: number,
  utilisation: number,
  number = 1,
  endedAtMs = Date.now(),
) {
  return app.db
    .prepare(
      "INSERT INTO attempt (id, print_id, user_id, number, state, credits, dpi, mirror, utilisation, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 1, ?, 0, ?, 0, ?)",
    )
    .bind(id, printId, userId, number, state, dpi, utilisation, endedAtMs)
}

function sheet(attemptId: string, index: number, lengthPx: number) {
  return app.db
    .prepare(
      "INSERT INTO sheet (attempt_id, sheet_index, token, width_px, length_px, placements, state, updated_at) VALUES (?, ?, ?, 6600, ?, '[]', 'waiting', 0)",
    )
    .bind(attemptId, index, `${attemptId}-${index}`, lengthPx)
}

function order(id: string, userId: string, status: string) {
  return app.db
    .prepare(
      `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, ordered_at, created_at, updated_at) VALUES (?, ?, 'shop', ?, '', '', '', '', '', 0, 'USD', ?, 0, 0, 0)`,
    )
    .bind(id, userId, id, status)
}
