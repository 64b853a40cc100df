import { expect, test } from "vitest"
import { checkLayout } from "../../../sheet/layout/check-layout.ts"
import { layOutWithin } from "../../../sheet/layout/lay-out.ts"
import { createRandom, type Random } from "../../../sheet/layout/random.ts"
import type { LayoutResult, PieceType, SheetBounds, SheetLayout } from "../../../sheet/layout/types.ts"

function sheetsOf(result: LayoutResult): SheetLayout[] {
  if (result.kind !== "laid-out") throw new Error(`pieces ${result.pieces} are too large`)
  return result.layout.sheets
}

function randomBounds(random: Random): SheetBounds {
  const widthPx = 60 + Math.floor(random() * 2000)
  return {
    widthPx,
    maxLengthPx: 60 + Math.floor(random() * 4000),
    edgePx: Math.floor(random() * 3) * Math.floor(random() * 10),
    gapPx: Math.floor(random() * 3) * Math.floor(random() * 12),
    rotate: random() < 0.5,
  }
}

function randomPieces(random: Random, bounds: SheetBounds): PieceType[] {
  const innerWidth = bounds.widthPx - 2 * bounds.edgePx
  const innerHeight = bounds.maxLengthPx - 2 * bounds.edgePx
  const largest = random() < 0.3 ? 1 : 0.2 + 0.5 * random()
  return Array.from({ length: 1 + Math.floor(random() * 25) }, () => ({
    widthPx: 1 + Math.floor(random() * largest * (innerWidth - 1)),
    heightPx: 1 + Math.floor(random() * largest * (innerHeight - 1)),
    count: Math.floor(random() * 12),
  }))
}

test("300 random orders are laid out inside the edges, apart, complete and within the longest sheet", () => {
  const random = createRandom(2024)
  let severalSheets = 0
  for (let round = 0; round < 300; round++) {
    const bounds = randomBounds(random)
    const pieces = randomPieces(random, bounds)
    const result = layOutWithin(pieces, bounds, 200_000, round)
    const sheets = sheetsOf(result)
    expect(checkLayout(pieces, bounds, { sheets }), `round ${round}`).toEqual([])
    if (sheets.length > 1) severalSheets++
  }
  expect(severalSheets).toBeGreaterThan(50)
})
