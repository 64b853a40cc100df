import { request } from "node:http"
import { expect, test } from "vitest"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { givenImage, givenPrint } from "../artwork/artwork-steps.ts"

const app = useApp()

const lists = [
  "images",
  "image-categories",
  "sizes",
  "sheet-templates",
  "prints",
  "orders",
  "integrations",
  "payments",
  "notifications",
  "statement",
  "users",
  "user",
  "payments/completedTransfers",
  "audit",
]

test("every list takes any search: signs of SQL and LIKE are plain letters, of any length", async () => {
  const { client } = await app.givenUser({ name: "Searcher", role: "admin" })
  const names = [
    "100% cotton",
    "snake_case",
    'O\'Hara "quoted"',
    "back\\slash",
    `Long ${"name ".repeat(15)}end`,
  ]
  for (const name of names) {
    expect((await client.post("/api/sizes", { name, value: 5 })).status).toBe(201)
    expect((await client.post("/api/image-categories", { name })).status).toBe(201)
  }
  const image = await givenImage(client, { name: "100%_o'hara.svg", bytes: logoSvg() })
  await givenPrint(client, [{ imageId: image._id, quantity: 1 }])
  const hostile = [
    "%",
    "_",
    "\\",
    "'",
    '"',
    "' OR 1=1 --",
    "'); DROP TABLE user; --",
    "\u0000",
    "%".repeat(60),
    "é".repeat(60),
    "x".repeat(100),
    "x".repeat(5000),
  ]
  for (const list of lists) {
    for (const search of hostile) {
      const reply = await client.get(`/api/${list}?search=${encodeURIComponent(search)}&page=1e308&limit=-5`)
      expect(reply.status, `${list} ${search.slice(0, 40)}`).toBe(200)
    }
    expect((await client.get(`/api/${list}?search=a&search=b&sortBy=__proto__&sort=;`)).status).toBe(200)
  }
  for (const noun of ["sizes", "image-categories"]) {
    const result = async (search: string) => {
      const { data } = await client.get(`/api/${noun}?search=${encodeURIComponent(search)}`)
      return (data as { name: string }[]).map(({ name }) => name)
    }
    expect(await result("%")).toEqual([names[0]])
    expect(await result("_")).toEqual([names[1]])
    expect(await result("'")).toEqual([names[2]])
    expect(await result("\\")).toEqual([names[3]])
    // Longer than the database takes as a pattern, in any case.
    expect(await result(names[4].toUpperCase())).toEqual([names[4].trim()])
    expect(await result(`${names[4]}%`)).toEqual([])
  }
})

test("no body but an upload may be long, whatever it calls itself", async () => {
  const { client } = await app.givenUser({ name: "Heavy" })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const print = await givenPrint(client, [{ imageId: image._id, quantity: 1 }])
  // A print's layout has more to say than any other body.
  const long = JSON.stringify({ note: "x".repeat(300_000) })
  const longest = JSON.stringify({ note: "x".repeat(1_100_000) })
  for (const path of [
    "/api/login",
    "/api/verify-captcha",
    "/api/webhooks/paypal",
    "/api/sizes",
    `/api/prints/${print._id}/layout`,
    `/api/prints/${print._id}/proccess`,
    "/api/images/bulk-delete",
  ]) {
    for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain"]) {
      const body = path.startsWith("/api/prints/") ? longest : long
      const reply = await client.post(path, body, { "content-type": type })
      expect(reply, `${path} as ${type}`).toMatchObject({ status: 413, code: "too-large" })
    }
  }
})

test("long bodies that never end keep nobody else's from being read, and end with their callers", async () => {
  const { client } = await app.givenUser({ name: "Stalling" })
  const long = { note: "x".repeat(100_000), name: "Chest", value: 5 }
  const { hostname, port } = new URL(app.origin)
  const stalled = Array.from({ length: 12 }, () => {
    const headers = { ...client.headers, cookie: client.cookieHeader(), "content-length": 250_000 }
    const call = request({ hostname, port, method: "POST", path: "/api/sizes", headers })
    call.on("error", () => undefined)
    call.write(Buffer.alloc(200_000))
    return call
  })
  const { client: other } = await app.givenUser({ name: "Neighbour" })
  expect((await other.post("/api/sizes", long)).status).toBe(201)
  for (const call of stalled) call.destroy()
  expect((await client.post("/api/sizes", long)).status).toBe(201)
})

test("fields that no form has are dropped, and no key reaches a prototype", async () => {
  const { client, userId, email } = await app.givenUser({ name: "Extra" })
  const before = (await client.get("/api/profile")).data
  const json = { "content-type": "application/json" }
  const extras = `"_id":"x","id":"x","userId":"x","role":"admin","status":"inactive","username":"root","credit":{"availableCredits":999},"__proto__":{"role":"admin","isAdmin":true},"constructor":{"prototype":{"role":"admin"}}`
  const profile = `{"firstName":"Extra","lastName":"Seller","company":"Sheet Shop","phone":"+1 555 010 0199","email":"${email}",${extras}}`
  expect((await client.send("PUT", "/api/profile", profile, json)).data).toEqual(before)
  const size = await client.send("POST", "/api/sizes", `{"name":"Chest","value":5,${extras}}`, json)
  expect(size.status).toBe(201)
  const row = await app.db.prepare("SELECT * FROM size WHERE user_id = ?").bind(userId).first()
  expect(row).toMatchObject({ user_id: userId, name: "Chest" })
  const visitor = await app.human()
  const form = `{${extras},"firstName":"New","lastName":"Comer","username":"new-comer","phone":"1","email":"new-comer@shop.test","password":"${PASSWORD}"}`
  expect((await visitor.send("POST", "/api/register", form, json)).status).toBe(201)
  const made = await app.db
    .prepare("SELECT role, status, email_verified_at AS verified FROM user WHERE username_key = 'new-comer'")
    .first()
  expect(made).toEqual({ role: "user", status: "active", verified: null })
  expect((await client.get("/api/audit")).status).toBe(403)
  expect((await client.get("/api/profile?__proto__[role]=admin&constructor=1")).data).toEqual(before)
})

