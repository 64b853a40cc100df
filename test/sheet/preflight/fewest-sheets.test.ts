import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { sampled } from "../../../harness/layer.ts"
import { longTest } from "../../../harness/long-test.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../../harness/nest/ink.ts"
import { filledPx2 } from "../../../harness/nest/least-sheets.ts"
import { layoutHost as host } from "../../../harness/nest/nest-host.ts"
import { boundsOf } from "../../../harness/nest/polygon.ts"
import { laidCopies } from "../../../sheet/layout/laid-copies.ts"
import { type LaidOutPrint, planPrint } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

const film: LayoutTemplate = { ...defaultSheetTemplate, maxLengthIn: 240, dpi: 60 }

/**
 * The share of film that a search which ends several sheets at a limit may take beyond one on a long film.
 * A print that fits on one sheet's length is on one sheet.
 */
const ALLOWANCE = 1.05

/** Returns copies of thirty designs, of nine orders. */
function itemsOf(seed: number, quantity = 1): LayoutItem[] {
  const polygons: ReturnType<typeof gangSheet>["items"][number]["polygon"][] = []
  for (let next = seed; polygons.length < 30; next++)
    polygons.push(...gangSheet(next).items.map(({ polygon }) => polygon))
  return polygons.slice(0, 30).map((polygon, i) => {
    const silhouette = silhouetteOf(drawn(polygon, 240))
    const { widthPx, heightPx } = silhouette
    return {
      image: { widthPx, heightPx, trim: null },
      widthIn: Math.round(boundsOf(polygon).x1 * film.dpi * 0.8) / film.dpi,
      quantity,
      silhouette,
      order: { number: String(i % 9), shipDay: null },
    }
  })
}

function planned(
  items: readonly LayoutItem[],
  changes: Partial<LayoutTemplate>,
  options: Parameters<typeof planPrint>[3] = {},
): LaidOutPrint {
  const plan = planPrint(items, { ...film, ...changes }, host, { effort: "quick", ...options })
  if (plan.kind !== "planned") throw new Error("a piece is too large")
  return plan
}

/** A sheet's film without its edges, and with the gap that would follow: lengths of this kind add up. */
const innerIn = (lengthIn: number) => lengthIn - 2 * film.edgeIn + film.gapIn

function expectFilled({ layout }: LaidOutPrint, maxLengthIn: number, what: string) {
  const lengths = layout.sheets.map(({ lengthPx }) => innerIn(lengthPx / film.dpi)).sort((a, b) => a - b)
  const room = innerIn(maxLengthIn)
  expect(lengths.at(-1), what).toBeLessThanOrEqual(room + 1e-9)
  // The two shortest sheets would not lie on one.
  if (lengths.length > 1) expect(lengths[0] + lengths[1], what).toBeGreaterThan(room)
}

longTest(
  "shapes take no more sheets than their film needs, nor than boxes do, from scratch or from more sheets",
  () => {
    for (const seed of sampled([1, 2, 3, 4, 5, 6], 3)) {
      const items = itemsOf(seed)
      const long = planned(items, {})
      expect(long.layout.sheets).toHaveLength(1)
      for (const share of [0.45, 0.6, 0.8, 1.005, 1.06]) {
        const maxLengthIn = Math.round(long.lengthIn * share * film.dpi) / film.dpi
        const what = `print ${seed} on sheets of ${share} of its film`
        const plan = planned(items, { maxLengthIn })
        const sheets = plan.layout.sheets.length
        const allowance = share > 1 ? 1 : ALLOWANCE
        expect(sheets, what).toBeLessThanOrEqual(
          Math.ceil((allowance * innerIn(long.lengthIn)) / innerIn(maxLengthIn)),
        )
        const boxes = planned(items, { maxLengthIn, nesting: "boxes" })
        expect(sheets, what).toBeLessThanOrEqual(boxes.layout.sheets.length)
        // No layout at all could take less than the ink does.
        const inkIn2 = plan.utilisation * plan.lengthIn * film.widthIn
        expect(sheets, what).toBeGreaterThanOrEqual(Math.ceil(inkIn2 / (film.widthIn * maxLengthIn)))
        expectFilled(plan, maxLengthIn, what)
      }

      // A print on two sheets is searched on: it gets one sheet once that fits, and never takes more film.
      const maxLengthIn = Math.round(long.lengthIn * 1.06 * film.dpi) / film.dpi
      const before = planned(items, { maxLengthIn: Math.round(long.lengthIn * 0.8 * film.dpi) / film.dpi })
      expect(before.layout.sheets.length).toBe(2)
      const after = planned(items, { maxLengthIn }, { start: laidCopies(before.layout), effort: "balanced" })
      expect(after.layout.sheets, `print ${seed} from two sheets`).toHaveLength(1)
      expect(after.lengthIn).toBeLessThanOrEqual(before.lengthIn)
    }
  },
)

