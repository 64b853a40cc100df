import { expect, test } from "vitest"
import { MINUTE_MS } from "../../contract/duration.ts"
import { makeId } from "../../contract/id.ts"
import { useApp } from "../../harness/app.ts"
import { EVERY_MINUTE } from "../../worker/work/triggers.ts"
import { givenOrder, givenPilotShop } from "../worker/autopilots/autopilot-steps.ts"
import { atEveryCall, faultNames, faultyFronts } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const LONG_MS = 10 * MINUTE_MS
const ROUNDS = 6
const LOOKS = 50
const LOOK_MS = 40
/** The words of planned failures, the only ones here; one that D1 reports is wrapped by the query. */
const planned = /planned:|Failed query/

/** Tells whether a run has to go on or to be announced, or a print that it started has to be paid. */
async function goesOn(): Promise<boolean> {
  const sql =
    "SELECT 1 FROM autopilot_run WHERE retry_at IS NOT NULL UNION ALL SELECT 1 FROM attempt WHERE state = 'holding'"
  return (await app.db.prepare(sql).first()) !== null
}

/** The sweeps of the next minutes, each of which the real queue follows. */
async function recovered(): Promise<void> {
  for (let round = 1; round <= ROUNDS && (await goesOn()); round++) {
    await app.runtime.runCron(EVERY_MINUTE, Date.now() + round * 6 * MINUTE_MS)
    for (let look = 0; look < LOOKS && (await goesOn()); look++)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** A run's end by what it may do: a print is mailed at its own end, what is left as a draft at once. */
const ends = {
  process: { status: "Processing", attempts: 1, credits: 1, calls: ["d1", "hub"] },
  draft: { status: "In Draft", attempts: 0, credits: 0, calls: ["d1", "hub", "email"] },
}
const actions = ["process", "draft"] as const
const cases = actions.flatMap((action) => faultNames.map(([name, fault]) => [name, action, fault] as const))

test.each(cases)(
  "autopilot: %s at any call of a run (%s) prints its item once and tells of it once",
  async (_name, action, fault) => {
    app.expectErrors(planned)
    const owner = await app.givenUser({ name: "Pilot", credits: 1_000 })
    const { hub, userId } = owner
    const { calls: kinds, credits, ...end } = ends[action]
    const given = { action, maxCreditsPerDay: 1_000 }
    const { pilot, integrationId } = await givenPilotShop(app, owner, given)
    let items = 0
    const { calls } = await atEveryCall(app, fault, {
      async prepare() {
        // Started prints are as they shall be; nobody draws them.
        await app.db.prepare("UPDATE attempt SET retry_at = 9e15, updated_at = 9e15").run()
        const itemId = await givenOrder(app, owner, integrationId, { number: `C${items++}` })
        const runId = makeId(Date.now())
        await app.db
          .prepare(
            `INSERT INTO autopilot_run (id, autopilot_id, user_id, slot, state, day, report, retry_at, started_at, updated_at)
            VALUES (?, ?, ?, ?, 'syncing', '2026-11-23', '{}', 1000, ?, ?)`,
          )
          .bind(runId, pilot._id, userId, runId, Date.now(), Date.now())
          .run()
        return { itemId, runId }
      },
      async act({ runId }) {
        await app.deliver("sheetsmith-run", { kind: "autopilot", runId, leaseUntilMs: 1000 })
      },
      recover: recovered,
      async check({ itemId }, where) {
        const { results } = await app.db
          .prepare(
            `SELECT run.state, run.credits, run.is_announced AS isAnnounced, print.status,
              (SELECT count(*) FROM attempt WHERE attempt.print_id = print.id) AS attempts,
              (SELECT count(*) FROM notification WHERE cause_key = 'autopilot:' || run.id) AS notices
            FROM print_item JOIN print ON print.id = print_item.print_id LEFT JOIN autopilot_run run ON run.print_id = print.id
            WHERE print_item.order_item_id = ?`,
          )
          .bind(itemId)
          .all()
        const once = { isAnnounced: 1, notices: 1 }
        expect(results, where).toEqual([{ state: "done", ...end, credits, ...once }])
        const held = items * credits
        expect(await hub.balance(), where).toMatchObject({ held, available: 1_000 - held })
      },
    })
    for (const kind of kinds)
      expect(
        calls.some((call) => call.startsWith(`${kind}.`)),
        kind,
      ).toBe(true)
    const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
    expect(events.filter(({ event }) => event === `autopilot-${userId}`)).toHaveLength(items)
  },
  LONG_MS,
)
