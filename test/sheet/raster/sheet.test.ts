import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { bytesSource, bytesStamp, collect } from "../../../harness/bytes.ts"
import { hasJudges } from "../../../harness/formats/judges.ts"
import { artworkLike } from "../../../harness/raw-pictures.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { pngFormat } from "../../../sheet/formats/png-format.ts"
import { checkSheet } from "../../../sheet/raster/check-sheet.ts"
import type { SheetJob } from "../../../sheet/raster/compose-sheet.ts"
import { openRanges, type StampReader } from "../../../sheet/raster/stamp-reader.ts"
import { decodeAll, firstDifference, host, largestDifference } from "./decode.ts"
import { stampOf } from "./stamps.ts"

type Piece = { rgba: Uint8Array; width: number; height: number; stamp: Uint8Array }

async function pieceOf(width: number, height: number, seed: number): Promise<Piece> {
  const rgba = artworkLike(width, height, seed)
  const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { rgba, width, height, stamp: await stampOf(new Uint8Array(png), width, height, {}) }
}

function readersOf(pieces: Record<string, Piece>): (stamp: string) => Promise<StampReader> {
  return async (stamp) => bytesStamp(pieces[stamp].stamp)
}

function jobOf(
  widthPx: number,
  lengthPx: number,
  pieces: Record<string, Piece>,
  places: [stamp: string, x: number, y: number][],
): SheetJob {
  const placements = places.map(([stamp, x, y]) => ({
    stamp,
    x,
    y,
    widthPx: pieces[stamp].width,
    heightPx: pieces[stamp].height,
  }))
  return { widthPx, lengthPx, dpi: 300, placements }
}

/** The sheet as plain copying of pixels makes it. */
function composed(job: SheetJob, pieces: Record<string, Piece>): Uint8Array {
  const sheet = new Uint8Array(job.widthPx * job.lengthPx * 4)
  for (const { stamp, x, y } of job.placements) {
    const { rgba, width, height } = pieces[stamp]
    for (let row = 0; row < height; row++) {
      sheet.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), ((y + row) * job.widthPx + x) * 4)
    }
  }
  return sheet
}

test("a sheet holds every copy bit for bit, opens everywhere and says its resolution", async () => {
  const pieces = { a: await pieceOf(70, 100, 1), b: await pieceOf(33, 47, 2), c: await pieceOf(1, 1, 3) }
  const job = jobOf(301, 333, pieces, [
    ["a", 0, 0],
    ["a", 71, 0],
    ["a", 231, 0],
    ["b", 150, 5],
    ["b", 184, 9],
    ["a", 40, 101],
    ["b", 150, 130],
    ["b", 200, 130],
    ["b", 250, 130],
    ["c", 300, 332],
    ["c", 0, 332],
    ["b", 5, 240],
  ])
  const done: number[] = []
  const sheet = await collect(pngFormat.write(job, readersOf(pieces), host, (rows) => done.push(rows)))
  expect(firstDifference(await collect(pngFormat.write(job, readersOf(pieces), host)), sheet)).toBe(-1)
  expect(done.at(-1)).toBe(333)
  expect(firstDifference((await decodeAll(sheet)).rgba, composed(job, pieces))).toBe(-1)
  const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 301, height: 333, channels: 4 })
  expect(firstDifference(data, composed(job, pieces))).toBe(-1)
  expect(await sharp(sheet).metadata()).toMatchObject({ density: 300, space: "srgb", hasAlpha: true })
  expect(await checkSheet(bytesSource(sheet), job, host)).toEqual({ sizeBytes: sheet.length, rows: 333 })
  expectPngcheck(sheet)
})

test("a ring on a film that is blank below it is printed and read back, down to the last row", async () => {
  const size = 740
  const rgba = new Uint8Array(size * size * 4)
  for (let i = 0; i < size * size; i++) {
    const radius = Math.hypot((i % size) - size / 2, Math.floor(i / size) - size / 2)
    if (radius > 320 && radius < 360) rgba.set([200, 60, 60, 255], i * 4)
  }
  const png = await sharp(rgba, { raw: { width: size, height: size, channels: 4 } })
    .png()
    .toBuffer()
  const ring = { rgba, width: size, height: size, stamp: await stampOf(new Uint8Array(png), size, size, {}) }
  // The blank end of the last of these fills the inflater's window just where its input ends.
  for (const widthPx of [6600, 9000, 9600]) {
    const job = jobOf(widthPx, 890, { ring }, [["ring", 75, 75]])
    const sheet = await collect(pngFormat.write(job, readersOf({ ring }), host))
    expect(await checkSheet(bytesSource(sheet), job, host)).toEqual({ sizeBytes: sheet.length, rows: 890 })
    expect(await sharp(sheet).metadata()).toMatchObject({ width: widthPx, height: 890 })
  }
})

