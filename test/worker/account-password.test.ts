import { expect, test } from "vitest"
import { texts } from "../../contract/text.ts"
import { clearOfWindowEnd, PASSWORD, useApp } from "./harness.ts"

const app = useApp()
const NEW_PASSWORD = "a-better-password"
const codeRefused = "The code is wrong or no longer valid. Please request a new one."

async function codeMailedTo(email: string, mails: number): Promise<string> {
  await expect.poll(async () => (await app.mails(email)).length).toBe(mails)
  const { subject, text } = await app.mailbox(email)
  expect(subject).toBe("Your Sheetsmith password code")
  return text.match(/^ {4}(\d{6})$/m)?.[1] ?? ""
}

function reset(email: string, resetToken: string, password = NEW_PASSWORD) {
  return app.visitor().post("/api/reset-password", { email, resetToken, password, confirmPassword: password })
}

test("a mailed code sets a new password once and ends every session, sockets included", async () => {
  const { client, email } = await app.givenUser({ name: "Reset" })
  const elsewhere = await app.signIn(email)
  const socket = new WebSocket(`${app.origin.replace("http", "ws")}/api/live`, {
    headers: { cookie: client.cookieHeader(), origin: app.origin },
  } as unknown as string[])
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }))

  const asked = await app.visitor().post("/api/forgot-password", { email: email.toUpperCase() })
  expect(asked).toMatchObject({ status: 200, message: texts.resetSent })
  const code = await codeMailedTo(email, 2)
  expect(code).toMatch(/^\d{6}$/)
  const stored = await app.db.prepare("SELECT token_hash FROM account_token WHERE purpose = 'reset'").first()
  expect(JSON.stringify(stored)).not.toContain(code)

  const differing = await app.visitor().post("/api/reset-password", {
    email,
    resetToken: code,
    password: NEW_PASSWORD,
    confirmPassword: "something-else",
  })
  expect(differing).toMatchObject({ status: 400, message: texts.passwordsDiffer })

  const twice = await Promise.all([reset(email, code), reset(email, code)])
  expect(twice.map((reply) => reply.status).sort()).toEqual([200, 400])
  expect(twice.map((reply) => reply.message).sort()).toEqual([texts.resetDone, codeRefused].sort())
  await expect.poll(() => socket.readyState).toBeGreaterThanOrEqual(WebSocket.CLOSING)

  expect((await client.get("/api/profile")).status).toBe(401)
  expect((await elsewhere.get("/api/profile")).status).toBe(401)
  expect((await reset(email, code)).message).toBe(codeRefused)
  const old = await app.human()
  expect((await old.post("/api/login", { email, password: PASSWORD })).status).toBe(401)
  expect((await (await app.signIn(email, NEW_PASSWORD)).get("/api/profile")).status).toBe(200)
})

test("a code dies of five wrong tries, of age, of a newer code and of other people's hands", async () => {
  const { email, userId } = await app.givenUser({ name: "Tries" })
  const other = await app.givenUser({ name: "Other" })
  const ask = () => app.visitor().post("/api/forgot-password", { email })

  await ask()
  const first = await codeMailedTo(email, 2)
  const wrong = first === "000000" ? "000001" : "000000"
  for (let i = 0; i < 5; i++) expect((await reset(email, wrong)).message).toBe(codeRefused)
  expect((await reset(email, first)).status).toBe(400)

  await ask()
  const second = await codeMailedTo(email, 3)
  expect((await reset(other.email, second)).status).toBe(400)
  await ask()
  const third = await codeMailedTo(email, 4)
  if (second !== third) expect((await reset(email, second)).status).toBe(400)

  await app.db
    .prepare("UPDATE account_token SET expires_at = ? WHERE user_id = ? AND purpose = 'reset'")
    .bind(Date.now(), userId)
    .run()
  expect((await reset(email, third)).status).toBe(400)

  await ask()
  const fourth = await codeMailedTo(email, 5)
  expect((await reset(email, fourth)).message).toBe(texts.resetDone)
})

test("asking for a code says the same for every address, and the sixth time in an hour it says no", async () => {
  await clearOfWindowEnd()
  const known = await app.givenUser({ name: "Known" })
  const unknown = "stranger@shop.test"
  for (const email of [known.email, unknown]) {
    const replies = []
    for (let i = 0; i < 6; i++) replies.push(await app.visitor().post("/api/forgot-password", { email }))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(replies[0].message).toBe(texts.resetSent)
    expect(replies[0].data).toEqual({ isSent: true })
  }
  await codeMailedTo(known.email, 6)
  expect(await app.mails(unknown)).toEqual([])
  expect(await app.visitor().post("/api/forgot-password", { email: "nobody" })).toMatchObject({
    status: 400,
    message: texts.emailInvalid,
  })
  expect(await app.visitor().post("/api/forgot-password", {})).toMatchObject({
    status: 400,
    message: texts.emailRequired,
  })
})

test("an address nobody has verified gets its link instead of a code", async () => {
  const visitor = await app.human()
  const email = "typo@shop.test"
  const form = {
    firstName: "Tip",
    lastName: "Typo",
    username: "typo",
    phone: "123",
    email,
    password: PASSWORD,
  }
  expect((await visitor.post("/api/register", form)).status).toBe(201)
  await visitor.post("/api/forgot-password", { email })
  await expect
    .poll(async () => (await app.mails(email)).map((mail) => mail.subject))
    .toEqual(["Verify your e-mail for Sheetsmith", "Verify your e-mail for Sheetsmith"])
})
