import { expect, test } from "vitest"
import type { VerifyReply } from "../../../contract/accounts/account.ts"
import type { PackageOffer } from "../../../contract/credits/payment.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { DUMMY_CAPTCHA, PASSWORD, useApp } from "../../../harness/app.ts"
import { longTest } from "../../../harness/long-test.ts"
import { Client } from "../../../local/client.ts"
import { firstMonthEndMs } from "../../../worker/flows/credits/package-price.ts"

const app = useApp()

const form = {
  firstName: "Ada",
  lastName: "Lovelace",
  username: "Ada.L",
  company: "",
  phone: "+44 (20) 79-46",
  email: "Ada@Shop.test",
  password: PASSWORD,
}

test("a visitor signs up, verifies by mail, signs in by e-mail or user name, and signs out", async () => {
  const visitor = app.visitor()

  const withoutCaptcha = await visitor.post("/api/register", form)
  expect(withoutCaptcha.status).toBe(400)
  expect(withoutCaptcha.message).toBe(texts.captchaMissing)

  const robot = await visitor.post("/api/verify-captcha", { token: "a robot's token" })
  expect(robot).toMatchObject({ status: 200, data: { success: false }, message: texts.captchaFailed })
  expect(visitor.cookies.size).toBe(0)

  await app.human(visitor)
  const registered = await visitor.post("/api/register", form)
  expect(registered).toMatchObject({ status: 201, message: texts.registered })

  await app.human(visitor)
  const early = await visitor.post("/api/login", { email: form.email, password: PASSWORD })
  expect(early.status).toBe(403)
  expect(early.message).toBe("Please verify your email first. We have just sent you a new link.")
  expect(visitor.cookies.has("__Host-session")).toBe(false)

  await expect.poll(async () => (await app.mails(form.email)).length).toBe(2)
  const token = await app.verificationToken(form.email)
  const verified = await visitor.get(`/api/verify?token=${token}`)
  expect(verified).toMatchObject({ status: 200, message: texts.verified })
  const again = await visitor.get(`/api/verify?token=${token}`)
  expect(again).toMatchObject({ status: 200, message: texts.verified })

  await app.human(visitor)
  const wrong = await visitor.post("/api/login", { email: "ada@shop.test", password: "wrong-password" })
  expect(wrong).toMatchObject({ status: 401, message: "Email, username or password is incorrect" })

  const byEmail = await app.signIn("ADA@shop.test ")
  const profile = await byEmail.get("/api/profile")
  expect(profile.data).toEqual({
    _id: (registered.data as { _id: string })._id,
    email: form.email,
    firstName: "Ada",
    lastName: "Lovelace",
    username: "Ada.L",
    company: "",
    phone: form.phone,
    role: "user",
    status: "active",
    timeZone: "UTC",
    warnsOfRudeWords: true,
    holdsForInk: false,
    inkRules: {},
    garments: [],
    mends: [],
    lengthUnit: "in",
    mayOfferAutopilot: true,
    usedHints: [],
    worksAs: "owner",
    workplaces: [],
    hasPeople: false,
    credit: { availableCredits: TRIAL_CREDITS, usedCredits: 0 },
  })
  const templates = await byEmail.get("/api/sheet-templates")
  expect(templates.data).toMatchObject([{ name: "22 in roll", isDefault: true }])
  expect((await byEmail.get("/api/sizes")).data).toEqual([])
  expect((await byEmail.get("/api/notifications")).data).toEqual([])

  const byName = await app.signIn("ada.l")
  const otherTab = byName.fork()
  const out = await byName.post("/api/logout")
  expect(out.status).toBe(200)
  expect(byName.cookies.has("__Host-session")).toBe(false)
  expect(await otherTab.get("/api/profile")).toMatchObject({ status: 401, code: "signed-out" })
  expect((await otherTab.post("/api/logout")).status).toBe(200)
  expect((await byEmail.get("/api/profile")).status).toBe(200)
})

