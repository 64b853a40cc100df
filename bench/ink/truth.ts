import sharp from "sharp"
import type { InkPicture } from "../../harness/ink-pictures.ts"
import type { InkCode } from "../../sheet/ink/finding.ts"

// The truth about a picture, measured without the engine: on its drawing, drawn anew at 600 DPI, by brute
// force; on its pixels only where there is no drawing, or where the fault is in the pixels.

const DPI = 600
const MM_PX = DPI / 25.4
type Bits = { bits: Uint8Array; width: number; height: number }

/** Returns whether a picture shows each code that can be measured on it. */
export async function measureTruth(picture: InkPicture): Promise<Map<InkCode, boolean>> {
  const truth = new Map<InkCode, boolean>()
  const { limits, drawing } = picture
  if (picture.kind === "svg") {
    truth.set("font-replaced", new TextDecoder().decode(picture.bytes).includes("<text"))
    return truth
  }
  const meta = await sharp(picture.bytes).metadata()
  truth.set("low-dpi", ((meta.width ?? 0) / picture.widthMm) * 25.4 < 199.5)
  truth.set("profile-dropped", meta.space === "cmyk")
  truth.set("upscaled", await isEnlarged(picture))
  const alphas = await alphasOf(picture.bytes)
  truth.set(
    "heavy-ink",
    limits.maxInkPercent !== undefined &&
      coverage(alphas) * (picture.hasWhite ? 200 : 100) > limits.maxInkPercent,
  )
  if (drawing === null) return truth
  const { rgba, alpha } = await redrawn(drawing, picture.widthMm, 0)
  // With the film around, so that what lies at the border is not taken to be narrow.
  const ink = atLeast((await redrawn(drawing, picture.widthMm, 1)).alpha, 128)
  truth.set("thin-stroke", hasThin(ink, limits.minStrokeMm))
  truth.set("thin-gap", hasThin(inverted(ink), limits.minGapMm))
  truth.set("speck", hasDot(atLeast(alpha, 16), limits.minSpeckMm, false))
  truth.set("pinhole", hasDot(inverted(atLeast(alpha, 64)), limits.minSpeckMm, true))
  truth.set("soft-alpha", softShare(alpha) > 0.02)
  truth.set("white-box", isBoxed(rgba, alpha))
  truth.set("cut-edge", await isCut(drawing, picture.widthMm))
  if (picture.kind === "png" && !picture.faults.includes("upscaled"))
    truth.set("halo", await hasRim(picture, drawing))
  return truth
}

type Grid = { values: Uint8Array; width: number; height: number }

async function redrawn(drawing: string, sizeMm: number, aroundMm: number) {
  const side = sizeMm + 2 * aroundMm
  const px = Math.round(side * MM_PX)
  const size = `width="${px}" height="${px}" viewBox="${-aroundMm} ${-aroundMm} ${side} ${side}"`
  const svg = drawing.replace(/width="[\d.]+" height="[\d.]+" viewBox="[^"]+"/, size)
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rgba = new Uint8Array(data)
  const values = new Uint8Array(info.width * info.height)
  for (let i = 0; i < values.length; i++) values[i] = rgba[i * 4 + 3]
  return { rgba, alpha: { values, width: info.width, height: info.height } }
}

async function alphasOf(bytes: Uint8Array): Promise<Grid> {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { values: new Uint8Array(data), width: info.width, height: info.height }
}

function atLeast({ values, width, height }: Grid, least: number): Bits {
  return { bits: values.map((value) => (value >= least ? 1 : 0)), width, height }
}

function inverted({ bits, width, height }: Bits): Bits {
  return { bits: bits.map((bit) => 1 - bit), width, height }
}

