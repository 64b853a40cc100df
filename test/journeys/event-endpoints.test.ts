import { expect } from "vitest"
import { longTest } from "../../harness/long-test.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest(
  "a seller has a program told, tries it, sees what it was sent and sends it again, on a phone too",
  async () => {
    const { client } = await stage.givenSeller("Hooked")
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/profile#developers")
    const section = page.getByRole("region", { name: "Events", exact: true })
    await section.getByText("No endpoint yet").waitFor()
    await section.getByRole("button", { name: "New endpoint" }).click()
    const form = page.getByRole("dialog", { name: "New endpoint" })
    await form.getByRole("button", { name: "Add endpoint" }).click()
    await form.getByText("Address is required").waitFor()
    await form.getByText("Choose at least one event").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "a new endpoint")).toEqual([])
    const address = `${stage.standIns.origin}/listener/journey`
    await form.getByLabel("Address").fill(address)
    await form.getByLabel("A print's sheets are ready").click()
    await form.getByRole("button", { name: "Add endpoint" }).click()

    const made = page.getByRole("dialog", { name: "Copy the secret" })
    const secret = await made.getByLabel("Secret", { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    await made.getByRole("button", { name: "Done" }).click()
    await section.getByText("On", { exact: true }).waitFor()
    expect(await page.content()).not.toContain(secret)

    await section.getByRole("button", { name: `Test ${address}` }).click()
    await said(page, "It works: the server took the event (204).")
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await objectionsInBothThemesOnTheWay(page, "endpoints on a phone")).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
    await section.getByRole("button", { name: `Deliveries ${address}` }).click()
    const deliveries = page.getByRole("dialog", { name: "Last deliveries" })
    await deliveries.getByText("Taken").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "deliveries on a phone")).toEqual([])
    await deliveries.getByRole("button", { name: "Send again" }).click()
    await said(page, "The event is sent again")
    await deliveries.getByRole("button", { name: "Close" }).last().click()

    await section.getByRole("button", { name: `Edit ${address}` }).click()
    const edit = page.getByRole("dialog", { name: "Edit endpoint" })
    await edit.getByLabel("Switched on").click()
    await edit.getByRole("button", { name: "Save" }).click()
    await section.getByText("Off", { exact: true }).waitFor()
    await section.getByRole("button", { name: `Delete ${address}` }).click()
    await page
      .getByRole("dialog", { name: "Delete this endpoint?" })
      .getByRole("button", { name: "Delete" })
      .click()
    await section.getByText("No endpoint yet").waitFor()
    expect(errors).toEqual([])
  },
)
