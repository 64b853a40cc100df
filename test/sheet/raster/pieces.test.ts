import sharp from "sharp"
import { expect, test } from "vitest"
import { bytesSource, collect } from "../../../harness/bytes.ts"
import { pieceGrid, pieceSize } from "../../../sheet/preflight/piece-size.ts"
import { sharedPart } from "../../../sheet/preflight/shared-part.ts"
import type { Box, RowSource } from "../../../sheet/raster/artwork.ts"
import { drawWhole, layOver } from "../../../sheet/raster/draw-over.ts"
import { laidPlaces, makeLaidStamp } from "../../../sheet/raster/make-laid-stamp.ts"
import { makeStamp } from "../../../sheet/raster/make-stamp.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { SVG_STAMP_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { openTextRows } from "../../../sheet/raster/text-rows.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"
import { textsSvg } from "../../../sheet/text/draw-layers.ts"
import { host } from "./decode.ts"
import { readCopied } from "./stamps.ts"

const WIDTH = 300
const HEIGHT = 420
const canvas = { width: WIDTH, height: HEIGHT }
/** Letters of straight and bent edges, partly over the ink below. */
const TEXTS = `<path d="M40 250L120 250L80 390Z" fill="#0a0"/><path d="M150 180C250 180 250 400 150 400Z" fill="#00f" stroke="#ff0" stroke-width="7"/>`
const inkBox = { x: 60, y: 30, width: 150, height: 250 }

/** Ink with soft edges in `inkBox`. */
async function softPng(): Promise<Uint8Array> {
  const { x, y, width, height } = inkBox
  const svg = `<svg width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#0ff" stop-opacity=".2"/></linearGradient></defs><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#g)"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** All of the grid with its texts, drawn in a part that may leave it. */
async function drawnTogether(png: Uint8Array, grid: { widthPx: number; heightPx: number }, part: Box) {
  const picture = await drawWhole(await openArtwork(bytesSource(png), "png", host, null), grid.widthPx, host)
  expect(picture.heightPx).toBe(grid.heightPx)
  const size = { width: grid.widthPx, height: grid.heightPx }
  const drawing = await openTextRows({ texts: TEXTS, canvas, picture: size, part }, host)
  const left = Math.max(0, -part.x)
  const right = Math.min(part.width, grid.widthPx - part.x)
  await drawing.decode((row, y) => {
    if (part.y + y < 0 || part.y + y >= grid.heightPx) return
    const from = ((part.y + y) * grid.widthPx + part.x + left) * 4
    layOver(picture.rgba.subarray(from, from + (right - left) * 4), row.subarray(left * 4, right * 4))
  })
  return picture
}

function cut({ widthPx, rgba }: { widthPx: number; rgba: Uint8Array }, { x, y, width, height }: Box) {
  const rows = Array.from({ length: height }, (_, row) =>
    rgba.subarray(((y + row) * widthPx + x) * 4, ((y + row) * widthPx + x + width) * 4),
  )
  return { width, height, rgba: Buffer.concat(rows) }
}

/** By another program: mirrored, then turned. */
async function turned(
  { width, height, rgba }: ReturnType<typeof cut>,
  { mirror, degrees }: { mirror: boolean; degrees: number },
): Promise<Buffer> {
  const raw = { width, height, channels: 4 as const }
  const flopped = await sharp(rgba, { raw }).flop(mirror).raw().toBuffer()
  return sharp(flopped, { raw }).rotate(degrees).raw().toBuffer()
}

test.each([
  ["reduced", 0.31],
  ["as it is", 1],
  ["enlarged", 2.7],
])("a piece is what drawing its base and its texts together gives, %s", async (_, scale) => {
  const png = await softPng()
  const image = { widthPx: WIDTH, heightPx: HEIGHT, trim: inkBox }
  const trim = { x: 36, y: 30, width: 200, height: 380 }
  const piece = { ...image, trim, shownTrim: inkBox }
  const asked = { image: piece, widthIn: (inkBox.width * scale) / 300, template: { dpi: 300, trim: true } }
  const grid = pieceGrid(asked)
  if (!grid) throw new Error("a piece has a grid")
  expect(pieceSize(asked)).toEqual({ widthPx: grid.part.width, heightPx: grid.part.height })
  const { part, ...size } = grid
  const belowBox = sharedPart(inkBox, image, size)
  const together = cut(await drawnTogether(png, size, part), part)
  // The renderer flattens curves by where its picture begins: edges differ a little.
  const all = { x: 0, y: 0, width: size.widthPx, height: size.heightPx }
  const whole = cut(await drawnTogether(png, size, all), part)
  const unlike = [...together.rgba].map((value, at) => Math.abs(value - whole.rgba[at])).filter((d) => d > 0)
  expect(unlike.filter((d) => d > 40).length / together.rgba.length).toBeLessThan(0.0002)
  expect(unlike.length / together.rgba.length).toBeLessThan(0.003)

  const texts = { texts: TEXTS, canvas, ink: { left: 36, top: 180, right: 240, bottom: 404 } }
  for (const mirror of [false, true]) {
    for (const degrees of [0, 90, 180, 270]) {
      const turn = { rotated: degrees % 180 === 90, halfTurned: degrees >= 180, mirror }
      const turnedSize = ({ width, height }: Box) => ({
        widthPx: turn.rotated ? height : width,
        heightPx: turn.rotated ? width : height,
      })
      const cutOut = { trim: belowBox, grid: size, ...turnedSize(belowBox), ...turn }
      const laidPiece = { grid: size, part, under: { stamp: "shared", box: belowBox }, turn, ...texts }
      const files = new Map([
        ["shared", await collect(makeStamp(bytesSource(png), "png", cutOut, host))],
        ["piece", await collect(makeLaidStamp(laidPiece, host))],
      ])
      const rgba = await readCopied(files, { stamp: "piece", ...turnedSize(part) })
      const { drawn } = laidPlaces(laidPiece)
      const expected = await turned(cut(await drawnTogether(png, size, drawn), part), { mirror, degrees })
      expect(Buffer.compare(rgba, expected), `${degrees}° ${mirror}`).toBe(0)
    }
  }
})

test("texts are drawn as any drawing of the same paths is", async () => {
  const picture = { width: 900, height: 1260 }
  const part = { x: 90, y: 500, width: 640, height: 730 }
  const rgbaOf = async ({ decode, widthPx, heightPx }: RowSource) => {
    expect([widthPx, heightPx]).toEqual([part.width, part.height])
    const rgba = new Uint8Array(widthPx * heightPx * 4)
    await decode((row, y) => rgba.set(row, y * widthPx * 4))
    return rgba
  }
  const own = await rgbaOf(await openTextRows({ texts: TEXTS, canvas, picture, part }, host))
  const svg = textsSvg(TEXTS, canvas, picture, part)
  const size = { widthPx: part.width, heightPx: part.height, effort: SVG_STAMP_EFFORT }
  const read = await rgbaOf(await openArtwork(textSource(svg), "svg", host, size))
  // Reading a drawing rounds its coordinates.
  const unlike = own.filter((value, at) => Math.abs(value - read[at]) > 0).length
  expect(unlike / own.length).toBeLessThan(0.0005)
  // What is in another form is read as any drawing.
  const group = await openTextRows({ texts: `<g>${TEXTS}</g>`, canvas, picture, part }, host)
  expect(Buffer.compare(await rgbaOf(group), read)).toBe(0)
})
