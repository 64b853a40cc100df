import { openAsBlob } from "node:fs"
import { BlobReader, BlobWriter, type FileEntry, ZipReader } from "@zip.js/zip.js"
import type { Locator, Page } from "playwright-core"
import sharp from "sharp"
import { expect } from "vitest"
import type { Image } from "../../contract/artwork/image.ts"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { DAY_MS } from "../../contract/duration.ts"
import { RETENTION_DAYS } from "../../contract/limit.ts"
import type { Print, ProcessRequest } from "../../contract/prints/print.ts"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { opened, said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"
import { WEBDAV_FOLDER, webDavAccount } from "../../stand-ins/delivery/fake-webdav.ts"
import { emptyDraft } from "../../web/features/prints/print-draft.ts"
import { objectionsInBothThemesOnTheWay, objectionsOnTheWay } from "./axe.ts"

/** The words for a sheet that is of the print as it was before. */
const CHANGED_MEANWHILE =
  "This print was changed meanwhile, perhaps in another tab. Look at it again, then proceed."

const stage = useStage()

/** For what rendering takes on a busy machine. */
const LONG_MS = 120_000

const LONG_NAME = "The print shop at the corner of the long street behind the old station, third yard"

type Shop = { client: Client; userId: string; moth: Image; wave: Image; pocket: string }

longTest("new artwork goes on film in sizes that are typed, usual or made on the spot", async () => {
  const { client } = await stage.givenSeller("Nya")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  const sizes = async () =>
    (
      await client.expect<{ name: string; value: number }[]>("GET", "/api/sizes?sortBy=createdAt&sort=asc")
    ).map(({ name, value }) => `${name} ${value}`)

  await page.goto("/images?addImage=true")
  const dialog = page.getByRole("dialog")
  const files = await Promise.all(
    ["moth.png", "wave.png"].map(async (name, i) => {
      return { name, mimeType: "image/png", buffer: await artPng(600 + i, 400) }
    }),
  )
  await dialog.locator("input[type=file]").setInputFiles(files)
  await dialog.getByRole("button", { name: "Upload 2 files" }).click()
  await page.getByRole("button", { name: "Put these 2 on film" }).click()
  await page.waitForURL("**/prints/manual-create**")
  const items = page.getByRole("region", { name: "Items" })
  await expect.poll(() => items.getByRole("listitem").count()).toBe(2)

  // Both are ticked: a usual width for both, then a typed one for the second.
  await page.getByRole("combobox", { name: "Size of 2 rows" }).click()
  await page.getByRole("option", { name: "Adult 10 in" }).click()
  await expectItems(page, [
    ["moth.png", "Adult 10 in", "1"],
    ["wave.png", "Adult 10 in", "1"],
  ])
  await page.getByRole("combobox", { name: "Size of wave.png" }).focus()
  await page.keyboard.type("19 cm")
  await page.getByRole("option", { name: "Use 7.48 in" }).waitFor()
  await page.keyboard.press("Enter")
  await expectItems(page, [
    ["moth.png", "Adult 10 in", "1"],
    ["wave.png", "Custom 7.48 in", "1"],
  ])
  await page.getByRole("combobox", { name: "Size of moth.png" }).click()
  await page.getByRole("combobox", { name: "Size or width" }).fill("Hoodie")
  await page.getByRole("option", { name: "New size…" }).click()
  const form = page.getByRole("dialog", { name: "Add size" })
  expect(await form.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Hoodie")
  await form.getByLabel("Width").fill("30 cm")
  await form.getByText("11.81 in").waitFor()
  await page.keyboard.press("Enter")
  const made = [
    ["moth.png", "Hoodie 11.81 in", "1"],
    ["wave.png", "Custom 7.48 in", "1"],
  ]
  await expectItems(page, made)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Size of moth.png")
  await page.reload()
  await expectItems(page, made)
  expect(await sizes()).toEqual(["Adult 10", "Custom 7.4803", "Hoodie 11.811"])

  // With nothing in it, the builder shows the pictures to pick from, in a panel with the same ways to a size.
  await page.getByRole("button", { name: "Clear", exact: true }).click()
  await page.getByRole("button", { name: "moth.png", exact: true }).click()
  await dialog.getByRole("button", { name: /^Youth 7\.5 in/ }).click()
  await dialog.getByRole("button", { name: /^Youth 7\.5 in/, pressed: true }).waitFor()
  await dialog.getByRole("textbox", { name: "Another width" }).fill("7.5")
  await dialog.getByRole("button", { name: "Use 7.5 in" }).click()
  await dialog.getByRole("button", { name: "Add to print" }).click()
  await expectItems(page, [["moth.png", "Youth 7.5 in", "1"]])
  expect(await sizes()).toHaveLength(4)

  // Once the account is in centimetres, all of it is, and a width that was typed so is shown as it was typed.
  await page.goto("/profile#lengths")
  await page.getByRole("radio", { name: "Centimetres" }).click({ force: true })
  await page.getByText("Lengths are in centimetres").waitFor()
  await page.goto("/sizes")
  await page.getByRole("row", { name: /Custom 19 cm/ }).waitFor()
  await page.getByRole("row", { name: /Hoodie 30 cm/ }).waitFor()
  await page.getByRole("button", { name: "Edit Custom" }).click()
  const width = page.getByRole("dialog").getByRole("spinbutton", { name: "Width" })
  await width.press("ArrowUp")
  expect([await width.inputValue(), await width.getAttribute("aria-valuetext")]).toEqual(["19.5", "19.5 cm"])
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Discard" }).click()
  await page.getByRole("tab", { name: "Sheet templates" }).click()
  await page.getByRole("row", { name: /^55\.88 cm roll/ }).waitFor()
  // No size is cut off, however narrow its picker.
  await client.expect("POST", "/api/sizes", { name: "Adult chest, oversized", value: 10 })
  await page.goto("/prints/manual-create?addPrint=true")
  await expectItems(page, [["moth.png", "Youth 19.05 cm", "1"]])
  const picker = page.getByRole("combobox", { name: "Size of moth.png" })
  await picker.click()
  await page.getByRole("option", { name: "Adult chest, oversized 25.4 cm" }).click()
  await expectItems(page, [["moth.png", "Adult chest, oversized 25.4 cm", "1"]])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const isCut = () =>
      picker.evaluate((node) =>
        [node, ...node.children].some(
          (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
        ),
      )
    expect(await isCut(), `${width}`).toBe(false)
  }
  expect(errors).toEqual([])
})

longTest(
  "a print is built, merged, mended and kept, and its sheet follows every change at once",
  async () => {
    const { client } = await givenShop("Bea", 700)
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/prints/manual-create?addPrint=true")
    const saveDraft = page.getByRole("button", { name: "Create Print (Draft)" })
    const process = page.getByRole("button", { name: "Create Print (Process)" })
    await page.getByText("Pick an image above to begin.").waitFor()
    await page.getByText("The roll is empty").first().waitFor()
    expect([await saveDraft.isDisabled(), await process.isDisabled()]).toEqual([true, true])
    expect(await gridColumns(page)).toBe(5)

    // The panel: a size and a quantity, by rules that no typing gets around.
    const panel = page.getByRole("dialog")
    const add = panel.getByRole("button", { name: "Add to print" })
    await page.getByRole("button", { name: "moth.png", exact: true }).click()
    await page.waitForURL(/editImagePrint=/)
    expect(await add.isDisabled()).toBe(true)
    const quantity = panel.getByRole("textbox", { name: "Quantity" })
    expect(await panel.getByRole("button", { name: "Decrease Quantity" }).isDisabled()).toBe(true)
    for (const typed of ["0", "-3", "2.5", "1e3", "many", ""]) {
      await quantity.fill(typed)
      await quantity.blur()
      expect(await quantity.inputValue(), typed).toBe("1")
    }
    await panel.getByRole("button", { name: "Increase Quantity" }).click()
    expect(await quantity.inputValue()).toBe("2")
    await panel.getByRole("button", { name: "New size…" }).click()
    const newSize = page.getByRole("dialog", { name: "Add size" })
    await newSize.getByRole("textbox", { name: "Name" }).fill("Sleeve")
    await newSize.getByLabel("Width").fill("2.5")
    await newSize.getByRole("button", { name: "Add size" }).click()
    await newSize.waitFor({ state: "detached" })
    await panel.getByRole("button", { name: /^Sleeve 2\.5 in/, pressed: true }).waitFor()
    await quantity.fill("2")
    await add.click()
    await said(page, texts.imageAddedToPrint)
    await expectItems(page, [["moth.png", "Sleeve 2.5 in", "2"]])
    await addItem(page, /^moth\.png/, "Sleeve 2.5 in", 3)
    await expectItems(page, [["moth.png", "Sleeve 2.5 in", "5"]])
    await addItem(page, /^moth\.png/, "Adult chest 10 in", 1)
    await addItem(page, "wave.svg", "Pocket 4 in", 2)
    const three = [
      ["moth.png", "Sleeve 2.5 in", "5"],
      ["moth.png", "Adult chest 10 in", "1"],
      ["wave.svg", "Pocket 4 in", "2"],
    ]
    await expectItems(page, three)
    // The search's result is kept with the rows.
    const before = Number.parseFloat(await packedFilm(page))
    await page.reload()
    await expectItems(page, three)
    expect(Number.parseFloat(await packedFilm(page))).toBeLessThanOrEqual(before)
    await expectFigures(page, { Copies: "8", Credits: "8" })
    const aside = page.getByRole("complementary", { name: "Sheet preview" })
    await aside.getByText(/prints at 120 DPI at 10 in/).waitFor()
    const film = await packedFilm(page)

    // A warning mends itself, a row changes, the sheet with it.
    await aside.getByRole("button", { name: "Set 6 in" }).click()
    await expect.poll(() => packedFilm(page)).not.toBe(film)
    await expectItems(page, [three[0], ["moth.png", "6 in 6 in", "1"], three[2]], 1)
    await pick(page, page.getByRole("combobox", { name: "Size of moth.png" }).nth(1), "Sleeve 2.5 in")
    await expectItems(page, [["moth.png", "Sleeve 2.5 in", "6"], three[2]])
    await page.getByRole("button", { name: "Remove wave.svg" }).click()
    await expectItems(page, [["moth.png", "Sleeve 2.5 in", "6"]])

    // Up to the library and back.
    await page.getByRole("link", { name: "Upload images" }).click()
    await page
      .getByRole("dialog")
      .locator("input[type=file]")
      .setInputFiles({
        name: "fresh.png",
        mimeType: "image/png",
        buffer: await artPng(400, 400),
      })
    await page.getByRole("dialog").getByRole("button", { name: "Upload", exact: true }).click()
    await page.waitForURL(/manual-create/)
    await page.getByRole("button", { name: "fresh.png", exact: true }).waitFor()
    await expectItems(page, [["moth.png", "Sleeve 2.5 in", "6"]])

    // Five hundred copies: each change is on screen.
    await addItem(page, "wave.svg", "Pocket 4 in", 494)
    await expectFigures(page, { Copies: "500", Credits: "500" })
    await aside.getByText(/Sheet 1 of [2-9]/).waitFor()
    // `npm run bench -- preview` says how soon. The packer has its own thread, so no frame waits.
    expect(page.workers().length).toBeGreaterThan(0)
    await page.getByRole("button", { name: "Increase Quantity of wave.svg" }).click({ clickCount: 6 })
    await expectFigures(page, { Copies: "506" })
    await zoomAndPan(page)

    await page.getByRole("button", { name: "Remove wave.svg" }).click()
    await saveDraft.click()
    await said(page, texts.printCreated)
    await page.waitForURL(/\/prints(\?|$)/)
    const [draft] = await client.expect<Print[]>("GET", "/api/prints")
    expect(draft).toMatchObject({ status: "In Draft", type: "Manual", copies: 6, itemCount: 1 })
    await page.goto("/prints/manual-create?addPrint=true")
    await page.getByText("Pick an image above to begin.").waitFor()

    // Both gaps have one sentence here: the image goes while it is in the unsaved print.
    await addItem(page, "fresh.png", "Sleeve 2.5 in", 1)
    const [fresh] = await client.expect<Image[]>("GET", "/api/images?search=fresh")
    await client.expect("DELETE", `/api/images/${fresh._id}`)
    await page.reload()
    await page.getByText(texts.imageDeleted).waitFor()
    await process.click()
    await said(page, texts.imageOrSizeMissing)
    await page.getByRole("button", { name: "Remove the missing image" }).click()
    expect([await saveDraft.isDisabled(), await process.isDisabled()]).toEqual([true, true])
    // The image that the draft had is asked for once more, and is not there.
    expect(errors.filter((line) => !line.includes("404"))).toEqual([])
  },
)

longTest(
  "forty images are a print in six clicks, a kept draft asks once, and all of it can be undone",
  async () => {
    const { client } = await stage.givenSeller("Vol")
    const form = new FormData()
    for (let i = 0; i < 20; i++)
      form.append("files", new File([new Uint8Array(await artPng(60, 40 + i))], `art-${i}.png`))
    await client.expect("POST", "/api/images/bulk-upload", form)
    for (const value of [3, 10]) await client.expect("POST", "/api/sizes", { name: `W${value}`, value })
    await expect
      .poll(async () => {
        const images = await client.expect<Image[]>("GET", "/api/images?limit=50")
        return images.filter(({ status }) => status === "Ready").length
      })
      .toBe(20)
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    const items = page.getByRole("region", { name: "Items" })
    const rows = items.getByRole("listitem")
    const bar = page.getByRole("region", { name: "Selected rows" })
    const undo = page.getByRole("button", { name: "Undo", exact: true })
    const toNewPrint = async () => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Prints" }).click()
      await page.getByRole("link", { name: "New Print" }).first().click()
    }

    // Six clicks: several, all, add, the size of all, its choice, save.
    await page.goto("/prints/manual-create?addPrint=true")
    await page.getByRole("button", { name: "Select several" }).click()
    await page.getByRole("button", { name: "Select all 20" }).click()
    await page.getByRole("button", { name: "Add 20 to print" }).click()
    await expect.poll(() => rows.count()).toBe(20)
    await items.getByText("New", { exact: true }).first().waitFor()
    await pick(page, bar.getByRole("combobox", { name: "Size of 20 rows" }), "W3 3 in")
    await expect.poll(() => rows.getByText("W3 3 in").count()).toBe(20)

    // Once more adds: another size is another row, the same one more copies.
    const addAll = async (size: string) => {
      await page.getByRole("button", { name: "Select several" }).click()
      await page.getByRole("button", { name: "Select all 20" }).click()
      await page.getByRole("button", { name: "Add 20 to print" }).click()
      await pick(page, bar.getByRole("combobox", { name: "Size of 20 rows" }), size)
    }
    await addAll("W10 10 in")
    await expect.poll(() => rows.getByText("W10 10 in").count()).toBe(20)
    expect(await rows.getByText("W3 3 in").count()).toBe(20)
    await addAll("W10 10 in")
    await expect.poll(() => figure(page, "Copies")).toBe("60")
    expect(await rows.count()).toBe(40)
    await rows.nth(20).getByRole("checkbox").click()
    await rows
      .nth(39)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] })
    await bar.getByRole("button", { name: "Remove 20 rows" }).click()
    await expect.poll(() => rows.count()).toBe(20)
    expect(await objectionsInBothThemesOnTheWay(page, "twenty rows")).toEqual([])

    // A way back asks nothing; another New Print does, and what came along is added to what is chosen.
    await page.reload()
    await expect.poll(() => rows.count()).toBe(20)
    expect(await page.getByText(/unfinished print/).count()).toBe(0)
    await toNewPrint()
    await page
      .getByText("You have an unfinished print of 20 items: continue it, or start a new one")
      .waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "unfinished print")).toEqual([])
    await page.getByRole("button", { name: "Continue" }).click()
    const images = await client.expect<Image[]>("GET", "/api/images?limit=50&sortBy=name&sort=asc")
    await page.goto(`/prints/manual-create?addPrint=true&addImages=${images[0]._id},${images[1]._id}`)
    await page.getByRole("button", { name: "Continue" }).click()
    await items.getByText("New", { exact: true }).first().waitFor()
    expect(await items.getByText("New", { exact: true }).count()).toBe(2)
    await pick(page, bar.getByRole("combobox", { name: "Size of 2 rows" }), "W10 10 in")
    await expect.poll(() => figure(page, "Copies")).toBe("22")
    await page.goto(`/prints/manual-create?addPrint=true&addImages=${images[0]._id},${images[1]._id}`)
    await page.getByRole("button", { name: "Start new" }).click()
    await expect.poll(() => rows.count()).toBe(2)
    await expect.poll(() => undo.count()).toBe(2)
    await undo.last().click()
    await expect.poll(() => rows.count()).toBe(24)

    // Ticks in ranges, a quantity for them, and what was removed comes back.
    await items.getByRole("button", { name: "Clear", exact: true }).click()
    await rows.first().waitFor({ state: "detached" })
    await undo.first().click()
    await expect.poll(() => rows.count()).toBe(24)
    await bar.getByRole("button", { name: "Clear selection" }).click()
    await rows.nth(2).getByRole("checkbox").click()
    await rows
      .nth(6)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] })
    await bar.getByText("5 selected").waitFor()
    await bar.getByRole("textbox", { name: "Quantity of 5 rows" }).fill("4")
    await page.keyboard.press("Enter")
    await expect.poll(() => rows.nth(6).getByRole("textbox").inputValue()).toBe("4")

    // A column of a spreadsheet, from the first ticked row on.
    await items.getByRole("button", { name: "Paste", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("textbox", { name: "Column" }).fill("W10 10 in\t2\n3 in\t7\n\t\n12 in\t1\nmany\t1")
    await dialog.getByText("Line 5: “many” is not a size").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "paste")).toEqual([])
    await dialog.getByRole("button", { name: "Fill 3 rows" }).click()
    await dialog.waitFor({ state: "detached" })
    const row = async (index: number) => [
      await rows.nth(index).getByRole("combobox").textContent(),
      await rows.nth(index).getByRole("textbox").inputValue(),
    ]
    expect([await row(2), await row(3), await row(4)]).toEqual([
      ["W10 10 in", "2"],
      ["W3 3 in", "7"],
      ["W3 3 in", "4"],
    ])
    await expect.poll(() => row(5)).toEqual(["Custom 12 in", "1"])
    expect(errors).toEqual([])
  },
)

