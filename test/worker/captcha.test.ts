import { expect, test } from "vitest"
import { texts } from "../../contract/text.ts"
import { PASSWORD, useApp } from "../../harness/app.ts"
import { turnstileWidget, widgetToken } from "../../stand-ins/fake-turnstile.ts"

/** A widget of an account's own: test keys say nothing of host and form. */
const app = useApp({
  TURNSTILE_SITE_KEY: turnstileWidget.siteKey,
  TURNSTILE_SECRET: turnstileWidget.secret,
})
const hostname = "localhost"
const login = { email: "nobody@shop.test", password: PASSWORD }

async function refusedFor(token: string): Promise<unknown> {
  const visitor = app.visitor()
  const reply = await visitor.post("/api/verify-captcha", { token })
  expect(reply).toMatchObject({ status: 200, data: { success: false }, message: texts.captchaFailed })
  expect(visitor.cookies.size).toBe(0)
  return app.securityLog().at(-1)
}

test("a captcha passes once, on this host, for the form it was solved in", async () => {
  const token = widgetToken({ hostname, action: "sign-in" })
  const visitor = app.visitor()
  const solve = async (action: string) => {
    const reply = await visitor.post("/api/verify-captcha", { token: widgetToken({ hostname, action }) })
    expect(reply).toMatchObject({ status: 200, data: { success: true } })
  }
  await solve("sign-in")
  expect(await visitor.post("/api/login", login)).toMatchObject({ status: 401 })
  // The one form's pass is spent at the other's and opens neither.
  await solve("sign-up")
  expect(await visitor.post("/api/login", login)).toMatchObject({
    status: 400,
    message: texts.captchaMissingAtLogin,
  })
  const person = {
    firstName: "Rob",
    lastName: "Ott",
    username: "robott",
    company: "",
    phone: "+44 20 7946",
    ...login,
  }
  await solve("sign-in")
  expect(await visitor.post("/api/register", person)).toMatchObject({
    status: 400,
    message: texts.captchaMissing,
  })
  await solve("sign-up")
  expect(await visitor.post("/api/register", person)).toMatchObject({ status: 201 })

  await app.visitor().post("/api/verify-captcha", { token })
  const refusals: [string, string][] = [
    [token, "timeout-or-duplicate"],
    [widgetToken({ hostname, action: "sign-in", atMs: Date.now() - 301_000 }), "timeout-or-duplicate"],
    [widgetToken({ hostname: "shop.example", action: "sign-in" }), "other-hostname"],
    [widgetToken({ hostname, action: "" }), "other-action"],
    [widgetToken({ hostname, action: "test" }), "other-action"],
    [widgetToken({ hostname, action: "sign-in", siteKey: "0x4AAAAAAAother" }), "invalid-input-response"],
    ["XXXX.DUMMY.TOKEN.XXXX", "invalid-input-response"],
  ]
  for (const [bad, code] of refusals)
    expect(await refusedFor(bad)).toMatchObject({ event: "captcha-refused", codes: code })
})

test("a secret that Turnstile does not know is our mistake: said so, logged, and nobody's captcha has failed", async () => {
  const tell = (action: string) =>
    fetch(`${app.standIns.origin}/__control`, {
      method: "POST",
      body: JSON.stringify({ vendor: "turnstile", action }),
    })
  const solve = () =>
    app.visitor().post("/api/verify-captcha", { token: widgetToken({ hostname, action: "sign-in" }) })
  await tell("rotate")
  app.expectErrors(/"message":"turnstile refuses our secret".*"codes":\["invalid-input-secret"\]/)
  const reply = await solve()
  expect(reply).toMatchObject({ status: 502, code: "vendor-unavailable" })
  expect(reply.message).toMatch(/our mistake, not yours/)
  expect(app.errorLog().join()).not.toContain(turnstileWidget.secret)
  const noted = "SELECT code, last_text AS said FROM vendor_error WHERE vendor = 'Turnstile'"
  await expect
    .poll(() => app.db.prepare(noted).first())
    .toEqual({ code: "invalid-input-secret", said: "TURNSTILE_SECRET is not the widget's" })
  await tell("restore")
  expect(await solve()).toMatchObject({ status: 200, data: { success: true } })
})
