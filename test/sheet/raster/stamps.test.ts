import { inflateSync } from "node:zlib"
import sharp from "sharp"
import { expect, test } from "vitest"
import { bytesSource, bytesStamp, collect } from "../../../harness/bytes.ts"
import { longTest } from "../../../harness/long-test.ts"
import { writePng } from "../../../harness/png-file.ts"
import { psnr } from "../../../harness/psnr.ts"
import { artworkLike, photoLike } from "../../../harness/raw-pictures.ts"
import { openZlibJoin } from "../../../sheet/formats/pdf/zlib-join.ts"
import { joined } from "../../../sheet/raster/file-bytes.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { TURN_SLICE_BYTES } from "../../../sheet/raster/limits.ts"
import { makeMaster } from "../../../sheet/raster/make-master.ts"
import { makeStamp } from "../../../sheet/raster/make-stamp.ts"
import { readStampIndex } from "../../../sheet/raster/stamp-file.ts"
import { decodeAll, firstDifference, host, largestDifference } from "./decode.ts"
import { lanczos } from "./lanczos.ts"
import { readStamp, stampOf } from "./stamps.ts"

async function pngOf(rgba: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const png = sharp(rgba, { raw: { width, height, channels: 4 } }).png({ adaptiveFiltering: true })
  return new Uint8Array(await png.toBuffer())
}

function pixelAt(rgba: Uint8Array, width: number, x: number, y: number): number[] {
  return Array.from(rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4))
}

test("artwork that keeps its size is copied bit for bit, turned and mirrored too", async () => {
  const [width, height] = [61, 83]
  const rgba = artworkLike(width, height, 1)
  // Colour under full transparency counts as well.
  rgba.set([9, 8, 7, 0], 40)
  const png = await pngOf(rgba, width, height)
  for (const [mirror, halfTurned] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ]) {
    for (const rotated of [false, true]) {
      const size = rotated ? { widthPx: height, heightPx: width } : { widthPx: width, heightPx: height }
      const stamp = await readStamp(
        await stampOf(png, width, height, { ...size, mirror, rotated, halfTurned }),
      )
      for (let y = 0; y < size.heightPx; y++) {
        for (let x = 0; x < size.widthPx; x++) {
          const [s, t] = halfTurned ? [size.widthPx - 1 - x, size.heightPx - 1 - y] : [x, y]
          // Clockwise: what was at the left, from foot to head, is now the first row.
          const [u, v] = rotated ? [t, height - 1 - s] : [s, t]
          const source = pixelAt(rgba, width, mirror ? width - 1 - u : u, v)
          const result = pixelAt(stamp.rgba, size.widthPx, x, y)
          if (result.join() !== source.join())
            expect({ mirror, rotated, halfTurned, x, y, found: result }).toEqual(source)
        }
      }
    }
  }
  const trim = { x: 7, y: 11, width: 30, height: 20 }
  const cropped = await readStamp(await stampOf(png, 0, 0, { trim, widthPx: 30, heightPx: 20 }))
  for (let y = 0; y < 20; y++) {
    expect(cropped.rgba.subarray(y * 120, y * 120 + 120)).toEqual(
      rgba.subarray(((y + 11) * width + 7) * 4, ((y + 11) * width + 37) * 4),
    )
  }
})

longTest("a turn in several passes gives the stamp turned whole, scaled and mirrored", async () => {
  const [width, height] = [300, 400]
  const png = await pngOf(artworkLike(width, height, 2), width, height)
  const [widthPx, heightPx] = [1920, 2304]
  expect(widthPx * heightPx * 4).toBeGreaterThan(TURN_SLICE_BYTES)
  for (const mirror of [false, true]) {
    const upright = await readStamp(await stampOf(png, width, height, { widthPx, heightPx, mirror }))
    const turned = await readStamp(
      await stampOf(png, width, height, { widthPx: heightPx, heightPx: widthPx, mirror, rotated: true }),
    )
    const expected = await sharp(upright.rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } })
      .rotate(90)
      .raw()
      .toBuffer()
    expect(Buffer.compare(Buffer.from(turned.rgba), expected)).toBe(0)
    for (const rotated of [false, true]) {
      const whole = rotated ? turned : upright
      const spec = { widthPx: whole.widthPx, heightPx: whole.heightPx, mirror, rotated, halfTurned: true }
      const further = await readStamp(await stampOf(png, width, height, spec))
      const pixels = new Uint32Array(whole.rgba.buffer.slice(0)).reverse()
      expect(Buffer.compare(Buffer.from(further.rgba), Buffer.from(pixels.buffer))).toBe(0)
    }
  }
})

