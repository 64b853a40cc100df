import { crc32, inflateRawSync } from "node:zlib"
import { expect, test } from "vitest"
import type { AccessToken } from "../../../contract/accounts/access-token.ts"
import { DAY_MS, HOUR_MS } from "../../../contract/duration.ts"
import { MAX_ACCESS_TOKENS } from "../../../contract/limit.ts"
import { givenToken, programOf } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"
import { addressInput } from "../../../harness/delivery-address.ts"
import { isFull } from "../../../harness/layer.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { rateRules } from "../../../worker/rate-limit.ts"
import { isAccessToken, makeAccessToken } from "../../../worker/secrets/access-token.ts"
import { givenImage, givenPrint } from "../artwork/artwork-steps.ts"

const app = useApp()

test("a token is shown once, signs a program in as its account, and opens nothing once it is revoked", async () => {
  const { client, userId } = await app.givenUser({ name: "Opener" })
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
  const reply = await client.post("/api/tokens", {
    name: "  Web shop ",
    scopes: ["settings:write", "settings:read", "settings:read"],
    expiresAt,
  })
  expect(reply).toMatchObject({ status: 201, message: "Token made. Copy it now: it is not shown again." })
  const { token, ...made } = reply.data as AccessToken & { token: string }
  expect(token).toMatch(/^ss_live_[0-9A-Za-z]{36}$/)
  expect(made).toEqual({
    _id: made._id,
    name: "Web shop",
    scopes: ["settings:read", "settings:write"],
    hint: `ss_live_…${token.slice(-4)}`,
    isTest: false,
    createdAt: made.createdAt,
    expiresAt,
    lastUsedAt: null,
    lastUsedFrom: null,
  })
  expect((await client.get("/api/tokens")).data).toEqual([made])
  const stored = await app.db.prepare("SELECT * FROM access_token WHERE id = ?").bind(made._id).first()
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(stored).toMatchObject({ user_id: userId, token_hash: expect.stringMatching(/^[\w-]{43}$/) })

  const program = programOf(client, token)
  const added = await program.post("/api/sizes", { name: "Left chest", value: 3.5 })
  expect(added).toMatchObject({ status: 201, data: { name: "Left chest" } })
  expect(added.headers.getSetCookie()).toEqual([])
  expect((await client.get("/api/sizes")).data).toMatchObject([{ name: "Left chest" }])
  expect((await program.get("/api/sizes")).data).toMatchObject([{ name: "Left chest" }])
  const used = async () => ((await client.get("/api/tokens")).data as AccessToken[])[0]
  await expect
    .poll(used)
    .toMatchObject({ lastUsedAt: expect.any(String), lastUsedFrom: client.headers["cf-connecting-ip"] })
  expect(Date.now() - Date.parse((await used()).lastUsedAt ?? "")).toBeLessThan(60_000)

  // A browser's cookies count for nothing beside a token: neither another account's nor one's own.
  const other = await app.givenUser({ name: "Other" })
  const cookie = other.client.cookieHeader()
  expect((await program.send("GET", "/api/sizes", undefined, { cookie })).data).toHaveLength(1)
  expect(
    await client.send("GET", "/api/profile", undefined, { authorization: `bearer ${token}` }),
  ).toMatchObject({
    status: 403,
    code: "forbidden",
  })

  expect(await other.client.delete(`/api/tokens/${made._id}`)).toMatchObject({ status: 404 })
  expect((await program.get("/api/sizes")).status).toBe(200)
  expect(await client.delete(`/api/tokens/${made._id}`)).toMatchObject({ status: 200 })
  expect(await program.get("/api/sizes")).toMatchObject({ status: 401, code: "token-invalid" })
  expect(await client.delete(`/api/tokens/${made._id}`)).toMatchObject({ status: 404 })
  expect((await client.get("/api/tokens")).data).toEqual([])
  const events = app.securityLog().filter((line) => line.tokenId === made._id)
  expect(events.map(({ event }) => event)).toEqual(["token-made", "token-revoked"])
})

