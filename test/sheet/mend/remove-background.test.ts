import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { COMPOSITES, drawComposite } from "../../../harness/composites.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { throughJpeg } from "../../../harness/through-jpeg.ts"
import { addFigures, compareEdges, noFigures } from "../../../harness/unmix-figures.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"

const host = await openNodeHost()
const TOLERANCE = 8
const fromEdges: Mend = { kind: "remove-background", from: "edges", tolerance: TOLERANCE }
const fromEverywhere: Mend = { kind: "remove-background", from: "everywhere", tolerance: TOLERANCE }

async function mended(picture: Picture, mend: Mend): Promise<Picture> {
  return rowsPicture(await mendRows(pictureRows(picture), [mend], { mmPerPx: 25.4 / 300, host }))
}

/** Returns a picture of one letter a pixel. */
function drawn(rows: string[], colours: Record<string, readonly number[]>): Picture {
  const pixels = [...rows.join("")].flatMap((letter) => colours[letter])
  return { widthPx: rows[0].length, heightPx: rows.length, rgba: Uint8Array.from(pixels) }
}

/** Returns `inner` in a larger picture of one colour. */
function within(inner: Picture, widthPx: number, heightPx: number, left: number, top: number): Picture {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  for (let at = 0; at < rgba.length; at += 4) rgba.set(inner.rgba.subarray(0, 4), at)
  for (let y = 0; y < inner.heightPx; y++)
    rgba.set(
      inner.rgba.subarray(y * inner.widthPx * 4, (y + 1) * inner.widthPx * 4),
      ((top + y) * widthPx + left) * 4,
    )
  return { widthPx, heightPx, rgba }
}

// One of each drawing, each on another ground than its neighbours; `npm run bench -- mend` has all sixty.
const some = Array.from({ length: 10 }, (_, i) => ((i % 6) * 10 + i) % COMPOSITES)

test("a plain background goes, with its share of every edge", async () => {
  const sum = noFigures()
  for (const i of some) {
    const { picture, truth, isEverywhere } = drawComposite(i, 120)
    const result = await mended(picture, isEverywhere ? fromEverywhere : fromEdges)
    addFigures(sum, compareEdges(result, truth))
  }
  expect(sum.alphaRight / sum.edges).toBeGreaterThan(0.99)
  expect(sum.colourRight / sum.coloured).toBeGreaterThan(0.99)
  expect([sum.specks, sum.holes]).toEqual([0, 0])
})

test("the noise of JPEG goes with the box", async () => {
  for (const i of some.slice(1, 7)) {
    const { name, picture, truth } = drawComposite(i, 120)
    const { specks, holes } = compareEdges(await mended(await throughJpeg(picture, 85), fromEdges), truth)
    expect(specks, name).toBe(0)
    expect(holes, name).toBeLessThan(100)
  }
})

test("what a JPEG leaves beside art on black goes with the box, and the art stays", async () => {
  for (const i of [13, 17, 18]) {
    const { name, picture, truth } = drawComposite(i, 240)
    const { specks, holes } = compareEdges(await mended(await throughJpeg(picture, 80), fromEdges), truth)
    expect(specks, name).toBe(0)
    expect(holes, name).toBeLessThan(100)
  }
})

test("what is enclosed stays, unless the colour goes everywhere; clear pixels lead to it", async () => {
  const colours = {
    w: [255, 255, 255, 255],
    v: [253, 255, 254, 255],
    ".": [0, 0, 0, 0],
    k: [0, 0, 0, 255],
  }
  const box = drawn([".........", ".wwwwwwv.", ".wkkkkww.", ".vkwwkww.", ".wkkkkvw.", "........."], colours)
  const without = [".........", ".........", "..kkkk...", "..kwwk...", "..kkkk...", "........."]
  expect((await mended(box, fromEdges)).rgba).toEqual(drawn(without, colours).rgba)
  const open = without.map((row) => row.replaceAll("w", "."))
  expect((await mended(box, fromEverywhere)).rgba).toEqual(drawn(open, colours).rgba)
  const plain = { ...box, rgba: drawn(without, colours).rgba }
  expect(await mended(plain, { ...fromEdges, colour: "#00ff00" })).toEqual(plain)
  const nothing = drawn(["..", ".."], colours)
  expect(await mended(nothing, fromEdges)).toEqual(nothing)
})

test("a rim that another cut has left goes, too", async () => {
  const { picture, truth } = drawComposite(3, 120)
  const cut = { ...picture, rgba: picture.rgba.slice() }
  for (let at = 3; at < cut.rgba.length; at += 4) if (truth.rgba[at] === 0) cut.rgba[at] = 0
  const figures = compareEdges(await mended(cut, { ...fromEdges, colour: "#ffffff" }), truth)
  expect(figures.alphaRight / figures.edges).toBeGreaterThan(0.99)
  expect(figures.colourRight / figures.coloured).toBeGreaterThan(0.99)
})

test("an edge is the same wherever it lies in the picture", async () => {
  const { picture } = drawComposite(5, 120)
  const [one, other] = [
    await mended(within(picture, 150, 150, 10, 5), fromEdges),
    await mended(within(picture, 650, 300, 470, 61), fromEdges),
  ]
  for (let y = 0; y < 120; y++)
    expect(one.rgba.subarray(((5 + y) * 150 + 10) * 4, ((5 + y) * 150 + 130) * 4), `row ${y}`).toEqual(
      other.rgba.subarray(((61 + y) * 650 + 470) * 4, ((61 + y) * 650 + 590) * 4),
    )
})

test("the widest pictures are mended in narrow windows", async () => {
  const { picture, truth } = drawComposite(1, 60)
  const wide = await mended(within(picture, 60_000, 80, 500, 10), fromEdges)
  const rgba = new Uint8Array(60 * 60 * 4)
  for (let y = 0; y < 60; y++)
    rgba.set(wide.rgba.subarray(((10 + y) * 60_000 + 500) * 4, ((10 + y) * 60_000 + 560) * 4), y * 60 * 4)
  const figures = compareEdges({ ...truth, rgba }, truth)
  expect(figures.alphaRight / figures.edges).toBeGreaterThan(0.97)
})

test("a colour that is knocked out leaves partly transparent edges", async () => {
  const { picture, truth } = drawComposite(10, 120)
  const mend: Mend = { kind: "knock-out", colour: "#000000", tolerance: TOLERANCE }
  const figures = compareEdges(await mended(picture, mend), truth)
  expect(figures.alphaRight / figures.edges).toBeGreaterThan(0.99)
  expect([figures.specks, figures.holes]).toEqual([0, 0])
})

test("the border's colour is that of its larger part, though the first rows have another", async () => {
  const { picture } = drawComposite(3, 120)
  const clean = await mended(picture, fromEdges)
  const banded = { ...picture, rgba: picture.rgba.slice() }
  for (let y = 0; y < 33; y++)
    for (let x = 0; x < 120; x++) if (x < 2 || y < 2) banded.rgba.set([220, 40, 200, 255], (y * 120 + x) * 4)
  const { rgba } = await mended(banded, fromEdges)
  expect(rgba.subarray(0, 4)).toEqual(Uint8Array.of(220, 40, 200, 255))
  const row = (y: number, from: Uint8Array) => from.subarray(y * 480, y * 480 + 480)
  for (let y = 60; y < 120; y++) expect(row(y, rgba)).toEqual(row(y, clean.rgba))
})
