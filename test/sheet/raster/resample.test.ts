import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { psnr } from "../../../harness/psnr.ts"
import { artworkLike, photoLike } from "../../../harness/raw-pictures.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { STAMP_VERSION } from "../../../sheet/raster/make-stamp.ts"
import { openKernel } from "../../../sheet/raster/raster-kernel.ts"
import { openResampler } from "../../../sheet/raster/resample.ts"
import { host } from "./decode.ts"
import { lanczos, nearestTo, type Picture } from "./lanczos.ts"

/** From a tenth to eight times. */
const factors = [0.1, 0.15, 0.22, 0.3467, 0.5, 0.61, 0.8, 0.97, 1.03, 1.3, 2, 2.7, 3, 5, 8]

/** How far colours may leave the range of what they are made of. */
const RING_LEVELS = 6

const red = [200, 40, 90, 255]
const white = [255, 255, 255, 255]
const clear = [0, 0, 0, 0]

function pictureOf(width: number, height: number, pixel: (x: number, y: number) => number[]): Picture {
  const rgba = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) rgba.set(pixel(i % width, Math.floor(i / width)), i * 4)
  return { rgba, width, height }
}

function resized({ rgba, width, height }: Picture, widthPx: number, heightPx: number): Uint8Array {
  const kernel = openKernel(host, "measure")
  const result = new Uint8Array(widthPx * heightPx * 4)
  const plan = {
    sourceWidthPx: width,
    sourceHeightPx: height,
    targetWidthPx: widthPx,
    targetHeightPx: heightPx,
    firstColumn: 0,
    columns: widthPx,
  }
  const { push } = openResampler(kernel, plan, (pixels, y) => {
    result.set(kernel.view(pixels, widthPx * 4), y * widthPx * 4)
  })
  for (let y = 0; y < height; y++) push(rgba.subarray(y * width * 4, (y + 1) * width * 4))
  kernel.close()
  return result
}

/** Compares each pixel with the near source pixels' alpha, and with their colours where inked. */
function expectHeld(source: Picture, widthPx: number, heightPx: number): void {
  const { rgba, width, height } = source
  const result = resized(source, widthPx, heightPx)
  const columns = Array.from({ length: widthPx }, (_, x) => nearestTo(x, width, widthPx))
  const rows = Array.from({ length: heightPx }, (_, y) => nearestTo(y, height, heightPx))
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4
      const near = rows[y].flatMap((v) => columns[x].map((u) => (v * width + u) * 4))
      const alphas = near.map((from) => rgba[from + 3])
      const [low, high] = [Math.min(...alphas), Math.max(...alphas)]
      const where = `${width} × ${height} to ${widthPx} × ${heightPx} at ${x}, ${y}`
      if (result[at + 3] < low || result[at + 3] > high) expect.fail(`alpha ${result[at + 3]}, ${where}`)
      if (result[at + 3] === 0) continue
      const inked = near.filter((from) => rgba[from + 3] > 0)
      for (let c = 0; c < 3; c++) {
        const levels = inked.map((from) => rgba[from + c])
        const ring = Math.max(Math.min(...levels) - result[at + c], result[at + c] - Math.max(...levels))
        if (ring > RING_LEVELS) expect.fail(`channel ${c} is ${ring} off, alpha ${result[at + 3]}, ${where}`)
      }
    }
  }
}

test("a hard-edged disc enlarged three times has ink nowhere around it, gaps nowhere within, and one colour", () => {
  const isDisc = (x: number, y: number) => Math.hypot(x - 109.5, y - 109.5) < 100
  const disc = pictureOf(220, 220, (x, y) => (isDisc(x, y) ? red : clear))
  const result = resized(disc, 660, 660)
  const nearest = Array.from({ length: 660 }, (_, i) => nearestTo(i, 220, 660))
  let ghosts = 0
  let gaps = 0
  let soft = 0
  let stained = 0
  for (let y = 0; y < 660; y++) {
    for (let x = 0; x < 660; x++) {
      const at = (y * 660 + x) * 4
      const near = nearest[y].flatMap((v) => nearest[x].map((u) => isDisc(u, v)))
      const alpha = result[at + 3]
      if (alpha > 0 && !near.includes(true)) ghosts++
      if (alpha < 255 && !near.includes(false)) gaps++
      if (alpha > 0 && alpha < 255) soft++
      if (alpha > 0 && [0, 1, 2].some((c) => Math.abs(result[at + c] - red[c]) > 0)) stained++
    }
  }
  expect({ ghosts, gaps, stained }).toEqual({ ghosts: 0, gaps: 0, stained: 0 })
  // The edge is as sharp as the filter makes it: under two pixels of print along the outline of
  // 1885.
  expect(soft).toBeLessThan(2 * 1885 * 1.3)
})

