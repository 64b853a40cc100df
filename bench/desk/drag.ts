import type { CDPSession, Page } from "playwright-core"
import sharp from "sharp"
import type { Image } from "../../contract/artwork/image.ts"
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import { emptyDraft } from "../../web/features/prints/print-draft.ts"

/** The limits: two of a hundred frames may be missed at 60 a second; the page's own work fits into one. */
export const dragLimits = { medianFrameMs: 17, workMs: 12 }
const COPIES = sized(500, 40)
const DRAG_MS = sized(4_000, 500)
const STEP_MS = 16

export type DragRow = {
  pieces: number
  frames: number
  medianFrameMs: number
  p95FrameMs: number
  worstFrameMs: number
  /** Time that the page's thread worked, per frame: script, style, layout and painting. */
  workMs: number
  isWithinLimits: boolean
}

/**
 * Times frames while one piece among 500 on the film is dragged, and while several are. Frame times
 * depend on the machine too: without a graphics card, Chromium draws with the processor.
 */
export async function timeDrags(stage: Stage): Promise<DragRow[]> {
  const { page, cdp } = await openDesk(stage)
  const one = await measure(page, cdp, false)
  await page.keyboard.press("Escape")
  return [one, await measure(page, cdp, true)]
}

/** Opens the builder with 12 shapes, 500 copies in all, with a sheet that is no longer tightened. */
async function openDesk({ givenSeller, open }: Stage): Promise<{ page: Page; cdp: CDPSession }> {
  const { client, userId } = await givenSeller("Dee")
  const form = new FormData()
  for (let i = 0; i < 12; i++) {
    const points = Array.from({ length: 5 + i }, (_, k) => {
      const angle = (2 * Math.PI * k) / (5 + i)
      const away = k % 2 === 0 ? 290 : 140 + i * 10
      return `${300 + away * Math.cos(angle)},${300 + away * Math.sin(angle)}`
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><polygon points="${points.join(" ")}" fill="hsl(${i * 30} 70% 45%)"/></svg>`
    const png = await sharp(Buffer.from(svg)).png().toBuffer()
    form.append("files", new File([new Uint8Array(png)], `star-${i + 1}.png`))
  }
  await client.expect("POST", "/api/images/bulk-upload", form)
  const size = await client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Pocket", value: 2 })
  const images = await readyImages(client)
  const items = images.map((image, i) => ({
    key: `row-${i}`,
    image,
    size: { _id: size._id, name: "Pocket", value: 2 },
    isImageDeleted: false,
    isSizeDeleted: false,
    values: {},
    quantity: Math.floor(COPIES / images.length) + (i < COPIES % images.length ? 1 : 0),
  }))
  const draft = { ...emptyDraft(crypto.randomUUID()), items }
  const { page, context } = await open()
  await context.addCookies(client.browserCookies())
  await context.addInitScript(
    ([key, text]) => localStorage.setItem(key, text),
    [`sheetsmith.draft.${userId}`, JSON.stringify(draft)],
  )
  await page.goto("/prints/manual-create")
  await page.getByText(/^Sheet 1 of /).waitFor()
  // Pictures, silhouettes and the first layout of shapes are in.
  await page.waitForTimeout(8_000)
  const cdp = await context.newCDPSession(page)
  await cdp.send("Performance.enable")
  return { page, cdp }
}

async function readyImages(client: Awaited<ReturnType<Stage["givenSeller"]>>["client"]): Promise<Image[]> {
  for (;;) {
    const images = await client.expect<Image[]>("GET", "/api/images?limit=50")
    if (images.every((image) => image.status === "Ready")) return images
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Drags in circles over the film, by a mouse that moves at every frame: the piece in its middle, or
 * those that a lasso from beside the film has caught.
 */
async function measure(page: Page, cdp: CDPSession, isLassoed: boolean): Promise<DragRow> {
  const aside = page.getByRole("complementary", { name: "Sheet preview" })
  const box = await aside.locator("[data-film]").boundingBox()
  const film = await aside.locator(".film").first().boundingBox()
  if (!box || !film) throw new Error("there is no film to drag on")
  const from = { x: film.x + film.width / 2, y: film.y + film.height / 3 }
  if (isLassoed) {
    from.x = film.x + film.width / 8
    await page.mouse.move(film.x - 12, from.y - 12)
    await page.mouse.down()
    await page.mouse.move(film.x + film.width / 3, from.y + film.height / 24, { steps: 4 })
    await page.mouse.up()
  }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 4 })
  await page.evaluate(countFrames)
  const before = await workOf(cdp)
  const startMs = performance.now()
  for (let step = 0; performance.now() - startMs < DRAG_MS; step++) {
    const angle = step / 25
    await page.mouse.move(from.x + 90 * Math.sin(angle), from.y + 120 * (1 - Math.cos(angle)))
    await new Promise((resolve) => setTimeout(resolve, STEP_MS / 2))
  }
  const after = await workOf(cdp)
  const times = (await page.evaluate("window.frameTimes")) as number[]
  await page.keyboard.press("Escape")
  await page.mouse.up()
  const picked = await countPicked(page)
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1))
  const workMs = Number((((after - before) * 1_000) / times.length).toFixed(1))
  return {
    pieces: picked,
    frames: times.length,
    medianFrameMs: at(0.5),
    p95FrameMs: at(0.95),
    worstFrameMs: at(0.9999),
    workMs,
    isWithinLimits: at(0.5) <= dragLimits.medianFrameMs && workMs <= dragLimits.workMs,
  }
}

async function countPicked(page: Page): Promise<number> {
  const aside = page.getByRole("complementary", { name: "Sheet preview" })
  await aside.getByRole("button", { name: "List of pieces" }).click()
  const count = await aside.getByRole("option", { selected: true }).count()
  await aside.getByRole("button", { name: "Close the list" }).click()
  return count
}

/** Records, in the page, how long every frame takes from here on. */
function countFrames(): void {
  const times: number[] = []
  Object.assign(window, { frameTimes: times })
  let lastMs = performance.now()
  const next = (nowMs: number) => {
    times.push(nowMs - lastMs)
    lastMs = nowMs
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

/** Returns the seconds that the page's thread has worked. */
async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics")
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0
}

export function printDrags(rows: readonly DragRow[]): void {
  console.log(`A drag over the film among ${COPIES} pieces, ${DRAG_MS / 1_000} s each\n`)
  console.log("| in the hand | frames | frame, median | 95 % | worst | work a frame | |")
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
  for (const row of rows) {
    const times = [row.medianFrameMs, row.p95FrameMs, row.worstFrameMs, row.workMs]
    const verdict = row.isWithinLimits ? "ok" : "over a limit"
    console.log(`| ${[row.pieces, row.frames, ...times.map((ms) => `${ms} ms`), verdict].join(" | ")} |`)
  }
  console.log(
    `\nLimits: ${dragLimits.medianFrameMs} ms a frame in the median, ${dragLimits.workMs} ms of work`,
  )
}
