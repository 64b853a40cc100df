import { expect, test, vi } from "vitest"
import { texts } from "../../contract/text.ts"
import { softArtPng } from "../artwork.ts"
import { givenImage, givenPrint, givenSize, printOf, until } from "./artwork-steps.ts"
import { breakCalls, callsOf, deliverOnce, drainQueue, faultyEntry } from "./crash-steps.ts"
import { type GivenUser, PASSWORD, useApp } from "./harness.ts"
import { approve, bought, control, paymentOf, returned } from "./paypal-steps.ts"

const app = useApp({}, faultyEntry)
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const refusedLink = "The verification e-mail could not be sent. Sign in later to get a new link."

/** Takes one print to its end. */
async function givenFinished({ client }: GivenUser): Promise<string> {
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 2 }])
  expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
  await deliverOnce(app)
  return print._id
}

async function isTold(table: "attempt" | "payment", column: string, id: string): Promise<boolean> {
  const query = `SELECT is_announced AS said FROM ${table} WHERE ${column} = ?`
  return (await app.db.prepare(query).bind(id).first<{ said: number }>())?.said === 1
}

async function subjects(email: string): Promise<string[]> {
  return (await app.mails(email)).map(({ subject }) => subject)
}

test("mail refused at sign-up leaves an account that gets its link by signing in", async () => {
  app.expectErrors(/verification mail not sent/)
  const client = await app.human()
  const email = "unmailed@shop.test"
  const form = {
    firstName: "Una",
    lastName: "Mailed",
    username: "unmailed",
    company: "",
    phone: "+1 555 010 0199",
    email,
    password: PASSWORD,
  }
  await breakCalls(app, "email")
  expect(await client.post("/api/register", form)).toMatchObject({ status: 502, message: refusedLink })
  await app.human(client)
  expect(await client.post("/api/login", { email, password: PASSWORD })).toMatchObject({
    status: 502,
    message: refusedLink,
  })
  await breakCalls(app, null)
  expect(await app.mails(email)).toEqual([])

  await app.human(client)
  expect((await client.post("/api/login", { email, password: PASSWORD })).status).toBe(403)
  const token = await app.verificationToken(email)
  expect((await client.get(`/api/verify?token=${encodeURIComponent(token)}`)).status).toBe(200)
  await app.human(client)
  expect((await client.post("/api/login", { email, password: PASSWORD })).status).toBe(200)
})

test("a reset code that could not be mailed can be asked for again, and the answer never tells", async () => {
  app.expectErrors(/reset mail not sent/)
  const { email } = await app.givenUser({ name: "Forgetful" })
  const visitor = app.visitor()
  const ask = () => visitor.post("/api/forgot-password", { email })
  await breakCalls(app, "email")
  expect(await ask()).toMatchObject({ status: 200, message: texts.resetSent })
  const lineOfIt = () => app.errorLog().find((text) => text.includes("reset mail not sent"))
  await expect.poll(lineOfIt).toBeDefined()
  const line = lineOfIt() ?? ""
  expect(JSON.parse(line)).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(line).not.toContain(email)
  await breakCalls(app, null)
  expect(await ask()).toMatchObject({ status: 200, message: texts.resetSent })
  await until("the code", async () =>
    (await subjects(email)).some((subject) => subject.includes("password code")),
  )
})

test("a wrong password and a wrong code cost the same work whether or not there is such an account", async () => {
  const { email } = await app.givenUser({ name: "Sought" })
  const unknown = "nobody@shop.test"
  const body = { resetToken: "00000-00000", password: PASSWORD, confirmPassword: PASSWORD }
  const reset = (address: string) => app.visitor().post("/api/reset-password", { ...body, email: address })
  const [known, none] = [await callsOf(app, () => reset(email)), await callsOf(app, () => reset(unknown))]
  expect(known.length).toBeGreaterThan(0)
  expect(known).toEqual(none)
  const guess = async (address: string) => {
    const visitor = await app.human()
    const login = { email: address, password: "a-wrong-guess" }
    return callsOf(app, () => visitor.post("/api/login", login))
  }
  expect(await guess(email)).toEqual(await guess(unknown))
})

