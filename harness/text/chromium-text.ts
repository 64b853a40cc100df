import { type Browser, chromium, type Page } from "playwright-core"
import { chromiumArgs, findChromium } from "../../local/chromium.ts"

/** One text in one font, as Chromium sets it. `ink` is in pixels from the pen's start, y downwards. */
export type ChromiumText = {
  advancePx: number
  ink: { left: number; top: number; right: number; bottom: number }
}

export type TextCase = { fontFile: string; text: string; sizePx: number }

/**
 * Sets texts in Chromium: advance widths as its canvas measures them, and the ink of its own
 * drawing, counted from pixels. `fonts` are bytes by name.
 */
export async function setInChromium(
  fonts: ReadonlyMap<string, Uint8Array>,
  cases: readonly TextCase[],
): Promise<ChromiumText[]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? "", args: chromiumArgs })
  try {
    const page = await openPage(browser, fonts)
    const names = [...fonts.keys()]
    const results: ChromiumText[] = []
    for (const { fontFile, text, sizePx } of cases)
      results.push(await page.evaluate(drawOne, { family: `f${names.indexOf(fontFile)}`, text, sizePx }))
    return results
  } finally {
    await browser.close()
  }
}

async function openPage(browser: Browser, fonts: ReadonlyMap<string, Uint8Array>): Promise<Page> {
  const page = await browser.newPage()
  await page.setContent("<canvas></canvas>")
  for (const [i, bytes] of [...fonts.values()].entries()) {
    await page.evaluate(
      async ({ family, data }) => {
        const face = new FontFace(
          family,
          Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
        )
        document.fonts.add(await face.load())
      },
      { family: `f${i}`, data: Buffer.from(bytes).toString("base64") },
    )
  }
  return page
}

/** Runs in the page. */
function drawOne({ family, text, sizePx }: { family: string; text: string; sizePx: number }): ChromiumText {
  const canvas = document.querySelector("canvas") as HTMLCanvasElement
  const measure = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D
  const prepare = () => {
    measure.font = `${sizePx}px ${family}`
    measure.fontKerning = "normal"
    measure.textRendering = "geometricPrecision"
    // The direction of the first letter, as the app has it.
    measure.direction = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? "rtl" : "ltr"
    measure.textAlign = "left"
  }
  prepare()
  const { width } = measure.measureText(text)
  const margin = Math.ceil(sizePx)
  canvas.width = Math.ceil(width) + 2 * margin
  canvas.height = 4 * margin
  prepare()
  measure.fillText(text, margin, 2 * margin)
  const { data } = measure.getImageData(0, 0, canvas.width, canvas.height)
  const ink = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      if (data[(y * canvas.width + x) * 4 + 3] === 0) continue
      ink.left = Math.min(ink.left, x - margin)
      ink.right = Math.max(ink.right, x + 1 - margin)
      ink.top = Math.min(ink.top, y - 2 * margin)
      ink.bottom = Math.max(ink.bottom, y + 1 - 2 * margin)
    }
  }
  return { advancePx: width, ink }
}
