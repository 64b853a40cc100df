import { expect, test } from "vitest"
import { libraryFonts } from "../../../contract/artwork/library-fonts.ts"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { libraryFontFile, packedFontFile, variableFontFile } from "../../../harness/font-files.ts"
import { overlappingPairs, repeatedNames } from "../../../harness/fuzz/font-bombs.ts"
import { checkFont } from "../../../sheet/font/check-font.ts"
import { chooseFace } from "../../../sheet/font/choose-face.ts"
import { readTables, viewOf, writeTables } from "../../../sheet/font/font-tables.ts"
import { readLetters } from "../../../sheet/font/letters.ts"
import { unpackGlyphs } from "../../../sheet/font/woff2-glyphs.ts"
import { kernPairs } from "../../../sheet/text/kern-table.ts"
import { unpackFont } from "../../../worker/files/unpack-font.ts"

test("every font of the library is sound, and is what the list says", () => {
  for (const { _id, family, style, weight } of libraryFonts) {
    const checked = checkFont(libraryFontFile(_id.slice("library:".length)))
    expect([checked.names.family, checked.style, checked.weight, checked.isRestricted]).toEqual([
      family,
      style,
      weight,
      false,
    ])
    expect(checked.names.all).toContain(family)
  }
})

test("WOFF and WOFF2 hold the letters that the font has", () => {
  const [woff, woff2] = (["woff", "woff2"] as const).map((format) =>
    checkFont(unpackFont(packedFontFile(format))),
  )
  for (const { names, bytes } of [woff, woff2]) {
    expect(names.family).toBe("Lobster")
    const has = readLetters(readTables(bytes))
    expect([..."Zoë 7ß€"].map((letter) => has(letter.codePointAt(0) ?? 0))).not.toContain(false)
    expect(has(0x430)).toBe(false)
  }
  // The widths are stored apart from the outlines, some of them left out.
  expect(readTables(woff2.bytes).get("hmtx")).toEqual(readTables(woff.bytes).get("hmtx"))
})

test("what is broken, variable, a collection or larger than it should be is refused in words", () => {
  const sound = libraryFontFile("graduate-400")
  const spoilt = (change: (tables: Map<string, Uint8Array>) => void) => {
    const tables = new Map([...readTables(sound)].map(([tag, table]) => [tag, Uint8Array.from(table)]))
    change(tables)
    return writeTables(tables)
  }
  const outside = Uint8Array.from(sound)
  viewOf(outside).setUint32(12 + 8, sound.length)
  const collection = Uint8Array.from(sound)
  collection.set([0x74, 0x74, 0x63, 0x66])
  const refusals: [Uint8Array, RegExp][] = [
    [sound.subarray(0, 9), /damaged: it ends too early/],
    [sound.subarray(0, 9_000), /damaged: .* lies outside the file/],
    [outside, /lies outside the file/],
    [new TextEncoder().encode("%PDF-1.7 and more of it"), /^This file is not a font/],
    [collection, /a collection of several fonts/],
    [unpackFont(variableFontFile()), /all its weights in one file/],
    [spoilt((tables) => tables.delete("cmap")), /cmap is missing/],
    [spoilt((tables) => tables.set("cmap", new Uint8Array(4))), /^This font has symbols only/],
    [spoilt((tables) => tables.set("hmtx", new Uint8Array(8))), /hmtx ends too early/],
    [spoilt((tables) => tables.delete("glyf")), /no outlines/],
    [spoilt((tables) => tables.set("loca", new Uint8Array(8))), /list of letters ends too early/],
    [spoilt(madeOf([0])), /a letter contains itself/],
    [spoilt(madeOf([40_000])), /letters that are not there/],
    [spoilt(madeOf(new Array(30_000).fill(20))), /too many points/],
    [new Uint8Array(9 << 20), /more than 8 MB/],
  ]
  for (const [bytes, words] of refusals) expect(() => checkFont(bytes)).toThrow(words)

  // A few kilobytes that claim gigabytes are not unpacked.
  const claims = packedFontFile("woff2")
  claims.set([0x8f, 0xff, 0xff, 0xff, 0x7f], 49)
  expect(() => unpackFont(claims)).toThrow(/more than 8 MB|damaged/)
  const woff = packedFontFile("woff")
  viewOf(woff).setUint32(44 + 12, 0xffffffff)
  expect(() => unpackFont(woff)).toThrow(/more than 8 MB/)
})

