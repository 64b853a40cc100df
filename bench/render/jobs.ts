import { sized } from "../../harness/smoke.ts"
import type { SheetJob } from "../../sheet/raster/compose-sheet.ts"
import type { StampSpec } from "../../sheet/raster/make-stamp.ts"
import { px, uniqueCount, uniqueName } from "./artwork.ts"
import type { RenderJob } from "./worker.ts"

export type BenchJob = { name: string; runs: number; artwork: string[]; job: RenderJob }

const ROLL_PX = px(6600)
const GAP_PX = px(30)

/** The jobs of the render benchmark, by name. */
export const benchJobs: BenchJob[] = [
  copiesJob("sheet-80in", px(24_000), sized(3, 1)),
  copiesJob("sheet-200in", px(60_000), sized(3, 1)),
  uniqueJob(),
  jpegJob(),
]

/** Returns rows of four copies, the three artworks in turn, down to the end of the film. */
function copiesJob(name: string, lengthPx: number, runs: number): BenchJob {
  const size = { widthPx: px(1500), heightPx: px(1560) }
  const artwork = ["photo.png", "flat.png", "small.png"]
  const sources = [4500, 4500, 1800]
  const placements: SheetJob["placements"] = []
  for (let row = 0; (row + 1) * (size.heightPx + GAP_PX) <= lengthPx; row++) {
    for (let column = 0; column < 4; column++) {
      const stamp = artwork[row % 3 === 2 ? 2 : (row + (column >> 1)) % 2]
      placements.push({
        stamp,
        x: px(50) + column * px(1640),
        y: px(20) + row * (size.heightPx + GAP_PX),
        ...size,
      })
    }
  }
  const stamps = artwork.map((file, i) => ({
    name: file,
    file,
    kind: "png" as const,
    spec: upright(px(sources[i]), px((sources[i] * 26) / 25), size.widthPx, size.heightPx),
  }))
  return { name, runs, artwork, job: { stamps, sheet: { widthPx: ROLL_PX, lengthPx, dpi: 300, placements } } }
}

function uniqueJob(): BenchJob {
  const size = { widthPx: px(1560), heightPx: px(1872) }
  const names = Array.from({ length: uniqueCount }, (_, i) => uniqueName(i))
  const placements = names.map((stamp, i) => ({
    stamp,
    x: px(60) + (i % 4) * (size.widthPx + GAP_PX),
    y: px(60) + Math.floor(i / 4) * (size.heightPx + GAP_PX),
    ...size,
  }))
  const stamps = names.map((file) => ({
    name: file,
    file,
    kind: "png" as const,
    spec: upright(px(4500), px(5400), size.widthPx, size.heightPx),
  }))
  const sheet = { widthPx: ROLL_PX, lengthPx: px(30_000), dpi: 300, placements }
  return { name: "sheet-100in-unique", runs: 1, artwork: names, job: { stamps, sheet } }
}

function jpegJob(): BenchJob {
  const file = "progressive.jpg"
  const stamps = [
    { name: file, file, kind: "jpeg" as const, spec: upright(px(8064), px(6048), px(3600), px(2700)) },
  ]
  return { name: "stamp-jpeg-48mp", runs: sized(3, 1), artwork: [file], job: { stamps, sheet: null } }
}

function upright(
  sourceWidthPx: number,
  sourceHeightPx: number,
  widthPx: number,
  heightPx: number,
): StampSpec {
  const trim = { x: 0, y: 0, width: sourceWidthPx, height: sourceHeightPx }
  return { trim, widthPx, heightPx, rotated: false, mirror: false }
}