longTest(
  "two tabs add to one unsaved print: both show all of it, and a print made of it takes nothing else along",
  async () => {
    const { client } = await givenShop("Tess", 100)
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    const other = await context.newPage()
    const tabs = [page, other]
    for (const tab of tabs) await tab.goto("/prints/manual-create?addPrint=true")
    const rows = (tab: Page) => tab.getByRole("region", { name: "Items" }).getByRole("listitem")
    const expectBoth = async (wanted: readonly string[]) => {
      for (const tab of tabs)
        await expect
          .poll(async () => (await shownItems(tab)).map((row) => row.join(", ")).sort())
          .toEqual(wanted)
    }
    await Promise.all([
      addItem(page, /^moth\.png/, "Pocket 4 in", 2),
      addItem(other, /^wave\.svg/, "Pocket 4 in", 3),
    ])
    const two = ["moth.png, Pocket 4 in, 2", "wave.svg, Pocket 4 in, 3"]
    await expectBoth(two)
    // The same change in both adds up, also if one tab reloads at once.
    await addItem(other, /^moth\.png/, "Pocket 4 in", 1)
    await other.reload()
    await addItem(page, /^wave\.svg/, "Adult chest 10 in", 1)
    await page.reload()
    const three = ["moth.png, Pocket 4 in, 3", "wave.svg, Adult chest 10 in, 1", "wave.svg, Pocket 4 in, 3"]
    await expectBoth(three)

    // One tab makes the print while the other goes on: the remaining rows stay in the draft.
    await Promise.all([
      page.getByRole("button", { name: "Create Print (Draft)" }).click(),
      addItem(other, /^moth\.png/, "Adult chest 10 in", 5),
    ])
    await page.waitForURL(/\/prints(\?|$)/)
    const [print] = await client.expect<Print[]>("GET", "/api/prints")
    const hasAll = print.copies === 12
    expect(hasAll || print.copies === 7).toBe(true)
    await expect.poll(() => rows(other).count()).toBe(hasAll ? 0 : 1)
    await other.reload()
    await expect
      .poll(async () => await shownItems(other))
      .toEqual(hasAll ? [] : [["moth.png", "Adult chest 10 in", "5"]])

    // What another tab changed meanwhile is looked at before it costs anything.
    await page.goto(`/prints/${print._id}?printWarningModal=${print.copies}`)
    const question = page.getByRole("dialog", { name: "Process this print?" })
    await question.getByText(`${print.copies} copies, 1 credit each`).waitFor()
    const proceed = question.getByRole("button", { name: "Proceed" })
    await expect.poll(() => proceed.getAttribute("aria-busy")).toBe(null)
    const { printItems } = await client.expect<Print>("GET", `/api/prints/${print._id}`)
    const [{ _id, quantity }] = printItems
    await client.expect("PUT", `/api/prints/${print._id}/${_id}`, { quantity: quantity + 1 })
    await proceed.click()
    await said(page, CHANGED_MEANWHILE)
    await question.getByText(`${print.copies + 1} copies, 1 credit each`).waitFor()
    expect(errors.filter((text) => !text.includes("422"))).toEqual([])
  },
)

