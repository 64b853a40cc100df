import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { inkSqInOf } from "../../../sheet/preflight/ink-area.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"
import { boxSilhouette, openSilhouette } from "../../../sheet/silhouette.ts"

const film: LayoutTemplate = {
  ...defaultSheetTemplate,
  widthIn: 11,
  dpi: 100,
  labels: true,
  nesting: "boxes",
}

/** Artwork of 300 × 300 pixels that has ink in its left `columns`. */
function leftInked(columns: number): LayoutItem["silhouette"] {
  const silhouette = openSilhouette(300, 300, false)
  const row = new Uint8Array(300 * 4)
  for (let x = 0; x < columns; x++) row[x * 4 + 3] = 1
  for (let y = 0; y < 300; y++) silhouette.push(row, y)
  return silhouette.finish()
}

function inkOf(items: readonly LayoutItem[], template: LayoutTemplate): number {
  const plan = planPrint(items, template, null, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("the pieces are too large")
  return inkSqInOf(plan.layout, items, template)
}

test("ink is the inked share of each piece, turned or not, whatever is nested, without labels", () => {
  const image = { widthPx: 300, heightPx: 300, trim: null }
  const half = { image, widthIn: 4, quantity: 3, silhouette: leftInked(150) }
  const full = { image, widthIn: 2, quantity: 2, silhouette: boxSilhouette(300, 300) }
  expect(inkOf([half], film)).toBeCloseTo(24)
  expect(inkOf([half, full], film)).toBeCloseTo(32)
  // Trimmed to two thirds of the width, of which three quarters are inked: 4 × 6 in each.
  const trimmed = { ...half, image: { ...image, trim: { x: 0, y: 0, width: 200, height: 300 } } }
  expect(inkOf([trimmed], film)).toBeCloseTo(3 * 4 * 6 * 0.75)
  expect(inkOf([trimmed], { ...film, trim: false })).toBeCloseTo(24)
  // Nobody knows better of artwork without a silhouette.
  expect(inkOf([{ ...half, silhouette: null }], film)).toBeCloseTo(48)
})
