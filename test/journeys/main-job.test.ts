import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import sharp from "sharp"
import { expect, test } from "vitest"
import { TRIAL_CREDITS } from "../../contract/limit.ts"
import type { LayoutReply, Print } from "../../contract/prints/print.ts"
import { texts } from "../../contract/text.ts"
import { photoJpeg, softArtPng } from "../../harness/artwork.ts"
import { isFull } from "../../harness/layer.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { compareSheet } from "./compare-sheet.ts"

const stage = useStage({ searches: isFull })

const seller = { email: "nora@shop.test", username: "noraprints", password: "film-by-the-inch" }

test("a new seller gets from sign-up to a sheet that is right to the pixel", async () => {
  const { page, errors } = await stage.open()
  await signUpAndIn(page)
  await expectCredit(page, TRIAL_CREDITS)

  const art = {
    "photo.jpg": await (isFull ? photoJpeg(6000, 4000) : photoJpeg(3000, 2000)),
    "soft-art.png": await softArtPng(4500, 5400),
    "logo.svg": logoSvg(),
    "torn.png": (await softArtPng(600, 720)).subarray(0, 9_000),
  }
  await uploadArtwork(page, art)
  await page.getByText(texts.imageFailed).waitFor()
  const failed = await api<{ failureReason: string | null }[]>(page, "GET", "/api/images?search=torn")
  expect(failed[0].failureReason).toMatch(/\w{3,}/)

  await makeSize(page, "Left chest", "3.5")
  await makeSize(page, "Youth chest", "7.5")

  await page.goto("/prints/manual-create?addPrint=true")
  await addToPrint(page, "photo.jpg", "Left chest 3.5 in", 2)
  await addToPrint(page, "soft-art.png", "Youth chest 7.5 in", 2)
  await addToPrint(page, "logo.svg", "Left chest 3.5 in", 3)
  await page.reload()
  await page.getByRole("button", { name: "Create Print (Process)" }).click()
  const dialog = page.getByRole("dialog")
  for (const words of ["20 credits", "−7", "13 credits"])
    await dialog.getByText(words, { exact: true }).waitFor()
  // The glow of the soft art will show.
  await dialog.getByText(/^I have looked/).click({ timeout: 120_000 })
  await dialog.getByRole("button", { name: "Proceed" }).dblclick({ timeout: 120_000, delay: 5 })

  await page.waitForURL(/\/prints(\?|$)/)
  await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: 180_000 })
  const sheet = await downloadSheet(page)
  // Beside the modal a message with a link reports it; the bell has nothing.
  await page.getByRole("link", { name: "Click to view the print." }).waitFor()
  const news = () => api<{ type: string }[]>(page, "GET", "/api/notifications")
  await expect.poll(async () => (await news()).filter(({ type }) => type === "print")).toEqual([])
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
  await expectCredit(page, TRIAL_CREDITS - 7)
  await expect.poll(async () => (await stage.mailTo(seller.email)).subject).toMatch(/ready/i)

  const prints = await api<Print[]>(page, "GET", "/api/prints")
  expect(prints.map((print) => print.status)).toEqual(["Completed"])
  await expectRightSheet(page, prints[0]._id, sheet, art)
  expect(errors).toEqual([])
})

test("processing says what is missing, the image before the size, and charges nothing", async () => {
  const { client } = await stage.givenSeller("Mila")
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  const { _id } = await client.expect<{ _id: string }>("POST", "/api/prints", {
    printItems: [{ quantity: 1 }],
  })
  await page.goto(`/prints/${_id}`)
  await page.getByText(texts.imagePlaceholder).waitFor()
  await page.getByRole("button", { name: "Process Print" }).first().click()
  await said(page, texts.imageMissing)

  expect(await client.send("POST", `/api/prints/${_id}/proccess`, {})).toMatchObject({
    status: 422,
    message: texts.imageMissing,
  })
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], "logo.svg"))
  const [image] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  await expect
    .poll(async () => (await client.expect<{ status: string }>("GET", `/api/images/${image._id}`)).status)
    .toBe("Ready")
  const { printItems } = await client.expect<Print>("GET", `/api/prints/${_id}`)
  await client.expect("PUT", `/api/prints/${_id}/${printItems[0]._id}`, { imageId: image._id })
  expect(await client.send("POST", `/api/prints/${_id}/proccess`, {})).toMatchObject({
    status: 422,
    message: texts.sizeMissing,
  })
  const profile = await client.expect<{ credit: { availableCredits: number } }>("GET", "/api/profile")
  expect(profile.credit.availableCredits).toBe(TRIAL_CREDITS)
})

