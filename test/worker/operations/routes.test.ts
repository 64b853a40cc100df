import { request } from "node:http"
import { expect, test, vi } from "vitest"
import { z } from "zod"
import { includesRole, memberRoleNames, type Role, tooFewCredits } from "../../../contract/accounts/role.ts"
import { type Scope, scopeNames } from "../../../contract/accounts/scope.ts"
import { wholeApi } from "../../../contract/api/whole-api.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { makeId } from "../../../contract/id.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { type Route as Call, leastRoleOf, pathsOf } from "../../../contract/route.ts"
import { givenToken, programOf } from "../../../harness/access-token.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { connectAssistant } from "../../../harness/connected-assistant.ts"
import { addressInput } from "../../../harness/delivery-address.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { ownFontFile } from "../../../harness/font-files.ts"
import { isFull } from "../../../harness/layer.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { joined, workingIn } from "../../../harness/members.ts"
import type { Client } from "../../../local/client.ts"
import { formOf, givenImage } from "../artwork/artwork-steps.ts"
import { autopilotInput } from "../autopilots/autopilot-steps.ts"
import { givenShop, ordersOf, shopName, tellEtsy } from "../orders/order-steps.ts"

// The routes are read from the app's own table; what it renders with is not needed for that.
vi.mock("../../../worker/raster/raster-host.ts", () => ({}))

// By address: the Worker's sources are typed for their own runtime, not for this one.
const workerApp: string = new URL("../../../worker/app.ts", import.meta.url).href
const worker: { routes: { method: string; path: string }[] } = (await import(workerApp)).app

const app = useApp()

/** The only routes that may answer without a session. */
const publicRoutes = [
  "GET /api/health",
  "GET /api/config",
  "GET /api/openapi.json",
  "POST /api/verify-captcha",
  "POST /api/register",
  "GET /api/verify",
  "GET /api/sign-up",
  "POST /api/sign-up/send",
  "POST /api/sign-up/enter",
  "POST /api/login",
  "POST /api/logout",
  "POST /api/forgot-password",
  "POST /api/reset-password",
  "POST /api/undo-email-change",
  "GET /api/files/previews/:token",
  "GET /api/files/sheets/:token/:name",
  "GET /api/files/sheets/:token/all.zip",
  "GET /api/proof/:token",
  "GET /api/proof/:token/picture",
  "POST /api/proofs/:token",
  "GET /api/share/:token",
  "POST /api/share/:token/printed",
  "GET /api/payments/return",
  "POST /api/webhooks/paypal",
  "POST /api/webhooks/shopify",
  // Leads a browser on to the page, signed in or not.
  "GET /api/integrations/:market/callback",
]

/** The routes for admins alone: 403 for everyone else. */
const adminRoutes: string[] = [
  ...["users", "user"].flatMap((noun) => [
    `GET /api/${noun}`,
    `POST /api/${noun}`,
    `GET /api/${noun}/:id`,
    `PUT /api/${noun}/:id`,
    `PATCH /api/${noun}/:id`,
    `DELETE /api/${noun}/:id`,
    `PUT /api/${noun}/:id/credit`,
    `PATCH /api/${noun}/:id/credit`,
  ]),
  "GET /api/audit",
  "GET /api/operations",
  "POST /api/operations/decisions",
  "GET /api/payments/completedTransfers",
  "PUT /api/payments/:id",
  "PATCH /api/payments/:id",
  "GET /api/users/:id/statement",
  "GET /api/users/:id/statement.csv",
]

/** The routes that vendors call from anywhere, with signatures. */
const signedRoutes = ["POST /api/webhooks/paypal", "POST /api/webhooks/shopify"]

/** The routes for the operator's commands alone: without the key they do not exist. */
const operatorRoutes = [
  "GET /api/operator/vendors",
  "POST /api/operator/sessions",
  "POST /api/operator/prints",
  "POST /api/operator/grants",
  "POST /api/operator/moves",
]

/** The changes that read no JSON, so that malformed bodies do not concern them. */
const bodilessRoutes = [
  "POST /api/logout",
  "POST /api/sign-up/send",
  "POST /api/sign-up/enter",
  "POST /api/profile/email-change/send",
  "POST /api/images/bulk-upload",
  "POST /api/fonts",
  "POST /api/orders/import",
  "PUT /api/destinations/:id/profile",
  "PATCH /api/destinations/:id/profile",
  "POST /api/prints/:id/cancel",
  "POST /api/print/:id/cancel",
  "POST /api/undo/:id",
  "POST /api/delivery-addresses/:id/test",
  "POST /api/event-endpoints/:id/test",
  "POST /api/event-endpoints/:id/rotate",
  "POST /api/event-endpoints/:id/deliveries/:deliveryId/replay",
]

/** Calls that change something on GET: refused to links and foreign pages as changes are. */
const changingGets = [
  "GET /api/prints/:id/force",
  "GET /api/print/:id/force",
  "GET /api/integrations/:id/orders",
]

