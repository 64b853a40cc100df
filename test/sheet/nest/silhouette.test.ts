import sharp from "sharp"
import { expect, test } from "vitest"
import { bytesSource, collect } from "../../../harness/bytes.ts"
import { inkOf, silhouetteOf } from "../../../harness/nest/ink.ts"
import { inkOutline, type PrintedInk } from "../../../sheet/layout/nest/printed-ink.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { makeStamp } from "../../../sheet/raster/make-stamp.ts"
import {
  decodeSilhouette,
  encodeSilhouette,
  openSilhouette,
  SILHOUETTE_MAX_CELLS,
  SILHOUETTE_MAX_RUNS,
} from "../../../sheet/silhouette.ts"
import { host } from "../raster/decode.ts"
import { readStamp } from "../raster/stamps.ts"

function speckled(seed: number, widthPx: number, heightPx: number, share: number) {
  const random = createRandom(seed)
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  for (let i = 3; i < rgba.length; i += 4) if (random() < share) rgba[i] = 1 + Math.floor(random() * 255)
  return { widthPx, heightPx, rgba }
}

test("every pixel that is not fully transparent is ink, and its printed place too, mirrored or not", () => {
  for (const [widthPx, heightPx] of [
    [40, 31],
    [1025, 9],
    [700, 2100],
  ]) {
    const picture = speckled(widthPx, widthPx, heightPx, 0.002)
    const silhouette = silhouetteOf(picture)
    expect(Math.max(widthPx, heightPx) / silhouette.cellPx).toBeLessThanOrEqual(SILHOUETTE_MAX_CELLS)
    for (const mirror of [false, true]) {
      const ink = inkOf(silhouette, 555, mirror)
      const { starts, ends } = inkOutline(ink).bands(7)
      for (let y = 0; y < heightPx; y++) {
        for (let x = 0; x < widthPx; x++) {
          if (picture.rgba[(y * widthPx + x) * 4 + 3] === 0) continue
          const across = ((mirror ? widthPx - x - 0.5 : x + 0.5) * ink.widthPx) / widthPx
          const row = Math.floor(((y + 0.5) * ink.heightPx) / heightPx / 7)
          const band = ends.subarray(starts[row], starts[row + 1])
          const isCovered = band.some((from, i) => i % 2 === 0 && from <= across && across <= band[i + 1])
          expect(isCovered, `${x}, ${y}`).toBe(true)
        }
      }
    }
  }
})

async function pngOf(rgba: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  )
}

/** Returns upright and turned columns and rows of every pixel of a stamp with ink. */
async function stampedInk(
  bytes: Uint8Array,
  { box, widthPx, heightPx, mirror, silhouette }: PrintedInk,
  turn: number,
): Promise<[number, number][]> {
  const [rotated, halfTurned] = [turn % 2 === 1, turn >= 2]
  const size = rotated ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx }
  const kind = silhouette.isVector ? "svg" : "png"
  const spec = { trim: box, ...size, rotated, halfTurned, mirror }
  const { rgba } = await readStamp(await collect(makeStamp(bytesSource(bytes), kind, spec, host)))
  const ink: [number, number][] = []
  for (let y = 0; y < size.heightPx; y++) {
    for (let x = 0; x < size.widthPx; x++) {
      if (rgba[(y * size.widthPx + x) * 4 + 3] === 0) continue
      const [s, t] = halfTurned ? [size.widthPx - 1 - x, size.heightPx - 1 - y] : [x, y]
      // Clockwise: what was at the left, from foot to head, is now the first row.
      ink.push(rotated ? [t, heightPx - 1 - s] : [s, t])
    }
  }
  return ink
}

function outsideOf(ink: PrintedInk, pixels: [number, number][]): [number, number][] {
  const { starts, ends } = inkOutline(ink).bands(1)
  return pixels.filter(([x, y]) => {
    for (let i = starts[y]; i < starts[y + 1]; i += 2) if (ends[i] <= x && x < ends[i + 1]) return false
    return true
  })
}

test("no ink of a stamp lies outside of its silhouette, from a tenth to eight times, in every turn, mirrored, trimmed", async () => {
  const specks = speckled(11, 83, 61, 0.01)
  const discs = { widthPx: 90, heightPx: 70, rgba: new Uint8Array(90 * 70 * 4) }
  for (let i = 0; i < 90 * 70; i++) {
    const [x, y] = [i % 90, Math.floor(i / 90)]
    const isInk = Math.hypot(x - 30, y - 30) < 25 || Math.hypot(x - 75, y - 55) < 9
    if (isInk) discs.rgba.set([200, 40, 90, 255], i * 4)
  }
  // More than SILHOUETTE_MAX_CELLS across, so that cells are larger than pixels.
  const wide = speckled(12, 1_500, 9, 0.004)
  const factors = [0.1, 0.23, 0.5, 0.77, 0.99, 1, 1.01, 1.4, 2, 2.99, 3, 3.01, 5, 8]
  let turn = 0
  for (const picture of [specks, discs, wide]) {
    const { widthPx: width, heightPx: height, rgba } = picture
    const bytes = await pngOf(rgba, width, height)
    const report = await inspectArtwork(bytesSource(bytes), host, { previewPx: 16 })
    expect(report.silhouette).toEqual(silhouetteOf(picture))
    for (const factor of picture === wide ? [0.1, 0.77, 1.4, 2] : factors) {
      for (const box of [{ x: 0, y: 0, width, height }, report.trim]) {
        const widthPx = Math.max(1, Math.round(box.width * factor))
        const heightPx = Math.max(1, Math.round((widthPx * box.height) / box.width))
        const ink = { silhouette: report.silhouette, box, widthPx, heightPx, mirror: turn % 3 === 0 }
        const pixels = await stampedInk(bytes, ink, turn++ % 4)
        expect(pixels.length, `${width} × ${factor}`).toBeGreaterThan(0)
        // Mirrored stamps are mirrored before they are turned, as outlines are.
        expect(outsideOf(ink, pixels), `${width} × ${factor}, turn ${(turn - 1) % 4}`).toEqual([])
      }
    }
  }
})

