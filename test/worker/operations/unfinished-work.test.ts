import { getTableName } from "drizzle-orm"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { DAY_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import {
  type Decision,
  isEndable,
  type Operations,
  type TroubleKind,
  type WaitingKind,
} from "../../../contract/operations/operations.ts"
import { useApp } from "../../../harness/app.ts"
import { fullScansOf } from "../../../harness/full-scans.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { ARCHIVE_DAYS } from "../../../worker/data/documents.ts"
import { dueQuery, makeHeldDue, waitingQuery, workOf } from "../../../worker/work/statements.ts"
import { troubleQueries } from "../../../worker/work/troubles.ts"
import { type Work, type WorkKind, works } from "../../../worker/work/works.ts"
import { givenImage, givenPrint, givenSize, processed, until } from "../artwork/artwork-steps.ts"
import { autopilotInput, givenTemplate } from "../autopilots/autopilot-steps.ts"
import { bought } from "../credits/paypal-steps.ts"
import { givenOrderItem } from "../orders/order-steps.ts"

const app = useApp()
type Health = { status: string; stalled: Record<string, number> }

/** The ways to make, count and show a row that stands still. */
type Stall = {
  /** The field of health, and the tile of the page. */
  counted: WaitingKind
  /** A time that is normal, and one that is too long. */
  minutes: [fine: number, late: number]
  /** A stopped runtime held it, so that a restart makes it due. */
  isHeld: boolean
  stall: (atMs: number) => Promise<void>
  mend: () => Promise<void>
  /** The row as the page shows it; null if a person has nothing to decide. */
  trouble: { kind: TroubleKind; id: string; thing: string; decisions: Decision[] } | null
}

longTest(
  "a row of each kind that stands too long is counted and shown, and goes on after a restart or a decision",
  async () => {
    const { client: admin } = await app.givenUser({ name: "Ada", role: "admin" })
    const kinds = await stalls()
    const seen = async () => {
      const { status, stalled } = (await app.visitor().get("/api/health")).data as Health
      const { waiting, troubles } = (await admin.get("/api/operations")).data as Operations
      return {
        status,
        stalled: Object.entries(stalled).filter(([, total]) => total > 0),
        late: waiting.filter(({ isLate }) => isLate).map(({ kind, count }) => [kind, count]),
        troubles: troubles.map(({ kind, _id, thing, decisions }) => {
          return { kind, id: _id, thing: thing.name, decisions }
        }),
      }
    }
    const decide = async ({ kind, id }: NonNullable<Stall["trouble"]>, decision: Decision) => {
      const reply = await admin.post("/api/operations/decisions", { kind, _id: id, decision })
      expect(reply, reply.message).toMatchObject({ status: 200, data: { _id: id } })
    }
    const actions = async ({ kind, id }: NonNullable<Stall["trouble"]>) => {
      const [{ name, shown }] = workOf(kind)
      const lines = await admin.get(
        `/api/audit?search=${encodeURIComponent(`${shown?.called ?? name} ${id}`)}`,
      )
      return (lines.data as { action: string }[]).map(({ action }) => action)
    }
    /** The time of the next try, in the record's own column. */
    const nextTry = async ({ table, due, shown }: Work, id: string) => {
      const row = await app.db
        .prepare(`SELECT ${due?.name} AS at FROM ${getTableName(table)} WHERE ${shown?.key.name} = ?`)
        .bind(id)
        .first<{ at: number | null }>()
      return row?.at
    }
    const notYet = ({ table, due, shown }: Work, id: string) =>
      set(`UPDATE ${getTableName(table)} SET ${due?.name} = 8e15 WHERE ${shown?.key.name} = ?`, id)
    const db = openDatabase(app.db as unknown as D1Database)
    for (const [kind, { counted, minutes, isHeld, stall, mend, trouble }] of Object.entries<Stall>(kinds)) {
      const [fine, late] = minutes
      await stall(Date.now() - fine * MINUTE_MS)
      expect(await seen(), kind).toMatchObject({ status: "ok", stalled: [], late: [] })
      await stall(Date.now() - late * MINUTE_MS)
      expect(await seen(), kind).toEqual({
        status: "stalled",
        stalled: [[counted, 1]],
        late: [[counted, 1]],
        troubles: trouble ? [trouble] : [],
      })
      if (trouble) {
        const work = works[kind as WorkKind]
        await notYet(work, trouble.id)
        await makeHeldDue(db, Date.now())
        expect(await nextTry(work, trouble.id), kind)[isHeld ? "toBeLessThan" : "toBeGreaterThan"](Date.now())

        const mayRetry = trouble.decisions.includes("retry")
        const known = (await actions(trouble)).length
        await notYet(work, trouble.id)
        await decide(trouble, "retry")
        await decide(trouble, "retry")
        expect(await nextTry(work, trouble.id), kind)[mayRetry ? "toBeLessThan" : "toBeGreaterThan"](
          Date.now(),
        )
        expect((await actions(trouble)).length - known, kind).toBe(mayRetry ? 1 : 0)
        if (!isEndable(trouble.kind)) {
          const refused = { kind: trouble.kind, _id: trouble.id, decision: "give-up" }
          expect((await admin.post("/api/operations/decisions", refused)).status, kind).toBe(409)
        }
      }
      await mend()
    }
    expect(await seen()).toEqual({ status: "ok", stalled: [], late: [], troubles: [] })
  },
)

/** Kinds whose sweeps ask for more than time, and have queries of their own. */
const haveTheirOwn = ["piece", "delivery", "trash", "undo", "expiry", "archive", "printArchive", "object"]

test("no query of health, of the page and of the sweeps scans a table that grows", async () => {
  const nowMs = Date.now()
  const dialect = new SQLiteAsyncDialect()
  const queries = [
    ...Object.entries<Work>(works).map(([kind, work]) => [kind, waitingQuery(work, nowMs, nowMs)] as const),
    ...troubleQueries(nowMs).map(({ trouble, query }) => [trouble, query] as const),
    ...Object.entries<Work>(works).flatMap(([kind, work]) =>
      haveTheirOwn.includes(kind) ? [] : [[kind, dueQuery(work, { nowMs, limit: 20 })] as const],
    ),
  ]
  // An index of unfinished rows alone may be read whole, as may the list of what R2 is to delete.
  const isPartial = (step: string) =>
    /INDEX (attempt_unsettled|attempt_waiting|image_unread|attempt_unmailed|payment_unannounced|payment_unmailed|payment_check|payment_disputed|integration_due|shipment_due|delivery_due|autopilot_due|autopilot_look|autopilot_run_due|autopilot_run_unmailed|job_due|event_endpoint_due|image_variant_due|image_ink_due|image_read_again|print_trashed|user_unpurged|doomed_object_created)\b/.test(
      step,
    )
  const scans: string[] = []
  for (const [name, query] of queries) {
    const { sql, params } = dialect.sqlToQuery(query)
    const plan = app.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params)
    const steps = (await plan.all<{ detail: string }>()).results.map(({ detail }) => detail)
    expect(steps.length, name).toBeGreaterThan(0)
    scans.push(...fullScansOf(steps).flatMap((step) => (isPartial(step) ? [] : `${name}: ${step}`)))
  }
  expect(scans).toEqual([])
})