test("a verification link grants the trial once, however often and wherever it is opened", async () => {
  const visitor = await app.human()
  const person = { ...form, username: "grace", email: "grace@shop.test" }
  const { data } = await visitor.post("/api/register", person)
  const { _id: userId } = data as { _id: string }
  const hub = await app.hubOf(userId)
  const first = await app.verificationToken(person.email)
  await app.human(visitor)
  await visitor.post("/api/login", { email: person.email, password: PASSWORD })
  await expect.poll(async () => (await app.mails(person.email)).length).toBe(2)
  const second = await app.verificationToken(person.email)
  expect(second).not.toBe(first)

  const opened = await Promise.all(
    [first, first, second, first].map((token) => visitor.get(`/api/verify?token=${token}`)),
  )
  expect(opened.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
  expect((await hub.balance()).available).toBe(TRIAL_CREDITS)
  const seller = await app.signIn("grace")
  expect((await seller.get("/api/sheet-templates")).data).toHaveLength(1)

  const forged = await visitor.get("/api/verify?token=no-such-token")
  expect(forged).toMatchObject({ status: 400, message: texts.verifyFailed })
  expect(await visitor.get("/api/verify?token=")).toMatchObject({ status: 400, message: texts.verifyFailed })
  expect(await visitor.get("/api/verify")).toMatchObject({ status: 400, message: texts.verifyFailed })

  await app.db
    .prepare("UPDATE account_token SET expires_at = ? WHERE user_id = ?")
    .bind(Date.now(), userId)
    .run()
  expect(await visitor.get(`/api/verify?token=${first}`)).toMatchObject({ status: 400 })
})

test("a trial that was granted before verification failed is not granted again", async () => {
  const visitor = await app.human()
  const person = { ...form, username: "halfway", email: "halfway@shop.test" }
  const { data } = await visitor.post("/api/register", person)
  const { _id: userId } = data as { _id: string }
  const token = await app.verificationToken(person.email)
  const hub = await app.hubOf(userId)
  await hub.grant({ userId, id: "trial", credits: TRIAL_CREDITS, note: "Trial credits" })

  expect((await visitor.get(`/api/verify?token=${token}`)).status).toBe(200)
  expect((await hub.balance()).available).toBe(TRIAL_CREDITS)
  expect((await (await app.signIn("halfway")).get("/api/profile")).status).toBe(200)
})

/** Signs up and returns the link, also if the address had mail before. */
async function join(username: string, email: string) {
  const client = await app.human()
  const before = (await app.mails(email)).length
  const reply = await client.post("/api/register", { ...form, username, email })
  expect(reply.status, reply.message).toBe(201)
  await expect.poll(async () => (await app.mails(email)).length).toBeGreaterThan(before)
  const userId = (reply.data as { _id: string })._id
  return { client, userId, email, token: await app.verificationToken(email), hub: await app.hubOf(userId) }
}
type Joined = Awaited<ReturnType<typeof join>>

longTest(
  "a mailbox has one trial and one first month, whatever becomes of its accounts and however it is written",
  async () => {
    const verify = async ({ client, token }: Joined) => (await client.get(`/api/verify?token=${token}`)).data
    const available = async ({ hub }: Joined) => (await hub.balance()).available
    const rows = async () =>
      (
        await app.db
          .prepare("SELECT user_id AS userId, first_at AS firstAt FROM mailbox ORDER BY first_at")
          .all()
      ).results
    const discountEnd = async (client: Client) =>
      ((await client.get("/api/packages")).data as PackageOffer[])[0].discountEndsAt
    await app.db.prepare("DELETE FROM mailbox").run()

    // Several at once, in every spelling: one of them is first.
    const joined = [
      await join("mono", "mono.trial@gmail.com"),
      await join("mono-2", "monotrial+1@gmail.com"),
      await join("mono-3", "m.o.n.o.trial@googlemail.com"),
    ]
    const told = await Promise.all(joined.map(verify))
    expect(told.map((data) => (data as VerifyReply).trial).sort()).toEqual(["granted", "had", "had"])
    const balances = await Promise.all(joined.map(available))
    expect(balances.sort()).toEqual([0, 0, TRIAL_CREDITS])
    for (const one of joined) expect(told).toContainEqual(await verify(one))
    const oldest = await app.db
      .prepare("SELECT min(created_at) AS at FROM user WHERE username_key LIKE 'mono%'")
      .first<{ at: number }>()
    expect(await rows()).toEqual([{ userId: expect.any(String), firstAt: oldest?.at }])

    // The first account is twenty days old: the others' month is as much nearer to its end.
    const old = Date.now() - 20 * DAY_MS
    const [first] = await rows()
    const winner = joined.find(({ userId }) => userId === first.userId)
    const second = joined.find(({ userId }) => userId !== first.userId)
    if (!winner || !second) throw new Error("nobody was first")
    await app.db.prepare("UPDATE mailbox SET first_at = ?").bind(old).run()
    const late = await join("mono-4", "monotrial+late@gmail.com")
    await verify(late)
    const seller = await app.signIn(late.email)
    const end = await discountEnd(seller)
    expect(end).toBe(new Date(firstMonthEndMs(old)).toISOString())

    // Deleted and registered again with the same address: no new trial, and no text names the owner.
    for (const one of [winner, late]) {
      const client = await app.signIn(one.email)
      expect((await client.post("/api/profile/delete", { password: PASSWORD })).status).toBe(200)
    }
    expect(await rows()).toEqual([{ userId: null, firstAt: old - (old % DAY_MS) }])
    const again = await join("mono-5", winner.email)
    expect(await verify(again)).toEqual({ isVerified: true, trial: "had" })
    expect(await available(again)).toBe(0)
    const returned = await app.signIn(again.email)
    expect(Date.parse((await discountEnd(returned)) ?? "")).toBeLessThanOrEqual(Date.parse(end ?? ""))
    await app.db.prepare("UPDATE mailbox SET first_at = 1").run()
    const last = await join("mono-6", "monotrial+last@gmail.com")
    await verify(last)
    expect((await (await app.signIn(last.email)).get("/api/packages")).data).toMatchObject([
      { price: 20, isDiscounted: false },
      { price: 100 },
      { price: 200 },
    ])
  },
)

test("a mailbox has one trial: for a twin of its address, and after its account was deleted", async () => {
  const { client, userId, email } = await app.givenUser({ name: "Veteran" })
  const leaver = await app.givenUser({ name: "Leaver" })
  expect((await leaver.client.post("/api/profile/delete", { password: PASSWORD })).status).toBe(200)

  for (const late of [
    await join("veteran-twin", email.replace("@", "+1@")),
    await join("leaver-again", leaver.email),
  ]) {
    const reply = await late.client.get(`/api/verify?token=${late.token}`)
    expect(reply.data).toEqual({ isVerified: true, trial: "had" })
    expect((await late.hub.balance()).available).toBe(0)
  }
  expect((await client.get("/api/profile")).data).toMatchObject({
    credit: { availableCredits: TRIAL_CREDITS },
  })

  // An address that an admin adds or confirms is a mailbox like any other.
  const admin = await app.givenUser({ name: "Vouch", role: "admin" })
  const made = {
    email: email.replace("@", "+2@"),
    password: PASSWORD,
    firstName: "Vera",
    lastName: "Veteran",
  }
  expect((await admin.client.post("/api/users", made)).data).toMatchObject({
    isVerified: true,
    credit: { availableCredits: 0 },
  })
  const moved = await admin.client.put(`/api/users/${userId}`, { email: "veteran-moved@shop.test" })
  expect(moved.status).toBe(200)
  const owned = await app.db
    .prepare("SELECT count(*) AS n FROM mailbox WHERE user_id = ?")
    .bind(userId)
    .first()
  expect(owned).toEqual({ n: 2 })
})

test("one mailbox is sent a bounded number of links, however many accounts are made for it", async () => {
  const first = await join("flooded", "flooded@shop.test")
  await app.db.prepare("UPDATE rate_count SET count = 20 WHERE key LIKE 'verify-mail-mailbox:%'").run()
  const visitor = await app.human()
  const email = "flooded+1@shop.test"
  expect((await visitor.post("/api/register", { ...form, username: "flooded-1", email })).status).toBe(201)
  for (const login of [email, first.email]) {
    await app.human(visitor)
    const refused = await visitor.post("/api/login", { email: login, password: PASSWORD })
    expect(refused.message).toBe("Please verify your email first. Use the newest link in your inbox.")
  }
  expect((await visitor.get(`/api/verify?token=${first.token}`)).status).toBe(200)
  const { results } = await app.db
    .prepare("SELECT key FROM rate_count WHERE key LIKE 'verify-mail-mailbox:%'")
    .all()
  expect(JSON.stringify(results)).not.toContain("flooded")
})

test("user names that look like another's are refused, whatever they are written with", async () => {
  const register = async (username: string) => {
    const visitor = await app.human()
    return visitor.post("/api/register", { ...form, username, email: `${crypto.randomUUID()}@shop.test` })
  }
  expect((await register("Lorna.01")).status).toBe(201)
  for (const username of ["lorna.01", "LORNA.01"])
    expect(await register(username)).toMatchObject({
      status: 409,
      fields: { username: "This username is already taken" },
    })
  for (const username of ["Ioma.0l", "1orna.O1", "loma.ol"])
    expect(await register(username)).toMatchObject({
      status: 409,
      message: "This username looks like one that is taken. Please choose another.",
      fields: { username: "This username looks like one that is taken. Please choose another." },
    })
  expect(await register("lоrna.01")).toMatchObject({ status: 400, fields: { username: expect.any(String) } })
  const twins = await Promise.all([register("vvendy"), register("wendy")])
  expect(twins.map(({ status }) => status).sort()).toEqual([201, 409])
  // An account older than the rule keeps its name.
  const { client, userId } = await app.givenUser({ name: "Elder" })
  await app.db
    .prepare("UPDATE user SET username = 'аdmin', username_key = 'аdmin' WHERE id = ?")
    .bind(userId)
    .run()
  expect((await client.get("/api/profile")).data).toMatchObject({ username: "аdmin" })
  expect((await (await app.signIn("аdmin")).get("/api/profile")).status).toBe(200)
})

test("a captcha pass serves one attempt, refused or not, and only as it was signed", async () => {
  const { email } = await app.givenUser({ name: "Pass" })
  const client = await app.human()
  const pass = client.cookies.get("__Host-captcha") ?? ""

  const refused = await client.post("/api/login", { email, password: "wrong-password" })
  expect(refused.status).toBe(401)
  expect(client.cookies.has("__Host-captcha")).toBe(false)
  client.cookies.set("__Host-captcha", pass)
  const replayed = await client.post("/api/login", { email, password: PASSWORD })
  expect(replayed).toMatchObject({ status: 400, message: texts.captchaMissingAtLogin })

  const [header, payload, signature] = pass.split(".")
  const longer = JSON.parse(Buffer.from(payload, "base64url").toString())
  const forgedPayload = Buffer.from(JSON.stringify({ ...longer, exp: longer.exp + 600 })).toString(
    "base64url",
  )
  for (const forged of [`${header}.${forgedPayload}.${signature}`, "nonsense", ""]) {
    client.cookies.set("__Host-captcha", forged)
    expect((await client.post("/api/login", { email, password: PASSWORD })).status).toBe(400)
  }

  // One kind of cookie is not the other, though one key signs both.
  const fresh = await app.human()
  fresh.cookies.set("__Host-session", fresh.cookies.get("__Host-captcha") ?? "")
  expect((await fresh.get("/api/profile")).status).toBe(401)

  const parallel = await app.human()
  const replies = await Promise.all(
    [1, 2, 3].map(() => parallel.fork().post("/api/login", { email, password: PASSWORD })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400])
})

test("sign-up refuses bad forms and taken names, naming each field", async () => {
  const visitor = app.visitor()
  const bad = await visitor.post("/api/register", {
    ...form,
    firstName: "Al",
    lastName: "",
    username: "a@b",
    company: "x",
    phone: "call me",
    email: "nobody",
    password: "short",
  })
  expect(bad.status).toBe(400)
  expect(bad.code).toBe("validation-failed")
  expect(bad.fields).toEqual({
    firstName: "First name must be at least 3 characters",
    lastName: "Last name is required",
    username: "Username must not contain spaces or @",
    company: "Company must be at least 3 characters",
    phone: texts.phoneInvalid,
    email: texts.emailInvalid,
    password: "Password must be at least 6 characters",
  })
  expect(bad.message).toBe("First name must be at least 3 characters")
  expect(
    await visitor.post("/api/register", "{not json", { "content-type": "application/json" }),
  ).toMatchObject({ status: 400, code: "validation-failed" })
  expect(
    (await visitor.post("/api/register", "x".repeat(300_000), { "content-type": "application/json" })).status,
  ).toBe(413)

  const taken = await app.givenUser({ name: "Taken" })
  await app.human(visitor)
  const both = await visitor.post("/api/register", {
    ...form,
    email: taken.email.toUpperCase(),
    username: taken.username.toUpperCase(),
  })
  expect(both.status).toBe(409)
  expect(both.code).toBe("conflict")
  expect(both.fields).toEqual({
    email: "This email is already registered",
    username: "This username is already taken",
  })
  await app.human(visitor)
  const name = await visitor.post("/api/register", {
    ...form,
    email: "free@shop.test",
    username: taken.username,
  })
  expect(name.fields).toEqual({ username: "This username is already taken" })

  await app.human(visitor)
  const extra = await visitor.post("/api/register", {
    ...form,
    username: "mallory",
    email: "mallory@shop.test",
    role: "admin",
    availableCredits: 1_000_000,
  })
  expect(extra.status).toBe(201)
  const row = await app.db.prepare("SELECT * FROM user WHERE username_key = 'mallory'").first()
  expect(row).toMatchObject({ role: "user", available_credits: 0, email_verified_at: null })
  expect(row?.password_hash).toMatch(/^scrypt\$16384\$8\$5\$/)
})

test("an inactive account is signed out everywhere and cannot sign in", async () => {
  const { client, userId, email } = await app.givenUser({ name: "Gone" })
  await app.db.prepare("UPDATE user SET status = 'inactive' WHERE id = ?").bind(userId).run()
  expect((await client.get("/api/profile")).status).toBe(401)
  const visitor = await app.human()
  const reply = await visitor.post("/api/login", { email, password: PASSWORD })
  expect(reply).toMatchObject({ status: 403, message: "This account is inactive. Please contact support." })
})

test("the tenth wrong password is the last for a quarter of an hour, known account or not", async () => {
  const { email, username } = await app.givenUser({ name: "Guess" })
  const guess = async (login: string) =>
    (await (await app.human()).post("/api/login", { email: login, password: "a-wrong-guess" })).status
  for (const login of [email, "nobody@shop.test"]) {
    expect(await guess(login)).toBe(401)
    await app.db
      .prepare("UPDATE rate_count SET count = 8 WHERE key LIKE 'sign-in-account:%' AND count = 1")
      .run()
    expect([await guess(login), await guess(login), await guess(login)]).toEqual([401, 401, 429])
  }
  const owner = await app.human()
  const blocked = await owner.post("/api/login", { email: username, password: PASSWORD })
  expect(blocked.status).toBe(429)
  expect(blocked.message).toMatch(/^Too many attempts\. Please try again in (a minute|\d+ minutes)\.$/)
  expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(Number(blocked.headers.get("retry-after"))).toBeLessThanOrEqual(900)

  // A sign-in that succeeds does not use up the limit.
  await app.db.prepare("DELETE FROM rate_count").run()
  await app.signIn(email)
  const { results } = await app.db
    .prepare("SELECT count FROM rate_count WHERE key LIKE 'sign-in-%'")
    .all<{ count: number }>()
  expect(results.map((row) => row.count)).toEqual([0, 0])
})

test("guesses at an account keep out neither a browser its owner has used nor one that has reset the password", async () => {
  const { client: laptop, email, userId } = await app.givenUser({ name: "Wanted" })
  const other = await app.givenUser({ name: "Envious" })
  const signIn = async (client: Client, password = PASSWORD) =>
    (await (await app.human(client)).post("/api/login", { email, password })).status
  const phone = app.visitor()
  expect(await signIn(phone)).toBe(200)
  await phone.post("/api/logout")
  expect(phone.cookies.has("__Host-browser")).toBe(true)
  expect(phone.cookies.get("__Host-browser")).not.toBe(laptop.cookies.get("__Host-browser"))

  // Strangers: another account's known browser, a made-up cookie, a caller on the owner's network.
  const forger = app.visitor()
  const [header, payload, signature] = (other.client.cookies.get("__Host-browser") ?? "").split(".")
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: userId })).toString("base64url")
  forger.cookies.set("__Host-browser", `${header}.${forged}.${signature}`)
  const neighbour = new Client(app.origin, { address: phone.headers["cf-connecting-ip"] })
  for (const client of [app.visitor(), other.client, forger, neighbour])
    expect(await signIn(client, "a-wrong-guess")).toBe(401)
  await app.db
    .prepare(
      "UPDATE rate_count SET count = 1000 WHERE key LIKE 'sign-in-account:%' OR key LIKE 'sign-in-address:%'",
    )
    .run()
  for (const client of [app.visitor(), other.client, forger, neighbour])
    expect(await signIn(client)).toBe(429)
  expect(await signIn(phone)).toBe(200)
  expect(await signIn(laptop)).toBe(200)

  // Guesses at a known browser count there alone.
  expect(await signIn(phone, "a-wrong-guess")).toBe(401)
  await app.db
    .prepare("UPDATE rate_count SET count = 10 WHERE key LIKE 'sign-in-browser:%' AND count = 1")
    .run()
  expect(await signIn(phone)).toBe(429)
  expect(await signIn(laptop)).toBe(200)

  // The owner at a new browser: the mailed code makes it one of those that are known.
  const tablet = app.visitor()
  expect(await signIn(tablet)).toBe(429)
  await tablet.post("/api/forgot-password", { email })
  await app.mailed(email, "password code")
  const code = (await app.mailbox(email)).text.match(/^ {4}(\S+)$/m)?.[1]
  const password = "another-password"
  const reset = { email, resetToken: code, password, confirmPassword: password }
  expect((await tablet.post("/api/reset-password", reset)).status).toBe(200)
  expect(await signIn(tablet, password)).toBe(200)
  expect(await signIn(laptop, password)).toBe(200)
  expect(await signIn(app.visitor(), password)).toBe(429)

  // Browsers become known ones a few times a day; beyond that signing in goes on as before.
  await app.db.prepare("DELETE FROM rate_count WHERE key LIKE 'sign-in-%'").run()
  await app.db.prepare("UPDATE rate_count SET count = 20 WHERE key LIKE 'known-browser-account:%'").run()
  const studio = app.visitor()
  expect(await signIn(studio, password)).toBe(200)
  expect(studio.cookies.has("__Host-browser")).toBe(false)
})

