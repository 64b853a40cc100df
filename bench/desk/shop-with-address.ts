import type { SheetTemplate } from "../../contract/artwork/size.ts"
import type { DeliveryAddress } from "../../contract/delivery/delivery.ts"
import type { Stage } from "../../harness/stage.ts"
import { WEBDAV_FOLDER, webDavAccount } from "../../stand-ins/delivery/fake-webdav.ts"
import { type Journey, openFor, stopwatch } from "./journey.ts"

/** The way to a print shop whose files are written as its software takes them, and go there. */
export const shopWithAddress: Journey = {
  name: "destination with address",
  what: "from the dashboard to a print shop with its kind of files and an address that was tested",
  maxActions: 8,
  async prepare(stage: Stage) {
    const { client } = await stage.givenSeller("Doris", { credits: 1 })
    const page = await openFor(stage, client, "/dashboard")
    const link = page.getByRole("link", { name: "Print shop", exact: true })
    await link.waitFor()
    const step = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) })
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(link)
        await hand.click(step("Roll and gap").getByRole("button", { name: "Next" }))
        const files = step("Files")
        await hand.fill(files.getByRole("textbox", { name: "Name of the print shop" }), "Kim’s Prints")
        await hand.click(files.getByRole("combobox", { name: /^Begin with a printer/ }))
        await hand.click(page.getByRole("option", { name: "Caldera, white beneath", exact: true }))
        await hand.click(files.getByRole("button", { name: "Next" }))
        const place = step("Where files go")
        const address = stage.standIns.origin + WEBDAV_FOLDER
        await hand.fill(place.getByRole("textbox", { name: "Folder address" }), address)
        await hand.fill(place.getByRole("textbox", { name: "User name" }), webDavAccount.user)
        await hand.fill(place.getByRole("textbox", { name: "Password" }), webDavAccount.password)
        await hand.click(place.getByRole("button", { name: "Test", exact: true }))
        await place.getByText(/answered just now/).waitFor()
        await hand.click(place.getByRole("button", { name: "Next" }))
        await step("What film costs").getByRole("spinbutton", { name: "Film" }).waitFor()
        const [template] = await client.expect<SheetTemplate[]>("GET", "/api/sheet-templates")
        const [kim] = await client.expect<DeliveryAddress[]>("GET", "/api/delivery-addresses")
        if (!template?.destination?.white.isOn || !kim?.lastTest?.works)
          throw new Error("the print shop is not set up")
        return { "print shop set up": since() }
      },
    }
  },
}
