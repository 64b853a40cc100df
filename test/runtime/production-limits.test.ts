import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { makeId } from "../../contract/id.ts"
import { MAX_NAME_LENGTH, MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../contract/limit.ts"
import { useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { longTest } from "../../harness/long-test.ts"
import { givenImage, givenPrint, storedSheets, until } from "../worker/artwork/artwork-steps.ts"

/** A Worker that sends values of a given size to its bindings. */
const entry = `import worker from "./index.js"
export * from "./index.js"
export default {
  ...worker,
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== "/__give") return worker.fetch(request, env, ctx)
    const [what, size] = [searchParams.get("what"), Number(searchParams.get("size"))]
    try {
      if (what === "value") await env.DB.prepare("SELECT ?").bind("x".repeat(size)).all()
      if (what === "values") await env.DB.prepare("SELECT ?, ?").bind("x".repeat(size / 2), "x".repeat(size / 2)).all()
      if (what === "statement") await env.DB.prepare("SELECT 1".padEnd(size)).all()
      if (what === "parameters") await env.DB.prepare(\`SELECT \${Array(size).fill("?")}\`).bind(...Array(size).fill(1)).all()
      if (what === "pattern") await env.DB.prepare("SELECT 1 WHERE 'a' LIKE ?").bind("%".padEnd(size, "x")).all()
      if (what === "batch") await env.DB.batch(Array(size).fill(env.DB.prepare("SELECT 1")))
      if (what === "message") await env.SYNC_QUEUE.send({ text: "x".repeat(size) })
      if (what === "messages") await env.SYNC_QUEUE.sendBatch(Array(size).fill({ body: {} }))
    } catch (error) {
      return new Response(error.message)
    }
    return new Response("given")
  },
}`

const app = useApp({}, { entry })

type Limits = { limits: Record<string, number>; largest: Record<string, number> }

/** Limits of the tests' runtimes and the largest values that either Worker sent; see local/production-limits.js. */
async function readLimits(): Promise<Limits> {
  const edge = (await (await fetch(`${app.origin}/__limits`)).json()) as Limits
  const press = await (await app.runtime.press()).fetch("http://press.test/__limits")
  const { largest } = (await press.json()) as Limits
  const most = Object.entries(edge.largest).map(([what, size]) => [what, Math.max(size, largest[what])])
  return { limits: edge.limits, largest: Object.fromEntries(most) }
}

longTest("the largest print stays within half of what production takes at once", async () => {
  const { client, userId } = await app.givenUser({ name: "Large", credits: MAX_PRINT_COPIES })
  const name = "ü".repeat(MAX_NAME_LENGTH)
  const image = await givenImage(client, { name: "a.png", bytes: await softArtPng(40, 40) })
  expect((await client.put(`/api/images/${image._id}`, { name })).status).toBe(200)
  const sizeIds = await givenSizes(userId, MAX_PRINT_ITEMS)
  const print = await givenPrint(
    client,
    sizeIds.map((sizeId) => ({ imageId: image._id, sizeId, quantity: MAX_PRINT_COPIES / MAX_PRINT_ITEMS })),
  )
  const { isDefault: _, ...plain } = defaultSheetTemplate
  const template = {
    ...plain,
    name: "Labelled",
    dpi: 72,
    gapIn: 0,
    labels: true,
    nesting: "boxes" as const,
    isDefault: false,
  }
  const made = await client.post("/api/sheet-templates", template)
  const { _id: sheetTemplateId } = made.data as { _id: string }
  const begun = await client.post(`/api/prints/${print._id}/proccess`, { sheetTemplateId })
  expect(begun.status, begun.message).toBe(202)
  await until("the layout to be kept", async () => (await client.get(`/api/prints/${print._id}/layout`)).data)
  expect((await client.post(`/api/prints/${print._id}/cancel`)).status).toBe(200)

  const placements = (await storedSheets(app, print._id)).flatMap((sheet) => sheet.placements)
  expect(new Set(placements.map(({ itemId, copy }) => `${itemId} ${copy}`)).size).toBe(MAX_PRINT_COPIES)
  const stored = await app.db
    .prepare("SELECT max(length(CAST(placements AS BLOB))) AS most, count(*) AS parts FROM sheet_part")
    .first<{ most: number; parts: number }>()
  const { limits, largest } = await readLimits()
  expect(largest.valueBytes).toBeGreaterThan(stored?.most ?? 0)
  expect(Object.keys(largest)).toEqual(Object.keys(limits))
  for (const [what, most] of Object.entries(largest)) expect(most, what).toBeLessThanOrEqual(limits[what] / 2)
})

test("what is over what production takes fails here too, and is reported", async () => {
  app.expectErrors(/production limit: |queue message not understood/)
  const give = async (what: string, size: number) =>
    (await fetch(`${app.origin}/__give?what=${what}&size=${size}`)).text()
  for (const [what, most] of [
    ["value", 2_000_000],
    ["values", 2_000_000],
    ["statement", 100_000],
    ["parameters", 100],
    ["pattern", 50],
    ["batch", 1_000],
    ["messages", 100],
  ] as const) {
    expect(await give(what, most), what).toBe("given")
    expect(await give(what, most + 2), what).toMatch(/^production limit: /)
  }
  expect(await give("message", 128_000)).toMatch(/^production limit: messageBytes /)
  expect(app.errorLog().filter((line) => line.includes("production limit")).length).toBeGreaterThanOrEqual(8)
})

/** Returns sizes from 0.3 in on, each a twentieth of a hundredth larger. */
async function givenSizes(userId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => makeId(Date.now()))
  const rows = ids.map((id, index) => ({ id, value: 0.3 + index / 2000 }))
  await app.db
    .prepare(
      `INSERT INTO size (id, user_id, name, value_in, created_at, updated_at)
       SELECT value ->> 'id', ?, value ->> 'id', value ->> 'value', 1, 1 FROM json_each(?)`,
    )
    .bind(userId, JSON.stringify(rows))
    .run()
  return ids
}
