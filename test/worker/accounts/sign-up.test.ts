import { expect, test } from "vitest"
import { DAY_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_LINKS_A_SIGN_UP } from "../../../contract/limit.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import { localSettings } from "../../../local/local-settings.ts"
import { insertFirstSession } from "../../../worker/data/accounts/session-rows.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { hashSecret } from "../../../worker/secrets/mailed-secret.ts"
import { signToken } from "../../../worker/secrets/signed-token.ts"

const app = useApp()

test("the browser that signed up is signed in once, when its link was opened, wherever that was", async () => {
  const { client, email, userId } = await signUp("fern")
  expect((await client.get("/api/sign-up")).data).toEqual({ email, isVerified: false })
  expect(await client.post("/api/sign-up/enter")).toMatchObject({ status: 409, code: "conflict" })
  expect((await client.get("/api/profile")).status).toBe(401)

  // A program that checks mail, or the phone: the link alone signs no browser in.
  const scanner = app.visitor()
  const token = await app.verificationToken(email)
  for (let times = 0; times < 2; times++)
    expect((await scanner.get(`/api/verify?token=${token}`)).status).toBe(200)
  expect((await scanner.get("/api/sign-up")).data).toBeNull()
  expect((await scanner.post("/api/sign-up/enter")).status).toBe(409)
  expect((await scanner.get("/api/profile")).status).toBe(401)

  expect((await client.get("/api/sign-up")).data).toEqual({ email, isVerified: true })
  const copy = client.fork()
  const pass = client.cookies.get("__Host-sign-up") ?? ""
  const both = await Promise.all([client.post("/api/sign-up/enter"), copy.post("/api/sign-up/enter")])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [inside, outside] = both[0].status === 200 ? [client, copy] : [copy, client]
  expect((await inside.get("/api/profile")).data).toMatchObject({ _id: userId, email })
  for (const each of [inside, outside]) expect(each.cookies.has("__Host-sign-up")).toBe(false)
  expect(app.securityLog()).toContainEqual(
    expect.objectContaining({ event: "signed-in", userId, by: "sign-up" }),
  )

  // A copy of the pass stays useless after signing out, too.
  await inside.post("/api/logout")
  outside.cookies.set("__Host-sign-up", pass)
  expect((await outside.get("/api/sign-up")).data).toEqual({ email, isVerified: true })
  expect((await outside.post("/api/sign-up/enter")).status).toBe(409)
  expect((await app.signIn(email)).cookies.has("__Host-session")).toBe(true)
})

test("the pass of a sign-up is void without its password, in time, and for an inactive account", async () => {
  const { client, email, userId } = await signUp("moss")
  const { client: forger, userId: otherId } = await signUp("rowan")
  await app.visitor().get(`/api/verify?token=${await app.verificationToken(email)}`)

  // A stranger who signed up with somebody else's address loses it to the mailbox's owner.
  const set = async (column: string, value: unknown) =>
    app.db.prepare(`UPDATE user SET ${column} = ? WHERE id = ?`).bind(value, userId).run()
  const hash = await passwordHash(userId)
  await set("password_hash", "another")
  expect((await client.get("/api/sign-up")).data).toBeNull()
  expect((await client.post("/api/sign-up/enter")).status).toBe(409)
  await set("password_hash", hash)

  await set("status", "inactive")
  expect((await client.post("/api/sign-up/enter")).status).toBe(409)
  await set("status", "active")

  const altered = client.fork()
  const own = client.cookies.get("__Host-sign-up") ?? ""
  altered.cookies.set("__Host-sign-up", `${own.slice(0, -2)}xx`)
  expect((await altered.get("/api/sign-up")).data).toBeNull()
  // A pass for another account, and a token of another kind.
  altered.cookies.set("__Host-sign-up", forger.cookies.get("__Host-sign-up") ?? "")
  expect((await altered.get("/api/sign-up")).data).toMatchObject({ isVerified: false })
  expect((await altered.post("/api/sign-up/enter")).status).toBe(409)
  const { SESSION_KEY } = localSettings("", "")
  const proof = await hashSecret(SESSION_KEY, "sign-up", hash)
  const until = async (expiresAtMs: number) => {
    const claim = { id: makeId(Date.now()), subjectId: userId, proof, expiresAtMs }
    altered.cookies.set("__Host-sign-up", await signToken("sign-up", claim, SESSION_KEY))
    return (await altered.get("/api/sign-up")).data
  }
  expect(await until(Date.now() + MINUTE_MS)).toEqual({ email, isVerified: true })
  expect(await until(Date.now() - MINUTE_MS)).toBeNull()
  expect((await altered.post("/api/sign-up/enter")).status).toBe(409)
  altered.cookies.set("__Host-session", own)
  expect((await altered.get("/api/profile")).status).toBe(401)
  expect(otherId).not.toBe(userId)

  expect((await client.post("/api/sign-up/enter")).status).toBe(200)
})