async function set(sql: string, ...values: unknown[]): Promise<void> {
  const { meta } = await app.db
    .prepare(sql)
    .bind(...values)
    .run()
  // An event that a trigger writes counts as well.
  expect(meta.changes, sql).toBeGreaterThan(0)
}

/** A seller who has one of everything, and how each stands still. */
async function stalls(): Promise<Record<WorkKind, Stall>> {
  const { client, userId } = await app.givenUser({ name: "Theo" })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Pocket", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  await client.post(`/api/prints/${print._id}/proccess`)
  await processed(client, print._id)
  const attempt = await until("the end to be told", () =>
    app.db
      .prepare("SELECT id FROM attempt WHERE print_id = ? AND is_hold_settled = 1 AND is_announced = 1")
      .bind(print._id)
      .first<{ id: string }>(),
  )
  const { name: printName } = (await client.get(`/api/prints/${print._id}`)).data as { name: string }
  const { _id: paymentId } = await bought(client, "credits100")
  await app.db.prepare("UPDATE payment SET check_at = NULL").run()
  const orderItemId = await givenOrderItem(app, userId, "3184906231", "Luna Moth Tee")
  const { _id: shopId } = (await client.post("/api/integrations", { name: "Shop", type: "Etsy" })).data as {
    _id: string
  }
  const { _id: autopilotId } = await client.expect<{ _id: string }>(
    "POST",
    "/api/autopilots",
    autopilotInput({
      integrationId: shopId,
      sheetTemplateId: await givenTemplate(client),
      minLengthIn: null,
    }),
  )
  await set("UPDATE autopilot SET next_run_at = NULL, next_look_at = NULL WHERE id = ?", autopilotId)
  await app.db
    .prepare(
      "INSERT INTO print (id, user_id, type, status, created_at, updated_at) VALUES ('ended', ?, 'Manual', 'Deleted', 0, 0)",
    )
    .bind(userId)
    .run()
  const leaver = await app.givenUser({ name: "Leaver" })
  const [writingId, deliveryId, shipmentId, runId, jobId, endpointId] = [0, 1, 2, 3, 4, 5].map(() =>
    makeId(Date.now()),
  )
  const insertJob = `INSERT OR REPLACE INTO job (id, user_id, state, request, retry_at, created_at, updated_at)
    VALUES (?1, ?2, 'layout', '{"items":[],"action":"quote"}', 8e15, ?3, ?3)`
  const price = "$10.00"
  const insertRun = `INSERT OR REPLACE INTO autopilot_run (id, autopilot_id, user_id, slot, state, day, retry_at, mail_error, started_at, updated_at)
    VALUES (?1, ?2, ?3, 'late', ?4, '2026-11-27', 8e15, ?5, 0, ?6)`
  const noRun = () => set("DELETE FROM autopilot_run WHERE id = ?", runId)
  const ready = () => set("UPDATE image SET status = 'Ready', retry_at = NULL WHERE id = ?", image._id)
  const ended = () =>
    set(
      "UPDATE attempt SET state = 'completed', is_hold_settled = 1, is_announced = 1, mail_error = NULL, retry_at = NULL WHERE id = ?",
      attempt.id,
    )
  const told = () =>
    set(
      "UPDATE payment SET is_announced = 1, mail_error = NULL, retry_at = NULL, check_at = NULL WHERE id = ?",
      paymentId,
    )
  return {
    image: {
      counted: "images",
      minutes: [2, 4],
      isHeld: true,
      stall: (at) => set("UPDATE image SET status = 'Ingesting', updated_at = ? WHERE id = ?", at, image._id),
      mend: ready,
      trouble: { kind: "image", id: image._id, thing: "logo.svg", decisions: ["retry", "give-up"] },
    },
    imageTurn: {
      counted: "images",
      minutes: [2, 4],
      isHeld: false,
      stall: (at) =>
        set(
          "UPDATE image SET status = 'Ingesting', turn_at = NULL, updated_at = ? WHERE id = ?",
          at,
          image._id,
        ),
      mend: async () => {
        await set("UPDATE image SET turn_at = 1 WHERE id = ?", image._id)
        await ready()
      },
      trouble: null,
    },
    imageAgain: {
      counted: "images",
      minutes: [9, 11],
      isHeld: true,
      stall: (at) => set("UPDATE image SET retry_at = ? WHERE id = ?", at, image._id),
      mend: ready,
      trouble: { kind: "image", id: image._id, thing: "logo.svg", decisions: ["retry"] },
    },
    piece: {
      counted: "pieces",
      minutes: [29, 31],
      isHeld: true,
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO image_variant (image_id, digest, field_values, state, retry_at, created_at, last_used_at)
           VALUES (?1, 'late', '{}', 'waiting', 8e15, ?2, 0)`,
          image._id,
          at,
        ),
      mend: () => set("DELETE FROM image_variant WHERE digest = 'late'"),
      trouble: { kind: "pieces", id: image._id, thing: "logo.svg", decisions: ["retry"] },
    },
    ink: {
      counted: "images",
      minutes: [29, 31],
      isHeld: true,
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO image_ink (image_id, digest, asked, state, retry_at, created_at)
           VALUES (?1, 'late', '{}', 'waiting', 8e15, ?2)`,
          image._id,
          at,
        ),
      mend: () => set("DELETE FROM image_ink WHERE digest = 'late'"),
      trouble: null,
    },
    print: {
      counted: "prints",
      minutes: [2, 4],
      isHeld: true,
      stall: (at) =>
        set(
          "UPDATE attempt SET state = 'rendering', is_hold_settled = 0, is_announced = 0, updated_at = ? WHERE id = ?",
          at,
          attempt.id,
        ),
      mend: ended,
      trouble: { kind: "print", id: attempt.id, thing: printName, decisions: ["retry", "give-up"] },
    },
    printTurn: {
      counted: "prints",
      minutes: [2, 4],
      isHeld: false,
      stall: (at) =>
        set(
          "UPDATE attempt SET state = 'stamping', turn_at = NULL, is_hold_settled = 0, is_announced = 0, updated_at = ? WHERE id = ?",
          at,
          attempt.id,
        ),
      mend: async () => {
        await set("UPDATE attempt SET turn_at = 1 WHERE id = ?", attempt.id)
        await ended()
      },
      trouble: null,
    },
    printStep: {
      counted: "prints",
      minutes: [2, 4],
      isHeld: true,
      stall: (at) =>
        set("UPDATE attempt SET is_hold_settled = 0, updated_at = ? WHERE id = ?", at, attempt.id),
      mend: ended,
      trouble: { kind: "print", id: attempt.id, thing: printName, decisions: ["retry"] },
    },
    printMail: {
      counted: "mails",
      minutes: [29, 31],
      isHeld: true,
      stall: (at) =>
        set(
          "UPDATE attempt SET is_announced = 0, mail_error = 'E_DELIVERY_FAILED', updated_at = ? WHERE id = ?",
          at,
          attempt.id,
        ),
      mend: ended,
      trouble: { kind: "print-mail", id: attempt.id, thing: printName, decisions: ["retry", "give-up"] },
    },
    writing: {
      counted: "prints",
      minutes: [2, 4],
      isHeld: true,
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO writing (id, attempt_id, user_id, state, destination_id, name, digest, settings, created_at, updated_at)
           VALUES (?1, ?2, ?3, 'writing', ?1, 'Film house', 'late', '{}', ?4, ?4)`,
          writingId,
          attempt.id,
          userId,
          at,
        ),
      mend: () => set("DELETE FROM writing WHERE id = ?", writingId),
      trouble: { kind: "writing", id: writingId, thing: printName, decisions: ["retry", "give-up"] },
    },
    payment: {
      counted: "payments",
      minutes: [4, 6],
      isHeld: true,
      stall: (at) => set("UPDATE payment SET is_announced = 0, updated_at = ? WHERE id = ?", at, paymentId),
      mend: told,
      trouble: { kind: "payment", id: paymentId, thing: price, decisions: ["retry"] },
    },
    paymentMail: {
      counted: "mails",
      minutes: [29, 31],
      isHeld: true,
      stall: (at) =>
        set(
          "UPDATE payment SET is_announced = 0, mail_error = 'no-code', updated_at = ? WHERE id = ?",
          at,
          paymentId,
        ),
      mend: told,
      trouble: { kind: "payment-mail", id: paymentId, thing: price, decisions: ["retry", "give-up"] },
    },
    check: {
      counted: "checks",
      minutes: [9, 11],
      isHeld: false,
      stall: (at) => set("UPDATE payment SET check_at = ? WHERE id = ?", at, paymentId),
      mend: told,
      trouble: { kind: "payment", id: paymentId, thing: price, decisions: ["retry", "give-up"] },
    },
    sync: {
      counted: "syncs",
      minutes: [9, 11],
      isHeld: false,
      stall: (at) =>
        set("UPDATE integration SET tokens_encrypted = 'sealed', next_sync_at = ? WHERE id = ?", at, shopId),
      mend: () => set("UPDATE integration SET tokens_encrypted = NULL WHERE id = ?", shopId),
      trouble: { kind: "shop", id: shopId, thing: "Shop", decisions: ["retry"] },
    },
    delivery: {
      counted: "deliveries",
      minutes: [19, 21],
      isHeld: true,
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO delivery (id, print_id, attempt_id, user_id, name, state, retry_at, created_at, updated_at)
           SELECT ?1, print_id, id, user_id, 'My shop', 'waiting', 8e15, 0, ?2 FROM attempt WHERE id = ?3`,
          deliveryId,
          at,
          attempt.id,
        ),
      mend: () => set("DELETE FROM delivery WHERE id = ?", deliveryId),
      trouble: { kind: "delivery", id: deliveryId, thing: printName, decisions: ["retry"] },
    },
    shipment: {
      counted: "shipments",
      // After the ten minutes in which it can be taken back.
      minutes: [29, 31],
      isHeld: false,
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO shipment (id, user_id, order_id, carrier, tracking_number, state, retry_at, created_at, updated_at)
           SELECT ?1, user_id, order_id, '', '', 'waiting', 8e15, ?2, ?2 FROM order_item WHERE id = ?3`,
          shipmentId,
          at,
          orderItemId,
        ),
      mend: () => set("DELETE FROM shipment WHERE id = ?", shipmentId),
      trouble: { kind: "shipment", id: shipmentId, thing: "3184906231", decisions: ["retry"] },
    },
    autopilot: {
      counted: "runs",
      minutes: [9, 11],
      isHeld: false,
      stall: (at) => set("UPDATE autopilot SET next_run_at = ? WHERE id = ?", at, autopilotId),
      mend: () => set("UPDATE autopilot SET next_run_at = NULL WHERE id = ?", autopilotId),
      trouble: { kind: "autopilot", id: autopilotId, thing: "Shop", decisions: [] },
    },
    look: {
      counted: "runs",
      minutes: [9, 11],
      isHeld: false,
      stall: (at) => set("UPDATE autopilot SET next_look_at = ? WHERE id = ?", at, autopilotId),
      mend: () => set("UPDATE autopilot SET next_look_at = NULL WHERE id = ?", autopilotId),
      trouble: { kind: "autopilot", id: autopilotId, thing: "Shop", decisions: [] },
    },
    run: {
      counted: "runs",
      minutes: [29, 31],
      isHeld: true,
      stall: (at) => set(insertRun, runId, autopilotId, userId, "syncing", null, at),
      mend: noRun,
      trouble: { kind: "run", id: runId, thing: "Shop", decisions: ["retry"] },
    },
    runMail: {
      counted: "mails",
      minutes: [29, 31],
      isHeld: true,
      stall: (at) => set(insertRun, runId, autopilotId, userId, "done", "no-code", at),
      mend: noRun,
      trouble: { kind: "run-mail", id: runId, thing: "Shop", decisions: ["retry", "give-up"] },
    },
    job: {
      counted: "jobs",
      minutes: [29, 31],
      isHeld: true,
      stall: (at) => set(insertJob, jobId, userId, at),
      mend: () => set("DELETE FROM job WHERE id = ?", jobId),
      trouble: null,
    },
    endpoint: {
      counted: "events",
      minutes: [19, 21],
      isHeld: true,
      stall: (at) =>
        set(
          `INSERT OR REPLACE INTO event_endpoint (id, user_id, url, events, is_active, secrets, retry_at, created_at, updated_at)
           VALUES (?1, ?2, 'https://shop.example.com', '[]', 1, '[]', ?3, 0, 0)`,
          endpointId,
          userId,
          at,
        ),
      mend: () => set("DELETE FROM event_endpoint WHERE id = ?", endpointId),
      trouble: null,
    },
    account: {
      counted: "accounts",
      minutes: [179, 181],
      isHeld: false,
      stall: (at) => set("UPDATE user SET deleted_at = ? WHERE id = ?", at, leaver.userId),
      mend: () => set("UPDATE user SET deleted_at = NULL WHERE id = ?", leaver.userId),
      trouble: { kind: "account", id: leaver.userId, thing: "Leaver Seller", decisions: ["retry"] },
    },
    trash: {
      counted: "deletions",
      minutes: [11 + 59, 11 + 61],
      isHeld: false,
      stall: (at) => set("UPDATE print SET trashed_at = ? WHERE id = ?", at, print._id),
      mend: () => set("UPDATE print SET trashed_at = NULL WHERE id = ?", print._id),
      trouble: null,
    },
    undo: {
      counted: "deletions",
      minutes: [59, 61],
      isHeld: false,
      stall: (at) =>
        set(
          "INSERT OR REPLACE INTO undo (id, user_id, created_at, expires_at) VALUES ('late', ?1, 0, ?2)",
          userId,
          at,
        ),
      mend: () => set("DELETE FROM undo WHERE id = 'late'"),
      trouble: null,
    },
    expiry: {
      counted: "deletions",
      minutes: [59, 61],
      isHeld: false,
      stall: (at) =>
        set("UPDATE print SET printed_at = ? WHERE id = ?", at - RETENTION_DAYS * DAY_MS, print._id),
      mend: () => set("UPDATE print SET printed_at = ? WHERE id = ?", Date.now(), print._id),
      trouble: null,
    },
    archive: {
      counted: "archives",
      minutes: [3 * 24 * 60 - 1, 3 * 24 * 60 + 1],
      isHeld: false,
      stall: (at) =>
        set(
          `UPDATE "order" SET shipped_at = ?1, updated_at = 0 WHERE id = (SELECT order_id FROM order_item WHERE id = ?2)`,
          at - ARCHIVE_DAYS * DAY_MS,
          orderItemId,
        ),
      mend: () =>
        set(
          `UPDATE "order" SET shipped_at = NULL WHERE id = (SELECT order_id FROM order_item WHERE id = ?)`,
          orderItemId,
        ),
      trouble: null,
    },
    printArchive: {
      counted: "archives",
      minutes: [3 * 24 * 60 - 1, 3 * 24 * 60 + 1],
      isHeld: false,
      stall: (at) => set("UPDATE print SET printed_at = ? WHERE id = 'ended'", at - ARCHIVE_DAYS * DAY_MS),
      mend: () => set("UPDATE print SET printed_at = NULL WHERE id = 'ended'"),
      trouble: null,
    },
    object: {
      counted: "objects",
      minutes: [419, 421],
      isHeld: false,
      stall: (at) =>
        set("INSERT OR REPLACE INTO doomed_object (key, created_at) VALUES ('images/gone', ?)", at),
      mend: () => set("DELETE FROM doomed_object WHERE key = 'images/gone'"),
      trouble: null,
    },
  }
}