test("whoever owns an account is told of each token by mail, with what it may do, when, and what to do about a stranger's", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Told" })
  await client.expect("PUT", "/api/profile/settings", { timeZone: "America/New_York" })
  const make = (name: string, more = {}) =>
    client.expect<AccessToken & { token: string }>("POST", "/api/tokens", {
      ...{ name, scopes: ["images:read", "prints:spend"], ...more },
    })
  const { token, hint, createdAt } = await make("Web shop")
  const mail = await app.mailbox(email)
  expect(mail.subject).toBe("An access token of your Sheetsmith account was made")
  expect(mail.text).toContain(`An access token, “Web shop” (${hint}), was made on `)
  const hour = new Date(createdAt).toLocaleTimeString("en-GB", {
    ...{ timeZone: "America/New_York", hour: "2-digit", minute: "2-digit" },
  })
  expect(mail.text).toContain(` at ${hour} (America/New_York). A program that has it may:`)
  expect(mail.text).toContain("• See artwork, its findings and its files\n")
  expect(mail.text).toContain("• Process prints, which spends credits, and set up autopilots that do\n")
  expect(mail.text).toContain("If it was not you, revoke it at once")
  expect(mail.text).toContain(`${app.origin}/profile#developers`)
  expect(`${mail.text}${mail.html}`).not.toContain(token)

  // What could be read as an address is not sent on.
  const lure = await make("Verify at https://evil.test", { isTest: true })
  const second = await app.mailbox(email)
  expect(second.text).toContain(`A test token, ${lure.hint}, was made on `)
  expect(`${second.text}${second.html}`).not.toContain("evil")
  await app.db.prepare("UPDATE user SET email_verified_at = NULL WHERE id = ?").bind(userId).run()
  await make("Unproven")
  expect((await app.mailbox(email)).text).toBe(second.text)
})

test("a token lacks what it was not given, and says which", async () => {
  const { client } = await app.givenUser({ name: "Reader" })
  const { program } = await givenToken(client, { scopes: ["images:read"] })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  expect(await program.get(`/api/images/${image._id}`)).toMatchObject({ status: 200 })
  const file = await program.fetch("GET", `/api/files/images/${image._id}/source`)
  expect(file.status).toBe(200)
  const refused = await program.fetch("PUT", `/api/images/${image._id}`, { name: "Taken" })
  expect(refused.status).toBe(403)
  expect(refused.headers.get("www-authenticate")).toBe(
    'Bearer error="insufficient_scope", scope="images:write"',
  )
  expect(await refused.json()).toMatchObject({ code: "scope-missing", scope: "images:write" })
  // What is needed to call at all, any token opens.
  expect((await program.get("/api/openapi.json")).status).toBe(200)
  // A GET that changes something asks a page for its headers, and a token for its scope.
  expect(await program.get(`/api/integrations/${image._id}/orders`)).toMatchObject({
    code: "scope-missing",
  })
  const importer = (await givenToken(client, { scopes: ["orders:write"] })).program
  expect(await importer.get(`/api/integrations/${image._id}/orders`)).toMatchObject({ status: 404 })
})