/** The WebSocket upgrades, which carry cookies from any page: their Origin is checked. */
const socketRoutes = ["GET /api/live"]

/** What only people on our page do: no access token reaches these groups of calls. */
const groupsOfPeople: (keyof typeof wholeApi)[] = [
  ...(["account", "profile", "members", "workplaces", "tokens", "assistants"] as const),
  ...(["packages", "payments", "statements"] as const),
  ...(["undos", "notifications", "live", "users", "audit", "operations", "operator", "webhooks"] as const),
]

const roster = { imageId: "0197f3c0-0000-7000-8000-000000000000", rows: [{ quantity: 1 }] }
const remake = { copies: [{ itemId: "0197f3c0-0000-7000-8000-000000000000", copy: 1 }], reason: "cut" }

/** The bodies that pass their schema, so that the answer is about the owner. */
const goodBodies: Record<string, unknown> = {
  "/api/sizes/:id": { name: "Taken", value: 5 },
  "/api/sheet-templates/:id": { ...defaultSheetTemplate, name: "Taken" },
  "/api/destinations/:id": destinationOf({ name: "Taken" }),
  "/api/image-categories/:id": { name: "Taken" },
  "/api/delivery-addresses/:id": addressInput({ name: "Taken" }),
  "/api/prints/:id/deliveries": { addressId: "0197f3c0-0000-7000-8000-000000000000" },
  "/api/print/:id/deliveries": { addressId: "0197f3c0-0000-7000-8000-000000000000" },
  "/api/prints/:id/files": { destinationId: "0197f3c0-0000-7000-8000-000000000000" },
  "/api/print/:id/files": { destinationId: "0197f3c0-0000-7000-8000-000000000000" },
  "/api/images/:id": { name: "Taken" },
  "/api/images/:id/accepted": { codes: [] },
  "/api/images/:id/variants": { values: [{}] },
  "/api/payments/:id": { status: "Cancelled" },
  "/api/prints/:id": { name: "Taken" },
  "/api/print/:id": { name: "Taken" },
  "/api/prints/:id/printItem": { quantity: 1 },
  "/api/print/:id/printItem": { quantity: 1 },
  "/api/prints/:id/roster": roster,
  "/api/print/:id/roster": roster,
  "/api/prints/:id/remake": remake,
  "/api/print/:id/remake": remake,
  "/api/prints/:id/:itemId": { quantity: 9 },
  "/api/print/:id/:itemId": { quantity: 9 },
  "/api/prints/:id/layout": { sheetTemplateId: "0197f3c0-0000-7000-8000-000000000000", sheets: [] },
  "/api/print/:id/layout": { sheetTemplateId: "0197f3c0-0000-7000-8000-000000000000", sheets: [] },
  "/api/prints/:id/manifest": {
    ticks: [{ itemId: "0197f3c0-0000-7000-8000-000000000000", copy: 1, isDone: true }],
  },
  "/api/integrations/:id": { name: "Taken" },
  "/api/autopilots/:id": { maxCreditsPerDay: 9 },
  "/api/orders/items/:id": { wording: "Taken" },
  "/api/members/:id": { role: "press" },
  "/api/artwork-rules/:ruleKey": { imageId: "0197f3c0-0000-7000-8000-000000000000", fields: {} },
  "/api/orders/items/:id/artwork": { answer: 0 },
  "/api/orders/items/:id/without-text": { isOn: true },
  "/api/orders/items/:id/match": { imageId: "0197f3c0-0000-7000-8000-000000000000" },
}

type Ids = Record<string, string>
type Route = { method: string; path: string; name: string }

/** Every call that the app answers; middleware and the two catch-alls are under ALL. */
const routes: Route[] = [...new Set(worker.routes.map(({ method, path }) => `${method} ${path}`))]
  .filter((name) => !name.startsWith("ALL "))
  .map((name) => ({ method: name.split(" ")[0], path: name.split(" ")[1], name }))