test("ink of one pixel takes all of its silhouette and no more", async () => {
  const rgba = new Uint8Array(11 * 11 * 4)
  rgba.set([0, 0, 0, 255], (5 * 11 + 5) * 4)
  const bytes = await pngOf(rgba, 11, 11)
  for (const factor of [1, 2, 3, 4, 5, 8]) {
    const ink = inkOf(silhouetteOf({ widthPx: 11, heightPx: 11, rgba }), 11 * factor)
    const pixels = await stampedInk(bytes, ink, 0)
    const { ends } = inkOutline(ink).bands(1)
    const columns = pixels.map(([x]) => x)
    expect([Math.min(...columns), Math.max(...columns) + 1]).toEqual([Math.min(...ends), Math.max(...ends)])
  }
  // Reduced, the pixels that hold it and no others.
  const small = inkOf(silhouetteOf({ widthPx: 11, heightPx: 11, rgba }), 5)
  expect(await stampedInk(bytes, small, 0)).toEqual([[2, 2]])
  expect(inkOutline(small).bands(1).ends).toEqual(Int32Array.of(2, 3))
})

test("no ink of a drawing lies outside of its silhouette, whatever size it is drawn anew", async () => {
  for (const svg of [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160"><path d="M20 20 L180 140 L60 150 Z"/><circle cx="150" cy="40" r="30" fill="none" stroke="#036" stroke-width="3"/></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 131 97"><path d="M3.3 7.7L121.7 40L6 91.3Z"/><path d="M110 80l9 .3l3 11z" opacity=".3"/></svg>`,
  ]) {
    const bytes = new TextEncoder().encode(svg)
    const { silhouette, trim } = await inspectArtwork(bytesSource(bytes), host, { previewPx: 16 })
    for (const [turn, widthPx] of [97, 333, 1023, 2000].entries()) {
      const heightPx = Math.round((widthPx * trim.height) / trim.width)
      const ink = { silhouette, box: trim, widthPx, heightPx, mirror: turn % 2 === 1 }
      expect(outsideOf(ink, await stampedInk(bytes, ink, turn % 4)), `${widthPx}`).toEqual([])
    }
  }
})

test("holes stay open, and what is fully transparent is no ink", () => {
  const open = openSilhouette(100, 100, false)
  const row = new Uint8Array(400)
  for (let y = 0; y < 100; y++) {
    for (let x = 0; x < 100; x++)
      row[x * 4 + 3] = Math.hypot(x - 50, y - 50) < 40 && Math.hypot(x - 50, y - 50) > 20 ? 9 : 0
    open.push(row, y)
  }
  const { rows } = open.finish()
  expect(rows[0]).toHaveLength(0)
  expect(rows[50]).toHaveLength(4)
  expect(rows[20]).toHaveLength(2)
})

test("a halftone's silhouette stays small, its gaps joined", () => {
  const picture = speckled(3, 1500, 1500, 0.09)
  const silhouette = silhouetteOf(picture)
  const runs = silhouette.rows.reduce((sum, row) => sum + row.length / 2, 0)
  expect(runs).toBeLessThanOrEqual(SILHOUETTE_MAX_RUNS)
  expect(encodeSilhouette(silhouette).length).toBeLessThan(64 * 1024)
})

test("a silhouette comes back from its bytes, and damaged bytes are refused or give a sound silhouette", () => {
  const silhouette = silhouetteOf(speckled(8, 320, 200, 0.05))
  const bytes = encodeSilhouette(silhouette)
  expect(decodeSilhouette(bytes)).toEqual(silhouette)
  expect(decodeSilhouette(encodeSilhouette({ ...silhouette, isVector: true })).isVector).toBe(true)

  const random = createRandom(77)
  for (let round = 0; round < 2_000; round++) {
    const damaged = bytes.slice(0, random() < 0.3 ? Math.floor(random() * bytes.length) : bytes.length)
    for (let hit = 0; hit < 3 && damaged.length > 0; hit++)
      damaged[Math.floor(random() * random() * damaged.length)] = Math.floor(random() * 256)
    try {
      const { rows, widthPx, cellPx } = decodeSilhouette(damaged)
      expect(rows.length).toBeLessThanOrEqual(SILHOUETTE_MAX_CELLS)
      for (const row of rows) {
        row.forEach((end, i) => {
          expect(end).toBeLessThanOrEqual(Math.ceil(widthPx / cellPx))
          if (i > 0) expect(end).toBeGreaterThan(row[i - 1])
        })
      }
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  }
})
