import { expect, test } from "vitest"
import { DAY_MS } from "../../contract/duration.ts"
import { texts } from "../../contract/text.ts"
import { type GivenUser, PASSWORD, useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { longTest } from "../../harness/long-test.ts"
import { givenImage, givenPrint, givenSize, printOf, until } from "../worker/artwork/artwork-steps.ts"
import { approve, bought, control, paymentOf, returned } from "../worker/credits/paypal-steps.ts"
import { breakCalls, callsOf, deliverOnce, drainQueue, faultyFronts } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
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

/**
 * Makes the mailbox refuse one address with this code; null ends it. Returns the refusals so far.
 */
async function refuseMail(code: string | null, to?: string): Promise<{ to: string; code: string }[]> {
  const order = code === null ? { action: "clear" } : { action: "refuse", code, to }
  const response = await fetch(`${app.standIns.origin}/__control`, {
    method: "POST",
    headers: { connection: "close" },
    body: JSON.stringify({ vendor: "mail", ...order }),
  })
  return ((await response.json()) as { refused: { to: string; code: string }[] }).refused
}

/** Returns how often mail to this address has been refused. */
async function refusals(to: string): Promise<number> {
  const response = await fetch(`${app.standIns.origin}/__state`, { headers: { connection: "close" } })
  const { mailbox } = (await response.json()) as { mailbox: { refused: { to: string }[] } }
  return mailbox.refused.filter((mail) => mail.to === to).length
}

type MailNote = { said: number; error: string | null; retryAt: number | null }

async function noteOf(table: "attempt" | "payment", column: string, id: string): Promise<MailNote> {
  const query = `SELECT is_announced AS said, mail_error AS error, retry_at AS retryAt FROM ${table} WHERE ${column} = ?`
  const row = await app.db.prepare(query).bind(id).first<MailNote>()
  if (!row) throw new Error(`no ${table} ${id}`)
  return row
}

async function health(): Promise<{ status: string; stalled: object; givenUp: { mails: number } }> {
  return (await app.visitor().get("/api/health")).data as Awaited<ReturnType<typeof health>>
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
  app.expectErrors(/planned:|mail not taken/)
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
  await app.runtime.runCron(MINUTE, Date.now() + 5 * MINUTE_MS)
  expect(await noteOf("attempt", "print_id", printId)).toMatchObject({ said: 1, error: null })
  await until(
    "the mail",
    async () => (await subjects(email)).filter((it) => it.includes("ready")).length === 1,
  )
  await drainQueue(app)
  expect(await hub.balance()).toMatchObject({ available: 18, used: 2, held: 0 })
})

test("mail that cannot be delivered for two days is given up with a line in the log", async () => {
  app.expectErrors(/planned:|mail not taken/)
  const user = await app.givenUser({ name: "Bounced" })
  const { client, hub, email } = user
  await breakCalls(app, "email")
  const printId = await givenFinished(user)
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  const order = await bought(client, "credits100")
  expect(await returned(client, await approve(order))).toBe("/dashboard?PaymentResult=Completed")
  expect(await isTold("payment", "id", order._id)).toBe(false)

  const longAgo = Date.now() - 2 * DAY_MS
  await app.db.prepare("UPDATE attempt SET updated_at = ? WHERE print_id = ?").bind(longAgo, printId).run()
  await app.db.prepare("UPDATE payment SET updated_at = ? WHERE id = ?").bind(longAgo, order._id).run()
  const { givenUp } = await health()
  expect(await health()).toMatchObject({
    status: "stalled",
    stalled: { prints: 0, payments: 0, mails: 2 },
  })
  await app.runtime.runCron(MINUTE, Date.now() + 6 * MINUTE_MS)
  await breakCalls(app, null)
  expect(await isTold("attempt", "print_id", printId)).toBe(true)
  expect(await isTold("payment", "id", order._id)).toBe(true)
  const lines = app
    .errorLog()
    .filter((line) => line.includes("mail given up"))
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ sweep: "attempts", attemptId: expect.any(String) }))
  expect(lines).toContainEqual(expect.objectContaining({ sweep: "payments", paymentId: order._id }))
  expect(await health()).toMatchObject({ status: "ok", givenUp: { mails: givenUp.mails + 2 } })

  // All else has happened: the print, the payment, and the notifications of both.
  expect((await printOf(client, printId)).status).toBe("Completed")
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed" })
  expect(await hub.balance()).toMatchObject({ available: 118, used: 2, held: 0 })
  const notices = (await client.get("/api/notifications")).data as { type: string }[]
  expect(notices.map(({ type }) => type)).toEqual(expect.arrayContaining(["print", "payment"]))
  expect(await subjects(email)).toEqual([])
})

