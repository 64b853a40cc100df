import { expect, test } from "vitest"
import type { Member } from "../../../contract/accounts/member.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { MAX_MEMBERS } from "../../../contract/limit.ts"
import { givenToken, programOf } from "../../../harness/access-token.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { joined, tokenOfInvitation, workingIn } from "../../../harness/members.ts"
import { type RateRule, rateRules } from "../../../worker/rate-limit.ts"
import { givenImage } from "../artwork/artwork-steps.ts"

const app = useApp()

test("somebody is invited by mail, accepts, sees the account's prints by the header, and nothing of it is kept from then on when removed", async () => {
  const owner = await app.givenUser({ name: "Owner" })
  const person = await app.givenUser({ name: "Presser" })
  const print = await givenPrint(owner)
  const invited = await owner.client.post("/api/members", {
    email: person.email.toUpperCase(),
    role: "press",
  })
  expect(invited).toMatchObject({
    status: 201,
    message: `We sent an invitation to ${person.email.toUpperCase()}`,
    data: { name: null, role: "press", joinedAt: null },
  })
  const mail = await app.mailbox(person.email.toUpperCase())
  expect(mail.text).toContain("Owner Seller invites you to work in their Sheetsmith account.")
  const token = await tokenOfInvitation(app, person.email.toUpperCase())
  const stored = await app.db.prepare("SELECT * FROM member").first()
  expect(JSON.stringify(stored)).not.toContain(token)
  const there = { "x-account": owner.userId }
  expect(await person.client.get("/api/prints", there)).toMatchObject({ status: 403, code: "not-a-member" })

  const accepted = { status: 200, data: { _id: owner.userId, name: "Sheet Shop", role: "press" } }
  expect(await person.client.post("/api/members/accept", { token })).toMatchObject(accepted)
  expect(await person.client.post("/api/members/accept", { token })).toMatchObject(accepted)
  expect((await person.client.get("/api/prints")).data).toEqual([])
  const seen = await person.client.get("/api/prints", there)
  expect(seen).toMatchObject({ status: 200, data: [{ _id: print, cost: null }] })
  // The account stays chosen until another is named.
  expect(seen.headers.getSetCookie().join()).toContain(`__Host-account=${owner.userId}`)
  expect((await person.client.get("/api/prints")).data).toMatchObject([{ _id: print }])
  expect(await person.client.get("/api/profile")).toMatchObject({
    data: {
      ...{ _id: owner.userId, firstName: "Presser", email: person.email, company: "Sheet Shop" },
      ...{ role: "user", worksAs: "press", credit: { availableCredits: 0, usedCredits: 0 } },
      workplaces: [
        { _id: person.userId, role: "owner" },
        { _id: owner.userId, role: "press" },
      ],
    },
  })
  for (const path of [
    "/api/images",
    "/api/orders",
    "/api/payments",
    "/api/statement",
    "/api/members",
    "/api/tokens",
  ])
    expect(await person.client.get(path), path).toMatchObject({ status: 403, code: "forbidden" })
  expect((await person.client.get("/api/prints", { "x-account": person.userId })).data).toEqual([])
  expect(person.client.cookies.has("__Host-account")).toBe(false)

  const [{ _id }] = (await owner.client.get("/api/members")).data as Member[]
  await person.client.get("/api/prints", there)
  const cookie = person.client.cookieHeader()
  const [here, elsewhere] = [await openSocket(cookie), await openSocket(owner.client.cookieHeader())]
  expect(await owner.client.delete(`/api/members/${_id}`)).toMatchObject({ status: 200 })
  await expect.poll(() => here.readyState).toBeGreaterThanOrEqual(WebSocket.CLOSING)
  expect(elsewhere.readyState).toBe(WebSocket.OPEN)
  elsewhere.close()
  expect(await person.client.get("/api/prints")).toMatchObject({ status: 403, code: "not-a-member" })
  expect((await person.client.get("/api/prints")).data).toEqual([])
  expect(await person.client.post("/api/members/accept", { token })).toMatchObject({ status: 410 })
  const events = app.securityLog().map(({ event }) => event)
  for (const event of ["member-invited", "member-joined", "member-removed"]) expect(events).toContain(event)
})

