import { expect, test } from "vitest"
import type { AuditEntry, ListedUser } from "../../../contract/accounts/user.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import { texts } from "../../../contract/text.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import type { Reply } from "../../../local/client.ts"

const app = useApp()
const LAST_ADMIN = "This is the last active admin. Make someone else an admin first."
const userOf = (reply: Reply) => reply.data as ListedUser
const auditOf = (reply: Reply) => reply.data as AuditEntry[]

test("while there is one admin, nobody demotes, deactivates or deletes them, not even two at once", async () => {
  const ada = await app.givenUser({ name: "Ada", role: "admin" })
  const unverified = await app.givenUser({ name: "Unverified", role: "admin" })
  await app.db.prepare("UPDATE user SET email_verified_at = NULL WHERE id = ?").bind(unverified.userId).run()
  const own = `/api/users/${ada.userId}`
  const refusals = [
    await ada.client.put(own, { role: "user" }),
    await ada.client.patch(own, { status: "inactive", firstName: "Gone" }),
    await ada.client.delete(own),
    await ada.client.delete(`/api/user/${ada.userId}`),
  ]
  for (const reply of refusals)
    expect(reply).toMatchObject({ status: 409, code: "conflict", message: LAST_ADMIN })
  expect((await ada.client.get("/api/profile")).data).toMatchObject({
    role: "admin",
    status: "active",
    firstName: "Ada",
  })
  expect(auditOf(await ada.client.get("/api/audit"))).toEqual([])
  expect((await ada.client.put(own, { role: "admin", status: "active" })).status).toBe(200)

  // Two admins go for each other at the same moment, again and again: one of them always stays.
  for (const blow of [
    { role: "user" },
    { status: "inactive" },
    { role: "user", status: "inactive" },
    null,
  ] as const) {
    const rivals = [await app.givenUser({ name: "Rival", role: "admin" }), ada]
    const [one, two] = rivals
    const at = (id: string) => `/api/users/${id}`
    const strike = (by: typeof ada, whom: typeof ada) =>
      blow ? by.client.put(at(whom.userId), blow) : by.client.delete(at(whom.userId))
    await Promise.all([strike(one, two), strike(two, one)])
    const left = await app.db
      .prepare("SELECT id FROM user WHERE role = 'admin' AND status = 'active' AND email_verified_at > 0")
      .all<{ id: string }>()
    expect(left.results, JSON.stringify(blow)).toHaveLength(1)
    const survivor = left.results[0].id
    // The next round starts from one admin with a session: the survivor, or Ada made admin anew.
    if (survivor !== ada.userId) {
      if (blow === null) break
      const reply = await one.client.put(at(ada.userId), { role: "admin", status: "active" })
      expect(reply.status, reply.message).toBe(200)
      ada.client.cookies.clear()
      for (const [name, value] of (await app.signIn(ada.email)).cookies) ada.client.cookies.set(name, value)
      expect((await ada.client.put(at(one.userId), { role: "user" })).status).toBe(200)
    }
  }
})

