import type { Autopilot } from "../../contract/autopilots/autopilot.ts"
import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { connectShop } from "../../local/people.ts"
import { etsySells, untilSynced } from "./etsy-shop.ts"
import { type Journey, openFor, stopwatch } from "./journey.ts"
import { fillLibrary, starPictures } from "./pictures.ts"

const SHOP = "TwiceByHand"

/** The way from the second batch by hand to an autopilot that makes the next. */
export const autopilotOffer: Journey = {
  name: "autopilot",
  what: "from the offer after the second batch by hand to a running autopilot",
  maxActions: 3,
  async prepare(stage: Stage) {
    const { client } = await stage.givenSeller("Anders", { credits: 100 })
    await fillLibrary(client, await starPictures(["luna-moth.png"]))
    await client.expect("POST", "/api/sizes", { name: "Adult chest", value: 10 })
    const sell = [{ title: "Moth tee", sku: "LUNA-MOTH", sizes: ["Adult chest"], answers: [[]] }]
    await etsySells(stage, SHOP, sell, 2)
    await connectShop(client, SHOP)
    await untilSynced(client)
    for (let batch = 0; batch < 2; batch++) await printOne(client)
    const page = await openFor(stage, client, "/orders")
    const offer = page.getByRole("region", { name: /^Do this every / })
    await offer.waitFor()
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(offer.getByRole("button", { name: /^Yes, every / }))
        await offer.waitFor({ state: "detached" })
        const [autopilot] = await client.expect<Autopilot[]>("GET", "/api/autopilots")
        if (!autopilot || autopilot.isPaused || autopilot.nextRunAt === null)
          throw new Error("no autopilot is going to run")
        return { "autopilot set up": since() }
      },
    }
  },
}

/** Makes a batch of the first order that is in no print yet. */
async function printOne(client: Client): Promise<void> {
  const orders = await client.expect<{ orderItems: { _id: string; prints: unknown[] }[] }[]>(
    "GET",
    "/api/orders?limit=50",
  )
  const order = orders.find(({ orderItems }) => orderItems.every(({ prints }) => prints.length === 0))
  if (!order) throw new Error("no order is left to print")
  await client.expect("POST", "/api/orders/print", { orderItems: order.orderItems.map(({ _id }) => _id) })
}
