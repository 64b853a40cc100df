import type { Print } from "../../contract/prints/print.ts"
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import { type Journey, openFor, stopwatch } from "./journey.ts"
import { fillLibrary, starPictures } from "./pictures.ts"

const COUNT = sized(40, 3)
const QUANTITY = 3
const sizes = { "Adult chest": 10, "Youth chest": 7.5, Toddler: 5, "Left chest": 3.5 }

/** The way from forty designs to a print of one size, three copies of each. */
export const buildForty: Journey = {
  name: "build",
  what: `${COUNT} images of the library to a saved draft, with size and quantity for each`,
  maxActions: 10,
  async prepare(stage: Stage) {
    const { client } = await stage.givenSeller("Bror", { credits: 500 })
    const names = Array.from({ length: COUNT }, (_, i) => `design-${String(i + 1).padStart(2, "0")}.png`)
    await fillLibrary(client, await starPictures(names))
    for (const [name, value] of Object.entries(sizes))
      await client.expect("POST", "/api/sizes", { name, value })
    const page = await openFor(stage, client, "/images")
    await page
      .getByRole("article")
      .nth(COUNT - 1)
      .waitFor()
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(page.getByRole("checkbox", { name: /^Select all/ }).first())
        await hand.click(page.getByRole("button", { name: "New print" }))
        await page.waitForURL("**/prints/manual-create**")
        const items = page.getByRole("region", { name: "Items" })
        const all = items.getByRole("checkbox", { name: "Select all rows" })
        await all.waitFor()
        const openMs = since()
        const bar = page.getByRole("region", { name: "Selected rows" })
        // The designs just added may be ticked already.
        if (!(await bar.isVisible())) await hand.click(all)
        await hand.click(bar.getByRole("combobox", { name: /^Size of/ }))
        await hand.click(page.getByRole("option", { name: /^Left chest/ }))
        await hand.fill(bar.getByRole("textbox", { name: /^Quantity of/ }), String(QUANTITY))
        await hand.press("Enter")
        await page
          .getByText(String(COUNT * QUANTITY), { exact: true })
          .first()
          .waitFor()
        await hand.click(page.getByRole("button", { name: "Create Print (Draft)" }).first())
        await page.waitForURL(/\/prints(\?|$)/)
        const [draft] = await client.expect<Print[]>("GET", "/api/prints")
        if (draft?.copies !== COUNT * QUANTITY) throw new Error(`the draft has ${draft?.copies} copies`)
        return { "builder open": openMs }
      },
    }
  },
}
