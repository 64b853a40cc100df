import type { D1Database } from "@cloudflare/workers-types"
import { expect, test } from "vitest"
import type { Payment } from "../../../contract/credits/payment.ts"
import type { Share } from "../../../contract/delivery/share.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Operations } from "../../../contract/operations/operations.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { PASSWORD, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { longTest } from "../../../harness/long-test.ts"
import { countOwned } from "../../../harness/owned-counts.ts"
import { stoppingAfter as stopAfter } from "../../../harness/stopping-databases.ts"
import type { Client } from "../../../local/client.ts"
import { localOperatorKey } from "../../../local/local-settings.ts"
import { moveAccount } from "../../../local/move-account.ts"
import { deleteOwned, deleteUserCopy } from "../../../worker/data/accounts/owned-rows.ts"
import { findUserRow } from "../../../worker/data/accounts/user-copy.ts"
import { databaseOf as dataAt, directoryOf, envOf } from "../../../worker/data/database.ts"
import type { DatabaseName } from "../../../worker/database-name.ts"
import type { OpenEnv } from "../../../worker/env.ts"
import {
  clearOldPlace,
  moveAccount as moveStep,
  takeMoveBack,
} from "../../../worker/flows/accounts/move-account.ts"
import { sweepCopies } from "../../../worker/jobs/accounts/sweep-copies.ts"
import { sweepAutopilots } from "../../../worker/jobs/autopilots/sweep-autopilots.ts"
import { startOrphans, sweepOrphans } from "../../../worker/jobs/objects/sweep-orphans.ts"
import { daysLeft } from "../../../worker/jobs/objects/sweep-room.ts"
import { takeTurns } from "../../../worker/jobs/take-turns.ts"
import { givenImage, givenPrint, givenSize, processed, until } from "../artwork/artwork-steps.ts"
import { givenOrder, givenPilotShop, makeDue, ranOut } from "../autopilots/autopilot-steps.ts"
import { approve, bought, orderOf } from "../credits/paypal-steps.ts"
import { etsyState, givenShop, sync } from "../orders/order-steps.ts"

const app = useApp({}, { databases: 3 })

const databaseOf = (name: string): D1Database => {
  const database = app.databases?.[name]
  if (!database) throw new Error(`there is no ${name}`)
  return database
}

const dataOf = (open: OpenEnv, place: DatabaseName) => dataAt(envOf(open, place))

const rowsOf = (name: string, userId: string) => countOwned(databaseOf(name), userId)

const stoppingAfter = (last: number | RegExp) => stopAfter(app.databases ?? {}, last)

/** A person who lives in that database: people who are only inserted live in one after the other. */
async function givenIn(place: string, options: Parameters<typeof app.givenUser>[0]) {
  for (;;) {
    const person = await app.givenUser(options)
    if ((await placeOf(person.userId)) === place) return person
  }
}

async function signUp(name: string): Promise<{ client: Client; email: string; userId: string }> {
  const client = await app.human()
  const email = `${name}@places.test`
  const person = { firstName: "Ada", lastName: "Lind", username: name, phone: "+46 8 123 456" }
  const form = { ...person, email, password: PASSWORD }
  const { _id: userId } = await client.expect<{ _id: string }>("POST", "/api/register", form)
  await app.visitor().get(`/api/verify?token=${await app.verificationToken(email)}`)
  await client.expect("POST", "/api/sign-up/enter")
  return { client, email, userId }
}

async function placeOf(userId: string): Promise<string | undefined> {
  const row = await databaseOf("DB")
    .prepare("SELECT database FROM user WHERE id = ?")
    .bind(userId)
    .first<{ database: string }>()
  return row?.database
}

test("a person in the emptiest database does all that others do, and no other has a row of theirs", async () => {
  const admin = await givenIn("DB_1", { name: "Boss", role: "admin" })
  const { client, email, userId } = await signUp("ada")
  expect(await placeOf(userId)).toBe("DB_2")

  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 300) })
  const sizeId = await givenSize(client, "Small", 2)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
  await client.expect("POST", `/api/prints/${_id}/process`)
  const done = await processed(client, _id)
  expect(done.status, done.failureMessage ?? "").toBe("Completed")
  const share = await client.expect<Share>("POST", "/api/shares", { printIds: [_id] })
  const token = share.path.split("/").at(-1) ?? ""
  const shop = app.visitor()
  // The directory tells where: other databases, which could not answer, are not asked.
  const withoutElsewhere = async (table: string, act: () => Promise<void>) => {
    const rename = async (from: string, to: string) => {
      for (const name of ["DB", "DB_1"])
        await databaseOf(name).prepare(`ALTER TABLE "${from}" RENAME TO "${to}"`).run()
    }
    await rename(table, "away")
    await act().finally(() => rename("away", table))
  }
  await withoutElsewhere("share", async () => {
    expect((await shop.get(`/api/share/${token}`)).status).toBe(200)
  })
  // An older link is not named there yet: all are asked, once.
  await databaseOf("DB").prepare("DELETE FROM account_name").run()
  expect((await shop.get(`/api/share/${token}`)).status).toBe(200)
  await withoutElsewhere("share", async () => {
    expect((await shop.get(`/api/share/${token}`)).status).toBe(200)
  })
  await withoutElsewhere("sheet", async () => {
    expect((await client.fetch("GET", `/api/${done.fileId[0].path}`)).status).toBe(200)
  })
  expect((await shop.fetch("GET", `/api/${done.fileId[0].path}`)).status).toBe(200)
  const printed = { number: 1, isPrinted: true }
  expect((await shop.post(`/api/share/${token}/printed`, printed)).status).toBe(200)

  // The payer never comes back: PayPal's webhook alone says that the money is there.
  const order = await bought(client, "credits100")
  await withoutElsewhere("payment", async () => {
    await approve(order)
    await until("the credits", async () => {
      const [payment] = await client.expect<Payment[]>("GET", "/api/payments")
      return payment.status === "Completed"
    })
  })
  expect((await orderOf(app, order)).captures).toHaveLength(1)

  // An admin in a third place sees and changes all of it.
  const listed = await admin.client.expect<{ _id: string; credit: unknown }[]>("GET", "/api/users?search=ada")
  expect(listed.map(({ _id: id }) => id)).toEqual([userId])
  const prints = await admin.client.expect<{ _id: string }[]>("GET", `/api/print/user/${userId}`)
  expect(prints.map((print) => print._id)).toEqual([_id])
  const [bank] = [
    await client.expect<{ _id: string }>("POST", "/api/payments/bank-transfer", { sku: "credits500" }),
  ]
  const pending = "/api/payments/completedTransfers?status=Pending"
  expect((await admin.client.expect<Payment[]>("GET", pending)).map((payment) => payment._id)).toEqual([
    bank._id,
  ])
  await admin.client.expect("PUT", `/api/payments/${bank._id}`, { status: "Completed" })
  const audit = await admin.client.expect<{ action: string }[]>("GET", "/api/audit?search=Payment completed")
  expect(audit).toHaveLength(1)
  expect((await admin.client.get("/api/operations")).data).toMatchObject({ vendorErrors: [] })
  expect((await app.visitor().get("/api/health")).data).toMatchObject({ status: "ok" })

  // The directory decides, and the copy in the account's database follows.
  await client.expect("PUT", "/api/profile/settings", { timeZone: "America/New_York" })
  expect((await client.get("/api/profile")).data).toMatchObject({ timeZone: "America/New_York", email })
  for (const name of ["DB", "DB_1"]) expect(await rowsOf(name, userId), name).toEqual({})
  expect(Object.keys(await rowsOf("DB_2", userId))).toEqual(
    expect.arrayContaining(["image", "print", "attempt", "payment", "session", "share", "notification"]),
  )

  await admin.client.expect("PUT", `/api/users/${userId}`, { status: "inactive" })
  expect((await client.get("/api/profile")).status).toBe(401)
  await admin.client.expect("PUT", `/api/users/${userId}`, { status: "active" })
  expect((await app.signIn(email)).cookies.has("__Host-session")).toBe(true)
})

