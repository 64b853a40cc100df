import type { Locator, Page } from "playwright-core"
import sharp from "sharp"
import { expect, test } from "vitest"
import type { Print } from "../../contract/print.ts"
import { texts } from "../../contract/text.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"

const stage = useStage()

/** More stops than any page has between two things. */
const MAX_TABS = 150

test("a size, an upload, a print and its end need no more than a keyboard", async () => {
  const { client } = await stage.givenSeller("Kay")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/dashboard")
  await page.getByText(texts.discountBanner).waitFor()
  const dialog = page.getByRole("dialog")

  await enter(page, menuLink(page, "Sizes"))
  await page.waitForURL("**/sizes")
  await enter(page, page.getByRole("button", { name: "Add size" }).first())
  await dialog.getByRole("textbox", { name: "Name" }).waitFor()
  await tabTo(page, dialog.getByRole("textbox", { name: "Name" }))
  await page.keyboard.type("Pocket")
  await tabTo(page, dialog.getByLabel("Value"))
  await page.keyboard.type("4")
  await page.keyboard.press("Enter")
  await said(page, "Size created")
  await dialog.waitFor({ state: "detached" })

  await enter(page, menuLink(page, "Images"))
  await page.getByText("No images yet").waitFor()
  await enter(page, page.getByRole("button", { name: "Upload images" }).first())
  await dialog.getByText(texts.dropzoneIdle).waitFor()
  // The system's file picker is outside the page: it opens by keyboard and returns the file.
  const picker = page.waitForEvent("filechooser")
  await enter(page, dialog.getByRole("button", { name: new RegExp(texts.dropzoneIdle) }))
  await (await picker).setFiles({ name: "square.png", mimeType: "image/png", buffer: await squarePng() })
  await dialog.getByText("square.png").waitFor()
  await enter(page, dialog.getByRole("button", { name: "Upload", exact: true }))
  await page.getByRole("article").getByText("300 × 300").waitFor()

  await enter(page, menuLink(page, "Prints"))
  await page.getByText("The roll is empty").waitFor()
  await enter(page, page.getByRole("link", { name: "New Print" }))
  await page.getByRole("button", { name: "square.png", exact: true }).waitFor()
  await enter(page, page.getByRole("button", { name: "square.png", exact: true }))
  await enter(page, dialog.getByRole("button", { name: /^Pocket 4 in/ }))
  await tabTo(page, dialog.getByRole("textbox", { name: "Quantity" }))
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.type("3")
  await enter(page, dialog.getByRole("button", { name: "Add to print" }))
  await dialog.waitFor({ state: "detached" })
  await enter(page, page.getByRole("button", { name: "Create Print (Draft)" }))
  await page.waitForURL(/\/prints(\?|$)/)
  const [print] = await client.expect<Print[]>("GET", "/api/prints")
  expect(print).toMatchObject({ status: "In Draft", copies: 3 })

  await page.getByRole("row").getByText("In Draft", { exact: true }).waitFor()
  await tabTo(page, page.getByRole("row").getByRole("checkbox").nth(1))
  await page.keyboard.press("Space")
  await enter(page, page.getByRole("button", { name: "Delete Selected (1)" }))
  await enter(page, dialog.getByRole("button", { name: "Force Delete" }))
  await page.getByText("The roll is empty").waitFor()
  expect(errors).toEqual([])
})

test("Tab leads through a message and on, and closing it leads back", async () => {
  const { client } = await stage.givenSeller("Tess")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/sizes")
  await page.getByRole("button", { name: "Add size" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("textbox", { name: "Name" }).fill("Pocket")
  await dialog.getByLabel("Value").fill("4")
  const message = page.getByText("Size created")
  // Under the pointer a message stays.
  await Promise.all([message.hover(), page.keyboard.press("Enter")])
  await dialog.waitFor({ state: "detached" })

  const close = page.getByRole("button", { name: "Close toast" })
  await tabTo(page, close)
  // The next stop is the browser's own frame, then the page from its top.
  await tabTo(page, page.getByRole("link", { name: "Skip to content" }), 3)

  const before = page.getByRole("button", { name: "Add size" }).first()
  await before.focus()
  await close.focus()
  await page.keyboard.press("Enter")
  await message.waitFor({ state: "detached" })
  await expect.poll(() => focusedText(page)).toBe(await before.textContent())
  expect(errors).toEqual([])
})

async function enter(page: Page, locator: Locator): Promise<void> {
  await tabTo(page, locator)
  await page.keyboard.press("Enter")
}

/** Goes on with Tab until it is there, and fails where no Tab leads. */
async function tabTo(page: Page, locator: Locator, stops = MAX_TABS): Promise<void> {
  await locator.waitFor()
  for (let presses = 0; presses <= stops; presses++) {
    if (await locator.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`no Tab leads to ${locator}`)
}

function focusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent)
}

function menuLink(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true })
}

function squarePng(): Promise<Buffer> {
  const background = { r: 120, g: 170, b: 50, alpha: 1 }
  return sharp({ create: { width: 300, height: 300, channels: 4, background } })
    .png()
    .toBuffer()
}
