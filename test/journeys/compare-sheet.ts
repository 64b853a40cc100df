import sharp, { type Sharp } from "sharp"

export type Placed = {
  art: Buffer
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: boolean
}

type Pixels = { data: Buffer; width: number; height: number }

/** A sheet against sharp's rendering: how close each piece is, and any ink between pieces. */
export type Comparison = {
  widthPx: number
  lengthPx: number
  density: number
  psnrDb: number[]
  strayPixels: number
}

/** Decodes the sheet and compares each placement with sharp's trim and Lanczos3, premultiplied. */
export async function compareSheet(png: Buffer, placements: readonly Placed[]): Promise<Comparison> {
  const metadata = await sharp(png).metadata()
  const sheet = await pixelsOf(sharp(png, { limitInputPixels: false }))
  const covered = new Uint8Array(sheet.width * sheet.height)
  const psnrDb: number[] = []
  const rendered = new Map<string, Promise<Pixels>>()
  const artIds = new Map<Buffer, number>()
  for (const placed of placements) {
    if (!artIds.has(placed.art)) artIds.set(placed.art, artIds.size)
    const key = [artIds.get(placed.art), placed.widthPx, placed.heightPx, placed.rotated].join()
    const expected = await (rendered.get(key) ?? rendered.set(key, expectedPixels(placed)).get(key))
    if (!expected) throw new Error("unreachable: just set")
    psnrDb.push(psnr(sheet, expected, placed.x, placed.y))
    for (let y = placed.y; y < placed.y + placed.heightPx; y++)
      covered.fill(1, y * sheet.width + placed.x, y * sheet.width + placed.x + placed.widthPx)
  }
  let strayPixels = 0
  for (let i = 0; i < covered.length; i++) if (!covered[i] && sheet.data[i * 4 + 3] !== 0) strayPixels++
  return { widthPx: sheet.width, lengthPx: sheet.height, density: metadata.density ?? 0, psnrDb, strayPixels }
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function expectedPixels(placed: Placed): Promise<Pixels> {
  const whole = await pixelsOf(sharp(placed.art, { limitInputPixels: false, density: 300 }).rotate())
  const box = inkBox(whole)
  const [width, height] = placed.rotated
    ? [placed.heightPx, placed.widthPx]
    : [placed.widthPx, placed.heightPx]
  const raw = { raw: { width: whole.width, height: whole.height, channels: 4 as const } }
  const resized = await sharp(whole.data, raw)
    .extract(box)
    .resize(width, height, { kernel: "lanczos3", fit: "fill" })
    .raw()
    .toBuffer()
  const upright = { raw: { width, height, channels: 4 as const } }
  return pixelsOf(placed.rotated ? sharp(resized, upright).rotate(90) : sharp(resized, upright))
}

function inkBox({ data, width, height }: Pixels) {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Peak signal to noise over premultiplied channels; 99 when equal. */
function psnr(sheet: Pixels, expected: Pixels, x0: number, y0: number): number {
  let sum = 0
  for (let y = 0; y < expected.height; y++) {
    for (let x = 0; x < expected.width; x++) {
      const i = ((y0 + y) * sheet.width + x0 + x) * 4
      const j = (y * expected.width + x) * 4
      const [a, b] = [sheet.data[i + 3], expected.data[j + 3]]
      for (let c = 0; c < 3; c++)
        sum += ((sheet.data[i + c] * a) / 255 - (expected.data[j + c] * b) / 255) ** 2
      sum += (a - b) ** 2
    }
  }
  const mean = sum / (expected.width * expected.height * 4)
  return mean === 0 ? 99 : Math.min(99, 10 * Math.log10((255 * 255) / mean))
}
