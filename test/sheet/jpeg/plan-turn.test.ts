import { expect, test } from "vitest"
import type { JpegFrame } from "../../../sheet/raster/jpeg/jpeg-frame.ts"
import { JpegHeader } from "../../../sheet/raster/jpeg/jpeg-header.ts"
import type { Scan } from "../../../sheet/raster/jpeg/scan-header.ts"
import { planTurn, stripRanges } from "../../../sheet/raster/jpeg/turned-decoder.ts"

const MB = 1_000_000

/** Returns a progressive frame of three channels, none of them subsampled. */
function frameOf(widthPx: number, heightPx: number): JpegFrame {
  const header = new JpegHeader()
  const size = [heightPx >> 8, heightPx & 255, widthPx >> 8, widthPx & 255]
  header.take(0xc2, Uint8Array.from([8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]))
  if (header.frame === null) throw new Error("no frame")
  return header.frame
}

/** Returns two scans of all channels, as encoders begin and refine, and `lone` of one channel. */
function scansOf(lone: number): Scan[] {
  const scan = (...numbers: number[]): Scan => ({
    entries: numbers.map((number) => ({ number, dc: null, ac: null })),
    ...{ ss: 0, se: 0, ah: 0, al: 0, restartInterval: 0 },
  })
  return [scan(0, 1, 2), scan(0, 1, 2), ...Array.from({ length: lone }, (_, i) => scan(i % 3))]
}

test("what a small file leaves of its memory makes strips wider, so that few passes turn a large picture", () => {
  const strips = (frame: JpegFrame, heldBytes: number) =>
    stripRanges(frame, planTurn(frame, scansOf(8), 6, heldBytes)).length
  const large = frameOf(10_000, 10_000)
  expect(strips(large, MB)).toBeLessThanOrEqual(12)
  expect(strips(frameOf(4_000, 3_000), MB)).toBe(1)
  expect(strips(frameOf(4_000, 3_000), 32 * MB)).toBeGreaterThan(2)
  expect(() => strips(large, 32 * MB)).toThrow(/too large to be turned/)
})

test("turning refuses what would visit its blocks, or keep its cursors, too often", () => {
  const large = frameOf(10_000, 10_000)
  for (const orientation of [3, 6] as const) {
    expect(planTurn(large, scansOf(10), orientation, MB).stripMcus).toBeGreaterThan(0)
    expect(() => planTurn(large, scansOf(14), orientation, MB)).toThrow(/too large to be turned/)
  }
  // In one strip every block is visited once.
  const small = frameOf(3_000, 3_000)
  expect(planTurn(small, scansOf(300), 6, MB).stripMcus).toBe(small.mcusWide)
  expect(() => planTurn(small, scansOf(300), 3, MB)).toThrow(/too large to be turned/)
  // 50,000 lines of cursors in each of a dozen strips.
  expect(() => planTurn(frameOf(1_500, 65_000), scansOf(4), 6, MB)).toThrow(/too large to be turned/)
})
