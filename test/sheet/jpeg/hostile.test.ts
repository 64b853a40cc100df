import { expect, test } from "vitest"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { decode, fixture } from "../../../harness/jpeg-pictures.ts"
import { isFull } from "../../../harness/layer.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { probeJpeg } from "../../../sheet/raster/jpeg/open-jpeg.ts"

const names = [
  "baseline-2x2",
  "progressive-2x1",
  "restart-each-mcu",
  "separate-scans",
  "grey-progressive",
  "ycck",
]

/** Returns "decoded", or "refused" after an ArtworkError; any other error fails the test. */
async function outcome(bytes: Uint8Array): Promise<"decoded" | "refused"> {
  const start = cpuMs()
  try {
    await decode(bytes)
    return "decoded"
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error
    return "refused"
  } finally {
    expect(cpuMs() - start).toBeLessThan(2000)
  }
}

test.for(names)("%s cut short at any byte is refused", async (name) => {
  const bytes = fixture(`${name}.jpg`)
  let decoded = 0
  for (let length = 0; length < bytes.length; length++) {
    if ((await outcome(bytes.subarray(0, length))) === "decoded") decoded++
    try {
      probeJpeg(bytes.subarray(0, length))
    } catch (error) {
      expect(error).toBeInstanceOf(ArtworkError)
    }
  }
  // A baseline picture is complete without end marker and padding; nothing else may pass.
  expect(decoded).toBeLessThanOrEqual(3)
})

test.for(names)("%s with any one bit flipped decodes or is refused", async (name) => {
  const random = randomFrom(names.indexOf(name) + 1)
  const bytes = fixture(`${name}.jpg`)
  const most = isFull ? 6 : 24
  for (let i = 0; i < bytes.length * 8; i += 1 + Math.floor(random() * most)) {
    const flipped = Buffer.from(bytes)
    flipped[i >> 3] ^= 1 << (i & 7)
    await outcome(flipped)
  }
})

test("code tables that cannot be are refused", async () => {
  const bytes = fixture("baseline-1x1.jpg")
  const at = bytes.indexOf(Buffer.from([0xff, 0xc4]))
  for (const [offset, value] of [
    [5, 255],
    [6, 9],
    [20, 255],
    [4, 0x35],
    [21, 200],
  ]) {
    const broken = Buffer.from(bytes)
    broken[at + offset] = value
    expect(await outcome(broken)).toBe("refused")
  }
})