test("an account whose copy was never written gets it from the sweep", async () => {
  const place = "DB_1"
  const { userId, email } = await givenIn(place, { name: "Late" })
  await databaseOf("DB").prepare("UPDATE user SET company = 'New' WHERE id = ?").bind(userId).run()
  const company = async () =>
    (await databaseOf(place)
      .prepare("SELECT company FROM user WHERE id = ?")
      .bind(userId)
      .first("company")) as string
  expect(await company()).not.toBe("New")
  await app.runtime.runCron("* * * * *")
  expect(await company()).toBe("New")
  expect((await app.signIn(email)).cookies.has("__Host-session")).toBe(true)
})

test("an object that one database has noted for deletion goes, whatever it is", async () => {
  const gone = crypto.randomUUID()
  const keys = [
    ...["images", "sheets", "stamps", "previews"].map((folder) => `${folder}/${gone}/1`),
    ...["imports", "fonts", "orders", "prints", "layouts"].map((folder) => `${folder}/${gone}`),
    `profiles/${gone}/${"0".repeat(64)}-${gone}`,
  ]
  for (const [i, key] of keys.entries()) {
    await app.files.put(key, "left behind")
    await databaseOf(["DB", "DB_1", "DB_2"][i % 3])
      .prepare("INSERT INTO doomed_object (key, created_at) VALUES (?, 1)")
      .bind(key)
      .run()
  }
  await app.runtime.runCron("* * * * *")
  const left = await Promise.all(keys.map(async (key) => ((await app.files.head(key)) ? key : [])))
  expect(left.flat()).toEqual([])
})

