import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Image } from "../../contract/image.ts"
import type { LayoutReply, Print } from "../../contract/print.ts"
import { inchesText, type SheetTemplate } from "../../contract/size.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { root } from "../../local/bundle.ts"
import { seriousViolations } from "./axe.ts"

const stage = useStage()

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
  expect(await seriousViolations(page)).toEqual([])
  await modal.getByRole("button", { name: "Add template" }).click()
  await said(page, "Sheet template created")
  const templates = await client.expect<SheetTemplate[]>("GET", "/api/sheet-templates")
  const nestingOf = new Map(templates.map(({ name, nesting }) => [name, nesting]))
  expect(nestingOf).toEqual(
    new Map([
      ["22 in roll", "shapes"],
      ["Straight cuts", "boxes"],
    ]),
  )
  await page
    .getByRole("row", { name: /22 in roll/ })
    .getByText(/nests/)
    .waitFor()

  await page.goto(`/prints/${print._id}`)
  const saved = page.getByText(/^[1-9]\d? % less film than boxes would take$/)
  await saved.first().waitFor({ timeout: LONG_MS })
  const plan = await client.expect<LayoutReply>("POST", `/api/prints/${print._id}/layout`, {})
  expect(plan.lengthIn).toBeLessThan(plan.boxesLengthIn)

  // The search goes on by itself, and says what it gained.
  await page
    .getByText(/^(Still tightening|Tightened), [\d.]+ in shorter than (at first|a minute ago)$/)
    .first()
    .waitFor({ timeout: LONG_MS })
  expect(await seriousViolations(page)).toEqual([])

  // The warning is open at once, and its picture moves only when the shorter sheet is asked for.
  await page.goto(`/prints/${print._id}?printWarningModal=12`)
  const warning = page.getByRole("dialog")
  const length = warning.getByText(/onto one sheet/)
  const lengthIn = async () => Number(/([\d.]+) in long/.exec((await length.textContent()) ?? "")?.[1])
  const proceed = warning.getByRole("button", { name: "Proceed" })
  await expect.poll(() => proceed.isEnabled()).toBe(true)
  const firstIn = await lengthIn()
  const offer = warning.getByText(/^A sheet [\d.]+ in shorter is ready$/)
  await offer.waitFor({ timeout: LONG_MS })
  expect([await lengthIn(), await proceed.isEnabled()]).toEqual([firstIn, true])
  expect(await seriousViolations(page)).toEqual([])
  await warning.getByRole("button", { name: "Show" }).click()
  await expect.poll(lengthIn).toBeLessThan(firstIn)
  const agreed = (await length.textContent()) ?? ""
  await proceed.click()
  const done = async () => (await client.expect<Print>("GET", `/api/prints/${print._id}`)).fileId
  await expect.poll(async () => (await done()).length, { timeout: LONG_MS }).toBe(1)
  expect(agreed).toContain(`${inchesText((await done())[0].lengthIn)} in long`)
  expect(errors).toEqual([])
})