test("an admin adds, finds, edits and audits accounts", async () => {
  const admin = await app.givenUser({ name: "Grace", role: "admin" })
  const { client } = admin
  const form = {
    email: "New.Person@Shop.test",
    password: "secret-1",
    firstName: "Newman",
    lastName: "Person",
  }
  const created = await client.post("/api/users", form)
  expect(created).toMatchObject({ status: 201, message: "User created" })
  const person = userOf(created)
  expect(person).toMatchObject({
    email: form.email,
    username: "New.Person",
    role: "user",
    status: "active",
    isVerified: true,
    credit: { availableCredits: TRIAL_CREDITS, usedCredits: 0 },
  })
  const again = await client.post("/api/users", { ...form, email: "new.person@shop.test" })
  expect(again).toMatchObject({ status: 409, fields: { email: "This email is already registered" } })
  const namesake = await client.post("/api/users", { ...form, email: "new.person@other.test" })
  expect(userOf(namesake).username).toMatch(/^new\.person-\d{4}$/)
  const wrong = await client.post("/api/users", {
    email: "x",
    password: "12345",
    firstName: "Al",
    role: "admin",
  })
  expect(wrong).toMatchObject({
    status: 400,
    fields: {
      email: texts.emailInvalid,
      password: "Password must be at least 6 characters",
      firstName: "First name must be at least 3 characters",
      lastName: "Last name is required",
    },
  })
  const theirs = await app.signIn(form.email, form.password)
  expect((await theirs.get("/api/sheet-templates")).pagination).toMatchObject({ totalDocuments: 1 })

  for (const search of ["newman pers", "NEW.PERSON@SHOP", person.username])
    expect(
      (await client.get(`/api/users?search=${encodeURIComponent(search)}&role=user`)).data,
    ).toContainEqual(expect.objectContaining({ _id: person._id }))
  const page = await client.get("/api/users?limit=1&sortBy=firstName&sort=asc&status=active")
  expect(page.data).toHaveLength(1)
  expect((await client.get("/api/users?search=%25%25%25")).data).toEqual([])

  const address = `/api/users/${person._id}`
  expect(userOf(await client.get(`/api/user/${person._id}`))).toMatchObject({ lastName: "Person" })
  const edited = await client.put(address, {
    firstName: "Norma",
    company: "Person & Co",
    role: "admin",
    password: "ignored",
  })
  expect(userOf(edited)).toMatchObject({ firstName: "Norma", company: "Person & Co", role: "admin" })
  expect(userOf(await client.patch(address, { role: "user" }))).toMatchObject({ company: "Person & Co" })
  expect((await client.put(address, {})).status).toBe(400)
  expect((await client.put(address, { email: admin.email.toUpperCase() })).message).toMatch(
    /already registered/,
  )
  // The links of a change that the person has begun are void: an admin's word goes first.
  const begun = { firstName: "Norma", lastName: "Person", phone: "", company: "Person & Co" }
  expect((await theirs.put("/api/profile", { ...begun, email: "mine@shop.test" })).status).toBe(200)
  const { text } = await app.mailbox("mine@shop.test")
  expect(userOf(await client.put(address, { email: "norma@shop.test" }))).toMatchObject({ isVerified: true })
  await app.mailed(form.email, "The e-mail of your Sheetsmith account was changed")
  const opened = await app.visitor().get(`/api${/\/verify\?token=\S+/.exec(text)}`)
  expect(opened).toMatchObject({ status: 400, message: texts.verifyFailed })
  expect(await app.db.prepare("SELECT id FROM email_change").first()).toBeNull()
  await app.signIn("norma@shop.test", form.password)

  // An admin's own address needs the link, too: a session left open would be enough otherwise.
  const own = await client.put(`/api/users/${admin.userId}`, { email: "grace@other.test" })
  expect(own).toMatchObject({ status: 403, message: expect.stringMatching(/under My Profile/) })
  expect((await client.put(`/api/users/${admin.userId}`, { email: admin.email, phone: "1" })).status).toBe(
    200,
  )
  expect((await client.get("/api/users/0197f3c0-0000-7000-8000-000000000000")).status).toBe(404)

  const trail = auditOf(await client.get("/api/audit?limit=100")).filter((entry) =>
    /Norma/.test(entry.subject),
  )
  expect(trail.map(({ action, details }) => [action, details])).toEqual([
    ["User changed", "email"],
    ["User changed", "role admin → user"],
    ["User changed", "role user → admin, first name, company"],
    ["User created", "Created the account"],
  ])
  expect(trail[0].actor).toBe("Grace Seller")
  expect(JSON.stringify(trail)).not.toContain("secret-1")
})

test("the audit trail is searched by what its rows show, wildcards standing for themselves", async () => {
  const { client } = await app.givenUser({ name: "Sherlock", role: "admin" })
  const about = await app.givenUser({ name: "Moriarty" })
  const address = `/api/users/${about.userId}`
  for (const change of [{ company: "100%_Ink" }, { phone: "+1 555 010 0111" }, { role: "admin" }])
    expect((await client.put(address, change)).status).toBe(200)
  const search = async (words: string, page = "limit=100") => {
    const reply = await client.get(`/api/audit?${page}&search=${encodeURIComponent(words)}`)
    const { totalDocuments: total } = reply.pagination as Pagination
    return { total, details: auditOf(reply).map(({ details }) => details) }
  }
  const all = ["role user → admin", "phone", "company"]
  for (const words of ["moriarty", "Sherlock Seller", "RIARTY SEL"])
    expect(await search(words), words).toEqual({ total: 3, details: all })
  expect(await search(" user → ADMIN ")).toMatchObject({ details: expect.arrayContaining([all[0]]) })
  expect(await search("moriarty", "limit=1&page=2")).toEqual({ total: 3, details: ["phone"] })
  for (const words of ["%", "_", "Mor%rty", "Moriart_", "' OR 1=1 --", "\\", "x".repeat(60)])
    expect(await search(words), words).toEqual({ total: 0, details: [] })

  expect((await client.delete(address)).status).toBe(200)
  const trail = auditOf(await client.get(`/api/audit?limit=1&search=Sherlock`))
  expect(trail).toMatchObject([{ action: "User deleted" }])
  expect((await search(trail[0].subject)).details).toEqual(expect.arrayContaining(all))
})

