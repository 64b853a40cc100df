import { expect, test } from "vitest"
import { z } from "zod"
import { wholeApi } from "../../../contract/api/whole-api.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { HOUR_MS } from "../../../contract/duration.ts"
import { MAX_CHANGES_AN_HOUR } from "../../../contract/limit.ts"
import type { Route } from "../../../contract/route.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage } from "../artwork/artwork-steps.ts"
import { givenShop, shopName, tellEtsy } from "../orders/order-steps.ts"

const app = useApp()

/** Returns what a reply says of limits, by their names: how many calls, in how many seconds, and how many are left. */
function ratesIn(headers: Headers): Record<string, { q: number; w: number; r: number; t: number }> {
  const read = (name: string, form: RegExp) =>
    (headers.get(name) ?? "").split(", ").flatMap((item) => {
      const [, policy, a, b] = form.exec(item) ?? []
      return policy ? [[policy, [Number(a), Number(b)]] as const] : []
    })
  const left = new Map(read("ratelimit", /^"([\w-]+)";r=(\d+);t=(\d+)$/))
  return Object.fromEntries(
    read("ratelimit-policy", /^"([\w-]+)";q=(\d+);w=(\d+)$/).map(([name, [q, w]]) => {
      const [r, t] = left.get(name) ?? [-1, -1]
      return [name, { q, w, r, t }]
    }),
  )
}

test("a counted call says how much is left of its account's limits, a refused one too; reading is not counted", async () => {
  const { client, userId, hub } = await app.givenUser({ name: "Counted" })
  const { program } = await givenToken(client)
  const made = await program.post("/api/image-categories", { name: "Cats" })
  const first = ratesIn(made.headers)["change-account"]
  expect(first).toMatchObject({ q: MAX_CHANGES_AN_HOUR, w: 3600 })
  expect(first.t).toBeGreaterThan(0)
  expect(first.t).toBeLessThanOrEqual(3600)
  const refused = await program.post("/api/image-categories", { name: "" })
  expect([refused.status, ratesIn(refused.headers)["change-account"].r]).toEqual([400, first.r - 1])
  const list = await program.get("/api/image-categories")
  expect([list.headers.get("ratelimit"), list.headers.get("ratelimit-policy")]).toEqual([null, null])

  // What has a limit of its own is counted by both.
  const draft = { printItems: [{ quantity: 1 }] }
  const drafted = await client.post("/api/prints", draft)
  expect(Object.keys(ratesIn(drafted.headers)).sort()).toEqual(["change-account", "draft-account"])
  await app.db.prepare("UPDATE user SET plan = 'volume' WHERE id = ?").bind(userId).run()
  const large = await client.post("/api/image-categories", { name: "Dogs" })
  expect(ratesIn(large.headers)["change-account"].q).toBe(10 * MAX_CHANGES_AN_HOUR)
  await app.db.prepare("UPDATE user SET plan = 'standard' WHERE id = ?").bind(userId).run()

  await hub.count({ userId, key: "draft-account", windowMs: HOUR_MS, by: 600 })
  const full = await program.post("/api/prints", draft)
  expect(full).toMatchObject({ status: 429, code: "too-many-requests" })
  const { r, t } = ratesIn(full.headers)["draft-account"]
  expect(r).toBe(0)
  expect(Math.abs(Number(full.headers.get("retry-after")) - t)).toBeLessThanOrEqual(1)
  // A stranger is not told how many tries are left.
  const guess = await app.visitor().post("/api/forgot-password", { email: "nobody@shop.test" })
  expect(guess.headers.get("ratelimit")).toBeNull()
})

test("every refusal has the address that explains its code", async () => {
  const { client } = await app.givenUser({ name: "Refused" })
  const { program } = await givenToken(client, { scopes: ["images:read"] })
  for (const [caller, path, code] of [
    [app.visitor(), "/api/images", "signed-out"],
    [program, "/api/sizes", "scope-missing"],
    [program, "/api/profile", "forbidden"],
    [client, "/api/nothing", "not-found"],
    [client, "/api/shares", "validation-failed"],
  ] as const) {
    const reply = await caller.fetch("GET", path)
    const body = await reply.json()
    expect(body, path).toMatchObject({
      code,
      docs: `${app.origin}/developers#error-${code}`,
      requestId: reply.headers.get("x-request-id"),
    })
  }
})

/** The calls that answer a list in pages; those of one thing's own rows are tried beside that thing. */
const lists = Object.values(wholeApi)
  .flatMap((group: Readonly<Record<string, Route>>) => Object.values(group))
  .filter(({ path, replies: { 200: reply } }) => {
    const pages = reply instanceof z.ZodObject ? reply.shape.pagination : undefined
    return (
      pages instanceof z.ZodObject &&
      "totalPages" in pages.shape &&
      !/^\/[\w-]+\/\{id\}\/(?!statement)/.test(path)
    )
  })