/** Opens a mask by a disc, by brute force, and says whether a part of what is lost is long. */
function hasThin(mask: Bits, limitMm: number): boolean {
  const radius = (limitMm * MM_PX) / 2 - 0.25
  const reach = Math.floor(radius)
  const { width, height } = mask
  // With a rim that is free, so that each offset of the disc is one of the index.
  const stride = width + 2 * reach
  const bits = new Uint8Array(stride * (height + 2 * reach)).fill(1)
  for (let y = 0; y < height; y++)
    bits.set(mask.bits.subarray(y * width, (y + 1) * width), (y + reach) * stride + reach)
  const disc: number[] = []
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      if (dx * dx + dy * dy <= radius * radius) disc.push(dy * stride + dx)
  const offsets = Int32Array.from(disc)
  const kept = new Uint8Array(bits.length)
  for (let y = reach; y < height + reach; y++)
    for (let at = y * stride + reach; at < y * stride + reach + width; at++) {
      let i = 0
      while (i < offsets.length && bits[at + offsets[i]] === 1) i++
      if (i === offsets.length) for (const offset of offsets) kept[at + offset] = 1
    }
  const lost = { bits: mask.bits.slice(), width, height }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (kept[(y + reach) * stride + reach + x] === 1) lost.bits[y * width + x] = 0
  // Long: three limits and more from corner to corner, and with enough pixels to be a line.
  return parts(lost).some(({ area, across, down }) => {
    const long = Math.hypot(across, down)
    return long >= 3.5 * limitMm * MM_PX && area >= long
  })
}

function hasDot(mask: Bits, limitMm: number, isClosed: boolean): boolean {
  return parts(mask).some(({ area, across, down, isAtBorder }) => {
    if (isClosed && isAtBorder) return false
    return (
      Math.max(across, down) < 1.25 * limitMm * MM_PX && Math.sqrt((4 * area) / Math.PI) < limitMm * MM_PX
    )
  })
}

/** Returns the parts of a mask that are joined by sides, by flooding. */
function parts({ bits, width, height }: Bits) {
  const left = bits.slice()
  const regions: { area: number; across: number; down: number; isAtBorder: boolean }[] = []
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start + 1)) {
    const stack = [start]
    left[start] = 0
    let [area, x0, x1, y0, y1] = [0, width, 0, height, 0]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      const y = (at - x) / width
      area++
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y)
      for (const [nx, ny] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ]) {
        if (nx < 0 || ny < 0 || nx >= width || ny >= height || left[ny * width + nx] === 0) continue
        left[ny * width + nx] = 0
        stack.push(ny * width + nx)
      }
    }
    const isAtBorder = x0 === 0 || y0 === 0 || x1 === width - 1 || y1 === height - 1
    regions.push({ area, across: x1 - x0 + 1, down: y1 - y0 + 1, isAtBorder })
  }
  return regions
}

/** Returns the share of the ink that is half transparent with all neighbours within a quarter of a mm. */
function softShare({ values, width, height }: Grid): number {
  const reach = Math.round(0.25 * MM_PX)
  const isHalf = (x: number, y: number) => {
    const value = values[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]
    return value >= 16 && value < 240
  }
  let [ink, soft] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (values[y * width + x] < 16) continue
      ink++
      if (!isHalf(x, y)) continue
      let isSoft = true
      for (let d = -reach; d <= reach && isSoft; d++) isSoft = isHalf(x + d, y) && isHalf(x, y + d)
      if (isSoft) soft++
    }
  return soft / ink
}

