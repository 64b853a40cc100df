import { readdirSync } from "node:fs"
import { request } from "node:http"
import { expect, test } from "vitest"
import { givenToken } from "../../../harness/access-token.ts"
import { type GivenUser, PASSWORD, useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { webDir } from "../../../local/bundle.ts"
import type { Reply } from "../../../local/client.ts"
import { rateRules } from "../../../worker/rate-limit.ts"
import { openSecret, sealSecret } from "../../../worker/secrets/token-vault.ts"
import { isPayPalPage } from "../../../worker/services/paypal/paypal-checkout.ts"
import { givenImage, givenPrint, givenSize, printOf, until } from "../artwork/artwork-steps.ts"
import { givenShop } from "../orders/order-steps.ts"

const app = useApp()

test("every reply carries the guards: pages, hashed files and what stands for those gone, errors, redirects", async () => {
  const script = readdirSync(`${webDir}/assets`).find((name) => name.endsWith(".js"))
  const paths = [
    "/",
    "/prints?page=2",
    "/no/such/page",
    "/favicon.svg",
    `/assets/${script}`,
    "/assets/gone.js",
    "/assets/%2e%2e/index.html",
    "/api/health",
    "/api/none",
    "/api/profile",
    "/api/payments/return",
  ]
  for (const path of paths) {
    const { headers } = await app.visitor().fetch("GET", path)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).toContain("object-src 'none'")
    expect(policy, path).toContain("base-uri 'none'")
    expect(policy.match(/script-src[^;]*/)?.[0], path).toMatch(/^script-src 'self'/)
    expect(policy.match(/script-src[^;]*/)?.[0], path).not.toMatch(/unsafe-inline|'unsafe-eval'|data:|\*/)
    expect(headers.get("x-frame-options"), path).toBe("DENY")
    expect(headers.get("x-content-type-options"), path).toBe("nosniff")
    expect(headers.get("strict-transport-security"), path).toBe("max-age=31536000; includeSubDomains")
    expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin")
    expect(headers.get("access-control-allow-origin"), path).toBeNull()
    expect(headers.get("server"), path).toBeNull()
    expect(headers.get("x-powered-by"), path).toBeNull()
  }
})

test("hashed files are asked for once, and what is not there is never the page under a file's address", async () => {
  const names = readdirSync(`${webDir}/assets`)
  for (const ending of [".js", ".css", ".woff2"]) {
    const name = names.find((one) => one.endsWith(ending))
    const { status, headers } = await app.visitor().fetch("GET", `/assets/${name}`)
    expect(status, ending).toBe(200)
    expect(headers.get("cache-control"), ending).toBe("public, max-age=31536000, immutable")
  }
  for (const path of ["/assets/gone.js", "/assets/", "/assets/deep/gone", "/gone.png", "/index-old.js"]) {
    const gone = await app.visitor().fetch("GET", path)
    expect(gone.status, path).toBe(404)
    expect(gone.headers.get("content-type"), path).not.toMatch(/html/)
    expect(gone.headers.get("cache-control"), path).toBe("no-store")
  }
  for (const path of ["/", "/prints?page=2", "/images/some/where", "/no/such/page"]) {
    const page = await app.visitor().fetch("GET", path)
    expect(page.status, path).toBe(200)
    expect(page.headers.get("content-type"), path).toMatch(/^text\/html/)
    expect(page.headers.get("cache-control"), path).toBe("public, max-age=0, must-revalidate")
    const again = await app.visitor().fetch("GET", path, undefined, {
      "if-none-match": page.headers.get("etag") ?? "none",
    })
    expect(again.status, path).toBe(304)
  }
})

test("the page names whom to reach, and a copy that names somebody else is not kept", async () => {
  const page = await app.visitor().fetch("GET", "/")
  const html = await page.text()
  expect(html).toContain('<meta name="contact-email" content="hello@sheetsmith.test" />')
  expect(html).toContain('<meta name="contact-phone" content="+1 555 0142" />')
  const tag = page.headers.get("etag") ?? ""
  const contact = encodeURIComponent("hello@sheetsmith.test +1 555 0142")
  expect(tag).toContain(`;${contact}"`)
  // Pages in a browser's cache: with another contact, without one, and ours as a proxy marks it.
  for (const [known, status] of [
    [tag.replace("hello", "other"), 200],
    [tag.replace(`;${contact}`, ""), 200],
    [`W/${tag.replace("W/", "")}`, 304],
  ] as const)
    expect((await app.visitor().fetch("GET", "/", undefined, { "if-none-match": known })).status).toBe(status)
})

