import { expect, test } from "vitest"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import type { LayoutReply, Print } from "../../../contract/prints/print.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { photoJpeg, softArtPng } from "../../../harness/artwork.ts"
import { isFull } from "../../../harness/layer.ts"
import { longTest } from "../../../harness/long-test.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
  processed,
  storedSheets,
  sweepFiles,
  until,
} from "../artwork/artwork-steps.ts"

const app = useApp()
const RENDER = "sheetsmith-render"

type AttemptRow = { id: string; state: string; number: number; is_hold_settled: number; is_announced: number }

async function attemptsOf(printId: string): Promise<AttemptRow[]> {
  const query = app.db.prepare("SELECT * FROM attempt WHERE print_id = ? ORDER BY number").bind(printId)
  return (await query.all<AttemptRow>()).results
}

/** Returns all messages of an attempt, once its layout is known or it has ended. */
async function messagesOf(attemptId: string) {
  await until("the layout", async () => {
    const query = app.db.prepare(
      "SELECT 1 FROM attempt WHERE id = ? AND search_effort IS NOT NULL AND state IN ('holding', 'stamping')",
    )
    return (await query.bind(attemptId).first()) === null
  })
  const stamps = await app.db
    .prepare("SELECT stamp_key AS stampKey FROM attempt_stamp WHERE attempt_id = ?")
    .bind(attemptId)
    .all<{ stampKey: string }>()
  const sheets = await app.db
    .prepare("SELECT sheet_index AS sheetIndex FROM sheet WHERE attempt_id = ?")
    .bind(attemptId)
    .all<{ sheetIndex: number }>()
  return {
    layout: { kind: "layout", attemptId },
    stamps: stamps.results.map((row) => ({ kind: "stamp", attemptId, ...row })),
    sheets: sheets.results.map((row) => ({ kind: "sheet", attemptId, ...row })),
  }
}

async function sheetKeysOf(attemptId: string): Promise<string[]> {
  const { results } = await app.db
    .prepare("SELECT token FROM sheet WHERE attempt_id = ?")
    .bind(attemptId)
    .all<{ token: string }>()
  return (await Promise.all(results.map(({ token }) => keysIn(app, `sheets/${token}/`)))).flat()
}

/** A draft whose stamp cannot be made: its trim box lies outside, which is our own fault. */
async function givenStuckPrint(
  { client }: GivenUser,
  quantity = 2,
): Promise<{ print: Print; unstick(): Promise<void> }> {
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  await app.db.prepare("UPDATE image SET trim_x = trim_x + 100000 WHERE id = ?").bind(image._id).run()
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity }])
  return {
    print,
    async unstick() {
      await app.db.prepare("UPDATE image SET trim_x = trim_x - 100000 WHERE id = ?").bind(image._id).run()
      await app.db
        .prepare("UPDATE attempt_stamp SET trim_x = trim_x - 100000 WHERE image_id = ?")
        .bind(image._id)
        .run()
    },
  }
}

