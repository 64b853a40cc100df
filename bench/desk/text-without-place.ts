import type { Order } from "../../contract/orders/order.ts"
import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { connectShop } from "../../local/people.ts"
import { etsySells, untilSynced } from "./etsy-shop.ts"
import { type Journey, openFor } from "./journey.ts"
import { fillLibrary, starPictures } from "./pictures.ts"

/** The way from a buyer's text that artwork has no place for to fields that hold it. */
export const textGivenFields: Journey = {
  name: "buyer's text, fields added",
  what: "a buyer's text without a place in the artwork, from the order to fields that hold it",
  maxActions: 2,
  prepare: (stage) =>
    prepare(stage, "FieldsTowels", async ({ page, hand, inbox }) => {
      await hand.click(inbox.getByRole("link", { name: /^Add fields to this artwork/ }))
      await page.getByRole("button", { name: "Place of Name", exact: true }).waitFor()
      await hand.click(page.getByRole("button", { name: "Save" }))
      await page.getByText("Text saved").waitFor()
    }),
}

/** The way from such a text to an item that is printed without it. */
export const textLeftOut: Journey = {
  name: "buyer's text, printed without",
  what: "the same, from the order to an item that is printed without its text",
  maxActions: 2,
  prepare: (stage) =>
    prepare(stage, "PlainTowels", async ({ hand, inbox }) => {
      await hand.click(inbox.getByRole("button", { name: /^Print without text/ }))
      await inbox.getByRole("button", { name: /^Print without text/ }).waitFor({ state: "detached" })
    }),
}

type Way = Awaited<ReturnType<Journey["prepare"]>>
type Hands = {
  page: Way["page"]
  hand: Parameters<Way["go"]>[0]
  inbox: ReturnType<Way["page"]["getByRole"]>
}

/** Makes one towel with a buyer's words; the list of texts is where mails, batches and the dashboard lead. */
async function prepare(stage: Stage, shop: string, act: (hands: Hands) => Promise<void>): Promise<Way> {
  const { client } = await stage.givenSeller("Tove", { credits: 20 })
  await fillLibrary(client, await starPictures(["tea-towel.png"]))
  await client.expect("POST", "/api/sizes", { name: "5 inches", value: 5 })
  const answers = [[["Personalization", "Name: Zoë Müller, No. 7"]]] as const
  await etsySells(stage, shop, [{ title: "Tea towel", sku: "tea towel", sizes: ["5 inches"], answers }], 1)
  await connectShop(client, shop)
  await untilSynced(client)
  const page = await openFor(stage, client, "/orders?doubtful=true")
  const inbox = page.getByRole("region", { name: /text to check/ })
  await inbox.getByRole("button", { name: /^Print without text/ }).waitFor()
  return {
    page,
    async go(hand) {
      await act({ page, hand, inbox })
      if ((await unplaced(client)) > 0) throw new Error("its text still has no place")
      return {}
    },
  }
}

async function unplaced(client: Client): Promise<number> {
  const orders = await client.expect<Order[]>("GET", "/api/orders?limit=50")
  return orders.flatMap(({ orderItems }) => orderItems).filter(({ hasNoPlace }) => hasNoPlace).length
}
