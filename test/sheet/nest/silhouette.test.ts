import { expect, test } from "vitest"
import { inkOutline } from "../../../sheet/layout/nest/printed-ink.ts"
import {
  decodeSilhouette,
  encodeSilhouette,
  openSilhouette,
  SILHOUETTE_MAX_CELLS,
  SILHOUETTE_MAX_RUNS,
} from "../../../sheet/layout/nest/silhouette.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { inkOf, silhouetteOf } from "./ink.ts"

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