longTest(
  "of a hundred rows those in sight are drawn: gaps are led to, paper has all, and nothing else changes",
  async () => {
    const { client, userId } = await stage.givenSeller("Hugo")
    const images: Image[] = []
    for (let i = 0; i < 4; i++)
      images.push(await givenImage(client, `art-${i}.png`, await artPng(300, 360 + i)))
    const printItems: { imageId: string; sizeId: string; quantity: number }[] = []
    for (let i = 0; i < 25; i++) {
      const size = { name: `W${i}`, value: 1 + i / 25 }
      const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", size)
      for (const { _id: imageId } of images) printItems.push({ imageId, sizeId, quantity: 1 })
    }
    const saved = await client.expect<Print>("POST", "/api/prints", { printItems })
    const items = saved.printItems.map(({ _id, imageId, sizeId, quantity }, i) => ({
      ...{ key: _id, image: imageId, quantity, isImageDeleted: false, isSizeDeleted: false, values: {} },
      size: i === 90 ? null : sizeId,
    }))
    const draft = { ...emptyDraft(crypto.randomUUID()), items }
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await context.addInitScript(
      ([key, text]) => localStorage.setItem(key, text),
      [`sheetsmith.draft.${userId}`, JSON.stringify(draft)],
    )
    await page.goto("/prints/manual-create")
    const rows = page.getByRole("region", { name: "Items" }).getByRole("listitem")
    await page.getByText(/^Sheet 1 of /).waitFor()
    expect(await rows.count()).toBeLessThan(50)
    expect(await rows.first().getAttribute("aria-setsize")).toBe("100")

    // A gap far below is led to, and the row keeps the focus while others are in sight.
    await page.getByRole("button", { name: "Create Print (Process)" }).click()
    const gap = page.locator('[aria-posinset="91"]').getByRole("combobox")
    await expect.poll(() => isFocused(gap)).toBe(true)
    await expect.poll(() => isInSight(gap)).toBe(true)
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    await expect.poll(() => rows.first().getAttribute("aria-posinset")).toBe("1")
    expect(await isFocused(gap)).toBe(true)
    expect(await rows.count()).toBeLessThan(50)
    await page.getByRole("checkbox", { name: "Select all rows" }).click()
    await page.getByRole("region", { name: "Selected rows" }).getByText("100 selected").waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")))
    expect(await rows.count()).toBe(100)
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")))
    expect(await rows.count()).toBeLessThan(50)

    // The same of a saved print, as a table and as a phone's cards.
    await page.goto(`/prints/${saved._id}`)
    const table = page.getByRole("table", { name: "Items" })
    const drawn = table.getByRole("row")
    await drawn.nth(1).waitFor()
    expect([await table.getAttribute("aria-rowcount"), (await drawn.count()) < 50]).toEqual(["101", true])
    const last = page.locator('[aria-rowindex="101"]')
    await expect
      .poll(async () => {
        await page.mouse.move(300, 500)
        await page.mouse.wheel(0, 4_000)
        return (await last.count()) === 1 && (await isInSight(last))
      })
      .toBe(true)
    expect(await objectionsOnTheWay(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const cards = page.getByRole("region", { name: "Items" }).getByRole("listitem")
    await expect.poll(() => cards.first().getAttribute("aria-setsize")).toBe("100")
    expect(await cards.count()).toBeLessThan(50)
    expect(errors).toEqual([])
  },
)

longTest("prints are filtered, shared, kept seven days, deleted and force deleted", async () => {
  const shop = await givenShop("Kim", 100)
  const { client } = shop
  const done = await givenPrint(shop, 1)
  const other = await givenPrint(shop, 2)
  const drafts = [await givenPrint(shop, 3), await givenPrint(shop, 4), await givenPrint(shop, 5)]
  for (const print of [done, other]) await processAndWait(client, print._id)
  const old = new Date(Date.now() - 40 * DAY_MS)
  await run("UPDATE print SET created_at = ? WHERE id = ?", old.getTime(), drafts[2]._id)

  const { page, context, errors } = await stage.open()
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await context.addCookies(client.browserCookies())
  await page.goto("/prints")
  await rowOf(page, done).getByText("Completed", { exact: true }).waitFor()
  for (const header of ["File", "Print ID", "Type", "Status", "Print date", "View", "Process", "Delete"])
    await page.getByRole("columnheader", { name: header, exact: true }).waitFor()
  const picture = rowOf(page, done).locator("img").first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  // A row's actions follow from its state.
  expect(await rowOf(page, done).getByRole("button", { name: texts.alreadyProcessed }).isDisabled()).toBe(
    true,
  )
  expect(await rowOf(page, drafts[0]).getByRole("button", { name: "Share File" }).count()).toBe(0)
  await rowOf(page, drafts[0])
    .getByRole("button", { name: /^Process print/ })
    .waitFor()
  // The button says so for two seconds.
  await Promise.all([
    rowOf(page, done).getByRole("button", { name: texts.linkCopied }).waitFor(),
    rowOf(page, done).getByRole("button", { name: "Share File" }).click(),
  ])
  await said(page, texts.linkCopied)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const shared = await fetch(link)
  expect([shared.status, shared.headers.get("content-type")]).toEqual([200, "image/png"])
  await rowOf(page, done).getByRole("button", { name: "Share File" }).waitFor()

  // Filters live in the address and outlive a reload. Rows about to go cannot be picked.
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route("**/api/prints?*status=Completed*", async (route) => {
    await held
    await route.continue()
  })
  await pick(page, page.getByRole("combobox", { name: "Status" }), "Completed")
  const ticks = page.getByRole("checkbox", { name: /^Select/ })
  await expect
    .poll(() => ticks.evaluateAll((boxes) => boxes.filter((box) => !box.matches(":disabled")).length))
    .toBe(0)
  expect(await ticks.count()).toBe(6)
  letThrough()
  await expectRows(page, [done, other])
  await page.reload()
  await expectRows(page, [done, other])
  await pick(page, page.getByRole("combobox", { name: "Type" }), "Etsy")
  await page.getByText(texts.noMatch).waitFor()
  await page.goto("/prints?type=Manual")
  await expectRows(page, [done, other, ...drafts])
  await page.getByRole("button", { name: /^Created:/ }).click()
  await page.getByRole("button", { name: "7 days" }).click()
  await expectRows(page, [done, other, drafts[0], drafts[1]])
  await page.getByRole("button", { name: /^Created:/ }).click()
  await page.getByRole("button", { name: "Any date" }).click()
  await page.getByRole("button", { name: /^Created:/ }).click()
  await page.getByLabel("From").fill(isoDay(old))
  await page.getByLabel("To").fill(isoDay(old))
  await page.getByRole("button", { name: "Done" }).click()
  await expectRows(page, [drafts[2]])
  await page.goto("/prints")
  await page.getByRole("searchbox", { name: "Search prints" }).fill(done._id.slice(-6))
  await expectRows(page, [done])
  await page.getByRole("button", { name: "Clear search" }).click()

  // A name is typed in place, and found.
  await rowOf(page, drafts[0])
    .getByRole("button", { name: /^Rename print/ })
    .click()
  await page.keyboard.type("Friday batch")
  await page.keyboard.press("Enter")
  await rowOf(page, drafts[0]).getByText("Friday batch", { exact: true }).waitFor()
  await page.getByRole("searchbox", { name: "Search prints" }).fill("friday")
  await expectRows(page, [drafts[0]])
  await page.getByRole("button", { name: "Clear search" }).click()
  await expectRows(page, [done, other, ...drafts])

  // Several at once: an action that one of them allows is offered, and its effect is shown before.
  for (const print of [done, other, drafts[0], drafts[1]]) await tick(page, print)
  const bar = page.getByRole("region", { name: "Selection" })
  expect(await bar.getByRole("button", { name: "Cancel" }).count()).toBe(0)
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    bar.getByRole("button", { name: "Download" }).click(),
  ])
  expect(zip.suggestedFilename()).toBe("sheetsmith-2-prints.zip")
  await bar.getByRole("button", { name: "Process" }).click()
  const plan = page.getByRole("dialog", { name: "Process 2 prints?" })
  await plan.getByText("7 copies, 1 credit each").waitFor()
  await plan.getByRole("region", { name: "2 prints will not be processed" }).waitFor()
  expect(await objectionsOnTheWay(page)).toEqual([])
  await plan.getByRole("button", { name: "Proceed" }).click()
  await said(page, texts.processingStarted)
  for (const print of drafts.slice(0, 2))
    await rowOf(page, print).getByText("Completed", { exact: true }).waitFor()
  await rowOf(page, drafts[2])
    .getByRole("button", { name: /^Duplicate print/ })
    .click()
  await said(page, "was created as a draft")
  const [copy] = await client.expect<Print[]>("GET", "/api/prints?status=In Draft&limit=1")
  expect(copy).toMatchObject({ name: `Copy of ${drafts[2].name}`, copies: 5 })
  // No page asks for the picture of what is taken from under it.
  await page.goto("about:blank")
  await client.expect("DELETE", `/api/prints/${copy._id}/force`)
  await page.goto("/prints?sortBy=status&sort=asc")
  await expect
    .poll(() => shownIds(page).then((ids) => ids.slice(0, 4).sort()))
    .toEqual(shortIds([done, other, drafts[0], drafts[1]]))

  // Days left: green, orange, red, then gone.
  for (const [age, words, colour] of [
    [0.5, "7 days left", "good"],
    [2.5, "5 days left", "warn"],
    [5.5, "2 days left", "bad"],
    [6.5, "1 day left", "bad"],
  ] as const) {
    await run("UPDATE print SET printed_at = ? WHERE id = ?", Date.now() - age * DAY_MS, done._id)
    await page.reload()
    const badge = rowOf(page, done).getByText(words, { exact: true })
    await badge.waitFor()
    expect(await colourOf(badge), words).toBe(await tokenColour(page, `--color-${colour}-ink`))
  }
  await run("UPDATE print SET printed_at = ? WHERE id = ?", Date.now() - RETENTION_DAYS * DAY_MS, done._id)
  await page.reload()
  await rowOf(page, done).getByText("File has been deleted").waitFor()
  // Its picture is here before it is taken away.
  await page.waitForLoadState("networkidle")
  await stage.runtime.runCron("* * * * *")
  await expect.poll(async () => (await fetch(link)).status).toBe(404)
  await page.reload()
  await rowOf(page, done).getByText("Deleted", { exact: true }).waitFor()
  await rowOf(page, done).getByText("File has been deleted").waitFor()
  await rowOf(page, done)
    .getByRole("button", { name: /^Process print/ })
    .waitFor()

  // Delete keeps the print, force delete nothing. A print whose file is deleted offers the second alone.
  // Pictures of drafts are there: none is asked for once its print is gone.
  await page.waitForLoadState("networkidle")
  const dialog = page.getByRole("dialog")
  await rowOf(page, done)
    .getByRole("button", { name: /^Delete print/ })
    .click()
  await page.waitForURL(/[?&]deletePrint=/)
  await dialog.getByText(/^It has no sheets\..* The credits of a finished print stay spent\.$/).waitFor()
  expect(await dialog.getByRole("button", { name: "Delete", exact: true }).count()).toBe(0)
  await dialog.getByRole("button", { name: "Force Delete" }).click()
  await said(page, texts.printDeleted)
  await expectRows(page, [other, ...drafts])
  await rowOf(page, other)
    .getByRole("button", { name: /^Delete print/ })
    .click()
  await dialog.getByRole("button", { name: "Force Delete" }).waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, "delete")).toEqual([])
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await rowOf(page, other).getByText("Deleted", { exact: true }).waitFor()
  // Its sheets come back from the message; then they are asked about again, with two more.
  await said(page, texts.printDeleted)
  const message = page.getByRole("listitem").filter({ hasText: texts.printDeleted })
  await message.first().getByRole("button", { name: "Undo" }).click()
  await rowOf(page, other).getByText("Completed", { exact: true }).waitFor()
  // Its picture is here again before it is taken away.
  const pictures = rowOf(page, other).locator("img")
  const areHere = () =>
    pictures.evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.complete))
  await expect.poll(async () => (await pictures.count()) > 0 && (await areHere())).toBe(true)
  const printed = [other, drafts[0], drafts[1]]
  // Picks of several pages are all asked about, also after a reload.
  await page.goto("/prints?limit=1")
  for (let at = 1; at <= 4; at++) {
    await expect.poll(() => shownIds(page)).toHaveLength(1)
    const ids = await shownIds(page)
    for (const print of printed) if (ids.includes(shortIds([print])[0])) await tick(page, print)
    if (at === 4) break
    await page.getByRole("button", { name: "Next page" }).click()
    await expect.poll(() => shownIds(page)).not.toEqual(ids)
  }
  await page.getByRole("button", { name: "Delete Selected (3)" }).click()
  await page.waitForURL(/deleteBulkPrints=/)
  await page.reload()
  await dialog.getByText("Delete 3 prints?").waitFor()
  await page.goto("/prints")
  await page.waitForLoadState("networkidle")
  for (const print of printed) await tick(page, print)
  await page.getByRole("button", { name: "Delete Selected (3)" }).click()
  await dialog.getByText("Delete 3 prints?").waitFor()
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await said(page, "3 prints deleted successfully")
  for (const print of printed) await rowOf(page, print).getByText("Deleted", { exact: true }).waitFor()
  for (const print of [other, ...drafts]) await tick(page, print)
  await page.getByRole("button", { name: "Delete Selected (4)" }).click()
  await dialog.getByRole("button", { name: "Force Delete" }).click()
  await said(page, "4 prints permanently deleted successfully")
  await page.getByText("The roll is empty").waitFor()
  expect(await client.expect("GET", "/api/prints")).toEqual([])
  expect(errors).toEqual([])
})