test("an account moves while it works: nothing lost, nothing twice, its links, session and token go on", async () => {
  const [from, to] = ["DB_1", "DB_2"] as const
  const { client, userId, email } = await givenIn(from, { name: "Mover", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 300) })
  const sizeId = await givenSize(client, "Small", 2)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
  await client.expect("POST", `/api/prints/${_id}/process`)
  const done = await processed(client, _id)
  const share = await client.expect<Share>("POST", "/api/shares", { printIds: [_id] })
  const before = await rowsOf(from, userId)
  const seen = async () => [
    (await client.get(`/api/prints/${_id}`)).data,
    (await client.get("/api/images")).data,
    (await client.get("/api/sizes")).data,
  ]
  const shown = await seen()
  const { program } = await givenToken(client)
  const byToken = async () => (await program.get(`/api/prints/${_id}`)).data

  // A move that has only begun holds changes back, for seconds, and is read as before.
  const directory = databaseOf("DB")
  const isMoving = (place: string) =>
    app.db.prepare("UPDATE user SET moving_to = ? WHERE id = ?").bind(place, userId).run()
  await isMoving(to)
  const held = await client.post("/api/sizes", { name: "Held", value: 3 })
  expect(held).toMatchObject({ status: 503, code: "unavailable" })
  expect(await program.post("/api/sizes", { name: "Held", value: 3 })).toMatchObject({ status: 503 })
  expect(await seen()).toEqual(shown)
  expect(await byToken()).toEqual(shown[0])
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  expect(await moveAccount(operator, { email, to, isBack: true })).toContain("stays where it was")
  expect((await client.post("/api/sizes/none", {})).status).not.toBe(503)
  // What was copied goes first: another call may still be copying.
  await expect(moveAccount(operator, { email, to, isBack: false })).rejects.toThrow("have to go first")
  await app.runtime.runCron("* * * * *", Date.now() + 11 * 60_000)

  expect(await moveAccount(operator, { email, to, isBack: false })).toContain(`lives in ${to}`)
  await expect(moveAccount(operator, { email, to, isBack: true })).rejects.toThrow("is not being moved")
  const { session: _sessions, ...kept } = await rowsOf(to, userId)
  const { session: _before, ...had } = before
  expect(kept).toEqual(had)
  expect(await placeOf(userId)).toBe(to)

  // The cookie still names the old place.
  expect(await seen()).toEqual(shown)
  expect(await byToken()).toEqual(shown[0])
  expect((await client.post("/api/sizes", { name: "Large", value: 9 })).status).toBe(201)
  expect((await program.post("/api/sizes", { name: "Larger", value: 10 })).status).toBe(201)
  expect((await client.fetch("GET", `/api/${done.fileId[0].path}`)).status).toBe(200)
  const shop = app.visitor()
  const sharePath = `/api/share/${share.path.split("/").at(-1)}`
  expect((await shop.get(sharePath)).status).toBe(200)
  // The link's row that was left behind still opens it.
  await client.expect("DELETE", `/api/shares/${share._id}`)
  expect((await shop.get(sharePath)).status).toBe(410)
  expect((await app.signIn(email)).cookies.has("__Host-session")).toBe(true)

  // What was left behind goes once nothing writes there any more, and no file with it.
  await app.runtime.runCron("* * * * *", Date.now() + 11 * 60_000)
  expect(await rowsOf(from, userId)).toEqual({})
  expect((await client.fetch("GET", `/api/${done.fileId[0].path}`)).status).toBe(200)
  expect((await client.get(`/api/prints/${_id}`)).data).toEqual(shown[0])
  const held2 = await databaseOf(from)
    .prepare("SELECT count(*) AS total FROM sqlite_master WHERE name LIKE 'held %'")
    .first("total")
  expect(held2).toBe(0)
  expect(
    await directory.prepare("SELECT moved_from FROM user WHERE id = ?").bind(userId).first("moved_from"),
  ).toBeNull()

  // A deletion that came too late for its rows may have noted their files at the old place.
  const preview = `images/${image._id}/preview`
  const note = databaseOf(from).prepare("INSERT INTO doomed_object (key, created_at) VALUES (?, 1)")
  await note.bind(preview).run()
  await app.runtime.runCron("* * * * *")
  expect(await app.files.head(preview)).not.toBeNull()

  // A move whose command was killed goes on by itself.
  await isMoving(from)
  await app.runtime.runCron("* * * * *", Date.now() + 12 * 60_000)
  expect(await placeOf(userId)).toBe(from)
  expect((await client.get(`/api/prints/${_id}`)).data).toEqual(shown[0])

  // A late call of the night that cleared this place finds it lived in again.
  const open = app.databases as unknown as OpenEnv
  const late = { nowMs: Date.now() + DAY_MS, untilMs: Date.now() + DAY_MS }
  const row = await findUserRow(directoryOf(open), userId as Id)
  if (!row) throw new Error("the account is gone")
  const lived = await rowsOf(from, userId)
  await clearOldPlace(open, { ...row, database: to, movedFrom: from, movedAt: 1 }, late)
  expect(await deleteOwned(dataOf(open, from), userId as Id, { place: from, limit: 400 })).toBe(true)
  await deleteUserCopy(dataOf(open, from), userId as Id)
  expect(await rowsOf(from, userId)).toEqual(lived)

  // After a stop at the switch the old place still has the session and the rows, but answers with none of them.
  await app.runtime.runCron("* * * * *", Date.now() + 24 * 60_000)
  const atSwitch = stoppingAfter(/^update "user" set "database"/)
  const time = { nowMs: Date.now(), untilMs: Date.now() + DAY_MS }
  await expect(moveStep(atSwitch.env, userId as Id, to, time)).rejects.toThrow("Failed query")
  expect(await placeOf(userId)).toBe(to)
  await databaseOf(from).prepare(`DROP TRIGGER "held ${userId} print update"`).run()
  await databaseOf(from).prepare("UPDATE print SET name = 'Stale' WHERE user_id = ?").bind(userId).run()
  expect((await client.get(`/api/prints/${_id}`)).data).toEqual(shown[0])
})

