import { ascii, bigEndian, joined } from "../../raster/file-bytes.ts"

/**
 * Returns Photoshop's image resources that name a file's extra channels and mark the inks among them
 * (Adobe, Photoshop File Formats: 1006 alpha names, 1045 the same in Unicode, 1077 DisplayInfo). RIPs
 * take the names of spot channels from here.
 */
export function channelNames(whiteName: string): Uint8Array {
  const names = ["Transparency", whiteName]
  return joined([
    resource(1006, joined(names.map((name) => pascal(latin(name))))),
    resource(1045, joined(names.map(unicode))),
    resource(1077, joined([bigEndian(1), display(ALPHA), display(SPOT)])),
  ])
}

const ALPHA = 0
const SPOT = 2

/** Returns RGB white, opaque, with the channel's kind at the end. */
function display(kind: number): Uint8Array {
  return Uint8Array.of(0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0, 100, kind)
}

function resource(id: number, body: Uint8Array): Uint8Array {
  return joined([
    ascii("8BIM"),
    Uint8Array.of(id >> 8, id & 255, 0, 0),
    bigEndian(body.length),
    body,
    new Uint8Array(body.length & 1),
  ])
}

function pascal(letters: Uint8Array): Uint8Array {
  return joined([Uint8Array.of(Math.min(255, letters.length)), letters.subarray(0, 255)])
}

/** Writes a text in Latin-1; other characters become question marks. */
function latin(text: string): Uint8Array {
  return ascii(text.replace(/[^\u0020-\u00FF]/g, "?"))
}

function unicode(text: string): Uint8Array {
  const letters = Uint8Array.from({ length: text.length * 2 }, (_, i) => {
    const unit = text.charCodeAt(i >> 1)
    return i % 2 === 0 ? unit >> 8 : unit & 255
  })
  // The count includes the zero at the end.
  return joined([bigEndian(text.length + 1), letters, Uint8Array.of(0, 0)])
}
