import sharp from "sharp"
import { wholeSheet } from "../../../harness/formats/written-sheet.ts"
import { type CutLine, placedRings } from "../../../sheet/contour/cut-line.ts"
import { pngFormat } from "../../../sheet/formats/png-format.ts"
import type { FormatJob } from "../../../sheet/formats/sheet-format.ts"
import type { OpenStamp } from "../../../sheet/raster/stamp-reader.ts"
import { host } from "../raster/decode.ts"

/** The distance of each pixel of a sheet from ink. */
export type InkDistances = { widthPx: number; heightPx: number; distances: Float32Array }

/** Returns the distances in a sheet's PNG as sharp reads it, by passes over whole columns and rows. */
export async function inkDistances(job: FormatJob, openStamp: OpenStamp): Promise<InkDistances> {
  const png = await wholeSheet(pngFormat.write(job, openStamp, host))
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const { width: widthPx, height: heightPx } = info
  return { widthPx, heightPx, distances: distancesToInk(data, widthPx, heightPx) }
}

/**
 * Checks the rule by other means than the proof's: lines are split at their middles, and each point's
 * pixel has a distance. Throws where a line is nearer to ink than `leastPx`; returns the number of
 * points.
 */
export function expectNoInkWithin(
  { widthPx, heightPx, distances }: InkDistances,
  line: CutLine,
  leastPx: number,
): number {
  let count = 0
  for (const ring of placedRings(line)) {
    for (let i = 2; i < ring.length; i += 6) {
      for (const [x, y] of halved([...ring.subarray(i - 2, i + 6)])) {
        count++
        const [column, row] = [Math.min(widthPx - 1, Math.floor(x)), Math.min(heightPx - 1, Math.floor(y))]
        // From the middle of the point's pixel to the middle of ink: half a pixel's diagonal at most for each.
        const most = distances[row * widthPx + column] + Math.SQRT1_2
        if (most < leastPx) throw new Error(`a line at ${x}, ${y} is at most ${most} px from ink`)
      }
    }
  }
  return count
}

/** Returns points of a cubic curve by de Casteljau's halving, until its parts are short. */
function halved(c: number[], depth = 0): [number, number][] {
  const reach = Math.hypot(c[6] - c[0], c[7] - c[1]) + Math.hypot(c[2] - c[0], c[3] - c[1])
  if (reach < 2 || depth > 12) return [[c[0], c[1]]]
  const mid = (a: number[], b: number[]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const [p0, p1, p2, p3] = [c.slice(0, 2), c.slice(2, 4), c.slice(4, 6), c.slice(6, 8)]
  const [a, b, d] = [mid(p0, p1), mid(p1, p2), mid(p2, p3)]
  const [e, f] = [mid(a, b), mid(b, d)]
  const g = mid(e, f)
  return [...halved([...p0, ...a, ...e, ...g], depth + 1), ...halved([...g, ...f, ...d, ...p3], depth + 1)]
}

/** The most pixels to which distances are exact; greater ones are cut to this. */
const FARTHEST = 26

/** Measures between pixels' middles: first down the columns, then the best of all columns near by. */
function distancesToInk(rgba: Uint8Array, width: number, height: number): Float32Array {
  const down = new Uint8Array(width * height).fill(FARTHEST)
  for (let x = 0; x < width; x++) {
    for (const way of [1, -1]) {
      let since = FARTHEST
      for (let y = way > 0 ? 0 : height - 1; y >= 0 && y < height; y += way) {
        since = rgba[(y * width + x) * 4 + 3] > 0 ? 0 : Math.min(FARTHEST, since + 1)
        down[y * width + x] = Math.min(down[y * width + x], since)
      }
    }
  }
  const distances = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let best = FARTHEST * FARTHEST
      for (let to = Math.max(0, x - FARTHEST); to <= Math.min(width - 1, x + FARTHEST); to++)
        best = Math.min(best, (to - x) ** 2 + down[y * width + to] ** 2)
      distances[y * width + x] = Math.sqrt(best)
    }
  }
  return distances
}