test("two clicks and two tabs start one attempt and pay once; every message may come twice", async () => {
  const user = await app.givenUser({ name: "Clicks" })
  const { client, hub, userId } = user
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 7 }])
  const path = `/api/prints/${print._id}/proccess`
  const tab = client.fork()
  const replies = await Promise.all([client.post(path), tab.post(path), client.post(path), tab.post(path)])
  expect(replies.map((reply) => reply.status)).toEqual([202, 202, 202, 202])
  const done = await processed(client, print._id)
  expect(done.status).toBe("Completed")
  expect((await client.post(path)).message).toBe("Already Processed")

  const [attempt, ...others] = await attemptsOf(print._id)
  expect(others).toEqual([])
  const { layout, stamps, sheets } = await messagesOf(attempt.id)
  expect(stamps).toHaveLength(1)
  const twice = [layout, ...stamps, ...stamps, ...sheets, ...sheets]
  expect(await app.deliver(RENDER, ...twice)).toMatchObject({ retried: [] })
  await app.deliver("sheetsmith-render-dead", layout, ...stamps, ...sheets)
  expect(await printOf(client, print._id)).toEqual(done)
  await until("the end to be announced", async () => (await attemptsOf(print._id))[0].is_announced === 1)
  expect(await hub.balance()).toMatchObject({ available: 13, used: 7, held: 0 })
  const entries = await hub.statement({ afterSeq: 0, limit: 100 })
  expect(entries.map((entry) => entry.kind)).toEqual(["grant", "hold", "capture"])
  const messages = await hub.poll({ userId, after: 0, waitMs: 0 })
  expect(messages.events.filter(({ event }) => event === `print-${userId}`)).toHaveLength(1)
  await app.mailed(user.email, "Your print is ready")
  expect((await app.mails(user.email)).filter((mail) => mail.subject.includes("ready"))).toHaveLength(1)
  const notices = (await client.get("/api/notifications")).data as { type: string }[]
  expect(notices.filter((notice) => notice.type === "print")).toHaveLength(1)

  // Processed again, the print uses the stamp it has, and pays anew.
  await client.delete(`/api/prints/${print._id}`)
  await sweepFiles(app)
  expect(await sheetKeysOf(attempt.id)).toEqual([])
  expect((await client.get(`/api/${done.fileId[0].path}`)).status).toBe(404)
  const before = await keysIn(app, "stamps/")
  expect((await client.post(path)).status).toBe(202)
  const again = await processed(client, print._id)
  expect(again.fileId[0].path).not.toBe(done.fileId[0].path)
  expect(await keysIn(app, "stamps/")).toEqual(before)
  await expect.poll(() => hub.balance()).toMatchObject({ available: 6, used: 14 })
  expect((await client.get(`/api/images/${image._id}`)).data).toMatchObject({ usedInPrint: 14 })
})

test("a cancelled print gives its credits back, and late workers change nothing", async () => {
  app.expectErrors(/job failed.*leaves artwork/)
  const user = await app.givenUser({ name: "Cancel" })
  const { client, hub } = user
  const { print, unstick } = await givenStuckPrint(user)
  expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
  const running = await printOf(client, print._id)
  expect(running).toMatchObject({ status: "Processing", progress: { done: 0 } })
  expect(await hub.balance()).toMatchObject({ available: 18, held: 2 })
  const [item] = running.printItems
  expect((await client.put(`/api/prints/${print._id}/${item._id}`, { quantity: 9 })).status).toBe(409)
  expect((await client.delete(`/api/prints/${print._id}/${item._id}`)).status).toBe(409)
  expect((await client.post(`/api/prints/${print._id}/printItem`, { quantity: 1 })).status).toBe(409)
  expect((await client.delete(`/api/prints/${print._id}`)).status).toBe(409)
  expect((await client.delete(`/api/prints/${print._id}/force`)).status).toBe(409)
  const spared = await client.post("/api/print/bulk-delete-force", { printIds: [print._id] })
  expect(spared.data).toEqual({ printIds: [], undoId: null })

  const [first] = await attemptsOf(print._id)
  const old = await messagesOf(first.id)
  expect((await client.post(`/api/prints/${print._id}/cancel`)).data).toMatchObject({ status: "Cancelled" })
  expect((await client.post(`/api/prints/${print._id}/cancel`)).status).toBe(200)
  expect(await hub.balance()).toMatchObject({ available: 20, used: 0, held: 0 })
  await unstick()
  await app.deliver(RENDER, ...old.stamps, ...old.sheets)
  await app.deliver("sheetsmith-render-dead", ...old.stamps, ...old.sheets)
  expect((await printOf(client, print._id)).status).toBe("Cancelled")

  // A second attempt runs while the first one's messages still come.
  expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
  await app.deliver(RENDER, ...old.stamps, ...old.sheets)
  await app.deliver("sheetsmith-render-dead", ...old.stamps, ...old.sheets)
  const done = await processed(client, print._id)
  expect(done.status).toBe("Completed")
  expect((await attemptsOf(print._id)).map((row) => row.state)).toEqual(["cancelled", "completed"])
  expect(await sheetKeysOf(first.id)).toEqual([])
  expect(await hub.balance()).toMatchObject({ available: 18, used: 2, held: 0 })
})