test("a test token says so, and reaches nobody outside", async () => {
  const { client } = await app.givenUser({ name: "Tester" })
  const { token, hint, isTest, program } = await givenToken(client, { isTest: true })
  expect(token).toMatch(/^ss_test_[0-9A-Za-z]{36}$/)
  expect({ hint, isTest }).toEqual({ hint: `ss_test_…${token.slice(-4)}`, isTest: true })
  expect((await program.post("/api/sizes", { name: "Chest", value: 3 })).status).toBe(201)
  const { _id: address } = await client.expect<{ _id: string }>(
    "POST",
    "/api/delivery-addresses",
    addressInput(),
  )
  const csv = new FormData()
  csv.append("file", new File(["Order,SKU,Quantity\n1,A,1\n"], "orders.csv"))
  // What is sent to an address, or printed of an order by an autopilot, is sent and printed later, by itself.
  for (const [method, path, body] of [
    ["POST", "/api/proofs", { orderItemIds: [] }],
    ["POST", "/api/delivery-addresses", addressInput({ name: "Theirs", isAutomatic: true })],
    ["PUT", `/api/delivery-addresses/${address}`, addressInput({ isAutomatic: true })],
    ["DELETE", `/api/delivery-addresses/${address}`, undefined],
    ["POST", "/api/integrations", { type: "Etsy", name: "Theirs" }],
    ["POST", "/api/orders/import", csv],
    ["POST", "/api/orders/items/confirm", { orderItemIds: [address], isConfirmed: true }],
    ["DELETE", `/api/shares/${address}`, undefined],
  ] as const)
    expect(await program.send(method, path, body), path).toMatchObject({
      status: 403,
      message:
        "A test token changes no order, and reaches no print shop, no buyer, no marketplace and no other program",
    })
  expect((await client.get("/api/delivery-addresses")).data).toMatchObject([
    { _id: address, isAutomatic: false },
  ])
})

test("an admin's token reaches the admin's own account alone", async () => {
  const owner = await app.givenUser({ name: "Owner" })
  const admin = await app.givenUser({ name: "Boss", role: "admin" })
  const { program } = await givenToken(admin.client)
  const image = await givenImage(owner.client, { name: "logo.svg", bytes: logoSvg() })
  const { _id: print } = await givenPrint(owner.client, [{ imageId: image._id, quantity: 1 }])
  for (const path of [
    `/api/prints/${print}`,
    `/api/prints/${print}/layout`,
    `/api/prints/${print}/manifest`,
    `/api/prints/${print}/files`,
    `/api/prints/user/${owner.userId}`,
    `/api/files/images/${image._id}/source`,
    `/api/files/images/${image._id}/preview`,
  ]) {
    expect((await program.fetch("GET", path)).status, path).toBe(404)
    if (!path.endsWith("manifest")) expect((await admin.client.fetch("GET", path)).status, path).toBe(200)
  }
  expect((await admin.client.get("/api/statistics")).data).toMatchObject({
    pendingTransfers: expect.any(Number),
  })
  expect((await program.get("/api/statistics")).data).toMatchObject({ pendingTransfers: null })
})

test("a token is made once by its key, and nothing that is kept of the answer shows it", async () => {
  const { client, userId } = await app.givenUser({ name: "Twice" })
  const body = { name: "Web shop", scopes: ["images:read"] }
  const headers = { "idempotency-key": crypto.randomUUID() }
  const { token } = (await client.post("/api/tokens", body, headers)).data as { token: string }
  const again = await client.post("/api/tokens", body, headers)
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect(again.data).toMatchObject({ token })
  expect((await client.get("/api/tokens")).data).toHaveLength(1)
  const kept = await app.db
    .prepare("SELECT reply FROM keyed_call WHERE user_id = ?")
    .bind(userId)
    .first<string>("reply")
  expect(kept).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(() => inflateRawSync(Buffer.from(kept ?? "", "base64"))).toThrow()
})

