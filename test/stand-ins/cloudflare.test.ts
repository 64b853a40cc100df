import { expect, onTestFinished, test } from "vitest"
import { cloudflareAccount, cloudflareToken } from "../../stand-ins/cloudflare/fake-cloudflare.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

/** The part of an answer that tests read. */
type Reply = { result: Result; errors: { code: number }[] }
type Result = { [index: number]: { results: unknown }; uuid: string; queue_id: string }
type State = { cloudflare: { written: number; accounts: { queues: { queue_name: string }[] }[] } }

async function standIn() {
  const { origin, close } = await serveStandIns(0)
  onTestFinished(close)
  const call = async (method: string, path: string, body?: unknown, token = cloudflareToken) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}/client/v4${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const { result, errors }: Reply = await response.json()
    return { status: response.status, result, code: errors[0]?.code }
  }
  const inAccount = (method: string, path: string, body?: unknown) =>
    call(method, `/accounts/${cloudflareAccount}${path}`, body)
  const control = (order: object) =>
    fetch(`${origin}/__control`, {
      method: "POST",
      body: JSON.stringify({ vendor: "cloudflare", ...order }),
    })
  const state = async () => {
    const { cloudflare }: State = await (await fetch(`${origin}/__state`)).json()
    return cloudflare
  }
  return { origin, call, inAccount, control, state }
}

function uploadOf(bindings: object[], metadata: object = {}) {
  const form = new FormData()
  form.set(
    "metadata",
    JSON.stringify({
      main_module: "index.js",
      keep_bindings: ["secret_text"],
      bindings,
      compatibility_date: "2026-07-01",
      ...metadata,
    }),
  )
  const type = "application/javascript+module"
  form.set("index.js", new File(["export default {}"], "index.js", { type }))
  return form
}

test("Cloudflare lets one token in, and only to what the token has rights for", async () => {
  const { origin, call, inAccount, control } = await standIn()
  expect(await (await fetch(`${origin}/client/v4/accounts`)).json()).toMatchObject({
    errors: [{ code: 9106 }],
  })
  expect(await call("GET", "/accounts", undefined, "short")).toMatchObject({ status: 400, code: 6003 })
  const other = "x".repeat(40)
  expect(await call("GET", "/accounts", undefined, other)).toMatchObject({ status: 403, code: 9109 })
  expect(await call("GET", "/user/tokens/verify", undefined, other)).toMatchObject({ status: 401 })
  expect(await call("GET", "/accounts/nowhere/queues")).toMatchObject({ status: 404, code: 7003 })
  expect(await call("GET", `/accounts/${"0".repeat(32)}/queues`)).toMatchObject({ code: 10000 })
  expect(await call("GET", "/moon")).toMatchObject({ status: 404, code: 7000 })

  await control({ action: "deny", rights: ["Turnstile"] })
  expect(await inAccount("GET", "/challenges/widgets")).toMatchObject({ status: 403, code: 10000 })
  expect((await inAccount("GET", "/queues")).status).toBe(200)
})

test("D1 runs what is sent in one call as one transaction", async () => {
  const { inAccount, state } = await standIn()
  const created = await inAccount("POST", "/d1/database", { name: "shop" })
  expect(await inAccount("POST", "/d1/database", { name: "shop" })).toMatchObject({ code: 7502 })
  expect(await inAccount("GET", "/d1/database/other")).toMatchObject({ status: 404, code: 7404 })
  const query = (sql: string, params: unknown[] = []) =>
    inAccount("POST", `/d1/database/${created.result.uuid}/query`, { sql, params })

  await query("-- first\nCREATE TABLE a (b TEXT); INSERT INTO a VALUES ('x; -- y'); /* end */")
  const failed = await query("INSERT INTO a VALUES ('z'); INSERT INTO nowhere VALUES (1)")
  expect(failed).toMatchObject({ status: 400, code: 7500 })
  expect(await query("BEGIN")).toMatchObject({ status: 400, code: 7500 })
  const { written } = await state()
  const read = await query("SELECT b FROM a WHERE b = ?", ["x; -- y"])
  expect(read.result[0]?.results).toEqual([{ b: "x; -- y" }])
  expect((await query("SELECT count(*) AS count FROM a")).result[0]?.results).toEqual([{ count: 1 }])
  expect((await state()).written, "a question is no write").toBe(written)
})

