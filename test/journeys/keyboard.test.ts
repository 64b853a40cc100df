import type { BrowserContext, Locator, Page } from "playwright-core"
import sharp from "sharp"
import { expect } from "vitest"
import type { Image } from "../../contract/artwork/image.ts"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { Print } from "../../contract/prints/print.ts"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { opened, said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"
import { emptyDraft } from "../../web/features/prints/print-draft.ts"
import { objectionsInBothThemesOnTheWay, objectionsOnTheWay } from "./axe.ts"
import { enter, tabTo } from "./by-keyboard.ts"

const stage = useStage()

longTest("a size, an upload, a print and its end need no more than a keyboard", async () => {
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
  await tabTo(page, dialog.getByLabel("Width"))
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
  // The picker is one tab stop: arrows lead to the upload before its first image and back.
  const square = page.getByRole("button", { name: "square.png", exact: true })
  const upload = page.getByRole("link", { name: "Upload images" })
  await square.waitFor()
  expect([await square.getAttribute("tabindex"), await upload.getAttribute("tabindex")]).toEqual(["0", "-1"])
  await tabTo(page, square)
  await page.keyboard.press("ArrowLeft")
  expect(await upload.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
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
  await page.keyboard.press("Alt+t")
  const message = page.getByRole("listitem").filter({ hasText: "permanently deleted" })
  await enter(page, message.getByRole("button", { name: "Undo" }))
  await page.getByRole("row").getByText("In Draft", { exact: true }).waitFor()
  expect(errors).toEqual([])
})

longTest(
  "a piece is dragged, nudged, pinned, moved to another sheet and given back, by mouse and by keys",
  async () => {
    const { client, userId } = await stage.givenSeller("Dora")
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await keepDraft(context, userId, await givenDraft(client, 4))
    await page.goto("/prints/manual-create")
    const aside = page.getByRole("complementary", { name: "Sheet preview" })
    await aside.getByText("Sheet 1 of 2").waitFor()
    const list = aside.getByRole("listbox", { name: "Pieces" })
    const news = (words: string | RegExp) => aside.getByRole("status").getByText(words).waitFor()
    const quantity = page.getByRole("textbox", { name: "Quantity of square.png" })

    // By mouse: a click picks the piece and its row, a drag lays it down, the arrows nudge it.
    const { at } = await filmOf(aside)
    await page.mouse.click(...at(3, 3))
    await expect.poll(() => page.locator("li[data-in-hand]").count()).toBe(1)
    await page.mouse.move(...at(3, 3))
    await page.mouse.down()
    await page.mouse.move(...at(3, 4), { steps: 3 })
    await page.mouse.move(...at(3, 6), { steps: 5 })
    await page.mouse.up()
    await news(/^square.png copy \d moved to 0\.\d\d, 3\.\d\d in on sheet 1$/)
    await aside.getByText("1 pin").waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("ControlOrMeta+z")
    await page.keyboard.press("ControlOrMeta+z")
    await aside.getByText("1 pin").waitFor({ state: "detached" })
    await page.keyboard.press("ControlOrMeta+Shift+z")
    await aside.getByText("1 pin").waitFor()
    await aside.getByRole("button", { name: "Unpin all" }).click()
    await aside.getByText("1 pin").waitFor({ state: "detached" })
    await page.mouse.click(...at(3, 5), { button: "right" })
    await page.getByRole("menuitem", { name: "Move to sheet 2" }).click()
    await news(/moved to .* on sheet 2$/)

    // By keys alone: the list says where each piece lies, holds it for the arrows, and does the rest.
    await enter(page, aside.getByRole("button", { name: "List of pieces" }))
    const pieces = list.getByRole("option")
    await expect.poll(() => pieces.count()).toBe(4)
    expect(await objectionsOnTheWay(page)).toEqual([])
    await tabTo(page, list.locator("[tabindex='0']"))
    await page.keyboard.press("End")
    const last = list.locator("[tabindex='0']")
    const words = (await last.textContent()) ?? ""
    expect(words).toMatch(/^square.png copy \d, sheet 2, \d+\.\d\d, \d+\.\d\d in/)
    await page.keyboard.press("Enter")
    await news(/held\. Arrow keys move it, Enter releases it$/)
    const before = placeIn(words)
    await page.keyboard.press("Shift+ArrowDown")
    await expect.poll(async () => placeIn((await last.textContent()) ?? "").y).toBe(before.y + 25)
    await page.keyboard.press("ArrowDown")
    await expect.poll(async () => placeIn((await last.textContent()) ?? "").y).toBe(before.y + 26)
    expect(await last.textContent()).toMatch(/, pinned$/)
    await page.keyboard.press("Enter")
    await page.keyboard.press("p")
    await expect.poll(() => last.textContent()).not.toMatch(/pinned$/)
    await page.keyboard.press("Delete")
    await expect.poll(() => quantity.inputValue()).toBe("3")
    expect(await list.locator(":focus").count()).toBe(1)
    await page.keyboard.press("ControlOrMeta+z")
    await expect.poll(() => quantity.inputValue()).toBe("4")
    await page.keyboard.press("Escape")
    await list.waitFor({ state: "detached" })
    expect(errors).toEqual([])
  },
)

longTest("on a phone a finger that rests lifts a piece, one that moves pans, and a tap picks", async () => {
  const { client, userId } = await stage.givenSeller("Pia")
  const { page, context, errors } = await stage.open({ phone: true })
  await context.addCookies(client.browserCookies())
  await keepDraft(context, userId, await givenDraft(client, 2))
  await page.goto("/prints/manual-create")
  await page.getByRole("button", { name: "Open the sheet preview" }).click()
  const sheet = page.getByRole("dialog", { name: "Sheet preview" })
  await sheet.getByText("Sheet 1 of 1").waitFor()
  const { at, place } = await filmOf(sheet)
  const touch = await context.newCDPSession(page)
  const finger = (type: "touchStart" | "touchMove" | "touchEnd", to?: [number, number]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: to ? [{ x: to[0], y: to[1] }] : [] })

  await finger("touchStart", at(3, 3))
  await finger("touchEnd")
  await sheet.getByRole("button", { name: "Pin", exact: true }).waitFor()
  await sheet.getByRole("button", { name: "Zoom in" }).click()
  const zoomed = await place()
  await finger("touchStart", at(3, 3))
  await finger("touchMove", at(4, 4))
  await finger("touchMove", at(5, 5))
  await finger("touchEnd")
  await expect.poll(place).not.toBe(zoomed)
  await sheet.getByRole("button", { name: "Fit the sheet" }).click()

  await finger("touchStart", at(3, 3))
  // The piece is in the hand once it lies on a canvas of its own.
  await expect.poll(() => sheet.locator("canvas").count()).toBe(2)
  for (const to of [3.5, 4, 5, 6]) await finger("touchMove", at(3, to))
  await finger("touchEnd")
  await sheet
    .getByRole("status")
    .getByText(/^square.png copy \d moved to 0\.\d\d, 3\.\d\d in$/)
    .waitFor()
  await sheet.getByText("1 pin").waitFor()
  await sheet.getByRole("button", { name: "Undo" }).click()
  await sheet.getByText("1 pin").waitFor({ state: "detached" })
  expect(await objectionsOnTheWay(page)).toEqual([])
  expect(errors).toEqual([])
})

longTest(
  "someone signs up, announces a bank transfer, and an admin completes it, by keyboard alone",
  async () => {
    const { page, errors } = await stage.open()
    await page.goto("/")
    await enter(page, page.getByRole("link", { name: "Sign up" }).first())
    await page.waitForURL("**/auth/signup")
    const fields = {
      "First Name": "Sia",
      "Last Name": "Key",
      Username: "siakey",
      Phone: "+46 8 123 456",
      Email: "sia@shop.test",
      Password: "a-good-password",
    }
    for (const [label, value] of Object.entries(fields)) {
      await tabTo(page, page.getByRole("textbox", { name: label }))
      await page.keyboard.type(value)
    }
    await page.getByText("Success!").waitFor()
    await enter(page, page.getByRole("button", { name: "Sign up" }))
    await page.getByText(texts.registerDone).waitFor()
    const mail = await stage.mailTo("sia@shop.test")
    await page.goto(mail.text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0] ?? "no link in the mail")
    await page.waitForURL("**/dashboard")

    await page.getByText(texts.discountBanner).waitFor()
    await page.keyboard.press("ControlOrMeta+k")
    await page.getByRole("combobox", { name: "Find anything" }).waitFor()
    await page.keyboard.type("my profile")
    await page.getByRole("option", { name: "My profile", selected: true }).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL("**/profile")
    await enter(page, page.getByRole("button", { name: "by bank transfer" }))
    const dialog = page.getByRole("dialog", { name: "Pay by bank transfer" })
    await tabTo(page, dialog.getByRole("radio", { name: /^100 credits/ }))
    await page.keyboard.press("ArrowDown")
    await enter(page, dialog.getByRole("button", { name: "Show bank data" }))
    await dialog.getByText("IBAN").waitFor()
    await page.keyboard.press("Escape")

    const office = await stage.open()
    await office.context.addCookies((await stage.givenAdmin("Adele")).client.browserCookies())
    const admin = office.page
    await admin.goto("/dashboard")
    await admin.getByRole("heading", { level: 1 }).waitFor()
    await admin.keyboard.press("ControlOrMeta+k")
    await admin.getByRole("combobox", { name: "Find anything" }).waitFor()
    await admin.keyboard.type("pending")
    await admin.getByRole("option", { name: "Pending bank transfers", selected: true }).waitFor()
    await admin.keyboard.press("Enter")
    await enter(admin, admin.getByRole("row", { name: /Sia Key/ }).getByRole("button", { name: /^Complete/ }))
    await enter(admin, admin.getByRole("dialog").getByRole("button", { name: "Complete payment" }))
    await said(admin, "Payment completed")
    await page.getByRole("banner").getByText("520", { exact: true }).waitFor()
    expect([...errors, ...office.errors]).toEqual([])
  },
)

