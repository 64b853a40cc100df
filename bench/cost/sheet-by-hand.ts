import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { Page } from "playwright-core"
import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { type Person, signIn } from "../../local/people.ts"
import { makeArtwork } from "../render/artwork.ts"

/** The copies of each of six designs, 5 in wide: 42 copies, some 60 in of film. */
const QUANTITY = 7
const WIDTH_IN = 5
const DESIGNS = ["photo.png", "flat.png", "small.png", "flat.png"]
const NEW_DESIGNS = ["photo.png", "flat.png"]
const READY_MS = 900_000
const PAUSE_MS = 200

type Seller = { person: Person; client: Client }

/** Makes a seller with four designs and two sizes, and credits for one sheet. */
export async function givenLibrary(stage: Stage, name: string): Promise<Seller> {
  const seller = await stage.givenSeller(name, { credits: 500 })
  const form = new FormData()
  for (const [i, file] of (await filesOf(DESIGNS)).entries())
    form.append("files", new File([new Uint8Array(file)], `kept-${i}.png`))
  await seller.client.expect("POST", "/api/images/bulk-upload", form)
  await untilReady(stage, seller, DESIGNS.length)
  for (const [size, value] of [
    ["Adult chest", WIDTH_IN],
    ["Left chest", 3.5],
  ])
    await seller.client.expect("POST", "/api/sizes", { name: size, value })
  return seller
}

/** Signs in, uploads two designs, makes a print of all six, looks around and downloads the sheet. */
export async function makeSheet(stage: Stage, { person, client }: Seller): Promise<void> {
  await signIn(client, person)
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/dashboard")
  await page.getByRole("link", { name: "Images" }).first().click()
  await upload(page)
  await untilReady(stage, { person }, DESIGNS.length + NEW_DESIGNS.length)
  await build(page)
  await page.getByRole("button", { name: "Create Print (Process)" }).filter({ visible: true }).first().click()
  await page.getByRole("dialog").getByRole("button", { name: "Proceed" }).click()
  const download = page.getByRole("link", { name: /^Download / }).first()
  await download.waitFor({ timeout: READY_MS })
  await Promise.all([page.waitForEvent("download"), download.click()])
  await page.keyboard.press("Escape")
  for (const place of ["Orders", "Sizes", "Prints"]) {
    await page.getByRole("link", { name: place }).first().click()
    await page.getByRole("heading", { level: 1 }).first().waitFor()
    await page.waitForTimeout(PAUSE_MS)
  }
  await page.goto(`/prints/${await newestPrint(client)}`)
  await page
    .getByRole("link", { name: /^Download / })
    .first()
    .waitFor()
  await context.close()
}

async function upload(page: Page): Promise<void> {
  const files = await filesOf(NEW_DESIGNS)
  await page.getByRole("button", { name: "Upload images" }).filter({ visible: true }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog
    .locator("input[type=file]")
    .setInputFiles(files.map((buffer, i) => ({ name: `new-${i}.png`, mimeType: "image/png", buffer })))
  await dialog.getByRole("button", { name: /^Upload \d/ }).click()
  await page
    .getByRole("article")
    .filter({ hasText: "×" })
    .nth(DESIGNS.length + NEW_DESIGNS.length - 1)
    .waitFor({ timeout: READY_MS })
}

async function build(page: Page): Promise<void> {
  await page
    .getByRole("checkbox", { name: /^Select all/ })
    .first()
    .click()
  await page.getByRole("button", { name: "New print" }).click()
  await page.waitForURL("**/prints/manual-create**")
  const items = page.getByRole("region", { name: "Items" })
  const all = items.getByRole("checkbox", { name: "Select all rows" })
  await all.waitFor()
  const bar = page.getByRole("region", { name: "Selected rows" })
  if (!(await bar.isVisible())) await all.click()
  await bar.getByRole("combobox", { name: /^Size of/ }).click()
  await page.getByRole("option", { name: /^Adult chest/ }).click()
  await bar.getByRole("textbox", { name: /^Quantity of/ }).fill(String(QUANTITY))
  await page.keyboard.press("Enter")
  const copies = QUANTITY * (DESIGNS.length + NEW_DESIGNS.length)
  await page.getByText(String(copies), { exact: true }).first().waitFor()
}

async function newestPrint(client: Client): Promise<string> {
  const [print] = await client.expect<{ _id: string }[]>("GET", "/api/prints?limit=1")
  return print._id
}

async function filesOf(names: readonly string[]): Promise<Buffer[]> {
  const dir = await makeArtwork([...names])
  return names.map((name) => readFileSync(join(dir, name)))
}

/** Waits in the rows: what the bench asks for itself is no cost of a sheet. */
async function untilReady(
  { runtime }: Stage,
  { person }: Pick<Seller, "person">,
  count: number,
): Promise<void> {
  const db = await runtime.miniflare.getD1Database("DB")
  const ready = db
    .prepare(
      "SELECT count(*) AS n FROM image JOIN user ON user.id = image.user_id WHERE email = ? AND image.status = 'Ready'",
    )
    .bind(person.email)
  await until(`${count} images are ready`, async () => (await ready.first<{ n: number }>())?.n === count)
}

/** Waits until something holds; throws with its name after some minutes. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + READY_MS
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error(`${what}: not after ${READY_MS / 1000} s`)
    await setTimeout(PAUSE_MS)
  }
}