test("alpha and colours stay between those of the nearest pixels, at every scale, hard edges and see-through ones", () => {
  const stripes = [red, white, [20, 90, 220, 255], [0, 0, 0, 255]]
  const pictures = [
    pictureOf(41, 37, (x, y) => stripes[(Math.floor(x / 5) + Math.floor(y / 7)) % 4]),
    // Stripes that end at clear pixels of the worst possible colour, and translucent ones.
    pictureOf(40, 41, (x, y) => ((x ^ y) & 8 ? stripes[(x >> 2) & 3] : [0, 255, 0, 0])),
    pictureOf(37, 40, (x, y) => [...stripes[(x >> 1) & 3].slice(0, 3), [0, 90, 160, 255][(y >> 2) & 3]]),
    { rgba: artworkLike(43, 39, 5), width: 43, height: 39 },
    pictureOf(36, 36, (x, y) => (x % 7 === 3 || y % 9 === 4 ? red : clear)),
  ]
  for (const picture of pictures) {
    for (const factor of factors) {
      const [widthPx, heightPx] = [picture.width, picture.height].map((side) =>
        Math.max(1, Math.round(side * factor)),
      )
      expectHeld(picture, widthPx, heightPx)
    }
  }
})

test("on seeded specks of any size and scale, nothing is printed where none of the nearest pixels has ink", () => {
  const random = seeded(17)
  for (let round = 0; round < 60; round++) {
    const [width, height] = [1 + random(60), 1 + random(60)]
    const rarity = 2 + random(40)
    const speck = () => [random(256), random(256), random(256), random(3) > 0 ? 255 : 1 + random(255)]
    const picture = pictureOf(width, height, () => (random(rarity) === 0 ? speck() : clear))
    const factor = 0.1 * 80 ** (random(1000) / 1000)
    const [widthPx, heightPx] = [width, height].map((side) => {
      return Math.max(1, Math.round(side * factor * (0.9 + random(200) / 1000)))
    })
    expectHeld(picture, widthPx, heightPx)
  }
})

test("soft pictures are Lanczos3 to 50 dB and better, reduced and enlarged, opaque and see-through", () => {
  const [width, height] = [96, 72]
  const photo = { rgba: photoLike(width, height, 3), width, height }
  const blurred = pictureOf(width, height, (x, y) => {
    const wave = (period: number) => 127.5 + 127.5 * Math.sin((x + y / 2) / period)
    return [wave(9), wave(13), wave(21), 255 * Math.exp(-(((x - 48) / 30) ** 2) - ((y - 36) / 24) ** 2)]
  })
  for (const picture of [photo, blurred]) {
    for (const factor of [0.1, 0.22, 0.3467, 0.5, 0.8, 0.97, 1.03, 1.5, 3]) {
      const [widthPx, heightPx] = [Math.round(width * factor), Math.round(height * factor)]
      const exact = lanczos(picture, widthPx, heightPx)
      const matches = psnr(resized(picture, widthPx, heightPx), exact)
      expect(matches, `${picture === photo ? "photo" : "blurred"} × ${factor}`).toBeGreaterThanOrEqual(50)
    }
  }
})

test("one colour stays what it is and full alpha full, at every scale", () => {
  for (const pixel of [red, white, [0, 0, 0, 255], [7, 201, 128, 255]]) {
    const picture = pictureOf(33, 29, () => pixel)
    for (const factor of factors) {
      const result = resized(picture, Math.ceil(33 * factor), Math.ceil(29 * factor))
      expect(result.every((value, i) => value === pixel[i % 4])).toBe(true)
    }
  }
})

test("stamps have a new version where the engine makes other pixels", () => {
  const digest = createHash("sha256")
  const art = { rgba: artworkLike(120, 90, 23), width: 120, height: 90 }
  for (const [widthPx, heightPx] of [
    [53, 40],
    [119, 91],
    [401, 300],
  ])
    digest.update(resized(art, widthPx, heightPx))
  // Other bytes? Raise STAMP_VERSION with them, or later prints mix old stamps with new ones.
  expect([STAMP_VERSION, digest.digest("hex").slice(0, 16)]).toEqual([4, "9add8905cafcc2e4"])
})