longTest(
  "a move of several calls holds both copies of a shop, and lets go when it is taken back or ends",
  async () => {
    const [from, to] = ["DB_1", "DB_2"] as const
    const { client, userId, email } = await givenIn(from, { name: "Seller" })
    const { id } = await givenShop(client)
    const { _id: imageId } = await givenImage(client, { name: "moth.png", bytes: await softArtPng(100, 100) })
    const bank = await client.expect<{ _id: string }>("POST", "/api/payments/bank-transfer", {
      sku: "credits500",
    })
    const inBoth = (sql: string) =>
      Promise.all([from, to].map((name) => databaseOf(name).prepare(sql).bind(userId).run()))
    // Sessions are copied last.
    await databaseOf(from)
      .prepare(
        `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 450)
        INSERT INTO session (id, user_id, created_at, expires_at) SELECT 'many ' || i, ?, 1, ? FROM n`,
      )
      .bind(userId, Date.now() + DAY_MS)
      .run()
    const { env: open } = stoppingAfter(Number.POSITIVE_INFINITY)
    const nowMs = Date.now()
    const step = () => moveStep(open, userId as Id, to, { nowMs, untilMs: 0 })
    // The files of a deletion are noted where it happened: it can be undone there alone.
    await client.expect("DELETE", `/api/sizes/${await givenSize(client, "Gone", 1)}`)
    expect(await step()).toBe("waiting")
    await inBoth("DELETE FROM undo WHERE user_id = ?")
    // A refreshed token works once: its new one has to be stored before the rows stand still.
    const leased = (untilMs: number | null) =>
      inBoth(`UPDATE integration SET token_lease_until = ${untilMs} WHERE user_id = ?`)
    await leased(nowMs + 60_000)
    expect(await step()).toBe("waiting")
    await leased(null)
    expect(await step()).toBe("moving")
    expect(await rowsOf(to, userId)).toMatchObject({ integration: 1, session: 400 })
    // What is looked at meanwhile and was never checked is no reason to answer nothing.
    const ink = await client.get(`/api/images/${imageId}/findings?widthIn=7`)
    expect(ink).toMatchObject({ status: 200, data: { state: "waiting" } })

    // A difference keeps the move where it is: neither place's sweep does anything for the shop.
    await databaseOf(to)
      .prepare(
        "INSERT INTO notification (id, user_id, type, message, created_at) VALUES ('x', ?, 'print', '', 1)",
      )
      .bind(userId)
      .run()
    const tick = () => app.runtime.runCron("* * * * *", Date.now() + DAY_MS)
    const dueAt = () =>
      Promise.all(
        [from, to].map((name) =>
          databaseOf(name)
            .prepare("SELECT next_sync_at FROM integration WHERE user_id = ?")
            .bind(userId)
            .first("next_sync_at"),
        ),
      )
    const before = await dueAt()
    const { receiptCalls } = await etsyState(app)
    app.expectErrors(/account not moved/)
    await tick()
    expect(await dueAt()).toEqual(before)
    expect(app.errorLog().join()).toContain("Rows differ in notification.")
    const changes = await inBoth("UPDATE integration SET name = 'changed' WHERE user_id = ?")
    expect(changes.map(({ meta }) => meta.changes)).toEqual([0, 0])
    // An admin sees the copied payment once, and can end it in a moment.
    const { client: admin } = await app.givenUser({ name: "Teller", role: "admin" })
    const transfers = "/api/payments/completedTransfers?status=Pending"
    expect(await admin.expect<Payment[]>("GET", transfers)).toMatchObject([{ _id: bank._id }])
    const ended = () => admin.send("PUT", `/api/payments/${bank._id}`, { status: "Cancelled" })
    expect(await ended()).toMatchObject({ status: 503, code: "unavailable" })

    const operator = { origin: app.origin, operatorKey: localOperatorKey }
    expect(await moveAccount(operator, { email, to, isBack: true })).toContain("stays where it was")
    const { orderCount } = await sync(client, id)
    expect((await etsyState(app)).receiptCalls).toBeGreaterThan(receiptCalls)
    // A late call copies nothing any more, and ends nothing.
    await expect(step()).rejects.toThrow("have to go first")
    await tick()
    expect(await rowsOf(to, userId)).toEqual({})

    // The next move takes all along, and ends at the new place what has ended at the old one meanwhile.
    expect(await step()).toBe("moving")
    await databaseOf(from).prepare("UPDATE session SET revoked_at = 1 WHERE id = 'many 7'").run()
    expect(await step()).toBe("moved")
    const revoked = "SELECT revoked_at FROM session WHERE id = 'many 7'"
    expect(await databaseOf(to).prepare(revoked).first("revoked_at")).toBe(1)
    expect(await sync(client, id)).toMatchObject({ syncState: "idle", orderCount })
    expect(await ended()).toMatchObject({ status: 200 })
    expect(await admin.expect<Payment[]>("GET", transfers)).toEqual([])
  },
)

