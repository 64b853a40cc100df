import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Locator } from "playwright-core"
import { expect, test } from "vitest"
import type { Image } from "../../contract/artwork/image.ts"
import { defaultSheetTemplate, type SheetTemplate } from "../../contract/artwork/size.ts"
import type { LayoutDocument } from "../../contract/prints/layout.ts"
import type { Print } from "../../contract/prints/print.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { root } from "../../local/bundle.ts"
import { objections } from "./axe.ts"

const stage = useStage({ searches: true })

const LONG_MS = 300_000
const files = ["luna-moth.svg", "salty-wave.svg", "petal-smiley.svg", "shred-it-taco.svg", "cosmic-cat.svg"]

test("shapes nest unless a template keeps boxes, and ever tighter while the page is looked at", async () => {
  const { client } = await stage.givenSeller("Nora", { credits: 50 })
  const form = new FormData()
  for (const name of files)
    form.append("files", new File([await readFile(join(root, "web/assets/artwork", name))], name))
  const uploaded = await client.expect<Image[]>("POST", "/api/images/bulk-upload", form)
  for (const { _id } of uploaded)
    await expect
      .poll(async () => (await client.expect<Image>("GET", `/api/images/${_id}`)).status, {
        timeout: LONG_MS,
      })
      .toBe("Ready")
  const size = await client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Chest", value: 6 })
  const printItems = uploaded.map(({ _id }, i) => ({ imageId: _id, sizeId: size._id, quantity: 2 + (i % 2) }))
  const print = await client.expect<Print>("POST", "/api/prints", { printItems })
  // The print begins with a loose sheet, so that a shorter one is found however fast this machine is.
  await client.expect("POST", `/api/prints/${print._id}/layout`, { packing: "straight-cuts" })
  const loose = await client.expect<LayoutDocument>("GET", `/api/prints/${print._id}/layout`)
  await client.expect("PUT", `/api/prints/${print._id}/layout`, { ...loose, packing: "tightest" })

  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/sizes?tab=templates")
  await page
    .getByRole("button", { name: /add template|add sheet template/i })
    .first()
    .click()
  const modal = page.getByRole("dialog")
  await modal.getByRole("textbox", { name: "Name" }).fill("Straight cuts")
  const nests = modal.getByRole("checkbox", { name: "Nest shapes" })
  expect(await nests.isChecked()).toBe(true)
  await nests.setChecked(false)
  await modal.getByRole("combobox", { name: "Packing" }).click()
  await page.getByRole("option", { name: "Straight cuts" }).click()
  expect(await objections(page)).toEqual([])
  await modal.getByRole("button", { name: "Add template" }).click()
  await said(page, "Sheet template created")
  const templates = await client.expect<SheetTemplate[]>("GET", "/api/sheet-templates")
  expect(templates.map(({ name, nesting, packing }) => [name, nesting, packing])).toEqual([
    ["22 in roll", "shapes", "tightest"],
    ["Straight cuts", "boxes", "straight-cuts"],
  ])
  await page
    .getByRole("row", { name: /22 in roll/ })
    .getByText(/nests/)
    .waitFor()

  // The warning is open at once, and its picture moves only when the shorter sheet is asked for.
  await page.goto(`/prints/${print._id}?printWarningModal=12`)
  const warning = page.getByRole("dialog")
  const proceed = warning.getByRole("button", { name: "Proceed" })
  await expect.poll(() => proceed.isEnabled()).toBe(true)
  const firstIn = await agreedIn(warning)
  await warning.getByText(/^A sheet [\d.]+ in shorter is ready$/).waitFor({ timeout: LONG_MS })
  expect([await agreedIn(warning), await proceed.isEnabled()]).toEqual([firstIn, true])
  // While the search goes on that is the most that is printed, unless it is wanted exactly so.
  await warning.getByText(/at most [\d.]+ in long/).waitFor()
  const exactly = warning.getByRole("switch", { name: "Exactly as shown" })
  await exactly.click()
  await warning.getByText(/onto one sheet, [\d.]+ in long/).waitFor()
  await exactly.click()
  expect(await objections(page)).toEqual([])
  await warning.getByRole("button", { name: "Show" }).click()
  await expect.poll(() => agreedIn(warning)).toBeLessThan(firstIn)
  await warning.getByRole("button", { name: "Cancel" }).click()

  // The search says what it gained, and what nesting saves.
  await page
    .getByText(/^(Still tightening|Tightened), [\d.]+ in shorter than (at first|a minute ago)$/)
    .first()
    .waitFor({ timeout: LONG_MS })
  await page
    .getByText(/^[1-9]\d? % less film than boxes would take$/)
    .first()
    .waitFor()
  expect(await objections(page)).toEqual([])

  // Each way to pack has its film beside it, and the sheet is packed as picked.
  const ways = page
    .getByRole("complementary", { name: "Sheet preview" })
    .getByRole("group", { name: "Packing" })
  const film = ways.getByText(/^[\d.]+ in$/)
  await film.nth(1).waitFor({ timeout: LONG_MS })
  expect(await ways.getByRole("radio").count()).toBe(2)
  const less = page.getByText(/less film than boxes would take$/).first()
  await ways.getByText("Straight cuts").click()
  expect(await ways.getByRole("radio", { name: /^Straight cuts/ }).isChecked()).toBe(true)
  await less.waitFor({ state: "hidden", timeout: LONG_MS })
  expect(await objections(page)).toEqual([])
  const keptSheet = () => client.expect<LayoutDocument | null>("GET", `/api/prints/${print._id}/layout`)
  await expect.poll(async () => (await keptSheet())?.packing).toBe("straight-cuts")
  await ways.getByText("Tightest").click()
  await less.waitFor({ timeout: LONG_MS })

  // Another device shows what was found here, at once, and prints that or a shorter sheet.
  const keptIn = async () => {
    const kept = await keptSheet()
    return kept?.packing === "tightest"
      ? kept.sheets[0].lengthPx / defaultSheetTemplate.dpi
      : Number.POSITIVE_INFINITY
  }
  const tightest = ways.locator("label", { hasText: "Tightest" }).getByText(/^[\d.]+ in$/)
  const shownIn = Number.parseFloat((await tightest.textContent()) ?? "")
  await expect.poll(keptIn).toBeLessThanOrEqual(shownIn + 0.005)
  await page.close()
  const other = await stage.open()
  await other.context.addCookies(client.browserCookies())
  await other.page.goto(`/prints/${print._id}?printWarningModal=12`)
  const again = other.page.getByRole("dialog")
  const go = again.getByRole("button", { name: "Proceed" })
  await expect.poll(() => go.isEnabled()).toBe(true)
  const lastIn = await agreedIn(again)
  expect(lastIn).toBeLessThanOrEqual(shownIn)
  await go.click()
  const done = async () => (await client.expect<Print>("GET", `/api/prints/${print._id}`)).fileId
  await expect.poll(async () => (await done()).length, { timeout: LONG_MS }).toBe(1)
  expect((await done())[0].lengthIn).toBeLessThanOrEqual(lastIn + 0.005)
  expect(other.errors).toEqual([])
  expect(errors).toEqual([])
})

/** The length of the sheet that the warning shows. */
async function agreedIn(warning: Locator): Promise<number> {
  const words = await warning.getByText(/onto one sheet/).textContent()
  return Number(/([\d.]+) in long/.exec(words ?? "")?.[1])
}
