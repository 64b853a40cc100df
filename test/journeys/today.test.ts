import { expect, test } from "vitest"
import { addDays, dayOf } from "../../contract/day.ts"
import type { Print } from "../../contract/prints/print.ts"
import { giveDueOrders } from "../../harness/due-orders.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { useStage } from "../../harness/use-stage.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest(
  "the day's job is one film: shown, made and processed from the dashboard, and each line leads to its list",
  async () => {
    const { client } = await stage.givenSeller("Nadia", { credits: 40 })
    await client.expect("POST", "/api/images/bulk-upload", logoForm("moth.svg"))
    await client.expect("POST", "/api/sizes", { name: "Adult", value: 10 })
    const yesterday = addDays(dayOf(Date.now(), "UTC"), -1)
    // The last of them is of a design that nobody has uploaded.
    const designs = ["moth", "moth", "moth", "comet"]
    await giveDueOrders(client, { count: 4, designs, sizes: ["Adult"], shipDay: yesterday })

    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/dashboard")
    const job = page.getByRole("region", { name: "4 orders are late" })
    await job.getByRole("img", { name: /^Film of [\d.]+ in$/ }).waitFor()
    await job.getByText("Left out: 1 no artwork or size.").waitFor()
    await job.getByText("6 credits, 60 → 54 left").waitFor()
    const door = page.getByRole("link", { name: "Set up an autopilot" })
    expect(await door.getAttribute("href")).toMatch(/^\/integrations\/[\w-]+\/autopilot\?editAutopilot=true$/)
    await job.getByRole("button", { name: "Show" }).click()
    await job.getByText("D-4: Shirt 4").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "today")).toEqual([])

    const waiting = page.getByRole("region", { name: "What waits" })
    await waiting.getByRole("link", { name: "1 needs artwork or a size" }).click()
    await page.waitForURL("**/orders?unmatched=true")
    await expect.poll(() => page.getByRole("checkbox", { name: /^Select order/ }).count()).toBe(1)
    await page.goBack()
    await waiting.getByRole("link", { name: "1 needs you" }).click()
    await page.waitForURL("**/orders?needsYou=true")
    await expect.poll(() => page.getByRole("checkbox", { name: /^Select order/ }).count()).toBe(1)
    await page.goBack()

    await job.getByRole("button", { name: "Make today’s film" }).click()
    const dialog = page.getByRole("dialog", { name: "Process this print?" })
    await dialog.getByRole("button", { name: "Proceed" }).click()
    await page.getByText("Completed").first().waitFor()
    const [print] = await client.expect<Print[]>("GET", "/api/prints")
    expect(print).toMatchObject({ status: "Completed", copies: 6 })

    // What is made is to be pressed; what is left still waits, and offers its remedy.
    await page.goto("/dashboard")
    await page.getByRole("region", { name: "1 order is late" }).getByText("D-4: Shirt 4").waitFor()
    expect(await page.getByRole("button", { name: "Make today’s film" }).count()).toBe(0)
    await waiting.getByRole("link", { name: "3 to press" }).click()
    await page.waitForURL("**/orders?fulfilment=to-press")
    await expect.poll(() => page.getByRole("checkbox", { name: /^Select order/ }).count()).toBe(3)
    expect(errors).toEqual([])
  },
)

longTest("a draft that has all of today is opened, not made again", async () => {
  const { client } = await stage.givenSeller("Olaf")
  await client.expect("POST", "/api/images/bulk-upload", logoForm("moth.svg"))
  await client.expect("POST", "/api/sizes", { name: "Adult", value: 10 })
  const today = dayOf(Date.now(), "UTC")
  await giveDueOrders(client, { count: 12, designs: ["moth"], sizes: ["Adult"], shipDay: addDays(today, -1) })
  const { page, context } = await stage.open({ phone: true })
  await context.addCookies(client.browserCookies())
  await page.goto("/dashboard")
  // Without credits the draft is made all the same, and its page says what is missing.
  await page.getByText("4 credits short").waitFor()
  await page.getByRole("button", { name: "Make today’s film" }).tap()
  await page.getByRole("dialog", { name: "Process this print?" }).getByText("This print needs").waitFor()
  const { pathname } = new URL(page.url())
  await page.goto("/dashboard")
  await page.getByText("All of it is in a print already.").waitFor()
  await page.getByRole("link", { name: "Open the print" }).tap()
  await page.waitForURL(`**${pathname}`)
  expect(await client.expect<Print[]>("GET", "/api/prints")).toHaveLength(1)
})

function logoForm(name: string): FormData {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], name))
  return form
}

test("a new account comes to its first film in three steps, and a reload or a way back forgets nothing", async () => {
  const { client } = await stage.givenSeller("Pia")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/dashboard")
  await page.getByRole("heading", { name: "Welcome, Pia" }).waitFor()
  for (const name of ["What waits", "Figures", "Latest prints"])
    expect(await page.getByRole("region", { name }).count()).toBe(0)
  const see = page.getByRole("button", { name: "See the sheet" })
  expect(await see.isDisabled()).toBe(true)
  const width = (name: string) => page.getByRole("button", { name: new RegExp(`^${name} `) })
  await width("Youth").click()
  // The film waits until all of it is in.
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route("**/api/images/bulk-upload", async (route) => {
    await held
    await route.continue()
  })
  await page.locator("input[type=file]").setInputFiles({
    ...{ name: "moth.svg", mimeType: "image/svg+xml" },
    buffer: Buffer.from(logoSvg()),
  })
  await page.getByText("1 file is on its way").waitFor()
  expect(await see.isDisabled()).toBe(true)
  letThrough()
  await page.getByText("1 picture in your library.").waitFor()
  await page.reload()
  await page.getByText("1 picture in your library.").waitFor()
  expect(await width("Toddler").getAttribute("aria-pressed")).toBe("false")
  expect(await width("Youth").getAttribute("aria-pressed")).toBe("true")
  expect(await width("Adult").getAttribute("aria-pressed")).toBe("true")
  expect(await objectionsInBothThemesOnTheWay(page, "new account")).toEqual([])

  await page.getByText("Centimetres", { exact: true }).click()
  await page.getByRole("button", { name: "Adult 25 cm", pressed: true }).waitFor()
  await page.getByText("Each picture once in each width: 2 copies").waitFor()

  // What was picked is on the film, once, however often one looks at it.
  await see.click()
  const rows = page.getByRole("combobox", { name: /^Size of moth/ })
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByText("Sheet 1 of 1").waitFor()
  const sizes = await client.expect<{ name: string }[]>("GET", "/api/sizes?sortBy=name&sort=asc")
  expect(sizes.map(({ name }) => name)).toEqual(["Adult", "Youth"])
  // What was taken off stays off.
  await page
    .getByRole("button", { name: /^Remove moth/ })
    .first()
    .click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.goBack()
  await see.click()
  await page.waitForURL(/draft=open/)
  await expect.poll(() => page.url()).not.toContain("addImages")
  expect(await rows.count()).toBe(1)
  await page.getByText("Sheet 1 of 1").waitFor()
  // The sizes stay ticked where the way is gone once more.
  await page.goto("/dashboard")
  await page.getByRole("heading", { name: "Welcome, Pia" }).waitFor()
  await expect.poll(() => width("Youth").getAttribute("aria-pressed")).toBe("true")
  expect(errors).toEqual([])
})
