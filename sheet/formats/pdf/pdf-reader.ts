import { openInflate } from "../../raster/inflate.ts"
import type { Pause } from "../../raster/pause.ts"
import type { RasterKernel } from "../../raster/raster-kernel.ts"
import type { FileWindow } from "../file-window.ts"
import { openParser, type PdfValue } from "./pdf-syntax.ts"

/** A dictionary and, for a stream, the place of its bytes. */
export type PdfObject = { value: PdfValue; stream: { offset: number; length: number } | null }

/** A reader of our PDFs by their cross-references, as any reader would. */
export type PdfReader = {
  trailer: Map<string, PdfValue>
  /** Returns the value itself, or the object it refers to. */
  resolve(value: PdfValue | undefined): Promise<PdfValue>
  object(number: number): Promise<PdfObject>
  /** Inflates a whole stream, `rowBytes` at a time; `use` gets each row's address. */
  inflateRows(object: PdfObject, rowBytes: number, use: (row: number) => void, pause?: Pause): Promise<number>
  /** Returns a small stream as text of letters below 256. */
  text(object: PdfObject): Promise<string>
  /** Passes a long stream's text to `use`, in pieces of any length. */
  textInPieces(object: PdfObject, use: (piece: string) => void): Promise<void>
}

/** The longest row of colours, with its filter byte. */
export type ReaderLimits = { longestRow: number }

/** The bytes read of an object without its stream: a page's resources name thousands of pictures. */
const OBJECT_BYTES = 4096
/** The bytes read from the file's end, with `startxref`. */
const TAIL_BYTES = 64
/** The text that is taken from a stream at once. */
const TEXT_BYTES = 4096

