import { expect, test } from "vitest"
import { texts } from "../../../contract/text.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"

const app = useApp()
const ASKED = "A new e-mail for your Sheetsmith account?"
const CONFIRM = "Confirm your new e-mail for Sheetsmith"

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

  // Days are UTC's until the seller names a zone; a form without one leaves it.
  expect(saved.data).toMatchObject({ timeZone: "UTC" })
  const zoned = await client.put("/api/profile", { ...form, timeZone: "America/New_York" })
  expect(zoned.data).toMatchObject({ timeZone: "America/New_York" })
  expect((await client.put("/api/profile", form)).data).toMatchObject({ timeZone: "America/New_York" })
  // A setting alone leaves the rest as it is by now, whatever an older page knows.
  await client.expect("PUT", "/api/profile", { ...form, firstName: "Renamed" })
  await client.expect("PUT", "/api/profile/settings", { timeZone: "Europe/Berlin" })
  expect((await client.get("/api/profile")).data).toMatchObject({
    ...{ firstName: "Renamed", timeZone: "Europe/Berlin" },
  })
  await client.expect("PUT", "/api/profile/settings", { timeZone: "America/New_York" })
  expect(await client.put("/api/profile", { ...form, timeZone: "Mars/Olympus" })).toMatchObject({
    status: 400,
    fields: { timeZone: "Time zone is not known" },
  })

  // The same for rude words, which are pointed out until the seller turns that off.
  expect(saved.data).toMatchObject({ warnsOfRudeWords: true })
  const still = await client.put("/api/profile", { ...form, warnsOfRudeWords: false })
  expect(still.data).toMatchObject({ warnsOfRudeWords: false, timeZone: "America/New_York" })
  expect((await client.put("/api/profile", form)).data).toMatchObject({ warnsOfRudeWords: false })

  // Lengths are in inches until the seller, or the browser that signed up, says otherwise.
  expect(saved.data).toMatchObject({ lengthUnit: "in" })
  await client.put("/api/profile", { ...form, lengthUnit: "cm" })
  expect((await client.put("/api/profile", form)).data).toMatchObject({ lengthUnit: "cm" })
  const inFeet = await client.put("/api/profile", { ...form, lengthUnit: "ft" })
  expect(inFeet).toMatchObject({ status: 400, fields: { lengthUnit: "Length unit must be in or cm" } })

  const bad = await client.put("/api/profile", { ...form, firstName: "A", email: "x", phone: "call me" })
  expect(bad.status).toBe(400)
  expect(Object.keys(bad.fields)).toEqual(["firstName", "email", "phone"])
  expect((await app.visitor().put("/api/profile", form)).status).toBe(401)
  expect(await app.mails(email)).toEqual([])
})

test("a hint that was used changes nothing else, also after the profile was changed elsewhere", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Hinted" })
  const end = (more: object) => client.post("/api/profile/hints", more)
  const rowOf = async () => {
    const row = await app.db.prepare("SELECT * FROM user WHERE id = ?").bind(userId).first()
    // The directory counts its changes, and those that the account's database has.
    const { change_seq: _changes, copied_seq: _copied, ...rest } = row ?? {}
    return rest
  }
  // This tab has the profile as it was; another device writes a new phone and company.
  expect((await client.get("/api/profile")).data).toMatchObject({ usedHints: [] })
  const stale = { firstName: "Hinted", lastName: "Seller", email: `old-${email}`, company: "", phone: "1" }
  const changed = { firstName: "Hinted", lastName: "Anew", email, company: "New & Sons", phone: "+1 555" }
  expect((await client.put("/api/profile", changed)).status).toBe(200)
  const before = await rowOf()

  // Two devices each use a gesture: neither takes the other's back.
  const both = [["drop-files"], ["shift-click"]].map((hints) => end({ ...stale, hints }))
  for (const reply of await Promise.all(both))
    expect(reply).toMatchObject({ status: 200, data: { isDone: true } })
  expect((await client.get("/api/profile")).data).toMatchObject({
    ...changed,
    usedHints: ["shift-click", "drop-files"],
  })
  expect(await rowOf()).toEqual({ ...before, used_hints: 0b1001 })
  // The profile's form knows no hints, and leaves them.
  await client.put("/api/profile", { ...changed, usedHints: ["drag-piece"] })
  expect(await rowOf()).toMatchObject({ used_hints: 0b1001 })
  for (const bad of [{}, { hints: ["wave"] }, { hints: "drop-files" }])
    expect((await end(bad)).status).toBe(400)
  expect((await app.visitor().post("/api/profile/hints", { hints: ["drop-files"] })).status).toBe(401)
  expect(await app.mails(email)).toEqual([])
})

