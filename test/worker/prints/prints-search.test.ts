import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import { lengthText } from "../../../contract/length.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { formatWhen } from "../../../web/lib/format.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"

const app = useApp()
const HOUR_MS = DAY_MS / 24

test("a search of prints reads every column as the table shows it, and pictures' names", async () => {
  const { client } = await app.givenUser({ name: "Reader", credits: 40 })
  const { client: stranger } = await app.givenUser({ name: "Stranger" })
  const art = await softArtPng(300, 360)
  const [moth, owl] = await Promise.all([
    givenImage(client, { name: "Luna 100%_moth.png", bytes: art }),
    givenImage(client, { name: "owl.png", bytes: art }),
  ])
  const sizeId = await givenSize(client, "Pocket", 1)
  const print = (imageId: string, quantity: number) => givenPrint(client, [{ imageId, sizeId, quantity }])
  const one = await print(owl._id, 1)
  const many = await print(moth._id, 1234)
  const stopped = await print(owl._id, 2)
  const started = await print(moth._id, 3)
  for (const { _id } of [one, many, stopped, started])
    await client.put(`/api/prints/${_id}`, { name: _id === many._id ? "Friday's 100% batch" : "Unnamed" })
  await client.post(`/api/prints/${started._id}/proccess`)
  const done = await processed(client, started._id)
  await set(stopped, "status = 'Cancelled', type = 'Etsy'")

  const result = async (search: string, more = "") => {
    const offset = -new Date().getTimezoneOffset()
    const query = `search=${encodeURIComponent(search)}&utcOffsetMin=${offset}&sort=asc${more}`
    const reply = await client.get(`/api/prints?${query}`)
    expect(reply.status, reply.message).toBe(200)
    const ids = (reply.data as Print[]).map((row) => row._id)
    expect(reply.pagination, search).toMatchObject({ totalDocuments: ids.length })
    return ids
  }
  const [a, b, c, d] = [one._id, many._id, stopped._id, done._id]
  const wanted: [search: string, ids: string[]][] = [
    [a.slice(-6), [a]],
    [a.slice(-6).toUpperCase(), [a]],
    [b, [b]],
    ["MANUAL", [a, b, d]],
    ["etsy", [c]],
    ["in dr", [a, b]],
    ["completed", [d]],
    ["cancel", [c]],
    ["not printed yet", [a, b]],
    ["not printed", [a, b, c]],
    ["FRIDAY'S 100%", [b]],
    ["1 copy", [a]],
    ["1,234 copies", [b]],
    ["1234 COPIES", [b]],
    [",234", [b]],
    ["copies", [b, c, d]],
    ["100%_MOTH", [b, d]],
    ["owl.png", [a, c]],
    [lengthText(done.lengthIn ?? 0, "in"), [d]],
    [lengthText(done.lengthIn ?? 0, "cm"), [d]],
    [`${d.slice(-6)}-sheet-1.png`, [d]],
    ["7 days left", [d]],
    ["just now", [d]],
    ["no such words", []],
    ["' OR 1=1 --", []],
  ]
  for (const [search, ids] of wanted) expect(await result(search), search).toEqual(ids)
  expect(await result("moth", "&status=Completed")).toEqual([d])

  for (const ageMs of [330_000, 2 * HOUR_MS, DAY_MS, 3 * DAY_MS, 40 * DAY_MS, 400 * DAY_MS]) {
    const printedAtMs = Date.now() - ageMs
    await set(done, `printed_at = ${printedAtMs}`)
    const shown = formatWhen(new Date(printedAtMs).toISOString())
    expect(await result(shown), shown).toEqual([d])
    expect(await result(shown.toUpperCase()), shown).toEqual([d])
  }
  await set(done, `printed_at = ${Date.UTC(2026, 2, 5, 23, 30)}`)
  const abroad = async (search: string, offset: number) =>
    (await client.get(`/api/prints?search=${encodeURIComponent(search)}&utcOffsetMin=${offset}`)).data
  expect(await abroad("5 Mar", 0)).toHaveLength(1)
  expect(await abroad("5 Mar", 60)).toHaveLength(0)
  expect(await abroad("6 mar", 60)).toHaveLength(1)
  expect(await abroad("2026-03-06", 60)).toHaveLength(1)
  expect(await result("file has been deleted")).toEqual([d])
  await set(done, `status = 'Deleted'`)
  expect(await result("file has been deleted")).toEqual([d])
  for (const [search] of wanted)
    expect((await stranger.get(`/api/prints?search=${encodeURIComponent(search)}`)).data).toEqual([])

  async function set({ _id }: Print, assignment: string): Promise<void> {
    await app.db.prepare(`UPDATE print SET ${assignment} WHERE id = ?`).bind(_id).run()
  }
})

test("one letter is searched for in every way at once", async () => {
  const { client } = await app.givenUser({ name: "Letter" })
  await givenPrint(client, [{ quantity: 1 }])
  for (const letter of "adeinprt1")
    expect(await client.get(`/api/prints?search=${letter}`), letter).toMatchObject({ status: 200 })
  expect((await client.get("/api/prints?search=n")).data).toHaveLength(1)
})

test("a page past the end is the last one, of a search too", async () => {
  const { client } = await app.givenUser({ name: "Pages" })
  for (let quantity = 1; quantity <= 5; quantity++) await givenPrint(client, [{ quantity }])
  for (const query of ["", "search=manual"]) {
    for (const page of [3, 4, 99, 1e15]) {
      const reply = await client.get(`/api/prints?limit=2&page=${page}&sort=asc&${query}`)
      expect(reply.pagination).toEqual({
        totalDocuments: 5,
        isExact: true,
        totalPages: 3,
        page: 3,
        limit: 2,
        next: null,
      })
      expect(reply.data).toMatchObject([{ copies: 5 }])
    }
  }
  const none = await client.get("/api/prints?search=nothing&page=3")
  expect(none).toMatchObject({ status: 200, data: [], pagination: { totalDocuments: 0, page: 1 } })
})
