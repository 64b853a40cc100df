import type { Stage } from "../../harness/stage.ts"
import { type Journey, stopwatch } from "./journey.ts"
import { starPictures } from "./pictures.ts"

const PRINT_MS = 180_000

/** A new visitor's way from the landing page to a sheet on their disk. */
export const firstSheet: Journey = {
  name: "first sheet",
  what: "from the landing page through sign-up to the first sheet downloaded",
  maxActions: 20,
  async prepare(stage: Stage) {
    const { page } = await stage.open()
    const [picture] = await starPictures(["my-first-design.png"])
    const email = "fern@shop.test"
    const password = "film-by-the-inch"
    await page.goto("/")
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        const field = (name: string) => page.getByRole("textbox", { name })
        const button = (name: string | RegExp) =>
          page.getByRole("button", { name }).filter({ visible: true }).first()
        await hand.click(page.getByRole("link", { name: "Start free trial" }).first())
        await hand.fill(field("First Name"), "Fern")
        await hand.fill(field("Last Name"), "Lind")
        await hand.fill(field("Username"), "fernprints")
        await hand.fill(field("Phone"), "+46 8 123 456")
        await hand.fill(field("Email"), email)
        await hand.fill(field("Password"), password)
        await page.getByText("Success!").waitFor()
        await hand.click(button("Sign up"))
        const mail = await stage.mailTo(email)
        const link = mail.text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0]
        if (!link) throw new Error("no link in the mail")
        // The link in the mail is one click.
        hand.actions++
        await page.goto(link)
        await page.waitForURL("**/auth/signin")
        await hand.fill(field("Email or Username"), email)
        await hand.fill(field("Password"), password)
        await page.getByText("Success!").waitFor()
        await hand.click(button("Sign in"))
        await page.waitForURL("**/dashboard")
        const inMs = since()

        await hand.click(page.getByRole("link", { name: "Images" }).first())
        await hand.click(button("Upload images"))
        const dialog = page.getByRole("dialog")
        await hand.choose(dialog.locator("input[type=file]"), [picture])
        await hand.click(dialog.getByRole("button", { name: /^Upload/ }))
        await page.getByRole("article").filter({ hasText: "×" }).first().waitFor()

        await hand.click(page.getByRole("link", { name: "Sizes" }).first())
        await hand.click(button("Add size"))
        await hand.fill(dialog.getByRole("textbox", { name: "Name" }), "Left chest")
        await hand.fill(dialog.getByLabel("Width"), "3.5")
        await hand.click(dialog.getByRole("button", { name: /^(Save|Add)/ }))
        await page.getByRole("cell", { name: "Left chest", exact: true }).waitFor()

        await hand.click(page.getByRole("link", { name: "Prints" }).first())
        await hand.click(
          page
            .getByRole("button", { name: "New Print" })
            .or(page.getByRole("link", { name: "New Print" }))
            .filter({ visible: true })
            .first(),
        )
        await hand.click(page.getByRole("button", { name: /^my-first-design\.png/ }).first())
        const add = button("Add to print")
        if (await add.isDisabled()) await hand.click(page.getByRole("button", { name: /^Left chest/ }))
        await hand.click(add)
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
