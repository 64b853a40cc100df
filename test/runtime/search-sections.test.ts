import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { LayoutDocument } from "../../contract/prints/layout.ts"
import type { LayoutReply } from "../../contract/prints/print.ts"
import { type GivenUser, useApp } from "../../harness/app.ts"
import { longTest } from "../../harness/long-test.ts"
import { givenImage, givenPrint, givenSize, printOf } from "../worker/artwork/artwork-steps.ts"
import { drainQueue, faultyFronts, type Message, takeQueued } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
/** The limit for some searches of seconds, on a machine that may be busy. */
const LONG_MS = 5 * 60_000
const COPIES = 160

const wedge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">
  <path d="M10 10 H290 L10 290 Z" fill="#d2222d"/></svg>`
const corner = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">
  <path d="M20 20 H90 V210 H280 V280 H20 Z" fill="#2277dd"/></svg>`

/** A print of two small shapes on several short sheets. */
async function givenPieces({ client }: GivenUser) {
  const images = [
    await givenImage(client, { name: "wedge.svg", bytes: wedge }),
    await givenImage(client, { name: "corner.svg", bytes: corner }),
  ]
  const sizeId = await givenSize(client, "Small", 0.8)
  const made = await client.post("/api/sheet-templates", {
    ...{ ...defaultSheetTemplate, isDefault: false, name: "Short" },
    ...{ widthIn: 6, maxLengthIn: 10, dpi: 72, nesting: "shapes" },
  })
  expect(made.status, made.message).toBe(201)
  const { _id: sheetTemplateId } = made.data as { _id: string }
  const items = images.map(({ _id }) => ({ imageId: _id, sizeId, quantity: COPIES / 2 }))
  const print = await givenPrint(client, items)
  const dry = await client.post(`/api/prints/${print._id}/layout`, { sheetTemplateId })
  expect(dry.status, dry.message).toBe(200)
  return { print, sizeId, sheetTemplateId, quick: dry.data as LayoutReply }
}

/** Starts a print and delivers the search of its layout, which deals it out. Returns what is queued then. */
async function dealtOut({ client }: GivenUser, printId: string, sheetTemplateId: string) {
  await takeQueued(app)
  const started = await client.post(`/api/prints/${printId}/proccess`, {
    sheetTemplateId,
    effort: "balanced",
  })
  expect(started.status, started.message).toBe(202)
  const [layout] = await takeQueued(app)
  expect(layout.body).toMatchObject({ kind: "layout" })
  await deliver(layout)
  const queued = await takeQueued(app)
  return { layout, sections: queued.filter(isSection), timer: queued.filter((one) => !isSection(one)) }
}

const isSection = ({ body }: Message) => (body as { kind: string }).kind === "section"
const numbersOf = (messages: readonly Message[]) =>
  messages.map(({ body }) => (body as { section: number }).section)

async function deliver({ queue, body }: Message) {
  expect((await app.deliver(queue, body)).retried).toEqual([])
}

async function storedSections() {
  const { results } = await app.db
    .prepare("SELECT section, is_done AS isDone, sheets FROM search_section ORDER BY section")
    .all<{ section: number; isDone: number; sheets: string | null }>()
  return results
}

test(
  "a print of many copies is searched section by section: twice and in any order, and joined once all have come",
  async () => {
    const user = await app.givenUser({ name: "Sections", credits: 500 })
    const { client, hub } = user
    const { print, sheetTemplateId, quick } = await givenPieces(user)
    expect(quick.sheets.length).toBeGreaterThan(1)
    const { layout, sections, timer } = await dealtOut(user, print._id, sheetTemplateId)
    expect(numbersOf(sections)).toEqual(sections.map((_, i) => i))
    expect(sections.length).toBeGreaterThan(1)
    expect(timer).toEqual([
      { ...layout, body: { ...(layout.body as object), isTimeUp: true }, delaySeconds: 240 },
    ])
    expect(await printOf(client, print._id)).toMatchObject({
      progress: { stage: "layout", done: 0, total: 1 },
    })

    const [first, ...others] = sections
    await deliver(first)
    const [searched] = await storedSections()
    expect(searched.isDone).toBe(1)
    expect(await takeQueued(app)).toEqual([])
    await deliver(first)
    expect((await storedSections())[0]).toEqual(searched)
    // A repeated search of the layout deals nothing out again: it queues what is missing.
    await deliver(layout)
    const again = await takeQueued(app)
    expect(numbersOf(again.filter(isSection))).toEqual(numbersOf(others))
    expect(await storedSections()).toHaveLength(sections.length)

    for (const other of [...others].reverse()) await deliver(other)
    const ends = await takeQueued(app)
    expect(ends.map(({ body }) => body)).toEqual([layout.body])
    await deliver(ends[0])
    expect(await storedSections()).toEqual([])
    for (const late of [first, ...timer, ...again]) await deliver(late)
    await drainQueue(app)
    const done = await printOf(client, print._id)
    expect(done).toMatchObject({ status: "Completed", copies: COPIES })
    expect(done.lengthIn).toBeLessThan(quick.lengthIn)
    expect(await hub.balance()).toMatchObject({ used: COPIES, held: 0 })
    const stored = (await client.get(`/api/prints/${print._id}/layout`)).data as LayoutDocument
    expect(stored.sheets.flatMap(({ placements }) => placements)).toHaveLength(COPIES)
  },
  LONG_MS,
)

