import type { Page } from "playwright-core"
import sharp from "sharp"

/** WCAG's least contrast of text, and of text from 24 px, or from 18.66 px in bold. */
const LEAST = 4.5
const LEAST_LARGE = 3
/** A pixel that a letter covers changes at least so much when the letters go, of 255. */
const INKED = 24
/** Of a text's pixels, so many may lie on a worse ground: the edge of a picture, a line beneath. */
const STRAY_SHARE = 0.05

type Rgb = readonly [number, number, number]
type Text = {
  selector: string
  words: string
  colour: Rgb
  /** Of the letters, with all that they are in. */
  opacity: number
  isLarge: boolean
  box: { x: number; y: number; width: number; height: number }
}

/**
 * Texts that stand out too little from the pixels painted beneath them, one line each. Two pictures
 * of the page, with the text and without it, say where its letters lie and on what: so it holds for
 * gradients and pictures, and for what lies half over the text. What nobody sees has no contrast.
 */
export async function paintedContrast(page: Page, selectors: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const selector of new Set(selectors)) {
    const text = await page.evaluate(findText, selector)
    if (text === null) continue
    const shot = { clip: text.box, animations: "disabled", caret: "hide" } as const
    const inked = await page.screenshot(shot)
    await page.evaluate(hideText, selector)
    const bare = await page.screenshot(shot)
    await page.evaluate(showText)
    const ratio = await leastContrast(inked, bare, text)
    const least = text.isLarge ? LEAST_LARGE : LEAST
    if (ratio !== null && ratio < least)
      found.push(`painted contrast ${ratio.toFixed(2)} of ${least}: ${selector} "${text.words}"`)
  }
  return found
}

/** Runs in the page: where the text is, or null where nobody can see it. */
function findText(selector: string): Text | null {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null || element.closest("[aria-hidden=true], [inert]") !== null) return null
  element.scrollIntoView({ block: "center", behavior: "instant" })
  const range = document.createRange()
  const own = [...element.childNodes].find((node) => node.nodeType === 3 && node.textContent?.trim())
  range.selectNodeContents(own ?? element)
  const { left, top, right, bottom } = range.getBoundingClientRect()
  const box = {
    x: Math.max(0, left),
    y: Math.max(0, top),
    width: Math.min(right, innerWidth) - Math.max(0, left),
    height: Math.min(bottom, innerHeight) - Math.max(0, top),
  }
  if (box.width < 1 || box.height < 1) return null
  const { fontSize, fontWeight, color } = getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
  // Whatever notation a colour has, a painted pixel is red, green and blue.
  const pixel = new OffscreenCanvas(1, 1).getContext("2d")
  if (pixel === null) return null
  pixel.fillStyle = color
  pixel.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data
  let opacity = alpha / 255
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    opacity *= Number(getComputedStyle(at).opacity)
  const words = element.textContent?.trim().slice(0, 40) ?? ""
  return { selector, words, colour: [red, green, blue], opacity, isLarge, box }
}

function hideText(selector: string): void {
  const sheet = document.createElement("style")
  sheet.dataset.ground = ""
  sheet.textContent = `${selector}, ${selector} * {
    color: transparent !important;
    -webkit-text-fill-color: transparent !important;
    text-shadow: none !important;
    text-decoration-color: transparent !important;
    transition: none !important;
  }`
  document.head.appendChild(sheet)
}

function showText(): void {
  for (const sheet of document.querySelectorAll("style[data-ground]")) sheet.remove()
}

/** Of the text's colour and the ground beneath its letters; null where no letter is painted. */
async function leastContrast(inked: Buffer, bare: Buffer, text: Text): Promise<number | null> {
  const [ink, ground] = await Promise.all(
    [inked, bare].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
  )
  const ratios: number[] = []
  for (let i = 0; i + 2 < Math.min(ink.length, ground.length); i += 3) {
    const letter: Rgb = [ink[i], ink[i + 1], ink[i + 2]]
    const beneath: Rgb = [ground[i], ground[i + 1], ground[i + 2]]
    const change = Math.max(...letter.map((value, part) => Math.abs(value - beneath[part])))
    if (change < INKED) continue
    const mixed = beneath.map((value, part) => value + (text.colour[part] - value) * text.opacity)
    ratios.push(contrast([mixed[0], mixed[1], mixed[2]], beneath))
  }
  if (ratios.length === 0) return null
  ratios.sort((a, b) => a - b)
  return ratios[Math.floor(ratios.length * STRAY_SHARE)]
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
