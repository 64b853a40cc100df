import type { Locator } from "playwright-core"
import { dayOf } from "../../contract/day.ts"
import { DAY_MS } from "../../contract/duration.ts"
import type { Print } from "../../contract/prints/print.ts"
import { giveDueOrders } from "../../harness/due-orders.ts"
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { connectShop } from "../../local/people.ts"
import { type Journey, openFor, stopwatch } from "./journey.ts"
import { fillLibrary, starPictures } from "./pictures.ts"

const ORDERS = sized(30, 8)
const SHOP = "MorningInk"
const PRINT_MS = 300_000
/** Artwork named so that the shop's items are recognised, except for four kinds. */
const artwork = [
  "cosmic-cat",
  "luna-moth",
  "leopard-mama",
  "salty-wave",
  "shred-it-taco",
  "petal-smiley",
  "good-vibes-only",
  "wildflower-bouquet-new",
  "team-name",
  "eastside-varsity",
]
const sizes = { "Adult chest": 10, "Youth chest": 7.5, Toddler: 5, "Left chest": 3.5 }

/** The orders of a morning, some of which nobody has printed before. */
export const orderMorning: Journey = {
  name: "order morning",
  what: `${ORDERS} orders of a shop to a print that is done; some items lack artwork`,
  maxActions: 16,
  async prepare(stage: Stage) {
    const { client } = await stage.givenSeller("Odile", { credits: 1_000 })
    await fillLibrary(client, await starPictures(artwork.map((name) => `${name}.png`)))
    for (const [name, value] of Object.entries(sizes))
      await client.expect("POST", "/api/sizes", { name, value })
    await openShop(stage, client)
    const page = await openFor(stage, client, "/orders")
    const inbox = page.getByRole("region", { name: /needs? artwork or a size/ })
    await inbox.waitFor()
    await page.getByRole("row").nth(5).waitFor()
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(inbox.getByRole("button", { name: /needs? artwork or a size/ }))
        const sure = inbox.getByRole("button", { name: /^Accept \d+ certain/ })
        await sure.waitFor()
        await hand.click(sure)
        await sure.waitFor({ state: "detached" })
        let single = 0
        for (let row = await nextRow(); row; row = await nextRow()) {
          await hand.click(row.getByRole("button", { name: /^Accept .* for / }))
          await row.waitFor({ state: "detached" })
          single++
        }
        const matchedMs = since()
        await hand.click(page.getByRole("checkbox", { name: "Select all rows" }))
        const everything = page.getByRole("button", { name: /^Select all \d+ that match/ })
        if (await everything.isVisible()) await hand.click(everything)
        await hand.click(page.getByRole("button", { name: "Create Print" }))
        await page.waitForURL("**/prints/review-print")
        await hand.click(page.getByRole("button", { name: "Create Print (Process)" }).first())
        await hand.click(page.getByRole("dialog").getByRole("button", { name: "Proceed" }))
        const proceedMs = since()
        await waitForPrint(client)
        return {
          [`matched, ${single} rows one by one`]: matchedMs,
          "from Proceed to Completed": since() - proceedMs,
        }

        /**
         * Returns the next row by its own id, as rows move up; null once the inbox is empty. The texts'
         * inbox has rows, too.
         */
        async function nextRow(): Promise<Locator | null> {
          const rows = inbox.locator("[data-inbox-row]")
          // One reading: the last row may go between two.
          const [id] = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-inbox-row")))
          return id ? inbox.locator(`[data-inbox-row="${id}"]`) : null
        }
      },
    }
  },
}

/** The orders of a morning whose artwork is known: from the dashboard to the print that is done. */
export const todaysFilm: Journey = {
  name: "today's film",
  what: `${ORDERS} orders that ship today or are late, whose artwork is known, to a print that is done`,
  maxActions: 3,
  async prepare(stage: Stage) {
    const { client } = await stage.givenSeller("Nadia", { credits: 1_000 })
    await fillLibrary(client, await starPictures(artwork.map((name) => `${name}.png`)))
    for (const [name, value] of Object.entries(sizes))
      await client.expect("POST", "/api/sizes", { name, value })
    const shipDay = dayOf(Date.now() - DAY_MS, "UTC")
    await giveDueOrders(client, { count: ORDERS, designs: artwork, sizes: Object.keys(sizes), shipDay })
    const page = await openFor(stage, client, "/dashboard")
    const make = page.getByRole("button", { name: "Make today’s film" })
    await make.waitFor()
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(make)
        await page.waitForURL("**/prints/*")
        await hand.click(page.getByRole("dialog").getByRole("button", { name: "Proceed" }))
        const proceedMs = since()
        await waitForPrint(client)
        return { "to Proceed": proceedMs, "from Proceed to Completed": since() - proceedMs }
      },
    }
  },
}

async function openShop({ standIns }: Stage, client: Client): Promise<void> {
  await fetch(`${standIns.origin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vendor: "etsy", action: "receipts", shop: SHOP, count: ORDERS }),
  })
  await connectShop(client, SHOP)
  for (;;) {
    const [{ lastSync }] = await client.expect<{ lastSync: string | null }[]>("GET", "/api/integrations")
    if (lastSync !== null) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function waitForPrint(client: Client): Promise<void> {
  const untilMs = performance.now() + PRINT_MS
  while (performance.now() < untilMs) {
    const [print] = await client.expect<Print[]>("GET", "/api/prints")
    if (print?.status === "Completed") return
    if (print && print.failureMessage !== null) throw new Error(print.failureMessage)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("the print was not done in time")
}