longTest(
  "a move that stops after any call leaves its account whole in one place, and goes on or back",
  async () => {
    const { client, userId } = await givenIn("DB_1", { name: "Stopper", credits: 40 })
    const id = userId as Id
    const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(100, 100) })
    const sizeId = await givenSize(client, "Small", 2)
    const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
    await client.expect("POST", `/api/prints/${_id}/process`)
    await processed(client, _id)
    await client.expect("POST", "/api/shares", { printIds: [_id] })
    await givenShop(client)
    const rowsIn = async (place: string) => {
      const { session: _, ...rows } = await rowsOf(place, userId)
      return rows
    }
    const whole = await rowsIn("DB_1")
    const { env: open } = stoppingAfter(Number.POSITIVE_INFINITY)
    const rowOf = async (env: OpenEnv) => {
      const row = await findUserRow(directoryOf(env), id)
      if (!row) throw new Error("the account is gone")
      return row
    }
    const nowMs = Date.now()
    const clear = async (env: OpenEnv) =>
      clearOldPlace(env, await rowOf(env), { nowMs: nowMs + 11 * 60_000, untilMs: nowMs + DAY_MS })
    const goThrough = async (env: OpenEnv, to: DatabaseName) => {
      expect(await moveStep(env, id, to, { nowMs, untilMs: nowMs + DAY_MS })).toBe("moved")
      await clear(env)
    }
    const places = ["DB", "DB_1", "DB_2"] as const
    const next = async () =>
      places[(places.indexOf((await rowOf(open)).database as "DB") + 1) % places.length]

    const counted = stoppingAfter(Number.POSITIVE_INFINITY)
    await goThrough(counted.env, await next())
    const calls = counted.done()
    // The copies and the comparisons, one table after the other, are alike.
    const stops = Array.from({ length: calls - 1 }, (_, i) => i + 1).filter((n) => n < 14 || n % 25 === 0)
    for (const [i, stop] of stops.entries()) {
      const to = await next()
      await expect(goThrough(stoppingAfter(stop).env, to), `${stop} calls`).rejects.toThrow(
        /Failed query|has stopped/,
      )
      const { database, movingTo } = await rowOf(open)
      expect(await rowsIn(database), `${stop} of ${calls} calls, to ${to}`).toEqual(whole)
      expect((await client.get(`/api/prints/${_id}`)).status, `${stop} of ${calls} calls`).toBe(200)
      if (movingTo !== null && i % 2 === 0) await takeMoveBack(open, id, nowMs)
      else
        await moveStep(open, id, to, { nowMs, untilMs: nowMs + DAY_MS }).catch(
          () => "has to be cleared first",
        )
      await sweepCopies(open)
      await clear(open)
      const lives = await rowOf(open)
      expect(lives).toMatchObject({ movingTo: null, movedFrom: null })
      for (const place of places)
        expect(await rowsIn(place), `${stop} of ${calls} calls, ${place}`).toEqual(
          place === lives.database ? whole : {},
        )
      expect((await client.get(`/api/prints/${_id}`)).status).toBe(200)
    }
    const triggers = "SELECT count(*) AS total FROM sqlite_master WHERE name LIKE ?"
    for (const place of places)
      expect(await databaseOf(place).prepare(triggers).bind(`held ${userId} %`).first("total"), place).toBe(0)
    expect((await client.post("/api/sizes", { name: "Large", value: 9 })).status).toBe(201)
  },
)

