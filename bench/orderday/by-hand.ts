import type { Stage } from "../../harness/stage.ts"
import { type Journey, openFor, stopwatch } from "../desk/journey.ts"
import { DESIGNS, dayPrinted, ORDERS, openDay } from "./order-day.ts"

/** The way of a seller who opens the orders and has today's batch made and processed at once. */
export const byHand: Journey = {
  name: "by hand",
  what: `${ORDERS} orders of ${DESIGNS} designs that have been read, to a print that is done`,
  maxActions: 3,
  async prepare(stage: Stage) {
    const { client, integrationId } = await openDay(stage, "Hanna")
    await client.expect("GET", `/api/integrations/${integrationId}/orders`)
    const page = await openFor(stage, client, "/orders")
    await page.getByRole("row").nth(5).waitFor()
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        const dialog = page.getByRole("dialog")
        await hand.click(page.getByRole("button", { name: "Make today’s film" }))
        await hand.click(dialog.getByRole("button", { name: "Create and process…" }))
        const startMs = since()
        await dayPrinted(client)
        return { "from Create and process… to Completed": since() - startMs }
      },
    }
  },
}
