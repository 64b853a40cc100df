import { expect, test } from "vitest"
import { sheetFormats as formatFiles } from "../../../contract/delivery/sheet-format.ts"
import { wholeSheet, writtenInMemory } from "../../../harness/formats/written-sheet.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { sheetFormats } from "../../../sheet/formats/formats.ts"
import type { FormatJob } from "../../../sheet/formats/sheet-format.ts"
import { host } from "../raster/decode.ts"
import { smallSheet } from "./small-sheet.ts"

const { job, openStamp } = await smallSheet()

test("every format has its file name and media type, its writer and its reader", () => {
  expect(Object.keys(sheetFormats)).toEqual(Object.keys(formatFiles))
})

test("reading back names what is not as it was asked for", async () => {
  for (const [name, format] of Object.entries(sheetFormats)) {
    const bytes = await wholeSheet(format.write(job, openStamp, host))
    const check = (changes: Partial<FormatJob>, file = bytes) =>
      format.check(writtenInMemory(file), { ...job, ...changes }, host)
    expect(await check({})).toMatchObject({ sizeBytes: bytes.length })
    for (const changes of [{ widthPx: 401 }, { lengthPx: 370 }, { dpi: 151 }])
      await expect(check(changes), `${name} ${JSON.stringify(changes)}`).rejects.toThrow()
    for (const length of [bytes.length - 40, bytes.length >> 1, 20])
      await expect(check({}, bytes.slice(0, length)), `${name} of ${length} bytes`).rejects.toThrow()
    for (const other of Object.keys(sheetFormats)) {
      if (other === name) continue
      const { check: checkOther } = sheetFormats[other as keyof typeof sheetFormats]
      await expect(checkOther(writtenInMemory(bytes), job, host), `${name} as ${other}`).rejects.toThrow()
    }
  }
})

test("a PDF's pictures have to be where the job has them, turned as there, and each once", async () => {
  const { check, write } = sheetFormats.pdf
  const file = writtenInMemory(await wholeSheet(write(job, openStamp, host)))
  const first = job.placements[0]
  const others = job.placements.slice(1)
  const turned = { ...first, design: { name: "a", turn: 180 as const } }
  for (const placements of [
    [...job.placements, { ...first, x: 150 }],
    others,
    [{ ...first, x: first.x + 1 }, ...others],
    [turned, ...others],
    [{ ...first, design: undefined }, ...others],
    [...others, { ...first, stamp: "other", design: undefined }],
  ])
    await expect(check(file, { ...job, placements }, host)).rejects.toThrow("the sheet draws")
  await expect(check(file, { ...job, white: { name: "White", chokePx: 0 } }, host)).rejects.toThrow("draws 0")
})

test("a bit that changed in what is printed is found", async () => {
  const random = seeded(22)
  for (const white of [undefined, { name: "White", chokePx: 2 }]) {
    const made = { ...job, ...(white ? { white } : {}) }
    for (const name of ["pdf", "tiff"] as const) {
      const { write, check } = sheetFormats[name]
      const bytes = await wholeSheet(write(made, openStamp, host))
      const printed = printedBytes(name, bytes)
      let missed = 0
      for (let round = 0; round < 200; round++) {
        const damaged = bytes.slice()
        damaged[printed[random(printed.length)]] ^= 1 << random(8)
        await check(writtenInMemory(damaged), made, host).then(
          () => missed++,
          () => undefined,
        )
      }
      // Deflate fills up its blocks with bits that mean nothing.
      expect(missed, name).toBeLessThanOrEqual(4)
    }
  }
})

/** Returns the places of compressed pixels: in PDF, streams of pictures; in TIFF, before the directory. */
function printedBytes(name: "pdf" | "tiff", bytes: Uint8Array): number[] {
  const text = Buffer.from(bytes).toString("latin1")
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
  if (name === "tiff") return range(16, new DataView(bytes.buffer).getUint32(4, true) - 1)
  return [...text.matchAll(/\/Subtype\/Image[^\n]*stream\n/g)].flatMap(({ 0: head, index }) => {
    const from = index + head.length
    return range(from, text.indexOf("\nendstream\nendobj", from))
  })
}