test("what a move holds is refused for seconds: an archived print, and the account's deletion", async () => {
  const to = "DB_2"
  const { client: admin } = await app.givenUser({ name: "Remover", role: "admin" })
  const { client, userId, email } = await givenIn("DB_1", { name: "Reader", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(100, 100) })
  const sizeId = await givenSize(client, "Small", 2)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  await client.expect("POST", `/api/prints/${_id}/process`)
  await processed(client, _id)
  const set = (sql: string) =>
    app.db
      .prepare(sql)
      .bind(Date.now() - 31 * DAY_MS, _id)
      .run()
  await set("UPDATE print SET printed_at = ?1 WHERE id = ?2")
  await set("UPDATE attempt SET updated_at = ?1 WHERE print_id = ?2")
  await app.runtime.runCron("* * * * *")
  await set("UPDATE print SET updated_at = ?1 WHERE id = ?2")
  await app.runtime.runCron("17 3 * * *")
  expect(await rowsOf("DB_1", userId)).not.toHaveProperty("print_item")

  await app.db.prepare("UPDATE user SET moving_to = ? WHERE id = ?").bind(to, userId).run()
  const page = () => client.get(`/api/prints/${_id}/manifest`)
  const held = { status: 503, code: "unavailable" }
  expect(await page()).toMatchObject(held)
  expect(await admin.send("DELETE", `/api/users/${userId}`)).toMatchObject(held)
  const operator = { origin: app.origin, operatorKey: localOperatorKey }
  await moveAccount(operator, { email, to, isBack: true })
  expect(await page()).toMatchObject({ status: 200, data: { rows: [{}] } })
})

