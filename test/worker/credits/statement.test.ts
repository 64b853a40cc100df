import { expect, test } from "vitest"
import type { Payment } from "../../../contract/credits/payment.ts"
import { useApp } from "../../../harness/app.ts"
import { type Bought, bought } from "./paypal-steps.ts"

const app = useApp()

test("a bank transfer waits for an admin's word, which counts once", async () => {
  const user = await app.givenUser({ name: "Transfer" })
  const { client, hub, userId, email } = user
  const admin = await app.givenUser({ name: "Chief", role: "admin" })
  const asked = await client.post("/api/payments/bank-transfer", { sku: "credits500" })
  const transfer = asked.data as Bought & { reference: string }
  expect(asked.data).toMatchObject({
    status: "Pending",
    reference: expect.stringMatching(/^SM-[A-Z2-9]{8}$/),
    price: 50,
    credits: 500,
    bank: { accountHolder: expect.any(String), iban: expect.any(String) },
  })
  const again = await client.post("/api/payments/bank-transfer", {
    sku: "credits500",
    requestKey: crypto.randomUUID(),
  })
  expect(again.data).toEqual(asked.data)
  const other = (await client.post("/api/payments/bank-transfer", { sku: "credits100" })).data as Bought
  expect(other._id).not.toBe(transfer._id)

  const path = `/api/payments/${transfer._id}`
  expect((await client.put(path, { status: "Completed" })).status).toBe(403)
  expect((await admin.client.put(path, { status: "Refunded" })).status).toBe(400)
  const pending = await admin.client.get("/api/payments/completedTransfers?status=Pending&search=Transfer")
  expect((pending.data as Payment[]).map(({ _id }) => _id).sort()).toEqual([transfer._id, other._id].sort())
  const words = await Promise.all([1, 2, 3].map(() => admin.client.put(path, { status: "Completed" })))
  expect(words.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await hub.balance()).toMatchObject({ available: 520, seq: 2 })
  expect((await hub.statement({ afterSeq: 1, limit: 1 }))[0]).toMatchObject({ id: `bank:${transfer._id}` })
  expect((await admin.client.patch(path, { status: "Cancelled" })).status).toBe(409)
  expect(
    (await admin.client.patch(`/api/payments/${other._id}`, { status: "Cancelled" })).data,
  ).toMatchObject({
    status: "Cancelled",
  })
  expect(await hub.balance()).toMatchObject({ available: 520 })
  const texts = async () => (await app.mails(email)).map(({ text }) => text).join()
  await expect.poll(texts).toContain(transfer.reference)
  const { results } = await app.db
    .prepare("SELECT actor_id AS actor, action, details FROM audit_entry WHERE subject_id = ? ORDER BY id")
    .bind(userId)
    .all()
  expect(results).toEqual([
    { actor: admin.userId, action: "Payment completed", details: `500 credits, ${transfer.reference}` },
    { actor: admin.userId, action: "Payment cancelled", details: expect.stringContaining("100 credits") },
  ])
  // PayPal's payments are PayPal's to complete.
  const order = await bought(client, "credits100")
  expect((await admin.client.put(`/api/payments/${order._id}`, { status: "Completed" })).status).toBe(409)
  expect((await admin.client.put(`/api/payments/${user.userId}`, { status: "Completed" })).status).toBe(404)
})

test("the statement shows every entry, in pages and as a file that no spreadsheet runs", async () => {
  const { client, hub, userId, username } = await app.givenUser({ name: "Reader" })
  for (let i = 0; i < 30; i++) await hub.grant({ userId, id: `test:${i}`, credits: i + 1, note: `Gift ${i}` })
  await hub.grant({ userId, id: "test:formula", credits: 1, note: '=HYPERLINK("http://evil"), "x"' })
  const first = await client.get("/api/statement")
  const entries = first.data as { seq: number; note: string; availableAfter: number }[]
  expect(first.pagination).toMatchObject({
    totalDocuments: 32,
    totalPages: 2,
    page: 1,
    limit: 25,
    next: "8",
  })
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, i) => 32 - i))
  expect(entries[0].availableAfter).toBe((await hub.balance()).available)
  const last = (await client.get("/api/statement?page=9&limit=25")).data as { seq: number }[]
  expect(last.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1])

  const file = await client.fetch("GET", "/api/statement.csv")
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8")
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="statement.csv"')
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer())
  const lines = text.split("\r\n")
  expect(lines[0]).toBe("\uFEFFNumber,Date,Kind,Credits,Available after,Note,Entry")
  expect(lines[1]).toMatch(/^1,20\d\d-[\d-]+T[\d:.]+Z,grant,20,20,Trial credits,trial$/)
  expect(lines[32]).toContain(`"'=HYPERLINK(""http://evil""), ""x""",test:formula`)
  expect(lines).toHaveLength(34)

  const admin = await app.givenUser({ name: "Auditor", role: "admin" })
  expect((await admin.client.get(`/api/users/${userId}/statement?limit=25`)).data).toEqual(first.data)
  const theirs = await admin.client.fetch("GET", `/api/users/${userId}/statement.csv`)
  expect(theirs.headers.get("content-disposition")).toContain(`statement-${username}.csv`)
  expect(await theirs.text()).toContain("Trial credits")
  const nobody = "0197f3c0-0000-7000-8000-000000000000"
  expect((await admin.client.get(`/api/users/${nobody}/statement`)).status).toBe(404)
  expect((await admin.client.get(`/api/users/${nobody}/statement.csv`)).status).toBe(404)

  // An entry that came meanwhile moves nothing.
  await hub.grant({ userId, id: "test:late", credits: 1, note: "Late" })
  expect((await client.get("/api/statement?after=8&limit=25")).data).toEqual(last)
})
