import { expect, test } from "vitest"
import type { Profile } from "../../contract/accounts/profile.ts"
import type { Image } from "../../contract/artwork/image.ts"
import type { Print } from "../../contract/prints/print.ts"
import { boxedLogoPng } from "../../harness/artwork.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"
import { objectionsInBothThemesOnTheWay, objectionsOnTheWay } from "./axe.ts"

const stage = useStage()

const LONG_MS = 300_000
/** The height of what a phone shows above the bar with Save. */
const PHONE_HEIGHT = 844 - 64

test("a white box becomes a clean print in two clicks, and an undo brings it back", async () => {
  const { client } = await stage.givenSeller("Mia", { credits: 20 })
  const image = await givenBoxedLogo(client)
  const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
    name: "Chest",
    value: 7,
  })
  const printItems = [{ imageId: image._id, sizeId, quantity: 2 }]
  const { _id: printId } = await client.expect<Print>("POST", "/api/prints", { printItems })
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())

  await page.goto(`/prints/${printId}?printWarningModal=2`)
  const warning = page.getByRole("dialog", { name: "Process this print?" })
  await warning.getByText("2 of 2 pieces to look at").waitFor({ timeout: LONG_MS })
  await warning.getByText("Remove the background of 1 image. The originals are kept.").waitFor()
  await warning.getByRole("button", { name: "Mend all it can" }).click()
  await said(page, "Background removed")
  await expect.poll(() => mended(client, image._id), { timeout: LONG_MS }).toBe(true)
  await warning.getByText("pieces to look at").waitFor({ state: "detached", timeout: LONG_MS })
  // The sheet is packed anew: the disc is as wide as its box was, and higher.
  await warning.getByText("2 copies go onto one sheet, 7.5 in long.").waitFor({ timeout: LONG_MS })
  const proceed = warning.getByRole("button", { name: "Proceed" })
  await expect.poll(() => proceed.isEnabled(), { timeout: LONG_MS }).toBe(true)
  await proceed.click()
  const status = async () => (await client.expect<Print>("GET", `/api/prints/${printId}`)).status
  await expect.poll(status, { timeout: LONG_MS }).toBe("Completed")

  // The same from the page of its ink, and back.
  await client.expect("PUT", `/api/images/${image._id}`, { mends: [] })
  await expect.poll(() => mended(client, image._id), { timeout: LONG_MS }).toBe(false)
  await page.goto(`/images/${image._id}/ink`)
  const findings = page.getByRole("complementary", { name: "Findings" })
  await findings.getByRole("button", { name: /^Remove background/ }).click()
  await findings.getByText("Nothing to look at").waitFor({ timeout: LONG_MS })
  expect(await objectionsInBothThemesOnTheWay(page, page.url())).toEqual([])
  await page.getByRole("button", { name: "Undo" }).click()
  await said(page, "Undone")
  await findings.getByText("1 to look at").waitFor({ timeout: LONG_MS })
  // A sheet that is stored while its image is mended is refused; the next one is stored instead.
  expect(errors.filter((line) => !/ 422 .*\/layout$/.test(line))).toEqual([])
})

test("several images are mended at once, once it is said how, and back again", async () => {
  const { client } = await stage.givenSeller("Moe")
  await givenBoxedLogos(client, 10)
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/images")
  const boxes = page.getByRole("checkbox", { name: /^Select Logo/ })
  const pickAll = async () => {
    await boxes.nth(9).waitFor()
    for (let at = 0; at < 10; at++) await boxes.nth(at).press("Space")
    const counted = page.getByRole("group", { name: "What can be mended" })
    await counted.getByText("Remove background").waitFor({ timeout: LONG_MS })
    await counted.getByRole("button", { name: "Mend 10 images" }).waitFor()
    await page
      .getByRole("region", { name: "Selection" })
      .getByRole("button", { name: "Mend", exact: true })
      .click()
  }
  await pickAll()
  const modal = page.getByRole("dialog", { name: "Mend 10 images?" })
  await modal.getByText("Remove the background of 10 images.").waitFor({ timeout: LONG_MS })
  expect(await objectionsInBothThemesOnTheWay(page, page.url())).toEqual([])
  await modal.getByRole("button", { name: "Mend 10 images" }).click()
  await said(page, "10 images mended")
  await expect.poll(() => page.getByText("1 mend").count(), { timeout: LONG_MS }).toBe(10)
  await page.getByRole("button", { name: "Undo" }).click()
  await said(page, "Undone")
  await expect.poll(() => page.getByText("1 mend").count(), { timeout: LONG_MS }).toBe(0)

  // Chosen by oneself for all of them, and one Undo for all.
  await pickAll()
  await modal.getByRole("link", { name: "Choose the mends yourself" }).click()
  const mends = page.getByRole("complementary", { name: "Mends" })
  await mends.getByText("The other images stay as they are.").waitFor({ timeout: LONG_MS })
  await mends.getByRole("button", { name: "Add mend" }).click()
  await page.getByRole("menuitem", { name: /^Outline/ }).click()
  await mends.getByText("Added to the mends of 9 other images.").waitFor()
  await mends.getByRole("button", { name: "Mend 10 images" }).click()
  await said(page, "10 images mended")
  await mends.getByText("The other images stay as they are.").waitFor({ timeout: LONG_MS })
  await page.getByRole("button", { name: "Undo", exact: true }).last().click()
  await said(page, "Undone")
  await mends.getByText("It prints as it was uploaded.").waitFor({ timeout: LONG_MS })
  const stored = await client.expect<Image[]>("GET", "/api/images?limit=25")
  expect(stored.map((image) => image.mends)).toEqual(Array(10).fill([]))
  expect(errors).toEqual([])
})

