import { expect, test } from "vitest"
import { MINUTE_MS } from "../../contract/duration.ts"
import { makeId } from "../../contract/id.ts"
import { useApp } from "../../harness/app.ts"
import { EVERY_MINUTE } from "../../worker/work/triggers.ts"
import { givenEndpoint, heardAt } from "../worker/events/event-steps.ts"
import { atEveryCall, faultNames, faultyFronts } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const LONG_MS = 10 * MINUTE_MS
const ROUNDS = 6
const LOOKS = 50
const LOOK_MS = 40
/** The events of one message. */
const EVENTS = 3
/** The words of planned failures, the only ones here; one that D1 reports is wrapped by the query. */
const planned = /planned:|Failed query/

test.each(faultNames)(
  "events: %s at any call of a delivery leaves none untold, and what comes again has the same id",
  async (_name, fault) => {
    app.expectErrors(planned)
    const { client, userId } = await app.givenUser({ name: "Told" })
    const name = `crash-${fault.when}-${fault.how}`
    const endpoint = await givenEndpoint(app, client, name)
    const set = (sql: string) => app.db.prepare(sql).bind(userId).run()
    const goesOn = async () =>
      (await app.db
        .prepare(
          `SELECT 1 FROM event_endpoint WHERE user_id = ?1 AND retry_at IS NOT NULL
            UNION ALL SELECT 1 FROM event_delivery WHERE user_id = ?1 AND retry_at IS NOT NULL`,
        )
        .bind(userId)
        .first()) !== null
    const told: string[] = []
    const { hits, calls } = await atEveryCall(app, fault, {
      async prepare() {
        // They are about one print, so they come in their order.
        const printId = makeId(Date.now())
        for (let i = 0; i < EVENTS; i++)
          await app.db
            .prepare("INSERT INTO happened VALUES (?, 'print.completed', ?, 0, '{}')")
            .bind(userId, printId)
            .run()
        await set(
          "UPDATE event_endpoint SET retry_at = 1000, failures = 0, failing_since = NULL, is_slow = 0 WHERE user_id = ?",
        )
        const { results } = await app.db
          .prepare(
            "SELECT event_id AS id FROM event_delivery WHERE user_id = ? AND retry_at IS NOT NULL ORDER BY id",
          )
          .bind(userId)
          .all<{ id: string }>()
        return results.map(({ id }) => id)
      },
      async act() {
        await app.deliver("sheetsmith-event", { endpointId: endpoint._id, leaseUntilMs: 1000 })
      },
      async recover() {
        for (let round = 1; round <= ROUNDS && (await goesOn()); round++) {
          // The times of leases and of further tries have come.
          for (const table of ["event_delivery", "event_endpoint"])
            await set(`UPDATE ${table} SET retry_at = 1 WHERE user_id = ? AND retry_at IS NOT NULL`)
          await app.runtime.runCron(EVERY_MINUTE)
          for (let look = 0; look < LOOKS && (await goesOn()); look++)
            await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
        }
      },
      async check(ids, where) {
        expect(ids, where).toHaveLength(EVENTS)
        told.push(...ids)
        const { results } = await app.db
          .prepare(
            "SELECT event_id AS id, state, retry_at AS retryAt FROM event_delivery WHERE user_id = ? ORDER BY id",
          )
          .bind(userId)
          .all()
        expect(results, where).toEqual(told.map((id) => ({ id, state: "sent", retryAt: null })))
        const row = await app.db
          .prepare(
            "SELECT is_active AS isActive, retry_at AS retryAt, busy_until AS busyUntil FROM event_endpoint WHERE user_id = ?",
          )
          .bind(userId)
          .first()
        expect(row, where).toEqual({ isActive: 1, retryAt: null, busyUntil: null })
        const heard = await heardAt(app, name)
        expect([...new Set(heard.map(({ id }) => id))], where).toEqual(told)
        expect(
          heard.filter(({ status, signedBy }) => status !== 204 || signedBy.length !== 1),
          where,
        ).toEqual([])
      },
    })
    expect(hits.length).toBeGreaterThan(0)
    for (const kind of ["d1.", "fetch"])
      expect(
        calls.some((call) => call.startsWith(kind)),
        kind,
      ).toBe(true)
  },
  LONG_MS,
)