test("an expired token, and one of an account that is inactive or deleted, opens nothing", async () => {
  const { client, userId } = await app.givenUser({ name: "Short" })
  for (const [expiresAt, status, words] of [
    [new Date(Date.now() - 1000).toISOString(), 422, "Expiry must be in the future"],
    ["tomorrow", 400, "Expiry must be a date with a time"],
  ] as const)
    expect(
      await client.post("/api/tokens", { name: "Late", scopes: ["images:read"], expiresAt }),
    ).toMatchObject({ status, fields: { expiresAt: words } })
  expect(await client.post("/api/tokens", { name: "None", scopes: [] })).toMatchObject({
    status: 400,
    fields: { scopes: "Choose what the token may do" },
  })
  const { program, _id } = await givenToken(client, {
    expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  })
  const sets = (column: string, value: unknown) =>
    app.db.prepare(`UPDATE access_token SET ${column} = ? WHERE id = ?`).bind(value, _id).run()
  const setsUser = (column: string, value: unknown) =>
    app.db.prepare(`UPDATE user SET ${column} = ? WHERE id = ?`).bind(value, userId).run()
  const status = async () => (await program.get("/api/images")).status
  expect(await status()).toBe(200)
  await sets("expires_at", Date.now())
  expect(await status()).toBe(401)
  expect((await client.get("/api/tokens")).data).toMatchObject([{ _id }])
  await sets("expires_at", null)
  expect(await status()).toBe(200)
  await setsUser("status", "inactive")
  expect(await status()).toBe(401)
  await setsUser("status", "active")
  expect(await status()).toBe(200)
  // The night forgets what has long been expired.
  await sets("expires_at", Date.now() - 31 * DAY_MS)
  await app.runtime.runCron("17 3 * * *")
  expect((await client.get("/api/tokens")).data).toEqual([])

  const last = await givenToken(client)
  expect((await last.program.get("/api/images")).status).toBe(200)
  const admin = await app.givenUser({ name: "Admin", role: "admin" })
  expect(await admin.client.delete(`/api/users/${userId}`)).toMatchObject({ status: 200 })
  expect(await last.program.get("/api/images")).toMatchObject({ status: 401, code: "token-invalid" })
  const rows = () =>
    app.db.prepare("SELECT count(*) AS n FROM access_token WHERE user_id = ?").bind(userId).first("n")
  await expect.poll(rows).toBe(0)
})

test("an account has so many tokens and no more, however many are made at once", async () => {
  const { client } = await app.givenUser({ name: "Many" })
  const make = () => client.post("/api/tokens", { name: "One more", scopes: ["images:read"] })
  const replies = []
  for (let i = 0; i < MAX_ACCESS_TOKENS + 3; i += 10)
    replies.push(...(await Promise.all(Array.from({ length: 10 }, make))))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_ACCESS_TOKENS)
  expect(replies.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    message: `An account has at most ${MAX_ACCESS_TOKENS} access tokens. Revoke one that is not used.`,
  })
})

