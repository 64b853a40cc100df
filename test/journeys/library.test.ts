import type { Locator, Page } from "playwright-core"
import sharp from "sharp"
import { expect } from "vitest"
import { openTextHost } from "../../cli/text-host.ts"
import type { Image } from "../../contract/artwork/image.ts"
import { defaultSheetTemplate, type SheetTemplate } from "../../contract/artwork/size.ts"
import type { Destination } from "../../contract/delivery/destination.ts"
import type { Print } from "../../contract/prints/print.ts"
import { texts } from "../../contract/text.ts"
import { boxedLogoPng, softArtPng } from "../../harness/artwork.ts"
import { libraryFontFile, ownFontFile } from "../../harness/font-files.ts"
import { isFull } from "../../harness/layer.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { makePdf } from "../../harness/pdf-file.ts"
import { opened, said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"
import { drawLayer } from "../../sheet/text/draw-layers.ts"
import { openTextEngine } from "../../sheet/text/open-font.ts"
import { MAX_PARALLEL_UPLOADS } from "../../web/features/images/upload-queue.ts"
import { objectionsInBothThemesOnTheWay, objectionsOnTheWay } from "./axe.ts"

const stage = useStage()

/** For what a hundred files take on a busy machine. */
const LONG_MS = 300_000

type Upload = { name: string; mimeType: string; buffer: Buffer }

longTest(
  "a seller uploads by every way, sees one fail, retries it, and finds, sorts, moves and deletes",
  async () => {
    const { client } = await stage.givenSeller("Lea")
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/images")
    await page.getByText("No images yet").waitFor()

    const dialog = page.getByRole("dialog")
    const uploadButton = dialog.getByRole("button", { name: /^Upload/ })
    await page.getByRole("button", { name: "Upload images" }).first().click()
    await dialog.getByText(texts.dropzoneIdle).waitFor()
    expect(await uploadButton.isDisabled()).toBe(true)
    await closeThreeWays(page, "addImage=true")
    expect(await dialog.count()).toBe(0)

    await send(page, "dragenter", [])
    await page.getByText(texts.dropzoneOver).waitFor()
    const dropped = await softArtPng(600, 720)
    await send(page, "drop", [{ name: "Dropped.png", mimeType: "image/png", buffer: dropped }])
    await dialog.getByText(texts.filesUploaded).waitFor()
    await dialog.getByText("Dropped.png").waitFor()
    await send(page, "paste", [{ name: "Pasted.svg", mimeType: "image/svg+xml", buffer: logoSvg() }])
    await dialog.getByText("Pasted.svg").waitFor()
    await pick(page, dialog.getByRole("combobox", { name: "Category" }), "New category…")
    expect(await uploadButton.isDisabled()).toBe(true)
    await dialog.getByRole("textbox", { name: "New category" }).fill("Cats")
    await dialog.getByRole("button", { name: "Add", exact: true }).click()
    await dialog.getByRole("combobox", { name: "Category" }).filter({ hasText: "Cats" }).waitFor()
    const score = dialog.getByRole("slider", { name: "Score" })
    await score.focus()
    for (let half = 0; half < 7; half++) await page.keyboard.press("ArrowRight")
    expect(await score.getAttribute("aria-valuenow")).toBe("3.5")
    await dialog.getByRole("button", { name: "Upload 2 files" }).click()
    await tile(page, "Dropped.png").getByText("600 × 720").waitFor({ timeout: LONG_MS })
    await tile(page, "Pasted.svg").getByText("×").waitFor({ timeout: LONG_MS })
    await tile(page, "Pasted.svg").getByRole("img", { name: "Score of Pasted.svg: 3.5 of 5" }).waitFor()

    // Thirty more, of which one is cut off on its way, one is damaged from its first bytes and one is
    // torn. A file that cannot be printed is refused where it is chosen.
    await page.route("**/api/images/bulk-upload", async (route) => {
      const isUnlucky = route.request().postDataBuffer()?.includes("unlucky.svg") ?? false
      await (isUnlucky ? route.abort("connectionreset") : route.continue())
    })
    await page.goto("/images?addImage=true")
    await dialog
      .locator("input[type=file]")
      .setInputFiles([
        ...Array.from({ length: 26 }, (_, i) => svg(`design-${String(i + 1).padStart(2, "0")}.svg`)),
        pdf("design-27.pdf", 1),
        pdf("booklet.pdf", 2),
        svg("unlucky.svg"),
        { name: "stub.png", mimeType: "image/png", buffer: dropped.subarray(0, 20) },
        { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("shopping list") },
        { name: "holiday.png", mimeType: "image/png", buffer: Buffer.from("GIF89a and so on") },
        { name: "torn.png", mimeType: "image/png", buffer: dropped.subarray(0, 9_000) },
      ])
    const refused = dialog.getByRole("alert").getByRole("listitem")
    await expect
      .poll(() => refused.allInnerTexts())
      .toEqual([
        "notes.txt is not a picture that can be printed: upload JPEG, PNG, SVG, TIFF, WebP or PDF",
        "holiday.png is a GIF: upload JPEG, PNG, SVG, TIFF, WebP or PDF",
      ])
    expect(await dialog.getByText("notes.txt", { exact: true }).count()).toBe(0)
    expect(await objectionsInBothThemesOnTheWay(page, "refused files")).toEqual([])
    await dialog.getByRole("button", { name: "Upload 31 files" }).click()
    await page.getByRole("progressbar").first().waitFor()
    await tile(page, "stub.png").getByText("Not uploaded").waitFor()
    await tile(page, "stub.png").getByText("This PNG is damaged").waitFor()
    await tile(page, "unlucky.svg").getByText("The upload failed").waitFor()
    await tile(page, "booklet.pdf").getByText("This PDF has 2 pages").waitFor({ timeout: LONG_MS })
    await tile(page, "design-27.png").getByText("900 × 600").waitFor({ timeout: LONG_MS })
    await page.getByText(texts.imageFailed).waitFor({ timeout: LONG_MS })
    expect(await objectionsInBothThemesOnTheWay(page, "uploads")).toEqual([])
    await page.unroute("**/api/images/bulk-upload")
    await page.getByRole("button", { name: "Retry unlucky.svg" }).click()
    await tile(page, "unlucky.svg").getByText("×").waitFor({ timeout: LONG_MS })
    await page.getByRole("button", { name: "Dismiss stub.png" }).click()
    await page.getByRole("button", { name: "Dismiss booklet.pdf" }).click()
    expect(await tile(page, "stub.png").count()).toBe(0)

    await page.getByRole("button", { name: new RegExp(texts.imageFailed) }).click()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await said(page, "Image deleted")
    expect(await tile(page, "torn.png").count()).toBe(0)
    await chip(page, "All categories", 30).waitFor()

    // Order, search, categories, pages.
    await pick(page, page.getByRole("combobox", { name: "Sort by" }), "Name Z to A")
    await expect.poll(() => names(page)).toEqual(expect.arrayContaining(["unlucky.svg"]))
    await expect.poll(async () => (await names(page))[0]).toBe("unlucky.svg")
    await page.getByRole("button", { name: "Reverse the order" }).click()
    await expect.poll(async () => (await names(page))[0]).toBe("design-01.svg")
    await pick(page, page.getByRole("combobox", { name: "Sort by" }), "Lowest score first")
    await page.getByRole("button", { name: "Reverse the order" }).click()
    await expect
      .poll(async () => (await names(page)).slice(0, 2).sort())
      .toEqual(["Dropped.png", "Pasted.svg"])
    await pick(page, page.getByRole("combobox", { name: "Sort by" }), "Most printed first")
    await page.waitForURL(/sortBy=usedInPrint/)
    await page.getByRole("searchbox", { name: "Search images" }).fill("DESIGN-1")
    await expect.poll(async () => (await names(page)).length).toBe(10)
    await page.getByRole("searchbox", { name: "Search images" }).fill("100%_")
    await page.getByText(texts.noMatch).waitFor()
    await page.getByRole("searchbox", { name: "Search images" }).fill("")
    await chip(page, "Cats", 2).click()
    await expect.poll(async () => (await names(page)).sort()).toEqual(["Dropped.png", "Pasted.svg"])
    await page.reload()
    await expect.poll(async () => (await names(page)).length).toBe(2)
    await page.getByRole("button", { name: "Edit Cats" }).click()
    await dialog.getByRole("textbox", { name: "Name" }).fill("Felines")
    await dialog.getByRole("button", { name: "Save" }).click()
    await chip(page, "Felines", 2).waitFor()
    await chip(page, "All categories", 30).click()
    // The page has its whole height only then, and an open list moves no more.
    await expect.poll(async () => (await names(page)).length).toBe(30)
    await pick(page, page.getByRole("combobox", { name: "Images per page" }), "25")
    await expect.poll(async () => (await names(page)).length).toBe(25)
    await page.getByRole("button", { name: "Page 2" }).click()
    await expect.poll(async () => (await names(page)).length).toBe(5)
    await page.getByRole("button", { name: "Previous page" }).click()
    await expect.poll(async () => (await names(page)).length).toBe(25)

    // Several at once.
    await page.goto("/images?sortBy=name&sort=asc")
    await page.getByRole("checkbox", { name: "Select design-01.svg" }).click()
    await page.getByRole("button", { name: "design-04.svg", exact: true }).click({ modifiers: ["Shift"] })
    const bar = page.getByRole("region", { name: "Selection" })
    await bar.getByText("4 selected").waitFor()
    await bar.getByRole("button", { name: "Change category" }).click()
    await pick(page, dialog.getByRole("combobox", { name: "Category" }), "Felines")
    await dialog.getByRole("button", { name: "Change category" }).click()
    await said(page, "Category of 4 images changed")
    await chip(page, "Felines", 6).waitFor()
    // It is asked about once, in the address, and still comes back from the message.
    const pickThree = async () => {
      for (const name of ["design-02.svg", "design-03.svg", "design-05.svg"])
        await page.getByRole("checkbox", { name: `Select ${name}` }).click()
      await bar.getByRole("button", { name: "Delete" }).click()
      await page.waitForURL(/[?&]deleteImage=selected/)
      const question = page.getByRole("dialog", { name: "Delete 3 images?" })
      await question.getByRole("button", { name: "Delete" }).click()
      await question.waitFor({ state: "detached" })
      await said(page, "3 images deleted")
      await chip(page, "All categories", 27).waitFor()
    }
    await pickThree()
    await chip(page, "Felines", 4).waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await said(page, "Undone")
    await chip(page, "All categories", 30).waitFor()
    await chip(page, "Felines", 6).waitFor()
    await pickThree()
    await chip(page, "Felines", 4).click()
    await page.getByRole("button", { name: "Edit Felines" }).click()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await said(page, "Category deleted")
    expect(await page.getByRole("button", { name: /^Felines/ }).count()).toBe(0)
    // Two deletions, two ways back.
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(2)
    await page
      .getByRole("listitem")
      .filter({ hasText: "Category deleted" })
      .getByRole("button", { name: "Undo" })
      .click()
    await chip(page, "Felines", 4).waitFor()
    await chip(page, "All categories", 27).waitFor()
    // Chromium logs every refusing answer: here the stub's.
    expect(errors.filter((line) => !/ERR_CONNECTION_RESET|status of 422/.test(line))).toEqual([])
  },
)

longTest("many files show their progress each; the one that fails is tried again alone", async () => {
  const count = isFull ? 100 : 20
  const { client } = await stage.givenSeller("Hun")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  let isOpen = false
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/api/images/bulk-upload", async (route) => {
    if (!isOpen) await gate
    const isUnlucky = route.request().postDataBuffer()?.includes("design-010.svg") ?? false
    await (isUnlucky ? route.abort("connectionreset") : route.continue())
  })
  await page.goto("/images?addImage=true&limit=100")
  const dialog = page.getByRole("dialog")
  const files = Array.from({ length: count }, (_, i) => svg(`design-${String(i + 1).padStart(3, "0")}.svg`))
  await dialog.locator("input[type=file]").setInputFiles(files)
  for (const { name } of [files[0], files[count - 1]]) await dialog.getByText(name, { exact: true }).waitFor()
  await dialog.getByRole("button", { name: `Upload ${count} files` }).click()
  // One bar for all, on every page; each tile has its own picture at once, and a bar only while it is sent.
  const uploads = page.getByRole("region", { name: "Uploads" })
  await uploads.getByText(`Uploading 1 of ${count}`).waitFor()
  await expect.poll(() => page.getByRole("progressbar").count()).toBe(1 + MAX_PARALLEL_UPLOADS)
  for (const { name } of [files[0], files[9], files[count - 1]]) {
    const picture = tile(page, name).locator("img[src^='blob:']")
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await page.getByRole("link", { name: "Sizes", exact: true }).click()
  await page.getByRole("heading", { name: "Sizes", level: 1 }).waitFor()
  await uploads.getByText(`Uploading 1 of ${count}`).waitFor()
  await page.goBack()
  isOpen = true
  release()
  await tile(page, "design-010.svg").getByText("The upload failed").waitFor({ timeout: LONG_MS })
  await uploads.getByText(`${count - 1} files uploaded, 1 failed`).waitFor({ timeout: LONG_MS })
  expect(await page.getByRole("progressbar").count()).toBe(0)
  await chip(page, "All categories", count - 1).waitFor()
  await page.unroute("**/api/images/bulk-upload")
  await uploads.getByRole("button", { name: "Retry failed" }).click()
  await chip(page, "All categories", count).waitFor({ timeout: LONG_MS })
  await tile(page, "design-010.svg").getByText("×").waitFor({ timeout: LONG_MS })
  expect(await page.getByRole("progressbar").count()).toBe(0)
  expect(errors.filter((line) => !/ERR_CONNECTION_RESET/.test(line))).toEqual([])
})