test("an invitation is for the address that it was sent to, once, until it expires or is renewed", async () => {
  const owner = await app.givenUser({ name: "Inviting" })
  const person = await app.givenUser({ name: "Invited" })
  const other = await app.givenUser({ name: "Other" })
  const invite = () => owner.client.post("/api/members", { email: person.email, role: "maker" })
  const accept = (of: GivenUser, token: string) => of.client.post("/api/members/accept", { token })
  expect((await invite()).status).toBe(201)
  const first = await tokenOfInvitation(app, person.email)
  expect(await accept(other, first)).toMatchObject({ status: 403, code: "forbidden" })
  expect(await other.client.get("/api/prints", { "x-account": owner.userId })).toMatchObject({ status: 403 })
  for (const token of ["nonsense", first.slice(1)])
    expect(await accept(person, token)).toMatchObject({ status: 410 })
  // A link that was sent again is the only one.
  expect((await invite()).status).toBe(201)
  const second = await tokenOfInvitation(app, person.email)
  expect(second).not.toBe(first)
  expect(await accept(person, first)).toMatchObject({ status: 410 })
  const expires = (at: number) =>
    app.db.prepare("UPDATE member SET expires_at = ? WHERE email = ?").bind(at, person.email).run()
  await expires(Date.now())
  expect(await accept(person, second)).toMatchObject({ status: 410 })
  await expires(Date.now() + DAY_MS)
  const both = await Promise.all([accept(person, second), accept(person, second)])
  expect(both.map(({ status }) => status).every((status) => [200, 409].includes(status))).toBe(true)
  expect(await accept(person, second)).toMatchObject({ status: 200, data: { role: "maker" } })
  expect(await accept(other, second)).toMatchObject({ status: 410 })
  expect(await invite()).toMatchObject({
    status: 409,
    fields: { email: "This person works in your account already" },
  })
  expect(await owner.client.post("/api/members", { email: owner.email, role: "maker" })).toMatchObject({
    status: 422,
  })
  expect(await owner.client.post("/api/members", { email: other.email, role: "owner" })).toMatchObject({
    status: 400,
    fields: { role: "Choose what this person may do" },
  })
  const admin = await app.givenUser({ name: "Admin", role: "admin" })
  expect(await admin.client.post("/api/members", { email: other.email, role: "maker" })).toMatchObject({
    status: 422,
  })
  expect((await app.visitor().post("/api/members/accept", { token: second })).status).toBe(401)
  // The night forgets invitations that have long expired.
  expect((await owner.client.post("/api/members", { email: other.email, role: "press" })).status).toBe(201)
  await app.db
    .prepare("UPDATE member SET expires_at = ? WHERE email = ?")
    .bind(Date.now() - 31 * DAY_MS, other.email)
    .run()
  await app.runtime.runCron("17 3 * * *")
  expect((await owner.client.get("/api/members")).data).toMatchObject([
    { email: person.email, name: "Invited Seller" },
  ])
})

test("a forged account, a role that changes and an owner who is gone or an admin open nothing", async () => {
  const owner = await app.givenUser({ name: "Boss" })
  const person = await app.givenUser({ name: "Helper" })
  const stranger = await app.givenUser({ name: "Stranger", role: "admin" })
  const print = await givenPrint(owner)
  const { _id } = await joined(app, owner, person, "maker")
  const there = workingIn(person, owner)
  expect((await there.get("/api/images")).status).toBe(200)
  expect(await there.put(`/api/prints/${print}`, { name: "By the maker" })).toMatchObject({ status: 200 })
  for (const account of [owner.userId, "nonsense", "", "0197f3c0-0000-7000-8000-000000000000"])
    expect(await stranger.client.get("/api/prints", { "x-account": account || " " }), account).toMatchObject({
      status: 403,
      code: "not-a-member",
    })
  // Nobody's token is another account's.
  const { token } = await givenToken(person.client)
  const program = programOf(person.client, token)
  expect(await program.get("/api/prints", { "x-account": owner.userId })).toMatchObject({
    code: "not-a-member",
  })
  expect((await program.get("/api/prints", { "x-account": person.userId })).data).toEqual([])
  const cookie = `__Host-account=${owner.userId}`
  expect((await program.send("GET", "/api/prints", undefined, { cookie })).data).toEqual([])
  expect(await app.visitor().get("/api/prints", { "x-account": owner.userId })).toMatchObject({ status: 401 })

  expect(await owner.client.put(`/api/members/${_id}`, { role: "press" })).toMatchObject({
    data: { role: "press" },
  })
  expect((await there.get("/api/images")).status).toBe(403)
  expect((await there.put(`/api/prints/${print}`, { name: "Again" })).status).toBe(403)
  expect((await there.get(`/api/prints/${print}`)).status).toBe(200)
  expect(await person.client.put(`/api/members/${_id}`, { role: "maker" })).toMatchObject({ status: 404 })
  expect((await there.put(`/api/members/${_id}`, { role: "maker" })).status).toBe(403)

  const sets = async (column: string, value: string, id: string) => {
    await app.db.prepare(`UPDATE user SET ${column} = ? WHERE id = ?`).bind(value, id).run()
  }
  for (const [column, value, before] of [
    ["role", "admin", "user"],
    ["status", "inactive", "active"],
  ]) {
    await sets(column, value, owner.userId)
    expect(await there.get("/api/prints"), column).toMatchObject({ status: 403, code: "not-a-member" })
    await sets(column, before, owner.userId)
  }
  // An admin has no admin's rights in another's account.
  await sets("role", "admin", person.userId)
  expect((await there.get("/api/users")).status).toBe(403)
  expect((await person.client.get("/api/users", { "x-account": person.userId })).status).toBe(200)
  await sets("status", "inactive", person.userId)
  expect((await there.get("/api/prints")).status).toBe(401)
  await sets("status", "active", person.userId)
  expect((await there.get("/api/prints")).status).toBe(200)

  expect(await stranger.client.delete(`/api/users/${owner.userId}`)).toMatchObject({ status: 200 })
  expect(await there.get("/api/prints")).toMatchObject({ status: 403, code: "not-a-member" })
  const rows = () => app.db.prepare("SELECT count(*) AS n FROM member WHERE id = ?").bind(_id).first("n")
  await expect.poll(rows).toBe(0)
})