/** Asks under a host's name, as a page does whose own name has begun to lead here; returns the status. `fetch` takes no such header. */
function statusUnder(host: string, path: string, headers: Record<string, string>, body?: object) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const [method, type] = body ? ["POST", { "content-type": "application/json" }] : ["GET", {}]
  const asked = request(app.origin + path, { method, headers: { ...headers, ...type, host } }, (reply) => {
    reply.resume().on("end", () => resolve(reply.statusCode))
  })
  asked.on("error", reject).end(body && JSON.stringify(body))
  return promise
}

test("a page whose own name has begun to lead here is refused, whatever it asks for", async () => {
  const { client } = await app.givenUser({ name: "Rebound" })
  const { token } = await givenToken(client)
  const own = new URL(app.origin).host
  const page = { cookie: client.cookieHeader(), "sec-fetch-site": "same-origin" }
  for (const path of ["/", "/prints", "/api/sizes", "/mcp", "/.well-known/oauth-authorization-server"])
    expect(await statusUnder("evil.example", path, page), path).toBe(403)
  expect(await statusUnder("evil.example", "/api/sizes", page, { name: "S", value: 1 })).toBe(403)
  expect(await client.expect("GET", "/api/sizes")).toEqual([])
  const accept = "application/json, text/event-stream"
  const ping = (host: string) =>
    statusUnder(
      host,
      "/mcp",
      { accept, authorization: `Bearer ${token}` },
      { jsonrpc: "2.0", id: 1, method: "ping" },
    )
  for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"])
    expect(await ping(host), host).toBe(403)
  for (const host of ["127.0.0.1", "localhost:1", "[::1]", own]) expect(await ping(host), host).toBe(200)
})

test("signing in makes a new session and ends the one before; signing out empties the browser's cache", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Fixed" })
  const first = client.cookies.get("__Host-session") ?? ""
  const thief = client.fork()
  await app.human(client)
  expect((await client.post("/api/login", { email, password: PASSWORD })).status).toBe(200)
  expect(client.cookies.get("__Host-session")).not.toBe(first)
  expect((await client.get("/api/profile")).status).toBe(200)
  expect((await thief.get("/api/profile")).status).toBe(401)
  // A cookie that somebody planted names nobody, and is not what a sign-in goes on with.
  const planted = await app.human()
  planted.cookies.set("__Host-session", first)
  expect((await planted.post("/api/login", { email, password: PASSWORD })).status).toBe(200)
  expect(planted.cookies.get("__Host-session")).not.toBe(first)
  const out = await planted.fetch("POST", "/api/logout")
  expect(out.headers.get("clear-site-data")).toBe('"cache"')
  expect((await client.get("/api/profile")).status).toBe(200)
  const { results } = await app.db
    .prepare("SELECT id FROM session WHERE user_id = ? AND revoked_at IS NULL")
    .bind(userId)
    .all()
  expect(results).toHaveLength(1)
})