test("an address that takes no mail of ours is left alone at once; what the mail was about stands", async () => {
  app.expectErrors(/mail given up|verification mail refused/)
  const user = await app.givenUser({ name: "Suppressed", credits: 100 })
  const { client, email } = user
  const codes = [
    "E_RECIPIENT_SUPPRESSED",
    "E_RECIPIENT_NOT_ALLOWED",
    "E_VALIDATION_ERROR",
    "E_HEADERS_TOO_LARGE",
  ]
  const before = (await health()).givenUp.mails
  for (const [place, code] of codes.entries()) {
    await refuseMail(null)
    await refuseMail(code, email)
    const printId = await givenFinished(user)
    expect((await printOf(client, printId)).status).toBe("Completed")
    expect(await noteOf("attempt", "print_id", printId), code).toMatchObject({ said: 1, error: code })
    expect(await refusals(email), code).toBe(place + 1)
  }
  for (const minutes of [2, 70, 1_500]) await app.runtime.runCron(MINUTE, Date.now() + minutes * MINUTE_MS)
  expect(await refusals(email)).toBe(codes.length)
  expect(await health()).toMatchObject({ status: "ok", givenUp: { mails: before + codes.length } })
  const lines = app.errorLog().filter((line) => line.includes("mail given up"))
  expect(lines).toHaveLength(codes.length)
  // The vendor's own words name the recipient.
  for (const line of lines) expect(line).not.toContain(email)

  // A person who asks for a mail is told what to do.
  const visitor = await app.human()
  const form = {
    firstName: "Nobody",
    lastName: "Boxed",
    username: "no-box",
    company: "",
    phone: "+1 555 010 0199",
  }
  await refuseMail("E_RECIPIENT_SUPPRESSED", "no-box@shop.test")
  const reply = await visitor.post("/api/register", {
    ...form,
    email: "no-box@shop.test",
    password: PASSWORD,
  })
  expect(reply).toMatchObject({
    status: 400,
    message: "E-mails to this address come back to us. Please sign up with another address.",
  })
  await refuseMail(null)
})

longTest(
  "a vendor that asks for patience gets it: a handful of tries an hour, none before a new day's quota",
  async () => {
    app.expectErrors(/mail not taken/)
    const user = await app.givenUser({ name: "Limited", credits: 100 })
    const { email } = user
    await refuseMail("E_RATE_LIMIT_EXCEEDED", email)
    const startMs = Date.now()
    const slow = await givenFinished(user)
    for (let minute = 1; minute <= 60; minute++)
      await app.runtime.runCron(MINUTE, startMs + minute * MINUTE_MS)
    // At once, then after 1, 2, 4, 8, 16 and 32 minutes, each a minute late at most.
    expect(await refusals(email)).toBeLessThanOrEqual(7)
    expect(await refusals(email)).toBeGreaterThanOrEqual(5)
    await refuseMail(null)
    await app.runtime.runCron(MINUTE, startMs + 3 * HOUR_MS)
    expect(await noteOf("attempt", "print_id", slow)).toMatchObject({ said: 1, error: null })

    await refuseMail("E_DAILY_LIMIT_EXCEEDED", email)
    const before = await refusals(email)
    const dayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const printId = await givenFinished(user)
    const note = await noteOf("attempt", "print_id", printId)
    expect(note).toMatchObject({ said: 0, error: "E_DAILY_LIMIT_EXCEEDED" })
    // The day may have ended meanwhile.
    expect([dayMs + DAY_MS, dayMs + 2 * DAY_MS]).toContain(note.retryAt)
    const nextMs = note.retryAt ?? 0
    await app.runtime.runCron(MINUTE, nextMs - 1)
    expect(await refusals(email)).toBe(before + 1)
    await refuseMail(null)
    await app.runtime.runCron(MINUTE, nextMs + 1)
    expect(await noteOf("attempt", "print_id", printId)).toMatchObject({ said: 1, error: null })
  },
)

test("mails that nobody takes hold up no others, however many and old they are", async () => {
  app.expectErrors(/mail not taken/)
  const blocked = await app.givenUser({ name: "Blocked", credits: 100 })
  const other = await app.givenUser({ name: "Other", credits: 100 })
  const waitingPrint = await givenFinished(other)
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  const { _id: waitingPayment } = await bought(other.client, "credits100")
  const stuckPrint = await givenFinished(blocked)
  await refuseMail("E_DELIVERY_FAILED", blocked.email)

  const nowMs = Date.now()
  const hoursAgo = nowMs - 3 * HOUR_MS
  const copyOf = (table: string, fields: Record<string, string>, more: string) => {
    const columns = "SELECT group_concat(name) AS names FROM pragma_table_info(?)"
    return app.db
      .prepare(columns)
      .bind(table)
      .first<{ names: string }>()
      .then((row) => {
        const names = (row?.names ?? "").split(",")
        const values = names.map((name) => fields[name] ?? `"${name}"`)
        const quoted = names.map((name) => `"${name}"`)
        return app.db.prepare(
          `INSERT INTO "${table}" (${quoted}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25) SELECT ${values} FROM "${table}", n WHERE ${more}`,
        )
      })
  }
  const untold = { is_announced: "0", updated_at: `${hoursAgo} + n.i` }
  const attempts = await copyOf(
    "attempt",
    { ...untold, id: "'stuck-' || n.i", number: "n.i + 1" },
    "print_id = ?",
  )
  await attempts.bind(stuckPrint).run()
  const payments = await copyOf(
    "payment",
    {
      ...untold,
      id: "'stuck-' || n.i",
      user_id: `'${blocked.userId}'`,
      status: "'Completed'",
      check_at: "NULL",
      request_key: "NULL",
      payment_system_reference_id: "'STUCK' || n.i",
    },
    "id = ?",
  )
  await payments.bind(waitingPayment).run()
  const set = (sql: string, id: string) => app.db.prepare(sql).bind(nowMs, id).run()
  await set("UPDATE attempt SET is_announced = 0, updated_at = ? WHERE print_id = ?", waitingPrint)
  await set(
    "UPDATE payment SET is_announced = 0, status = 'Completed', check_at = NULL, updated_at = ? WHERE id = ?",
    waitingPayment,
  )
  for (const minutes of [2, 3]) await app.runtime.runCron(MINUTE, nowMs + minutes * MINUTE_MS)
  expect(await refusals(blocked.email)).toBe(50)
  expect(await isTold("attempt", "print_id", waitingPrint)).toBe(true)
  expect(await isTold("payment", "id", waitingPayment)).toBe(true)
  await refuseMail(null)
})
