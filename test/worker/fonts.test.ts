import { expect, test } from "vitest"
import { woff2Encode } from "woff-lib/woff2/encode"
import type { Font } from "../../contract/font.ts"
import { useApp } from "../../harness/app.ts"
import { libraryFontFile, ownFontFile } from "../../harness/font-files.ts"
import { formOf } from "./artwork-steps.ts"

const app = useApp()

test("a seller's fonts stand beside the library's, are checked, and come back when their deletion is undone", async () => {
  const { client } = await app.givenUser({ name: "Fonts" })
  const list = async (query = "") => (await client.get(`/api/fonts${query}`)).data as Font[]
  const library = await list("?limit=999")
  expect(library.length).toBeGreaterThan(60)
  expect(await list("?search=graduate")).toMatchObject([
    { _id: "library:graduate-400", source: "library", category: "varsity", weight: 400, style: "normal" },
  ])
  expect((await list("?category=stencil&limit=99")).map(({ family }) => family)).toEqual([
    "Black Ops One",
    "Saira Stencil One",
    "Wallpoet",
  ])

  // Served by the app itself, for good, with its licence.
  const [{ path, licencePath }] = await list("?search=lobster")
  const served = await app.visitor().fetch("GET", path)
  expect(served.headers.get("cache-control")).toContain("immutable")
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(libraryFontFile("lobster-400"))
  expect(await (await app.visitor().fetch("GET", licencePath ?? "")).text()).toContain("Open Font License")

  const club = ownFontFile("lobster-400", "Club Script")
  const files = [
    { name: "club.woff2", bytes: await woff2Encode(ownFontFile("graduate-400", "Club Block")) },
    { name: "club.ttf", bytes: club },
    { name: "broken.ttf", bytes: club.slice(0, 20_000) },
    { name: "notes.ttf", bytes: "Dear Sir or Madam" },
  ]
  const sent = await client.fetch("POST", "/api/fonts", formOf(files))
  expect(sent.status).toBe(201)
  const reply = (await sent.json()) as { data: Font[] }
  expect(reply).toMatchObject({
    message: "2 of 4 files could not be used",
    data: [
      { family: "Club Block", source: "account", category: "own", weight: 400 },
      { family: "Club Script", style: "normal", isRestricted: false },
    ],
    refused: [
      { name: "broken.ttf", reason: expect.stringMatching(/^This font is damaged: /) },
      { name: "notes.ttf", reason: "This file is not a font. Upload a TTF, OTF, WOFF or WOFF2 file." },
    ],
  })
  const [, script] = reply.data
  const file = await client.fetch("GET", script.path)
  expect(file.headers.get("content-type")).toBe("font/ttf")
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 4)
      .toString("hex"),
  ).toBe("00010000")
  const stranger = await app.givenUser({ name: "Other" })
  expect((await stranger.client.fetch("GET", script.path)).status).toBe(404)

  // The same file again makes nothing; another one in its place is refused.
  const again = await client.post("/api/fonts", formOf(files.slice(1, 2)))
  expect(again.data).toMatchObject([{ _id: script._id }])
  const other = [{ name: "other.ttf", bytes: ownFontFile("pacifico-400", "Club Script") }]
  expect(await client.post("/api/fonts", formOf(other))).toMatchObject({
    status: 422,
    message:
      "other.ttf: You have another file of Club Script 400. Delete that one first, then upload this one.",
  })
  expect((await list("?source=account")).map(({ family }) => family)).toEqual(["Club Block", "Club Script"])

  const deleted = await client.delete(`/api/fonts/${script._id}`)
  expect(await list("?search=club")).toHaveLength(1)
  const { undoId } = deleted.data as { undoId: string }
  expect((await client.post(`/api/undo/${undoId}`)).status).toBe(200)
  expect(await list("?search=club%20script")).toEqual([script])
  await app.runtime.runCron("* * * * *", Date.now() + 3_600_000)
  expect((await client.fetch("GET", script.path)).status).toBe(200)
  expect((await client.delete("/api/fonts/library:lobster-400")).status).toBe(404)
})