test("a golden sheet equals sharp's own composition of the same scaled artwork", async () => {
  const size = 180
  const random = seeded(12)
  const rgba = new Uint8Array(size * size * 4)
  for (let i = 0; i < size * size; i++) {
    const x = i % size
    const y = Math.floor(i / size)
    rgba.set([x + random(9), 255 - y - random(9), (x * y) / 130, 255], i * 4)
  }
  const png = await sharp(rgba, { raw: { width: size, height: size, channels: 4 } })
    .png()
    .toBuffer()
  const upright = {
    rgba,
    width: 90,
    height: 90,
    stamp: await stampOf(new Uint8Array(png), size, size, { widthPx: 90, heightPx: 90 }),
  }
  const turned = await stampOf(new Uint8Array(png), size, size, { widthPx: 90, heightPx: 90, rotated: true })
  const pieces = { upright, turned: { ...upright, stamp: turned } }
  const job = jobOf(300, 200, pieces, [
    ["upright", 10, 10],
    ["turned", 110, 10],
    ["upright", 205, 105],
  ])
  const ours = (await decodeAll(await collect(pngFormat.write(job, readersOf(pieces), host)))).rgba
  const small = await sharp(png).resize(90, 90, { fit: "fill", kernel: "lanczos3" }).png().toBuffer()
  const smallTurned = await sharp(small).rotate(90).png().toBuffer()
  const theirs = await sharp({
    create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([
      { input: small, left: 10, top: 10 },
      { input: smallTurned, left: 110, top: 10 },
      { input: small, left: 205, top: 105 },
    ])
    .raw()
    .toBuffer()
  expect(largestDifference(ours, theirs)).toBeLessThanOrEqual(4)
})

test("random layouts of copies, wide sheets and short reads give the same pixels", async () => {
  const random = seeded(21)
  const pieces: Record<string, Piece> = {}
  for (let i = 0; i < 6; i++) pieces[`p${i}`] = await pieceOf(8 + random(120), 5 + random(150), 40 + i)
  // 20,000 px leave 13 rows a band, so that strips reach over several.
  for (const widthPx of [260, 1000, 20_000]) {
    const places: [string, number, number][] = []
    const lengthPx = widthPx === 20_000 ? 200 : 660
    for (let y = 0; y + 160 <= lengthPx; y += 160) {
      for (let x = 0; x + 130 < widthPx && places.length < 60; x += 130) {
        places.push([`p${random(6)}`, x + random(2), y + random(9)])
      }
    }
    const job = jobOf(widthPx, lengthPx, pieces, places)
    const sheet = await collect(pngFormat.write(job, readersOf(pieces), host))
    expect(
      firstDifference((await decodeAll(sheet, { pieceBytes: 65_536 })).rgba, composed(job, pieces)),
    ).toBe(-1)
    await checkSheet(bytesSource(sheet), job, host)
    const ranges = openRanges()
    const ranged = async (stamp: string) =>
      ranges(pieces[stamp].stamp.length, async (offset, length) => {
        const blob = new Blob([pieces[stamp].stamp.slice(offset, offset + length)])
        return blob.stream() as ReadableStream<Uint8Array>
      })
    expect(firstDifference(await collect(pngFormat.write(job, ranged, host)), sheet)).toBe(-1)
  }
})

test("ranges are read six at a time, however many stamps a band meets, and one that fails holds up none", async () => {
  const stored = Uint8Array.from({ length: 4000 }, (_, i) => i)
  let open = 0
  let most = 0
  const reader = openRanges()(stored.length, async (offset, length) => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setImmediate(resolve))
    open--
    if (offset === 300) throw new Error("the bucket is away")
    return new Blob([stored.slice(offset, offset + length)]).stream() as ReadableStream<Uint8Array>
  })
  const reads = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => reader.read(i * 100, 100)))
  expect(most).toBe(6)
  reads.forEach((read, i) => {
    if (i === 3) expect(read.status).toBe("rejected")
    else expect(read).toEqual({ status: "fulfilled", value: stored.slice(i * 100, i * 100 + 100) })
  })
})

