import type { Order } from "../../contract/orders/order.ts"
import type { Stage } from "../../harness/stage.ts"
import { csvOf } from "../../harness/synthetic-order-files.ts"
import { type Journey, openFor, stopwatch } from "./journey.ts"

const header = ["Vorgang", "Teil", "Größe", "Stk", "Wunschtext", "Kunde", "Versand bis", "Preis"]
const rows = [
  ["F-1", "MOTH-TEE", "M", 2, "Zoë", "Ana Ruiz", "24.12.2026", "19,90"],
  ["F-2", "FERN-TEE", "L", 1, "", "Jonas Weiß", "22.12.2026", "19,90"],
]

/** The way from a file of a program that nobody knows to its orders. */
export const ownColumns: Journey = {
  name: "own columns",
  what: "a file whose columns are named in German, two of them as nobody names them, to its orders",
  maxActions: 8,
  async prepare(stage: Stage) {
    const { client } = await stage.givenSeller("Otis")
    const page = await openFor(stage, client, "/orders")
    const open = page.getByRole("button", { name: "Import a file" })
    await open.waitFor()
    const dialog = page.getByRole("dialog", { name: "Import orders from a file" })
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(open)
        const file = {
          name: "markt.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(csvOf([header, ...rows])),
        }
        await hand.choose(dialog.getByLabel("Order file"), [file])
        for (const [field, column] of [
          ["Order number", "Vorgang"],
          ["SKU", "Teil"],
        ]) {
          await hand.click(dialog.getByRole("combobox", { name: field, exact: true }))
          await hand.click(page.getByRole("option", { name: column, exact: true }))
        }
        await hand.click(dialog.getByRole("button", { name: "Import 2 orders" }))
        await dialog.waitFor({ state: "detached" })
        const orders = await client.expect<Order[]>("GET", "/api/orders")
        const [item] = orders.find(({ orderNumber }) => orderNumber === "F-1")?.orderItems ?? []
        const [words] = item?.personalisation ?? []
        if (orders.length !== 2 || item?.quantity !== 2 || item.size !== "M" || words?.answer !== "Zoë")
          throw new Error("the orders are not as the file has them")
        return { "orders there": since() }
      },
    }
  },
}
