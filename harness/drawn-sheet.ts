import sharp from "sharp"
import type { FormatJob } from "../sheet/formats/sheet-format.ts"
import type { RasterHost } from "../sheet/raster/host.ts"
import { makeStamp } from "../sheet/raster/make-stamp.ts"
import { bytesSource, bytesStamp, collect } from "./bytes.ts"
import type { Drawing } from "./fuzz/silhouettes.ts"

const MARGIN = 100

/** Returns a sheet of drawings side by side at 300 DPI, `gapPx` apart, with a margin around them. */
export async function drawnSheet(drawings: readonly Drawing[], host: RasterHost, gapPx = 0) {
  const stamps = new Map<string, Uint8Array>()
  const placements: FormatJob["placements"] = []
  let x = MARGIN
  for (const [i, { widthPx, heightPx, isInk }] of drawings.entries()) {
    const rgba = new Uint8Array(widthPx * heightPx * 4)
    for (let at = 0; at < widthPx * heightPx; at++)
      if (isInk(at % widthPx, Math.floor(at / widthPx))) rgba.set([200, 20, 60, 255], at * 4)
    const png = sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } }).png()
    const source = bytesSource(new Uint8Array(await png.toBuffer()))
    const trim = { x: 0, y: 0, width: widthPx, height: heightPx }
    const spec = { trim, widthPx, heightPx, rotated: false, mirror: false }
    stamps.set(`${i}`, await collect(makeStamp(source, "png", spec, host)))
    // Equal drawings are one design.
    const name = `${drawings.indexOf(drawings[i])}`
    placements.push({ stamp: `${i}`, x, y: MARGIN, widthPx, heightPx, design: { name, turn: 0 } })
    x += widthPx + gapPx
  }
  const job: FormatJob = {
    widthPx: x - gapPx + MARGIN,
    lengthPx: 2 * MARGIN + Math.max(...drawings.map(({ heightPx }) => heightPx)),
    dpi: 300,
    placements,
    about: { title: "Cut", createdAtMs: null },
  }
  const openStamp = async (stamp: string) => bytesStamp(stamps.get(stamp) ?? new Uint8Array())
  return { job, openStamp }
}