longTest(
  "a logo in a white box is told of, looked at on the artwork, and printed once that is seen",
  async () => {
    const { client } = await stage.givenSeller("Bea")
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/images?addImage=true")
    const buffer = await boxedLogoPng(1500, 900)
    const dialog = page.getByRole("dialog")
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "Logo.png", mimeType: "image/png", buffer })
    await dialog.getByRole("button", { name: "Upload", exact: true }).click()
    await tile(page, "Logo.png").getByText("White box").waitFor({ timeout: LONG_MS })
    await page.goto("/images")
    await page.getByRole("button", { name: /^To look at/ }).click()
    await tile(page, "Logo.png").getByRole("button", { name: "Logo.png", exact: true }).click()
    await page.getByRole("link", { name: "Look at the ink" }).click()

    const findings = page.getByRole("complementary", { name: "Findings" })
    await findings.getByText("There is a white box around the art, 5 × 3 in.").waitFor()
    await page.getByRole("button", { name: "1: White box" }).click()
    expect(await objectionsOnTheWay(page)).toEqual([])

    const [image] = (await client.get("/api/images")).data as Image[]
    const { _id: sizeId } = (await client.post("/api/sizes", { name: "Chest", value: 7 })).data as {
      _id: string
    }
    const printItems = [{ imageId: image._id, sizeId, quantity: 2 }]
    const print = (await client.post("/api/prints", { printItems })).data as Print
    await page.goto(`/prints/${print._id}?printWarningModal=2`)
    const warning = page.getByRole("dialog", { name: "Process this print?" })
    const proceed = warning.getByRole("button", { name: "Proceed" })
    await warning.getByText("2 of 2 pieces to look at").waitFor({ timeout: LONG_MS })
    expect(await proceed.isDisabled()).toBe(true)
    await warning.getByText("I have looked. Print these 2 as they are.").click()
    await expect.poll(() => proceed.isEnabled(), { timeout: LONG_MS }).toBe(true)

    // Several prints at once ask the same, once for all of them.
    await client.expect("POST", "/api/prints", { printItems })
    await page.goto("/prints")
    for (const at of [0, 1])
      await page
        .getByRole("checkbox", { name: /^Select print/ })
        .nth(at)
        .click()
    await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Process" }).click()
    const several = page.getByRole("dialog", { name: "Process 2 prints?" })
    const looked = several.getByText("I have looked. Print these 4 as they are.")
    await looked.waitFor()
    expect(await several.getByRole("button", { name: "Proceed" }).isDisabled()).toBe(true)
    await looked.click()
    expect(await several.getByRole("button", { name: "Proceed" }).isEnabled()).toBe(true)

    // From a print's row its ink is opened as the print has it: at the item's width, under the print's template.
    const { _id: sheetTemplateId } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
      ...defaultSheetTemplate,
      ...{ name: "Light", isDefault: false, ink: { maxInkPercent: 50 } },
    })
    await client.expect("POST", `/api/prints/${print._id}/layout`, { sheetTemplateId })
    await page.goto(`/prints/${print._id}`)
    await page.getByRole("button", { name: "2 to look at: Logo.png" }).click({ timeout: LONG_MS })
    await page.getByRole("link", { name: "Open its ink" }).click()
    await page.waitForURL(`**/images/${image._id}/ink?widthIn=7&sheetTemplateId=${sheetTemplateId}`)
    await findings.getByRole("heading", { name: "Heavy ink" }).waitFor()
    await page.getByText("seen as it prints at 7 in under “Light”.").waitFor()

    await page.goto(`/images/${image._id}/ink`)
    await findings.getByRole("button", { name: "I know: White box" }).click()
    await findings.getByText("Nothing to look at").waitFor()
    await page.goto("/images")
    await tile(page, "Logo.png").getByText("1500 × 900", { exact: true }).waitFor()
    expect(errors).toEqual([])
  },
)