export async function openPdfReader(
  window: FileWindow,
  kernel: RasterKernel,
  { longestRow }: ReaderLimits,
): Promise<PdfReader> {
  const inflate = openInflate(kernel, Math.max(longestRow, TEXT_BYTES))
  const places = new Map<number, { kind: number; first: number; second: number }>()
  const unpacked = new Map<number, string[]>()

  async function streamAt(at: number, number: number): Promise<PdfObject> {
    const room = Math.min(OBJECT_BYTES, window.sizeBytes - at)
    const source = letters(await window.exact(at, room))
    const head = /^(\d+) 0 obj\s/.exec(source)
    if (head === null || Number(head[1]) !== number)
      throw new Error(`the sheet has no object ${number} at byte ${at}`)
    const parser = openParser(source, head[0].length)
    const value = parser.next()
    if (value === null) throw new Error(`object ${number} of the sheet is empty`)
    const begin = /^\s*stream\r?\n/.exec(source.slice(parser.at, parser.at + 16))
    if (begin === null || value.kind !== "dictionary") return { value, stream: null }
    const length = await resolve(value.entries.get("Length"))
    if (length.kind !== "number") throw new Error(`stream ${number} of the sheet has no length`)
    const offset = at + parser.at + begin[0].length
    const end = letters(await window.exact(offset + length.value, 11))
    if (!/^\s?\nendstream|^endstream/.test(end))
      throw new Error(`stream ${number} of the sheet does not end where it says`)
    return { value, stream: { offset, length: length.value } }
  }

  async function object(number: number): Promise<PdfObject> {
    const place = places.get(number)
    if (place?.kind === 1) return streamAt(place.first, number)
    if (place?.kind !== 2) throw new Error(`the sheet has no object ${number}`)
    const texts = unpacked.get(place.first) ?? (await unpack(place.first))
    const value = openParser(texts[place.second] ?? "").next()
    if (value === null) throw new Error(`object ${number} of the sheet is empty`)
    return { value, stream: null }
  }

  /** Unpacks the texts of an object stream's objects. */
  async function unpack(number: number): Promise<string[]> {
    const packed = await object(number)
    const entries = dictionaryOf(packed.value)
    const all = await text(packed)
    const first = numberOf(entries.get("First"))
    const index = all.slice(0, first).trim().split(/\s+/).map(Number)
    const starts = index.filter((_, i) => i % 2 === 1)
    const texts = starts.map((start, i) => all.slice(first + start, first + (starts[i + 1] ?? all.length)))
    unpacked.set(number, texts)
    return texts
  }

  async function resolve(value: PdfValue | undefined): Promise<PdfValue> {
    if (value === undefined) throw new Error("an entry of the sheet is missing")
    return value.kind === "reference" ? (await object(value.number)).value : value
  }

  /** Inflates a stream; calls `use` whenever it can take more. */
  async function inflateAll(object: PdfObject, use: () => Promise<void>): Promise<void> {
    if (!object.stream) throw new Error("an object of the sheet is no stream")
    const end = object.stream.offset + object.stream.length
    inflate.reset()
    for (let at = object.stream.offset; at < end; ) {
      const piece = await window.some(at, end - at)
      inflate.feed(piece)
      at += piece.length
      await use()
    }
  }

  async function text(object: PdfObject): Promise<string> {
    let all = ""
    await textInPieces(object, (piece) => {
      all += piece
    })
    return all
  }

  async function textInPieces(object: PdfObject, use: (piece: string) => void): Promise<void> {
    if (dictionaryOf(object.value).get("Filter") === undefined && object.stream)
      return use(letters(await window.exact(object.stream.offset, object.stream.length)))
    const takeAll = (length: number) => {
      for (let at = inflate.take(length); at !== 0; at = inflate.take(length))
        use(letters(kernel.view(at, length)))
    }
    await inflateAll(object, async () => takeAll(TEXT_BYTES))
    // The rest is less than a piece.
    for (let length = TEXT_BYTES / 2; length >= 1; length /= 2) takeAll(length)
    if (!inflate.hasEnded()) throw new Error("a stream of the sheet does not end")
  }

  async function inflateRows(
    object: PdfObject,
    rowBytes: number,
    use: (row: number) => void,
    pause?: Pause,
  ): Promise<number> {
    let rows = 0
    await inflateAll(object, async () => {
      for (let row = inflate.take(rowBytes); row !== 0; row = inflate.take(rowBytes)) {
        use(row)
        rows++
        await pause?.(rowBytes >> 2)
      }
    })
    if (!inflate.hasEnded()) throw new Error(`a picture of the sheet does not end with its row ${rows}`)
    return rows
  }

  const tail = letters(
    await window.exact(Math.max(0, window.sizeBytes - TAIL_BYTES), Math.min(TAIL_BYTES, window.sizeBytes)),
  )
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)
  if (start === null) throw new Error("the sheet does not end as a PDF does")
  const table = await crossReferenceAt(Number(start[1]))
  const trailer = dictionaryOf(table.value)
  await readPlaces(table)
  return { trailer, resolve, object, inflateRows, text, textInPieces }

  async function crossReferenceAt(at: number): Promise<PdfObject> {
    const head = /^(\d+) 0 obj/.exec(letters(await window.exact(at, Math.min(20, window.sizeBytes - at))))
    if (head === null) throw new Error("the sheet has no cross-references where it says")
    const object = await streamAt(at, Number(head[1]))
    const type = dictionaryOf(object.value).get("Type")
    if (type?.kind !== "name" || type.name !== "XRef")
      throw new Error("the sheet's cross-references are none")
    return object
  }

  async function readPlaces(object: PdfObject): Promise<void> {
    const entries = dictionaryOf(object.value)
    const widths = entries.get("W")
    if (widths?.kind !== "list") throw new Error("the sheet's cross-references have no widths")
    const [a, b, c] = widths.items.map(numberOf)
    const all = await text(object)
    const field = (from: number, bytes: number) => {
      let value = 0
      for (let i = 0; i < bytes; i++) value = value * 256 + all.charCodeAt(from + i)
      return value
    }
    const size = numberOf(entries.get("Size"))
    if (all.length !== size * (a + b + c)) throw new Error("the sheet's cross-references are cut short")
    for (let number = 0; number < size; number++) {
      const at = number * (a + b + c)
      places.set(number, { kind: field(at, a), first: field(at + a, b), second: field(at + a + b, c) })
    }
  }
}

export function dictionaryOf(value: PdfValue | undefined): Map<string, PdfValue> {
  if (value?.kind !== "dictionary") throw new Error("the sheet has no dictionary where one should be")
  return value.entries
}

export function numberOf(value: PdfValue | undefined): number {
  if (value?.kind !== "number") throw new Error("the sheet has no number where one should be")
  return value.value
}

function letters(bytes: Uint8Array): string {
  let text = ""
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}