test("copies side by side cost next to nothing", async () => {
  const pieces = { a: await noisy(200, 300) }
  const one = await collect(pngFormat.write(jobOf(1000, 300, pieces, [["a", 0, 0]]), readersOf(pieces), host))
  const fourJob = jobOf(1000, 300, pieces, [
    ["a", 0, 0],
    ["a", 230, 0],
    ["a", 460, 0],
    ["a", 700, 0],
  ])
  const four = await collect(pngFormat.write(fourJob, readersOf(pieces), host))
  expect(four.length).toBeLessThan(one.length * 1.1)
})

test("a wrong stamp or job fails by name and lets everything go", async () => {
  const pieces = { a: await pieceOf(50, 60, 7) }
  const job = jobOf(100, 100, pieces, [["a", 0, 0]])
  const run = (broken: Partial<SheetJob>, reader = readersOf(pieces)) =>
    collect(pngFormat.write({ ...job, ...broken }, reader, host))
  const [placement] = job.placements
  await expect(run({ placements: [{ ...placement, widthPx: 49 }] })).rejects.toThrow(/stamp a is 50 × 60 px/)
  await expect(run({ placements: [{ ...placement, x: 51 }] })).rejects.toThrow(/leaves the sheet/)
  await expect(run({ placements: [{ ...placement, y: 0.5 }] })).rejects.toThrow(/leaves the sheet/)
  await expect(run({ widthPx: 36_001 })).rejects.toThrow(/cannot be made/)
  const failing = async () => Promise.reject(new Error("the bucket is away"))
  await expect(run({}, failing)).rejects.toThrow("the bucket is away")
  const damaged = pieces.a.stamp.slice()
  damaged[40] ^= 1
  await expect(run({}, async () => bytesStamp(damaged))).rejects.toThrow()
  const sheet = pngFormat.write(job, readersOf(pieces), host)
  await sheet.next()
  await sheet.return(null)
})

test("reading back names the first thing that is wrong", async () => {
  const pieces = { a: await pieceOf(50, 60, 8) }
  const job = jobOf(100, 100, pieces, [["a", 3, 3]])
  const sheet = await collect(pngFormat.write(job, readersOf(pieces), host))
  const check = (bytes: Uint8Array, expected: Partial<SheetJob> = {}) =>
    checkSheet(bytesSource(bytes), { ...job, ...expected }, host)
  await expect(check(sheet, { lengthPx: 101 })).rejects.toThrow("expected 100 × 101")
  await expect(check(sheet, { lengthPx: 99 })).rejects.toThrow(/more than 99 rows/)
  await expect(check(sheet, { dpi: 150 })).rejects.toThrow("5906 pixels a metre")
  const random = seeded(5)
  for (let round = 0; round < 200; round++) {
    const broken = sheet.slice()
    broken[random(broken.length)] ^= 1 << random(8)
    await expect(check(broken)).rejects.toThrow()
  }
  for (let length = 0; length < sheet.length; length += 11) {
    await expect(check(sheet.subarray(0, length))).rejects.toThrow()
  }
})

async function noisy(width: number, height: number): Promise<Piece> {
  const random = seeded(99)
  const rgba = new Uint8Array(width * height * 4)
  for (let i = 0; i < rgba.length; i++) rgba[i] = i % 4 === 3 ? 255 : random(256)
  const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { rgba, width, height, stamp: await stampOf(new Uint8Array(png), width, height, {}) }
}

/** pngcheck is an independent reader; on a machine without it, sharp and the read-back must be enough. */
function expectPngcheck(png: Uint8Array): void {
  const dir = mkdtempSync(join(tmpdir(), "sheetsmith-test-"))
  try {
    const file = join(dir, "sheet.png")
    writeFileSync(file, png)
    const { status, stdout, error } = spawnSync("pngcheck", ["-v", file], { encoding: "utf8" })
    if (error && !hasJudges) return
    expect(error).toBeUndefined()
    expect(stdout).toContain("No errors detected")
    expect(stdout).toContain("11811x11811 pixels/meter (300 dpi)")
    expect(stdout).not.toMatch(/warning/i)
    expect(status).toBe(0)
  } finally {
    rmSync(dir, { recursive: true })
  }
}