const guarded = routes.filter(({ name }) => !publicRoutes.includes(name) && !operatorRoutes.includes(name))
/** The calls by the routes that answer them. */
const callOf = new Map<string, Call>(
  Object.values(wholeApi).flatMap((group: Readonly<Record<string, Call>>) =>
    Object.values(group).flatMap((call) =>
      (call.method === "PUT" ? ["PUT", "PATCH"] : [call.method]).flatMap((method) =>
        pathsOf(call).map((path) => [`${method} /api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, call] as const),
      ),
    ),
  ),
)
const changing = routes.filter(
  ({ method, name }) => (method !== "GET" || changingGets.includes(name)) && !signedRoutes.includes(name),
)

test("the lists of this file name routes that exist", () => {
  const known = routes.map(({ name }) => name)
  expect(known.length).toBeGreaterThan(60)
  const listed = [
    ...publicRoutes,
    ...adminRoutes,
    ...operatorRoutes,
    ...bodilessRoutes,
    ...changingGets,
    ...signedRoutes,
    ...socketRoutes,
  ]
  expect(listed.filter((name) => !known.includes(name))).toEqual([])
})

test("signed out, every route but the public ones answers 401, whatever it is sent", async () => {
  const visitor = app.visitor()
  const forged = app.visitor()
  forged.cookies.set("__Host-session", "eyJhbGciOiJub25lIn0.e30.")
  await sideBySide(guarded, async ({ method, path, name }) => {
    const address = path.replaceAll(/:\w+/g, "0197f3c0-0000-7000-8000-000000000000")
    for (const [client, body] of [
      [visitor, undefined],
      [visitor, method === "GET" ? undefined : {}],
      [forged, undefined],
    ] as [Client, unknown][]) {
      const reply = await client.send(method, address, body)
      expect(reply, name).toMatchObject({ status: 401, code: "signed-out", message: "Please sign in" })
    }
  })
})

test("a session that was ended, and one of an account made inactive, open nothing from then on", async () => {
  const { client, userId } = await app.givenUser({ name: "Leaving", role: "admin" })
  const reads = guarded.filter(({ method, name }) => method === "GET" && !socketRoutes.includes(name))
  const callAll = async (routesCalled: readonly Route[], status: unknown) => {
    await sideBySide(routesCalled, async ({ method, path, name }) => {
      const address = path
        .replace("/live/poll", "/live/poll?after=-1")
        .replaceAll(/:\w+/g, "0197f3c0-0000-7000-8000-000000000000")
      expect((await client.send(method, address)).status, name).toEqual(status)
    })
  }
  // Known to the Worker by now, and good.
  await callAll(
    reads.filter(({ path }) => path !== "/api/live/poll"),
    expect.not.toBeOneOf([401, 500]),
  )
  for (const [end, undo] of [
    ["UPDATE user SET status = 'inactive' WHERE id = ?", "UPDATE user SET status = 'active' WHERE id = ?"],
    [
      "UPDATE session SET revoked_at = 1 WHERE user_id = ?",
      "UPDATE session SET revoked_at = NULL WHERE user_id = ?",
    ],
    [
      "UPDATE session SET expires_at = 1 WHERE user_id = ?",
      "UPDATE session SET expires_at = 9e15 WHERE user_id = ?",
    ],
  ]) {
    await app.db.prepare(end).bind(userId).run()
    await callAll(guarded, 401)
    await app.db.prepare(undo).bind(userId).run()
    expect((await client.get("/api/images")).status).toBe(200)
  }
})

test("no access token reaches accounts, money, tokens and admins' calls, and every other group has a scope", () => {
  expect(routes.map(({ name }) => name).filter((name) => !callOf.has(name))).toEqual([])
  for (const [group, calls] of Object.entries(wholeApi)) {
    const found = Object.values(calls).flatMap((call: Call) => call.scope ?? [])
    if (groupsOfPeople.includes(group as keyof typeof wholeApi)) expect(found, group).toEqual([])
    else if (group !== "proofs") expect(found, group).not.toEqual([])
    // What only looks must not take a scope that changes things, and the other way round.
    for (const call of Object.values(calls) as Call[])
      if (call.scope?.endsWith(":read") && call.method !== "GET" && call.method !== "POST")
        throw new Error(`${call.method} ${call.path} changes something by ${call.scope}`)
    // An autopilot prints what a change of an order makes ready, for credits.
    for (const call of Object.values(calls) as Call[])
      if (call.scope === "orders:write" && !call.isOutward)
        throw new Error(`${call.method} ${call.path}: a test token would change an order`)
  }
})

test("with a wrong access token, or without the scope, every route refuses, and with it none does", async () => {
  const { client, userId } = await app.givenUser({ name: "Programmer", role: "admin" })
  const revoked = await givenToken(client)
  await client.delete(`/api/tokens/${revoked._id}`)
  const expired = await givenToken(client)
  await app.db.prepare("UPDATE access_token SET expires_at = 1 WHERE id = ?").bind(expired._id).run()
  const connected = await connectAssistant(client)
  const wrong = [
    ...["nonsense", revoked.token.replace(/.{3}$/, "000"), revoked.token, expired.token],
    // An assistant's tokens open no call but through its tools.
    ...[connected.tokens.access_token, connected.tokens.refresh_token],
  ]
  const lackingBy: Partial<Record<Scope, Client>> = {}
  const onlyBy: Partial<Record<Scope, Client>> = {}
  for (const scope of scopeNames) {
    const others = scopeNames.filter((name) => name !== scope)
    lackingBy[scope] = (await givenToken(client, { scopes: others })).program
    onlyBy[scope] = (await givenToken(client, { scopes: [scope] })).program
  }
  const all = (await givenToken(client)).program
  const tests = (await givenToken(client, { isTest: true })).program
  const byToken = routes.filter(({ name }) => !operatorRoutes.includes(name) && !signedRoutes.includes(name))
  expect(byToken.length).toBeGreaterThan(180)
  await sideBySide([...byToken.entries()], async ([at, { method, path, name }]) => {
    const address = path.replaceAll(/:\w+/g, "0197f3c0-0000-7000-8000-000000000000")
    // Whatever is sent beside it: another header, a session's cookies, a body.
    const cookie = client.cookieHeader()
    const visitor = app.visitor()
    // A route refuses each of them in the long layer, and one of them, in turn, in the short.
    const tried = isFull ? wrong : [wrong[at % wrong.length]]
    for (const text of tried) {
      const caller = programOf(visitor, text)
      const reply = await caller.send(
        method,
        address,
        text !== wrong[0] && method !== "GET" ? {} : undefined,
        { cookie },
      )
      expect(reply, `${name} with ${text}`).toMatchObject({ status: 401, code: "token-invalid" })
    }
    const { scope, isOutward } = callOf.get(name) ?? {}
    const body = method === "GET" || method === "DELETE" ? undefined : {}
    if (scope === undefined) {
      const reply = await all.send(method, address, body, { cookie })
      expect(reply, name).toMatchObject({ status: 403, code: "forbidden" })
      return
    }
    const [lacking, only] = scope === "any" ? [null, all] : [lackingBy[scope], onlyBy[scope]]
    if (lacking)
      expect(await lacking.send(method, address, body, { cookie }), name).toMatchObject({
        status: 403,
        code: "scope-missing",
      })
    const reply = await only?.send(method, address, body)
    expect(reply?.status, `${name} with ${scope}`).not.toBeOneOf([401, 403, 429, 500, 503])
    const tested = await tests.send(method, address, body)
    if (isOutward) expect(tested, name).toMatchObject({ status: 403, code: "forbidden" })
    else expect(tested.status, `${name} with a test token`).toBe(reply?.status)
  })
  expect((await client.get("/api/profile")).data).toMatchObject({ _id: userId })
})

test("somebody who works in an account reaches what their role includes, and nothing else", async () => {
  const owner = await app.givenUser({ name: "Host" })
  for (const role of memberRoleNames) {
    const person = await app.givenUser({ name: role, role: role === "maker" ? "admin" : "user" })
    await joined(app, owner, person, role)
    const there = workingIn(person, owner)
    await sideBySide(guarded, async ({ method, path, name }) => {
      const call = callOf.get(name)
      if (!call || call.isOwn) return
      const address = path.replaceAll(/:\w+/g, "0197f3c0-0000-7000-8000-000000000000")
      const body = method === "GET" || method === "DELETE" ? undefined : {}
      const reply = await there.send(method, address, body, { origin: app.origin })
      const least = leastRoleOf(call)
      if (least !== null && includesRole(role, least))
        expect(reply.status, `${name} as ${role}`).not.toBeOneOf([401, 403, 429, 500, 503])
      else expect(reply, `${name} as ${role}`).toMatchObject({ status: 403, code: "forbidden" })
    })
  }
})

test("the page about people and programs says who makes each call", async () => {
  const groups = Object.values(wholeApi) as Readonly<Record<string, Call>>[]
  const rows = groups.flatMap((group) => Object.values(group)).map(whoMakes)
  const table = [["call", "owner", "maker", "press", "token"], ["-", "-", "-", "-", "-"], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const lines = table.map((row) => {
    const fill = row[0] === "-" ? "-" : " "
    return `| ${row.map((cell, i) => cell.padEnd(widths[i], fill)).join(" | ")} |`
  })
  const page = ["# Who makes which call", aboutCalls, lines.join("\n")].join("\n\n")
  // After a change of contract/api/: run this file with `-u`, and read what has changed.
  await expect(`${page}\n`).toMatchFileSnapshot("../../../docs/calls.md")
})

/** The names of fields that may say what something costs, or who a buyer is. */
const telling = /price|cost|credit|amount|currency|balance|owed|address|email|phone|buyer|country/i
/** Those in a press's replies, with the reason why each may be there. */
const harmless: Record<string, string> = {
  cost: "null for a press",
  price: "null for a press",
  currency: "says nothing without a price",
  buyer: "the name that the parcel is sorted by",
  credit: "of the profile: all zero for a press",
  availableCredits: "as above",
  usedCredits: "as above",
  owedCredits: "as above",
  email: "of the profile: the caller's own",
  pendingEmail: "the owner's alone",
  phone: "of the profile: the caller's own",
}

test("no reply to a press has a field that could be a price or an address, but those that are known", () => {
  const found = new Set<string>()
  const look = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return
    if ("properties" in schema)
      for (const name of Object.keys(schema.properties as object)) if (telling.test(name)) found.add(name)
    // What is in a cost is gone with it.
    for (const [name, part] of Object.entries(schema)) if (name !== "cost") look(part)
  }
  const groups = Object.values(wholeApi) as Readonly<Record<string, Call>>[]
  for (const call of groups.flatMap((group) => Object.values(group))) {
    if (leastRoleOf(call) !== "press") continue
    for (const reply of Object.values(call.replies))
      if (reply instanceof z.ZodType) look(z.toJSONSchema(reply, { io: "output", unrepresentable: "any" }))
  }
  expect([...found].sort()).toEqual(Object.keys(harmless).sort())
})

test("a press sees a print of orders, its manifest and its code without a price and an address of a buyer", async () => {
  const owner = await app.givenUser({ name: "Priced" })
  const person = await app.givenUser({ name: "Unpriced" })
  const ids = await givenThings(owner)
  await joined(app, owner, person, "press")
  const there = workingIn(person, owner)
  const { _id: print } = await owner.client.expect<{ _id: string }>("POST", "/api/orders/print", {
    orderItems: [ids.orderItem],
  })
  const [order] = await ordersOf(owner.client)
  await app.db.prepare("UPDATE print_item SET cost_cents = 98765 WHERE print_id = ?").bind(print).run()
  const refusal = tooFewCredits(12_345, 6_789)
  await app.db.prepare("UPDATE print SET failure_message = ? WHERE id = ?").bind(refusal, print).run()
  const { price } = order.orderItems[0]
  expect(price).toBeGreaterThan(0)
  const own = (await owner.client.get(`/api/prints/${print}`)).data as Print
  expect(own.printItems[0].orderItemId).toMatchObject({ price })
  expect(own.failureMessage).toBe(refusal)
  const paths = ["", "/layout", "/manifest", "/manifest.csv", "/manifest.html", "/files"]
  const replies = ["/api/prints", "/api/profile", ...paths.map((path) => `/api/prints/${print}${path}`)]
  const secrets = [order.buyerInfo.email, order.buyerInfo.address].flatMap((text) => text || [])
  expect(secrets.length).toBeGreaterThan(0)
  for (const path of replies) {
    const reply = await there.get(path)
    expect(reply.status, path).toBe(200)
    const text = JSON.stringify(reply.data)
    for (const secret of [...secrets, "987.65", "493.8", "12345", "6789"])
      expect(text, path).not.toContain(secret)
    expect(text, path).not.toMatch(/"(cost|price)":[^n]/)
  }
  const seen = (await there.get(`/api/prints/${print}`)).data as Print
  expect(seen.printItems[0].orderItemId).toMatchObject({ price: null })
  expect(seen.failureMessage).toBe("The account has too few credits for this print.")
  const manifest = (await owner.client.get(`/api/prints/${print}/manifest`)).data as Manifest
  expect(manifest.rows.map(({ cost }) => cost)).toContain(493.82)
})

test("another user's things do not exist, and stay as they are", async () => {
  const owner = await app.givenUser({ name: "Owner" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const ids = await givenThings(owner)
  const before = await everythingOf(owner, ids)

  // An import is a moment: whoever names one takes out own orders of it, here none.
  const named = guarded.filter(
    ({ path, name }) => path.includes(":") && name !== "DELETE /api/orders/import/:id",
  )
  await sideBySide(named, async ({ method, path, name }) => {
    const body = method === "GET" || method === "DELETE" ? undefined : goodBodies[path]
    const reply = await stranger.client.send(method, addressOf(path, ids), body)
    const expected = adminRoutes.includes(name) ? 403 : 404
    expect(reply, name).toMatchObject({ status: expected })
    const mangled = await stranger.client.send(method, path.replaceAll(/:\w+/g, "..%2f%00'--"), body)
    expect(mangled, `${name} with no id at all`).toMatchObject({ status: expected })
  })

  const { client } = stranger
  const quiet = [
    await client.post("/api/images/bulk-delete", { ids: [ids.image] }),
    await client.post("/api/print/bulk-delete", { printIds: [ids.print] }),
    await client.post("/api/print/bulk-delete-force", { printIds: [ids.print] }),
    await client.put("/api/images/bulk-update", { images: [{ _id: ids.image, imageCategoryId: null }] }),
    await client.post("/api/orders/seen", { orderIds: [ids.order] }),
    await client.post("/api/orders/bulk-delete", { orderIds: [ids.order] }),
    await client.get(`/api/orders/items?ids=${ids.orderItem}`),
    await client.post("/api/orders/pressed", { orderIds: [ids.order] }),
    await client.post("/api/orders/shipments", { shipments: [{ orderId: ids.order }] }),
    await client.post("/api/orders/shipments/take-back", { orderIds: [ids.order] }),
    await client.post("/api/orders/steps/take-back", { orderIds: [ids.order] }),
  ]
  expect(quiet.map(({ status }) => status)).toEqual(quiet.map(() => 200))
  expect(quiet.map(({ data }) => data)).toEqual([
    { ids: [], undoId: null },
    { printIds: [], undoId: null },
    { printIds: [], undoId: null },
    { moved: 0 },
    { orderIds: [] },
    { orderIds: [], undoId: null },
    [],
    [],
    [],
    [],
    { orders: [], undoId: null },
  ])

  const own = await givenThings(stranger)
  const borrowed: [method: string, path: string, body: unknown][] = [
    ["POST", "/api/prints", { printItems: [{ imageId: ids.image, quantity: 1 }] }],
    ["POST", "/api/prints", { printItems: [{ sizeId: ids.size, quantity: 1 }] }],
    ["POST", `/api/prints/${own.print}/printItem`, { imageId: ids.image, quantity: 1 }],
    ["POST", `/api/prints/${own.print}/roster`, { imageId: ids.image, rows: [{ quantity: 1 }] }],
    ["PUT", `/api/prints/${own.print}/${own.item}`, { sizeId: ids.size }],
    ["PUT", `/api/prints/${own.print}/${ids.item}`, { quantity: 9 }],
    ["DELETE", `/api/prints/${own.print}/${ids.item}`, undefined],
    ["POST", `/api/prints/${own.print}/layout`, { sheetTemplateId: ids.template }],
    ["PUT", `/api/prints/${own.print}/layout`, { sheetTemplateId: ids.template, sheets: [] }],
    ["POST", `/api/prints/${own.print}/proccess`, { sheetTemplateId: ids.template }],
    ["POST", "/api/orders/print", { orderItems: [own.orderItem, ids.orderItem] }],
    ["POST", "/api/orders/pressed", { printId: ids.print }],
    ["PUT", `/api/orders/items/${own.orderItem}/match`, { imageId: ids.image }],
    ["PUT", `/api/orders/items/${own.orderItem}`, { imageId: ids.image }],
    ["PUT", `/api/orders/items/${own.orderItem}`, { sizeId: ids.size }],
    ["POST", "/api/orders/items/confirm", { items: [{ _id: ids.orderItem, values: null }] }],
    ["PUT", `/api/artwork-rules/${own.ruleKey}`, { imageId: ids.image, fields: {} }],
    ["PUT", `/api/orders/items/${own.orderItem}/match`, { sizeId: ids.size }],
    ["POST", "/api/orders/match", { choices: [{ orderItemId: own.orderItem, imageId: ids.image }] }],
    ["POST", "/api/orders/match", { choices: [{ orderItemId: ids.orderItem, sizeId: null }] }],
    [
      "POST",
      "/api/autopilots",
      autopilotInput({ integrationId: ids.integration, sheetTemplateId: own.template }),
    ],
    ["PUT", `/api/autopilots/${own.autopilot}`, { integrationId: ids.integration }],
    ["PUT", `/api/autopilots/${own.autopilot}`, { sheetTemplateId: ids.template }],
    ["PUT", `/api/images/${own.image}`, { imageCategoryId: ids.category }],
    ["PUT", "/api/images/bulk-update", { images: [{ _id: own.image, imageCategoryId: ids.category }] }],
  ]
  for (const [method, path, body] of borrowed) {
    const reply = await client.send(method, path, body)
    expect(reply, `${method} ${path} ${JSON.stringify(body)}`).toMatchObject({ status: 404 })
  }
  expect(await everythingOf(owner, ids)).toEqual(before)
})

test("without the operator's key, its routes do not exist", async () => {
  const { client } = await app.givenUser({ name: "Curious", role: "admin" })
  for (const name of operatorRoutes) {
    const [method, path] = name.split(" ")
    for (const caller of [app.visitor(), client])
      expect(await caller.send(method, path, method === "GET" ? undefined : {}), name).toMatchObject({
        status: 404,
        code: "not-found",
      })
  }
})

test("admin routes answer 403 to a user", async () => {
  const { client, userId } = await app.givenUser({ name: "User" })
  const before = (await client.get("/api/profile")).data
  const ofAdmins = routes.filter(({ name }) => adminRoutes.includes(name))
  await sideBySide(ofAdmins, async ({ method, path, name }) => {
    // Neither an unknown account nor the caller's own, neither an empty body nor a good one.
    for (const id of ["0197f3c0-0000-7000-8000-000000000000", userId]) {
      for (const body of [{}, { role: "admin", availableCredits: 1_000_000 }]) {
        const address = path.replaceAll(/:\w+/g, id)
        const reply = await client.send(method, address, method === "GET" ? undefined : body)
        expect(reply, name).toMatchObject({ status: 403, code: "forbidden" })
      }
    }
  })
  expect((await client.get("/api/profile")).data).toEqual(before)
})

test("a malformed body answers 400 and changes nothing", async () => {
  const owner = await app.givenUser({ name: "Careless", role: "admin" })
  const ids = await givenThings(owner)
  const before = await everythingOf(owner, ids)
  const json = { "content-type": "application/json" }
  const readers = routes.filter(
    ({ method, name }) =>
      ["POST", "PUT", "PATCH"].includes(method) &&
      // Shopify wants 401 for what it has not signed, whatever that is.
      ![...bodilessRoutes, ...operatorRoutes, "POST /api/webhooks/shopify"].includes(name),
  )
  expect(readers.length).toBeGreaterThan(30)
  await sideBySide(readers, async ({ method, path, name }) => {
    for (const body of ['{"name": "half', "42", "[]", '"text"', "\u0000"]) {
      const reply = await owner.client.send(method, addressOf(path, ids), body, json)
      expect(reply, `${name} with ${body}`).toMatchObject({ status: 400, code: "validation-failed" })
      // Our words, neither the validator's nor the framework's.
      expect(reply.message, name).toMatch(/^(The request|\w+( \w+)* (is|are) |Nothing|Choose|This )/)
      expect(Object.values(reply.fields).join(), name).not.toMatch(/expected|received|Invalid input/)
    }
  })
  const form = new FormData()
  form.append("files", "no file at all")
  expect(await owner.client.post("/api/images/bulk-upload", form)).toMatchObject({ status: 400 })
  expect(await owner.client.post("/api/images/bulk-upload", {})).toMatchObject({ status: 415 })
  expect(await everythingOf(owner, ids)).toEqual(before)
})

test("from a foreign page, every call that changes something answers 403", async () => {
  const owner = await app.givenUser({ name: "Visited" })
  const ids = await givenThings(owner)
  const before = await everythingOf(owner, ids)
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "" },
  ]
  await sideBySide(changing, async ({ method, path, name }) => {
    const body = method === "GET" ? undefined : goodBodies[path]
    for (const headers of foreign) {
      const reply = await owner.client.send(method, addressOf(path, ids), body, headers)
      expect(reply, `${name} ${JSON.stringify(headers)}`).toMatchObject({ status: 403, code: "forbidden" })
      if (method !== "GET") continue
      // A path with GET answers HEAD too.
      const head = await owner.client.fetch("HEAD", addressOf(path, ids), undefined, headers)
      expect(head.status, `HEAD ${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  })
  const cookie = owner.client.cookieHeader()
  for (const [, path] of socketRoutes.map((name) => name.split(" "))) {
    for (const origin of [undefined, "https://evil.example", `${app.origin}.evil.example`, "null"])
      expect(await upgradeStatus(path, { cookie, ...(origin && { origin }) }), `${path} ${origin}`).toBe(403)
    expect(await upgradeStatus(path, { origin: app.origin })).toBe(401)
    expect(await upgradeStatus(path, { cookie, origin: app.origin })).toBe(101)
  }
  expect((await owner.client.get("/api/profile")).status).toBe(200)
  expect(await everythingOf(owner, ids)).toEqual(before)
})

/** The words before the table of calls. */
const aboutCalls = `Each call of the API, with who may make it. An owner makes all that are not an admin's. A maker makes what an access token may, where
the call says nothing else; a press makes what names it. A token needs the scope. Paths that answer the same call are left out. This page
is made by \`test/worker/operations/routes.test.ts\`, which tries every call in every role and with every scope.`

function whoMakes(call: Call): string[] {
  const least = leastRoleOf(call)
  const yes = (role: Role) => {
    if (call.isOwn) return "as oneself"
    return least !== null && includesRole(role, least) ? "yes" : ""
  }
  const owner = least === null ? (call.caller === "anyone" ? "anyone" : `${call.caller} alone`) : yes("owner")
  return [`\`${call.method} ${call.path}\``, owner, yes("maker"), yes("press"), call.scope ?? ""]
}

/** Acts on each of a list, eight at a time: the test and the app then compute at the same time. */
async function sideBySide<T>(list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += 8) await Promise.all(list.slice(from, from + 8).map(act))
}

/** Returns the answer to a WebSocket's handshake. */
function upgradeStatus(path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(app.origin)
  const handshake = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16, 7).toString("base64"),
  }
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers: { ...headers, ...handshake } }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    call.on("upgrade", (reply, socket) => {
      socket.destroy()
      resolve(reply.statusCode ?? 0)
    })
    call.on("error", reject)
    call.end()
  })
}