test("a signed-in session survives reload and ends with Log Out, on a phone too", async () => {
  const { client, person } = await stage.givenSeller("Ines")
  const { page, context } = await stage.open({ phone: true, dark: true })
  await context.addCookies(client.browserCookies())
  await page.goto("/dashboard")
  await page.getByText(texts.discountBanner).waitFor()
  await page.reload()
  await page.getByText(texts.discountBanner).waitFor()
  expect(await page.title()).toBe("Sheetsmith | Dashboard")
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole("button", { name: `Account of ${person.firstName} ${person.lastName}` }).click()
  await page.getByRole("menuitem", { name: "Log Out" }).click()
  await page.waitForURL("/")
  expect((await client.send("GET", "/api/profile")).status).toBe(401)
  await page.goto("/no/such/page")
  await page.getByText(texts.notFound).waitFor()
})

async function signUpAndIn(page: Page): Promise<void> {
  await page.goto("/")
  await page.getByRole("link", { name: "Start free trial" }).first().click()
  await page.waitForURL("**/auth/signup")
  const fields = {
    "First Name": "nora",
    "Last Name": "Lind",
    Username: seller.username,
    Phone: "+46 8 123 456",
    Email: seller.email,
    Password: seller.password,
  }
  for (const [label, value] of Object.entries(fields))
    await page.getByRole("textbox", { name: label }).fill(value)
  expect(await page.getByRole("textbox", { name: "First Name" }).inputValue()).toBe("Nora")
  await page.getByText("Success!").waitFor()
  await page.getByRole("button", { name: "Sign up" }).click()
  await page.getByText(texts.registerDone).waitFor()

  const mail = await stage.mailTo(seller.email)
  const link = mail.text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0]
  await page.goto(link ?? "no link in the mail")
  await page.getByText(texts.verified).first().waitFor()
  await page.waitForURL("**/dashboard")
}

async function expectCredit(page: Page, credits: number): Promise<void> {
  await page.getByRole("banner").getByText(String(credits), { exact: true }).waitFor()
}

/** Calls the API from the page, as the page's own scripts do. */
async function api<T>(page: Page, method: string, path: string): Promise<T> {
  const reply: { data: T } = await page.evaluate(
    async ([verb, where]) =>
      (
        await fetch(where, {
          method: verb,
          ...(verb === "POST" ? { body: "{}", headers: { "content-type": "application/json" } } : {}),
        })
      ).json(),
    [method, path],
  )
  return reply.data
}

