import type { Picture, RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { restingPause } from "../raster/pause.ts"
import { countEdges } from "./hard-edges.ts"
import { resampled } from "./resampled.ts"
import { sampleBlocks } from "./sample-blocks.ts"
import { sharpEdges } from "./sharp-edges.ts"

/** The side of a block in pixels of the picture before it was enlarged, and the least that says anything. */
const BLOCK_PX = 128
const LEAST_PX = 8
/** The pixels of an enlarged picture that are one for the trial, beside those that its own were: its finest detail has less than a pixel's. */
const SOFT_PX = 1.5
/** The share of edges that are stairs from which a picture is drawn without smoothing: they are 0.05 and more of those that are, 0.02 at most of others. */
const STAIR_SHARE = 0.03
/** The most by which sharp edges may err more than Lanczos in the trial: halving takes more of thin strokes, and of what JPEG left, than there is to be found. */
const MOST_ERROR = 1.1

/**
 * Tells whether a picture comes nearer to itself with more pixels by sharp edges than by Lanczos. It is tried on blocks of
 * the picture (`sampleBlocks`): they are halved, enlarged again by both, and compared with what they were. Photographs and scans
 * do worse by sharp edges, drawings better. Stairs are none that a trial shows, as half of a stair is smooth: a picture that
 * was drawn without smoothing (`countEdges`) gets stairs of sharp edges, which are farther from a smooth edge than soft ones.
 * `before` is how many times the picture was enlarged already. Decodes it once.
 */
export async function isBetterSharp(source: RowSource, before: number, host: RasterHost): Promise<boolean> {
  const scale = before > 1 ? SOFT_PX * before : 1
  const blocks = await sampleBlocks(source, Math.round(BLOCK_PX * scale), restingPause(host))
  let [softSteps, jogs] = [0, 0]
  let [sharpError, lanczosError] = [0, 0]
  for (const block of blocks) {
    const own = await atSize(block, block.widthPx / scale, block.heightPx / scale, host)
    if (Math.min(own.widthPx, own.heightPx) < LEAST_PX) return true
    const edges = countEdges(own)
    softSteps += edges.softSteps
    jogs += edges.jogs
    const half = await atSize(own, own.widthPx / 2, own.heightPx / 2, host)
    const large = await atSize(half, own.widthPx, own.heightPx, host)
    lanczosError += errorOf(large, own)
    sharpError += errorOf(await held(sharpEdges(rowsOf(large), 2, host)), own)
  }
  const isStair = jogs > STAIR_SHARE * (jogs + softSteps)
  return !isStair && sharpError < MOST_ERROR * lanczosError
}

async function atSize(
  picture: Picture,
  widthPx: number,
  heightPx: number,
  host: RasterHost,
): Promise<Picture> {
  const [width, height] = [widthPx, heightPx].map((length) => Math.max(1, Math.round(length)))
  return held(resampled(rowsOf(picture), width, height, host))
}

function rowsOf({ widthPx, heightPx, rgba }: Picture): RowSource {
  return {
    widthPx,
    heightPx,
    async decode(sink) {
      for (let y = 0; y < heightPx; y++) sink(rgba.subarray(y * widthPx * 4, (y + 1) * widthPx * 4), y)
    },
  }
}

async function held({ widthPx, heightPx, decode }: RowSource): Promise<Picture> {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  await decode((row, y) => rgba.set(row, y * widthPx * 4))
  return { widthPx, heightPx, rgba }
}

/** Returns the sum of squares by which two pictures differ, as their alpha lets them count. */
function errorOf({ rgba }: Picture, other: Picture): number {
  let sum = 0
  for (let at = 0; at < rgba.length; at += 4) {
    const [alpha, otherAlpha] = [rgba[at + 3], other.rgba[at + 3]]
    for (let c = 0; c < 3; c++) sum += ((rgba[at + c] * alpha - other.rgba[at + c] * otherAlpha) / 255) ** 2
    sum += (alpha - otherAlpha) ** 2
  }
  return sum
}