longTest("fonts are found, uploaded, refused in words and deleted with undo", async () => {
  const { client } = await stage.givenSeller("Fay")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/images")
  await page.getByRole("link", { name: "Fonts", exact: true }).click()
  await page.getByRole("searchbox", { name: "Search fonts" }).fill("gradu")
  const menu = page.getByRole("navigation", { name: "Main" })
  expect(await menu.getByRole("link", { name: "Images" }).getAttribute("aria-current")).toBe("page")
  await page.getByRole("heading", { name: "Graduate" }).waitFor()
  await expect.poll(() => page.getByRole("heading", { level: 2 }).count()).toBe(1)
  await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe("gradu")
  await page.getByRole("button", { name: "Clear search" }).click()

  await page.getByLabel("Font files").setInputFiles([
    {
      name: "club.ttf",
      mimeType: "font/ttf",
      buffer: Buffer.from(ownFontFile("lobster-400", "Club Script")),
    },
    {
      name: "notes.otf",
      mimeType: "font/otf",
      buffer: Buffer.from("Not a font, but a list of things to buy."),
    },
  ])
  await page.getByText(/^notes\.otf: /).waitFor()
  await page.getByRole("heading", { name: "Club Script" }).waitFor()
  await page.goto("/fonts?search=club")
  // The sample is set in the font itself.
  const isLoaded = () => page.evaluate(() => [...document.fonts].some(({ status }) => status === "loaded"))
  await expect.poll(isLoaded).toBe(true)
  expect(await objectionsInBothThemesOnTheWay(page, "fonts")).toEqual([])
  await page.getByRole("button", { name: "Delete Club Script" }).click()
  await page.getByText("No font has this name").waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("heading", { name: "Club Script" }).waitFor()
  expect(errors).toEqual([])
})

