import { expect, onTestFinished, test } from "vitest"
import { serveStandIns } from "../../stand-ins/serve.ts"

async function standIns() {
  const served = await serveStandIns(0)
  onTestFinished(() => served.close())
  return served.origin
}

async function siteverify(origin: string, fields: Record<string, string>) {
  const response = await fetch(`${origin}/turnstile/v0/siteverify`, {
    method: "POST",
    body: new URLSearchParams(fields),
  })
  return response.json()
}

test("Turnstile passes the dummy token under the always-pass secret and nothing else", async () => {
  const origin = await standIns()
  const pass = "1x0000000000000000000000000000000AA"
  const dummy = "XXXX.DUMMY.TOKEN.XXXX"
  expect(await siteverify(origin, { secret: pass, response: dummy })).toMatchObject({
    success: true,
    "error-codes": [],
    hostname: "localhost",
    action: "test",
  })
  expect(await siteverify(origin, { secret: pass, response: "made up" })).toMatchObject({
    success: false,
    "error-codes": ["invalid-input-response"],
  })
  expect(
    await siteverify(origin, { secret: "2x0000000000000000000000000000000AA", response: dummy }),
  ).toMatchObject({ success: false })
  expect(
    await siteverify(origin, { secret: "3x0000000000000000000000000000000AA", response: dummy }),
  ).toMatchObject({ "error-codes": ["timeout-or-duplicate"] })
  expect(await siteverify(origin, { secret: "not a key", response: dummy })).toMatchObject({
    "error-codes": ["invalid-input-secret"],
  })
  expect(await siteverify(origin, { response: dummy })).toMatchObject({
    "error-codes": ["missing-input-secret"],
  })

  const json = await fetch(`${origin}/turnstile/v0/siteverify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret: pass, response: dummy }),
  })
  expect(await json.json()).toMatchObject({ success: true })
})

test("a stand-in fails, talks nonsense and stalls as often as it is told, then recovers", async () => {
  const origin = await standIns()
  const order = (body: unknown) =>
    fetch(`${origin}/__control`, { method: "POST", body: JSON.stringify(body) })
  const call = () =>
    fetch(`${origin}/turnstile/v0/siteverify`, {
      method: "POST",
      body: new URLSearchParams({ secret: "x", response: "y" }),
    })

  await order({ path: "/turnstile", action: "fail", status: 503, times: 2 })
  expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([503, 503, 200])

  await order({ path: "/turnstile", action: "nonsense" })
  expect((await call()).headers.get("content-type")).toContain("text/html")

  await order({ path: "/turnstile", action: "stall", stallMs: 200 })
  const startMs = performance.now()
  expect((await call()).status).toBe(200)
  expect(performance.now() - startMs).toBeGreaterThan(190)

  await order({ path: "/turnstile", action: "fail" })
  await order({ path: "/turnstile", action: "clear" })
  expect((await call()).status).toBe(200)
  const state = await (await fetch(`${origin}/__state`)).json()
  expect(state).toMatchObject({ faults: { orders: [] }, turnstile: { lastErrors: ["invalid-input-secret"] } })
})

test("mail that the binding is given arrives for its address, newest first, and shows as a page", async () => {
  const origin = await standIns()
  const from = { name: "Sheetsmith", email: "hello@sheetsmith.test" }
  const send = async (to: string, subject: string): Promise<unknown> => {
    const mail = { from, to, subject, text: `Dear ${subject}`, html: `<p>Dear ${subject}</p>` }
    return (await fetch(`${origin}/mailbox`, { method: "POST", body: JSON.stringify(mail) })).json()
  }
  await send("Maya <maya@shop.test>", "First")
  await send("maya@shop.test", "Second")
  await send("other@shop.test", "Third")

  const mails: { id: string; subject: string; text: string }[] = await (
    await fetch(`${origin}/mailbox?to=maya@shop.test`, { headers: { accept: "application/json" } })
  ).json()
  expect(mails.map((mail: { subject: string }) => mail.subject)).toEqual(["Second", "First"])
  expect(mails[0]).toMatchObject({ to: "maya@shop.test", text: "Dear Second", html: "<p>Dear Second</p>" })

  const page = await (await fetch(`${origin}/mailbox`)).text()
  expect(page).toContain("Third")
  const letter = await fetch(`${origin}/mailbox/${mails[0].id}`)
  expect(await letter.text()).toContain("&lt;p&gt;Dear Second&lt;/p&gt;")
  expect((await fetch(`${origin}/mailbox/none`)).status).toBe(404)

  // Refused on request, for one address or for all, with the code that the vendor documents.
  const order = (body: Record<string, unknown>) =>
    fetch(`${origin}/__control`, { method: "POST", body: JSON.stringify({ vendor: "mail", ...body }) })
  await order({ action: "refuse", code: "E_RECIPIENT_SUPPRESSED", to: "other@shop.test" })
  await order({ action: "refuse", code: "E_DAILY_LIMIT_EXCEEDED", times: 1 })
  expect(await send("Other@shop.test", "Fourth")).toMatchObject({ code: "E_RECIPIENT_SUPPRESSED" })
  expect(await send("maya@shop.test", "Fifth")).toMatchObject({ code: "E_DAILY_LIMIT_EXCEEDED" })
  expect(await send("maya@shop.test", "Sixth")).toEqual({ messageId: expect.any(String) })
  expect(await send("maya@shop.test", "")).toMatchObject({ code: "E_VALIDATION_ERROR" })
  await order({ action: "clear" })
  expect(await send("other@shop.test", "Seventh")).toEqual({ messageId: expect.any(String) })
})