test("opaque photographs come out as sharp's Lanczos3 does", async () => {
  const [width, height] = [520, 390]
  const rgba = photoLike(width, height, 3)
  const png = await pngOf(rgba, width, height)
  for (const [widthPx, heightPx] of [
    [200, 150],
    [333, 250],
    [519, 389],
  ]) {
    const ours = await readStamp(await stampOf(png, width, height, { widthPx, heightPx }))
    const theirs = await sharp(png)
      .resize(widthPx, heightPx, { fit: "fill", kernel: "lanczos3" })
      .ensureAlpha()
      .raw()
      .toBuffer()
    expect(psnr(ours.rgba, theirs), `${widthPx} × ${heightPx}`).toBeGreaterThanOrEqual(50)
    let worst = 0
    for (let y = 4; y < heightPx - 4; y++) {
      const [from, to] = [(y * widthPx + 4) * 4, (y * widthPx + widthPx - 4) * 4]
      worst = Math.max(worst, largestDifference(ours.rgba.subarray(from, to), theirs.subarray(from, to)))
    }
    expect(worst, `${widthPx} × ${heightPx}`).toBeLessThanOrEqual(4)
  }
})

test("enlarged artwork is Lanczos3, held between its nearest, to the last level but one", async () => {
  const [width, height, widthPx, heightPx] = [24, 18, 67, 51]
  const rgba = photoLike(width, height, 4)
  const ours = await readStamp(
    await stampOf(await pngOf(rgba, width, height), width, height, { widthPx, heightPx }),
  )
  const exact = lanczos({ rgba, width, height }, widthPx, heightPx, 3)
  expect(largestDifference(ours.rgba, exact)).toBeLessThanOrEqual(1)
})

test("soft edges show no fringe on any background", async () => {
  const size = 240
  const ink = [200, 40, 90]
  for (const under of [
    [0, 0, 0],
    [255, 255, 255],
  ]) {
    // The colour under transparency is the worst there can be, as many programs leave it.
    const rgba = new Uint8Array(size * size * 4)
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const cover = Math.max(0, Math.min(1, (90 - Math.hypot(x - 120, y - 120)) / 6 + 0.5))
        rgba.set([...(cover > 0 ? ink : under), Math.round(cover * 255)], (y * size + x) * 4)
      }
    }
    const png = await pngOf(rgba, size, size)
    for (const target of [90, 173, 500]) {
      const stamp = await readStamp(await stampOf(png, size, size, { widthPx: target, heightPx: target }))
      for (let i = 0; i < stamp.rgba.length; i += 4) {
        const alpha = stamp.rgba[i + 3]
        if (alpha === 0) continue
        // On a background, an error of the colour counts by its alpha; half a level is rounding.
        for (let c = 0; c < 3; c++) {
          const fringe = (Math.abs(stamp.rgba[i + c] - ink[c]) * alpha) / 255
          if (fringe > 1) expect({ target, under, i, c, alpha, fringe }).toBeUndefined()
        }
      }
    }
  }
})

test("a stamp's index is checked before anything is read", async () => {
  const png = await pngOf(artworkLike(50, 70, 4), 50, 70)
  const stamp = await stampOf(png, 50, 70, {})
  const index = await readStampIndex(bytesStamp(stamp), host)
  expect(index).toMatchObject({ widthPx: 50, heightPx: 70, isDense: [false, false, false] })
  for (let length = 0; length < stamp.length; length += 7) {
    await expect(readStampIndex(bytesStamp(stamp.subarray(0, length)), host)).rejects.toThrow(/stamp/)
  }
  for (let back = 1; back <= 36; back++) {
    const broken = stamp.slice()
    broken[stamp.length - back] ^= 4
    await expect(readStampIndex(bytesStamp(broken), host)).rejects.toThrow(/stamp/)
  }
})