test("wrong tokens are answered alike and counted by address; the right one passes", async () => {
  const { client } = await app.givenUser({ name: "Guessed" })
  const { token, program } = await givenToken(client)
  const flipped = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"))
  const unknown = "ss_live_0000000000000000000000000000004Nd3Ql"
  const wrong = [
    flipped,
    unknown,
    "ss_live_",
    "",
    "eyJhbGciOiJub25lIn0.e30.",
    "é".repeat(5),
    "x".repeat(5000),
  ]
  const answers = []
  for (const text of wrong) {
    const reply = await programOf(client, encodeURI(text)).fetch("GET", "/api/images")
    expect(reply.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"')
    const { requestId, docs, ...body } = (await reply.json()) as { requestId: string; docs: string }
    expect(docs).toBe(`${app.origin}/developers#error-token-invalid`)
    answers.push([reply.status, body])
  }
  expect(answers).toEqual(
    wrong.map(() => [
      401,
      {
        message: "This access token is not valid: it is mistyped, revoked or expired",
        code: "token-invalid",
      },
    ]),
  )
  const counted = `wrong-token-address:${client.headers["cf-connecting-ip"]}`
  const count = app.db.prepare("SELECT count FROM rate_count WHERE key = ?").bind(counted)
  expect(await count.first("count")).toBe(wrong.length)
  expect((await program.get("/api/images")).status).toBe(200)
})

test("many wrong tokens are answered slowly and alike, whatever is wrong with them, and the right one at once", async () => {
  const { client } = await app.givenUser({ name: "Sought" })
  const { token, program } = await givenToken(client)
  const near = Array.from(
    { length: isFull ? 500 : 160 },
    (_, i) => `${token.slice(0, 8)}${String(i).padStart(30, "0")}${token.slice(-6)}`,
  )
  // Half have the right checksum, so that the database is asked.
  const wrong = near.flatMap((text) => [text, makeAccessToken(false)])
  const { limit } = rateRules.wrongTokenByAddress
  const answers: string[] = []
  for (const text of wrong) {
    const reply = await programOf(client, text).fetch("GET", "/api/images")
    const { requestId: _, ...body } = (await reply.json()) as { requestId: string }
    const waitS = Number(reply.headers.get("retry-after"))
    if (reply.status === 429) expect(waitS).toBeGreaterThan(HOUR_MS / 2000)
    answers.push(JSON.stringify([reply.status, body]))
  }
  expect(new Set(answers.slice(0, limit)).size).toBe(1)
  expect(answers[0]).toContain("token-invalid")
  expect(answers.slice(limit).filter((answer) => !answer.includes("too-many-requests"))).toEqual([])
  expect((await program.get("/api/images")).status).toBe(200)
  // Another address is not kept from anything.
  const elsewhere = await app.givenUser({ name: "Elsewhere" })
  expect(await programOf(elsewhere.client, near[0]).get("/api/images")).toMatchObject({ status: 401 })
})

test("a token is found by its form wherever it was left, and told from a text like one without asking anybody", () => {
  // The forms of scanners: a beginning of letters, a kind, and an end that is checked; RFC 8959 and others match words at such edges.
  const form = /\bss_(?:live|test)_[0-9A-Za-z]{30}[0-9A-Za-z]{6}\b/g
  const tokens = [makeAccessToken(false), makeAccessToken(true)]
  const left = `export TOKEN="${tokens[0]}"\n{"token":"${tokens[1]}"} ss_live_short ${"x".repeat(44)}`
  expect(left.match(form)).toEqual(tokens)
  for (const token of tokens) {
    const [random, end] = [token.slice(8, 38), token.slice(38)]
    const sum = [...end].reduce((value, digit) => value * 62 + base62.indexOf(digit), 0)
    expect(sum).toBe(crc32(random))
    expect(isAccessToken(token)).toBe(true)
    for (const at of [8, 20, 43]) {
      const other = token[at] === "a" ? "b" : "a"
      expect(isAccessToken(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe(false)
    }
  }
})

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

test("pages of any origin may call with a token, and with nothing else", async () => {
  const { client } = await app.givenUser({ name: "Elsewhere" })
  const { program, token } = await givenToken(client)
  const foreign = { origin: "https://shop.example", "sec-fetch-site": "cross-site" }
  const asked = {
    ...foreign,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
  }
  const allowed = (response: Response) => response.headers.get("access-control-allow-origin")
  const preflight = await app.visitor().fetch("OPTIONS", "/api/sizes", undefined, asked)
  expect(preflight.status).toBe(204)
  expect(allowed(preflight)).toBe("*")
  expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization, *")
  expect(preflight.headers.get("access-control-allow-methods")).toContain("DELETE")
  expect(preflight.headers.get("access-control-allow-credentials")).toBeNull()
  const added = await program.fetch("POST", "/api/sizes", { name: "Sleeve", value: 2 }, foreign)
  expect([added.status, allowed(added)]).toEqual([201, "*"])
  // A page must be able to read why it was refused.
  const refused = await programOf(client, "wrong").fetch("GET", "/api/sizes", undefined, foreign)
  expect([refused.status, allowed(refused)]).toEqual([401, "*"])

  const withCookies = { ...asked, "access-control-request-headers": "content-type" }
  for (const [path, headers] of [
    ["/api/sizes", withCookies],
    ["/api/operator/grants", asked],
  ] as const) {
    const denied = await client.fetch("OPTIONS", path, undefined, headers)
    expect([denied.status, allowed(denied)]).toEqual([404, null])
  }
  const own = await client.fetch("GET", "/api/sizes", undefined, foreign)
  expect([own.status, allowed(own)]).toEqual([200, null])
  const changing = await client.fetch("POST", "/api/sizes", { name: "Other", value: 2 }, foreign)
  expect([changing.status, allowed(changing)]).toEqual([403, null])
  // Another scheme is no token, and saves no page from the rule about origins.
  const basic = { ...foreign, authorization: `Basic ${token}` }
  expect((await client.fetch("POST", "/api/sizes", { name: "Other", value: 2 }, basic)).status).toBe(403)
})
