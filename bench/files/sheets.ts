import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { fileSource, openNodeHost } from "../../cli/node-host.ts"
import { bytesSource, collect } from "../../harness/bytes.ts"
import { photoLike } from "../../harness/raw-pictures.ts"
import { sized } from "../../harness/smoke.ts"
import type { SheetJob } from "../../sheet/raster/compose-sheet.ts"
import { makeStamp, type StampSpec } from "../../sheet/raster/make-stamp.ts"
import { artworkDir, makeArtwork, px, uniqueCount, uniqueName } from "../render/artwork.ts"

/** A sheet whose stamps lie in a folder, each as `NAME.stamp`. */
export type FileSheet = { name: string; sheet: SheetJob; stampDir: string }

const ROLL_PX = px(6600)
const PIECES = sized(5000, 50)
/** The most items of a print, and the files behind their stamps. */
const DESIGNS = sized(500, 10)
const SMALL_STAMPS = sized(50, 5)

/** Returns the sheets that are written in every format; makes missing stamps. */
export async function makeSheets(): Promise<FileSheet[]> {
  await makeArtwork(["photo.png", "flat.png", "small.png"])
  const stampDir = join(artworkDir, "stamps-2")
  mkdirSync(stampDir, { recursive: true })
  const host = await openNodeHost()
  const size = { widthPx: px(1500), heightPx: px(1560) }
  for (const [file, source] of [
    ["photo.png", 4500],
    ["flat.png", 4500],
    ["small.png", 1800],
  ] as const) {
    const path = join(stampDir, `${file}.stamp`)
    const spec = whole(px(source), px((source * 26) / 25), size)
    if (!existsSync(path))
      writeFileSync(path, await collect(makeStamp(fileSource(join(artworkDir, file)), "png", spec, host)))
  }
  const names = Array.from({ length: uniqueCount }, (_, i) => uniqueName(i))
  await makeArtwork(names)
  const large = { widthPx: px(1560), heightPx: px(1872) }
  for (const name of names) {
    const path = join(stampDir, `${name}.stamp`)
    const spec = whole(px(4500), px(5400), large)
    if (!existsSync(path))
      writeFileSync(path, await collect(makeStamp(fileSource(join(artworkDir, name)), "png", spec, host)))
  }
  const small = { widthPx: px(120), heightPx: px(560) }
  for (let i = 0; i < SMALL_STAMPS; i++) {
    const path = join(stampDir, `small-${i}.stamp`)
    if (existsSync(path)) continue
    const raw = { width: small.widthPx, height: small.heightPx, channels: 4 as const }
    const png = await sharp(photoLike(raw.width, raw.height, i), { raw })
      .png()
      .toBuffer()
    const spec = whole(small.widthPx, small.heightPx, small)
    writeFileSync(path, await collect(makeStamp(bytesSource(new Uint8Array(png)), "png", spec, host)))
  }
  return [
    { name: "22 × 60 in, 44 copies of 3", sheet: copies(px(18_000), size), stampDir },
    { name: "22 × 200 in, 148 copies of 3", sheet: copies(px(60_000), size), stampDir },
    { name: "22 × 100 in, 60 photographs", sheet: photographs(names, large), stampDir },
    { name: "22 × 200 in, 5,000 copies of 500", sheet: manySmall(small), stampDir },
  ]
}

type Size = { widthPx: number; heightPx: number }

function whole(width: number, height: number, size: Size): StampSpec {
  return { trim: { x: 0, y: 0, width, height }, ...size, rotated: false, mirror: false }
}

/** Returns rows of four, the three artworks in turn, down to the end of the film. */
function copies(lengthPx: number, size: Size): SheetJob {
  const artwork = ["photo.png", "flat.png", "small.png"]
  const placements: SheetJob["placements"] = []
  for (let row = 0; (row + 1) * (size.heightPx + px(30)) <= lengthPx; row++) {
    for (let column = 0; column < 4; column++) {
      const stamp = artwork[row % 3 === 2 ? 2 : (row + (column >> 1)) % 2]
      placements.push({
        stamp,
        x: px(50) + column * px(1640),
        y: px(20) + row * (size.heightPx + px(30)),
        ...size,
      })
    }
  }
  return { widthPx: ROLL_PX, lengthPx, dpi: 300, placements }
}

/** Returns a sheet with each design once: nothing for a format to share. */
function photographs(names: readonly string[], size: Size): SheetJob {
  const placements = names.map((stamp, i) => ({
    stamp,
    x: px(60) + (i % 4) * (size.widthPx + px(30)),
    y: px(60) + Math.floor(i / 4) * (size.heightPx + px(30)),
    ...size,
  }))
  return { widthPx: ROLL_PX, lengthPx: px(30_000), dpi: 300, placements }
}

function manySmall(size: Size): SheetJob {
  const placements = Array.from({ length: PIECES }, (_, i) => ({
    stamp: `small-${i % SMALL_STAMPS}#${i % DESIGNS}`,
    x: px(30) + (i % 50) * px(130),
    y: px(10) + Math.floor(i / 50) * px(595),
    ...size,
  }))
  return { widthPx: ROLL_PX, lengthPx: px(60_000), dpi: 300, placements }
}