longTest("a font that nobody has is replaced by another in the image's drawer, and given back", async () => {
  const { client } = await stage.givenSeller("Fritz")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 120"><text x="9" y="90" font-size="80" font-family="Brush Hand">Zoe</text></svg>`
  const image = await givenImage(client, "brush.svg", Buffer.from(svg))
  await page.goto(`/images?editImage=${image._id}`)
  const warning = page.getByText(`"Brush Hand" is not available`, { exact: false })
  await warning.waitFor()
  await page.getByRole("combobox", { name: "Font instead of Brush Hand" }).click()
  await page.getByRole("option", { name: "Lobster", exact: true }).click()
  await said(page, "“Brush Hand” is replaced with Lobster")
  await warning.waitFor({ state: "detached" })
  expect(await objectionsOnTheWay(page)).toEqual([])
  await page.getByRole("button", { name: "Undo replacing Brush Hand" }).click()
  await warning.waitFor()
  expect(errors).toEqual([])
})

longTest("a name is placed on artwork, drawn as it prints, saved, and there again", async () => {
  const { client } = await stage.givenSeller("Nell")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  const image = await givenImage(client, "jersey.png", await artOf(600, 500, [50, 50, 500, 400]))
  await page.goto(`/images?editImage=${image._id}`)
  await page.getByRole("link", { name: "Add names or numbers" }).click()
  await page.getByText("Drag on the artwork to place a text.").waitFor()
  const place = (name: string) => page.getByRole("button", { name: `Place of ${name}`, exact: true })
  const shapes = () => page.locator("main svg").locator("visible=true").locator("[data-text] path")
  const firstPath = async () => (await shapes().first().getAttribute("d")) ?? ""

  // A box by dragging: its field's words are ready to be written.
  const art = await page.locator("main .touch-pan-y").boundingBox()
  if (!art) throw new Error("the artwork is not on screen")
  const at = (x: number, y: number) =>
    [art.x + (art.width * x) / 1000, art.y + (art.height * y) / 1000] as const
  await page.mouse.move(...at(150, 200))
  await page.mouse.down()
  await page.mouse.move(...at(500, 300))
  await page.mouse.move(...at(650, 450))
  await page.mouse.up()
  await place("Name").waitFor()
  await page.keyboard.type("Ávila Jr")
  expect(await page.getByRole("textbox", { name: "Sample" }).inputValue()).toBe("Ávila Jr")
  await page.getByRole("textbox", { name: "Label" }).fill("Player")
  await page.getByText("Player is different on each piece.").waitFor()

  // Dragged near the middle it comes to it.
  await page.mouse.move(...at(400, 320))
  await page.mouse.down()
  await page.mouse.move(...at(450, 320))
  await page.mouse.move(...at(502, 321))
  await page.mouse.up()
  const left = page.getByRole("textbox", { name: "Left in per cent" })
  await expect.poll(() => left.inputValue()).toBe("25")
  await page.getByRole("button", { name: "Font: Graduate" }).click()
  await opened(page.getByRole("dialog", { name: "Fonts" }))
  await page.getByRole("searchbox", { name: "Search fonts" }).fill("pacif")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Font: Pacifico" }).waitFor()
  await page.getByRole("button", { name: "Outline", exact: true }).click()
  await page.getByRole("textbox", { name: "Outline as #rrggbb" }).fill("ffcc00")
  await place("Player").focus()
  await page.keyboard.press("Shift+ArrowDown")
  await page.keyboard.press("Alt+ArrowRight")

  await page.keyboard.press("Control+s")
  await said(page, "Text saved")
  const { fields, layers } = await client.expect<Image>("GET", `/api/images/${image._id}`)
  expect(fields).toMatchObject([{ name: "player", label: "Player", sample: "Ávila Jr", kind: "text" }])
  expect(layers).toMatchObject([{ field: "player", outlines: [{ color: "#ffcc00" }] }])
  // The page draws what the Workers draw: the same paths from the same data.
  const font = openTextEngine(await openTextHost()).openFont(libraryFontFile("pacifico-400"))
  const drawn = drawLayer({ ...layers[0], text: "Ávila Jr" }, font, { width: 600, height: 500 })
  await expect.poll(firstPath).toBe(drawn.shapes[0].path)
  expect(await objectionsInBothThemesOnTheWay(page, "text editor")).toEqual([])

  await page.reload()
  await expect.poll(firstPath).toBe(drawn.shapes[0].path)
  // A problem is shown at its control; undo brings back the earlier state.
  await page.getByRole("textbox", { name: "Sample" }).fill("Zoe 🎉")
  await page.getByText("Player has 🎉, which cannot be printed as text. Take it out.").first().waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await expect.poll(firstPath).toBe(drawn.shapes[0].path)
  await page.getByRole("textbox", { name: "Try a Player" }).fill("Bo")
  await page.getByRole("button", { name: "As printed" }).click()
  await page.getByRole("img", { name: "jersey.png, as printed" }).waitFor()
  await page.keyboard.press("Escape")

  // Nothing is lost by leaving.
  await page.getByRole("checkbox", { name: "Upper case" }).click()
  await page.getByRole("link", { name: "Prints", exact: true }).click()
  const guard = page.getByRole("dialog", { name: "Leave without saving?" })
  await opened(guard)
  await page.keyboard.press("Escape")
  await guard.waitFor({ state: "detached" })
  await page.goBack()
  await opened(guard)
  await page.keyboard.press("Escape")
  await guard.waitFor({ state: "detached" })
  await page.getByRole("link", { name: "Prints", exact: true }).click()
  await guard.getByRole("button", { name: "Save and leave" }).click()
  await page.waitForURL(/\/prints$/)
  const saved = await client.expect<Image>("GET", `/api/images/${image._id}`)
  expect(saved.layers[0].caps).toBe(true)
  expect(errors).toEqual([])

  const phone = await stage.open({ phone: true, dark: true })
  await phone.context.addCookies(client.browserCookies())
  await phone.page.goto(`/images/${image._id}/text`)
  await phone.page.getByRole("button", { name: "Add text" }).click()
  await phone.page.getByRole("menuitem", { name: "Number" }).click()
  await phone.page.getByRole("button", { name: "Place of Number" }).waitFor()
  await phone.page.getByRole("button", { name: "Delete", exact: true }).click()
  await phone.page.getByRole("button", { name: "Place of Number" }).waitFor({ state: "detached" })
  expect(await fits(phone.page)).toBe(true)
  expect(await objectionsOnTheWay(phone.page)).toEqual([])
  expect(phone.errors).toEqual([])
})

