import { expect, test } from "vitest"
import { MINUTE_MS } from "../../contract/duration.ts"
import { useApp } from "../../harness/app.ts"
import { EVERY_MINUTE } from "../../worker/flows/normal-waits.ts"
import { givenOrder, givenPilotShop, makeDue, minutePasses } from "../worker/autopilot-steps.ts"
import { atEveryCall, faultNames, faultyFronts, type Message, takeQueued } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const LONG_MS = 10 * MINUTE_MS
/** Every failure here is planned, and says so; one that D1 reports is wrapped by the query. */
const planned = /planned:|Failed query/

/** Delivers what was queued for runs; what the press would draw is of no account here. */
async function deliverRuns(times: number): Promise<void> {
  for (;;) {
    const runs = (await takeQueued(app)).filter(isOfRun)
    if (runs.length === 0) return
    for (const { queue, body } of runs) await app.deliver(queue, ...Array(times).fill(body))
  }
}

/** Whether a run is still to go on, or to be told of. */
async function goesOn(): Promise<boolean> {
  return (await app.db.prepare("SELECT 1 FROM autopilot_run WHERE retry_at IS NOT NULL").first()) !== null
}

function isOfRun({ body }: Message): boolean {
  return (body as { kind?: string }).kind === "autopilot"
}

test.each(faultNames)(
  "autopilot: %s at any call of a run prints its item once and tells of it once",
  async (_name, fault) => {
    app.expectErrors(planned)
    const owner = await app.givenUser({ name: "Pilot", credits: 1_000 })
    const { hub, userId } = owner
    const given = { action: "process", maxCreditsPerDay: 1_000 } as const
    const { pilot, integrationId } = await givenPilotShop(app, owner, given)
    // From here on messages wait for this test.
    await takeQueued(app)
    let items = 0
    const hits = await atEveryCall(app, fault, {
      async prepare() {
        await app.db.prepare("UPDATE autopilot_run SET slot = id").run()
        // Started prints are as they shall be; nobody draws them.
        await app.db.prepare("UPDATE attempt SET retry_at = 9e15, updated_at = 9e15").run()
        const itemId = await givenOrder(app, owner, integrationId, { number: `C${items++}` })
        await makeDue(app, pilot)
        await minutePasses(app)
        return itemId
      },
      async act() {
        await deliverRuns(1)
      },
      async recover() {
        for (let round = 1; round <= 3 && (await goesOn()); round++) {
          await app.runtime.runCron(EVERY_MINUTE, Date.now() + round * 6 * MINUTE_MS)
          await deliverRuns(2)
        }
      },
      async check(itemId, where) {
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
        const once = { credits: 1, isAnnounced: 1, attempts: 1, notices: 1 }
        expect(results, where).toEqual([{ state: "done", status: "Processing", ...once }])
        expect(await hub.balance(), where).toMatchObject({ held: items, available: 1_000 - items })
      },
    })
    for (const kind of ["d1", "queue", "hub", "email"])
      expect(
        hits.some((hit) => hit.includes(` ${kind}.`)),
        kind,
      ).toBe(true)
    const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
    expect(events.filter(({ event }) => event === `autopilot-${userId}`)).toHaveLength(items)
  },
  LONG_MS,
)
