import { composeSheet, type SheetJob } from "../raster/compose-sheet.ts"
import type { RasterHost } from "../raster/host.ts"
import type { OpenStamp } from "../raster/stamp-reader.ts"
import type { CutLine, CutRules } from "./cut-line.ts"
import { openInkRows } from "./ink-rows.ts"
import { pointsByRow } from "./points-by-row.ts"

/** The length by which a line may be nearer to ink than its offset. */
const TOLERANCE_MM = 0.1

/** The precision of points, in pixels. */
const ROUNDING_PX = 1 / 512

/**
 * Proves a cut line by the sheet itself, which is composed once more, without labels: a disc of the
 * offset's radius less the tolerance moves along all lines, and may touch no pixel of ink; inward, no
 * pixel without ink. If the offset is less than the tolerance, a disc of the remaining tolerance has to
 * find at least one pixel of the right kind. So no line is too near to its own piece or goes through
 * another. Knows nothing of how lines are traced. Holds as many rows of bits in memory as the disc is
 * high, and the lines' curves. Throws an Error that names the first place.
 */
export async function checkCutLine(
  line: CutLine,
  job: SheetJob,
  rules: CutRules,
  openStamp: OpenStamp,
  host: RasterHost,
): Promise<{ points: number }> {
  const { widthPx, lengthPx, dpi } = job
  const isInward = rules.offsetMm < 0
  const isOne = !(isInward || rules.islands || rules.holes)
  if (isOne && line.designs.some(({ rings }) => rings.length > 1))
    throw new Error("a piece that lies alone has more than one cut line")
  const isWide = Math.abs(rules.offsetMm) > TOLERANCE_MM
  const radius = Math.abs(Math.abs(rules.offsetMm) - TOLERANCE_MM) * (dpi / 25.4)
  const reach = Math.ceil(radius) + 1
  const points = pointsByRow(line, lengthPx)
  const ink = openInkRows(widthPx, 2 * reach + 2)
  let fed = 0
  let row = 0
  let count = 0

  function feed(pixels: Uint8Array | null): void {
    ink.push(pixels)
    fed++
    for (; row < lengthPx && row + reach < fed; row++) {
      const along = points(row)
      for (let i = 0; i < along.length; i += 2) lookAt(along[i], along[i + 1])
      count += along.length / 2
    }
  }

  /** Looks at the pixels whose squares the disc reaches: the nearest side of each row of them counts. */
  function lookAt(x: number, y: number): void {
    let [inked, all] = [0, 0]
    const first = Math.ceil(y - radius) - 1
    for (let r = Math.max(0, first); r <= Math.min(lengthPx - 1, Math.floor(y + radius)); r++) {
      const away = Math.max(0, r - y, y - r - 1)
      if (away >= radius) continue
      const half = Math.sqrt(radius * radius - away * away)
      const left = Math.max(0, Math.floor(x - half + ROUNDING_PX))
      const right = Math.min(widthPx, Math.ceil(x + half - ROUNDING_PX))
      if (right <= left) continue
      inked += ink.count(r, left, right)
      all += right - left
    }
    const wrong = isInward ? all - inked : inked
    if (isWide ? wrong === 0 : wrong < all || all === 0) return
    const place = `${x.toFixed(1)}, ${y.toFixed(1)}`
    throw new Error(
      `the cut line at ${place} px is nearer to ${isInward ? "the edge of the ink" : "ink"} than its offset less ${TOLERANCE_MM} mm`,
    )
  }

  const bare = { ...job, labels: [] }
  const composed = composeSheet(bare, openStamp, host, (kernel) => ({
    pixelBytes: 4,
    rowLeadBytes: 0,
    begin: () => new Uint8Array(0),
    encode(band, count) {
      const pixels = kernel.view(band, count * widthPx * 4)
      for (let i = 0; i < count; i++) feed(pixels.subarray(i * widthPx * 4, (i + 1) * widthPx * 4))
      return []
    },
  }))
  for await (const _ of composed);
  for (let i = 0; i <= reach; i++) feed(null)
  return { points: count }
}
