import type { Page } from "playwright-core"
import sharp from "sharp"

/** WCAG's least contrast of text, and of text from 24 px, or from 18.66 px in bold. */
const LEAST = 4.5
const LEAST_LARGE = 3
/** A pixel that a letter covers changes at least so much when the letters go, of 255. */
const INKED = 24
/** The share of a text's pixels that may be on a worse ground: a picture's edge, a line beneath. */
const STRAY_SHARE = 0.05
/** A page that changed while it was painted is painted again so often. */
const TRIES = 10
const TRY_PAUSE_MS = 200

type Rgb = readonly [number, number, number]
type Box = { x: number; y: number; width: number; height: number }
type Text = {
  selector: string
  words: string
  colour: Rgb
  /** The opacity of the letters, with all that they are in. */
  opacity: number
  isLarge: boolean
  box: Box
}
/** A part of the page as it was painted, in rows of red, green and blue. */
type Picture = { clip: Box; pixels: Buffer }
type Found = { texts: Text[]; seen: string[] }
type Painted = Found & ({ inked: Picture; bare: Picture } | { inked: null; bare: null })

/**
 * Texts that stand out too little from the pixels painted beneath them, one line each. Two pictures
 * of the page, with the texts and without them, say where their letters lie and on what: so it holds
 * for gradients and pictures, and for what lies half over the text. What nobody sees has no
 * contrast.
 */
export async function paintedContrast(page: Page, selectors: readonly string[]): Promise<string[]> {
  const result: string[] = []
  let left = [...new Set(selectors)]
  while (left.length > 0) {
    const { texts, seen, inked, bare } = await paintBoth(page, left)
    left = left.filter((selector) => !seen.includes(selector))
    if (inked === null) continue
    for (const text of texts) {
      const ratio = leastContrast(inked, bare, text)
      const least = text.isLarge ? LEAST_LARGE : LEAST
      if (ratio !== null && ratio < least)
        result.push(`painted contrast ${ratio.toFixed(2)} of ${least}: ${text.selector} "${text.words}"`)
    }
  }
  return result
}

/**
 * Returns the page with the texts of `findTexts` and without them; null for both without texts. What
 * comes late moves the texts between the pictures, so the first is taken twice and must be the same.
 */
async function paintBoth(page: Page, selectors: readonly string[]): Promise<Painted> {
  for (let tries = 1; ; tries++) {
    const { texts, seen } = await page.evaluate(findTexts, [...selectors])
    if (texts.length === 0) return { texts, seen, inked: null, bare: null }
    const clip = boxAround(texts.map(({ box }) => box))
    const inked = await paint(page, clip)
    await page.evaluate(
      hideTexts,
      texts.map(({ selector }) => selector),
    )
    const bare = await paint(page, clip)
    await page.evaluate(showTexts)
    const again = await paint(page, clip)
    if (inked.pixels.equals(again.pixels) || tries === TRIES) return { texts, seen, inked, bare }
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), TRY_PAUSE_MS)
  }
}

/** Whole pixels about all of these. */
function boxAround(boxes: readonly Box[]): Box {
  const x = Math.floor(Math.min(...boxes.map((box) => box.x)))
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))
  return { x, y, width: right - x, height: bottom - y }
}

async function paint(page: Page, clip: Box): Promise<Picture> {
  const png = await page.screenshot({ clip, animations: "disabled", caret: "hide" })
  return { clip, pixels: await sharp(png).removeAlpha().raw().toBuffer() }
}

/**
 * Runs in the page: the first text, scrolled to the middle, and those of the others that show whole
 * and alone where the page now is. `seen` are the selectors that need no other look: a text that
 * nobody can see is among them.
 */
function findTexts(selectors: string[]): Found {
  const texts: Text[] = []
  const [first, ...others] = selectors
  document.querySelector(first)?.scrollIntoView({ block: "center", behavior: "instant" })
  const alone = find(first)
  if (alone === null) return { texts, seen: [first] }
  texts.push(alone)
  for (const selector of others) {
    const text = find(selector)
    if (text !== null && isOnTop(text) && !texts.some(({ box }) => overlap(box, text.box))) texts.push(text)
  }
  return { texts, seen: texts.map(({ selector }) => selector) }

  function find(selector: string): Text | null {
    const element = document.querySelector<HTMLElement>(selector)
    // Axe has no other name than the root's for what has gone while it looked.
    if (element === null || element === document.documentElement) return null
    if (element.closest("[aria-hidden=true], [inert]") !== null) return null
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
    // A painted pixel is red, green and blue, whatever notation the colour has.
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

  /** Its middle and its corners are where the text's own element is hit, so nothing hides it. */
  function isOnTop({ selector, box }: Text): boolean {
    const element = document.querySelector(selector)
    const { x, y, width, height } = box
    return [
      [x + width / 2, y + height / 2],
      [x + 1, y + 1],
      [x + width - 1, y + 1],
      [x + 1, y + height - 1],
      [x + width - 1, y + height - 1],
    ].every(([atX, atY]) => element?.contains(document.elementFromPoint(atX, atY)) === true)
  }

  function overlap(a: Box, b: Box): boolean {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }
}

function hideTexts(selectors: string[]): void {
  const sheet = document.createElement("style")
  sheet.dataset.ground = ""
  sheet.textContent = `${selectors.flatMap((selector) => [selector, `${selector} *`]).join(", ")} {
    color: transparent !important;
    -webkit-text-fill-color: transparent !important;
    text-shadow: none !important;
    text-decoration-color: transparent !important;
    transition: none !important;
  }`
  document.head.appendChild(sheet)
}

function showTexts(): void {
  for (const sheet of document.querySelectorAll("style[data-ground]")) sheet.remove()
}

/** Returns the contrast of the text's colour and the ground beneath; null if no letter is painted. */
function leastContrast(inked: Picture, bare: Picture, { box, colour, opacity }: Text): number | null {
  const { clip } = inked
  const ratios: number[] = []
  for (let y = Math.floor(box.y); y < box.y + box.height; y++)
    for (let x = Math.floor(box.x); x < box.x + box.width; x++) {
      const at = ((y - clip.y) * clip.width + (x - clip.x)) * 3
      const letter = pixelAt(inked, at)
      const beneath = pixelAt(bare, at)
      const change = Math.max(...letter.map((value, part) => Math.abs(value - beneath[part])))
      if (change < INKED) continue
      const mixed = beneath.map((value, part) => value + (colour[part] - value) * opacity)
      ratios.push(contrast([mixed[0], mixed[1], mixed[2]], beneath))
    }
  if (ratios.length === 0) return null
  ratios.sort((a, b) => a - b)
  return ratios[Math.floor(ratios.length * STRAY_SHARE)]
}

function pixelAt({ pixels }: Picture, at: number): Rgb {
  return [pixels[at], pixels[at + 1], pixels[at + 2]]
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