longTest(
  "finished files go to the print shop's folder, by hand and by themselves, and say what went wrong",
  async () => {
    const shop = await givenShop("Ines", 100)
    const { client } = shop
    const print = await givenPrint(shop, 1)
    await processAndWait(client, print._id)
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto(`/prints/${print._id}`)
    await page.getByRole("link", { name: "Set up your print shop" }).waitFor()
    await zoomAndDrag(page)
    await page.goto("/integrations?addAddress=true")
    const form = page.getByRole("dialog", { name: "Add address" })
    await form.getByRole("textbox", { name: "Name", exact: true }).fill(LONG_NAME)
    await pick(page, form.getByRole("combobox", { name: "Kind" }), "S3 storage")
    await form.getByRole("textbox", { name: "Bucket" }).waitFor()
    await pick(page, form.getByRole("combobox", { name: "Kind" }), "Folder (WebDAV)")
    await form.getByRole("textbox", { name: "Folder address" }).fill("https://192.168.1.7/dav")
    await form.getByRole("textbox", { name: "User name" }).fill(webDavAccount.user)
    await form.getByRole("textbox", { name: "Password" }).fill("wrong")
    await form.getByRole("button", { name: "Add address" }).click()
    await form.getByText("Addresses made of numbers are not allowed").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "an address's form")).toEqual([])
    await form.getByRole("textbox", { name: "Folder address" }).fill(stage.standIns.origin + WEBDAV_FOLDER)
    await form.getByRole("button", { name: "Add address" }).click()
    await said(page, "Address added")
    await page.getByRole("button", { name: `Test ${LONG_NAME}` }).click()
    await said(page, "The server does not accept the name or the password")

    await page.goto(`/prints/${print._id}`)
    const sent = page.getByRole("region", { name: "Send files" })
    const standing = page.getByRole("region", { name: "Where it stands" })
    await standing.getByRole("button", { name: `Send to ${LONG_NAME}` }).click()
    await sent.getByText(`Not sent to ${LONG_NAME}`).waitFor()
    await said(page, `The files could not be sent to ${LONG_NAME}.`)
    await sent.getByText("does not accept the name").waitFor()
    expect(await objectionsInBothThemesOnTheWay(page, "files that were not sent")).toEqual([])

    // Mended, tested, and from now on every print.
    await page.goto("/integrations")
    await page.getByRole("button", { name: `Edit ${LONG_NAME}` }).click()
    const edit = page.getByRole("dialog", { name: "Edit address" })
    expect(await edit.getByRole("textbox", { name: "Password" }).inputValue()).toBe("")
    await edit.getByRole("textbox", { name: "Name", exact: true }).fill("My shop")
    await edit.getByRole("textbox", { name: "Password" }).fill(webDavAccount.password)
    await edit.getByRole("checkbox", { name: "Send every print" }).click()
    await edit.getByRole("button", { name: "Save" }).click()
    await said(page, "Address saved")
    await page.getByText("Every print", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Test My shop" }).click()
    await said(page, "It works: a small file could be written.")
    expect(await objectionsInBothThemesOnTheWay(page, "where files go")).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole("button", { name: "Test My shop" }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/prints/${print._id}`)
    await sent.getByRole("button", { name: /^Send again/ }).click()
    await sent.getByText(/^Sent to /).waitFor({ timeout: LONG_MS })

    const next = await givenPrint(shop, 2)
    await processAndWait(client, next._id)
    await page.goto(`/prints/${next._id}`)
    await sent.getByText(/^Sent to My shop/).waitFor({ timeout: LONG_MS })

    await page.goto("/integrations")
    await page.getByRole("button", { name: "Delete My shop" }).click()
    await page
      .getByRole("dialog", { name: "Delete My shop?" })
      .getByRole("button", { name: "Delete" })
      .click()
    await said(page, "Address deleted")
    await page.getByText("No delivery address yet").waitFor()
    expect(errors.filter((line) => !line.includes("status of 422"))).toEqual([])
  },
)

longTest(
  "a print's page names what is missing, cancels, says why it failed, and rests once it is completed",
  async () => {
    const shop = await givenShop("Pia", 50)
    const { client, moth, wave, pocket } = shop
    const gone = await givenImage(client, "gone.png", await artPng(300, 300))
    const lost = await client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Lost", value: 3 })
    const { _id } = await client.expect<Print>("POST", "/api/prints", {
      printItems: [
        { quantity: 1 },
        { imageId: gone._id, sizeId: pocket, quantity: 1 },
        { imageId: moth._id, sizeId: lost._id, quantity: 1 },
        { imageId: wave._id, quantity: 1 },
      ],
    })
    await client.expect("DELETE", `/api/images/${gone._id}`)
    await client.expect("DELETE", `/api/sizes/${lost._id}`)
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto(`/prints/${_id}`)
    for (const words of [texts.imagePlaceholder, texts.imageDeleted, texts.sizeDeleted, texts.selectSize])
      await page.getByText(words, { exact: true }).first().waitFor()
    expect(await page.getByRole("button", { name: "Select an image from Images" }).count()).toBe(2)
    const process = page.getByRole("button", { name: "Process Print" })
    const dialog = page.getByRole("dialog")
    await process.click()
    await said(page, texts.imageMissing)

    // Mended one by one: an image, a deletion, sizes by the dropdown and by comparison.
    await page.getByRole("button", { name: "Select an image from Images" }).first().click()
    await page.waitForURL(/addPrint=/)
    await dialog.getByRole("button", { name: "wave.svg" }).click()
    await said(page, texts.imageUpdated)
    await page.getByRole("button", { name: "Delete item" }).click()
    await expect.poll(() => page.getByText(texts.imageDeleted).count()).toBe(0)
    await process.click()
    await said(page, texts.sizeMissing)
    await pick(page, page.getByRole("combobox", { name: "Size of moth.png" }), "Pocket 4 in")
    await page
      .getByRole("button", { name: /Compare sizes of wave\.svg/ })
      .first()
      .click()
    await page.waitForURL(/addSize=/)
    await dialog.getByRole("button", { name: /^Adult chest 10 in/ }).click()
    await pick(page, page.getByRole("combobox", { name: "Size of wave.svg" }).last(), "Pocket 4 in")
    await page.getByRole("button", { name: "Add Item" }).click()
    await dialog.getByRole("button", { name: "moth.png", exact: true }).click()
    await dialog.getByRole("button", { name: /^Pocket 4 in/ }).click()
    await dialog.getByRole("button", { name: "Add to print" }).click()
    const steppers = page.getByRole("textbox", { name: "Quantity of moth.png" })
    await expect.poll(() => steppers.inputValue()).toBe("2")
    await page.getByRole("button", { name: "Increase Quantity of moth.png" }).click()
    await expect.poll(async () => (await printOf(client, _id)).copies).toBe(5)
    await page.reload()
    await expectFigures(page, { Copies: "5", Credits: "5" })

    // The file of one piece is lost: the print fails, says which and what to do, and costs nothing.
    const bucket = await stage.runtime.miniflare.getR2Bucket("FILES")
    const kept = await bucket.get(`images/${moth._id}/source`)
    const bytes = await kept?.arrayBuffer()
    if (!bytes) throw new Error("the upload is not where it should be")
    await bucket.delete(`images/${moth._id}/source`)
    await proceed(page, process)
    await page
      .getByText(/"moth\.png" could not be printed.*Upload it again/)
      .first()
      .waitFor({ timeout: LONG_MS })
    await page.getByText("In Draft", { exact: true }).first().waitFor()
    await expectBalance(client, 70)

    // Stopped while it runs: one stamp cannot be made, and its message is lost, so that it keeps running.
    await bucket.put(`images/${moth._id}/source`, bytes)
    await run("UPDATE image SET trim_x = trim_x + 100000 WHERE id = ?", moth._id)
    await proceed(page, process)
    // At once: a job that fails again and again ends the print.
    const hold =
      "UPDATE attempt_stamp SET stamp_key = stamp_key || '-held' WHERE is_done = 0 AND image_id = ?"
    await expect.poll(() => run(hold, moth._id)).toBeGreaterThan(0)
    await expect.poll(async () => (await printOf(client, _id)).progress?.done).toBeGreaterThan(0)
    await page.getByText("Processing", { exact: true }).first().waitFor()
    await page
      .getByRole("progressbar", { name: /^Progress of print/ })
      .first()
      .waitFor()
    // The page says the current step: first the layout is searched, then rendered. It hears no news of the stamps
    // that are still being made, which would say that it is rendered.
    await page.routeWebSocket(/\/api\/live/, (socket) => {
      socket.connectToServer().onMessage((news) => {
        if (!String(news).includes("print-progress")) socket.send(news)
      })
    })
    await run("UPDATE attempt SET search_effort = 'best' WHERE state = 'stamping'")
    await page.reload()
    await page.getByText("Packing 0%").first().waitFor()
    await run("UPDATE attempt SET search_effort = NULL")
    await page.reload()
    await page
      .getByText(/^Rendering [1-9]\d?%$/)
      .first()
      .waitFor()
    expect(await page.getByRole("button", { name: "Add Item" }).isDisabled()).toBe(true)
    await page
      .getByRole("button", { name: /^Cancel print/ })
      .first()
      .click()
    await said(page, "Print cancelled. Its credits are back.")
    await page.getByText("Cancelled", { exact: true }).first().waitFor()
    await expectBalance(client, 70)
    await run("UPDATE image SET trim_x = trim_x - 100000 WHERE id = ?", moth._id)

    // A refused sheet means that the print is not what the page took it for: it is read again.
    await page.reload()
    const refusal = { message: "This layout cannot be printed", code: "layout-invalid", requestId: "r" }
    await page.route("**/proccess", (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
    await process.click()
    await Promise.all([
      page.waitForRequest((request) => request.url().endsWith(`/api/prints/${_id}`), { timeout: LONG_MS }),
      dialog.getByRole("button", { name: "Proceed" }).click({ timeout: LONG_MS }),
    ])
    await said(page, CHANGED_MEANWHILE)
    // Formats are chosen, at least one, and remembered in this browser.
    const proceedButton = dialog.getByRole("button", { name: "Proceed" })
    await dialog.getByRole("checkbox", { name: "PNG" }).click()
    await dialog.getByText("Choose at least one format.").waitFor()
    expect(await proceedButton.isDisabled()).toBe(true)
    for (const name of ["TIFF", "PDF"]) await dialog.getByRole("checkbox", { name }).press("Space")
    expect(await objectionsInBothThemesOnTheWay(page, "formats")).toEqual([])
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.reload()
    await process.click()
    const ticks = () => dialog.getByRole("checkbox").evaluateAll((all) => all.map((one) => one.ariaChecked))
    await expect.poll(ticks).toEqual(["false", "true", "true"])
    await proceedButton.click({ timeout: LONG_MS })
    await dialog.getByText("Your sheets are ready").waitFor({ timeout: LONG_MS })

    // One sheet of two files, each by its format and size.
    await dialog.getByText("on 1 sheet.", { exact: false }).waitFor()
    const files = dialog.getByRole("list", { name: "Files of sheet 1" }).getByRole("listitem")
    await expect.poll(() => files.count()).toBe(2)
    const { fileId } = await printOf(client, _id)
    expect(fileId.map(({ format, sheet }) => [format, sheet]).sort()).toEqual([
      ["pdf", 1],
      ["tiff", 1],
    ])
    for (const [index, name] of ["PDF", "TIFF"].entries()) {
      const row = files.nth(index)
      expect(await row.textContent()).toMatch(new RegExp(`^${name} [\\d.]+ [KM]B`))
      await row.getByRole("button", { name: /^Copy link of / }).waitFor()
      const [saved] = await Promise.all([page.waitForEvent("download"), row.getByRole("link").click()])
      expect(saved.suggestedFilename()).toMatch(new RegExp(`-sheet-1\\.${name.toLowerCase()}$`))
    }
    const [both] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download all" }).click(),
    ])
    expect(both.suggestedFilename()).toMatch(/\.zip$/)
    expect(await objectionsOnTheWay(page)).toEqual([])
    await dialog.getByRole("button", { name: "Close" }).click()
    await page.waitForURL((url) => !url.search.includes("printSuccessModal"))
    await expectBalance(client, 65)
    expect(await page.getByRole("button", { name: "Add Item" }).isDisabled()).toBe(true)
    // A receipt is read: what was printed stands there as text, without a field to change it.
    const receipt = page.getByRole("table", { name: "Items" })
    await receipt.getByRole("row", { name: /moth\.png.*Pocket 4 in.*×3/ }).waitFor()
    expect(await receipt.getByRole("columnheader").allTextContents()).toEqual([
      "Image",
      "Size",
      "Quantity",
      "Order Item",
      "Delete",
    ])
    for (const field of ["combobox", "textbox", "spinbutton"] as const)
      expect(await page.getByRole("main").getByRole(field).count(), field).toBe(0)
    expect(await page.getByRole("button", { name: "Process Print" }).count()).toBe(0)
    await page.getByText("7 days left").first().waitFor()

    // Another shop takes PNG: the same sheet is written again, and shown once it is there.
    await page.getByRole("button", { name: "Also write for…" }).click()
    await page.getByRole("menuitem", { name: "My shop, PNG" }).click()
    await said(page, 'The files for "My shop, PNG" are being written')
    const again = page.getByRole("region", { name: "Files for My shop, PNG" })
    await again.getByRole("link", { name: /^Download .*-1-[\d.]+in\.png$/ }).waitFor({ timeout: LONG_MS })
    await expectBalance(client, 65)
    expect(await objectionsOnTheWay(page)).toEqual([])
    // Sheets are refused here on purpose: for the artwork that changed under the page, and by the test.
    expect(errors.filter((line) => !line.includes("status of 422"))).toEqual([])
  },
)

longTest(
  "a shop opens a seller's link without an account, fetches all files and says that it has printed",
  async () => {
    const shop = await givenShop("Lin", 100)
    const { client } = shop
    const print = await givenPrint(shop, 2)
    await client.expect("PUT", `/api/prints/${print._id}`, { name: "Friday batch" })
    await processAndWait(client, print._id, { formats: ["png", "pdf"] })
    const { page, context, errors } = await stage.open()
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await context.addCookies(client.browserCookies())
    await page.goto(`/prints/${print._id}`)
    const share = page.getByRole("region", { name: "Share with your print shop" })
    await share.getByRole("button", { name: "Make a link" }).click()
    await share.getByRole("button", { name: /^Copy the link/ }).click()
    await said(page, texts.linkCopied)
    const address = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(address).pathname).toMatch(/^\/share\/[\w-]{24}$/)

    const visitor = await stage.open()
    const reply = await visitor.page.goto(address)
    expect(reply?.headers()).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    })
    await visitor.page.getByRole("heading", { level: 1, name: "Friday batch" }).waitFor()
    const sheet = visitor.page.getByRole("listitem").filter({ hasText: "Sheet 1" }).first()
    await sheet.getByText(/^22 × [\d.]+ in \(55\.88 × [\d.]+ cm\)$/).waitFor()
    await sheet.getByText("2 pieces").waitFor()
    expect(await sheet.getByRole("link", { name: /^Download / }).count()).toBe(2)
    const picture = visitor.page.getByRole("img", { name: "Sheet 1", exact: true })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    expect(await objectionsInBothThemesOnTheWay(visitor.page, "link")).toEqual([])
    const [zip] = await Promise.all([
      visitor.page.waitForEvent("download"),
      visitor.page.getByRole("link", { name: /^Download all/ }).click(),
    ])
    expect(zip.suggestedFilename()).toBe("Friday batch.zip")
    const entries = await new ZipReader(new BlobReader(await openAsBlob(await zip.path())), {
      checkSignature: true,
    }).getEntries()
    const sizes = await Promise.all(
      entries.map(async (entry) => (await (entry as FileEntry).getData(new BlobWriter())).size),
    )
    expect(sizes).toHaveLength(5)
    expect(Math.min(...sizes)).toBeGreaterThan(100)

    // It asks, tells the seller at once, and can be taken back.
    await visitor.page.getByRole("button", { name: "Printed: Friday batch" }).click()
    await visitor.page.getByRole("button", { name: "Yes, printed" }).click()
    await visitor.page.getByText(/^Printed, just now$/).waitFor()
    await said(page, "Your print shop has printed Friday batch.")
    await page.getByText("Printed by your print shop").waitFor()
    // Seen, so it leaves the bell; undone before, it would be gone already.
    const news = () => client.expect<{ type: string }[]>("GET", "/api/notifications")
    await expect.poll(async () => (await news()).some(({ type }) => type === "print")).toBe(false)
    await visitor.page.getByRole("button", { name: "Undo: Friday batch is not printed yet" }).click()
    await visitor.page.getByRole("button", { name: "Printed: Friday batch" }).waitFor()
    await expect.poll(() => page.getByText("Printed by your print shop").count()).toBe(0)

    await share.getByRole("button", { name: /^End the link/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "End link" }).click()
    await share.getByRole("button", { name: "Make a link" }).waitFor()
    await visitor.page.reload()
    await visitor.page.getByRole("heading", { name: "The sender has ended this link" }).waitFor()

    // By Ctrl K the same sheets are written for another shop; on a phone two fingers zoom them.
    await page.keyboard.press("ControlOrMeta+k")
    await page.getByRole("combobox", { name: "Find anything" }).fill("another destination")
    await page.getByRole("option", { name: /^Write files for another destination/, selected: true }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("menuitem", { name: /^Photoshop/ }).press("Enter")
    await page.getByRole("region", { name: /^Files for Photoshop/ }).waitFor({ timeout: LONG_MS })
    await pinchOnPhone(client, print)
    expect(errors).toEqual([])
    expect(visitor.errors.filter((line) => !line.includes("410"))).toEqual([])
  },
)

longTest("a print that costs more than there is asks for credits, here and on the server", async () => {
  const shop = await givenShop("Una", 0)
  const { client, userId } = shop
  const print = await givenPrint(shop, 15)
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto(`/prints/${print._id}`)
  await page.getByRole("button", { name: "Process Print" }).click()
  const warning = page.getByRole("dialog", { name: "Process this print?" })
  const proceed = warning.getByRole("button", { name: "Proceed" })
  await expect.poll(() => proceed.isEnabled(), { timeout: LONG_MS }).toBe(true)

  // Spent elsewhere in the meantime: this page still believes in its credits, the server does not.
  await spend(userId, 10)
  await proceed.click()
  await page.getByText("This print needs 15 credits, but you have 10.").first().waitFor()
  expect((await printOf(client, print._id)).status).toBe("In Draft")
  await expectBalance(client, 10)

  await page.goto(`/prints/${print._id}`)
  await page.getByRole("button", { name: "Process Print" }).click()
  await warning.getByText("This print needs 15 credits and you have 10.").waitFor()
  expect(await proceed.isDisabled()).toBe(true)
  expect(await objectionsInBothThemesOnTheWay(page, "too few credits")).toEqual([])
  await warning.getByRole("link", { name: "Buy Credits" }).click()
  await page.waitForURL(/buyCredit=100/)
})

longTest("panels and previews give the focus back to what opened them", async () => {
  const shop = await givenShop("Foc", 0)
  const { client } = shop
  const print = await givenPrint(shop, 1)
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/prints/manual-create?addPrint=true")
  const panel = page.getByRole("dialog")
  const image = page.getByRole("button", { name: "wave.svg", exact: true })
  await image.focus()
  await page.keyboard.press("Enter")
  await panel.getByRole("button", { name: /^Pocket 4 in/ }).waitFor()
  await page.keyboard.press("Escape")
  await panel.waitFor({ state: "detached" })
  await expect.poll(() => isFocused(image)).toBe(true)

  const phone = await stage.open({ phone: true })
  await phone.context.addCookies(client.browserCookies())
  await phone.page.goto(`/prints/${print._id}`)
  const opener = phone.page.getByRole("button", { name: "Open the sheet preview" })
  await opener.focus()
  await phone.page.keyboard.press("Enter")
  await phone.page.getByRole("dialog", { name: "Sheet preview" }).waitFor()
  await phone.page.keyboard.press("Escape")
  await expect.poll(() => isFocused(opener)).toBe(true)
})

longTest(
  "review shows what the orders make, blocks what is missing and covers the page while it starts",
  async () => {
    const shop = await givenShop("Rut", 0)
    const { client, userId, wave, pocket } = shop
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/prints/review-print")
    await page.getByText("Nothing to review").waitFor()
    const saveDraft = page.getByRole("button", { name: "Create Print (Draft)" })

    const print = await givenPrint(shop, 3)
    const [{ _id, imageId }] = print.printItems
    const item = {
      _id,
      orderId: _id,
      orderNumber: "3141592653",
      title: "Vintage wave T-shirt, unisex, soft cotton, many colours, gift wrapped",
      sku: "WAVE-4",
      size: "Pocket",
      variation: "",
      personalisation: [],
      wording: "",
      mockupUrl: null,
      quantity: 3,
      price: 24.5,
      currency: "USD",
      status: "Pending",
      match: { imageId, sizeId: { _id: pocket, name: "Pocket", value: 4 } },
      isOwnImage: false,
      isOwnSize: false,
      ruleKey: "moth",
      rule: null,
      reading: "none",
      hasNoPlace: false,
      proof: { state: "none" },
      waitsForProof: false,
      values: {},
      isConfirmed: false,
      marks: [],
      doubts: [],
      prints: [],
      isCancelled: false,
      changes: [],
    }
    const items = [item, { ...item, _id: wave._id, sku: "NO-ART", match: { ...item.match, imageId: null } }]
    // No shop has these orders: their items are answered here.
    await page.route("**/api/orders/items?*", (route) => route.fulfill({ json: { data: items } }))
    await page.route("**/api/orders/suggestions", (route) => route.fulfill({ json: { data: [] } }))
    const rows = items.map((one) => {
      return { _id: one._id, item: one, shipBy: null, reference: "ref-1", quantity: 3, isAgain: false }
    })
    await page.evaluate(
      ([key, value]) => sessionStorage.setItem(key, value),
      [`sheetsmith.review.${userId}`, JSON.stringify(rows)],
    )
    await page.reload()
    for (const header of ["Title", "Order ID", "Reference", "SKU", "Size", "Quantity", "Price", "Status"])
      await page.getByRole("columnheader", { name: header, exact: true }).waitFor()
    await page.getByText("$24.50").first().waitFor()
    await saveDraft.first().hover()
    await page.getByRole("tooltip", { name: texts.draftTooltip }).waitFor()
    const process = page.getByRole("button", { name: "Create Print (Process)" })
    // Between a button and its tooltip the mouse still counts as on it, so it moves past both.
    const tooltips = async (x: number) => {
      await page.mouse.move(x, 9)
      return page.getByRole("tooltip").count()
    }
    let x = 0
    await expect.poll(() => tooltips(x++)).toBe(0)
    await process.hover()
    await page.getByRole("tooltip", { name: texts.processTooltip }).waitFor()
    await process.click()
    await said(page, texts.imageMissing)
    await page
      .getByRole("button", { name: /^Remove/ })
      .nth(1)
      .click()

    // An existing draft stands for the one that orders make; its answer is delayed.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/api/orders/print", async (route) => {
      await held
      await route.fulfill({ json: { data: { _id: print._id }, message: texts.printCreated } })
    })
    await process.click()
    await page.waitForURL(/printWarningModal=3/)
    await page.getByRole("dialog").getByRole("button", { name: "Proceed" }).click({ timeout: LONG_MS })
    await page.getByText(texts.processingOverlay).waitFor()
    release()
    await page.waitForURL(/\/prints(\?|$)/)
    await page.getByRole("dialog").getByText("Your sheets are ready").waitFor({ timeout: LONG_MS })
    expect(errors).toEqual([])
  },
)

longTest("on a phone in the dark every screen of prints fits, and its sheet opens over it", async () => {
  const shop = await givenShop("Tea", 20)
  const { client } = shop
  const print = await givenPrint(shop, 2)
  await processAndWait(client, (await givenPrint(shop, 1))._id)
  const { page, context, errors } = await stage.open({ phone: true, dark: true })
  await context.addCookies(client.browserCookies())
  await page.goto("/prints")
  await page.getByText("Completed", { exact: true }).waitFor()
  await expectFine(page)
  await page.getByRole("button", { name: `More about print ${print._id.slice(-6)}` }).tap()
  await page.getByRole("menuitem", { name: "View items" }).tap()
  await page.getByRole("textbox", { name: "Quantity of moth.png" }).waitFor()
  await expectFine(page)
  await page.getByRole("button", { name: "Open the sheet preview" }).tap()
  await page.getByRole("dialog").getByText("Sheet 1 of 1").waitFor()
  await expectFine(page)
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).tap()
  await page.goto("/prints/manual-create?addPrint=true")
  await page.getByRole("button", { name: "wave.svg", exact: true }).waitFor()
  expect(await gridColumns(page)).toBe(5)
  await page.getByRole("button", { name: "wave.svg", exact: true }).tap()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Pocket 4 in/ })
    .tap()
  await expectFine(page)
  await page.getByRole("dialog").getByRole("button", { name: "Add to print" }).tap()
  await page.getByText(/in of film/).waitFor()
  await expectFine(page)
  await page.getByRole("button", { name: "Create Print (Process)" }).tap()
  await page.getByRole("dialog").getByText("1 copy goes onto one sheet", { exact: false }).waitFor()
  await expectFine(page)
  expect(errors).toEqual([])
})

longTest(
  "names are typed, pasted as a roster, mended and kept: each set is a piece of its own",
  async () => {
    const { client } = await givenShop("Nia", 40)
    const crest = await givenImage(
      client,
      "crest.svg",
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><path d="M0 180h300v20H0z" fill="#28c"/>
      <text x="150" y="90" font-family="Graduate" font-size="60" text-anchor="middle">{{name}}</text>
      <text x="150" y="160" font-family="Graduate" font-size="60" text-anchor="middle">{{number}}</text></svg>`,
      ),
    )
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/prints/manual-create?addPrint=true")
    await page.getByRole("button", { name: "crest.svg", exact: true }).click()
    const dialog = page.getByRole("dialog")
    const add = dialog.getByRole("button", { name: "Add to print" })
    await dialog.getByRole("button", { name: /^Pocket/ }).click()
    await add.click()
    await dialog.getByText("Name is missing").waitFor()
    await dialog.getByLabel("Name").fill("ZOE")
    await dialog.getByLabel("Number").fill("7")
    await dialog.getByRole("img", { name: "crest.svg with Name: ZOE, Number: 7" }).waitFor()
    await add.click()
    await said(page, texts.imageAddedToPrint)
    const items = page.getByRole("region", { name: "Items" })
    await items.getByText("Name: ZOE, Number: 7").waitFor()

    // A spreadsheet's cells: an error is shown at its line, and mended there.
    await items.getByRole("button", { name: "Roster" }).click()
    await opened(dialog)
    await dialog.getByRole("button", { name: "crest.svg", exact: true }).click()
    const names = dialog.getByLabel("Names")
    await names.fill("Player\tNo.\tSize\tQty\nANA\t11\tPocket\t2\nBEA\t\t4 in\t1\n日本\t9\t4 in\t1")
    await dialog.getByRole("button", { name: "Show rows" }).click()
    await dialog.getByText("Number is missing").first().waitFor()
    await dialog.getByRole("button", { name: "2 rows to fix" }).waitFor()
    await dialog.getByLabel("Number, line 3").fill("5")
    await dialog.getByRole("button", { name: "Remove line 4" }).click()
    await dialog.getByRole("img", { name: "crest.svg with BEA, 5" }).waitFor()
    expect(await objectionsOnTheWay(page)).toEqual([])
    await dialog.getByRole("button", { name: "Add 3 copies" }).click()
    await dialog.waitFor({ state: "detached" })
    await said(page, "2 pieces added")
    await items.getByText("Name: BEA, Number: 5").waitFor()
    await page.getByRole("button", { name: "Undo", exact: true }).last().click()
    await items.getByText("Name: BEA, Number: 5").waitFor({ state: "detached" })

    // The address opens the roster of an image; a row's text is changed in place.
    await page.goto(`/prints/manual-create?draft=open&roster=${crest._id}`)
    await names.fill("name,number,size\nANA,11,Pocket\nZOE,7,Pocket")
    await dialog.getByRole("button", { name: "Show rows" }).click()
    await dialog.getByRole("button", { name: "Add 2 copies" }).click()
    await dialog.waitFor({ state: "detached" })
    await expectItems(page, [
      ["crest.svg (ZOE, 7)", "Pocket 4 in", "2"],
      ["crest.svg (ANA, 11)", "Pocket 4 in", "1"],
    ])
    await items.getByRole("button", { name: /^Edit text of crest.svg \(ANA, 11\)/ }).click()
    await dialog.getByLabel("Name").fill("IDA")
    await dialog.getByRole("button", { name: "Save" }).click()
    await items.getByText("Name: IDA, Number: 11").waitFor()

    await page.getByRole("button", { name: "Create Print (Draft)" }).click()
    await page.getByRole("heading", { level: 1, name: "Prints" }).waitFor()
    // The page that was left has written nothing into the address of the next.
    expect(new URL(page.url()).search).toBe("")
    const [print] = await client.expect<{ _id: string }[]>("GET", "/api/prints?limit=1")
    const readItems = async () => (await client.expect<Print>("GET", `/api/prints/${print._id}`)).printItems
    expect((await readItems()).map(({ values, quantity }) => [values, quantity])).toEqual([
      [{ name: "ZOE", number: "7" }, 2],
      [{ name: "IDA", number: "11" }, 1],
    ])
    // Saved before they are drawn, they are shown once they are.
    const drawn = async () =>
      (await readItems()).flatMap(
        ({ imageId }) => imageId?.previewFile?.path.match(/\/variants\/[^/]+/) ?? [],
      )
    await expect.poll(async () => new Set(await drawn()).size, { timeout: 45_000 }).toBe(2)

    // On its own page: the same form, the same roster, taken back in one step.
    await page.goto(`/prints/${print._id}?roster=${crest._id}`)
    await names.fill("EVA\t1\nLEA\t2")
    await dialog.getByRole("button", { name: "Show rows" }).click()
    await pick(page, dialog.getByRole("combobox", { name: "Size for all" }), "Pocket 4 in")
    await dialog.getByRole("button", { name: "Add 2 copies" }).click()
    await dialog.waitFor({ state: "detached" })
    const table = page.getByRole("table", { name: "Items" })
    await table.getByText("Name: LEA, Number: 2").waitFor()
    await page.getByRole("button", { name: "Undo", exact: true }).last().click()
    await table.getByText("Name: LEA, Number: 2").waitFor({ state: "detached" })
    await table
      .getByRole("button", { name: /^Edit text of crest.svg/ })
      .first()
      .click()
    await dialog.getByLabel("Number").fill("8")
    await dialog.getByRole("button", { name: "Save" }).click()
    await table.getByText("Name: ZOE, Number: 8").waitFor()
    // A layout that is stored just as its items change is refused, and another one is made.
    expect(errors.filter((line) => !/status of 422.*\/layout$/.test(line))).toEqual([])
    await context.close()
  },
  240_000,
)

