import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { layTexts } from "../../../sheet/mend/lay-texts.ts"
import type { Mend, PlaceTexts } from "../../../sheet/mend/mend.ts"
import { mendPrinted } from "../../../sheet/mend/mend-printed.ts"
import { coverageOf, disc, draw } from "./made-shapes.ts"

const host = await openNodeHost()

/** A disc in a picture of 200 × 100, and a bar beside it in place of a name. */
const picture = draw(200, 100, coverageOf(disc(50, 50, 30)))
const bar = { left: 120, top: 40, right: 160, bottom: 60 }
const outline: Mend = { kind: "outline", mm: 0.5, colour: "#ff0000" }
const border = Math.ceil((0.5 / 25.4) * 300)
const size = { dpi: 300, widthPx: 200 + 2 * border, isWhole: true }

/** Places a box, whose edges count from the artwork's corner. */
function barAt({ left, top, right, bottom }: typeof bar): PlaceTexts {
  const ink = { left: left + border, top: top + border, right: right + border, bottom: bottom + border }
  const path = `M${ink.left} ${ink.top}H${ink.right}V${ink.bottom}H${ink.left}Z`
  return () => ({ texts: `<path d="${path}" fill="#0000ff"/>`, ink })
}

async function mended(mends: Mend[], place: PlaceTexts) {
  const { widthPx, heightPx, rgba } = await rowsPicture(
    await mendPrinted(pictureRows(picture), mends, size, host, { lay: layTexts(place, host) }),
  )
  const pixel = (x: number, y: number) => {
    const at = ((y + border) * widthPx + x + border) * 4
    return [...rgba.subarray(at, at + 4)]
  }
  return { widthPx, heightPx, pixel }
}

test("a name that is mended too has the artwork's outline around it, and without that none", async () => {
  const { widthPx, heightPx, pixel } = await mended([{ kind: "include-text" }, outline], barAt(bar))
  expect([widthPx, heightPx]).toEqual([200 + 2 * border, 100 + 2 * border])
  expect(pixel(140, 50)).toEqual([0, 0, 255, 255])
  for (const [x, y] of [
    [bar.left - 3, 50],
    [bar.right + 2, 50],
    [140, bar.top - 3],
    [140, bar.bottom + 2],
    [50 - 33, 50],
  ])
    expect(pixel(x, y), `${x}, ${y}`).toEqual([255, 0, 0, 255])
  expect(pixel(bar.left - border - 2, 50)[3]).toBe(0)

  const alone = await mended([outline], barAt(bar))
  expect(alone.pixel(140, 50)[3]).toBe(0)
  expect(alone.pixel(50 - 33, 50)).toEqual([255, 0, 0, 255])
})

test("texts come before what is made of them, wherever that stands, and none is cut off by a border", async () => {
  const after = await mended([outline, { kind: "include-text" }], barAt(bar))
  expect(after.pixel(bar.left - 3, 50)).toEqual([255, 0, 0, 255])
  await expect(mended([{ kind: "include-text" }, outline], barAt({ ...bar, right: 204 }))).rejects.toThrow(
    /reaches into the outline .* switch off "Mend the text too"/,
  )
})