longTest(
  "keys lead to every page, the palette finds everything, and neither acts while something is typed",
  async () => {
    const { client } = await stage.givenSeller("Kim")
    const size = await client.expect<{ _id: string }>("POST", "/api/sizes", {
      name: "Left chest",
      value: 3.5,
    })
    const { _id: printId } = await client.expect<Print>("POST", "/api/prints", {
      name: "Friday batch",
      printItems: [{ sizeId: size._id, quantity: 7 }],
    })
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/dashboard")
    await page.getByText(texts.discountBanner).waitFor()
    const palette = page.getByRole("dialog", { name: "Find anything" })
    const find = palette.getByRole("combobox", { name: "Find anything" })

    for (const [letter, path] of [
      ["o", "/orders"],
      ["p", "/prints"],
      ["s", "/sizes"],
      ["i", "/images"],
      ["t", "/integrations"],
      ["d", "/dashboard"],
    ]) {
      await page.keyboard.press("g")
      await page.keyboard.press(letter)
      await page.waitForURL(`**${path}`)
    }
    await page.keyboard.press("u")
    await page.getByRole("dialog").getByText(texts.dropzoneIdle).waitFor()
    await opened(page.getByRole("dialog"))
    // A dialog keeps its keys: the palette would lie over it.
    await page.keyboard.press("n")
    await page.keyboard.press("ControlOrMeta+k")
    await page.keyboard.press("Escape")
    await page.waitForURL(/\/images$/)
    expect(await palette.count()).toBe(0)
    await page.keyboard.press("n")
    await page.waitForURL("**/prints/manual-create?addPrint=true")

    // In the page's search, letters are letters.
    await page.goto("/sizes")
    await page.getByRole("row").getByText("Left chest").waitFor()
    await page.keyboard.press("/")
    const search = page.getByRole("searchbox", { name: "Search sizes" })
    expect(await search.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.type("nug")
    expect(await search.inputValue()).toBe("nug")
    await page.waitForURL("**/sizes?search=nug")

    await page.keyboard.press("ControlOrMeta+k")
    await find.waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "palette")).toEqual([])
    await page.keyboard.type("left ch")
    // Rows go and come during typing; the announcement is of the last search.
    await palette.getByRole("status").getByText("1 result", { exact: true }).waitFor()
    expect(await palette.getByRole("option").allInnerTexts()).toEqual(["Left chest 3.5 in"])
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/sizes?editSize=${size._id}`)
    const edit = page.getByRole("dialog", { name: "Edit size" })
    await edit.getByRole("textbox", { name: "Name" }).waitFor()
    await opened(edit)
    await page.keyboard.press("Escape")
    await page.keyboard.press("ControlOrMeta+k")
    await page.keyboard.type(printId.slice(-6))
    await palette.getByRole("option", { name: /^Friday batch.*In Draft, 7 copies$/ }).waitFor()
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type("day bat")
    await palette.getByRole("option", { name: /^Friday batch/, selected: true }).waitFor()
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type("print")
    await palette.getByText(/^\d+ results?$/).waitFor()
    await palette.getByRole("option", { name: /^Friday batch/, selected: true }).waitFor()
    await page.keyboard.press("ArrowDown")
    await palette.getByRole("option", { name: /^New print/, selected: true }).waitFor()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/prints/${printId}`)
    // The new page has taken the focus.
    await page.waitForFunction(() => document.activeElement?.id === "main")
    // The page's own buttons are commands too, by the words that people use for them.
    await page.getByRole("button", { name: /^Rename print/ }).waitFor()
    await page.keyboard.press("ControlOrMeta+k")
    await find.waitFor()
    await page.keyboard.type("title")
    await palette.getByRole("option", { name: "Rename print", selected: true }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Name of the print" }).waitFor()
    await page.keyboard.press("Escape")
    await page.keyboard.press("ControlOrMeta+k")
    await find.waitFor()
    await page.keyboard.type("no such thing")
    await palette.getByText("No results for “no such thing”.").waitFor()
    await page.keyboard.press("Escape")
    await palette.waitFor({ state: "detached" })

    // The list says all of it, and switches off what needs no modifier.
    await page.keyboard.press("?")
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await list.getByText("Upload images").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "keys")).toEqual([])
    await tabTo(page, list.getByRole("switch", { name: "Keys without Ctrl" }))
    await page.keyboard.press("Space")
    await page.keyboard.press("Escape")
    await list.waitFor({ state: "detached" })
    await page.keyboard.press("?")
    await page.keyboard.press("u")
    await page.keyboard.press("ControlOrMeta+k")
    await find.waitFor()
    expect(new URL(page.url()).pathname).toBe(`/prints/${printId}`)
    expect(await list.count()).toBe(0)
    expect(errors).toEqual([])
  },
)