async function givenShop(name: string, credits: number): Promise<Shop> {
  const { client, userId } = await stage.givenSeller(name, { credits })
  const moth = await givenImage(client, "moth.png", await artPng(1500, 1800, [150, 90, 1200, 1500]))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><path d="M0 0h300v200z" fill="#28c"/></svg>`
  const wave = await givenImage(client, "wave.svg", Buffer.from(svg))
  const size = async (label: string, value: number) =>
    (await client.expect<{ _id: string }>("POST", "/api/sizes", { name: label, value }))._id
  await size("Adult chest", 10)
  return { client, userId, moth, wave, pocket: await size("Pocket", 4) }
}

async function givenImage(client: Client, name: string, bytes: Buffer): Promise<Image> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(bytes)], name))
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const read = () => client.expect<Image>("GET", `/api/images/${_id}`)
  await expect.poll(async () => (await read()).status, { timeout: LONG_MS }).toBe("Ready")
  return read()
}

/** Opaque ink in the given box of a transparent canvas. */
function artPng(width: number, height: number, [x, y, w, h] = [0, 0, width, height]): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#7a3"/></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

function givenPrint({ client, moth, pocket }: Shop, quantity: number): Promise<Print> {
  const item = { imageId: moth._id, sizeId: pocket, quantity }
  return client.expect("POST", "/api/prints", { printItems: [item] })
}

function printOf(client: Client, id: string): Promise<Print> {
  return client.expect("GET", `/api/prints/${id}`)
}

async function processAndWait(client: Client, id: string, wish: ProcessRequest = {}): Promise<void> {
  await client.expect("POST", `/api/prints/${id}/proccess`, wish)
  await expect.poll(async () => (await printOf(client, id)).status, { timeout: LONG_MS }).toBe("Completed")
}

/** Returns how many rows a statement has changed. */
async function run(sql: string, ...values: unknown[]): Promise<number> {
  const database = await stage.runtime.miniflare.getD1Database("DB")
  const { meta } = await database
    .prepare(sql)
    .bind(...values)
    .run()
  return meta.changes
}

async function pick(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole("option", { name: option, exact: true }).click()
  await page.getByRole("listbox").waitFor({ state: "detached" })
}

async function addItem(page: Page, image: string | RegExp, size: string, quantity: number): Promise<void> {
  await page.getByRole("button", { name: image, exact: true }).first().click()
  const panel = page.getByRole("dialog")
  await panel.getByRole("button", { name: new RegExp(`^${size}`) }).click()
  await panel.getByRole("textbox", { name: "Quantity" }).fill(String(quantity))
  await panel.getByRole("button", { name: "Add to print" }).click()
  await panel.waitFor({ state: "detached" })
}

/** The builder's rows as image, size and quantity. */
async function shownItems(page: Page): Promise<string[][]> {
  const shown: string[][] = []
  for (const row of await page.getByRole("region", { name: "Items" }).getByRole("listitem").all()) {
    const name = (await row.getByRole("button", { name: /^Remove / }).getAttribute("aria-label")) ?? ""
    const size = (await row.getByRole("combobox").textContent()) ?? ""
    shown.push([name.replace("Remove ", ""), size, await row.getByRole("textbox").inputValue()])
  }
  return shown
}

/** The page names the size of `unnamed` itself. */
async function expectItems(page: Page, wanted: readonly string[][], unnamed = -1): Promise<void> {
  const read = async () =>
    (await shownItems(page)).map((row, at) => (at === unnamed ? row.with(1, wanted[at][1]) : row))
  await expect.poll(read).toEqual(wanted)
}

async function figure(page: Page, label: string): Promise<string> {
  const term = page
    .getByRole("complementary", { name: "Sheet preview" })
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${label}$`) })
  return (
    (await term.locator("xpath=following-sibling::dd").textContent())?.replace(/(\d)(in|%)$/, "$1 $2") ?? ""
  )
}