longTest(
  "lost sections are queued again by the sweep, and once the time is up the print goes on without them",
  async () => {
    const user = await app.givenUser({ name: "Lost", credits: 500 })
    const { client } = user
    const { print, sheetTemplateId, quick } = await givenPieces(user)
    const { sections, timer } = await dealtOut(user, print._id, sheetTemplateId)
    await app.runtime.runCron("* * * * *", Date.now() + 6 * 60_000)
    const [swept] = await takeQueued(app)
    expect(swept.body).toMatchObject({ kind: "layout" })
    await deliver(swept)
    expect(numbersOf((await takeQueued(app)).filter(isSection))).toEqual(numbersOf(sections))

    await deliver(sections[0])
    // Every try of the second one has failed.
    await deliver({ ...sections[1], queue: `${sections[1].queue}-dead` })
    await takeQueued(app)
    if (sections.length > 2) await deliver(timer[0])
    else await drainQueue(app)
    await deliver(timer[0])
    await drainQueue(app)
    const done = await printOf(client, print._id)
    expect(done).toMatchObject({ status: "Completed", copies: COPIES })
    expect(done.lengthIn).toBeLessThan(quick.boxesLengthIn)
  },
  LONG_MS,
)

longTest(
  "a cancelled print searches no more sections, and one whose size changes meanwhile is searched as a whole",
  async () => {
    const user = await app.givenUser({ name: "Changing", credits: 1_000 })
    const { client, hub } = user
    const { print, sizeId, sheetTemplateId } = await givenPieces(user)
    const { sections } = await dealtOut(user, print._id, sheetTemplateId)
    expect((await client.post(`/api/prints/${print._id}/cancel`)).status).toBe(200)
    expect(await storedSections()).toEqual([])
    for (const section of sections) await deliver(section)
    expect(await takeQueued(app)).toEqual([])
    expect(await hub.balance()).toMatchObject({ used: 0, held: 0 })

    const dealt = await dealtOut(user, print._id, sheetTemplateId)
    app.expectErrors(/stored layout not proved, another is searched/)
    await deliver(dealt.sections[0])
    expect((await client.put(`/api/sizes/${sizeId}`, { name: "Larger", value: 0.9 })).status).toBe(200)
    for (const section of dealt.sections.slice(1)) await deliver(section)
    await drainQueue(app)
    expect(await printOf(client, print._id)).toMatchObject({ status: "Completed", copies: COPIES })
  },
  LONG_MS,
)

longTest(
  "a search in sections moves nothing that was pinned, and takes no more film than was agreed to",
  async () => {
    const user = await app.givenUser({ name: "Pinned", credits: 500 })
    const { client } = user
    const { print, sheetTemplateId, quick } = await givenPieces(user)
    const layout = {
      ...{ sheetTemplateId, packing: "tightest" },
      sheets: quick.sheets.map(({ lengthPx, placements }) => ({
        lengthPx,
        placements: placements.map(({ itemId, copy, x, y, turn }, i) => ({
          ...{ itemId, copy, x, y, turn },
          pinned: i === 0,
        })),
      })),
    }
    await takeQueued(app)
    const started = await client.post(`/api/prints/${print._id}/proccess`, { layout, effort: "balanced" })
    expect(started.status, started.message).toBe(202)
    await drainQueue(app)
    const done = await printOf(client, print._id)
    expect(done).toMatchObject({ status: "Completed", copies: COPIES })
    expect(done.lengthIn).toBeLessThanOrEqual(quick.lengthIn)
    const stored = (await client.get(`/api/prints/${print._id}/layout`)).data as LayoutDocument
    const pins = ({ sheets }: Pick<LayoutDocument, "sheets">) =>
      sheets.map(({ placements }) => placements.filter(({ pinned }) => pinned))
    expect(pins(stored)).toEqual(pins(layout as LayoutDocument))
  },
  LONG_MS,
)