longTest(
  "a time of an autopilot that comes while its account moves has one run, at the new place, and no error",
  async () => {
    const [from, to] = ["DB_1", "DB_2"] as const
    const user = await givenIn(from, { name: "Timer" })
    const { pilot } = await givenPilotShop(app, user)
    await makeDue(app, pilot)
    const stopAt = async (last: RegExp) => {
      const time = { nowMs: Date.now(), untilMs: Date.now() + DAY_MS }
      const { env } = stoppingAfter(last)
      await expect(moveStep(env, user.userId as Id, to, time)).rejects.toThrow("Failed query")
    }
    const { env: open } = stoppingAfter(Number.POSITIVE_INFINITY)
    const runsIn = async (place: DatabaseName) => {
      await sweepAutopilots(envOf(open, place), Date.now())
      const { autopilot_run: runs = 0 } = await rowsOf(place, user.userId)
      return runs
    }
    await stopAt(/^insert into "autopilot"/i)
    expect([await runsIn(from), await runsIn(to)], "copied").toEqual([0, 0])
    // The old place still has the autopilot, whose time has come there as well.
    await stopAt(/^update "user" set "database"/)
    expect(await runsIn(from), "switched").toBe(0)
    // One minute frees the rows at the new place, one begins what is due there: which comes first in a minute is open.
    for (let minute = 0; minute < 2; minute++) await app.runtime.runCron("* * * * *")
    await ranOut(user.client, pilot)
    expect([await runsIn(from), await runsIn(to)], "moved").toEqual([0, 1])
  },
)