/** Inches of film once the page says that the rows are packed. */
async function packedFilm(page: Page): Promise<string> {
  const aside = page.getByRole("complementary", { name: "Sheet preview" })
  const waiting = aside.getByLabel("Packing").or(aside.locator("[aria-busy=true]"))
  const read = async () => ((await waiting.count()) > 0 ? "Packing" : figure(page, "Film"))
  await expect.poll(read).toMatch(/^\d+(\.\d+)? in$/)
  return figure(page, "Film")
}

async function expectFigures(page: Page, wanted: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(wanted))
    await expect.poll(() => figure(page, label)).toBe(value)
}

function gridColumns(page: Page): Promise<number> {
  const tile = page.getByRole("link", { name: "Upload images" })
  return tile.evaluate(
    (link) => getComputedStyle(link.parentElement ?? link).gridTemplateColumns.split(" ").length,
  )
}

/** Zooms the film of a finished print by keys, and drags it. */
async function zoomAndDrag(page: Page): Promise<void> {
  const aside = page.getByRole("complementary", { name: "Sheets" })
  const mat = aside.getByRole("region", { name: /^Sheet 1 of/ })
  await mat.press("+")
  await mat.press("+")
  await aside.getByText("225%").waitFor()
  const left = () => mat.evaluate((node) => node.scrollLeft)
  const before = await left()
  const box = await mat.boundingBox()
  if (!box) throw new Error("the film is not shown")
  await page.mouse.move(box.x + 200, box.y + 120)
  await page.mouse.down()
  await page.mouse.move(box.x + 150, box.y + 120, { steps: 3 })
  await page.mouse.up()
  expect((await left()) - before).toBe(50)
  await mat.press("0")
  await aside.getByText("Fit", { exact: true }).waitFor()
}