/** Makes one of everything that an account can own, by the routes' names. */
async function givenThings({ client, userId }: GivenUser): Promise<Ids> {
  const made = async (path: string, body: unknown) => {
    const reply = await client.post(path, body)
    expect(reply.status, reply.message).toBe(201)
    return reply.data as { _id: string }
  }
  const { _id: image } = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const { _id: size } = await made("/api/sizes", { name: "Left chest", value: 3.5 })
  const { _id: category } = await made("/api/image-categories", { name: "Retro" })
  const { _id: template } = await made("/api/sheet-templates", {
    ...defaultSheetTemplate,
    name: "Narrow",
    isDefault: false,
  })
  const { _id: destination } = await made("/api/destinations", destinationOf())
  const { _id: address } = await made("/api/delivery-addresses", addressInput())
  const fonts = await client.post(
    "/api/fonts",
    formOf([{ name: "club.ttf", bytes: ownFontFile("graduate-400", "Club") }]),
  )
  const [{ _id: font }] = fonts.data as { _id: string }[]
  const items = { printItems: [{ imageId: image, sizeId: size, quantity: 2 }] }
  const print = (await made("/api/prints", items)) as Print
  const transfer = await client.post("/api/payments/bank-transfer", { sku: "credits100" })
  const { _id: payment } = transfer.data as { _id: string }
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 2 })
  const { id: integration } = await givenShop(client, shop)
  const [order] = await ordersOf(client)
  const { _id: autopilot } = await made(
    "/api/autopilots",
    autopilotInput({ integrationId: integration, sheetTemplateId: template, isPaused: true }),
  )
  const quoted = await client.post(
    "/api/jobs",
    { items: [{ imageId: image, sizeId: size, quantity: 1 }], action: "quote" },
    { prefer: "wait=25" },
  )
  const { _id: job } = quoted.data as { _id: string }
  const { _id: spare } = await made("/api/sizes", { name: "Spare", value: 1 })
  const { undoId: deletion } = (await client.delete(`/api/sizes/${spare}`)).data as { undoId: string }
  const { _id: accessToken } = await givenToken(client)
  await connectAssistant(client)
  const [{ _id: assistant }] = await client.expect<{ _id: string }[]>("GET", "/api/assistants")
  const { _id: endpoint } = await made("/api/event-endpoints", {
    url: `${app.standIns.origin}/listener/routes`,
    events: ["print.completed"],
  })
  const share = makeId(Date.now())
  await app.db
    .prepare("INSERT INTO share (id, token, user_id, created_at) VALUES (?, ?, ?, 0)")
    .bind(share, share, userId)
    .run()
  const member = makeId(Date.now())
  await app.db
    .prepare(
      `INSERT INTO member (id, account_id, email, email_key, role, token_hash, invited_at, expires_at)
        VALUES (?, ?, 'a@helper.test', 'a@helper.test', 'press', ?, 0, 0)`,
    )
    .bind(member, userId, member)
    .run()
  const notifications = (await client.get("/api/notifications")).data as { _id: string }[]
  return {
    image,
    size,
    category,
    template,
    destination,
    address,
    font,
    print: print._id,
    item: print.printItems[0]._id,
    integration,
    autopilot,
    order: order._id,
    orderItem: order.orderItems[0]._id,
    ruleKey: encodeURIComponent(order.orderItems[0].ruleKey),
    job,
    share,
    accessToken,
    assistant,
    endpoint,
    member,
    notification: notifications[0]._id,
    payment,
    user: userId,
    deletion,
  }
}

