import { expect, test } from "vitest"
import { texts } from "../../../contract/text.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"

const app = useApp()
const NEW_PASSWORD = "a-better-password"
const codeRefused = "The code is wrong or no longer valid. Please request a new one."

async function codeMailedTo(email: string, mails: number): Promise<string> {
  await expect.poll(async () => (await app.mails(email)).length).toBe(mails)
  const { subject, text } = await app.mailbox(email)
  expect(subject).toBe("Your Sheetsmith password code")
  return text.match(/^ {4}(\S+)$/m)?.[1] ?? ""
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
  const code = await codeMailedTo(email, 1)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  const stored = await app.db.prepare("SELECT token_hash FROM account_token WHERE purpose = 'reset'").first()
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${code}|${code.replace("-", "")}`))

  const differing = await app.visitor().post("/api/reset-password", {
    email,
    resetToken: code,
    password: NEW_PASSWORD,
    confirmPassword: "something-else",
  })
  expect(differing).toMatchObject({ status: 400, message: texts.passwordsDiffer })

  // As somebody types it from another screen.
  const typed = ` ${code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `
  const twice = await Promise.all([reset(email, typed), reset(email, code)])
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

test("whatever strangers ask for and guess, every code mailed in the last quarter of an hour opens the account", async () => {
  const { email, userId } = await app.givenUser({ name: "Besieged" })
  const other = await app.givenUser({ name: "Other" })
  const ask = () => app.visitor().post("/api/forgot-password", { email })
  const siege = async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, ask))
    expect(new Set(asked.map(({ status, message }) => `${status} ${message}`))).toEqual(
      new Set([`200 ${texts.resetSent}`]),
    )
    const guesses = Array.from({ length: 12 }, () => reset(email, "00000-00000"))
    expect(new Set((await Promise.all(guesses)).map(({ message }) => message))).toEqual(
      new Set([codeRefused]),
    )
  }
  const codes: string[] = []
  for (let round = 0; round < 4; round++) {
    await siege()
    // One mail each five minutes, however many ask.
    codes.push(await codeMailedTo(email, 1 + round))
    await siege()
    expect(await app.mails(email)).toHaveLength(1 + round)
    expect(await openCodes(userId)).toBe(Math.min(round + 1, 3))
    if (round < 3) await fiveMinutesPass(userId)
  }
  expect(new Set(codes).size).toBe(4)

  // A code a quarter of an hour old, another account's code, and many wrong ones from the owner's
  // address.
  const [over, oldest, ...newer] = codes
  expect((await reset(email, over)).message).toBe(codeRefused)
  expect((await reset(other.email, newer[0])).message).toBe(codeRefused)
  const owner = app.visitor()
  const attempt = (resetToken: string) =>
    owner.post("/api/reset-password", {
      email,
      resetToken,
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    })
  await attempt("00000-00000")
  await app.db
    .prepare("UPDATE rate_count SET count = 100000 WHERE key = ?")
    .bind(`reset-address:${owner.headers["cf-connecting-ip"]}`)
    .run()
  expect((await attempt("00000-00000")).status).toBe(429)
  expect(await attempt(oldest)).toMatchObject({ status: 200, message: texts.resetDone })

  // A used code voids the rest, and the next one may be asked for at once.
  for (const code of [oldest, ...newer]) expect((await reset(email, code)).message).toBe(codeRefused)
  await ask()
  const next = await codeMailedTo(email, 5)
  await app.db.prepare("UPDATE account_token SET expires_at = ?").bind(Date.now()).run()
  expect((await reset(email, next)).message).toBe(codeRefused)
})

function openCodes(userId: string): Promise<number | null> {
  return app.db
    .prepare(
      "SELECT count(*) AS n FROM account_token WHERE user_id = ? AND purpose = 'reset' AND used_at IS NULL AND expires_at > ?",
    )
    .bind(userId, Date.now())
    .first<number>("n")
}

async function fiveMinutesPass(userId: string): Promise<void> {
  await app.db
    .prepare(
      "UPDATE account_token SET created_at = created_at - 300000, expires_at = expires_at - 300000 WHERE user_id = ?",
    )
    .bind(userId)
    .run()
}

test("asking for a code says the same for every address, however often", async () => {
  const known = await app.givenUser({ name: "Known" })
  const unknown = "stranger@shop.test"
  for (const email of [known.email, unknown]) {
    for (let i = 0; i < 7; i++) {
      const reply = await app.visitor().post("/api/forgot-password", { email })
      expect(reply).toMatchObject({ status: 200, message: texts.resetSent, data: { isSent: true } })
    }
  }
  await codeMailedTo(known.email, 1)
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
