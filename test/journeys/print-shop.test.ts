import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { greyAndGreenPng } from "../../harness/artwork.ts"
import { buildPressProfile, buildProfile, curve, SRGB_COLORANTS } from "../../harness/icc-profile.ts"
import { longTest } from "../../harness/long-test.ts"
import { useStage } from "../../harness/use-stage.ts"
import { WEBDAV_FOLDER, webDavAccount } from "../../stand-ins/delivery/fake-webdav.ts"
import { givenImage } from "../worker/artwork/artwork-steps.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest(
  "a print shop is asked once in four steps, its connection tested before Next, and changed on one page",
  async () => {
    const { client } = await stage.givenSeller("Kaia", { credits: 1 })
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/dashboard")
    await page.getByRole("link", { name: "Print shop", exact: true }).click()
    await page.getByText("Four short steps, asked once. 0 of 4 done.").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "the first step")).toEqual([])

    const step = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) })
    const next = (at: Locator) => at.getByRole("button", { name: "Next" })
    const roll = step("Roll and gap")
    await roll.getByRole("button", { name: "24 in", exact: true }).click()
    await next(roll).click()
    await roll.getByText("24 in roll, sheets up to 100 in, gap 0.25 in").waitFor()

    const files = step("Files")
    await files.getByRole("textbox", { name: "Name of the print shop" }).fill("Kim's Prints")
    await pick(page, files.getByRole("combobox", { name: /^Begin with a printer/ }), "Caldera, white beneath")
    await pick(page, files.getByRole("combobox", { name: /cutter’s$/ }), "Roland, marks on film")
    await files.getByText(/^The edge of the roll becomes 0\.6 in/).waitFor()
    await next(files).click()
    await files.getByText("PDF, with white and cut line").waitFor()

    // Next rests until the server there has answered.
    const place = step("Where files go")
    expect(await place.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("Kim's Prints")
    await place
      .getByRole("textbox", { name: "Folder address" })
      .fill(`${stage.standIns.origin}${WEBDAV_FOLDER}`)
    await place.getByRole("textbox", { name: "User name" }).fill(webDavAccount.user)
    await place.getByRole("textbox", { name: "Password" }).fill("wrong")
    await place.getByRole("button", { name: "Test", exact: true }).click()
    await place.getByText("The server does not accept the name or the password").waitFor()
    expect(await next(place).isDisabled()).toBe(true)
    await page.reload()
    await place.getByText("The server does not accept the name or the password").waitFor()
    await place.getByRole("textbox", { name: "Password" }).fill(webDavAccount.password)
    await place.getByRole("button", { name: "Test again" }).click()
    const { host } = new URL(stage.standIns.origin)
    await place.getByText(`${host} answered just now`).waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "a connection that was tested")).toEqual([])
    await next(place).click()

    const cost = step("What film costs")
    await cost.getByRole("spinbutton", { name: "Film" }).fill("6.6")
    await next(cost).click()

    // From now on it is one page, after a reload as well.
    await page.getByRole("heading", { level: 1, name: /Kim's Prints/ }).waitFor()
    await page.reload()
    await page.getByText("Connected", { exact: true }).waitFor()
    await page.getByRole("region", { name: "Where files go" }).getByText(`${host} answered`).waitFor()
    await page.getByText("So a sheet of 40 in costs $22.00.").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "the print shop's page")).toEqual([])
    const rollPart = page.getByRole("region", { name: "Roll and gap" })
    await rollPart.getByRole("button", { name: "Change: Roll and gap" }).click()
    await rollPart.getByRole("spinbutton", { name: "Gap" }).fill("0.4")
    await page.goBack()
    await rollPart.getByText("0.25 in").waitFor()
    await page.goForward()
    await rollPart.getByRole("spinbutton", { name: "Gap" }).fill("0.4")
    await rollPart.getByRole("button", { name: "Save" }).click()
    await rollPart.getByText("0.4 in").waitFor()
    const [template] = await client.expect<object[]>("GET", "/api/sheet-templates")
    expect(template).toMatchObject({
      name: "24 in roll",
      ...{ widthIn: 24, gapIn: 0.4, edgeIn: 0.6, isDefault: true },
      destination: { name: "Kim's Prints", formats: ["pdf"] },
      filmPrice: { amount: 6.6, per: "foot", currency: "USD" },
    })

    // The colour profile of its press: what is none is told there, and a press's own has its name.
    const profile = page.getByRole("region", { name: "Colour profile" })
    const choose = (name: string, bytes: Uint8Array) =>
      profile
        .locator("input[type=file]")
        .setInputFiles({ name, mimeType: "application/vnd.iccprofile", buffer: Buffer.from(bytes) })
    await choose("monitor.icc", buildProfile("RGB ", SRGB_COLORANTS, curve([512])))
    await profile
      .getByRole("alert")
      .getByText(/describes a monitor. Ask your print shop/)
      .waitFor()
    // The browser itself notes a refused call.
    expect(errors.splice(0)).toEqual([expect.stringContaining("422")])
    await choose("press.icc", buildPressProfile({ name: "Kim's film" }))
    await profile.getByText("Kim's film").waitFor()
    await expect.poll(() => profile.getByRole("alert").count()).toBe(0)
    await profile.getByRole("button", { name: "Remove colour profile" }).waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "a print shop with a colour profile")).toEqual([])

    // From then on images are seen as it mixes them.
    const vivid = await givenImage(client, { name: "vivid.png", bytes: await greyAndGreenPng(600, 0.3) })
    await page.goto(`/images/${vivid._id}/ink?layer=proof`)
    await page.getByText(/as a press of “Kim's film” mixes it. 30 % of the ink is outside/).waitFor()
    await page.getByRole("heading", { name: "Colours the press cannot mix" }).waitFor()
    await page.getByRole("img", { name: "vivid.png" }).waitFor()
    await page.getByRole("switch", { name: "Stripe what it cannot mix" }).click()
    await page.getByRole("img", { name: "vivid.png" }).waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "a soft proof")).toEqual([])

    // Ctrl+K finds its parts by the words that people use, and leads to them on a low screen, too.
    await page.setViewportSize({ width: 1280, height: 600 })
    await page.goto("/dashboard")
    await page.getByRole("button", { name: "Find anything" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").getByRole("combobox").fill("film price")
    await page.getByRole("option", { name: /What film costs/ }).click()
    await page.waitForURL("**/print-shop?change=cost")
    const film = page.getByRole("spinbutton", { name: "Film" })
    await film.waitFor()
    const isInView = () => film.evaluate((field) => field.getBoundingClientRect().bottom < window.innerHeight)
    await expect.poll(isInView).toBe(true)
    expect(errors).toEqual([])
  },
)

async function pick(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole("option", { name: option, exact: true }).click()
}