test("the blocks of all strips are one stream of colours and one of alphas", async () => {
  const [width, height] = [90, 100]
  const rgba = artworkLike(width, height, 9)
  const stamp = await stampOf(await pngOf(rgba, width, height), width, height, {})
  const { offsets, alphasFrom } = await readStampIndex(bytesStamp(stamp), host)
  const [colours, alphas] = [openZlibJoin(), openZlibJoin()]
  const parts = [[colours.begin()], [alphas.begin()]]
  for (let strip = 0; strip + 1 < offsets.length; strip++) {
    const rows = Math.min(32, height - strip * 32)
    const from = offsets[strip] + alphasFrom[strip]
    parts[0].push(colours.add(stamp.subarray(offsets[strip], from), (width * 3 + 1) * rows))
    parts[1].push(alphas.add(stamp.subarray(from, offsets[strip + 1]), (width + 1) * rows))
  }
  parts[0].push(colours.end())
  parts[1].push(alphas.end())
  // zlib checks the Adler-32 of the whole.
  const [plainColours, plainAlphas] = parts.map((pieces) => new Uint8Array(inflateSync(joined(pieces))))
  expect(plainColours.length).toBe((width * 3 + 1) * height)
  expect(plainAlphas.length).toBe((width + 1) * height)
  const filters = Array.from({ length: height }, (_, y) => plainColours[y * (width * 3 + 1)])
  expect(filters.flatMap((filter, y) => (filter === 1 ? [y] : []))).toEqual([0, 32, 64, 96])
})

test("the same artwork gives the same stamp bytes, whatever pieces it arrives in", async () => {
  const png = await pngOf(artworkLike(300, 200, 5), 300, 200)
  const spec = {
    trim: { x: 3, y: 2, width: 290, height: 190 },
    widthPx: 145,
    heightPx: 95,
    rotated: true,
    mirror: true,
  }
  const stamps = await Promise.all(
    [1, 50, 100_000].map((pieceBytes) => collect(makeStamp(bytesSource(png, pieceBytes), "png", spec, host))),
  )
  expect(firstDifference(stamps[1], stamps[0])).toBe(-1)
  expect(firstDifference(stamps[2], stamps[0])).toBe(-1)
})

test("halftones are packed by zlib where that is much smaller", async () => {
  const [width, height] = [640, 320]
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dot = Math.hypot((x % 13) - 6, (y % 11) - 5) < 4
      rgba.set([20, 30, 200, dot ? 255 : 0], (y * width + x) * 4)
    }
  }
  const stamp = await readStamp(await stampOf(await pngOf(rgba, width, height), width, height, {}))
  expect(stamp.isDense.every(Boolean)).toBe(true)
  expect(firstDifference(stamp.rgba, rgba)).toBe(-1)
})

test("who stops reading a stamp ends its decoding", async () => {
  const png = await pngOf(photoLike(700, 700, 6), 700, 700)
  const spec = {
    trim: { x: 0, y: 0, width: 700, height: 700 },
    widthPx: 700,
    heightPx: 700,
    rotated: false,
    mirror: false,
  }
  const stamp = makeStamp(bytesSource(png, 1000), "png", spec, host)
  expect((await stamp.next()).value?.length).toBeGreaterThan(0)
  await stamp.return(undefined)
  expect((await stamp.next()).done).toBe(true)
  const broken = makeStamp(bytesSource(png.subarray(0, png.length >> 1), 1000), "png", spec, host)
  await expect(collect(broken)).rejects.toThrow("ends too early")
  await expect(
    collect(makeStamp(bytesSource(png), "png", { ...spec, trim: { ...spec.trim, x: 1 } }, host)),
  ).rejects.toThrow(/leaves artwork/)
})

test("inspection finds box, softness and preview, and a master holds the same pixels", async () => {
  const [width, height] = [90, 64]
  const samples = new Uint16Array(width * height * 4)
  for (let y = 10; y < 50; y++) {
    for (let x = 20; x < 75; x++)
      // Eleven columns of half-transparent ink, the outer two of them edges.
      samples.set([0xffff, 0x8080, 0, x < 31 ? 0x8000 : 0xffff], (y * width + x) * 4)
  }
  const png = writePng({ width, height, depth: 16, colourType: 6, samples, interlaced: true })
  const report = await inspectArtwork(bytesSource(png, 500), host, { previewPx: 45 })
  expect(report).toMatchObject({
    kind: "png",
    widthPx: width,
    heightPx: height,
    trim: { x: 20, y: 10, width: 55, height: 40 },
    isOpaque: false,
    softShare: (9 * 38) / (55 * 40),
    needsMaster: true,
    preview: { widthPx: 45, heightPx: 32 },
  })
  expect(report.warnings).toEqual([])
  const centre = pixelAt(report.preview.rgba, 45, 30, 15)
  expect(centre).toEqual([255, 128, 0, 255])
  const master = await collect(makeMaster(bytesSource(png, 500), "png", host))
  expect((await decodeAll(master)).rgba).toEqual((await decodeAll(png)).rgba)
  expect((await sharp(master).metadata()).isProgressive).toBe(false)
})
