import { expect, expectTypeOf, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import type { Mend as StoredMend } from "../../../contract/artwork/mend.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { inOrder, isPrintedMend, type Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"

const host = await openNodeHost()

test("the contract's mends are the engine's", () => {
  expectTypeOf<StoredMend>().toExtend<Mend & { isOn: boolean }>()
  expectTypeOf<Mend["kind"]>().toEqualTypeOf<StoredMend["kind"]>()
})

test("mends of the frame come first, each group in its order", () => {
  const mends: Mend[] = [
    { kind: "thicken", mm: 1 },
    { kind: "turn", degrees: 90 },
    { kind: "choke", mm: 1 },
    { kind: "crop", x: 0, y: 0, width: 500, height: 500 },
  ]
  expect(inOrder(mends).map(({ kind }) => kind)).toEqual(["turn", "crop", "thicken", "choke"])
  expect(mends.map(isPrintedMend)).toEqual([true, false, true, false])
})

test("a crop keeps its box, pixel for pixel", async () => {
  const rgba = Uint8Array.from({ length: 10 * 8 * 4 }, (_, i) => i)
  const mend: Mend = { kind: "crop", x: 200, y: 250, width: 300, height: 500 }
  const rows = await mendRows(pictureRows({ widthPx: 10, heightPx: 8, rgba }), [mend], { mmPerPx: 0.1, host })
  const { widthPx, heightPx, rgba: kept } = await rowsPicture(rows)
  expect([widthPx, heightPx]).toEqual([3, 4])
  for (let y = 0; y < 4; y++)
    expect(kept.subarray(y * 12, y * 12 + 12)).toEqual(
      rgba.subarray(((y + 2) * 10 + 2) * 4, ((y + 2) * 10 + 5) * 4),
    )
})

test("colours are mended before there are more pixels, and lengths on the last of them", () => {
  const kinds = ["outline", "enlarge", "recolour", "turn", "trace", "remove-background", "harden"] as const
  expect(inOrder(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind)).toEqual([
    "turn",
    "recolour",
    "remove-background",
    "enlarge",
    "trace",
    "outline",
    "harden",
  ])
})