test("a search of the layout stores nothing once it is cancelled, refused or given up", async () => {
  app.expectErrors(/job failed.*leaves artwork/)
  const { client, hub, ...user } = await app.givenUser({ name: "Searching" })
  const { print } = await givenStuckPrint({ client, hub, ...user })
  const [item] = print.printItems
  const searching = async (number: number) => {
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    const { id } = (await attemptsOf(print._id))[number - 1]
    const { layout } = await messagesOf(id)
    for (const table of ["attempt_stamp", "sheet_part", "sheet"])
      await app.db.prepare(`DELETE FROM ${table} WHERE attempt_id = ?`).bind(id).run()
    await app.db.prepare("UPDATE attempt SET search_effort = 'balanced' WHERE id = ?").bind(id).run()
    expect(await printOf(client, print._id)).toMatchObject({
      status: "Processing",
      progress: { stage: "layout", done: 0 },
    })
    return layout
  }
  const expectEnd = async (wanted: Partial<Print>) => {
    expect(await printOf(client, print._id)).toMatchObject({ ...wanted, progress: null, lengthIn: null })
    expect(await hub.balance()).toMatchObject({ available: 20, used: 0, held: 0 })
    const { results } = await app.db
      .prepare("SELECT token FROM sheet JOIN attempt ON attempt.id = attempt_id WHERE print_id = ?")
      .bind(print._id)
      .all()
    expect(results).toEqual([])
  }

  const cancelled = await searching(1)
  // Without a layout no stamp is missing, and yet the sheets' turn has not come.
  await app.deliver(RENDER, { kind: "stamp", attemptId: cancelled.attemptId, stampKey: "stamps/unknown" })
  expect((await attemptsOf(print._id))[0].state).toBe("stamping")
  expect((await client.post(`/api/prints/${print._id}/cancel`)).status).toBe(200)
  expect(await app.deliver(RENDER, cancelled)).toMatchObject({ retried: [] })
  await app.deliver("sheetsmith-render-dead", cancelled)
  await expectEnd({ status: "Cancelled" })

  const refused = await searching(2)
  const resize = app.db.prepare("UPDATE size SET value_in = ? WHERE id = ?")
  await resize.bind(200, item.sizeId?._id).run()
  expect(await app.deliver(RENDER, refused)).toMatchObject({ retried: [] })
  await expectEnd({
    status: "In Draft",
    failureMessage: expect.stringContaining("does not fit on the sheet"),
  })
  await resize.bind(2, item.sizeId?._id).run()

  const givenUp = await searching(3)
  await app.deliver("sheetsmith-render-dead", givenUp, givenUp)
  await expectEnd({
    status: "In Draft",
    failureMessage: expect.stringContaining("layout could not be made"),
  })
})