test("what a font says over and over is read once, or refused", () => {
  const start = cpuMs()
  const tables = new Map(readTables(libraryFontFile("graduate-400")))
  expect(checkFont(writeTables(tables.set("name", repeatedNames()))).names.all).toEqual([])
  tables.delete("GPOS")
  expect(kernPairs(writeTables(tables.set("kern", overlappingPairs())))).not.toBeNull()
  expect(cpuMs() - start).toBeLessThan(2_000)
  // One letter of two outlines of 40,000 points each, in the streams of a WOFF2.
  const lengths = [2, 6, 80_000, 80_001, 0, 4, 0]
  const streams = new Uint8Array(36 + lengths.reduce((sum, length) => sum + length))
  viewOf(streams).setUint16(4, 1)
  for (const [i, length] of lengths.entries()) viewOf(streams).setUint32(8 + i * 4, length)
  streams.set([0, 2, 253, 156, 64, 253, 156, 64], 36)
  expect(() => unpackGlyphs(streams)).toThrow(/too many points/)
})

test("a font's colours are left out, and its restriction is told", () => {
  const tables = new Map(readTables(libraryFontFile("graduate-400")))
  tables.set("COLR", new Uint8Array(40))
  const os2 = Uint8Array.from(tables.get("OS/2") ?? [])
  viewOf(os2).setUint16(8, 0x2)
  tables.set("OS/2", os2)
  const checked = checkFont(writeTables(tables))
  expect(checked).toMatchObject({ wasColoured: true, isRestricted: true })
  expect([...readTables(checked.bytes).keys()]).not.toContain("COLR")
})

test("the nearest face of the first family that is there is chosen, own ones first", () => {
  const face = (name: string, weight: number, style: "normal" | "italic" = "normal") => ({
    names: [name],
    weight,
    style,
  })
  const own = [face("oswald", 300)]
  const library = [face("oswald", 400), face("arvo", 400), face("arvo", 700), face("arvo", 400, "italic")]
  const chosen = (families: string[], weight: number, style: "normal" | "italic" = "normal") =>
    chooseFace({ families, weight, style }, [own, library])
  expect(chosen(["Nobody", "ARVO"], 600)).toBe(library[2])
  expect(chosen(["Arvo"], 500)).toBe(library[1])
  expect(chosen(["Arvo"], 300)).toBe(library[1])
  expect(chosen(["Arvo"], 700, "italic")).toBe(library[3])
  expect(chosen(["Oswald", "Arvo"], 400)).toBe(own[0])
  expect(chosen(["Nobody"], 400)).toBeNull()
})

/** Makes the first letter one of these others. */
function madeOf(parts: readonly number[]) {
  return (tables: Map<string, Uint8Array>) => {
    const glyf = tables.get("glyf") ?? new Uint8Array(0)
    const loca = tables.get("loca") ?? new Uint8Array(0)
    const glyph = new Uint8Array(10 + parts.length * 6)
    const view = viewOf(glyph)
    view.setInt16(0, -1)
    for (const [i, part] of parts.entries()) {
      view.setUint16(10 + i * 6, i < parts.length - 1 ? 0x20 : 0)
      view.setUint16(12 + i * 6, part)
    }
    const isLong = viewOf(tables.get("head") ?? new Uint8Array(0)).getInt16(50) === 1
    const old = viewOf(loca)
    const count = loca.length / (isLong ? 4 : 2)
    const offsets = new Uint8Array(count * 4)
    for (let i = 0; i < count; i++) {
      const offset = isLong ? old.getUint32(i * 4) : old.getUint16(i * 2) * 2
      viewOf(offsets).setUint32(i * 4, i === 0 ? 0 : offset + glyph.length)
    }
    const head = tables.get("head") ?? new Uint8Array(0)
    viewOf(head).setInt16(50, 1)
    tables.set("loca", offsets)
    tables.set("glyf", Uint8Array.from([...glyph, ...glyf]))
  }
}
