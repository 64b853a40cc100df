// `npm run bench -- sliders [--json]`: the time from a move of each mend's slider in the editor until the mended
// artwork is painted, for 4 megapixels; the production build in Chromium. Exit status 1 over the limit.
import type { Page } from "playwright-core"
import sharp from "sharp"
import type { Image } from "../../contract/artwork/image.ts"
import type { MendInput } from "../../contract/artwork/mend.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import { runOnStage } from "../../harness/staged-bench.ts"

/** The longest median: what feels at once. */
const LIMITS = { medianMs: 100 }
const WIDTH_PX = sized(1826, 450)
const HEIGHT_PX = sized(2191, 540)
const MOVES = sized(20, 3)
const PAUSE_MS = 200

/** A mend with each slider that decides what is drawn anew: its values go up and down from the middle. */
const sliders: readonly { mend: MendInput; label: string }[] = [
  { mend: { kind: "remove-background", from: "edges", tolerance: 8 }, label: "Tolerance" },
  { mend: { kind: "remove-background", from: "everywhere", tolerance: 8 }, label: "Tolerance" },
  { mend: { kind: "knock-out", colour: "#1b1b3a", tolerance: 8 }, label: "Tolerance" },
  { mend: { kind: "recolour", from: "#0e7c7b", to: "#c8102e", tolerance: 8 }, label: "Tolerance" },
  { mend: { kind: "harden", threshold: 128 }, label: "Solid from" },
  { mend: { kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 }, label: "Lines an inch" },
  { mend: { kind: "thicken", mm: 0.35 }, label: "At least" },
  { mend: { kind: "fill-pinholes", mm: 0.5 }, label: "Up to" },
  { mend: { kind: "drop-specks", mm: 0.5 }, label: "Up to" },
  { mend: { kind: "choke", mm: 0.2 }, label: "By" },
  { mend: { kind: "outline", mm: 2, colour: "#ffffff" }, label: "Width" },
]

type Figure = { mend: string; megapixels: number; drawnPx: string; medianMs: number; worstMs: number }

await runOnStage<Figure>({ bench: "sliders", limits: LIMITS, measure, print: printTable, isWithin })

async function measure(stage: Stage): Promise<Figure[]> {
  const { client } = await stage.givenSeller("Sliders")
  const art = sharp(await softArtPng(WIDTH_PX, HEIGHT_PX)).flatten({ background: "#fff" })
  const form = new FormData()
  form.append("files", new File([new Uint8Array(await art.png().toBuffer())], "art.png"))
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  const isRead = async () => (await client.expect<Image>("GET", `/api/images/${_id}`)).status === "Ready"
  while (!(await isRead())) await page.waitForTimeout(PAUSE_MS)
  const figures: Figure[] = []
  for (const { mend, label } of sliders) {
    await client.expect("PUT", `/api/images/${_id}`, { mends: [mend] })
    await page.goto(`/images/${_id}/mend?open=1&view=after`)
    await page.getByText("As the press draws it.").waitFor()
    const { times, drawnPx } = await moveSlider(page, label)
    figures.push({
      mend: "from" in mend && mend.kind !== "recolour" ? `${mend.kind}, ${mend.from}` : mend.kind,
      megapixels: (WIDTH_PX * HEIGHT_PX) / 1e6,
      drawnPx,
      ...figureOf(times),
    })
  }
  await context.close()
  return figures
}

/** Moves a slider again and again; times, inside the page, from each move until the artwork is painted. */
async function moveSlider(page: Page, label: string): Promise<{ times: number[]; drawnPx: string }> {
  const slider = page.getByRole("slider", { name: label, exact: true })
  return slider.evaluate(async (element, moves) => {
    const input = element as HTMLInputElement
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-label$=", mended"]')
    if (!canvas) throw new Error("no artwork is shown")
    const [from, step] = [Number(input.value), Number(input.step)]
    const times: number[] = []
    // The first move brings the page's own picture back in place of the press's.
    for (let i = 0; i <= moves; i++) {
      const startMs = performance.now()
      const drawn = new Promise((resolve) => {
        // A canvas that is painted anew is given its size first.
        const watch = new MutationObserver(() => {
          watch.disconnect()
          resolve(null)
        })
        watch.observe(canvas, { attributeFilter: ["width"] })
      })
      write?.call(input, String(from + step * (1 + (i % 4))))
      input.dispatchEvent(new Event("input", { bubbles: true }))
      await drawn
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (i > 0) times.push(performance.now() - startMs)
      await new Promise((resolve) => setTimeout(resolve, i === 0 ? 300 : 30))
    }
    return { times, drawnPx: `${canvas.width} × ${canvas.height}` }
  }, MOVES)
}

function figureOf(times: number[]): { medianMs: number; worstMs: number } {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  return { medianMs: sorted[Math.floor(sorted.length / 2)], worstMs: sorted[sorted.length - 1] }
}

function isWithin({ medianMs }: Figure): boolean {
  return medianMs <= LIMITS.medianMs
}

function printTable(figures: readonly Figure[]): void {
  console.log("| mend | megapixels | drawn | median | worst |")
  console.log("| --- | ---: | ---: | ---: | ---: |")
  for (const { mend, megapixels, drawnPx, medianMs, worstMs } of figures)
    console.log(`| ${mend} | ${megapixels.toFixed(1)} | ${drawnPx} | ${medianMs} ms | ${worstMs} ms |`)
}
