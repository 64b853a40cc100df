import { dayOf } from "../../contract/day.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import type { Stage } from "../../harness/stage.ts"
import { type Journey, openFor, stopwatch } from "../desk/journey.ts"
import { DESIGNS, dayPrinted, ORDERS, openDay } from "./order-day.ts"

const EVERY_MINUTE = "* * * * *"
const TICK_MS = 500
/** A time longer than setting up the autopilot takes. */
const AHEAD_MS = 10_000

/** The way of a seller who only looks when the autopilot's time comes. */
export const byAutopilot: Journey = {
  name: "autopilot",
  what: `its time comes: ${ORDERS} orders of ${DESIGNS} designs are read, packed and printed`,
  maxActions: 0,
  async prepare(stage: Stage) {
    const { client, integrationId, sheetTemplateId } = await openDay(stage, "Ada")
    const dueMs = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS
    await client.expect("POST", "/api/autopilots", {
      integrationId,
      ...{ days: [new Date(dueMs).getUTCDay()], times: [timeOf(dueMs)], timeZone: "UTC" },
      ...{ shipWithinDays: 366, sheetTemplateId, packing: "tightest" },
      ...{ action: "process", maxCreditsPerDay: 5_000 },
    })
    const page = await openFor(stage, client, "/prints")
    return {
      page,
      async go() {
        const since = stopwatch()
        let isDone = false
        const printed = dayPrinted(client).finally(() => {
          isDone = true
        })
        // The cron's clock jumps to the autopilot's time and then goes as the wall's does: with a faster
        // one the run would be given up while its print is still being made.
        while (!isDone) {
          await stage.runtime.runCron(EVERY_MINUTE, dueMs + since())
          await Promise.race([printed, new Promise((resolve) => setTimeout(resolve, TICK_MS))])
        }
        const { printedAt } = await printed
        const marks = { "from its time to Completed": since() }
        await page.getByText("Completed").first().waitFor()
        if (printedAt === null) throw new Error("a print that is done has no time")
        return marks
      },
    }
  },
}

/** Returns a moment's `07:00` in UTC. */
function timeOf(ms: number): string {
  const day = dayOf(ms, "UTC")
  return new Date(ms).toISOString().slice(day.length + 1, day.length + 6)
}