test("limits by address count the network of an IPv6 caller, and the hundred-and-first sign-up is refused", async () => {
  const captcha = (address: string) =>
    app.visitor().post("/api/verify-captcha", { token: DUMMY_CAPTCHA }, { "cf-connecting-ip": address })
  await captcha("2001:db8:0:42::1")
  await captcha("2001:DB8::42:aaaa:bbbb:cccc:dddd")
  await captcha("::1")
  const { results } = await app.db
    .prepare("SELECT key, count FROM rate_count WHERE key LIKE 'captcha-address:%::/64' ORDER BY key")
    .all()
  expect(results).toEqual([
    { key: "captcha-address:0:0:0:0::/64", count: 1 },
    { key: "captcha-address:2001:db8:0:42::/64", count: 2 },
  ])

  const office = new Client(app.origin, { address: "198.51.100.7" })
  await app.db
    .prepare("INSERT INTO rate_count (key, window_end, count) VALUES (?, ?, 100)")
    .bind("sign-up-address:198.51.100.7", Date.now() + 3_600_000)
    .run()
  await app.human(office)
  const refused = await office.post("/api/register", { ...form, username: "late", email: "late@shop.test" })
  expect(refused.status).toBe(429)
  const row = await app.db.prepare("SELECT id FROM user WHERE username_key = 'late'").first()
  expect(row).toBeNull()
})