longTest(
  "an image says how large, how sharp and where it is used; a form refuses a missing name",
  async () => {
    const { client } = await stage.givenSeller("Ida")
    const art = await givenImage(client, "Moon moth.png", await artOf(1500, 1800, [150, 90, 1200, 1500]))
    await client.expect("POST", "/api/sizes", { name: "Adult chest", value: 10 })
    const pocket = await client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Pocket", value: 4 })
    const item = { imageId: art._id, sizeId: pocket._id, quantity: 3 }
    const { _id: printId } = await client.expect<{ _id: string }>("POST", "/api/prints", {
      printItems: [item],
    })
    for (const isPhone of [false, true]) {
      const { page, context, errors } = await stage.open({ phone: isPhone, dark: isPhone })
      await context.addCookies(client.browserCookies())
      await page.goto("/images")
      await page.getByRole("checkbox", { name: `Select ${art.name}` }).click()
      await page.getByText("1 selected").waitFor()
      expect(await violations(page, isPhone)).toEqual([])
      expect(await fits(page)).toBe(true)
      await page.getByRole("button", { name: "Clear selection" }).click()
      await page.getByRole("button", { name: art.name, exact: true }).click()
      await page.waitForURL(new RegExp(`editImage=${art._id}`))
      const drawer = isPhone ? page.getByRole("dialog") : page.getByRole("complementary", { name: art.name })
      await drawer.getByText("1500 × 1800 px").waitFor()
      await drawer.getByText("1200 × 1500 px, from 150, 90").waitFor()
      await drawer.getByText("of the ink is half transparent").waitFor()
      const sizes = drawer.getByRole("listitem")
      expect(await sizes.filter({ hasText: "Adult chest 10 in" }).textContent()).toContain(
        "10 × 12.5 in120 DPIVery low",
      )
      expect(await sizes.filter({ hasText: "Pocket 4 in" }).textContent()).toContain("4 × 5 in300 DPISharp")
      await drawer.getByRole("link", { name: printId.slice(-6) }).waitFor()
      expect(await violations(page, isPhone)).toEqual([])
      expect(await fits(page)).toBe(true)

      const name = drawer.getByRole("textbox", { name: "Name" })
      await name.fill("  ")
      await drawer.getByRole("button", { name: "Save" }).click()
      await drawer.getByText("Name is required").waitFor()
      await name.fill(art.name)
      const score = drawer.getByRole("slider", { name: "Score" })
      await score.press(isPhone ? "Home" : "End")
      await score.press(isPhone ? "ArrowRight" : "ArrowLeft")
      await drawer.getByRole("button", { name: "Save" }).click()
      await said(page, texts.imageUpdated)
      expect((await client.expect<Image>("GET", `/api/images/${art._id}`)).score).toBe(isPhone ? 0.5 : 4.5)
      await page.keyboard.press("Escape")
      await page.waitForURL((url) => !url.search.includes("editImage"))
      expect(errors).toEqual([])
    }
  },
)

