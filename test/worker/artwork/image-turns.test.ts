import { expect, test } from "vitest"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { sqliteD1 } from "../../../harness/sqlite-d1.ts"
import {
  claimReadAgain,
  countReadAgain,
  putOffReadAgain,
  releaseReadAgain,
  takeAccountsReadAgain,
} from "../../../worker/data/artwork/image-turn-rows.ts"
import { openDatabase } from "../../../worker/data/database.ts"

const userId = makeId(1)
const nowMs = Date.parse("2026-11-27T12:00:07.123Z")

/** An account with ready images that are due at these times. */
function givenImages(dueMs: readonly number[]) {
  const { DB, db } = sqliteD1()
  db.exec("PRAGMA foreign_keys = OFF")
  const ids = dueMs.map((_, i) => makeId(10 + i))
  for (const [i, id] of ids.entries())
    db.prepare(
      `INSERT INTO image (id, user_id, name, sku_key, status, master_key, preview_key, width_px, height_px, trim_width, trim_height, retry_at, created_at, updated_at)
      VALUES (?, ?, 'Moth', 'moth', 'Ready', 'master', 'preview', 9, 9, 9, 9, ?, 0, 0)`,
    ).run(id, userId, dueMs[i])
  const dueAt = (id: string) => db.prepare("SELECT retry_at FROM image WHERE id = ?").get(id)?.retry_at
  const sweep = (atMs: number) =>
    takeAccountsReadAgain(openDatabase(DB), { nowMs: atMs, takenAtMs: atMs }, 10)
  return { db: openDatabase(DB), ids, dueAt, sweep }
}

const claimOf = (limit: number) => ({ limit, nowMs, untilMs: nowMs + 2 * MINUTE_MS })

test("an image that cannot be read again is tried some minutes later, however old it is, and holds up no other", async () => {
  const { db, ids, dueAt, sweep } = givenImages([nowMs - 1, nowMs - 5 * MINUTE_MS])
  const [row] = await claimReadAgain(db, { userId, imageId: ids[0] }, claimOf(10))
  await putOffReadAgain(db, row, nowMs)
  const pauseMs = Number(dueAt(ids[0])) - nowMs
  expect(pauseMs).toBeGreaterThanOrEqual(5 * MINUTE_MS)
  expect(pauseMs).toBeLessThan(6 * MINUTE_MS)

  // A minute before its time and after it, no turn of the account moves.
  for (const atMs of [nowMs + pauseMs - MINUTE_MS, nowMs + pauseMs + MINUTE_MS / 2]) {
    const counted = await countReadAgain(db, userId, { sinceMs: atMs, nowMs: atMs })
    expect(counted).toEqual({ moving: 0, added: 0 })
  }
  expect(await sweep(nowMs + pauseMs - MINUTE_MS)).toEqual([userId])
})

test("an image that was asked for by itself is taken alone, and keeps no sweep from the others", async () => {
  const { db, ids, dueAt, sweep } = givenImages([nowMs - MINUTE_MS, nowMs - MINUTE_MS])
  const one = { userId, imageId: ids[0] }
  const claimed = await claimReadAgain(db, one, claimOf(10))
  expect(claimed.map(({ id }) => id)).toEqual([ids[0]])
  expect(await claimReadAgain(db, one, claimOf(10))).toEqual([])
  expect(await releaseReadAgain(db, one, claimed, nowMs)).toBe(false)
  expect(dueAt(ids[0])).toBe(nowMs - MINUTE_MS)
  await claimReadAgain(db, one, claimOf(10))
  expect(await sweep(nowMs)).toEqual([userId])
  // Now a message is on its way.
  expect(await sweep(nowMs)).toEqual([])
})