test("somebody leaves, and an account has so many people and no more", async () => {
  const owner = await app.givenUser({ name: "Crowded" })
  const person = await app.givenUser({ name: "Leaver" })
  await joined(app, owner, person, "press")
  expect((await person.client.get("/api/workplaces")).data).toMatchObject([
    { _id: person.userId, role: "owner" },
    { _id: owner.userId, role: "press" },
  ])
  expect(await person.client.delete(`/api/workplaces/${owner.userId}`)).toMatchObject({ status: 200 })
  expect(await person.client.delete(`/api/workplaces/${owner.userId}`)).toMatchObject({ status: 404 })
  expect((await workingIn(person, owner).get("/api/prints")).status).toBe(403)
  await app.db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_MEMBERS})
       INSERT INTO member (id, account_id, email, email_key, role, token_hash, invited_at, expires_at)
       SELECT printf('0197f3c0-0000-7000-8000-%012d', i), ?, i || '@full.test', i || '@full.test', 'press', 'full-' || i, 0, 9e15 FROM n`,
    )
    .bind(owner.userId)
    .run()
  expect(
    await owner.client.post("/api/members", { email: "one-more@shop.test", role: "press" }),
  ).toMatchObject({
    status: 409,
    message: `An account has at most ${MAX_MEMBERS} people. Remove one first.`,
  })
  expect((await owner.client.post("/api/members", { email: "7@full.test", role: "maker" })).status).toBe(201)
})

test("what an account has so much of is counted for all who work in it, and changes for each person", async () => {
  const owner = await app.givenUser({ name: "Limited" })
  const person = await app.givenUser({ name: "Busy" })
  await joined(app, owner, person, "maker")
  const there = workingIn(person, owner)
  const countOf = async ({ userId, hub }: GivenUser, { name, windowMs }: RateRule) =>
    (await hub.count({ userId, key: name, windowMs, by: 0 })).count
  const { uploadByAccount, sizeByAccount, changeByAccount } = rateRules
  const before = await countOf(owner, changeByAccount)
  await givenImage(there, { name: "logo.svg", bytes: logoSvg() })
  expect((await there.post("/api/sizes", { name: "Chest", value: 3.5 })).status).toBe(201)
  for (const rule of [uploadByAccount, sizeByAccount]) {
    expect(await countOf(owner, rule), rule.name).toBe(1)
    expect(await countOf(person, rule), rule.name).toBe(0)
  }
  expect(await countOf(owner, changeByAccount)).toBe(before)
  expect(await countOf(person, changeByAccount)).toBeGreaterThan(0)
  // Where the account has had all of it, its people have none, and each still has their own account's.
  const { name, windowMs, limit } = uploadByAccount
  await owner.hub.count({ userId: owner.userId, key: name, windowMs, by: limit })
  expect(await there.post("/api/images/bulk-upload", new FormData())).toMatchObject({ status: 429 })
  expect((await person.client.post("/api/images/bulk-upload", new FormData())).status).toBe(400)
})

async function givenPrint({ client }: GivenUser): Promise<string> {
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const size = await client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Chest", value: 3.5 })
  const body = { printItems: [{ imageId: image._id, sizeId: size._id, quantity: 2 }] }
  return (await client.expect<{ _id: string }>("POST", "/api/prints", body))._id
}

function openSocket(cookie: string): Promise<WebSocket> {
  const headers = { cookie, origin: app.origin }
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/api/live`, {
    headers,
  } as unknown as string[])
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(socket))
    socket.addEventListener("error", () => reject(new Error("the socket did not open")))
  })
}