longTest(
  "a look for film that was queued before its account's move leaves no error, and is done at the new place",
  async () => {
    const [from, to] = ["DB_1", "DB_2"] as const
    const user = await givenIn(from, { name: "Looker" })
    const lengths = { days: [], times: [], minLengthIn: 20 }
    const { pilot, integrationId } = await givenPilotShop(app, user, lengths)
    await givenOrder(app, user, integrationId, { number: "L1", quantity: 60 })
    const look = () => app.deliver("sheetsmith-run", { kind: "look", autopilotId: pilot._id })
    const stopAt = async (last: RegExp) => {
      const time = { nowMs: Date.now(), untilMs: Date.now() + DAY_MS }
      await expect(moveStep(stoppingAfter(last).env, user.userId as Id, to, time)).rejects.toThrow(
        "Failed query",
      )
    }
    const runs = async () =>
      Promise.all([from, to].map(async (place) => (await rowsOf(place, user.userId)).autopilot_run ?? 0))
    await stopAt(/^insert into "autopilot"/i)
    expect((await look()).retried, "copied").toEqual([])
    await stopAt(/^update "user" set "database"/)
    expect((await look()).retried, "switched").toEqual([])
    expect((await runs())[0]).toBe(0)
    for (let minute = 0; minute < 2; minute++) await app.runtime.runCron("* * * * *")
    expect((await look()).retried, "moved").toEqual([])
    expect(await ranOut(user.client, pilot)).toMatchObject({ cause: "length", copies: 60 })
    expect(await runs()).toEqual([0, 1])
  },
)

test("the nightly round leaves the files of what can still be undone, in whichever database it was", async () => {
  const { client } = await givenIn("DB_2", { name: "Undoes" })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(100, 120) })
  const files = async () => (await app.files.list({ prefix: `images/${image._id}/` })).objects.length
  const before = await files()
  expect(before).toBeGreaterThan(1)
  const { undoId } = await client.expect<{ undoId: string }>("DELETE", `/api/images/${image._id}`)
  const open = { ...app.databases, FILES: app.files } as unknown as OpenEnv
  const later = Date.now() + 2 * DAY_MS
  await startOrphans(open, later)
  await sweepOrphans(open, later)
  await app.runtime.runCron("* * * * *")
  expect(await files()).toBe(before)
  await client.expect("POST", `/api/undo/${undoId}`)
  expect((await client.fetch("GET", `/api/files/images/${image._id}/preview`)).status).toBe(200)
})

test("each database is the first in one of the runs that come to all", async () => {
  const begun = new Set<string>()
  for (const _ of ["DB", "DB_1", "DB_2"]) {
    const turns: string[] = []
    const time = { nowMs: Date.now(), limitMs: Number.POSITIVE_INFINITY }
    await takeTurns(app.databases as unknown as OpenEnv, time, async ({ place }) => {
      turns.push(place)
    })
    expect(turns).toHaveLength(3)
    begun.add(turns[0])
  }
  expect(begun.size).toBe(3)
})

test("admins see how full each database is, and are warned a month before one is", async () => {
  const { client } = await app.givenUser({ name: "Keeper", role: "admin" })
  const { databases } = await client.expect<Operations>("GET", "/api/operations")
  expect(databases.map(({ name }) => name)).toEqual(["DB", "DB_1", "DB_2"])
  for (const { bytes } of databases) expect(bytes).toBeGreaterThan(100_000)

  const grown = (from: number, to: number) => [
    { date: "2026-03-01", bytes: { DB: from * 1e9 } },
    { date: "2026-03-11", bytes: { DB: to * 1e9 } },
  ]
  expect(daysLeft(grown(4, 6), "DB")).toBe(20)
  expect(daysLeft(grown(6, 6), "DB")).toBe(Number.POSITIVE_INFINITY)
  expect(daysLeft(grown(9, 10), "DB")).toBe(0)
  // The growth of the first days says nothing.
  const soon = (from: number, to: number) =>
    grown(from, to).map((day, i) => ({ ...day, date: `2026-03-0${i + 1}` }))
  expect(daysLeft(soon(4, 6), "DB")).toBe(Number.POSITIVE_INFINITY)
  expect(daysLeft(soon(4, 9.6), "DB")).toBe(0)
})