async function uploadArtwork(page: Page, art: Record<string, Buffer>): Promise<void> {
  await page.getByRole("link", { name: "Images" }).first().click()
  await page.getByRole("button", { name: "Upload images" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText(texts.dropzoneIdle).waitFor()
  await dialog
    .locator("input[type=file]")
    .setInputFiles(
      Object.entries(art).map(([name, buffer]) => ({ name, mimeType: "application/octet-stream", buffer })),
    )
  await dialog.getByText(texts.filesUploaded).waitFor()
  await dialog.getByRole("button", { name: "Upload 4 files" }).click()
  await page.getByRole("progressbar").first().waitFor()
  for (const name of ["photo.jpg", "soft-art.png", "logo.svg"]) {
    await page
      .getByRole("article")
      .filter({ hasText: name })
      .filter({ hasText: "×" })
      .waitFor({ timeout: 120_000 })
  }
}

async function makeSize(page: Page, name: string, value: string): Promise<void> {
  await page.goto("/sizes?addSize=true")
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("textbox", { name: "Name" }).fill(name)
  await dialog.getByLabel("Width").fill(value)
  await dialog.getByRole("button", { name: /^(Save|Add)/ }).click()
  await page.getByRole("cell", { name, exact: true }).waitFor()
}

async function addToPrint(page: Page, image: string, size: string, quantity: number): Promise<void> {
  await page.getByRole("button", { name: image, exact: true }).first().click()
  const add = page.getByRole("button", { name: "Add to print" })
  expect(await add.isDisabled()).toBe(true)
  await page.getByRole("button", { name: new RegExp(`^${size}`) }).click()
  const field = page
    .getByRole("group", { name: "Quantity" })
    .or(page.getByRole("spinbutton", { name: "Quantity" }))
    .first()
  const input = (await field.evaluate((node) => node.tagName)) === "INPUT" ? field : field.locator("input")
  await input.fill(String(quantity))
  // Shown for two seconds, which a busy machine may take to return from the click.
  await Promise.all([page.getByText(texts.imageAddedToPrint).first().waitFor(), add.click()])
}

/** From the modal that opens by itself when a print is ready. */
async function downloadSheet(page: Page): Promise<Buffer> {
  await page.getByRole("dialog").getByText("Your sheets are ready").waitFor()
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("link", { name: /^Download / })
      .first()
      .click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.png$/)
  return readFile(await download.path())
}

async function expectRightSheet(
  page: Page,
  printId: string,
  png: Buffer,
  art: Record<string, Buffer>,
): Promise<void> {
  const print = await api<Print>(page, "GET", `/api/prints/${printId}`)
  const layout = await api<LayoutReply>(page, "POST", `/api/prints/${printId}/layout`)
  expect(layout.sheets).toHaveLength(1)
  const [sheet] = layout.sheets
  const names = new Map(print.printItems.map((item) => [item._id as string, item.imageId?.name ?? ""]))
  const placed = sheet.placements.map((placement) => ({
    ...placement,
    art: art[names.get(placement.itemId) ?? ""],
  }))
  expect(placed.map(({ itemId }) => names.get(itemId)).sort()).toEqual([
    "logo.svg",
    "logo.svg",
    "logo.svg",
    "photo.jpg",
    "photo.jpg",
    "soft-art.png",
    "soft-art.png",
  ])

  const sheetEdges = { left: 75, right: 6600 - 75 }
  for (const piece of placed) {
    const printedWidthPx = piece.rotated ? piece.heightPx : piece.widthPx
    expect(
      Math.abs(printedWidthPx - (names.get(piece.itemId) === "soft-art.png" ? 2250 : 1050)),
    ).toBeLessThanOrEqual(1)
    expect(piece.x).toBeGreaterThanOrEqual(sheetEdges.left)
    expect(piece.y).toBeGreaterThanOrEqual(75)
    expect(piece.x + piece.widthPx).toBeLessThanOrEqual(sheetEdges.right)
    for (const other of placed.filter((one) => one !== piece)) {
      const apartX = Math.max(other.x - piece.x - piece.widthPx, piece.x - other.x - other.widthPx)
      const apartY = Math.max(other.y - piece.y - piece.heightPx, piece.y - other.y - other.heightPx)
      expect(Math.max(apartX, apartY)).toBeGreaterThanOrEqual(75)
    }
  }

  const comparison = await compareSheet(png, placed)
  expect(comparison).toMatchObject({ widthPx: 6600, lengthPx: sheet.lengthPx, density: 300, strayPixels: 0 })
  for (const [i, psnrDb] of comparison.psnrDb.entries()) {
    const name = names.get(placed[i].itemId)
    // Two SVG renderers differ along edges; two Lanczos filters hardly anywhere.
    expect(psnrDb, name).toBeGreaterThan(name === "logo.svg" ? 28 : 44)
  }
  expect(pixelsPerMetre(png)).toEqual([11811, 11811, 1])
  expect(png.includes("sRGB")).toBe(true)
  expect((await sharp(png).metadata()).hasAlpha).toBe(true)
}

/** x, y and unit of the pHYs chunk (PNG specification, 11.3.4.3). */
function pixelsPerMetre(png: Buffer): number[] {
  const at = png.indexOf("pHYs") + 4
  return [png.readUInt32BE(at), png.readUInt32BE(at + 4), png[at + 8]]
}
