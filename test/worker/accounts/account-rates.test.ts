import { expect, test } from "vitest"
import { DUMMY_CAPTCHA, PASSWORD, useApp } from "../../../harness/app.ts"
import { longTest } from "../../../harness/long-test.ts"
import { Client } from "../../../local/client.ts"
import { rateRules } from "../../../worker/rate-limit.ts"

const app = useApp()

type Caller = { address: string; email: string }
type Call = (caller: Caller) => Promise<{ status: number; headers: Headers }>

let people = 0

/** The calls of accounts that limits count. */
const calls = {
  captchaByAddress: ({ address }) => at(address).post("/api/verify-captcha", { token: DUMMY_CAPTCHA }),
  signInByAccount: guess,
  signInByAddress: guess,
  signUpByAddress: async ({ address }) => {
    people += 1
    return (await app.human(at(address))).post("/api/register", {
      firstName: "Rate",
      lastName: "Limit",
      username: `rate${people}`,
      email: `rate${people}@shop.test`,
      phone: "123",
      password: PASSWORD,
    })
  },
  verifyByAddress: ({ address }) => at(address).get("/api/verify?token=none"),
  resetMailByAddress: forget,
  resetByAddress: reset,
} satisfies Partial<Record<keyof typeof rateRules, Call>>

longTest(
  "every limit is kept in D1 alone: by account from any address, by address for any account",
  async () => {
    for (const rule of Object.keys(calls) as (keyof typeof calls)[]) {
      const { name, limit, windowMs } = rateRules[rule]
      const call: Call = calls[rule]
      const isByAccount = rule.endsWith("ByAccount")
      const caller = { address: "203.0.113.1", email: "first@shop.test" }
      // As from another edge location: the same account or address, and nothing else in common.
      const elsewhere = isByAccount
        ? { ...caller, address: "203.0.113.99" }
        : { ...caller, email: "second@shop.test" }
      const somebodyElse = isByAccount
        ? { ...caller, email: "second@shop.test" }
        : { ...caller, address: "203.0.113.99" }

      await app.db.prepare("DELETE FROM rate_count").run()
      expect((await call(caller)).status, rule).not.toBe(429)
      const spent = await app.db
        .prepare("UPDATE rate_count SET count = ? WHERE key LIKE ?")
        .bind(limit, `${name}:%`)
        .run()
      expect(spent.meta.changes, rule).toBe(1)
      const refused = await call(elsewhere)
      expect(refused.status, rule).toBe(429)
      const waitS = Number(refused.headers.get("retry-after"))
      expect(waitS, rule).toBeGreaterThan(0)
      expect(waitS, rule).toBeLessThanOrEqual(windowMs / 1000)
      expect((await call(somebodyElse)).status, rule).not.toBe(429)

      // The next window starts anew.
      await app.db.prepare("UPDATE rate_count SET window_end = window_end - ?").bind(windowMs).run()
      expect((await call(elsewhere)).status, rule).not.toBe(429)
    }
  },
)

test("calls at the same time are all counted", async () => {
  await app.db.prepare("DELETE FROM rate_count").run()
  const { name, limit } = rateRules.resetMailByAddress
  const call = (i: number) => forget({ address: "198.51.100.1", email: `all-at-once-${i}@shop.test` })
  await call(0)
  await app.db
    .prepare("UPDATE rate_count SET count = ? WHERE key LIKE ?")
    .bind(limit - 5, `${name}:%`)
    .run()
  const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => call(i)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(5)
})

test("an unverified account gets a few links an hour, however often it signs in", async () => {
  const email = "unproved@shop.test"
  const form = {
    firstName: "Una",
    lastName: "Prove",
    username: "unproved",
    phone: "123",
    email,
    password: PASSWORD,
  }
  await (await app.human()).post("/api/register", form)
  for (let i = 0; i <= rateRules.verifyMailByAccount.limit; i++) {
    const reply = await (await app.human()).post("/api/login", { email, password: PASSWORD })
    expect(reply.status).toBe(403)
    const hasMailed = i < rateRules.verifyMailByAccount.limit - 1
    expect(reply.message).toMatch(hasMailed ? /just sent you a new link/ : /newest link in your inbox/)
  }
  await expect.poll(async () => (await app.mails(email)).length).toBe(rateRules.verifyMailByAccount.limit)
})

function at(address: string): Client {
  return new Client(app.origin, { address })
}

async function guess({ address, email }: Caller) {
  return (await app.human(at(address))).post("/api/login", { email, password: "a-wrong-guess" })
}

function forget({ address, email }: Caller) {
  return at(address).post("/api/forgot-password", { email })
}

function reset({ address, email }: Caller) {
  const body = { email, resetToken: "00000-00000", password: PASSWORD, confirmPassword: PASSWORD }
  return at(address).post("/api/reset-password", body)
}