test("a new address takes the old one's place when its link is opened, and nothing before", async () => {
  const { client, email, username, hub, userId } = await app.givenUser({ name: "Move" })
  const other = await app.givenUser({ name: "Owner" })
  const admin = await app.givenUser({ name: "Admin", role: "admin" })
  const newEmail = `new-${email}`
  const put = (address: string, more = {}) =>
    client.put("/api/profile", { ...form("Move"), email: address, ...more })

  const taken = await put(other.email.toUpperCase(), { company: "Not written" })
  expect(taken).toMatchObject({ status: 409, fields: { email: "This email is already registered" } })
  const wish = () => put(newEmail, { company: "Written" })
  const [asked, twice] = await Promise.all([wish(), wish()])
  for (const reply of [asked, twice])
    expect(reply).toMatchObject({ status: 200, message: texts.profileUpdated })
  expect(asked.data).toMatchObject({ email, pendingEmail: newEmail, company: "Written" })
  expect((await client.get("/api/profile")).data).toEqual(asked.data)

  // The old address knows, the new one reads nothing that anybody wrote.
  const told = await mailTo(email, ASKED)
  expect(told.text).toContain("n***@s***.test")
  expect(told.text).not.toContain(newEmail)
  const link = await mailTo(newEmail, CONFIRM)
  expect(link.text + link.html).not.toMatch(/Move|Seller|Written/)
  expect(link.text).not.toContain(email.replace("new-", ""))

  // Signing in, and codes, go by the old one.
  expect((await (await app.human()).post("/api/login", { email: newEmail, password: PASSWORD })).status).toBe(
    401,
  )
  await app.signIn(email)
  for (const address of [newEmail, email])
    await app.visitor().post("/api/forgot-password", { email: address })
  const code = await codeMailedTo(email)

  // Once more changes nothing and writes to nobody; only the button sends the same link again.
  expect((await put(newEmail)).status).toBe(200)
  expect((await put(email, { phone: "+1 555" })).data).toMatchObject({ pendingEmail: newEmail })
  expect((await client.post("/api/profile/email-change/send")).status).toBe(200)
  const again = await mailTo(newEmail, CONFIRM, 2)
  expect(again.text).toBe(link.text)

  const token = tokenIn(link.text, "/verify")
  const opened = await app.visitor().get(`/api/verify?token=${token}`)
  expect(opened).toMatchObject({ status: 200, message: texts.verified, data: { email: newEmail } })
  // A repeat answers the same and finishes what an interrupted call left: the mailbox is taken.
  const mailboxes = () =>
    app.db.prepare("SELECT hash FROM mailbox WHERE user_id = ? ORDER BY hash").bind(userId).all()
  const both = (await mailboxes()).results
  expect(both).toHaveLength(2)
  await app.db
    .prepare("DELETE FROM mailbox WHERE rowid = (SELECT max(rowid) FROM mailbox WHERE user_id = ?)")
    .bind(userId)
    .run()
  expect((await app.visitor().get(`/api/verify?token=${token}`)).data).toEqual(opened.data)
  expect((await mailboxes()).results).toEqual(both)
  expect((await client.get("/api/profile")).data).toMatchObject({ email: newEmail, phone: "+1 555" })
  expect((await client.get("/api/profile")).data).not.toHaveProperty("pendingEmail")
  await app.signIn(newEmail)
  await app.signIn(username)
  expect((await hub.balance()).available).toBe(20)
  const done = await mailTo(email, "The e-mail of your Sheetsmith account was changed")
  expect(await app.mails(newEmail)).toHaveLength(2)
  expect(tokenIn(done.text, "/undo-email-change")).toBe(tokenIn(told.text, "/undo-email-change"))

  // Links mailed to the old address are dead, and nobody else gets it while it can come back.
  for (const address of [email, newEmail]) expect((await reset(address, code)).status).toBe(400)
  const sentBy = async (client: Client, address: string) => ({
    register: await (await app.human()).post("/api/register", {
      ...form("Squatter"),
      username: `s-${username}`,
      phone: "1",
      email: address,
      password: PASSWORD,
    }),
    profile: await client.put("/api/profile", { ...form("Owner"), email: address }),
    created: await admin.client.post("/api/users", { ...form("Made"), email: address, password: PASSWORD }),
    changed: await admin.client.put(`/api/users/${other.userId}`, { email: address }),
  })
  for (const [by, reply] of Object.entries(await sentBy(other.client, email.toUpperCase())))
    expect(reply, by).toMatchObject({ status: 409, fields: { email: "This email is already registered" } })
  await app.db
    .prepare("UPDATE email_change SET undo_until = ? WHERE user_id = ?")
    .bind(Date.now(), userId)
    .run()
  expect((await admin.client.put(`/api/users/${other.userId}`, { email })).status).toBe(200)

  // Every change writes to an address somebody else may own, so they are few.
  const statuses: number[] = []
  for (let i = 0; i < 5; i++) statuses.push((await put(`m${i}-${email}`)).status)
  expect(statuses.at(-1)).toBe(429)
})

