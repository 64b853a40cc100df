import { expect, test } from "vitest"
import { paypalEvents } from "../../../contract/credits/paypal-events.ts"
import { texts } from "../../../contract/text.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import { localOperatorKey } from "../../../local/local-settings.ts"
import { paypalAccount } from "../../../stand-ins/paypal/paypal-account.ts"
import { turnstileWidget, widgetToken } from "../../../stand-ins/turnstile/fake-turnstile.ts"

/** A widget of an account's own: test keys say nothing of host and form. */
const app = useApp({
  TURNSTILE_SITE_KEY: turnstileWidget.siteKey,
  TURNSTILE_SECRET: turnstileWidget.secret,
})
const hostname = "localhost"
const login = { email: "nobody@shop.test", password: PASSWORD }

function control(order: Record<string, unknown>) {
  return fetch(`${app.standIns.origin}/__control`, { method: "POST", body: JSON.stringify(order) })
}

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
  const solve = () =>
    app.visitor().post("/api/verify-captcha", { token: widgetToken({ hostname, action: "sign-in" }) })
  await control({ vendor: "turnstile", action: "rotate" })
  app.expectErrors(/"message":"turnstile refuses our secret".*"codes":\["invalid-input-secret"\]/)
  const reply = await solve()
  expect(reply).toMatchObject({ status: 502, code: "vendor-unavailable" })
  expect(reply.message).toMatch(/our mistake, not yours/)
  expect(app.errorLog().join()).not.toContain(turnstileWidget.secret)
  const noted = "SELECT code, last_text AS said FROM vendor_error WHERE vendor = 'Turnstile'"
  await expect
    .poll(() => app.db.prepare(noted).first())
    .toEqual({ code: "invalid-input-secret", said: "TURNSTILE_SECRET is not the widget's" })
  await control({ vendor: "turnstile", action: "restore" })
  expect(await solve()).toMatchObject({ status: 200, data: { success: true } })
})

test("the operator asks whether each vendor knows us, and each mistake is named", async () => {
  const asked = async () => {
    const headers = { authorization: `Bearer ${localOperatorKey}` }
    const { status, data } = await app.visitor().get("/api/operator/vendors", headers)
    expect(status).toBe(200)
    const checks = data as { vendor: string; isRight: boolean | null; message: string }[]
    const answer = checks.map(({ vendor, isRight, message }) => [vendor, { isRight, message }] as const)
    return Object.fromEntries(answer)
  }
  const right = { isRight: true, message: expect.any(String) }
  expect(await asked()).toEqual({ PayPal: right, Etsy: right, Turnstile: right, Shopify: right })

  app.expectErrors(/paypal|turnstile|etsy/)
  await control({ vendor: "turnstile", action: "rotate" })
  await control({ path: "/v1/oauth2/token", action: "fail", status: 401 })
  await control({ path: "/etsy/v3/application/openapi-ping", action: "fail", status: 403 })
  const wrong = await asked()
  expect(Object.values(wrong).map(({ isRight }) => isRight)).toEqual([false, false, false, true])
  expect(wrong.PayPal.message).toContain("PAYPAL_CLIENT_SECRET")
  expect(wrong.Etsy.message).toContain("ETSY_KEYSTRING")
  expect(wrong.Turnstile.message).toContain("TURNSTILE_SECRET")
  await control({ vendor: "turnstile", action: "restore" })

  await control({ path: "/v1/oauth2/token", action: "fail", status: 503 })
  await control({ path: "/etsy/v3/application/openapi-ping", action: "fail", status: 500 })
  await control({ path: "/turnstile", action: "nonsense" })
  const silent = await asked()
  expect(Object.values(silent).map(({ isRight }) => isRight)).toEqual([null, null, null, true])

  // The webhook as somebody changed it at PayPal: another address, and one event alone.
  const url = "https://old.shop.de/api/webhooks/paypal"
  await changeWebhook([
    { op: "replace", path: "/url", value: url },
    { op: "replace", path: "/event_types", value: [{ name: paypalEvents[0] }] },
  ])
  const { PayPal } = await asked()
  expect(PayPal.isRight).toBe(false)
  expect(PayPal.message).toContain(`calls ${url} instead of ${app.origin}/api/webhooks/paypal`)
  for (const event of paypalEvents.slice(1)) expect(PayPal.message).toContain(event)
})

async function changeWebhook(changes: unknown[]): Promise<void> {
  const { clientId, clientSecret } = paypalAccount
  const token = await fetch(`${app.standIns.origin}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" }
  const path = `${app.standIns.origin}/v1/notifications/webhooks`
  const { webhooks } = (await (await fetch(path, { headers })).json()) as { webhooks: { id: string }[] }
  const body = JSON.stringify(changes)
  const changed = await fetch(`${path}/${webhooks[0].id}`, { method: "PATCH", headers, body })
  expect(changed.status).toBe(200)
}
