import { readFileSync } from "node:fs"
import sharp from "sharp"
import { expect, test } from "vitest"
import { bytesSource, bytesStamp, collect } from "../../../harness/bytes.ts"
import { pngFormat } from "../../../sheet/formats/png-format.ts"
import type { ArtworkKind } from "../../../sheet/raster/artwork.ts"
import { makeStamp, type StampSpec } from "../../../sheet/raster/make-stamp.ts"
import { host, largestDifference } from "./decode.ts"

/**
 * sheet.png is the sheet below as sharp scales, turns and composes it; see golden/make-golden.ts.
 */
const golden = new URL("./golden/", import.meta.url)
const [widthPx, lengthPx] = [400, 300]

async function stamp(bytes: Uint8Array, kind: ArtworkKind, spec: Partial<StampSpec>): Promise<Uint8Array> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata()
  const whole = { trim: { x: 0, y: 0, width, height }, rotated: false, mirror: false }
  return collect(
    makeStamp(bytesSource(bytes), kind, { ...whole, widthPx: width, heightPx: height, ...spec }, host),
  )
}

test("a sheet of scaled, turned, mirrored and untouched art equals the golden one, made by sharp", async () => {
  const photo = readFileSync(new URL("photo.png", golden))
  const jpeg = readFileSync(new URL("photo.jpg", golden))
  const soft = readFileSync(new URL("soft.png", golden))
  const stamps: Record<string, Uint8Array> = {
    scaled: await stamp(photo, "png", { widthPx: 100, heightPx: 75 }),
    turned: await stamp(photo, "png", { widthPx: 75, heightPx: 100, rotated: true }),
    mirrored: await stamp(photo, "png", { widthPx: 100, heightPx: 75, mirror: true }),
    jpeg: await stamp(jpeg, "jpeg", { widthPx: 100, heightPx: 75 }),
    soft: await stamp(soft, "png", {}),
  }
  const places: [string, number, number, number, number][] = [
    ["scaled", 10, 10, 100, 75],
    ["turned", 130, 10, 75, 100],
    ["mirrored", 225, 10, 100, 75],
    ["jpeg", 10, 130, 100, 75],
    ["scaled", 225, 130, 100, 75],
    ["soft", 130, 130, 60, 60],
  ]
  const placements = places.map(([name, x, y, width, height]) => ({
    stamp: name,
    x,
    y,
    widthPx: width,
    heightPx: height,
  }))
  const job = { widthPx, lengthPx, dpi: 300, placements }
  const file = await collect(pngFormat.write(job, async (name) => bytesStamp(stamps[name]), host))
  const ours = await sharp(file).raw().toBuffer()
  const theirs = await sharp(readFileSync(new URL("sheet.png", golden)))
    .raw()
    .toBuffer()
  expect(largestDifference(ours, theirs)).toBeLessThanOrEqual(4)
  // Artwork at its own size is the same to the bit, half-transparent pixels included.
  for (let y = 130; y < 190; y++) {
    const row = [(y * widthPx + 130) * 4, (y * widthPx + 190) * 4] as const
    expect(Buffer.compare(ours.subarray(...row), theirs.subarray(...row))).toBe(0)
  }
})