/** The noun that a route's `:id` names. */
const nounOf: Record<string, string> = {
  sizes: "size",
  "sheet-templates": "template",
  destinations: "destination",
  shares: "share",
  jobs: "job",
  "delivery-addresses": "address",
  fonts: "font",
  "image-categories": "category",
  images: "image",
  files: "image",
  prints: "print",
  print: "print",
  notifications: "notification",
  payments: "payment",
  users: "user",
  user: "user",
  integrations: "integration",
  autopilots: "autopilot",
  orders: "orderItem",
  undo: "deletion",
  tokens: "accessToken",
  assistants: "assistant",
  "event-endpoints": "endpoint",
  members: "member",
  workplaces: "user",
}

function addressOf(path: string, ids: Ids): string {
  const noun = path.startsWith("/api/files/fonts/") ? "fonts" : path.split("/")[2]
  const values: Ids = {
    digest: "0".repeat(32),
    id: ids[nounOf[noun]],
    itemId: ids.item,
    deliveryId: ids.item,
    userId: ids.user,
    noun: "source",
    token: "no-such-token",
    ruleKey: ids.ruleKey,
    name: "sheet-1.png",
    part: "part-0.zip",
    prints: ids.print,
    code: `${ids.print.slice(-10)}-1-1`,
  }
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path}: say in this file what :${name} stands for`)
    return value
  })
}

/** Returns all that the owner sees. */
async function everythingOf({ client }: GivenUser, ids: Ids): Promise<unknown[]> {
  const replies = []
  for (const path of [
    "/api/profile",
    "/api/sizes",
    "/api/sheet-templates",
    "/api/destinations",
    "/api/delivery-addresses",
    "/api/fonts",
    "/api/image-categories",
    "/api/tokens",
    "/api/assistants",
    "/api/members",
    "/api/notifications",
    "/api/integrations",
    "/api/autopilots",
    "/api/orders",
  ]) {
    const { data, pagination } = await client.get(path)
    replies.push({ data, pagination })
  }
  replies.push((await client.get(`/api/payments/${ids.payment}`)).data)
  for (const path of [`/api/images/${ids.image}`, `/api/prints/${ids.print}`])
    replies.push((await client.get(path)).data)
  return replies
}