longTest("sizes and sheet templates are made, judged, changed and deleted, on a phone too", async () => {
  for (const isPhone of [false, true]) {
    const { client } = await stage.givenSeller(isPhone ? "Ada" : "Eva")
    const { page, context, errors } = await stage.open({ phone: isPhone, dark: isPhone })
    await context.addCookies(client.browserCookies())
    const dialog = page.getByRole("dialog")
    await page.goto("/sizes")
    await page.getByText("No sizes yet").waitFor()
    const usual = page.getByRole("region", { name: "Usual widths" })
    // The choice shows once it is being saved.
    await usual.getByRole("radio", { name: "Centimetres" }).click({ force: true })
    await said(page, "Lengths are in centimetres")
    await usual.getByRole("button", { name: "Youth 19 cm" }).click()
    await said(page, "1 size added")
    await page.getByText("19 cm").first().waitFor()
    await usual.getByRole("button", { name: "Add all 5" }).click()
    await said(page, "5 sizes added")
    await usual.waitFor({ state: "detached" })
    for (const { _id } of await client.expect<{ _id: string }[]>("GET", "/api/sizes"))
      await client.expect("DELETE", `/api/sizes/${_id}`)
    await client.expect("PUT", "/api/profile/settings", { lengthUnit: "in" })
    await page.reload()
    await page.getByText("No sizes yet").waitFor()
    await page.getByRole("button", { name: "Add size" }).click()
    await dialog.getByRole("button", { name: "Add size" }).click()
    await dialog.getByText("Name is required").waitFor()
    await dialog.getByText("Width is required and must be a number of inches").waitFor()
    await dialog.getByRole("textbox", { name: "Name" }).fill("Left chest")
    await dialog.getByLabel("Width").fill("0")
    await dialog.getByRole("button", { name: "Add size" }).click()
    await dialog.getByText("Width must be at least 0.1 in").waitFor()
    expect(await violations(page, isPhone)).toEqual([])
    await dialog.getByLabel("Width").fill("3.5")
    await page.keyboard.press("Enter")
    await said(page, "Size created")
    // A seller who came from another page to make a size is led back there.
    await page.goto("/sizes?addSize=true&callback=%2Fimages")
    await dialog.getByRole("textbox", { name: "Name" }).fill("Back")
    await dialog.getByLabel("Width").fill("35 cm")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/images")
    const listed = await client.expect<{ _id: string; name: string }[]>("GET", "/api/sizes")
    for (const { _id, name } of listed)
      if (name === "Back") await client.expect("DELETE", `/api/sizes/${_id}`)
    await page.goto("/sizes")
    // What opens over a page leaves it where it is, and so does what closes it.
    const edit = page.getByRole("button", { name: "Edit Left chest" })
    await edit.waitFor()
    const whole = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ ...whole, height: 400 })
    const scrollTop = () => page.evaluate(() => window.scrollY)
    await expect
      .poll(() => page.evaluate(() => window.scrollTo({ top: 90, behavior: "instant" })).then(scrollTop))
      .toBe(90)
    await edit.dispatchEvent("click")
    await opened(dialog)
    expect(await scrollTop()).toBe(90)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    expect(await scrollTop()).toBe(90)
    await page.setViewportSize(whole)
    await edit.click()
    // Arrows step a length, with Shift four steps.
    const width = dialog.getByRole("spinbutton", { name: "Width" })
    await width.press("ArrowUp")
    await width.press("Shift+ArrowUp")
    await width.press("ArrowDown")
    await width.press("ArrowDown")
    expect(await width.inputValue()).toBe("4.25")
    await dialog.getByRole("button", { name: "Save" }).click()
    await said(page, "Size updated")
    await page.getByText("4.25").first().waitFor()
    expect(await violations(page, isPhone)).toEqual([])

    await page.getByRole("tab", { name: "Sheet templates" }).click()
    await page.getByText("22 in roll").first().waitFor()
    expect(await page.getByRole("button", { name: "Delete 22 in roll" }).count()).toBe(0)
    await page.getByRole("button", { name: "Add template" }).click()
    await dialog.getByRole("textbox", { name: "Name" }).fill("Narrow film")
    await dialog.getByLabel("Roll width").fill("3")
    await dialog.getByLabel("Longest sheet").fill("241")
    await dialog.getByLabel("Edge").fill("5")
    await dialog.getByLabel("Gap", { exact: true }).fill("-1")
    await dialog.getByLabel("Resolution").fill("601")
    await dialog.getByRole("button", { name: "Add template" }).click()
    for (const words of [
      "Roll width must be at least 4 in",
      "Longest sheet must be at most 240 in",
      "Edge must be at most 4 in",
      "Gap must be at least 0 in",
      "Resolution must be at most 600 DPI",
    ])
      await dialog.getByText(words).waitFor()
    expect(await violations(page, isPhone)).toEqual([])
    const right = { "Roll width": "13", "Longest sheet": "60", Edge: "0.5", Gap: "0.1", Resolution: "360" }
    for (const [label, value] of Object.entries(right))
      await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByRole("checkbox", { name: "Turn pieces" }).click()
    await dialog.getByRole("checkbox", { name: "Default" }).click()
    await dialog.getByRole("button", { name: "Add template" }).click()
    await said(page, "Sheet template created")
    expect(await fits(page)).toBe(true)
    await page.getByRole("button", { name: "Delete 22 in roll" }).click()
    await said(page, "Sheet template deleted")
    const templates = await client.expect<object[]>("GET", "/api/sheet-templates")
    expect(templates).toEqual([
      expect.objectContaining({ name: "Narrow film", widthIn: 13, dpi: 360, rotate: false, isDefault: true }),
    ])

    await page.getByRole("tab", { name: "Sizes", exact: true }).click()
    await page.getByRole("button", { name: "Delete Left chest" }).click()
    await page.waitForURL(/[?&]deleteSize=/)
    await dialog.getByText("Delete Left chest 4.25 in?").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Delete Left chest" }).click()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.getByText("No sizes yet").waitFor()
    expect(await violations(page, isPhone)).toEqual([])
    const message = page.getByRole("listitem").filter({ hasText: "Size deleted" })
    await message.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Delete Left chest" }).waitFor()

    // A copy of a built-in destination becomes one's own, and says what cannot be before it is sent.
    await page.getByRole("tab", { name: "Destinations" }).click()
    await page.getByText("Acrobat takes pages").waitFor()
    expect(await page.getByRole("button", { name: "Edit Roland VersaWorks" }).count()).toBe(0)
    await page.getByRole("button", { name: "Duplicate Roland VersaWorks" }).click()
    const ownName = dialog.getByRole("textbox", { name: "Name", exact: true })
    expect(await ownName.inputValue()).toBe("Roland VersaWorks copy")
    await ownName.fill("Harbour prints")
    await dialog.getByRole("checkbox", { name: "PNG" }).click()
    await dialog.getByRole("checkbox", { name: "PDF" }).click()
    await dialog.getByRole("switch", { name: "White" }).click()
    await dialog.getByText("A PNG cannot hold white ink").waitFor()
    expect(await dialog.getByRole("textbox", { name: "Name of the ink" }).inputValue()).toBe("RDG_WHITE")
    await dialog.getByRole("switch", { name: "White" }).click()
    await dialog.getByRole("switch", { name: "Cut line" }).click()
    await dialog.getByText("PNG and TIFF cannot hold a cut line").waitFor()
    await dialog.getByRole("checkbox", { name: "SVG" }).click()
    await dialog.getByText("PNG and TIFF cannot hold a cut line").waitFor({ state: "hidden" })
    await dialog.getByLabel("Offset").fill("0.3")
    await pick(page, dialog.getByRole("combobox", { name: "Side" }), "Inside")
    await dialog.getByLabel("Longest file").fill("241")
    await dialog.getByLabel("Pattern").fill("{sheet}-{ink}")
    await dialog.getByText("and no other braces").waitFor()
    await dialog.getByRole("button", { name: "Add destination" }).click()
    await dialog.getByText("Longest file must be at most 240 in").waitFor()
    await dialog.getByText("Offset must be at least −0.25 in").waitFor()
    expect(await violations(page, isPhone)).toEqual([])
    await pick(page, dialog.getByRole("combobox", { name: "Side" }), "Outside")
    await dialog.getByLabel("Longest file").fill("12")
    await dialog.getByLabel("Pattern").fill("{print}-{sheet}")
    await dialog.getByText(/^\w{3} batch, 8 orders-1\.png$/).waitFor()
    await dialog.getByText("needs an edge of 0.31 in or more").waitFor()
    await dialog.getByRole("checkbox", { name: "Mirror" }).click()
    await dialog.getByRole("button", { name: "Add destination" }).click()
    await said(page, "Destination created")
    expect(await fits(page)).toBe(true)
    expect(await violations(page, isPhone)).toEqual([])
    const [made] = await client.expect<Destination[]>("GET", "/api/destinations?search=harbour")
    expect(made).toMatchObject({
      formats: ["png"],
      maxLengthIn: 12,
      mirror: true,
      fileName: "{print}-{sheet}",
    })
    expect(made.contour).toMatchObject({ isOn: true, offsetIn: 0.3, beside: ["svg"], name: "CutContour" })

    // A template that names the destination shows its requirements.
    await page.getByRole("tab", { name: "Sheet templates" }).click()
    await page.getByRole("button", { name: "Edit Narrow film" }).click()
    await dialog.getByLabel("Edge").fill("0.2")
    await pick(page, dialog.getByRole("combobox", { name: "Destination" }), "Harbour prints (300 DPI)")
    await dialog.getByText("mirrored, with a cut line. A file is at most 12 in long.").waitFor()
    expect(await violations(page, isPhone)).toEqual([])
    await dialog.getByRole("button", { name: "Set 300 DPI" }).click()
    await dialog.getByRole("button", { name: "Set 0.31 in" }).click()
    await dialog.getByRole("button", { name: "Save" }).click()
    await said(page, "Sheet template updated")
    const [named] = await client.expect<SheetTemplate[]>("GET", "/api/sheet-templates")
    expect(named).toMatchObject({ dpi: 300, edgeIn: 0.31, maxLengthIn: 60, destinationId: made._id })

    // Its prints are laid out for it, and what the page shows is what is written.
    const printId = await draftOfLogos(client)
    await page.goto(`/prints/${printId}?printWarningModal=6`)
    await dialog.getByText(/^Written for "Harbour prints" as PNG, mirrored, with a cut line/).waitFor()
    const words = dialog.getByText(/A file is at most 12 in long, so the print takes \d sheets/)
    await words.waitFor({ timeout: LONG_MS })
    const sheets = Number(/takes (\d) sheets/.exec((await words.textContent()) ?? "")?.[1])
    expect(await dialog.getByRole("group", { name: "File formats" }).count()).toBe(0)
    expect(await violations(page, isPhone)).toEqual([])
    const proceed = dialog.getByRole("button", { name: "Proceed" })
    await client.expect("PUT", `/api/sheet-templates/${named._id}`, { ...named, edgeIn: 0.2 })
    await page.reload()
    await dialog.getByText('The cut line of "Harbour prints" would leave the film').waitFor()
    expect(await proceed.isDisabled()).toBe(true)
    await client.expect("PUT", `/api/sheet-templates/${named._id}`, named)
    await page.reload()
    await words.waitFor({ timeout: LONG_MS })
    await proceed.click()
    const filesOf = async () => (await client.expect<Print>("GET", `/api/prints/${printId}`)).fileId
    await expect.poll(async () => (await filesOf()).length, { timeout: LONG_MS }).toBe(2 * sheets)
    const written = await filesOf()
    expect(Math.max(...written.map(({ lengthIn }) => lengthIn))).toBeLessThanOrEqual(12)
    expect(new Set(written.map(({ format }) => format))).toEqual(new Set(["png", "svg"]))

    await page.goto("/sizes?tab=destinations")
    await page.getByRole("button", { name: "Delete Harbour prints" }).click()
    const gone = page.getByRole("listitem").filter({ hasText: "Destination deleted" })
    await gone.getByRole("button", { name: "Undo" }).click()
    // A message stays while the pointer rests on it.
    await page.mouse.move(0, 0)
    await page.getByRole("button", { name: "Edit Harbour prints" }).click()
    await ownName.fill("Harbour")
    await dialog.getByRole("button", { name: "Save" }).click()
    await said(page, "Destination updated")
    const [kept] = await client.expect<SheetTemplate[]>("GET", "/api/sheet-templates")
    expect(kept.destination).toMatchObject({ name: "Harbour", maxLengthIn: 12 })
    // A layout that is stored just as its template changes is refused, and another one is made.
    expect(errors.filter((line) => !/status of 422.*\/layout$/.test(line))).toEqual([])
  }
})