test("mends are added, seen, ordered by keys, undone and saved, and a page with changes is not left by mistake", async () => {
  const { client } = await stage.givenSeller("Max")
  const image = await givenBoxedLogo(client)
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto(`/images/${image._id}/mend`)
  const mends = page.getByRole("complementary", { name: "Mends" })
  await mends.getByText("1 to look at").waitFor({ timeout: LONG_MS })
  await mends.getByRole("button", { name: "Remove background" }).click()
  await mends.getByText("Remove background is for it.").waitFor()
  await page.getByRole("img", { name: "Logo.png, mended" }).waitFor({ timeout: LONG_MS })
  await page.getByText("As the press draws it.").waitFor({ timeout: LONG_MS })

  await mends.getByRole("button", { name: "Add mend" }).click()
  await page.getByRole("menuitem", { name: /^Outline/ }).click()
  await mends.getByRole("region", { name: "Settings of Outline" }).waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, page.url())).toEqual([])
  // Colours come before lengths, so a mend moves among its like.
  await mends.getByRole("button", { name: "Add mend" }).click()
  await page.getByRole("menuitem", { name: /^Thicken/ }).click()
  await mends.getByRole("button", { name: "Move Thicken strokes, 3 of 3" }).press("ArrowUp")
  await mends.getByRole("button", { name: "Move Thicken strokes, 2 of 3" }).waitFor()
  await page.keyboard.press("Control+z")
  await mends.getByRole("button", { name: "Move Thicken strokes, 3 of 3" }).waitFor()
  await page.keyboard.press("Control+z")
  await mends.getByRole("button", { name: "Move Outline, 2 of 2" }).waitFor()
  await mends.getByRole("switch", { name: "Outline" }).click()
  await mends.getByText("1 of 2 on").waitFor()

  // A mend that is removed leaves the focus beside it, and an undo brings it back.
  await mends.getByRole("button", { name: "Remove Outline" }).press("Enter")
  const grip = mends.getByRole("button", { name: "Move Remove background, 1 of 1" })
  await expect.poll(() => grip.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press("Control+z")
  await mends.getByRole("button", { name: /^Outline/ }).click()
  await mends.getByRole("region", { name: "Settings of Outline" }).waitFor()
  const line = page.getByRole("slider", { name: "Line between original and mended" })
  await line.press("Home")
  expect(await line.getAttribute("aria-valuenow")).toBe("0")

  // A part of a large picture is in sight, and the small one beside it moves that part.
  const map = page.getByRole("button", { name: "The part in sight" })
  expect(await map.count()).toBe(0)
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: "Zoom in" }).click()
  await page.getByRole("button", { name: "sight: 50 % from the left, 50 % from the top" }).waitFor()
  for (let i = 0; i < 9; i++) await map.press("Shift+ArrowLeft")
  await page.getByRole("button", { name: "sight: 0 % from the left, 50 % from the top" }).waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, page.url())).toEqual([])

  await page.getByRole("link", { name: "Look at the ink" }).click()
  const guard = page.getByRole("dialog", { name: "Leave without saving?" })
  await guard.getByRole("button", { name: "Close" }).click()
  await mends.getByRole("button", { name: "Save", exact: true }).click()
  await said(page, "Mends saved")
  const stored = await client.expect<Image>("GET", `/api/images/${image._id}`)
  expect(stored.mends.map(({ kind, isOn }) => [kind, isOn])).toEqual([
    ["remove-background", true],
    ["outline", false],
  ])

  // The address has the open mend and the view; Back leads to where one came from.
  await page.getByText("After", { exact: true }).click()
  await page.reload()
  await mends.getByRole("region", { name: "Settings of Outline" }).waitFor({ timeout: LONG_MS })
  await mends
    .getByText("Nothing to look at")
    .or(mends.getByText("It prints as it is."))
    .waitFor({ timeout: LONG_MS })
  expect(errors).toEqual([])
})

