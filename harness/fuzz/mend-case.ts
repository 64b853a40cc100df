import { isDeepStrictEqual } from "node:util"
import { inOrder, type Mend } from "../../sheet/mend/mend.ts"
import { mendPrinted } from "../../sheet/mend/mend-printed.ts"
import { mendRows } from "../../sheet/mend/mend-rows.ts"
import { traceDrawing } from "../../sheet/mend/trace-drawing.ts"
import { ArtworkError, type Picture, type RowSource } from "../../sheet/raster/artwork.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { openSvg } from "../../sheet/raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../sheet/raster/text-source.ts"
import { pictureRows, rowsPicture } from "../picture-rows.ts"
import { artworkLike, photoLike } from "../raw-pictures.ts"
import { randomBytes, randomFrom } from "../seeded-random.ts"
import { drawnMends } from "./drawn-mends.ts"
import { caseSeed } from "./mode.ts"
import { pick } from "./nasty.ts"

type Random = () => number

/** Resolutions of prints, and those that a damaged file may claim. */
const DPIS = [1, 36, 72, 150, 300, 360, 600]
const SHORT_SIDES = [1, 2, 3, 5, 17, 31, 32, 33, 64, 90]
const LONG_SIDES = [...SHORT_SIDES, 257, 700]
/** The most pixels of a case: a hair that is printed wide becomes long. */
const MOST_PIXELS = 300_000

/**
 * Makes a small picture that is hard to mend, and mends it in any way that a caller may ask for; the same for the same seed.
 * Throws where mending fails in other than words, or gives other pixels the second time. Returns the mends' kinds, none if they
 * were refused, or if there would be too many pixels.
 */
export async function mendCase(seed: number, host: RasterHost): Promise<Mend["kind"][]> {
  const random = randomFrom(caseSeed(seed, 1))
  const picture = hardPicture(random)
  const before = picture.rgba.slice()
  const mends = drawnMends(random)
  const dpi = pick(DPIS, random)
  const widthPx = pick(LONG_SIDES, random)
  const open = () =>
    widthPx % 2 === 0
      ? mendRows(pictureRows(picture), mends, { mmPerPx: 25.4 / dpi, mostPixels: MOST_PIXELS, host })
      : mendPrinted(pictureRows(picture), mends, { widthPx, dpi }, host)
  try {
    const rows = await open()
    if (rows.widthPx * rows.heightPx > MOST_PIXELS) return []
    const mended = await rowsPicture(rows)
    check(rows, mended, mends)
    if (!isDeepStrictEqual(await rowsPicture(rows), mended)) throw new Error("the second decoding differs")
    if (!isDeepStrictEqual(picture.rgba, before)) throw new Error("the picture itself was changed")
    return mends.map(({ kind }) => kind)
  } catch (error) {
    if (error instanceof ArtworkError) return []
    const size = `${picture.widthPx} × ${picture.heightPx}`
    throw new Error(`${size} at ${dpi} DPI, ${widthPx} px, ${JSON.stringify(mends)}: ${error}`)
  }
}

/**
 * Traces a small picture that is hard to trace; the same for the same seed. Returns true if it became a drawing. Throws where
 * that fails, or gives another drawing the second time, or one of another size.
 */
export async function traceCase(seed: number, host: RasterHost): Promise<boolean> {
  const random = randomFrom(caseSeed(seed, 2))
  const picture = hardPicture(random)
  const colours = 2 + Math.floor(random() * 15)
  const drawing = await traceDrawing(pictureRows(picture), colours, host)
  if (drawing !== (await traceDrawing(pictureRows(picture), colours, host)))
    throw new Error(
      `${picture.widthPx} × ${picture.heightPx} in ${colours} colours: the second trace differs`,
    )
  if (drawing === null) return false
  const { widthPx, heightPx } = await openSvg(textSource(drawing), host, null, SVG_STAMP_EFFORT)
  if (widthPx !== picture.widthPx || heightPx !== picture.heightPx)
    throw new Error(`the trace of ${picture.widthPx} × ${picture.heightPx} is ${widthPx} × ${heightPx}`)
  return true
}

function check({ widthPx, heightPx }: RowSource, { rgba }: Picture, mends: readonly Mend[]): void {
  if (!(widthPx >= 1 && heightPx >= 1)) throw new Error(`${widthPx} × ${heightPx} pixels`)
  const last = inOrder(mends).at(-1)
  if (last?.kind !== "halftone") return
  for (let at = 3; at < rgba.length; at += 4)
    if (rgba[at] !== 0 && rgba[at] !== 255) throw new Error(`a halftone has alpha ${rgba[at]}`)
}

function hardPicture(random: Random): Picture {
  const sides = [pick(SHORT_SIDES, random), pick(LONG_SIDES, random)]
  const [widthPx, heightPx] = random() < 0.5 ? sides : sides.reverse()
  return { widthPx, heightPx, rgba: pick(painters, random)(widthPx, heightPx, random) }
}

/** Pictures without structure, with too much of it, and with colours that are all but equal. */
const painters: ((widthPx: number, heightPx: number, random: Random) => Uint8Array)[] = [
  (widthPx, heightPx, random) => randomBytes(widthPx * heightPx * 4, (below) => Math.floor(random() * below)),
  (widthPx, heightPx, random) => artworkLike(widthPx, heightPx, Math.floor(random() * 1e6)),
  (widthPx, heightPx, random) => photoLike(widthPx, heightPx, Math.floor(random() * 1e6)),
  (widthPx, heightPx, random) => paint(widthPx, heightPx, () => pick(CORNERS, random)),
  (widthPx, heightPx) => paint(widthPx, heightPx, (x, y) => CORNERS[(x + y) & 1]),
  (widthPx, heightPx) => paint(widthPx, heightPx, (x, y) => [x, y, x ^ y, (x * y) & 255]),
  (widthPx, heightPx, random) => {
    const colour = pick(CORNERS, random)
    return paint(widthPx, heightPx, () => colour)
  },
  (widthPx, heightPx, random) => {
    const [one, other] = [pick(CORNERS, random), pick(CORNERS, random)]
    const [cx, cy, ring] = [random() * widthPx, random() * heightPx, 1 + random() * 6]
    return paint(widthPx, heightPx, (x, y) => (Math.hypot(x - cx, y - cy) % ring < 1 ? one : other))
  },
  (widthPx, heightPx, random) =>
    paint(widthPx, heightPx, () => [250 + random() * 6, 250 + random() * 6, 250 + random() * 6, 255]),
]

type Pixel = readonly [number, number, number, number]
/** Colours at the ends of what there is, clear ones with a colour and without. */
const CORNERS: readonly Pixel[] = [
  [255, 255, 255, 255],
  [0, 0, 0, 255],
  [0, 0, 0, 0],
  [255, 0, 255, 0],
  [255, 255, 255, 1],
  [1, 2, 3, 254],
  [200, 50, 60, 128],
  [26, 43, 60, 255],
  [27, 43, 59, 15],
  [27, 43, 59, 16],
]

function paint(widthPx: number, heightPx: number, at: (x: number, y: number) => Pixel): Uint8Array {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) rgba.set(at(x, y), (y * widthPx + x) * 4)
  return rgba
}