/** Zooms the film of a finished print on a phone with two fingers: what lies between them stays there. */
async function pinchOnPhone(client: Client, { _id }: { _id: string }): Promise<void> {
  const { page, context, errors } = await stage.open({ phone: true })
  await context.addCookies(client.browserCookies())
  await page.goto(`/prints/${_id}`)
  const aside = page.getByRole("complementary", { name: "Sheets" })
  const film = aside.getByRole("region", { name: /^Sheet 1 of/ }).locator(".film")
  await aside.getByText("Fit", { exact: true }).waitFor()
  const box = await film.boundingBox()
  if (!box) throw new Error("the film is not shown")
  const [x, y] = [box.x + box.width / 2, box.y + 40]
  const touch = await context.newCDPSession(page)
  const fingers = (type: "touchStart" | "touchMove" | "touchEnd", ...apart: number[]) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: apart.flatMap((px) => [
        { x: x - px, y, id: 0 },
        { x: x + px, y, id: 1 },
      ]),
    })
  await fingers("touchStart", 30)
  for (const px of [40, 50, 60]) await fingers("touchMove", px)
  await fingers("touchEnd")
  await aside.getByText("200%").waitFor()
  const zoomed = await film.boundingBox()
  expect(zoomed?.width).toBeCloseTo(2 * box.width, 0)
  // A mat scrolls by whole pixels, once for each move.
  expect((zoomed?.x ?? 0) + (zoomed?.width ?? 0) / 2).toBeCloseTo(x, -1)
  // The page itself stays as large as it was.
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  await fingers("touchStart", 60)
  await fingers("touchMove", 20)
  await fingers("touchEnd")
  await aside.getByText("Fit", { exact: true }).waitFor()
  expect(errors).toEqual([])
}