/** Says whether the ink's box has a border of one colour, which floods inwards to something that is no rectangle. */
function isBoxed(rgba: Uint8Array, { values, width, height }: Grid): boolean {
  let [x0, x1, y0, y1] = [width, 0, height, 0]
  for (let i = 0; i < values.length; i++) {
    if (values[i] < 16) continue
    const x = i % width
    const y = (i - x) / width
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y)
  }
  ;[x0, y0, x1, y1] = [x0 + 2, y0 + 2, x1 - 2, y1 - 2]
  const corner = (y0 * width + x0) * 4
  const isGround = (x: number, y: number) => {
    const at = (y * width + x) * 4
    return rgba[at + 3] > 250 && [0, 1, 2].every((c) => Math.abs(rgba[at + c] - rgba[corner + c]) <= 3)
  }
  for (let x = x0; x <= x1; x++) if (!isGround(x, y0) || !isGround(x, y1)) return false
  for (let y = y0; y <= y1; y++) if (!isGround(x0, y) || !isGround(x1, y)) return false
  const ground = { bits: new Uint8Array(width * height), width, height }
  const stack = [y0 * width + x0]
  ground.bits[stack[0]] = 1
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const y = (at - x) / width
    for (const [nx, ny] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ]) {
      if (nx < x0 || ny < y0 || nx > x1 || ny > y1 || ground.bits[ny * width + nx] === 1 || !isGround(nx, ny))
        continue
      ground.bits[ny * width + nx] = 1
      stack.push(ny * width + nx)
    }
  }
  let [area, left, right, top, bottom] = [0, width, 0, height, 0]
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      if (ground.bits[y * width + x] === 1) continue
      area++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return area > 0 && area < 0.97 * (right - left + 1) * (bottom - top + 1)
}

/** Says whether the drawing goes on beyond the picture's border. */
async function isCut(drawing: string, sizeMm: number): Promise<boolean> {
  const { alpha } = await redrawn(drawing, sizeMm, 1)
  const { values, width, height } = alpha
  const depth = Math.round(0.5 * MM_PX)
  let outside = 0
  for (let i = 0; i < width; i++)
    for (const at of [
      depth * width + i,
      (height - 1 - depth) * width + i,
      i * width + depth,
      i * width + width - 1 - depth,
    ])
      if (values[at] > 127) outside++
  return outside > MM_PX
}

/** Says whether much of the outline has a colour that was not drawn. */
async function hasRim({ bytes }: InkPicture, drawing: string): Promise<boolean> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const palette = [...drawing.matchAll(/#([0-9a-f]{6}|[0-9a-f]{3})\b/g)].map(([, hex]) => {
    const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex
    return [0, 2, 4].map((i) => Number.parseInt(full.slice(i, i + 2), 16))
  })
  const { width, height } = info
  let [outline, other] = [0, 0]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4
      if (data[at + 3] < 128) continue
      if (![at - 4, at + 4, at - width * 4, at + width * 4].some((next) => data[next + 3] < 128)) continue
      outline++
      if (palette.every((colour) => colour.some((value, c) => Math.abs(value - data[at + c]) > 20))) other++
    }
  return outline > 100 && other > 0.35 * outline
}

/**
 * Says whether a picture is smoother than what is drawn in its own pixels, by the energy of its second
 * differences beside that of the first, or holds each pixel more than once.
 */
async function isEnlarged({ bytes }: InkPicture): Promise<boolean> {
  const { data, info } = await sharp(bytes)
    .toColourspace("srgb")
    .ensureAlpha()
    .flatten({ background: "#fff" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  let [first, second, changes, kept] = [0, 0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const at = (y * width + x) * channels + 1
      const step = data[at] - data[at - channels]
      const turn = data[at + channels] - data[at] - step
      first += step * step
      second += turn * turn
      if (step === 0) continue
      changes++
      if (x % 3 === 0) kept++
    }
  return (kept > 0.98 * changes && changes > 500) || second < SMOOTH * first
}

/** A step over one or two pixels has a ratio of 1 and more, a ramp over three of two thirds. */
const SMOOTH = 0.8

function coverage({ values, width, height }: Grid): number {
  let [ink, x0, x1, y0, y1] = [0, width, 0, height, 0]
  for (let i = 0; i < values.length; i++) {
    if (values[i] < 16) continue
    const x = i % width
    const y = (i - x) / width
    ink++
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y)
  }
  return ink / ((x1 - x0 + 1) * (y1 - y0 + 1))
}
