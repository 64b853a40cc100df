import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { sampled } from "../../../harness/layer.ts"
import { mixedItems } from "../../../harness/nest/mixed-items.ts"
import { layoutHost as host } from "../../../harness/nest/nest-host.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { finish } from "../../../sheet/in-steps.ts"
import { dealCopies } from "../../../sheet/layout/nest/deal-copies.ts"
import { dealSections } from "../../../sheet/preflight/deal-sections.ts"
import { documentOf, proveDocument } from "../../../sheet/preflight/layout-document.ts"
import { type LaidOutPrint, planPrint } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"
import {
  hasSections,
  joinSections,
  keepsSheets,
  sectionItems,
  sectionLayout,
  sectionsOfSheets,
} from "../../../sheet/preflight/print-sections.ts"

const film: LayoutTemplate = { ...defaultSheetTemplate, dpi: 60 }

test("every copy is dealt out once, onto films that hold no more than they can, some of them several times", () => {
  let repeated = 0
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed)
    const designs = 1 + random(40)
    const areas = Array.from({ length: designs }, () => 50 + random(1_000))
    const counts = areas.map(() => random(1 + random(200)))
    const capacity = 2_000 + random(20_000)
    const dealt = dealCopies(areas, counts, capacity)
    const sums = counts.map((_, piece) =>
      dealt.reduce((sum, film) => sum + film.times * film.counts[piece], 0),
    )
    expect(sums, `seed ${seed}`).toEqual(counts)
    for (const { counts: own, times } of dealt) {
      expect(own.some((count) => count > 0)).toBe(true)
      const area = own.reduce((sum, count, piece) => sum + count * areas[piece], 0)
      // Where nothing repeats, the last piece goes onto the emptiest film, which may be a piece too full.
      expect(area, `seed ${seed}`).toBeLessThanOrEqual(capacity + (times > 1 ? 0 : 1_050))
      if (times > 1) repeated++
    }
  }
  expect(repeated).toBeGreaterThan(50)
})

test("nothing is dealt out of nothing, and what is larger than a film has one of its own", () => {
  expect(dealCopies([], [], 100)).toEqual([])
  expect(dealCopies([10], [0], 100)).toEqual([])
  const one = { counts: [1], times: 1 }
  expect(dealCopies([150], [3], 100)).toEqual([one, one, one])
})

function planned(items: readonly LayoutItem[], template = film): LaidOutPrint {
  const plan = planPrint(items, template, host, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("a piece is too large")
  return plan
}

const cases = sampled([[6, 300] as const, [24, 200] as const, [3, 160] as const], 3)

test.each(cases)(
  "%i designs in %i copies: sections that were searched alone are a sound print together",
  (designs, copies) => {
    const items = mixedItems(designs, copies).map((item, i) => ({ ...item, id: `${i}` }))
    const quick = planned(items)
    expect(hasSections(items, film, quick)).toBe(true)
    const sections = finish(dealSections(items, film, quick))
    const layouts = sections.map((section) => planned(sectionItems(items, section)).layout)
    const joined = joinSections(sections, layouts)
    const document = documentOf(joined, items, { sheetTemplateId: "", packing: film.packing })
    const proof = proveDocument(items, film, document, { host })
    expect(proof).toMatchObject({ kind: "planned", copies })
    if (proof.kind !== "planned") return
    expect(proof.lengthIn).toBeLessThan(proof.boxesLengthIn)

    // Each sheet of it is a section again, which joins to the same print.
    const sheets = sectionsOfSheets(joined)
    expect(sheets).toHaveLength(joined.sheets.length)
    const again = joinSections(
      sheets,
      joined.sheets.map((sheet, index) => sectionLayout(sheet, sheets[index])),
    )
    expect(again).toEqual(joined)
  },
)

test("small prints, one sheet, boxes and other ways to pack have no sections; pins and tight sheets stay where they are", () => {
  const items = mixedItems(3, 160)
  const quick = planned(items)
  expect(hasSections(items, film, quick)).toBe(true)
  expect(hasSections(items, { ...film, nesting: "boxes" }, quick)).toBe(false)
  expect(hasSections(items, { ...film, packing: "straight-cuts" }, quick)).toBe(false)
  expect(hasSections(items, film, { layout: { sheets: quick.layout.sheets.slice(0, 1) } })).toBe(false)
  expect(hasSections(mixedItems(3, 100), film, quick)).toBe(false)

  expect(keepsSheets({ ...quick, savedShare: 0.1 })).toBe(false)
  expect(keepsSheets({ ...quick, savedShare: 0.2 })).toBe(true)
  const [first, ...others] = quick.layout.sheets
  const [piece, ...rest] = first.placements
  const pinned = { ...first, placements: [{ ...piece, pinned: true as const }, ...rest] }
  expect(keepsSheets({ layout: { sheets: [pinned, ...others] }, savedShare: 0.1 })).toBe(true)
})