test("a given layout is proved and printed as it is; one that breaks a rule is refused, and nothing is held", async () => {
  const { client, hub } = await app.givenUser({ name: "Proposes" })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
  const process = (body: object) => client.post(`/api/prints/${print._id}/proccess`, body)
  const [item] = print.printItems
  const [film] = (await client.get("/api/sheet-templates")).data as SheetTemplate[]
  const { _id: sheetTemplateId, dpi, edgeIn, gapIn } = film
  await client.put(`/api/sheet-templates/${sheetTemplateId}`, { ...film, nesting: "boxes" })
  const [edge, gap] = [Math.round(edgeIn * dpi), Math.round(gapIn * dpi)]
  const dry = (await client.post(`/api/prints/${print._id}/layout`)).data as LayoutReply
  const [shown] = dry.sheets[0].placements
  const [widthPx, heightPx] = shown.rotated
    ? [shown.heightPx, shown.widthPx]
    : [shown.widthPx, shown.heightPx]

  // No search would leave this staircase: each copy lies on its own steps, one upside down.
  const place = (copy: number, turn: 0 | 180) => {
    const [x, y] = [edge + copy * 40, edge + (copy - 1) * (heightPx + gap + 17)]
    return { itemId: item._id, copy, x, y, turn, pinned: copy === 2 }
  }
  const placements = [place(1, 0), place(2, 180), place(3, 0)]
  const lengthPx = placements[2].y + heightPx + edge
  const layout = { sheetTemplateId, packing: "tightest", sheets: [{ lengthPx, placements }] }
  const spoilt = (change: (sheet: (typeof layout.sheets)[0]) => void) => {
    const copy = structuredClone(layout)
    change(copy.sheets[0])
    return copy
  }
  const refusals = [
    [
      spoilt(({ placements }) => (placements[1].y -= 18)),
      { code: "overlap", sheet: 0, placements: [0, 1], byPx: 1 },
    ],
    [spoilt(({ placements }) => placements.splice(0, 1)), { code: "missing", itemId: item._id, copies: [1] }],
    [spoilt(({ placements }) => (placements[2].copy = 2)), { code: "repeated" }],
    [spoilt((sheet) => (sheet.lengthPx += 5)), { code: "wrong-length", byPx: 5 }],
    [spoilt(({ placements }) => (placements[0].itemId = print._id)), { code: "unknown-item" }],
  ] as const
  for (const [wrong, violation] of refusals) {
    const reply = await process({ layout: wrong })
    expect(reply, violation.code).toMatchObject({ status: 422, code: "layout-invalid" })
    expect(reply.violations, violation.code).toContainEqual(expect.objectContaining(violation))
  }
  expect((await process({ layout: { ...layout, sheetTemplateId: print._id } })).status).toBe(404)
  expect((await process({ layout: { ...layout, sheets: [{ lengthPx, placements: [{}] }] } })).status).toBe(
    400,
  )
  expect(await printOf(client, print._id)).toMatchObject({ status: "In Draft", failureMessage: null })
  expect(await attemptsOf(print._id)).toEqual([])
  expect(await hub.balance()).toMatchObject({ available: 20, held: 0 })

  expect((await process({ layout })).status).toBe(202)
  const done = await processed(client, print._id)
  expect(done).toMatchObject({ status: "Completed", lengthIn: lengthPx / dpi })
  const [sheet, ...others] = await storedSheets(app, print._id)
  expect(others).toEqual([])
  expect(sheet).toMatchObject({
    lengthPx,
    placements: placements.map(({ x, y, turn }, index) => ({
      itemId: item._id,
      copy: index,
      x,
      y,
      widthPx,
      heightPx,
      rotated: false,
      ...(turn === 180 && { halfTurned: true }),
    })),
  })
  await expect.poll(() => hub.balance()).toMatchObject({ available: 17, used: 3 })

  // The last accepted layout is printed again without a search, until one is asked for.
  const again = async (request: object) => {
    expect((await client.delete(`/api/prints/${print._id}`)).status).toBe(200)
    expect((await process(request)).status).toBe(202)
    expect((await processed(client, print._id)).status).toBe("Completed")
    return storedSheets(app, print._id)
  }
  expect(await again({})).toEqual([sheet])
  const [searched] = await again({ effort: "quick" })
  expect(searched.lengthPx).toBeLessThan(lengthPx)
  expect(await again({})).toEqual([searched])
  expect((await client.get(`/api/prints/${print._id}/layout`)).data).toMatchObject({
    sheets: [{ lengthPx: searched.lengthPx }],
  })
})

test("a print of the longest search goes on in the short lane while nothing of its account waits", async () => {
  const { client } = await app.givenUser({ name: "Longest", credits: 10 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(30, 36) })
  const print = await givenPrint(client, [
    { imageId: image._id, sizeId: await givenSize(client, "Small", 1), quantity: 1 },
  ])
  expect((await client.post(`/api/prints/${print._id}/proccess`, { effort: "best" })).status).toBe(202)
  expect((await processed(client, print._id)).status).toBe("Completed")
  const attempt = await app.db.prepare("SELECT lane FROM attempt WHERE print_id = ?").bind(print._id).first()
  expect(attempt).toEqual({ lane: "short" })
})

longTest("a long search tells how far it is, lets others in, and stops when it is cancelled", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Patient", credits: 500 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeIds = await Promise.all(
    Array.from({ length: 24 }, (_, i) => givenSize(client, `S${i}`, 1.9 + ((i * 7) % 24) / 10)),
  )
  const print = await givenPrint(
    client,
    sizeIds.map((sizeId) => ({ imageId: image._id, sizeId, quantity: 3 })),
  )
  const shares: number[] = []
  const listening = new AbortController()
  const listen = async () => {
    let after = -1
    while (!listening.signal.aborted) {
      const { events, latest } = await hub.poll({ userId, after, waitMs: 1_000 })
      after = latest
      for (const { event, data } of events) {
        const { printId, stage, done, total } = data as { printId: string } & NonNullable<Print["progress"]>
        if (event === `print-progress-${userId}` && printId === print._id && stage === "layout")
          shares.push(done / total)
      }
    }
  }
  const heard = listen()
  expect((await client.post(`/api/prints/${print._id}/proccess`, { effort: "best" })).status).toBe(202)
  await until("the search to go on", async () => shares.length >= 2)
  expect((await app.visitor().get("/api/health")).status).toBe(200)
  expect((await client.post(`/api/prints/${print._id}/cancel`)).status).toBe(200)

  // Only one search at a time: when another print is there, this one has stopped, and not at its end.
  const next = await givenPrint(client, [{ imageId: image._id, sizeId: sizeIds[0], quantity: 1 }])
  await client.post(`/api/prints/${next._id}/proccess`, { effort: "quick" })
  expect((await processed(client, next._id)).status).toBe("Completed")
  listening.abort()
  await heard
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares[0]).toBeGreaterThan(0)
  expect(Math.max(...shares)).toBeLessThan(0.8)
  expect(await printOf(client, print._id)).toMatchObject({ status: "Cancelled", progress: null })
  expect(await storedSheets(app, print._id)).toEqual([])
  await expect.poll(() => hub.balance()).toMatchObject({ available: 499, used: 1, held: 0 })
})

