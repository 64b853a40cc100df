import { ascii, joined } from "../../raster/file-bytes.ts"

/** An indirect object's number. All are of generation 0. */
export type ObjectNumber = number

/**
 * The frame of a PDF 1.7 file that is written from its beginning to its end: streams as they come,
 * everything else packed into object streams at the end, then a cross-reference stream (ISO 32000-1,
 * 7.5.7 and 7.5.8). Every method returns the bytes that come next in the file.
 */
export type PdfFile = {
  begin(): Uint8Array
  reserve(): ObjectNumber
  /** Begins a stream. `entries` are its dictionary's, without Length, which follows the stream. */
  beginStream(number: ObjectNumber, entries: string): Uint8Array
  /** Counts bytes of the stream's body; returns them. */
  body(bytes: Uint8Array): Uint8Array
  endStream(): Uint8Array
  /** Returns a stream whose bytes are all at hand. */
  stream(number: ObjectNumber, entries: string, bytes: Uint8Array): Uint8Array
  /** Remembers an object that is no stream; `end` writes it. */
  object(number: ObjectNumber, text: string): void
  /** Yields object streams, cross-reference stream and the end of the file. */
  end(
    trailer: { root: ObjectNumber; info: ObjectNumber; id: string },
    deflate: (bytes: Uint8Array) => Uint8Array,
  ): Uint8Array
}

/** The objects in one object stream: readers unpack a whole stream to see one object. */
const PACKED_OBJECTS = 200

/** The place of an object: at an offset, or number `index` of an object stream. */
type Place = { kind: "offset"; offset: number } | { kind: "packed"; stream: ObjectNumber; index: number }

/** The bytes of a cross-reference's fields: kind, offset (a terabyte) or stream, index. */
const FIELD_BYTES = [1, 5, 2]

export function openPdfFile(): PdfFile {
  const places: (Place | null)[] = [null]
  const packed: { number: ObjectNumber; text: string }[] = []
  let offset = 0
  let open: { length: ObjectNumber; from: number } | null = null

  function counted(bytes: Uint8Array): Uint8Array {
    offset += bytes.length
    return bytes
  }

  function put(text: string): Uint8Array {
    return counted(ascii(text))
  }

  function reserve(): ObjectNumber {
    return places.push(null) - 1
  }

  function place(number: ObjectNumber, at: number): void {
    if (places[number]) throw new Error(`object ${number} of a PDF was written twice`)
    places[number] = { kind: "offset", offset: at }
  }

  function wholeStream(number: ObjectNumber, entries: string, bytes: Uint8Array): Uint8Array {
    place(number, offset)
    const head = put(`${number} 0 obj\n<<${entries}/Length ${bytes.length}>>stream\n`)
    return joined([head, counted(bytes), put("\nendstream\nendobj\n")])
  }

  return {
    // Four bytes above 127 tell programs that the file is no text.
    begin: () => counted(joined([ascii("%PDF-1.7\n%"), Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3, 0x0a)])),
    reserve,
    beginStream(number, entries) {
      place(number, offset)
      const length = reserve()
      const head = put(`${number} 0 obj\n<<${entries}/Length ${length} 0 R>>stream\n`)
      open = { length, from: offset }
      return head
    },
    body: counted,
    endStream() {
      if (!open) throw new Error("a PDF has no stream to end")
      const { length, from } = open
      const bytes = offset - from
      const tail = put("\nendstream\nendobj\n")
      place(length, offset)
      open = null
      return joined([tail, put(`${length} 0 obj\n${bytes}\nendobj\n`)])
    },
    stream: wholeStream,
    object(number, text) {
      packed.push({ number, text })
    },
    end({ root, info, id }, deflate) {
      const parts: Uint8Array[] = []
      for (let from = 0; from < packed.length; from += PACKED_OBJECTS) {
        const stream = reserve()
        const objects = packed.slice(from, from + PACKED_OBJECTS)
        let texts = ""
        const index = objects.map(({ number, text }, i) => {
          places[number] = { kind: "packed", stream, index: i }
          const at = texts.length
          texts += `${text}\n`
          return `${number} ${at}`
        })
        const head = `${index.join(" ")}\n`
        const entries = `/Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode`
        parts.push(wholeStream(stream, entries, deflate(ascii(head + texts))))
      }
      const self = reserve()
      const start = offset
      place(self, start)
      const entries = `/Type/XRef/Size ${places.length}/W[${FIELD_BYTES.join(" ")}]/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]/Filter/FlateDecode`
      const table = deflate(joined(places.map(entryOf)))
      parts.push(put(`${self} 0 obj\n<<${entries}/Length ${table.length}>>stream\n`))
      parts.push(counted(table), put(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`))
      return joined(parts)
    },
  }
}

/** Returns an entry; object 0 and objects never written are free. */
function entryOf(place: Place | null): Uint8Array {
  if (place === null) return fields(0, 0, 65_535)
  return place.kind === "offset" ? fields(1, place.offset, 0) : fields(2, place.stream, place.index)
}

function fields(...values: number[]): Uint8Array {
  const bytes: number[] = []
  values.forEach((value, i) => {
    for (let byte = FIELD_BYTES[i] - 1; byte >= 0; byte--) bytes.push(Math.floor(value / 256 ** byte) & 255)
  })
  return Uint8Array.from(bytes)
}

/** Writes a number for PDF: never with an exponent, at most seven decimals. */
export function decimal(value: number): string {
  const text = value.toFixed(7).replace(/\.?0+$/, "")
  return text === "-0" ? "0" : text
}

/** Writes a name object; everything but plain letters is escaped. */
export function nameOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `/${bytes.map((byte) => (/[A-Za-z0-9_.-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `#${byte.toString(16).padStart(2, "0")}`)).join("")}`
}

/** Writes a text string: UTF-16 with its mark, in hexadecimal. */
export function textString(text: string): string {
  let hex = "FEFF"
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, "0").toUpperCase()
  return `<${hex}>`
}

/** Writes a date as `D:20261123051752Z`. */
export function dateString(atMs: number): string {
  return `(D:${new Date(atMs).toISOString().replace(/\D/g, "").slice(0, 14)}Z)`
}