longTest("Tab leads through a message and on, and closing it leads back", async () => {
  const { client } = await stage.givenSeller("Tess")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/sizes")
  await page.getByRole("button", { name: "Add size" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("textbox", { name: "Name" }).fill("Pocket")
  await dialog.getByLabel("Width").fill("4")
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

/** An unsaved print of one square, 6.5 in wide, on film that holds three and some room below. */
async function givenDraft(client: Client, quantity: number) {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(await squarePng())], "square.png"))
  const [{ _id }] = await client.expect<Image[]>("POST", "/api/images/bulk-upload", form)
  const image = () => client.expect<Image>("GET", `/api/images/${_id}`)
  await expect.poll(async () => (await image()).status).toBe("Ready")
  const size = await client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Chest", value: 6.5 })
  const film = { ...defaultSheetTemplate, name: "Short film", widthIn: 22, maxLengthIn: 12 }
  const template = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", film)
  const sizeOfIt = { _id: size._id, name: "Chest", value: 6.5 }
  return {
    ...emptyDraft(crypto.randomUUID()),
    items: [
      {
        key: "row",
        image: await image(),
        size: sizeOfIt,
        isImageDeleted: false,
        isSizeDeleted: false,
        values: {},
        quantity,
      },
    ],
    sheetTemplateId: template._id,
  }
}

async function keepDraft(context: BrowserContext, userId: string, draft: object): Promise<void> {
  await context.addInitScript(
    ([key, text]) => localStorage.setItem(key, text),
    [`sheetsmith.draft.${userId}`, JSON.stringify(draft)],
  )
}

/** `at` is the point on the screen of a place on the fitted film, in inches. */
async function filmOf(stageOf: Locator) {
  const film = stageOf.locator(".film").first()
  const box = await film.boundingBox()
  if (!box) throw new Error("there is no film")
  const pxPerIn = box.width / 22
  const at = (x: number, y: number): [number, number] => [box.x + x * pxPerIn, box.y + y * pxPerIn]
  return { at, place: () => film.evaluate((node) => node.style.transform) }
}

/** Hundredths of an inch in the words of a piece. */
function placeIn(words: string): { x: number; y: number } {
  const [, x, y] = /(\d+\.\d\d), (\d+\.\d\d) in/.exec(words) ?? []
  return { x: Math.round(Number(x) * 100), y: Math.round(Number(y) * 100) }
}