/** Opens the same modal three times and closes it by Escape, backdrop and X. */
async function closeThreeWays(page: Page, query: string): Promise<void> {
  const isGone = (url: URL) => !url.search.includes(query)
  await page.keyboard.press("Escape")
  await page.waitForURL(isGone)
  await page.goto(`/images?${query}`)
  await page.getByRole("dialog").waitFor()
  await page.mouse.click(8, 450)
  await page.waitForURL(isGone)
  // A callback is gone on to.
  await page.goto(`/images?${query}&callback=${encodeURIComponent("/images?sortBy=name")}`)
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
  await page.waitForURL(/\/images\?sortBy=name$/)
}

/** Fires what a browser fires when files are dragged over, dropped on or pasted into the page. */
async function send(
  page: Page,
  kind: "dragenter" | "drop" | "paste",
  files: readonly Upload[],
): Promise<void> {
  const carried = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString("base64") }))
  await page.evaluate(
    ({ kind, carried }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of carried) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      // Browsers name no files before they are dropped, but say that there are some.
      if (carried.length === 0) data.items.add(new File([], "hidden"))
      const options = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent(kind, { ...options, dataTransfer: data }),
      )
    },
    { kind, carried },
  )
}

async function pick(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole("option", { name: option, exact: true }).click()
  await page.getByRole("listbox").waitFor({ state: "detached" })
}

