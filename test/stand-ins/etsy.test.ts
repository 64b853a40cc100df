import { createHash } from "node:crypto"
import { expect, onTestFinished, test } from "vitest"
import { serveStandIns } from "../../stand-ins/serve.ts"

const VERIFIER = "v".repeat(43)
const REDIRECT = "https://app.example/api/integrations/etsy/callback"
const API_KEY = "sheetsmith-local-keystring:sheetsmith-local-secret"

async function marketplace() {
  const served = await serveStandIns(0)
  onTestFinished(() => served.close())
  const { origin } = served
  const consent = (change: Record<string, string> = {}) =>
    new URLSearchParams({
      response_type: "code",
      client_id: "sheetsmith-local-keystring",
      redirect_uri: REDIRECT,
      scope: "transactions_r shops_r",
      state: "opaque",
      code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
      code_challenge_method: "S256",
      ...change,
    })
  const decide = async (decision: string, change: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [name, value] of consent(change)) form.append(name, value)
    form.append("decision", decision)
    const reply = await fetch(`${origin}/etsy/oauth/connect`, {
      method: "POST",
      body: form,
      redirect: "manual",
    })
    return new URL(reply.headers.get("location") ?? "").searchParams
  }
  const token = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: "sheetsmith-local-keystring", ...fields })
    const reply = await fetch(`${origin}/etsy/v3/public/oauth/token`, { method: "POST", body })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  const call = async (path: string, accessToken: string, apiKey = API_KEY) => {
    const headers = { authorization: `Bearer ${accessToken}`, "x-api-key": apiKey }
    const reply = await fetch(`${origin}/etsy/v3/application${path}`, { headers })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, text }
  }
  const control = async (order: object) => {
    await fetch(`${origin}/__control`, { method: "POST", body: JSON.stringify({ vendor: "etsy", ...order }) })
  }
  return { origin, consent, decide, token, call, control }
}

test("Etsy's consent asks for everything that its documentation asks for", async () => {
  const { origin, consent, decide } = await marketplace()
  const page = await fetch(`${origin}/etsy/oauth/connect?${consent()}`)
  const html = await page.text()
  expect(html).toContain(">Allow</button>")
  expect(html).toContain(">Deny</button>")
  const mistakes: Record<string, string>[] = [
    { client_id: "another" },
    { redirect_uri: "https://app.example/elsewhere" },
    { code_challenge_method: "plain" },
    { code_challenge: "short" },
    { state: "" },
  ]
  for (const wrong of mistakes)
    expect(
      (await fetch(`${origin}/etsy/oauth/connect?${consent(wrong)}`)).status,
      JSON.stringify(wrong),
    ).toBe(400)
  expect(Object.fromEntries(await decide("deny"))).toMatchObject({ error: "access_denied", state: "opaque" })
  expect((await decide("allow")).get("code")).toMatch(/^[\w-]{32}$/)
})

test("codes and refresh tokens are good once, for their proof; tokens end", async () => {
  const { decide, token, call, control } = await marketplace()
  const code = (await decide("allow")).get("code") ?? ""
  const exchange = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
  for (const wrong of [{ code_verifier: "w".repeat(43) }, { redirect_uri: `${REDIRECT}/` }, { code: "x" }])
    expect(await token({ ...exchange, ...wrong })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    })
  const first = await token(exchange)
  expect(first).toMatchObject({ status: 200, body: { token_type: "Bearer", expires_in: 3600 } })
  expect(await token(exchange)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect((await call("/users/me", first.body.access_token)).status).toBe(200)

  await control({ action: "expire-tokens" })
  expect((await call("/users/me", first.body.access_token)).status).toBe(401)
  const refresh = { grant_type: "refresh_token", refresh_token: first.body.refresh_token }
  const second = await token(refresh)
  expect(second.status).toBe(200)
  expect(await token(refresh)).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
  expect((await call("/users/me", second.body.access_token)).status).toBe(200)
})