test("paths of the file route that mean to climb lead nowhere", async () => {
  const owner = await app.givenUser({ name: "Victim" })
  const secret = await givenImage(owner.client, { name: "secret.svg", bytes: logoSvg() })
  const { client } = await app.givenUser({ name: "Climber" })
  const mine = await givenImage(client, { name: "mine.svg", bytes: logoSvg() })
  const [theirs, own] = [secret._id, mine._id]
  const paths = [
    `images/${theirs}/source`,
    `images/${own}/../${theirs}/source`,
    `images/${own}/%2e%2e/${theirs}/source`,
    `images/${own}/..%2f${theirs}%2fsource`,
    `images/${own}%2f..%2f${theirs}/source`,
    `images/${own}/..%5c${theirs}%5csource`,
    `images/${own}\\..\\${theirs}/source`,
    `images/${own}%00/source`,
    `images/${theirs}%00${own}/source`,
    `images/${own}/source%00.png`,
    `images/${own}/source/`,
    `images/${own}//source`,
    `images/${own}/%252e%252e%252f${theirs}%252fsource`,
    `images/${own}/%c0%ae%c0%ae/source`,
    `images/${own}/master`,
    `images/${own}/source;name=x`,
    `images//${theirs}/source`,
    `sheets/../images/${theirs}/source`,
    `sheets/..%2fimages%2f${theirs}/source`,
    `sheets/%2e%2e%2fimages%2f${theirs}%2fsource/preview.png`,
    `sheets/' OR 1=1 --/sheet-1.png`.replaceAll(" ", "%20"),
    "sheets/%25/preview.png",
    "sheets//sheet-1.png",
    "sheets/%ff%fe/sheet-1.png",
  ]
  for (const path of paths) {
    const { status, body } = await rawGet(`/api/files/${path}`, client.cookieHeader())
    expect([400, 404], path).toContain(status)
    expect(body, path).not.toContain("<svg")
  }
  expect((await rawGet(`/api/files/images/${own}/source`, client.cookieHeader())).status).toBe(200)
})

test("a file carries its owner's name for it safely, and an SVG opened by itself can do nothing", async () => {
  const { client } = await app.givenUser({ name: "Namer" })
  const { _id } = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const names = [
    "plain.svg",
    "a\r\nSet-Cookie: x=1.svg",
    '"; filename="evil.html',
    "../../etc/passwd",
    "tab\tand\u0000null",
    "ünïcode \u202Egpj.exe",
    "100%25 'quoted' (1)*;.svg",
    "half a pair \ud83d",
  ]
  for (const name of names) {
    const renamed = await client.put(`/api/images/${_id}`, { name })
    expect(renamed.status, name).toBe(200)
    const stored = (renamed.data as { name: string }).name
    const file = await client.fetch("GET", `/api/files/images/${_id}/source`)
    await file.arrayBuffer()
    expect(file.status, name).toBe(200)
    const header = file.headers.get("content-disposition") ?? ""
    const parts = /^inline; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(header)
    expect(parts, header).not.toBeNull()
    expect(parts?.[1], header).not.toMatch(/["\\%;]/)
    expect(decodeURIComponent(parts?.[2] ?? "")).toBe(stored)
    expect(file.headers.get("set-cookie")).toBeNull()
    expect(file.headers.get("content-type")).toBe("image/svg+xml")
    expect(file.headers.get("x-content-type-options")).toBe("nosniff")
    expect(file.headers.get("cross-origin-resource-policy")).toBe("same-origin")
    const policy = file.headers.get("content-security-policy") ?? ""
    expect(policy).toMatch(/^sandbox; default-src 'none'/)
    expect(policy).not.toMatch(/allow-|script-src|https?:/)
  }
})

test("the ways back from vendors lead to our own origin, whatever they are given", async () => {
  const visitor = app.visitor()
  const targets = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "%0d%0aX: y",
  ]
  for (const target of targets) {
    const value = encodeURIComponent(target)
    const returned = await visitor.fetch(
      "GET",
      `/api/payments/return?callback=${value}&cancelled=${value}&returnTo=${value}`,
      undefined,
      { "x-forwarded-host": "evil.example" },
    )
    expect(returned.status).toBe(303)
    expect(returned.headers.get("location")).toBe(`${app.origin}/dashboard?PaymentResult=Cancelled`)
    const called = await visitor.fetch(
      "GET",
      `/api/integrations/etsy/callback?code=${value}&state=${value}&error=${value}&callback=${value}`,
    )
    expect(called.status).toBe(302)
    expect(called.headers.get("location")).toBe("/integrations?error=auth_failed")
  }
})

/** Sends a path letter for letter, as no well-behaved client does. */
function rawGet(path: string, cookie: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers: { cookie, connection: "close" } }, (reply) => {
      let body = ""
      reply.setEncoding("utf8")
      reply.on("data", (chunk: string) => {
        body += chunk
      })
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body }))
    })
    call.on("error", reject)
    call.end()
  })
}