test("the link to the old address puts it back and everybody out, whatever has come since", async () => {
  const { client: thief, email: a, userId } = await app.givenUser({ name: "Robbed" })
  const [b, c, d] = ["b", "c", "d"].map((letter) => `${letter}-${a}`)
  const put = (email: string) => thief.put("/api/profile", { ...form("Robbed"), email })
  const undo = (token: string) => app.visitor().post("/api/undo-email-change", { token })
  const confirmLink = async (email: string) => tokenIn((await mailTo(email, CONFIRM)).text, "/verify")
  const undoLink = async (email: string) => tokenIn((await mailTo(email, ASKED)).text, "/undo-email-change")
  const socket = await openSocket(thief)
  for (const email of [b, c]) {
    expect((await put(email)).status).toBe(200)
    expect((await app.visitor().get(`/api/verify?token=${await confirmLink(email)}`)).status).toBe(200)
  }
  expect((await put(d)).data).toMatchObject({ email: c, pendingEmail: d })
  await app.visitor().post("/api/forgot-password", { email: c })
  const code = await codeMailedTo(c)
  const token = await undoLink(a)

  // A link works for its own purpose and unchanged only; many wrong ones keep no right one out.
  const confirmB = await confirmLink(b)
  for (const wrong of [confirmB, `${token}x`, token.slice(0, -2), token.split(".")[0], "nonsense"])
    expect((await undo(wrong)).status, wrong).toBe(400)
  expect((await app.visitor().get(`/api/verify?token=${token}`)).status).toBe(400)
  expect((await thief.get("/api/profile")).status).toBe(200)
  const owner = app.visitor()
  await owner.post("/api/undo-email-change", { token: "nonsense" })
  await app.db.prepare("UPDATE rate_count SET count = 100000 WHERE key LIKE 'undo-address:%'").run()
  expect((await owner.post("/api/undo-email-change", { token: "nonsense" })).status).toBe(429)
  // Nothing of an account that is deleted but not purged comes back, and no reply mentions it.
  const setDeleted = (at: number | null) =>
    app.db.prepare("UPDATE user SET deleted_at = ? WHERE id = ?").bind(at, userId).run()
  await setDeleted(Date.now())
  await app.db.prepare("DELETE FROM rate_count WHERE key LIKE 'undo-address:%'").run()
  expect((await owner.post("/api/undo-email-change", { token })).status).toBe(400)
  await setDeleted(null)
  await app.db.prepare("UPDATE rate_count SET count = 100000 WHERE key LIKE 'undo-address:%'").run()
  const undone = await owner.post("/api/undo-email-change", { token })
  expect(undone).toMatchObject({ status: 200, data: { email: a } })

  expect((await thief.get("/api/profile")).status).toBe(401)
  await expect.poll(() => socket.readyState).toBeGreaterThanOrEqual(WebSocket.CLOSING)
  for (const email of [a, c]) expect((await reset(email, code)).status).toBe(400)
  for (const email of [b, c]) {
    expect((await undo(await undoLink(email))).status, email).toBe(400)
    expect((await (await app.human()).post("/api/login", { email, password: PASSWORD })).status).toBe(401)
  }
  expect((await app.visitor().get(`/api/verify?token=${await confirmLink(d)}`)).status).toBe(400)
  expect((await app.visitor().get(`/api/verify?token=${confirmB}`)).status).toBe(400)
  const back = await app.signIn(a)
  expect((await back.get("/api/profile")).data).not.toHaveProperty("pendingEmail")
  expect(app.securityLog()).toContainEqual(expect.objectContaining({ event: "email-change-undone", userId }))

  // Opened again it says the same, and ends nothing that has begun since.
  expect((await undo(token)).data).toEqual({ email: a })
  expect((await back.get("/api/profile")).status).toBe(200)
})

