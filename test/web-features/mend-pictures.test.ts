import { expect, test } from "vitest"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource } from "../../harness/bytes.ts"
import type { LayTexts } from "../../sheet/mend/mend.ts"
import type { Picture } from "../../sheet/raster/artwork.ts"
import { encodePicture } from "../../sheet/raster/picture-file.ts"
import { inkOf } from "../../sheet/raster/picture-ink.ts"
import { type MendWish, openForScreen, openMendPictures } from "../../web/features/mends/mend-pictures.ts"

const host = await openNodeHost()

/** A red box on clear ground: 100 × 60 px, from 20, 10 to 80, 50. */
function boxed(): Picture {
  const picture = { widthPx: 100, heightPx: 60, rgba: new Uint8Array(100 * 60 * 4) }
  for (let y = 10; y < 50; y++)
    for (let x = 20; x < 80; x++) picture.rgba.set([255, 0, 0, 255], (y * 100 + x) * 4)
  return picture
}

test("the page shows a picture with its mends at a width of its own, and before them as it is cropped", async () => {
  const artwork = await openForScreen(bytesSource(await encodePicture(boxed(), host)), "png", host)
  if (!artwork) throw new Error("a plain PNG needs no press")
  expect(artwork.ownWidthPx).toBe(100)
  expect(artwork.picture).toEqual(boxed())
  const draw = openMendPictures(artwork, host, () => Promise.reject(new Error("it has no texts")))
  const plain = await draw({ mends: [], widthPx: 50, widthIn: null, trims: true })
  expect(plain.after).toBe(plain.before)
  expect([plain.before.widthPx, plain.before.heightPx]).toEqual([50, 30])
  const crop = { kind: "crop", isOn: true, x: 200, y: 0, width: 300, height: 500 } as const
  const cropped = await draw({ mends: [crop], widthPx: 5000, widthIn: 2, trims: true })
  expect([cropped.before.widthPx, cropped.before.heightPx]).toEqual([30, 30])
  expect(cropped.after).toEqual(cropped.before)
  expect(cropped.ink).toEqual({ x: 0, y: 10, width: 30, height: 20 })
  // What is asked for again is not made again, and was not changed by what was drawn meanwhile.
  expect((await draw({ mends: [crop], widthPx: 5000, widthIn: 3, trims: true })).before).toBe(cropped.before)
  expect((await draw({ mends: [], widthPx: 100, widthIn: null, trims: true })).after).toEqual(boxed())
})

test("the quick picture has the texts that are mended too, and the outline around them", async () => {
  const artwork = { picture: boxed(), ownWidthPx: 100 }
  // A blue bar beside the box, in place of a name.
  const lay: LayTexts = async ({ decode, ...size }) => ({
    ...size,
    decode: (sink, pause) =>
      decode((row, y) => {
        if (y >= 20 && y < 30) for (let x = 88; x < 94; x++) row.set([0, 0, 255, 255], x * 4)
        sink(row, y)
      }, pause),
  })
  const draw = openMendPictures(artwork, host, async () => lay)
  const mends: MendWish["mends"] = [
    { kind: "outline", isOn: true, mm: 0.25, colour: "#00ff00" },
    { kind: "include-text", isOn: true },
  ]
  const { after } = await draw({ mends, widthPx: 100, widthIn: null, trims: true, texts: [] })
  const border = (after.widthPx - 100) / 2
  const pixel = (x: number, y: number) => {
    const at = ((y + border) * after.widthPx + x + border) * 4
    return [...after.rgba.subarray(at, at + 4)]
  }
  expect(pixel(90, 25)).toEqual([0, 0, 255, 255])
  expect(pixel(90, 18)).toEqual([0, 255, 0, 255])
  expect(pixel(90, 12)[3]).toBe(0)
})

test("the box of what is not clear has its last row and column, and a clear picture has none", () => {
  expect(inkOf(boxed())).toEqual({ x: 20, y: 10, width: 60, height: 40 })
  expect(inkOf({ widthPx: 3, heightPx: 3, rgba: new Uint8Array(36) })).toBe(null)
  const corner = { widthPx: 3, heightPx: 3, rgba: new Uint8Array(36) }
  corner.rgba[35] = 1
  expect(inkOf(corner)).toEqual({ x: 2, y: 2, width: 1, height: 1 })
})