async function zoomAndPan(page: Page): Promise<void> {
  const aside = page.getByRole("complementary", { name: "Sheet preview" })
  const stageArea = aside.getByRole("region", { name: /^Sheet 1 of/ })
  const film = stageArea.locator(".film").first()
  const place = () =>
    film.evaluate((node) => [node.style.transform, node.style.getPropertyValue("--in")].join())
  // It gets shorter meanwhile: a fitted sheet is known by its word, not by its place.
  const fit = aside.getByRole("button", { name: "Fit the sheet" })
  expect(await fit.textContent()).toBe("Fit")
  await aside.getByRole("button", { name: "Zoom in" }).click()
  await expect.poll(() => fit.textContent()).toMatch(/^\d+\/in$/)
  const zoomed = await place()
  await stageArea.press("ArrowDown")
  expect(await place()).not.toBe(zoomed)
  await fit.click()
  await expect.poll(() => fit.textContent()).toBe("Fit")
  await aside.getByRole("button", { name: "Next sheet" }).click()
  await aside.getByText(/^Sheet 2 of/).waitFor()
}

async function proceed(page: Page, process: Locator): Promise<void> {
  // A message under the pointer stays, and may lie on the button.
  await page.mouse.move(0, 0)
  await process.click()
  const warning = page.getByRole("dialog", { name: "Process this print?" })
  await warning.getByRole("button", { name: "Proceed" }).click({ timeout: LONG_MS })
  await warning.waitFor({ state: "detached" })
}

/** Holds credits, as another print does. */
async function spend(userId: string, credits: number): Promise<void> {
  const namespace = await stage.runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hub = namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
  const id = "hold:0197f3c0-0000-7000-8000-0000000000cc"
  expect(await hub.hold({ userId, id, credits, note: "Test print" })).toMatchObject({ kind: "done" })
}

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((node) => node === document.activeElement)
}

function isInSight(locator: Locator): Promise<boolean> {
  return locator.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}

async function expectBalance(client: Client, credits: number): Promise<void> {
  const balance = async () =>
    (await client.expect<{ credit: { availableCredits: number } }>("GET", "/api/profile")).credit
      .availableCredits
  await expect.poll(balance).toBe(credits)
}

function rowOf(page: Page, print: Print): Locator {
  return page.getByRole("row").filter({ has: page.getByText(print._id.slice(-6), { exact: true }) })
}

function tick(page: Page, print: Print): Promise<void> {
  return rowOf(page, print).getByRole("checkbox").click()
}

function shownIds(page: Page): Promise<string[]> {
  return page
    .getByRole("link", { name: /^View items of print/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")?.slice(-6) ?? ""))
}

function shortIds(prints: readonly Print[]): string[] {
  return prints.map((print) => print._id.slice(-6)).sort()
}

async function expectRows(page: Page, prints: readonly Print[]): Promise<void> {
  await expect.poll(async () => (await shownIds(page)).sort()).toEqual(shortIds(prints))
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function colourOf(badge: Locator): Promise<string> {
  return badge.evaluate((node) => getComputedStyle(node).color)
}

function tokenColour(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("span"))
    probe.style.color = `var(${name})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}

async function expectFine(page: Page): Promise<void> {
  expect(await objectionsOnTheWay(page), page.url()).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}