test("mends fit a phone", async () => {
  const { client } = await stage.givenSeller("Mai")
  const image = await givenBoxedLogo(client)
  const box = { x: 100, y: 300, width: 800, height: 400 }
  const layers = [{ text: "ZOE", fontId: "library:graduate-400", fill: "#ff00ff", box }]
  await client.expect("PUT", `/api/images/${image._id}`, { layers })
  const { page, context, errors } = await stage.open({ phone: true })
  await context.addCookies(client.browserCookies())
  // The press never answers, so that the page's own picture is seen.
  await page.route("**/preview", () => undefined)
  await page.goto(`/images/${image._id}/mend`)
  await page.getByRole("button", { name: "Remove background" }).click({ timeout: LONG_MS })
  await page.getByRole("button", { name: /^Remove background/, expanded: false }).click()
  const settings = page.getByRole("region", { name: "Settings of Remove background" })
  await settings.waitFor()
  const lowest = async () => {
    const box = await settings.boundingBox()
    return box === null ? null : box.y + box.height
  }
  await expect.poll(lowest, { message: "the settings come into sight" }).toBeLessThan(PHONE_HEIGHT)

  // Texts are seen at once where they are mended too.
  const after = page.getByRole("img", { name: "Logo.png, mended" })
  const inText = () =>
    after.evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement
      const { data } =
        (element as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height) ?? {}
      return data?.filter(
        (code, i) => i % 4 === 0 && code === 255 && data[i + 1] === 0 && data[i + 2] === 255,
      ).length
    })
  expect(await inText()).toBe(0)
  await page.getByRole("button", { name: "Add mend" }).click()
  await page.getByRole("menuitem", { name: /^Mend the text too/ }).click()
  await page.getByText("Mends below it are made of texts as well").waitFor()
  await expect.poll(inText, { timeout: LONG_MS }).toBeGreaterThan(1_000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await objectionsOnTheWay(page)).toEqual([])
  expect(errors).toEqual([])
})

test("new images get the mends that the account has for them", async () => {
  const { client } = await stage.givenSeller("Moa")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/profile")
  const kinds = async () =>
    (await client.expect<Profile>("GET", "/api/profile")).mends.map(({ kind }) => kind)
  await page.getByRole("switch", { name: "Harden edges" }).click()
  await said(page, "New images are mended like this from now on")
  await page.getByRole("switch", { name: "Remove background" }).click()
  await expect.poll(kinds).toEqual(["remove-background", "harden"])
  await page.getByRole("switch", { name: "Harden edges" }).click()
  await expect.poll(kinds).toEqual(["remove-background"])
  expect(await objectionsInBothThemesOnTheWay(page, page.url())).toEqual([])
  expect(errors).toEqual([])
})

/** Uploads logos, and waits until their ink has been looked at. */
async function givenBoxedLogos(client: Client, count: number): Promise<void> {
  const bytes = new Uint8Array(await boxedLogoPng(750, 450))
  const form = new FormData()
  for (let i = 1; i <= count; i++) form.append("files", new File([bytes], `Logo ${i}.png`))
  await client.expect("POST", "/api/images/bulk-upload", form)
  const looked = async () => {
    const images = await client.expect<Image[]>("GET", "/api/images?ink=open&limit=25")
    return images.length
  }
  await expect.poll(looked, { timeout: LONG_MS }).toBe(count)
}

async function givenBoxedLogo(client: Client): Promise<Image> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(await boxedLogoPng(1500, 900))], "Logo.png"))
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const read = () => client.expect<Image>("GET", `/api/images/${_id}`)
  await expect.poll(async () => (await read()).ink.length, { timeout: LONG_MS }).toBeGreaterThan(0)
  return read()
}

/** Returns whether an image's ink has become smaller than its white box. */
async function mended(client: Client, id: string): Promise<boolean> {
  const { trim } = await client.expect<Image>("GET", `/api/images/${id}`)
  return trim !== null && trim.width < 1500
}
