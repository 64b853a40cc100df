import { expect, test } from "vitest"
import { createSheetsmith, type Job, SheetsmithError } from "../../clients/typescript/sheetsmith.ts"
import { givenToken } from "../../harness/access-token.ts"
import { useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { givenSize } from "../worker/artwork/artwork-steps.ts"
import { lossyLine } from "./lossy-line.ts"

const app = useApp()

async function givenProgram(credits = 40, input: Parameters<typeof givenToken>[1] = {}) {
  const person = await app.givenUser({ name: "Program", credits })
  const { token } = await givenToken(person.client, input)
  return { ...person, token, sheetsmith: createSheetsmith({ origin: app.origin, token }) }
}

async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

async function failureOf(calling: Promise<unknown>): Promise<SheetsmithError> {
  const error = await calling.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof SheetsmithError) return error
  throw new Error(`the call did not fail as it should: ${error}`)
}

test("a program sends artwork with its job, follows it, and has its sheets", async () => {
  const { sheetsmith, hub } = await givenProgram()
  const states: Job["status"][] = []
  const sent = await sheetsmith.jobs.create(
    {
      action: "process",
      maxCredits: 5,
      reference: "web-7",
      items: [
        { file: "logo.svg", widthIn: 2, quantity: 3 },
        { file: "moth.png", widthIn: 1, quantity: 2 },
      ],
    },
    {
      files: [
        { name: "logo.svg", data: new Blob([new Uint8Array(logoSvg())]) },
        { name: "moth.png", data: new Blob([new Uint8Array(await softArtPng(150, 180))]) },
      ],
    },
  )
  const ended = await sheetsmith.jobs.ended(sent._id, { onState: ({ status }) => states.push(status) })
  expect(ended).toMatchObject({ status: "completed", reference: "web-7", quote: { credits: 5 }, errors: [] })
  expect(states.at(-1)).toBe("completed")
  expect(await hub.balance()).toMatchObject({ used: 5, held: 0 })
  const [file] = ended.files
  const response = await sheetsmith.download(file.path)
  expect((await response.arrayBuffer()).byteLength).toBe(file.bytes)
  const prints = await allOf(sheetsmith.prints.list({ status: "Completed" }))
  expect(prints.map(({ _id }) => _id)).toEqual([ended.printId])
  const found = await allOf(sheetsmith.jobs.list({ reference: "web-7" }))
  expect(found).toMatchObject([{ _id: sent._id, status: "completed", reference: "web-7" }])
  // A token is for its own server alone.
  await expect(sheetsmith.download("https://elsewhere.test/sheet.png")).rejects.toThrow("is not a path below")
})

test("lists are read to their end, a page at a time", async () => {
  const { client, sheetsmith } = await givenProgram()
  for (const inches of [1, 2, 3, 4, 5]) await givenSize(client, `Size ${inches}`, inches)
  const values = await allOf(sheetsmith.sizes.list({ limit: 2, sortBy: "value", sort: "asc" }))
  expect(values.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5])
  const { data } = await sheetsmith.api.GET("/api/sizes", { params: { query: { limit: 2 } } })
  expect(data?.pagination).toMatchObject({ totalDocuments: 5, next: expect.any(String) })
})

test("what is refused has its code, its fields and its number", async () => {
  const { client, sheetsmith, token } = await givenProgram()
  const wrong = await failureOf(
    sheetsmith.jobs.create({
      action: "quote",
      items: [{ url: "ftp://a.shop/x.png", widthIn: 1, quantity: 1 }],
    }),
  )
  expect(wrong).toMatchObject({ status: 422, code: "unprocessable", requestId: expect.any(String) })
  expect(Object.keys(wrong.fields)).toEqual(["items.0.url"])
  const reader = createSheetsmith({
    origin: app.origin,
    token: (await givenToken(client, { scopes: ["prints:read"] })).token,
  })
  const lacking = await failureOf(
    reader.jobs.create({
      action: "quote",
      items: [{ url: "https://a.shop/x.png", widthIn: 1, quantity: 1 }],
    }),
  )
  expect(lacking).toMatchObject({ status: 403, code: "scope-missing", scope: "prints:write" })
  const mistyped = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0")
  const stranger = createSheetsmith({ origin: app.origin, token: mistyped })
  expect(await failureOf(stranger.jobs.list().next())).toMatchObject({ status: 401, code: "token-invalid" })
  const nobody = createSheetsmith({ origin: "http://127.0.0.1:9", token, tries: 1 })
  expect(await failureOf(nobody.jobs.list().next())).toMatchObject({ status: 0, code: "unreachable" })
})

test("a call whose answer is lost is sent again, and makes its change once", async () => {
  const { client, token } = await givenProgram()
  const troubles: Parameters<typeof lossyLine>[1] = ["lose", { status: 503, retryAfterS: 0 }]
  const line = await lossyLine(app.origin, troubles)
  try {
    const sheetsmith = createSheetsmith({ origin: line.origin, token })
    const made = await sheetsmith.api.POST("/api/sizes", { body: { name: "Chest", value: 4 } })
    expect(made.response.status).toBe(201)
    expect(line.keys).toHaveLength(3)
    expect(new Set(line.keys).size).toBe(1)
    expect((await client.get("/api/sizes")).data).toHaveLength(1)
    // Each call has a key of its own, and reading needs none.
    await sheetsmith.api.POST("/api/sizes", { body: { name: "Sleeve", value: 2 } })
    await sheetsmith.sizes.list().next()
    expect(new Set(line.keys.slice(2)).size).toBe(3)
    expect(line.keys.at(-1)).toBeUndefined()
    // What the server will not take for minutes is the caller's to decide, and what is wrong stays wrong.
    troubles.push({ status: 429, retryAfterS: 600 })
    expect(await failureOf(sheetsmith.sizes.list().next())).toMatchObject({ status: 429, retryAfterS: 600 })
    const before = line.keys.length
    const { error } = await sheetsmith.api.POST("/api/sizes", { body: { name: "", value: 2 } })
    expect(error).toMatchObject({ code: "validation-failed" })
    expect(line.keys).toHaveLength(before + 1)
  } finally {
    await line.close()
  }
})