longTest("cancelling while a sheet is being written stops its worker and leaves no file", async () => {
  const { client, hub } = await app.givenUser({ name: "Midway", credits: 500 })
  const image = await givenImage(client, { name: "photo.jpg", bytes: await photoJpeg(2400, 2400) })
  const sizeId = await givenSize(client, "Adult", 10)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 16 }])
  await client.post(`/api/prints/${print._id}/proccess`)
  const [attempt] = await until("the sheet to begin", async () => {
    const rows = await attemptsOf(print._id)
    return rows[0]?.state === "rendering" ? rows : null
  })
  expect((await client.post(`/api/prints/${print._id}/cancel`)).status).toBe(200)
  const { sheets } = await messagesOf(attempt.id)
  await app.deliver(RENDER, ...sheets)
  // Sheets are written one at a time: when another one is there, that worker has stopped.
  const next = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  await client.post(`/api/prints/${next._id}/proccess`)
  expect((await processed(client, next._id)).status).toBe("Completed")
  await sweepFiles(app)
  expect(await sheetKeysOf(attempt.id)).toEqual([])
  expect((await printOf(client, print._id)).status).toBe("Cancelled")
  await expect.poll(() => hub.balance()).toMatchObject({ available: 499, used: 1, held: 0 })
})

test("artwork that turns out broken fails the print with its name, and no credit is taken", async () => {
  const user = await app.givenUser({ name: "Broken" })
  const { client, hub, userId, email } = user
  const image = await givenImage(client, { name: "torn.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const bucket = await app.runtime.miniflare.getR2Bucket("FILES")
  const art = await softArtPng(300, 360)
  await bucket.put(`images/${image._id}/source`, art.subarray(0, art.length - 600))
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
  await client.post(`/api/prints/${print._id}/proccess`)
  const failed = await processed(client, print._id)
  expect(failed).toMatchObject({
    status: "In Draft",
    failureMessage: expect.stringMatching(/^"torn\.png" could not be printed\. /),
  })
  await until("the end to be announced", async () => (await attemptsOf(print._id))[0].is_announced === 1)
  expect(await hub.balance()).toMatchObject({ available: 20, used: 0, held: 0 })
  const messages = await hub.poll({ userId, after: 0, waitMs: 0 })
  expect(messages.events.at(-1)).toMatchObject({
    event: `print-update-${userId}`,
    data: { status: "Error", printId: print._id, message: failed.failureMessage },
  })
  await app.mailed(email, "Your print could not be completed")

  await bucket.delete(`images/${image._id}/source`)
  await client.post(`/api/prints/${print._id}/proccess`)
  expect((await processed(client, print._id)).failureMessage).toContain("Its file is missing")
  await bucket.put(`images/${image._id}/source`, art)
  await client.post(`/api/prints/${print._id}/proccess`)
  expect(await processed(client, print._id)).toMatchObject({ status: "Completed", failureMessage: null })
})

test("when every try fails, the dead-letter queue fails the print and frees the credits", async () => {
  app.expectErrors(/job failed.*leaves artwork/)
  const user = await app.givenUser({ name: "DeadEnd" })
  const { print } = await givenStuckPrint(user)
  await user.client.post(`/api/prints/${print._id}/proccess`)
  const [attempt] = await attemptsOf(print._id)
  const { stamps } = await messagesOf(attempt.id)
  expect(await app.deliver(RENDER, ...stamps)).toMatchObject({ acked: [], retried: ["by-hand-0"] })
  expect((await printOf(user.client, print._id)).status).toBe("Processing")
  await app.deliver("sheetsmith-render-dead", ...stamps, ...stamps)
  expect(await printOf(user.client, print._id)).toMatchObject({
    status: "In Draft",
    failureMessage: expect.stringContaining('"moth.png" could not be prepared'),
  })
  expect(await user.hub.balance()).toMatchObject({ available: 20, held: 0 })
})

test("a lost stamp is made again; a print planned before the engine changed, its image deleted, is printed still", async () => {
  app.expectErrors(/job failed.*leaves artwork/)
  const user = await app.givenUser({ name: "Lost" })
  const { client } = user
  const bucket = await app.runtime.miniflare.getR2Bucket("FILES")
  const image = await givenImage(client, { name: "a.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 2 }])
  await client.post(`/api/prints/${print._id}/proccess`)
  expect((await processed(client, print._id)).status).toBe("Completed")
  await bucket.delete(await keysIn(app, `stamps/${image._id}/`))
  await client.delete(`/api/prints/${print._id}`)
  await client.post(`/api/prints/${print._id}/proccess`)
  expect((await processed(client, print._id)).status).toBe("Completed")
  expect(await keysIn(app, `stamps/${image._id}/`)).toHaveLength(1)

  const stuck = await givenStuckPrint(user)
  await client.post(`/api/prints/${stuck.print._id}/proccess`)
  const imageId = stuck.print.printItems[0].imageId?._id ?? ""
  expect((await client.delete(`/api/images/${imageId}`)).status).toBe(200)
  await sweepFiles(app)
  expect(await keysIn(app, `images/${imageId}/`)).toEqual([`images/${imageId}/source`])
  await stuck.unstick()
  const [attempt] = await attemptsOf(stuck.print._id)
  // Its stamp has the name that the Worker before gave it: it is made under that name, and used.
  const [{ stampKey }] = (await messagesOf(attempt.id)).stamps
  const older = `stamps/${imageId}/older`
  await app.db
    .prepare("UPDATE attempt_stamp SET stamp_key = ? WHERE attempt_id = ?")
    .bind(older, attempt.id)
    .run()
  await app.db
    .prepare("UPDATE sheet_part SET placements = replace(placements, ?, ?) WHERE attempt_id = ?")
    .bind(stampKey, older, attempt.id)
    .run()
  await app.deliver(RENDER, ...(await messagesOf(attempt.id)).stamps)
  const done = await processed(client, stuck.print._id)
  expect(done).toMatchObject({ status: "Completed", printItems: [{ imageId: null, wasImageDeleted: true }] })
  expect((await download(client, done.fileId[0])).length).toBeGreaterThan(1000)
  await sweepFiles(app)
  expect(await keysIn(app, `images/${imageId}/`)).toEqual([])
  expect(await keysIn(app, `stamps/${imageId}/`)).toEqual([])
})

test("what is previewed is what is rendered, piece for piece, for random prints", async () => {
  const user = await app.givenUser({ name: "Same", credits: 1_000 })
  const { client } = user
  const random = randomFrom(11)
  const images = await Promise.all(
    [
      [300, 360],
      [420, 200],
      [150, 500],
    ].map(async ([width, height], i) =>
      givenImage(client, { name: `${i}.png`, bytes: await softArtPng(width, height) }),
    ),
  )
  const sizes = await Promise.all([1, 1.5, 3.25].map((value) => givenSize(client, `${value}`, value)))
  for (let round = 0; round < (isFull ? 3 : 1); round++) {
    const items = images.flatMap((image) =>
      sizes.map((sizeId) => ({ imageId: image._id, sizeId, quantity: 1 + Math.floor(random() * 6) })),
    )
    const print = await givenPrint(client, items)
    const planned = (await client.post(`/api/prints/${print._id}/layout`)).data as LayoutReply
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    expect((await processed(client, print._id)).status).toBe("Completed")
    const rendered = (await storedSheets(app, print._id)).map(({ placements, ...sheet }) => ({
      ...sheet,
      placements: placements.map(({ stampKey: _, label: __, ...place }) => place),
    }))
    const shown = planned.sheets.map(({ placements, ...sheet }) => ({
      ...sheet,
      placements: placements.map(({ turn: _, pinned: __, copy, ...place }) => ({ ...place, copy: copy - 1 })),
    }))
    expect(rendered).toEqual(shown)
  }
})
