import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test, vi } from "vitest"
import { eventTypes, TEST_EVENT } from "../../contract/events/event.ts"
import { type Document, replyChecker } from "../../harness/reply-check.ts"
import { openApiDocument } from "../../local/openapi.ts"

// The document is made of the app's own table of routes; what it renders with is not needed for
// that.
vi.mock("../../worker/raster/raster-host.ts", () => ({}))

// By address: the Worker's sources are typed for their own runtime, not for this one.
const sourceOf = (path: string): string => new URL(`../../worker/${path}`, import.meta.url).href
type Worker = { routes: { method: string; path: string }[] }
const { app }: { app: Worker } = await import(sourceOf("app.ts"))
const document = (await openApiDocument()) as Document
const ID = "0197f3c0-0000-7000-8000-000000000000"

test("the OpenAPI document passes Redocly's recommended rules", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    // The specification's paths: `/print/user/{userId}` beside `/print/{id}/force`. No id is the
    // word "user".
    rules: { "no-ambiguous-paths": "off" },
  })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config })
  const result = problems.map(({ ruleId, location }) => `${ruleId} ${location[0].pointer}`)
  expect(result.sort()).toEqual([
    // Two lead a browser on, one opens a WebSocket.
    "operation-2xx-response #/paths/~1api~1integrations~1{market}~1callback/get/responses",
    "operation-2xx-response #/paths/~1api~1live/get/responses",
    "operation-2xx-response #/paths/~1api~1payments~1return/get/responses",
  ])
})

test("the document names every route that the app serves, and nothing else", () => {
  const served = app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual([...new Set(served)].sort())
  expect(described.length).toBeGreaterThan(100)
})

test("the document says which scope each call asks of a token, and of none where tokens do not reach", () => {
  const security = (method: string, path: string) =>
    (document.paths[path][method] as unknown as { security: object[] }).security
  expect(security("get", "/api/images")).toEqual([{ session: [] }, { accessToken: ["images:read"] }])
  expect(security("patch", "/api/print/{id}")).toEqual([{ session: [] }, { accessToken: ["prints:write"] }])
  expect(security("get", "/api/files/sheets/{token}/{name}")).toEqual([{}, { accessToken: ["prints:read"] }])
  expect(security("get", "/api/openapi.json")).toEqual([{}, { accessToken: [] }])
  expect(security("post", "/api/tokens")).toEqual([{ session: [] }])
  expect(security("post", "/api/login")).toEqual([])
})

test("each type of event is described with its own data, as an endpoint gets it", () => {
  type Event = { properties: Record<"type" | "data", { const?: string; properties: object }> }
  type Webhook = {
    post: { requestBody: { content: Record<string, { schema: Event }> }; responses: object }
  }
  const { webhooks } = document as unknown as { webhooks: Record<string, Webhook> }
  const events = Object.entries(webhooks).map(
    ([type, { post }]) => [type, post.requestBody.content["application/json"].schema.properties] as const,
  )
  expect(events.map(([type]) => type).sort()).toEqual([...eventTypes, TEST_EVENT].sort())
  for (const [name, { type }] of events) expect(type.const).toBe(name)
  // Whatever is no 2XX is sent again, a redirect as well.
  for (const { post } of Object.values(webhooks))
    expect(Object.keys(post.responses)).toEqual(["2XX", "default"])
  const fieldsOf = (type: string) => Object.keys(new Map(events).get(type)?.data.properties ?? {})
  expect(fieldsOf("image.ready")).toEqual(["id", "isTest"])
  expect(fieldsOf("job.ended")).toEqual(["id", "isTest", "printId", "reference"])
})

test("a call says what its summary leaves open", () => {
  const { description } = document.paths["/api/images/bulk-mend"].post as { description?: string }
  for (const word of ["`fit`", "`others`"]) expect(description).toContain(word)
})

test("a reply that is not described is found", () => {
  const check = replyChecker(document)
  const seen = { method: "DELETE", path: `/api/sizes/${ID}`, status: 200, contentType: "application/json" }
  const good = { data: { _id: ID, undoId: null }, message: "Size deleted" }
  expect(check({ ...seen, body: good })).toBeNull()
  expect(check({ ...seen, body: { ...good, data: { ...good.data, name: "Chest" } } })).toContain("name")
  expect(check({ ...seen, body: { data: good.data } })).toContain("message")
  expect(check({ ...seen, status: 204, body: good })).toContain("status is not described")
  expect(check({ ...seen, path: "/api/nothing", body: good })).toContain("status is not described")
  expect(check({ ...seen, contentType: "text/html" })).toContain("text/html is not described")
  const bare = { message: "Please sign in", code: "signed-out", requestId: ID }
  const refusal = { ...bare, docs: "https://sheetsmith.test/developers#error-signed-out" }
  expect(check({ ...seen, status: 401, body: refusal })).toBeNull()
  expect(check({ ...seen, status: 401, body: bare })).toContain("docs")
  expect(check({ ...seen, status: 404, body: refusal })).toContain("code")
})
