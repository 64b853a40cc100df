import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { longTest } from "../../../harness/long-test.ts"
import {
  givenImage,
  givenPrint,
  givenSize,
  imageOf,
  ingested,
  keysIn,
  printOf,
  processed,
  until,
} from "../artwork/artwork-steps.ts"

const app = useApp()
const MINUTE = "* * * * *"
const NIGHT = "17 3 * * *"
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

async function givenReadyDraft(
  { client }: GivenUser,
  quantity = 2,
): Promise<{ print: Print; imageId: string }> {
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity }])
  return { print, imageId: image._id }
}

async function givenCompleted(user: GivenUser) {
  const { print, imageId } = await givenReadyDraft(user)
  expect((await user.client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
  const done = await processed(user.client, print._id)
  expect(done.status).toBe("Completed")
  const row = await app.db
    .prepare("SELECT * FROM attempt WHERE print_id = ?")
    .bind(print._id)
    .first<{ id: string }>()
  if (!row) throw new Error("no attempt")
  await until("the end to be announced", async () => {
    const query = app.db.prepare("SELECT is_announced FROM attempt WHERE id = ?").bind(row.id)
    return (await query.first<{ is_announced: number }>())?.is_announced === 1
  })
  return { print: done, imageId, attemptId: row.id }
}

/** Writes a state, as if the Worker had stopped right after it. */
async function rewind(sql: string, ...values: unknown[]): Promise<void> {
  await app.db
    .prepare(sql)
    .bind(...values)
    .run()
}

test("an attempt that stopped anywhere is taken up again, completes and pays once", async () => {
  const user = await app.givenUser({ name: "Stalled", credits: 60 })
  const { client, hub, userId, email } = user
  let spent = 0
  for (const stop of ["holding", "searching", "stamping", "rendering", "finishing", "completed"]) {
    const { print, imageId } = await givenReadyDraft(user)
    // The stamp cannot be made for now, so that the attempt stays where it is put.
    const isBefore = stop === "holding" || stop === "searching" || stop === "stamping"
    if (isBefore) {
      app.expectErrors(/job failed.*leaves artwork/)
      await rewind("UPDATE image SET trim_x = trim_x + 100000 WHERE id = ?", imageId)
    }
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    const attempt = await app.db
      .prepare("SELECT * FROM attempt WHERE print_id = ?")
      .bind(print._id)
      .first<{ id: string }>()
    const id = attempt?.id
    if (isBefore) {
      await until("the layout", async () => {
        const row = app.db.prepare("SELECT search_effort FROM attempt WHERE id = ?").bind(id)
        return (await row.first<{ search_effort: string | null }>())?.search_effort === null
      })
      if (stop === "stamping") {
        await rewind("UPDATE attempt_stamp SET trim_x = trim_x - 100000 WHERE attempt_id = ?", id)
      } else {
        await rewind("UPDATE image SET trim_x = trim_x - 100000 WHERE id = ?", imageId)
        for (const table of ["attempt_stamp", "sheet_part", "sheet"])
          await rewind(`DELETE FROM ${table} WHERE attempt_id = ?`, id)
        await rewind(
          "UPDATE attempt SET state = ?, search_effort = 'quick' WHERE id = ?",
          stop === "searching" ? "stamping" : stop,
          id,
        )
        expect((await printOf(client, print._id)).progress).toEqual({ stage: "layout", done: 0, total: 1 })
      }
    } else {
      await processed(client, print._id)
      await until("the end", async () => {
        const row = await app.db
          .prepare("SELECT is_announced AS said FROM attempt WHERE id = ?")
          .bind(id)
          .first<{ said: number }>()
        return row?.said === 1
      })
      await rewind(
        "UPDATE attempt SET state = ?, is_announced = 0, is_hold_settled = 0 WHERE id = ?",
        stop,
        id,
      )
      if (stop !== "completed") {
        await rewind("UPDATE print SET status = 'Processing', printed_at = NULL WHERE id = ?", print._id)
        await rewind("UPDATE image SET used_in_print = 0 WHERE id = ?", imageId)
      }
      if (stop === "rendering")
        await rewind("UPDATE sheet SET state = 'waiting', checksum = NULL WHERE attempt_id = ?", id)
    }
    await app.runtime.runCron(MINUTE, Date.now() + 6 * MINUTE_MS)
    const done = await processed(client, print._id)
    expect(done.status, stop).toBe("Completed")
    await until("the end to be announced", async () => {
      const row = await app.db
        .prepare("SELECT is_announced AS said FROM attempt WHERE id = ?")
        .bind(id)
        .first<{ said: number }>()
      return row?.said === 1
    })
    spent += 2
    expect(await hub.balance(), stop).toMatchObject({ available: 60 - spent, used: spent, held: 0 })
    expect(await imageOf(client, imageId), stop).toMatchObject({ usedInPrint: 2 })
    const messages = await hub.poll({ userId, after: 0, waitMs: 0 })
    const ends = messages.events.filter(({ event, data }) => {
      return event === `print-${userId}` && (data as { attachmentId: string }).attachmentId === print._id
    })
    expect(ends, stop).toHaveLength(1)
  }
  await expect.poll(async () => (await app.mails(email)).length).toBeGreaterThanOrEqual(5)
})

test("a stalled attempt that nothing helps ends after some hours; a hold refused later returns the print", async () => {
  app.expectErrors(/job failed.*leaves artwork/)
  const user = await app.givenUser({ name: "Hopeless" })
  const { client, hub, userId } = user
  const { print, imageId } = await givenReadyDraft(user)
  await rewind("UPDATE image SET trim_x = trim_x + 100000 WHERE id = ?", imageId)
  await client.post(`/api/prints/${print._id}/proccess`)
  await app.runtime.runCron(MINUTE, Date.now() + 7 * HOUR_MS)
  expect(await printOf(client, print._id)).toMatchObject({
    status: "In Draft",
    failureMessage: expect.stringContaining("took too long"),
  })
  expect(await hub.balance()).toMatchObject({ available: 20, held: 0 })

  // The Worker stopped before the hold; before the sweep, the credits are spent elsewhere.
  await client.post(`/api/prints/${print._id}/proccess`)
  const [{ id }] = (
    await app.db
      .prepare("SELECT id FROM attempt WHERE print_id = ? AND number = 2")
      .bind(print._id)
      .all<{ id: string }>()
  ).results
  await hub.release({ userId, id: `hold:${id}` })
  const fresh = crypto.randomUUID()
  await rewind("UPDATE attempt SET state = 'holding', credits = 21 WHERE id = ?", id)
  expect(await hub.hold({ userId, id: `test:${fresh}`, credits: 20, note: "Elsewhere" })).toMatchObject({
    kind: "done",
  })
  await app.runtime.runCron(MINUTE, Date.now() + 2 * MINUTE_MS)
  expect(await printOf(client, print._id)).toMatchObject({
    status: "In Draft",
    failureMessage: expect.stringContaining("needs 21 credits"),
  })
})

test("sheets are kept seven days after they were printed, then removed; the print can be processed again", async () => {
  const user = await app.givenUser({ name: "Retention" })
  const { client } = user
  const { print } = await givenCompleted(user)
  const [file] = print.fileId
  const folder = file.path.split("/").slice(1, 3).join("/")
  expect(await keysIn(app, `${folder}/`)).toHaveLength(2)
  const due = Date.parse(print.printedAt ?? "") + RETENTION_DAYS * DAY_MS
  await app.runtime.runCron(MINUTE, due - 1)
  expect((await printOf(client, print._id)).status).toBe("Completed")
  expect((await app.visitor().get(`/api/${file.path}`)).status).toBe(200)
  await app.runtime.runCron(MINUTE, due)
  expect(await printOf(client, print._id)).toMatchObject({
    status: "Deleted",
    fileId: [],
    printedAt: print.printedAt,
  })
  expect(await keysIn(app, `${folder}/`)).toEqual([])
  expect((await app.visitor().get(`/api/${file.path}`)).status).toBe(404)
  await client.post(`/api/prints/${print._id}/proccess`)
  expect((await processed(client, print._id)).status).toBe("Completed")
})

test("after a restart of the local runtime everything unfinished goes on at once, however little it has waited", async () => {
  const user = await app.givenUser({ name: "Restarted" })
  const { client, hub } = user
  const { print } = await givenCompleted(user)
  const { _id } = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const rewindAll = async () => {
    const nowMs = Date.now()
    await rewind(
      "UPDATE image SET status = 'Ingesting', master_key = NULL, preview_key = NULL, updated_at = ? WHERE id = ?",
      nowMs,
      _id,
    )
    await rewind("UPDATE print SET status = 'Processing', printed_at = NULL WHERE id = ?", print._id)
    await rewind(
      "UPDATE sheet SET state = 'waiting', checksum = NULL WHERE attempt_id IN (SELECT id FROM attempt WHERE print_id = ?)",
      print._id,
    )
    await rewind(
      "UPDATE attempt SET state = 'rendering', is_announced = 0, is_hold_settled = 0, updated_at = ? WHERE print_id = ?",
      nowMs,
      print._id,
    )
  }
  await rewindAll()
  // Nobody knows yet that their messages are lost.
  await app.runtime.runCron(MINUTE)
  expect((await imageOf(client, _id)).status).toBe("Ingesting")
  expect((await printOf(client, print._id)).status).toBe("Processing")
  await app.runtime.runCron("@restart", Date.now() + 1)
  expect((await ingested(client, _id)).status).toBe("Ready")
  expect((await processed(client, print._id)).status).toBe("Completed")
  await until("the end to be announced", async () => (await hub.balance()).held === 0)
  expect(await hub.balance()).toMatchObject({ available: 18, used: 2 })

  // A machine that was off over night has given nobody the time to read.
  const { print: late } = await givenReadyDraft(user)
  await rewind(
    "UPDATE image SET status = 'Ingesting', created_at = 1, updated_at = 1, retry_at = NULL WHERE id = ?",
    _id,
  )
  await app.runtime.runCron("@restart", Date.now() + 1)
  expect((await ingested(client, _id)).status).toBe("Ready")
  expect((await printOf(client, late._id)).status).toBe("In Draft")
})

test("images that nobody reads are queued again", async () => {
  const { client } = await app.givenUser({ name: "Idle" })
  const { _id } = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  await rewind(
    "UPDATE image SET status = 'Ingesting', master_key = NULL, preview_key = NULL WHERE id = ?",
    _id,
  )
  await app.runtime.runCron(MINUTE, Date.now() + 9 * MINUTE_MS)
  expect((await imageOf(client, _id)).status).toBe("Ingesting")
  await app.runtime.runCron(MINUTE, Date.now() + 11 * MINUTE_MS)
  expect((await ingested(client, _id)).status).toBe("Ready")
  // Once it is read, no further try is due: that would read it again for a font.
  const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(_id).first()
  expect(row).toEqual({ retry_at: null })

  await rewind("UPDATE image SET status = 'Ingesting', updated_at = created_at WHERE id = ?", _id)
  await app.runtime.runCron(MINUTE, Date.now() + 7 * HOUR_MS)
  expect((await imageOf(client, _id)).failureReason).toContain("technical problem")
  expect(await keysIn(app, `images/${_id}/`)).toEqual([])
})

test("stamps that no print has used for a month are forgotten at night, others stay", async () => {
  const user = await app.givenUser({ name: "Stamps" })
  const { imageId } = await givenCompleted(user)
  await app.runtime.runCron(NIGHT, Date.now() + 29 * DAY_MS)
  await app.runtime.runCron(MINUTE)
  expect(await keysIn(app, `stamps/${imageId}/`)).toHaveLength(1)
  await app.runtime.runCron(NIGHT, Date.now() + 31 * DAY_MS)
  await app.runtime.runCron(MINUTE)
  expect(await keysIn(app, `stamps/${imageId}/`)).toEqual([])
})

test("an object that R2 will not remove holds up no other, and is asked for less and less often", async () => {
  app.expectErrors(/objects not removed/)
  const bucket = await app.runtime.miniflare.getR2Bucket("FILES")
  const [old, recent] = ["images/doomed-1/source", "images/doomed-2/source"]
  for (const key of [old, recent]) await bucket.put(key, "to go")
  // Longer than R2's keys may be.
  const bad = `images/${"x".repeat(1_100)}`
  const hourAgo = Date.now() - HOUR_MS
  for (const [place, key] of [bad, old, recent].entries())
    await rewind("INSERT INTO doomed_object (key, created_at) VALUES (?, ?)", key, hourAgo + place)
  const nowMs = Date.now()
  await app.runtime.runCron(MINUTE, nowMs)
  expect(await keysIn(app, "images/doomed")).toEqual([])
  const { results } = await app.db
    .prepare("SELECT key, retry_at AS retryAt FROM doomed_object")
    .all<{ key: string; retryAt: number }>()
  expect(results.map(({ key }) => key)).toEqual([bad])
  expect(results[0].retryAt).toBeGreaterThanOrEqual(nowMs + HOUR_MS)
  const lines = () => app.errorLog().filter((line) => line.includes("not removed")).length
  expect(lines()).toBe(1)
  await app.runtime.runCron(MINUTE, nowMs + MINUTE_MS)
  expect(lines()).toBe(1)
  await app.runtime.runCron(MINUTE, nowMs + 2 * HOUR_MS)
  expect(lines()).toBe(2)
  await rewind("DELETE FROM doomed_object WHERE key = ?", bad)
})

test("an object that was noted for deletion stays if a row names it by now", async () => {
  const user = await app.givenUser({ name: "Named" })
  const { imageId } = await givenCompleted(user)
  const named = [`images/${imageId}/source`, ...(await keysIn(app, `stamps/${imageId}/`))]
  expect(named.length).toBeGreaterThan(1)
  const before = [`images/${imageId}/master-0123`, `images/${imageId}/variants/0123/preview`]
  for (const key of before) await app.files.put(key, "from before")
  for (const key of [...named, ...before])
    await rewind("INSERT INTO doomed_object (key, created_at) VALUES (?, 1)", key)
  await app.runtime.runCron(MINUTE)
  for (const key of named) expect(await app.files.head(key), key).not.toBeNull()
  for (const key of before) expect(await app.files.head(key), key).toBeNull()
  const { results } = await app.db
    .prepare("SELECT key FROM doomed_object WHERE key LIKE ?")
    .bind(`%${imageId}%`)
    .all()
  expect(results).toEqual([])
})

test("objects that no row knows are found at night and removed; all others stay", async () => {
  const user = await app.givenUser({ name: "Orphans" })
  const { print, imageId } = await givenCompleted(user)
  const bucket = await app.runtime.miniflare.getR2Bucket("FILES")
  const lost = crypto.randomUUID()
  const orphans = [
    `images/${lost}/source`,
    `images/${imageId}/master-0123`,
    `stamps/${imageId}/0123`,
    `sheets/${lost}/sheet-1.png`,
    `imports/${lost}`,
  ]
  for (const key of orphans) await bucket.put(key, "left behind")
  const all = async () =>
    (await Promise.all(["images/", "stamps/", "sheets/", "imports/"].map((at) => keysIn(app, at)))).flat()
  const before = await all()
  await app.runtime.runCron(NIGHT)
  await app.runtime.runCron(MINUTE)
  expect(await all()).toEqual(before)
  await app.runtime.runCron(NIGHT, Date.now() + 2 * DAY_MS)
  await app.runtime.runCron(MINUTE)
  expect(await all()).toEqual(before.filter((key) => !orphans.includes(key)))
  expect((await app.visitor().get(`/api/${print.fileId[0].path}`)).status).toBe(200)
})

longTest(
  "the search for objects without rows goes on where it was, and begins anew only once it is through",
  async () => {
    const bucket = await app.runtime.miniflare.getR2Bucket("FILES")
    const keys = ["images/aaaa/source", "sheets/zzzz/sheet-1.png", "stamps/zzzz/0123"]
    const [front, ...behind] = keys
    for (const key of keys) await bucket.put(key, "left behind")
    const left = async () =>
      (await Promise.all(["images/aaaa", "sheets/zzzz", "stamps/zzzz"].map((at) => keysIn(app, at)))).flat()
    const cursor = async () =>
      (
        await app.db
          .prepare("SELECT after_key AS at FROM sweep_cursor WHERE name = 'orphans'")
          .first<{ at: string | null }>()
      )?.at
    const tomorrow = Date.now() + 2 * DAY_MS
    // A round that was cut off behind the first of them, yesterday.
    await rewind("UPDATE sweep_cursor SET after_key = ? WHERE name = 'orphans'", front)
    await app.runtime.runCron(NIGHT, tomorrow)
    await app.runtime.runCron(MINUTE, tomorrow)
    expect(await left()).toEqual([front])
    expect(await cursor()).toBeNull()
    // Between two rounds nothing is looked at.
    await app.runtime.runCron(MINUTE, tomorrow)
    expect(await left()).toEqual([front])
    await app.runtime.runCron(NIGHT, tomorrow + DAY_MS)
    await app.runtime.runCron(MINUTE, tomorrow + DAY_MS)
    expect(await left()).toEqual([])

    // More than R2 lists at once: the last of them is met in the same run.
    const crowd = Array.from(
      { length: 1_050 },
      (_, place) => `sheets/crowd/${String(place).padStart(4, "0")}`,
    )
    for (let at = 0; at < crowd.length; at += 50)
      await Promise.all(crowd.slice(at, at + 50).map((key) => bucket.put(key, "x")))
    for (const key of behind) await bucket.put(key, "left behind")
    await app.runtime.runCron(NIGHT, tomorrow + 2 * DAY_MS)
    const doomed = await app.db
      .prepare(
        "SELECT count(*) AS n FROM doomed_object WHERE key LIKE 'sheets/crowd/%' OR key LIKE '%/zzzz/%'",
      )
      .first<{ n: number }>()
    expect(doomed?.n).toBe(crowd.length + behind.length)
    await app.runtime.runCron(MINUTE, tomorrow + 2 * DAY_MS)
    expect(await left()).toEqual([])
  },
)
