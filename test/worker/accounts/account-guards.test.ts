import { expect, test } from "vitest"
import { texts } from "../../../contract/text.ts"
import { DUMMY_CAPTCHA, PASSWORD, useApp } from "../../../harness/app.ts"

const app = useApp()

/** The routes of accounts, sizes, templates, categories, notifications and live that need a session. */
const guarded: [method: string, path: string][] = [
  ["GET", "/api/profile"],
  ["PUT", "/api/profile"],
  ["PATCH", "/api/profile"],
  ["GET", "/api/statistics"],
  ["GET", "/api/notifications"],
  ["DELETE", "/api/notifications/x"],
  ["GET", "/api/live"],
  ["GET", "/api/live/poll"],
  ...["sizes", "sheet-templates", "destinations", "image-categories"].flatMap((noun): [string, string][] => [
    ["GET", `/api/${noun}`],
    ["POST", `/api/${noun}`],
    ["PUT", `/api/${noun}/x`],
    ["PATCH", `/api/${noun}/x`],
    ["DELETE", `/api/${noun}/x`],
  ]),
]

test.each(guarded)("%s %s answers 401 to whoever is not signed in", async (method, path) => {
  const visitor = app.visitor()
  visitor.cookies.set("__Host-session", "eyJhbGciOiJub25lIn0.e30.")
  for (const client of [app.visitor(), visitor]) {
    const reply = await client.send(method, path)
    expect(reply).toMatchObject({ status: 401, code: "signed-out", message: "Please sign in" })
  }
})

test("a session ends with its row, its time and its key", async () => {
  const { client, userId } = await app.givenUser({ name: "Session" })
  const token = client.cookies.get("__Host-session") ?? ""
  const [header, , signature] = token.split(".")
  const other = await app.givenUser({ name: "Somebody" })
  const [, otherPayload] = (other.client.cookies.get("__Host-session") ?? "").split(".")
  client.cookies.set("__Host-session", `${header}.${otherPayload}.${signature}`)
  expect((await client.get("/api/profile")).status).toBe(401)
  client.cookies.set("__Host-session", token)
  expect((await client.get("/api/profile")).status).toBe(200)

  await app.db.prepare("UPDATE session SET expires_at = ? WHERE user_id = ?").bind(Date.now(), userId).run()
  expect((await client.get("/api/profile")).status).toBe(401)
  await app.runtime.runCron("17 3 * * *", Date.now() + 1000)
  const rows = await app.db.prepare("SELECT id FROM session WHERE user_id = ?").bind(userId).all()
  expect(rows.results).toEqual([])
  expect((await other.client.get("/api/profile")).status).toBe(200)
})