test("who is made inactive is out at once, sockets and polls too, and cannot sign in until active again", async () => {
  const admin = await app.givenUser({ name: "Root", role: "admin" })
  const { client, userId, email } = await app.givenUser({ name: "Sleepy" })
  const phone = await app.signIn(email)
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/api/live`, {
    headers: { cookie: client.cookieHeader(), origin: app.origin },
  } as unknown as string[])
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }))
  const { latest } = (await phone.get("/api/live/poll?after=-1")).data as { latest: number }
  const poll = phone.get(`/api/live/poll?after=${latest}`)

  expect((await admin.client.put(`/api/users/${userId}`, { status: "inactive" })).status).toBe(200)
  for (const tab of [client, phone])
    expect(await tab.get("/api/profile")).toMatchObject({ status: 401, message: "Please sign in" })
  await expect.poll(() => socket.readyState).toBeGreaterThanOrEqual(WebSocket.CLOSING)
  await poll
  const refused = await (await app.human()).post("/api/login", { email, password: PASSWORD })
  expect(refused).toMatchObject({ status: 403, message: "This account is inactive. Please contact support." })
  expect((await admin.client.put(`/api/users/${userId}`, { status: "inactive" })).status).toBe(200)

  expect((await admin.client.put(`/api/users/${userId}`, { status: "active" })).status).toBe(200)
  expect((await client.get("/api/profile")).status, "the old session stays over").toBe(401)
  expect((await (await app.signIn(email)).get("/api/profile")).status).toBe(200)
  const trail = auditOf(await admin.client.get("/api/audit?limit=2"))
  expect(trail.map(({ details }) => details)).toEqual([
    "status inactive → active",
    "status active → inactive",
  ])
})

test("a credit edit is one ledger entry that names the admin, whatever comes in between or twice", async () => {
  const admin = await app.givenUser({ name: "Banker", role: "admin" })
  const { client, userId, hub } = await app.givenUser({ name: "Poor", credits: 50 })
  await hub.hold({ userId, id: "hold:x", credits: 30, note: "Under way" })
  const address = `/api/user/${userId}/credit`
  const requestKey = crypto.randomUUID()
  const request = { availableCredits: 120, requestKey }
  const replies = await Promise.all([admin.client.put(address, request), admin.client.put(address, request)])
  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 200, message: texts.creditAdded })
    expect(userOf(reply).credit).toEqual({ availableCredits: 120, usedCredits: 0 })
  }
  expect((await admin.client.put(address, { ...request, availableCredits: 9 })).status).toBe(409)
  const lower = await admin.client.patch(address, { availableCredits: 7 })
  expect(lower).toMatchObject({ status: 200, message: "Credit updated successfully" })
  expect((await client.get("/api/profile")).data).toMatchObject({ credit: { availableCredits: 7 } })
  expect((await admin.client.put(address, { availableCredits: 7 })).status).toBe(200)

  const entries = await hub.statement({ afterSeq: 0, limit: 100 })
  expect(entries.filter(({ id }) => id.startsWith("admin:"))).toMatchObject([
    {
      id: `admin:${requestKey}`,
      kind: "grant",
      credits: 100,
      note: "Credits set to 120 by Banker Seller",
      availableAfter: 120,
    },
    { kind: "refund", credits: 113, note: "Credits set to 7 by Banker Seller", availableAfter: 7 },
  ])
  const notices = (await client.get("/api/notifications")).data as { type: string; message: string }[]
  expect(notices.filter(({ type }) => type === "payment").map(({ message }) => message)).toEqual([
    "Credits set to 7 by Banker Seller",
    "Credits set to 120 by Banker Seller",
  ])
  // The page's key names a call of the admin's, not a person: another one's change under it is as
  // good.
  const twin = await app.givenUser({ name: "Twin" })
  for (let time = 0; time < 2; time++)
    expect((await admin.client.put(`/api/user/${twin.userId}/credit`, request)).status).toBe(200)
  expect((await twin.client.get("/api/notifications")).data).toMatchObject([
    { type: "payment", message: "Credits set to 120 by Banker Seller" },
  ])
  const messages = await twin.hub.poll({ userId: twin.userId, after: 0, waitMs: 0 })
  expect(messages.events.filter(({ event }) => event === `payment-${twin.userId}`)).toHaveLength(1)

  const trail = auditOf(await admin.client.get("/api/audit?limit=100")).filter(({ subject }) =>
    subject.startsWith("Poor"),
  )
  expect(trail.filter(({ details }) => details === `120 credits (admin:${requestKey})`)).toHaveLength(1)
  for (const availableCredits of [0, -5, 1.5, "100", null, 1e9])
    expect((await admin.client.put(address, { availableCredits })).status).toBe(400)
})

test("credits are added to the balance that was seen or not at all, once, and the trail keeps the reason", async () => {
  const admin = await app.givenUser({ name: "Teller", role: "admin" })
  const { client, userId, hub } = await app.givenUser({ name: "Moved" })
  const address = `/api/users/${userId}/credit`
  const requestKey = crypto.randomUUID()
  const request = {
    availableCredits: 120,
    expected: 20,
    reason: "Torn\u202E film,\u0000 print 12",
    requestKey,
  }
  // Twenty more have come in since the admin looked.
  await hub.grant({ userId, id: "paypal:x", credits: 20, note: "Bought" })
  const moved = await admin.client.fetch("PUT", address, request)
  expect(moved.status).toBe(409)
  expect(await moved.json()).toMatchObject({
    code: "balance-moved",
    message: "The balance has changed: 40 credits are available now. Please look again.",
    availableCredits: 40,
  })
  expect((await hub.balance()).available).toBe(40)

  const seen = { ...request, availableCredits: 140, expected: 40 }
  const replies = await Promise.all([1, 2, 3].map(() => admin.client.fork().put(address, seen)))
  for (const reply of replies)
    expect(reply).toMatchObject({
      status: 200,
      message: texts.creditAdded,
      data: { credit: { availableCredits: 140 } },
    })
  // Sent again after the new balance was seen: still the same addition.
  const repeat = { ...request, availableCredits: 240, expected: 140 }
  expect((await admin.client.put(address, repeat)).data).toMatchObject({ credit: { availableCredits: 140 } })
  const lower = await admin.client.put(address, { availableCredits: 100, expected: 140 })
  expect(lower).toMatchObject({ status: 200, message: "Credit updated successfully" })
  // Two admins who have seen the same: one of them adds.
  const both = await Promise.all(
    [1, 2].map(() => admin.client.fork().put(address, { availableCredits: 200, expected: 100 })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])

  const entries = await hub.statement({ afterSeq: 2, limit: 100 })
  expect(entries).toMatchObject([
    { id: `admin:${requestKey}`, kind: "grant", credits: 100, note: "100 credits added by Teller Seller" },
    { kind: "refund", credits: 40, note: "40 credits removed by Teller Seller", availableAfter: 100 },
    { kind: "grant", credits: 100, availableAfter: 200 },
  ])
  const notices = (await client.get("/api/notifications")).data as { message: string }[]
  expect(notices.map(({ message }) => message).at(-1)).toBe("100 credits added by Teller Seller")
  const result = auditOf(await admin.client.get("/api/audit?search=torn+film"))
  expect(result).toMatchObject([
    {
      action: "Credits set",
      details: `+100 credits (admin:${requestKey})`,
      reason: "Torn film, print 12",
      subject: "Moved Seller",
    },
  ])
  const long = await admin.client.put(address, { availableCredits: 5, reason: "x".repeat(201) })
  expect(long).toMatchObject({
    status: 400,
    fields: { reason: "The reason must be at most 200 characters" },
  })
  for (const expected of [-1, 1.5, "20", null])
    expect(await admin.client.put(address, { availableCredits: 5, expected })).toMatchObject({ status: 400 })
  expect(auditOf(await admin.client.get("/api/audit?limit=1"))).toMatchObject([{ reason: "" }])
})