test("a change that waits ends with its undoing, a new password, a cancellation, a newer one, and its time", async () => {
  const { email, userId } = await app.givenUser({ name: "Waiting" })
  const open = (token: string) => app.visitor().get(`/api/verify?token=${token}`)
  let changes = 0
  const asked = async (name: string) => {
    await app.db.prepare("DELETE FROM rate_count").run()
    const session = await app.signIn(email)
    const address = `${name}-${email}`
    expect((await session.put("/api/profile", { ...form("Waiting"), email: address })).status).toBe(200)
    changes += 1
    const told = await mailTo(email, ASKED, changes)
    const link = await mailTo(address, CONFIRM)
    return {
      session,
      address,
      undo: () =>
        app.visitor().post("/api/undo-email-change", { token: tokenIn(told.text, "/undo-email-change") }),
      open: () => open(tokenIn(link.text, "/verify")),
    }
  }

  const undone = await asked("undone")
  expect(await undone.undo()).toMatchObject({ status: 200, data: { email } })
  expect((await undone.session.get("/api/profile")).status).toBe(401)
  expect(await undone.open()).toMatchObject({ status: 400, message: texts.verifyFailed })

  const outdone = await asked("outdone")
  const cancelled = await asked("cancelled")
  expect((await outdone.open()).status).toBe(400)
  expect((await cancelled.session.delete("/api/profile/email-change")).status).toBe(200)
  expect((await cancelled.session.delete("/api/profile/email-change")).status).toBe(200)
  expect((await cancelled.session.post("/api/profile/email-change/send")).status).toBe(404)
  expect((await cancelled.open()).status).toBe(400)
  // The one who cancelled may have been the thief: the link still signs everybody out.
  expect((await outdone.undo()).status).toBe(200)
  expect((await cancelled.session.get("/api/profile")).status).toBe(401)

  const forgotten = await asked("forgotten")
  await app.visitor().post("/api/forgot-password", { email })
  expect((await reset(email, await codeMailedTo(email))).status).toBe(200)
  expect((await forgotten.open()).status).toBe(400)

  const late = await asked("late")
  await app.db
    .prepare("UPDATE email_change SET expires_at = ? WHERE user_id = ?")
    .bind(Date.now(), userId)
    .run()
  expect((await late.session.get("/api/profile")).data).not.toHaveProperty("pendingEmail")
  expect((await late.open()).status).toBe(400)
  await app.db
    .prepare("UPDATE email_change SET undo_until = ? WHERE user_id = ?")
    .bind(Date.now(), userId)
    .run()
  expect((await late.undo()).status).toBe(400)
  expect((await late.session.get("/api/profile")).status).toBe(200)
  await app.runtime.runCron("17 3 * * *", Date.now() + 1000)
  const rows = await app.db.prepare("SELECT id FROM email_change WHERE user_id = ?").bind(userId).all()
  expect(rows.results).toEqual([])

  const slow = await asked("slow")
  const quick = {
    ...form("Quick"),
    username: `quick-${userId}`,
    phone: "1",
    email: slow.address,
    password: PASSWORD,
  }
  expect((await (await app.human()).post("/api/register", quick)).status).toBe(201)
  expect(await slow.open()).toMatchObject({
    status: 400,
    fields: { token: "Another account uses this address now." },
  })
  await app.signIn(email)
})