test("every list goes on behind its last row by `after`, to its end", async () => {
  expect(lists.length).toBeGreaterThan(15)
  for (const { path, query } of lists)
    expect(query instanceof z.ZodObject && Object.keys(query.shape), path).toContain("after")

  const { client, userId } = await app.givenUser({ name: "Lister", role: "admin" })
  const endpointId = await givenRows(client)
  const seen: string[] = []
  for (const { path } of lists) {
    const ownerId = path.startsWith("/event-endpoints/") ? endpointId : userId
    const address = `/api${path.replace(/\{(id|userId)\}/, ownerId)}`
    const whole = await client.get(`${address}?limit=999`)
    expect(whole.status, `${path} ${whole.message}`).toBe(200)
    // Who asks for more than there may be gets the most, not the usual few.
    expect((await client.get(`${address}?limit=1000000`)).pagination, path).toEqual(whole.pagination)
    const rows = []
    let after: string | null | undefined
    for (let calls = 0; after !== null; calls++) {
      if (calls > 60) throw new Error(`${path} does not end`)
      const behind = after === undefined ? "" : `&after=${encodeURIComponent(after)}`
      // Some lists fill their pages by more than rows.
      const reply = await client.get(`${address}?limit=${calls < 3 ? 1 : 50}${behind}`)
      expect(reply.status, `${path} ${reply.message}`).toBe(200)
      rows.push(...(reply.data as unknown[]))
      after = (reply.pagination as { next: string | null }).next
    }
    expect(rows, path).toEqual(whole.data)
    if (rows.length > 1) seen.push(path)
    expect((await client.get(`${address}?after=nonsense`)).status, path).toBe(400)
  }
  const own = lists.filter(({ caller }) => caller === "user").map(({ path }) => path)
  expect(own.filter((path) => !seen.includes(path))).toEqual([])
})

test("who deletes what a list has shown, and goes on behind it, is shown the rest", async () => {
  const { client } = await app.givenUser({ name: "Sweeper" })
  const made = {
    "/api/sizes": (name: string) => ({ name, value: 1 + name.length / 3 }),
    "/api/image-categories": (name: string) => ({ name }),
    "/api/sheet-templates": (name: string) => ({ ...defaultSheetTemplate, name, isDefault: false }),
  }
  for (const [path, bodyOf] of Object.entries(made)) {
    const names = ["Ash", "Birch", "Cedar", "Elm", "Larch"]
    for (const name of names) await client.expect("POST", path, bodyOf(name))
    const seen: string[] = []
    let after: string | null = ""
    for (let calls = 0; after !== null; calls++) {
      if (calls > 9) throw new Error(`${path} does not end`)
      // A third is no short decimal, and a place has to name it all the same.
      const sorted = path === "/api/sizes" ? "value" : "name"
      const behind = after === "" ? "" : `&after=${encodeURIComponent(after)}`
      const reply = await client.get(`${path}?limit=2&sortBy=${sorted}&sort=asc${behind}`)
      for (const { _id, name } of reply.data as { _id: string; name: string }[]) {
        seen.push(name)
        if (names.includes(name)) await client.expect("DELETE", `${path}/${_id}`)
      }
      after = (reply.pagination as { next: string | null }).next
    }
    expect(seen.filter((name) => names.includes(name)).sort(), path).toEqual(names)
  }
})

/** Makes several of all that is listed; returns the endpoint whose deliveries are. */
async function givenRows(client: Client): Promise<string> {
  const { _id: endpointId } = await client.expect<{ _id: string }>("POST", "/api/event-endpoints", {
    url: `${app.standIns.origin}/listener/lists`,
    events: ["print.completed"],
  })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 3 })
  await givenShop(client, shop)
  for (const name of ["One", "Two", "Three"]) {
    const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
      name,
      value: name.length,
    })
    await client.expect("POST", "/api/image-categories", { name })
    const item = { imageId: image._id, sizeId, quantity: 1 }
    await client.expect("POST", "/api/prints", { printItems: [item] })
    await client.expect("POST", "/api/jobs", { items: [item], action: "quote" })
    const transfer = await client.expect<{ _id: string }>("POST", "/api/payments/bank-transfer", {
      sku: "credits100",
    })
    await client.expect("PUT", `/api/payments/${transfer._id}`, { status: "Completed" })
    await client.expect("POST", "/api/sheet-templates", { ...defaultSheetTemplate, name, isDefault: false })
    await client.expect("POST", "/api/integrations", { type: "Etsy", name })
    await client.expect("POST", `/api/event-endpoints/${endpointId}/test`, {})
  }
  return endpointId
}