test("large pieces take no more sheets than their ink and gaps fill", () => {
  // The largest piece of the fourth print fits no such sheet.
  for (const seed of sampled([2, 3, 5, 7, 9, 10, 1, 6, 8, 11, 12, 13], 4)) {
    const items = itemsOf(seed)
    const { inksPx2, sheetPx2 } = filledPx2(items, film)
    const oneInchPx2 = sheetPx2(2 * film.dpi) - sheetPx2(film.dpi)
    for (const [sheets, fill] of [
      [2, 0.7],
      [3, 0.72],
    ]) {
      const filmIn = inksPx2 / oneInchPx2 / fill / sheets
      const maxLengthIn = Math.round((filmIn + 2 * film.edgeIn - film.gapIn) * film.dpi) / film.dpi
      const what = `print ${seed} on ${sheets} sheets of ${maxLengthIn} in`
      expect(Math.ceil(inksPx2 / sheetPx2(Math.round(maxLengthIn * film.dpi))), what).toBe(sheets)
      expect(planned(items, { maxLengthIn }).layout.sheets, what).toHaveLength(sheets)
    }
  }
})

test("what fits one sheet is on one sheet, by order and with straight cuts as well", () => {
  for (const seed of sampled([1, 2, 3, 4, 5, 6, 7, 8], 4)) {
    const items = itemsOf(seed)
    for (const packing of ["by-order", "straight-cuts"] as const) {
      const long = planned(items, { packing })
      const maxLengthIn = Math.ceil(long.lengthIn * 1.01 * film.dpi) / film.dpi
      const plan = planned(items, { packing, maxLengthIn })
      expect(plan.layout.sheets, `print ${seed} ${packing}`).toHaveLength(1)
    }
  }
})

longTest("three sheets and more are filled, by order and with straight cuts as well", () => {
  for (const seed of sampled([1, 2, 3, 4, 5, 6], 2)) {
    const items = itemsOf(seed, 3)
    for (const packing of ["by-order", "straight-cuts"] as const) {
      const long = innerIn(planned(items, { packing }).lengthIn)
      for (const share of [0.27, 0.3, 0.37, 0.45]) {
        const maxLengthIn = Math.round((long * share + 2 * film.edgeIn - film.gapIn) * film.dpi) / film.dpi
        const what = `print ${seed} ${packing} on sheets of ${share} of its film`
        const plan = planned(items, { packing, maxLengthIn })
        expect(plan.layout.sheets.length, what).toBeLessThanOrEqual(
          Math.ceil((ALLOWANCE * long) / innerIn(maxLengthIn)),
        )
        expectFilled(plan, maxLengthIn, what)
      }
    }
  }
})

test("sheets up to the last one with pins keep their number, however few pieces they have left", () => {
  const items = itemsOf(2)
  const long = planned(items, {})
  const maxLengthIn = Math.round(long.lengthIn * 0.4 * film.dpi) / film.dpi
  const before = planned(items, { maxLengthIn })
  expect(before.layout.sheets.length).toBe(3)
  const lying = laidCopies(before.layout)
  const pins = [0, 2].map((sheet) => {
    const [first] = lying.filter((laid) => laid.sheet === sheet)
    return first
  })
  const after = planned(items, { maxLengthIn: film.maxLengthIn }, { pins, start: lying })
  const pinned = after.layout.sheets.flatMap(({ placements }, sheet) =>
    placements
      .filter((placement) => placement.pinned)
      .map(({ piece, copy, x, y }) => ({ sheet, piece, copy, x, y })),
  )
  expect(pinned).toEqual(pins.map(({ sheet, piece, copy, x, y }) => ({ sheet, piece, copy, x, y })))
})