test("what concerns security is logged with its request, and without anything personal", async () => {
  const { client, email, userId } = await app.givenUser({ name: "Watched" })
  const since = app.securityLog().length
  const visitor = await app.human()
  const refused = await visitor.post("/api/login", { email, password: "a-wrong-guess" })
  await app.human(visitor)
  const unknown = await visitor.post("/api/login", { email: "nobody@shop.test", password: "a-wrong-guess" })
  const forbidden = await client.get("/api/users")
  const foreign = await client.post("/api/sizes", {}, { "sec-fetch-site": "cross-site" })
  const operator = await client.post("/api/operator/grants", {}, { authorization: "Bearer guess" })
  await client.post("/api/webhooks/paypal", "{}", { "content-type": "application/json" })
  const out = await client.post("/api/logout")
  const idOf = (reply: { headers: Headers }) => reply.headers.get("x-request-id")
  await until("the lines to arrive", async () => app.securityLog().length >= since + 7)
  const lines = app.securityLog().slice(since)
  expect(lines).toEqual([
    { message: "security", event: "sign-in-refused", requestId: idOf(refused), userId, reason: "password" },
    { message: "security", event: "sign-in-refused", requestId: idOf(unknown), reason: "unknown" },
    expect.objectContaining({ event: "call-refused", requestId: idOf(forbidden), userId, code: "forbidden" }),
    expect.objectContaining({ event: "call-refused", requestId: idOf(foreign), path: "/api/sizes" }),
    expect.objectContaining({ event: "operator-refused", requestId: idOf(operator) }),
    expect.objectContaining({ event: "webhook-refused", vendor: "paypal" }),
    { message: "security", event: "signed-out", requestId: idOf(out), userId },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/@|a-wrong-guess|Bearer|10\.\d+\.\d+/)
})

test("a query that fails is logged without the values that went into it", async () => {
  app.expectErrors(/"message":"unexpected error"/)
  const visitor = await app.human()
  await app.db.prepare("ALTER TABLE user RENAME TO user_away").run()
  const reply = await visitor.post("/api/login", { email: "private@shop.test", password: "a-private-word" })
  await app.db.prepare("ALTER TABLE user_away RENAME TO user").run()
  expect(reply).toMatchObject({ status: 500, code: "internal-error" })
  const [line] = await until("the line", async () => {
    const result = app.errorLog().filter((text) => text.includes(reply.headers.get("x-request-id") ?? "none"))
    return result.length > 0 ? result : null
  })
  expect(line).toMatch(/failed query: select .* from \\"user\\".*no such table/)
  expect(line).toMatch(/"stack":"\s+at /)
  expect(line).not.toMatch(/private@shop\.test|a-private-word|params/)
})

/** The calls that an account may make often, but not without limit. */
const dear: Partial<Record<keyof typeof rateRules, DearCall>> = {
  uploadByAccount: ({ client }) => client.post("/api/images/bulk-upload", new FormData()),
  draftByAccount: ({ client }) => client.post("/api/prints", { printItems: [{ quantity: 1 }] }),
  sizeByAccount: ({ client }) => client.post("/api/sizes", { name: "Adult", value: 10 }),
  layoutByAccount: ({ client, printId }) => client.post(`/api/prints/${printId}/layout`),
  keepLayoutByAccount: ({ client, printId }) =>
    client.put(`/api/prints/${printId}/layout`, { sheetTemplateId: printId, sheets: [] }),
  processByAccount: ({ client, printId }) => client.post(`/api/prints/${printId}/proccess`),
  syncByAccount: ({ client, shopId }) => client.get(`/api/integrations/${shopId}/orders`),
  connectByAccount: ({ client, shopId }) => client.get(`/api/integrations/${shopId}/auth`),
  archiveByAccount: ({ client }) => client.get("/api/profile/archive/part-0.zip"),
  buyByAccount: ({ client }) => client.post("/api/payments/bank-transfer", { sku: "credits100" }),
}
type Own = Pick<GivenUser, "client" | "userId" | "hub"> & { printId: string; shopId: string }
type DearCall = (own: Own) => Promise<Reply>

test("what is dear has an end for one account, from any address, and says when to come back", async () => {
  const [one, other] = await Promise.all(["Busy", "Calm"].map(givenOwn))
  for (const [rule, call] of Object.entries(dear) as [keyof typeof rateRules, DearCall][]) {
    const { name, limit, windowMs } = rateRules[rule]
    expect((await call(one)).status, rule).not.toBe(429)
    const { userId, hub } = one
    const spent = await hub.count({ userId, key: name, windowMs, by: limit - 1 })
    expect(spent.count, rule).toBe(limit)
    one.client.headers["cf-connecting-ip"] = "203.0.113.200"
    one.client.headers["x-forwarded-for"] = "198.51.100.1"
    const refused = await call(one)
    expect(refused, rule).toMatchObject({ status: 429, code: "too-many-requests" })
    const waitS = Number(refused.headers.get("retry-after"))
    expect(waitS, rule).toBeGreaterThan(0)
    expect(waitS, rule).toBeLessThanOrEqual(windowMs / 1000)
    expect((await call(other)).status, rule).not.toBe(429)
    expect((await one.client.get("/api/images")).status, "reading goes on").toBe(200)
  }
})

async function givenOwn(name: string): Promise<Own> {
  const { client, userId, hub } = await app.givenUser({ name })
  const print = await givenPrint(client, [{ quantity: 1 }])
  const { id: shopId } = await givenShop(client, `${name.toLowerCase()}-shop`)
  // Making these has counted as well.
  await hub.forgetEvents()
  return { client, userId, hub, printId: print._id, shopId }
}

test("prints that are processed all at once spend no credit twice and none that is not there", async () => {
  const { client, hub } = await app.givenUser({ name: "Racer" })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Small", 1)
  const prints = await Promise.all(
    Array.from({ length: 8 }, () => givenPrint(client, [{ imageId: image._id, sizeId, quantity: 6 }])),
  )
  const replies = await Promise.all(
    prints.map((print) => client.fork().post(`/api/prints/${print._id}/proccess`)),
  )
  const statuses = replies.map(({ status }) => status).sort()
  // 20 credits are three times 6 and no more.
  expect(statuses).toEqual([202, 202, 202, 402, 402, 402, 402, 402])
  expect(await hub.balance()).toMatchObject({ available: 2, owed: 0 })
  await until("the three to be printed", async () => {
    const all = await Promise.all(prints.map((print) => printOf(client, print._id)))
    return all.filter(({ status }) => status === "Completed").length === 3
  })
  await expect.poll(() => hub.balance()).toMatchObject({ available: 2, used: 18, held: 0, owed: 0 })
})

test("a payer is led to PayPal's own pages alone", () => {
  const settings = { PAYPAL_API_URL: "https://api-m.paypal.com" }
  for (const address of [
    "https://www.paypal.com/checkoutnow?token=5O1",
    "https://paypal.com/",
    "https://www.sandbox.paypal.com/checkoutnow?token=5O1",
    "https://api-m.paypal.com/x",
  ])
    expect(isPayPalPage(settings, address), address).toBe(true)
  for (const address of [
    "http://www.paypal.com/",
    "https://paypal.com.evil.example/",
    "https://evilpaypal.com/",
    "https://evil.example/paypal.com",
    "https://www.paypal.com@evil.example/",
    "javascript:alert(1)//paypal.com",
    "//www.paypal.com/",
    "",
  ])
    expect(isPayPalPage(settings, address), address).toBe(false)
})

test("a sealed secret opens with any key that is kept, for its owner alone, and is sealed with the first", async () => {
  const key = (fill: number) => Buffer.alloc(32, fill).toString("base64")
  const [old, next] = [`k1:${key(1)}`, `k2:${key(2)}`]
  const sealed = await sealSecret(old, "integration:1", "refresh-token")
  expect(sealed).toMatch(/^k1\.[\w-]{16}\.[\w-]+$/)
  expect(sealed).not.toContain("refresh-token")
  expect(await sealSecret(old, "integration:1", "refresh-token")).not.toBe(sealed)
  expect(await openSecret(`${next},${old}`, "integration:1", sealed)).toBe("refresh-token")
  const again = await sealSecret(`${next},${old}`, "integration:1", "refresh-token")
  expect(again).toMatch(/^k2\./)
  expect(await openSecret(next, "integration:1", again)).toBe("refresh-token")
  expect(await openSecret(next, "integration:1", sealed)).toBeNull()
  expect(await openSecret(old, "integration:2", sealed)).toBeNull()
  expect(await openSecret(`k1:${key(3)}`, "integration:1", sealed)).toBeNull()
  const [id, iv, text] = sealed.split(".")
  const flipped = text.startsWith("A") ? `B${text.slice(1)}` : `A${text.slice(1)}`
  expect(await openSecret(old, "integration:1", [id, iv, flipped].join("."))).toBeNull()
  for (const broken of ["", "k1", "k1..", "k1.x.y", `k1.${iv}.`, `__proto__.${iv}.${text}`])
    expect(await openSecret(old, "integration:1", broken), broken).toBeNull()
})
