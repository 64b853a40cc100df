// `npm run bench -- rows [--json]`: how soon a saved print of 500 items is open, and what a change of a
// row costs in the builder with 300; the production build on the local runtime in Chromium. Exit
// status 1 over a limit.
import type { Page } from "playwright-core"
import sharp from "sharp"
import type { Image } from "../../contract/image.ts"
import type { Print } from "../../contract/print.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { type Stage, setStage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { timeChanges } from "../preview/time-changes.ts"

/** From the click on a link until rows and film are painted; from a click in a row until the page is free again. */
const LIMITS = { openMs: 2_000, workMs: 50 }
const SAVED_ITEMS = sized(500, 100)
const BUILDER_ITEMS = sized(300, 80)
/** Each in five sizes. */
const DESIGNS = sized(100, 20)
const UPLOAD_FILES = 20
const TIMES = sized(5, 2)
const CHANGES = sized(15, 3)
const SETTLE_MS = sized(4_000, 1_000)

type Figure = {
  what: string
  items: number
  medianMs: number
  worstMs: number
  limitMs: number
  rows: number
}

const stage = await setStage()
const figures: Figure[] = []
try {
  const shop = await givenShop(stage)
  figures.push(await openSaved(shop), await changeRows(shop))
} finally {
  await stage.close()
}
if (process.argv.includes("--json")) console.log(JSON.stringify({ bench: "rows", rows: figures }))
else printTable()
judge(figures.every(({ medianMs, limitMs }) => medianMs <= limitMs))
process.exit()

type Shop = { client: Client; userId: string; pairs: { imageId: string; sizeId: string; quantity: number }[] }

async function givenShop(stage: Stage): Promise<Shop> {
  const { client, userId } = await stage.givenSeller("Rows")
  for (let first = 0; first < DESIGNS; first += UPLOAD_FILES) {
    const form = new FormData()
    for (let i = first; i < first + UPLOAD_FILES; i++) {
      const background = { r: (i * 40) % 256, g: 90, b: 160, alpha: 1 }
      const art = sharp({
        create: {
          width: 600 + ((i * 137) % 500),
          height: 500 + ((i * 211) % 700),
          channels: 4,
          background,
        },
      })
      form.append("files", new File([new Uint8Array(await art.png().toBuffer())], `design-${i + 1}.png`))
    }
    await client.expect("POST", "/api/images/bulk-upload", form)
  }
  const sizeIds: string[] = []
  for (const value of [2, 2.5, 3, 3.5, 4])
    sizeIds.push(
      (await client.expect<{ _id: string }>("POST", "/api/sizes", { name: `${value}`, value }))._id,
    )
  for (;;) {
    const images = await client.expect<Image[]>("GET", "/api/images?limit=999&sortBy=createdAt&sort=asc")
    if (images.every((image) => image.status === "Ready")) {
      const pairs = sizeIds.flatMap((sizeId) =>
        images.map(({ _id }) => ({ imageId: _id as string, sizeId, quantity: 1 })),
      )
      return { client, userId, pairs }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** From the list of prints, as a seller comes. */
async function openSaved({ client, pairs }: Shop): Promise<Figure> {
  const print = await client.expect<Print>("POST", "/api/prints", { printItems: pairs.slice(0, SAVED_ITEMS) })
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/prints")
  const times: number[] = []
  let rows = 0
  for (let i = 0; i < TIMES; i++) {
    const link = page.getByRole("link", { name: /^View items of print/ })
    await link.waitFor()
    await page.waitForTimeout(SETTLE_MS)
    times.push(await timeOpening(page))
    rows = await page.locator("[data-row]").count()
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Prints" }).click()
  }
  await context.close()
  return figureOf("a saved print is open", print.itemCount, times, LIMITS.openMs, rows)
}

/** Inside the page: from the click until rows and the beginning of the film have been painted. */
function timeOpening(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('[aria-label^="View items of print"]')
    if (!link) throw new Error("no print is listed")
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const startMs = performance.now()
    link.click()
    const isOpen = () =>
      document.querySelector('section[aria-label="Items"] [data-row]') !== null &&
      /Sheet 1 of/.test(document.querySelector('aside[aria-label="Sheet preview"]')?.textContent ?? "")
    while (!isOpen()) await frame()
    await frame()
    return performance.now() - startMs
  })
}

/** An unsaved print as it is found after a reload; its first row's quantity is counted up. */
async function changeRows({ client, userId, pairs }: Shop): Promise<Figure> {
  const print = await client.expect<Print>("POST", "/api/prints", {
    printItems: pairs.slice(0, BUILDER_ITEMS),
  })
  const items = print.printItems.map(({ _id, imageId, sizeId, quantity }) => ({
    ...{ key: _id, image: imageId, size: sizeId, quantity },
    ...{ isImageDeleted: false, isSizeDeleted: false },
  }))
  const draft = { version: 1, items, requestKey: crypto.randomUUID(), sheetTemplateId: null }
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await context.addInitScript(
    ([key, text]) => localStorage.setItem(key, text),
    [`sheetsmith.draft.${userId}`, JSON.stringify(draft)],
  )
  await page.goto("/prints/manual-create")
  await page.getByText(/^Sheet 1 of /).waitFor()
  // Rows and their pictures are drawn, and the search has begun.
  await page.waitForTimeout(SETTLE_MS)
  const name = print.printItems[0].imageId?.name
  const timings = await timeChanges(page, `Increase Quantity of ${name}`, CHANGES)
  const rows = await page.locator("[data-row]").count()
  await context.close()
  const works = timings.map(({ workMs }) => workMs)
  return figureOf("a quantity changes in the builder", items.length, works, LIMITS.workMs, rows)
}

function figureOf(what: string, items: number, times: number[], limitMs: number, rows: number): Figure {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  return {
    ...{ what, items, limitMs, rows },
    medianMs: sorted[Math.floor(sorted.length / 2)],
    worstMs: sorted[sorted.length - 1],
  }
}

function printTable(): void {
  console.log("| | items | rows drawn | median | worst | limit of the median |")
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |")
  for (const { what, items, rows, medianMs, worstMs, limitMs } of figures)
    console.log(`| ${what} | ${items} | ${rows} | ${medianMs} ms | ${worstMs} ms | ${limitMs} ms |`)
}