test("cookies are pinned to the host, hidden from scripts and kept from foreign sites", async () => {
  const { email } = await app.givenUser({ name: "Cookie" })
  const client = app.visitor()
  const captcha = await client.fetch("POST", "/api/verify-captcha", { token: DUMMY_CAPTCHA })
  expect(captcha.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-captcha=[\w.-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  const login = await client.fetch("POST", "/api/login", { email, password: PASSWORD })
  expect(login.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-captcha=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(
      /^__Host-session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    // The page may read this one: it says that there is a session, and opens nothing.
    "__Host-signed-in=yes; Max-Age=2592000; Path=/; Secure; SameSite=Lax",
    expect.stringMatching(/^__Host-sign-up=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(
      /^__Host-browser=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  const logout = await client.fetch("POST", "/api/logout")
  expect(logout.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-session=; Max-Age=0; /),
    expect.stringMatching(/^__Host-signed-in=; Max-Age=0; /),
    expect.stringMatching(/^__Host-sign-up=; Max-Age=0; /),
  ])
})

test("changes are taken from our own pages only", async () => {
  const { client } = await app.givenUser({ name: "Origin" })
  let count = 0
  const create = async (headers: Record<string, string>) => {
    count += 1
    const body = { name: `Size ${count}`, value: 5 }
    return (await client.post("/api/sizes", body, { "sec-fetch-site": "", ...headers })).status
  }
  const own = { origin: app.origin }
  const foreign = { origin: "https://evil.example" }
  const ours = { "x-requested-with": "sheetsmith" }

  expect(await create({ "sec-fetch-site": "same-origin" })).toBe(201)
  expect(await create(own)).toBe(201)
  expect(await create(ours)).toBe(201)
  for (const site of ["cross-site", "same-site", "none"])
    expect(await create({ "sec-fetch-site": site, ...own, ...ours })).toBe(403)
  expect(await create({ ...foreign, ...ours })).toBe(403)
  expect(await create({ origin: "null" })).toBe(403)
  expect(await create({ origin: `${app.origin}.evil.example` })).toBe(403)
  expect(await create({})).toBe(403)
  expect(await create({ "x-requested-with": "XMLHttpRequest" })).toBe(403)
  expect(((await client.get("/api/sizes")).data as unknown[]).length).toBe(3)

  for (const path of ["/api/login", "/api/logout", "/api/register", "/api/reset-password"]) {
    const reply = await client.post(path, {}, { "sec-fetch-site": "cross-site" })
    expect(reply).toMatchObject({ status: 403, code: "forbidden" })
  }
  expect((await client.get("/api/profile")).status).toBe(200)
})

test("every reply carries the guards, and errors the id of their request", async () => {
  const replies = [
    await app.visitor().fetch("GET", "/api/health"),
    await app.visitor().fetch("GET", "/api/no-such-call"),
    await app.visitor().fetch("POST", "/api/login", {}, { "sec-fetch-site": "cross-site" }),
  ]
  expect(replies.map((reply) => reply.status)).toEqual([200, 404, 403])
  for (const reply of replies) {
    const policy = reply.headers.get("content-security-policy") ?? ""
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${app.standIns.origin};`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff")
    expect(reply.headers.get("strict-transport-security")).toMatch(/^max-age=31536000/)
    expect(reply.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin")
    expect(reply.headers.get("cache-control")).toBe("no-store")
    expect(reply.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/)
    expect(reply.headers.get("access-control-allow-origin")).toBeNull()
  }
  expect(await replies[0].json()).toMatchObject({ data: { status: "ok" } })
  expect(await replies[1].json()).toEqual({
    message: texts.notFound,
    code: "not-found",
    requestId: replies[1].headers.get("x-request-id"),
    docs: `${app.origin}/developers#error-not-found`,
  })
  expect((await app.visitor().get("/api/config")).data).toEqual({
    marketplaces: ["Etsy", "Shopify"],
    turnstile: {
      siteKey: "1x00000000000000000000AA",
      scriptUrl: `${app.standIns.origin}/turnstile/v0/api.js`,
    },
  })
})

test("a captcha service that fails or talks nonsense lets nobody pass", async () => {
  for (const action of ["fail", "nonsense"]) {
    await fetch(`${app.standIns.origin}/__control`, {
      method: "POST",
      body: JSON.stringify({ path: "/turnstile", action, times: 1 }),
    })
    const visitor = app.visitor()
    app.expectErrors(/turnstile gave no usable answer/)
    const reply = await visitor.post("/api/verify-captcha", { token: DUMMY_CAPTCHA })
    expect(reply).toMatchObject({ status: 502, code: "vendor-unavailable" })
    expect(visitor.cookies.size).toBe(0)
    expect((await visitor.post("/api/verify-captcha", { token: DUMMY_CAPTCHA })).status).toBe(200)
  }
})

test("what nobody foresaw is logged once with its request and answered plainly", async () => {
  const { client } = await app.givenUser({ name: "Broken" })
  app.expectErrors(/"message":"unexpected error".*"path":"\/api\/sizes"/)
  await app.db.prepare("ALTER TABLE size RENAME TO size_away").run()
  const reply = await client.get("/api/sizes")
  await app.db.prepare("ALTER TABLE size_away RENAME TO size").run()
  expect(reply).toMatchObject({ status: 500, code: "internal-error", message: texts.errorOccurred })
  expect((await client.get("/api/sizes")).status).toBe(200)
})

/** The live channel with these headers; null where it is refused. */
function openSocket(headers: Record<string, string>, after = 0): Promise<WebSocket | null> {
  return new Promise((resolve) => {
    const url = `${app.origin.replace("http", "ws")}/api/live?after=${after}`
    const socket = new WebSocket(url, { headers } as unknown as string[])
    socket.addEventListener("open", () => resolve(socket))
    socket.addEventListener("error", () => resolve(null))
  })
}

test("a caller who hangs up on a refusal is no error of ours", async () => {
  for (let round = 0; round < 40; round++) {
    const refused = Array.from({ length: 10 }, () => openSocket({ origin: app.origin }))
    expect(new Set(await Promise.all(refused))).toEqual(new Set([null]))
  }
})

test("the live channel opens for our own page and tells a poll and a socket the same", async () => {
  const { client, userId } = await app.givenUser({ name: "Live" })
  const stranger = await app.givenUser({ name: "Quiet" })
  const start = (await client.get("/api/live/poll")).data as { latest: number }
  const open = (headers: Record<string, string>) => openSocket(headers, start.latest)
  const cookie = client.cookieHeader()
  expect(await open({ cookie, origin: "https://evil.example" })).toBeNull()
  expect(await open({ cookie })).toBeNull()
  expect(await open({ origin: app.origin })).toBeNull()
  expect((await client.get("/api/live", { origin: app.origin })).status).toBe(400)
  expect((await client.get("/api/live/poll?after=soon")).status).toBe(400)

  const socket = await open({ cookie, origin: app.origin })
  const heard: unknown[] = []
  socket?.addEventListener("message", (message) => heard.push(JSON.parse(String(message.data))))
  const polled = client.get(`/api/live/poll?after=${start.latest}`)
  const created = await client.post("/api/sizes", { name: "Chest", value: 10 })
  expect(created.status).toBe(201)

  const event = {
    seq: start.latest + 1,
    event: `size-${userId}`,
    data: { message: 'Size "Chest" was created' },
  }
  expect((await polled).data).toEqual({ latest: event.seq, reset: false, events: [event] })
  await expect.poll(() => heard).toContainEqual(event)
  expect((await stranger.client.get("/api/live/poll")).data).toMatchObject({ latest: 0, events: [] })

  await client.post("/api/logout")
  await expect.poll(() => socket?.readyState).toBeGreaterThanOrEqual(WebSocket.CLOSING)
})