test("calls need the app's key with its secret, a token and its scope; receipts come as asked", async () => {
  const { decide, token, call, control } = await marketplace()
  const grant = async (scope: string) => {
    const code = (await decide("allow", { scope })).get("code") ?? ""
    const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
    return (await token(fields)).body.access_token
  }
  const access = await grant("transactions_r shops_r")
  expect(await call("/users/me", access, "sheetsmith-local-keystring")).toMatchObject({
    status: 403,
    text: expect.stringContaining("Shared secret is required"),
  })
  expect((await call("/users/me", access, "a:b")).status).toBe(403)
  expect((await call("/users/me", "made-up")).status).toBe(401)
  const { shop_id: shopId } = JSON.parse((await call("/users/me", access)).text)
  const narrow = await grant("shops_r")
  expect((await call(`/shops/${shopId}/receipts`, narrow)).text).toContain("insufficient_scope")
  expect((await call(`/shops/${shopId + 1}/receipts`, access)).status).toBe(404)

  const page = async (search: string) =>
    JSON.parse((await call(`/shops/${shopId}/receipts?${search}`, access)).text)
  const all = await page("limit=100&sort_on=updated&sort_order=asc")
  expect(all).toMatchObject({ count: 110 })
  const times = all.results.map((receipt: { updated_timestamp: number }) => receipt.updated_timestamp)
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
  const since = await page(`limit=100&sort_on=updated&sort_order=asc&min_last_modified=${times[60]}`)
  expect(since.count).toBe(50)
  expect(since.results[0].updated_timestamp).toBe(times[60])
  expect((await page("limit=100&offset=100")).results).toHaveLength(10)
  expect((await call("/users/me", access)).headers.get("x-remaining-this-second")).toBe("149")

  await control({ action: "rate-limit", retryAfterS: 7 })
  const limited = await call("/users/me", access)
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"])
  await control({ action: "cut-off" })
  const cut = await call(`/shops/${shopId}/receipts`, access)
  expect(() => JSON.parse(cut.text)).toThrow()
  expect((await page("limit=1")).results).toHaveLength(1)
  await control({ action: "change", index: 3, status: "canceled" })
  const [newest] = (await page("limit=1&sort_on=updated&sort_order=desc")).results
  expect(newest).toMatchObject({ status: "canceled" })

  const answers = [[["Personalization", "O'Neil & Zoë #7"]], [["Name", "Mia"]]]
  await control({ action: "sell", listings: [{ title: "Jersey", sku: "JERSEY", sizes: [], answers }] })
  const answer = (await page("limit=2&sort_on=created&sort_order=asc")).results.map(
    (receipt: { transactions: { variations: object[] }[] }) => receipt.transactions[0].variations,
  )
  expect(answer).toMatchObject([
    [{ property_id: 54, formatted_name: "Personalization", formatted_value: "O&#039;Neil &amp; Zoë #7" }],
    [{ property_id: 54, formatted_name: "Name", formatted_value: "Mia" }],
  ])
})

test("a shop stays connected when the stand-in is started anew, unless its seller took the app away", async () => {
  const before = await marketplace()
  const code = (await before.decide("allow")).get("code") ?? ""
  const grant = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
  const { body: tokens } = await before.token(grant)

  const after = await marketplace()
  expect((await after.call("/users/me", tokens.access_token)).status).toBe(200)
  const forged = tokens.access_token.slice(0, -1) + (tokens.access_token.endsWith("A") ? "B" : "A")
  expect((await after.call("/users/me", forged)).status).toBe(401)
  expect((await after.call("/users/me", tokens.refresh_token)).status).toBe(401)
  const renewal = { grant_type: "refresh_token", refresh_token: tokens.refresh_token }
  expect((await after.token(renewal)).status).toBe(200)
  expect((await after.token(renewal)).status).toBe(400)

  await after.control({ action: "revoke-tokens" })
  expect((await after.call("/users/me", tokens.access_token)).status).toBe(401)
})
