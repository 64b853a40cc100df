import { expect, onTestFinished, test, vi } from "vitest"
import { type SheetFormatName, sheetFormats } from "../../contract/delivery/sheet-format.ts"
import type { SheetFile } from "../../contract/prints/print.ts"
import { formatWords, offeredFormats, withFormat } from "../../web/components/format-words.ts"
import {
  filesBySheet,
  formatNames,
  rememberedFormats,
  rememberFormats,
} from "../../web/features/prints/sheet-formats.ts"

function fileOf(sheet: number, format: SheetFormatName): SheetFile {
  const path = `files/sheets/t${sheet}/sheet-${sheet}.${format}`
  return {
    path,
    format,
    sheet,
    widthPx: 6600,
    lengthPx: 3000,
    lengthIn: 10,
    contourLengthIn: null,
    bytes: 1,
    writingId: null,
    destination: null,
    previewPath: null,
  }
}

test("every format that can be written is offered in words of its own", () => {
  expect(offeredFormats).toEqual(Object.keys(sheetFormats))
  const sentences = offeredFormats.map((format) => formatWords[format].use)
  expect(new Set(sentences).size).toBe(offeredFormats.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
})

test("a format is taken in and out, once each and in one order, down to none", () => {
  expect(withFormat(["tiff"], "png", true)).toEqual(["png", "tiff"])
  expect(withFormat(["png", "tiff"], "png", true)).toEqual(["png", "tiff"])
  expect(withFormat(["png", "tiff"], "png", false)).toEqual(["tiff"])
  expect(withFormat(["tiff"], "tiff", false)).toEqual([])
})

test("the last choice is remembered, PNG holds before it, and what is no format is passed over", () => {
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  vi.stubGlobal("window", { localStorage })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  expect(rememberedFormats()).toEqual(["png"])
  rememberFormats(["pdf", "tiff"])
  expect(rememberedFormats()).toEqual(["pdf", "tiff"])
  rememberFormats([])
  expect(rememberedFormats()).toEqual(["pdf", "tiff"])
  const [key] = stored.keys()
  stored.set(key, "tiff,bmp,toString,pdf,pdf")
  expect(rememberedFormats()).toEqual(["pdf", "tiff"])
  stored.set(key, "bmp")
  expect(rememberedFormats()).toEqual(["png"])
})

test("a sheet is listed once with all its files, whatever their order", () => {
  const files = [fileOf(1, "tiff"), fileOf(1, "png"), fileOf(2, "tiff"), fileOf(2, "png")]
  const listed = filesBySheet(files).map((sheet) => sheet.map((file) => `${file.sheet} ${file.format}`))
  expect(listed).toEqual([
    ["1 png", "1 tiff"],
    ["2 png", "2 tiff"],
  ])
  expect(formatNames(files)).toBe("PNG, TIFF")
  expect(filesBySheet([])).toEqual([])
})