function tile(page: Page, name: string): Locator {
  return page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) })
}

function names(page: Page): Promise<string[]> {
  return page.getByRole("article").getByRole("heading").allInnerTexts()
}

function chip(page: Page, name: string, count: number): Locator {
  const categories = page.getByRole("group", { name: "Categories" })
  return categories.getByRole("button", { name: new RegExp(`^${name}\\s*${count}$`) })
}

function pdf(name: string, pages: number): Upload {
  const buffer = Buffer.from(makePdf({ content: "0.8 0.1 0.3 rg 0 0 216 144 re f", pages }))
  return { name, mimeType: "application/pdf", buffer }
}

function svg(name: string): Upload {
  return { name, mimeType: "image/svg+xml", buffer: logoSvg() }
}

/** Opaque ink in the given box of a transparent canvas. */
async function artOf(width: number, height: number, [x, y, w, h]: [number, number, number, number]) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#7a3"/></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

async function givenImage(client: Client, name: string, bytes: Buffer): Promise<Image> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(bytes)], name))
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const read = () => client.expect<Image>("GET", `/api/images/${_id}`)
  await expect.poll(async () => (await read()).status, { timeout: LONG_MS }).toBe("Ready")
  return read()
}

/** The phone's pages are opened in the dark theme, the wide ones are looked at in both. */
function violations(page: Page, isPhone: boolean): Promise<string[]> {
  return isPhone ? objectionsOnTheWay(page) : objectionsInBothThemesOnTheWay(page, page.url())
}

function fits(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}

/** A draft of six pieces, each wider than half the film. */
async function draftOfLogos(client: Client): Promise<string> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], "logo.svg", { type: "image/svg+xml" }))
  const [{ _id: imageId }] = await client.expect<Image[]>("POST", "/api/images/bulk-upload", form)
  const isReady = async () => (await client.expect<Image>("GET", `/api/images/${imageId}`)).status
  await expect.poll(isReady, { timeout: LONG_MS }).toBe("Ready")
  const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
    name: "Back",
    value: 7,
  })
  const printItems = [{ imageId, sizeId, quantity: 6 }]
  return (await client.expect<Print>("POST", "/api/prints", { printItems }))._id
}