test("an address that cannot be told of a new one stays, and nothing of the form is written", async () => {
  app.expectErrors(/mail about a new address not sent/)
  const { client, email } = await app.givenUser({ name: "Settled" })
  const before = (await client.get("/api/profile")).data
  const form = { firstName: "Moved", lastName: "Seller", company: "", phone: "", email: `new-${email}` }
  await breakCalls(app, "email")
  const refused = await client.put("/api/profile", form)
  expect(refused).toMatchObject({ status: 502, message: expect.stringMatching(/Nothing was changed/) })
  await breakCalls(app, null)
  expect((await client.get("/api/profile")).data).toEqual(before)
  expect(await app.mails(form.email)).toEqual([])
  expect((await client.put("/api/profile", form)).data).toMatchObject({ email, pendingEmail: form.email })
  await app.mailed(email, "A new e-mail for your Sheetsmith account?")
  await app.mailed(form.email, "Confirm your new e-mail")
})

test("a print's mail is tried again until it goes out; the print and its credits never wait for it", async () => {
  app.expectErrors(/planned:/)
  const user = await app.givenUser({ name: "Patient" })
  const { client, hub, email } = user
  await breakCalls(app, "email")
  const printId = await givenFinished(user)
  expect((await printOf(client, printId)).status).toBe("Completed")
  expect(await hub.balance()).toMatchObject({ available: 18, used: 2, held: 0 })
  expect(await isTold("attempt", "print_id", printId)).toBe(false)
  await app.runtime.runCron(MINUTE, Date.now() + 2 * MINUTE_MS)
  expect(await isTold("attempt", "print_id", printId)).toBe(false)
  await breakCalls(app, null)
  await app.runtime.runCron(MINUTE, Date.now() + 4 * MINUTE_MS)
  expect(await isTold("attempt", "print_id", printId)).toBe(true)
  await until(
    "the mail",
    async () => (await subjects(email)).filter((it) => it.includes("ready")).length === 1,
  )
  await drainQueue(app)
  expect(await hub.balance()).toMatchObject({ available: 18, used: 2, held: 0 })
})

test("mail that cannot be delivered for a day is given up with a line in the log", async () => {
  app.expectErrors(/planned:/)
  const user = await app.givenUser({ name: "Bounced" })
  const { client, hub, email } = user
  await breakCalls(app, "email")
  const printId = await givenFinished(user)
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  const order = await bought(client, "credits100")
  expect(await returned(client, await approve(order))).toBe("/dashboard?PaymentResult=Completed")
  expect(await isTold("payment", "id", order._id)).toBe(false)

  const longAgo = Date.now() - 2 * DAY_MS
  await app.db.prepare("UPDATE attempt SET created_at = ? WHERE print_id = ?").bind(longAgo, printId).run()
  await app.db.prepare("UPDATE payment SET updated_at = ? WHERE id = ?").bind(longAgo, order._id).run()
  const stalled = { prints: 1, payments: 1 }
  expect((await app.visitor().get("/api/health")).data).toMatchObject({ status: "stalled", stalled })
  await app.runtime.runCron(MINUTE, Date.now() + 6 * MINUTE_MS)
  await breakCalls(app, null)
  expect(await isTold("attempt", "print_id", printId)).toBe(true)
  expect(await isTold("payment", "id", order._id)).toBe(true)
  const lines = vi
    .mocked(console.error)
    .mock.calls.map(String)
    .filter((line) => line.includes("mail given up"))
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ sweep: "attempts", attemptId: expect.any(String) }))
  expect(lines).toContainEqual(expect.objectContaining({ sweep: "payments", paymentId: order._id }))
  expect((await app.visitor().get("/api/health")).data).toMatchObject({ status: "ok" })

  // All else has happened: what was printed, what was paid, and the news of both in the bell.
  expect((await printOf(client, printId)).status).toBe("Completed")
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed" })
  expect(await hub.balance()).toMatchObject({ available: 118, used: 2, held: 0 })
  const notices = (await client.get("/api/notifications")).data as { type: string }[]
  expect(notices.map(({ type }) => type)).toEqual(expect.arrayContaining(["print", "payment"]))
  expect(await subjects(email)).toHaveLength(1)
})