test("a Worker is refused without what its bindings lead to; secrets stay and are never shown", async () => {
  const { inAccount, state } = await standIn()
  const put = (bindings: object[], metadata?: object) =>
    inAccount("PUT", "/workers/scripts/shop", uploadOf(bindings, metadata))
  const database = { name: "DB", type: "d1", id: "00000000-0000-0000-0000-000000000000" }
  expect(await put([database])).toMatchObject({ status: 400, code: 10021 })
  const bucket = { name: "FILES", type: "r2_bucket", bucket_name: "files" }
  expect(await put([bucket])).toMatchObject({ code: 10085 })
  expect(await put([{ name: "Q", type: "queue", queue_name: "q" }])).toMatchObject({ code: 11000 })
  const hub = { name: "HUB", type: "durable_object_namespace", class_name: "Hub" }
  expect(await put([hub])).toMatchObject({ code: 10061 })
  expect(await put([{ name: "KEY", type: "inherit" }])).toMatchObject({ code: 10057 })
  expect(await inAccount("GET", "/workers/scripts/shop/secrets")).toMatchObject({ code: 10007 })

  const migrations = { new_tag: "v1", steps: [{ new_sqlite_classes: ["Hub"] }] }
  const secret = { name: "KEY", type: "secret_text", text: "hush hush" }
  expect((await put([hub, secret], { migrations })).status).toBe(200)
  expect((await put([hub])).status, "a secret is kept").toBe(200)
  expect((await inAccount("GET", "/workers/scripts/shop/secrets")).result).toEqual([
    { name: "KEY", type: "secret_text" },
  ])
  expect(JSON.stringify(await state())).not.toContain("hush hush")
  expect((await inAccount("DELETE", "/workers/scripts/shop/secrets/KEY")).status).toBe(200)
  expect(await put([{ name: "KEY", type: "inherit" }])).toMatchObject({ code: 10057 })
})

test("a queue has one consumer, a hostname one Worker", async () => {
  const { inAccount, control } = await standIn()
  await inAccount("PUT", "/workers/scripts/shop", uploadOf([]))
  await inAccount("PUT", "/workers/scripts/other", uploadOf([]))
  const { result: queue } = await inAccount("POST", "/queues", { queue_name: "jobs" })
  expect(await inAccount("POST", "/queues", { queue_name: "jobs" })).toMatchObject({ status: 409 })
  const consumer = { type: "worker", script_name: "shop", settings: { batch_size: 1 } }
  const consumers = `/queues/${queue.queue_id}/consumers`
  expect((await inAccount("POST", consumers, consumer)).status).toBe(200)
  expect(await inAccount("POST", consumers, consumer)).toMatchObject({ code: 11004 })

  const attach = (script: string, hostname: string, override = false) =>
    inAccount("PUT", `/workers/scripts/${script}/domains/records`, {
      override_existing_dns_record: override,
      origins: [{ hostname }],
    })
  await control({ action: "zone", name: "sheetsmith.test", records: ["www.sheetsmith.test"] })
  expect(await attach("shop", "elsewhere.test")).toMatchObject({ status: 400 })
  expect(await attach("shop", "www.sheetsmith.test")).toMatchObject({ status: 409, code: 100117 })
  expect((await attach("shop", "www.sheetsmith.test", true)).status).toBe(200)
  expect(await attach("other", "www.sheetsmith.test")).toMatchObject({ status: 409, code: 100116 })
})

test("a lost answer is of a call that was done, after as many as it was told to let through", async () => {
  const { origin, inAccount, state } = await standIn()
  const order = { path: "/client/v4", method: "POST", action: "lose", after: 1 }
  await fetch(`${origin}/__control`, { method: "POST", body: JSON.stringify(order) })
  await inAccount("POST", "/queues", { queue_name: "first" })
  await expect(inAccount("POST", "/queues", { queue_name: "second" })).rejects.toThrow()
  await inAccount("POST", "/queues", { queue_name: "third" })
  const { accounts } = await state()
  expect(accounts[0]?.queues.map(({ queue_name }) => queue_name)).toEqual(["first", "second", "third"])
})