test("an account whose address was never proved moves at once, and must verify the new one", async () => {
  const { client, email, username, userId } = await app.givenUser({ name: "Unproved" })
  await app.db.prepare("UPDATE user SET email_verified_at = NULL WHERE id = ?").bind(userId).run()
  // A sign-in mails a link instead.
  expect((await (await app.human()).post("/api/login", { email, password: PASSWORD })).status).toBe(403)
  const oldLink = await app.verificationToken(email)
  const newEmail = `new-${email}`
  const moved = await client.put("/api/profile", { ...form("Unproved"), email: newEmail })
  expect(moved).toMatchObject({ status: 200, data: { email: newEmail } })
  expect((await app.visitor().get(`/api/verify?token=${oldLink}`)).status).toBe(400)
  const visitor = await app.human()
  expect((await visitor.post("/api/login", { email: username, password: PASSWORD })).status).toBe(403)
  expect((await visitor.get(`/api/verify?token=${await app.verificationToken(newEmail)}`)).status).toBe(200)
  await app.signIn(newEmail)
  // Nobody has shown that the old one is theirs, so nothing was written to it.
  expect(await app.mails(email)).toHaveLength(1)
})

function form(firstName: string) {
  return { firstName, lastName: "Seller", company: "", phone: "123" }
}

/** Waits for so many mails with this subject; the newest. */
async function mailTo(email: string, subject: string, count = 1) {
  const found = async () => (await app.mails(email)).filter((mail) => mail.subject === subject)
  await expect.poll(async () => (await found()).length).toBe(count)
  return (await found())[0]
}

function tokenIn(text: string, path: string): string {
  return text.match(new RegExp(`${path}\\?token=(\\S+)`))?.[1] ?? `no link to ${path}`
}

async function codeMailedTo(email: string): Promise<string> {
  await app.mailed(email, "password code")
  return (await app.mailbox(email)).text.match(/^ {4}(\S+)$/m)?.[1] ?? "no code"
}

function reset(email: string, resetToken: string) {
  const body = { email, resetToken, password: PASSWORD, confirmPassword: PASSWORD }
  return app.visitor().post("/api/reset-password", body)
}

function openSocket(client: Client): Promise<WebSocket> {
  const headers = { cookie: client.cookieHeader(), origin: app.origin }
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/api/live`, {
    headers,
  } as unknown as string[])
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(socket))
    socket.addEventListener("error", () => reject(new Error("the socket did not open")))
  })
}

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
    attempt("attempt-1", "print-2", userId, "completed", 30, 0.8),
    // An older Worker, which the new database waits for, leaves the film out.
    attempt("attempt-2", "print-3", userId, "finishing", null, 0.5),
    app.db.prepare(
      "INSERT INTO sheet (attempt_id, sheet_index, token, width_px, length_px, placements, state, updated_at) VALUES ('attempt-2', 0, 'sheet-of-2', 1, 3000, '', 'deleted', 0)",
    ),
    app.db.prepare("UPDATE attempt SET state = 'completed' WHERE id = 'attempt-2'"),
    attempt("attempt-3", "print-1", userId, "failed", 30, 0.9),
    attempt("attempt-4", "print-1", userId, "completed", 30, 0.9, 2, Date.UTC(2020, 0, 1)),
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
    remadePrints: 0,
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
    pendingTransfers: null,
  })
  const { pendingTransfers, ...theirs } = (await stranger.client.get("/api/statistics")).data as Record<
    string,
    number | null
  >
  expect(pendingTransfers).toBe(null)
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
  filmIn: number | null,
  utilisation: number,
  number = 1,
  endedAtMs = Date.now(),
) {
  return app.db
    .prepare(
      "INSERT INTO attempt (id, print_id, user_id, number, state, credits, dpi, mirror, film_in, utilisation, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 1, 300, 0, ?, ?, 0, ?)",
    )
    .bind(id, printId, userId, number, state, filmIn, utilisation, endedAtMs)
}

function order(id: string, userId: string, status: string) {
  return app.db
    .prepare(
      `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, ordered_at, created_at, updated_at) VALUES (?, ?, 'shop', ?, '', '', '', '', '', 0, 'USD', ?, 0, 0, 0)`,
    )
    .bind(id, userId, id, status)
}
