import { dayOf } from "../../contract/day.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import type { Stage } from "../../harness/stage.ts"
import { type Journey, openFor, stopwatch } from "../desk/journey.ts"
import { DESIGNS, dayPrinted, ORDERS, openDay } from "./order-day.ts"

const EVERY_MINUTE = "* * * * *"
const TICK_MS = 500

/** The autopilot's time comes; the seller only looks. */
export const byAutopilot: Journey = {
  name: "autopilot",
  what: `its time comes: ${ORDERS} orders of ${DESIGNS} designs are read, packed and printed`,
  maxActions: 0,
  async prepare(stage: Stage) {
    const { client, integrationId, sheetTemplateId } = await openDay(stage, "Ada")
    const dueMs = Math.ceil(Date.now() / MINUTE_MS + 1) * MINUTE_MS
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
        // The minutes go by faster than on the wall.
        for (let minute = 0; !isDone; minute++) {
          await stage.runtime.runCron(EVERY_MINUTE, dueMs + minute * MINUTE_MS)
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

/** `07:00` of a moment, in UTC. */
function timeOf(ms: number): string {
  const day = dayOf(ms, "UTC")
  return new Date(ms).toISOString().slice(day.length + 1, day.length + 6)
}
