import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { bytesStamp } from "../../../harness/bytes.ts"
import { hasJudges, inkPlates, isSoundPdf, pdfJudges } from "../../../harness/formats/judges.ts"
import { wholeSheet, writtenInMemory } from "../../../harness/formats/written-sheet.ts"
import { randomBytes, seeded } from "../../../harness/seeded-random.ts"
import { pdfFormat } from "../../../sheet/formats/pdf/pdf-format.ts"
import type { FormatJob } from "../../../sheet/formats/sheet-format.ts"
import { choke, takeAlphas, takeColours } from "../../../sheet/kernel/raster-planes.twin.ts"
import { host, largestDifference } from "../raster/decode.ts"
import { stampOf } from "../raster/stamps.ts"
import { smallSheet } from "./small-sheet.ts"

const judged = test.skipIf(!hasJudges)

const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-pdf-"))
afterAll(() => rmSync(scratch, { recursive: true }))

const { job, rgba, upright, openStamp } = await smallSheet()

async function write(name: string, changes: Partial<FormatJob> = {}): Promise<string> {
  const file = join(scratch, name)
  const bytes = await wholeSheet(pdfFormat.write({ ...job, ...changes }, openStamp, host))
  await pdfFormat.check(writtenInMemory(bytes), { ...job, ...changes }, host)
  writeFileSync(file, bytes)
  return file
}

function say(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: "utf8" })
}

judged(
  "a design is kept once, bit for bit, with its mask, however often and however turned it is placed",
  async () => {
    const file = await write("once.pdf")
    expect(await isSoundPdf(file)).toBe(true)
    say("pdfimages", "-png", file, join(scratch, "image"))
    const pictures = readdirSync(scratch)
      .filter((name) => name.startsWith("image-"))
      .sort()
    // Two designs, each with a mask; poppler counts a picture once for each time it is drawn.
    const lines = say("pdfimages", "-list", file).trim().split("\n").slice(2)
    const objects = new Set(lines.map((line) => line.trim().split(/\s+/)[10]))
    expect(objects.size).toBe(2)
    const [colours, mask] = await Promise.all(
      pictures.slice(0, 2).map((name) => sharp(join(scratch, name)).raw().toBuffer()),
    )
    expect(Buffer.compare(colours, takeColours(rgba))).toBe(0)
    // A grey picture may come out as three equal channels.
    const alphas = takeAlphas(rgba)
    const channels = mask.length / alphas.length
    expect(
      Buffer.compare(
        mask.filter((_, i) => i % channels === 0),
        alphas,
      ),
    ).toBe(0)
  },
)

judged("a mask that is too large to wait for its colours is made in a pass of its own", async () => {
  const [width, height] = [900, 800]
  const noise = randomBytes(width * height * 4, seeded(7))
  const raw = { width, height, channels: 4 as const }
  const png = new Uint8Array(await sharp(noise, { raw }).png().toBuffer())
  const stamp = await stampOf(png, width, height, {})
  const placements = [{ stamp: "noise", x: 0, y: 0, widthPx: width, heightPx: height }]
  const white = { name: "White", chokePx: 0 }
  const made = { ...job, widthPx: width, lengthPx: height, placements, labels: [], white }
  const bytes = await wholeSheet(pdfFormat.write(made, async () => bytesStamp(stamp), host))
  await pdfFormat.check(writtenInMemory(bytes), made, host)
  const file = join(scratch, "noise.pdf")
  writeFileSync(file, bytes)
  say("pdfimages", "-png", file, join(scratch, "noise"))
  const mask = await sharp(join(scratch, "noise-001.png")).extractChannel(0).raw().toBuffer()
  expect(Buffer.compare(mask, takeAlphas(noise))).toBe(0)
  const [plate] = await inkPlates(file, ["White"], 150, scratch)
  expect(Buffer.compare(plate.data, takeAlphas(noise))).toBe(0)
})

judged("it says what it is: the sheet's size, its name and time, sRGB, and a font of its own", async () => {
  const file = await write("about.pdf")
  const info = say("pdfinfo", file)
  expect(info).toContain("Friday (Ørsted) & Co")
  expect(info).toMatch(/CreationDate: .*Nov 23 05:17:52 2026/)
  expect(info).toMatch(/PDF version: +1\.7/)
  const [, width, height] = /Page size: +([\d.]+) x ([\d.]+) pts/.exec(info) ?? []
  expect(Number(width)).toBeCloseTo((400 * 72) / 150, 3)
  expect(Number(height)).toBeCloseTo((371 * 72) / 150, 3)
  expect(say("pdfinfo", "-meta", file)).toContain("Friday (Ørsted) &amp; Co")
  expect(say("pdffonts", file)).toMatch(/SHEETS\+Inter-Regular +CID TrueType +Identity-H +yes yes yes/)
  expect(say("pdftotext", file, "-").trim()).toBe("1-2 #1042 Luna Moth")
  // Equal jobs give equal bytes.
  const again = await write("again.pdf")
  expect(say("cmp", file, again)).toBe("")
})

judged("a film without pieces is a blank page, and a piece beside the film is refused", async () => {
  const file = await write("blank.pdf", { placements: [], labels: [] })
  expect(await isSoundPdf(file)).toBe(true)
  const { data } = await pdfJudges.poppler(file, 150, scratch)
  expect(data.every((level) => level === 255)).toBe(true)
  const stray = { ...job.placements[0], x: 390 }
  await expect(write("stray.pdf", { placements: [stray] })).rejects.toThrow("leaves the sheet")
})

judged(
  "white is a plate of its own, choked, and changes neither the other plates nor the picture",
  async () => {
    const inks = ["Cyan", "Magenta", "Yellow", "Black"]
    const plain = await write("plain.pdf", { labels: [] })
    const plates = await inkPlates(plain, inks, 150, scratch)
    const picture = await pdfJudges.poppler(plain, 150, scratch)
    for (const chokePx of [0, 3]) {
      const file = await write("white.pdf", { labels: [], white: { name: "RDG_WHITE", chokePx } })
      expect(await isSoundPdf(file)).toBe(true)
      const [plate, ...others] = await inkPlates(file, ["RDG_WHITE", ...inks], 150, scratch)
      const white = choke(takeAlphas(rgba), upright.widthPx, chokePx)
      const { x, y, widthPx, heightPx } = job.placements[0]
      for (let row = 0; row < heightPx; row++) {
        const at = (y + row) * job.widthPx + x
        const printed = plate.data.subarray(at, at + widthPx)
        const expected = white.subarray(row * widthPx, (row + 1) * widthPx)
        expect(Buffer.compare(printed, expected), `choke ${chokePx}, row ${row}`).toBe(0)
      }
      // Ghostscript rounds once more where it multiplies.
      others.forEach(({ data }, i) => {
        expect(largestDifference(data, plates[i].data), inks[i]).toBeLessThanOrEqual(2)
      })
      const { data } = await pdfJudges.poppler(file, 150, scratch)
      expect(Buffer.compare(data, picture.data)).toBe(0)
    }
  },
)