test("a browser with a session keeps it, and foreign pages cannot sign anybody in", async () => {
  const seller = await app.givenUser({ name: "Settled" })
  const { client, email } = await signUp("birch")
  await app.visitor().get(`/api/verify?token=${await app.verificationToken(email)}`)

  const pass = client.cookies.get("__Host-sign-up") ?? ""
  seller.client.cookies.set("__Host-sign-up", pass)
  expect((await seller.client.post("/api/sign-up/enter")).status).toBe(409)
  expect((await seller.client.get("/api/profile")).data).toMatchObject({ _id: seller.userId })

  const foreign = await fetch(`${app.origin}/api/sign-up/enter`, {
    method: "POST",
    headers: {
      cookie: `__Host-sign-up=${pass}`,
      "sec-fetch-site": "cross-site",
      origin: "https://evil.test",
    },
  })
  expect(foreign.status).toBe(403)
  expect((await client.post("/api/sign-up/enter")).status).toBe(200)
})

test("the link is sent again to the browser that signed up, or knows the password, a few times an hour", async () => {
  const { client, email } = await signUp("alder")
  expect((await app.visitor().post("/api/sign-up/send")).status).toBe(409)
  const again = await client.post("/api/sign-up/send")
  expect(again).toMatchObject({ status: 200, message: `We sent the link to ${email} again` })
  await expect.poll(async () => (await app.mails(email)).length).toBe(2)

  // The right password in another browser gives it the same.
  const phone = await app.human()
  expect((await phone.post("/api/login", { email, password: "wrong-password" })).status).toBe(401)
  expect(phone.cookies.has("__Host-sign-up")).toBe(false)
  await app.human(phone)
  expect((await phone.post("/api/login", { email, password: PASSWORD })).status).toBe(403)
  expect((await phone.get("/api/sign-up")).data).toEqual({ email, isVerified: false })

  for (let times = 0; times < 2; times++) expect((await phone.post("/api/sign-up/send")).status).toBe(200)
  expect(await phone.post("/api/sign-up/send")).toMatchObject({ status: 429, code: "too-many-requests" })
  // Hour after hour it is sent so many times in all, then the page says what else there is.
  const statuses: number[] = []
  for (let hour = 0; hour < 4; hour++) {
    await app.db.prepare("DELETE FROM rate_count WHERE key LIKE 'verify-mail-%'").run()
    for (let times = 0; times < 4; times++) statuses.push((await phone.post("/api/sign-up/send")).status)
  }
  const sentBefore = 3
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_LINKS_A_SIGN_UP - 1 - sentBefore)
  await app.db.prepare("DELETE FROM rate_count WHERE key LIKE 'verify-mail-%'").run()
  expect(await phone.post("/api/sign-up/send")).toMatchObject({
    ...{ status: 429, message: expect.stringContaining("sign in to get one more") },
  })
  await app.visitor().get(`/api/verify?token=${await app.verificationToken(email)}`)
  expect((await phone.post("/api/sign-up/send")).status).toBe(409)
  expect((await phone.post("/api/sign-up/enter")).status).toBe(200)
})

test("a password reset between the look at the pass and the first session leaves none", async () => {
  const { email, userId } = await signUp("hazel")
  await app.visitor().get(`/api/verify?token=${await app.verificationToken(email)}`)
  const createdAt = Date.now()
  const row = { id: makeId(createdAt), userId, createdAt, expiresAt: createdAt + DAY_MS }
  const db = openDatabase(app.db)
  const readBefore = await passwordHash(userId)

  await app.visitor().post("/api/forgot-password", { email })
  await app.mailed(email, "password code")
  const resetToken = (await app.mailbox(email)).text.match(/^ {4}(\S+)$/m)?.[1]
  const body = { email, resetToken, password: "new-password", confirmPassword: "new-password" }
  expect((await app.visitor().post("/api/reset-password", body)).status).toBe(200)

  expect(await insertFirstSession(db, row, readBefore)).toBe(false)
  expect(await insertFirstSession(db, row, await passwordHash(userId))).toBe(true)
})

test("the pass goes with a sign-in, to whatever account, and with a sign-out", async () => {
  const { email: other } = await app.givenUser({ name: "Other" })
  const { client: leaving } = await signUp("maple")
  const { client: changing } = await signUp("cedar")
  await app.human(changing)
  expect((await changing.post("/api/login", { email: other, password: PASSWORD })).status).toBe(200)
  expect((await leaving.post("/api/logout")).status).toBe(200)
  for (const each of [leaving, changing]) expect(each.cookies.has("__Host-sign-up")).toBe(false)
})

async function passwordHash(userId: Id): Promise<string> {
  const row = await app.db
    .prepare("SELECT password_hash AS hash FROM user WHERE id = ?")
    .bind(userId)
    .first<{ hash: string }>()
  return row?.hash ?? ""
}

async function signUp(name: string): Promise<{ client: Client; email: string; userId: Id }> {
  const client = await app.human()
  const email = `${name}@shop.test`
  const reply = await client.post("/api/register", {
    firstName: "Fern",
    lastName: "Lind",
    username: name,
    phone: "+46 8 123 456",
    email,
    password: PASSWORD,
  })
  expect(reply.status, reply.message).toBe(201)
  return { client, email, userId: (reply.data as { _id: Id })._id }
}
