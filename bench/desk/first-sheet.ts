import type { Stage } from "../../harness/stage.ts"
import { type Journey, stopwatch } from "./journey.ts"
import { starPictures } from "./pictures.ts"

const PRINT_MS = 180_000

/** A new visitor's way from the landing page to a sheet on their disk. */
export const firstSheet: Journey = {
  name: "first sheet",
  what: "from the landing page through sign-up to the first sheet downloaded, a field counted as an action",
  maxActions: 14,
  async prepare(stage: Stage) {
    const { page } = await stage.open()
    const [picture] = await starPictures(["my-first-design.png"])
    const email = "fern@shop.test"
    await page.goto("/")
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        const button = (name: string | RegExp) =>
          page.getByRole("button", { name }).filter({ visible: true }).first()
        await hand.click(page.getByRole("link", { name: "Start free trial" }).first())
        const person = {
          "First Name": "Fern",
          "Last Name": "Lind",
          Username: "fernprints",
          Phone: "+46 8 123 456",
          Email: email,
          Password: "film-by-the-inch",
        }
        for (const [name, value] of Object.entries(person)) {
          await hand.fill(page.getByRole("textbox", { name }), value)
          hand.actions++
        }
        await page.getByText("Success!").waitFor()
        await hand.click(button("Sign up"))
        const mail = await stage.mailTo(email)
        const link = mail.text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0]
        if (!link) throw new Error("no link in the mail")
        // The link in the mail is one click.
        hand.actions++
        await page.goto(link)
        await page.waitForURL("**/dashboard")
        const inMs = since()

        const dialog = page.getByRole("dialog")
        await hand.choose(page.getByLabel("Artwork", { exact: true }), [picture])
        await hand.click(button("See the sheet"))

        await hand.click(button("Create Print (Process)"))
        await hand.click(dialog.getByRole("button", { name: "Proceed" }))
        const processMs = since()
        const download = page.getByRole("link", { name: /^Download / }).first()
        await download.waitFor({ timeout: PRINT_MS })
        const readyMs = since()
        await Promise.all([page.waitForEvent("download"), hand.click(download)])
        return { "signed in": inMs, "from Proceed to ready": readyMs - processMs }
      },
    }
  },
}
