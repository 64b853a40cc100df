import { expect, test } from "vitest"
import { decode, decodeByWindow, fixture, photo } from "../../../harness/jpeg-pictures.ts"
import { JPEG_MCU_BYTES, JPEG_WINDOW_BYTES } from "../../../sheet/raster/jpeg/jpeg-limit.ts"
import { decodeByTwins } from "./reference-decoder.ts"

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

test("a file cut anywhere decodes to the same picture: in its header, in markers, in its scans", async () => {
  const kinds = [{}, { progressive: true }, { chromaSubsampling: "4:4:4", mozjpeg: true }]
  for (const options of kinds) {
    const bytes = await photo(19, 11).jpeg(options).toBuffer()
    const whole = (await decode(bytes)).rgba
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(same((await decode(bytes, cut, bytes.length)).rgba, whole), `cut at ${cut}`).toBe(true)
    }
    for (let piece = 1; piece < 40; piece++) {
      expect(same((await decode(bytes, piece)).rgba, whole), `pieces of ${piece}`).toBe(true)
    }
  }
})

/** Returns a file with this many fill bytes before each restart marker. */
function filled(bytes: Buffer, count: number): Buffer {
  const fill = Buffer.alloc(count, 0xff)
  const parts: Uint8Array[] = []
  let from = 0
  for (let at = bytes.indexOf(Buffer.of(0xff, 0xda)); at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff || bytes[at + 1] < 0xd0 || bytes[at + 1] > 0xd7) continue
    parts.push(bytes.subarray(from, at), fill)
    from = at
  }
  return Buffer.concat([...parts, bytes.subarray(from)])
}

test("a window of compressed bytes may end anywhere, in front of, behind and in a restart marker's fill", async () => {
  const photograph = await photo(150, 130).jpeg({ quality: 97, chromaSubsampling: "4:4:4" }).toBuffer()
  const restarts = fixture("restart-each-mcu.jpg")
  const expected = (await decode(restarts)).rgba
  const pictures: [Uint8Array, Uint8Array][] = [
    [photograph, (await decode(photograph)).rgba],
    ...[1, 300, 1000, 40_000].map((fill): [Uint8Array, Uint8Array] => [filled(restarts, fill), expected]),
  ]
  for (const [bytes, rgba] of pictures) {
    for (let more = 1; more < 400; more += more < 40 ? 1 : 37) {
      const { rgba: ours } = await decodeByWindow(bytes, JPEG_MCU_BYTES + more)
      expect(same(ours, rgba), `${bytes.length} bytes by ${more}`).toBe(true)
    }
  }
  // The window that pictures are read with, too: it is shorter than the last of these.
  for (const [bytes, rgba] of pictures) expect(same((await decode(bytes)).rgba, rgba)).toBe(true)
  expect(filled(restarts, 40_000).length).toBeGreaterThan(JPEG_WINDOW_BYTES)
  expect(same(decodeByTwins(filled(restarts, 3)), expected)).toBe(true)
})

test("a scan of restart markers that never come is refused, however long its fill", async () => {
  const restarts = fixture("restart-each-mcu.jpg")
  const at = restarts.indexOf(Buffer.from([0xff, 0xd1]))
  for (const fill of [0, 1, JPEG_MCU_BYTES, 2 * JPEG_WINDOW_BYTES]) {
    for (const end of [Buffer.of(), Buffer.from([0xff, 0xd9]), restarts.subarray(at + 2)]) {
      const broken = Buffer.concat([restarts.subarray(0, at), Buffer.alloc(fill, 0xff), end])
      await expect(decode(broken)).rejects.toThrow(/missing or garbled|too early/)
    }
  }
})
