import { expect, test } from "vitest"
import { STAMP_TAIL_BYTES } from "../../../sheet/raster/limits.ts"
import { rangeReadersOf } from "../../../worker/files/r2-read.ts"
import { openKeptBytes } from "../../../worker/isolate/kept-bytes.ts"

test("an isolate keeps the files that were asked for last, no more bytes than it may", () => {
  const kept = openKeptBytes(100)
  const bytesOf = (key: string) => kept.find(key)?.length ?? null
  kept.keep("a", new Uint8Array(40))
  kept.keep("b", new Uint8Array(40))
  expect(bytesOf("a")).toBe(40)
  // Room for one more is made by the one that nobody has asked for.
  kept.keep("c", new Uint8Array(50))
  expect(["a", "b", "c"].map(bytesOf)).toEqual([40, null, 50])
  // One that is larger than all room is not kept, and nothing goes for it, not even its own older bytes' place.
  kept.keep("d", new Uint8Array(101))
  expect(["a", "c", "d"].map(bytesOf)).toEqual([40, 50, null])
  // The same again counts once.
  kept.keep("c", new Uint8Array(60))
  expect(["a", "c"].map(bytesOf)).toEqual([40, 60])
})

test("a small stamp takes one read, a large one a second for its strips, and none is cut short", async () => {
  const files = new Map([
    ["small", Uint8Array.from({ length: 5000 }, (_, i) => i % 251)],
    ["large", Uint8Array.from({ length: STAMP_TAIL_BYTES + 1000 }, (_, i) => i % 253)],
  ])
  const reads: string[] = []
  const open = rangeReadersOf({
    async get(key: string, { range }: { range: { suffix?: number; offset?: number; length?: number } }) {
      reads.push(key)
      const file = files.get(key) ?? new Uint8Array(0)
      const { suffix, offset = 0, length = 0 } = range
      const part = suffix === undefined ? file.slice(offset, offset + length) : file.slice(-suffix)
      return {
        size: file.length,
        bytes: async () => part,
        get body() {
          return new Blob([part]).stream()
        },
      }
    },
  } as unknown as R2Bucket)
  for (const [key, file] of files) {
    const reader = await open(key)
    expect(reader.sizeBytes).toBe(file.length)
    // As the store does it: the end, which says where the strips are, then these, then perhaps once more.
    expect(await reader.read(file.length - 100, 100)).toEqual(file.subarray(-100))
    for (let time = 0; time < 2; time++) {
      const strips = new Uint8Array(file.length - 100)
      await reader.readInto?.(0, strips)
      expect(strips).toEqual(file.subarray(0, -100))
    }
  }
  expect(reads).toEqual(["small", "small", "large", "large", "large"])
})
