import type { Stage } from "../../harness/stage.ts"
import { type Journey, openFor, stopwatch } from "./journey.ts"

/** The admin's way from received money to the credits for it. */
export const bankTransfer: Journey = {
  name: "bank transfer",
  what: "an admin completes a transfer whose money has come",
  maxActions: 3,
  async prepare(stage: Stage) {
    const { client: seller } = await stage.givenSeller("Tova")
    const { client: admin } = await stage.givenAdmin("Agnes")
    await seller.expect("POST", "/api/payments/bank-transfer", { sku: "credits100" })
    const page = await openFor(stage, admin, "/dashboard")
    await page.getByRole("heading", { level: 1 }).waitFor()
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(page.getByRole("link", { name: /^Completed Payments/ }).first())
        const complete = page
          .getByRole("button", { name: /^Complete/ })
          .filter({ visible: true })
          .first()
        const pending = page.getByRole("tab", { name: /^Pending/ })
        await pending.waitFor()
        if ((await pending.getAttribute("aria-selected")) !== "true") await hand.click(pending)
        await hand.click(complete)
        await hand.click(page.getByRole("dialog").getByRole("button", { name: /^Complete/ }))
        await page.getByRole("dialog").waitFor({ state: "detached" })
        const [payment] = await seller.expect<{ status: string }[]>("GET", "/api/payments")
        if (payment.status !== "Completed") throw new Error(`the transfer is ${payment.status}`)
        return { "credits there": since() }
      },
    }
  },
}
