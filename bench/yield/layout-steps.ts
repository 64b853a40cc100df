import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { gangSheet } from "../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../harness/nest/ink.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { boundsOf } from "../../harness/nest/polygon.ts"
import { finishPausing } from "../../sheet/in-steps.ts"
import { checkLayoutInSteps } from "../../sheet/layout/check/check-layout.ts"
import type { Effort } from "../../sheet/layout/layout.ts"
import { planPrint, planPrintPausing } from "../../sheet/preflight/plan-print.ts"
import { printLayoutInput } from "../../sheet/preflight/print-inks.ts"
import type { LayoutItem, LayoutTemplate } from "../../sheet/preflight/print-layout.ts"
import type { Gate, Step } from "./holds.ts"

const film: LayoutTemplate = { ...defaultSheetTemplate, maxLengthIn: 120, gapIn: 0.1 }
const boxes: LayoutTemplate = { ...film, nesting: "boxes" }
const wide: LayoutTemplate = { ...film, widthIn: 60, maxLengthIn: 240, gapIn: 0.5, dpi: 600 }

type Search = { of: string; template: LayoutTemplate; items: LayoutItem[]; effort: Effort }

/** Yields searches of all kinds, and the check of a print of many copies. */
export function* layoutSteps(): Generator<Step> {
  const searches: Search[] = [
    { of: "60 copies", template: film, items: itemsOf(20, 60, 0.6), effort: "quick" },
    { of: "500 copies", template: film, items: itemsOf(40, 500, 0.4), effort: "quick" },
    { of: "300 designs", template: film, items: itemsOf(300, 300, 0.5), effort: "balanced" },
    { of: "92 copies", template: { ...film, labels: true }, items: itemsOf(20, 92, 1), effort: "balanced" },
    { of: "12 copies, best", template: film, items: itemsOf(6, 12, 1), effort: "best" },
    { of: "5,000 copies", template: film, items: itemsOf(30, 5000, 0.2), effort: "balanced" },
    { of: "60 in at 600 DPI", template: wide, items: itemsOf(20, 60, 2), effort: "balanced" },
  ]
  for (const { of, template, items, effort } of searches)
    yield { name: "search, shapes", of, run: (gate) => search(gate, items, template, effort) }
  for (const [designs, copies] of [
    [20, 60],
    [100, 500],
    [30, 5000],
    [5000, 5000],
  ]) {
    const items = itemsOf(designs, copies, 0.2, false)
    const of = `${copies} copies of ${designs} designs`
    yield { name: "search, boxes", of, run: (gate) => search(gate, items, boxes, "balanced") }
  }
  for (const [designs, copies] of [
    [40, 500],
    [40, 5000],
  ]) {
    const items = itemsOf(designs, copies, 0.2)
    const plan = planPrint(items, film, layoutHost, { effort: "quick" })
    if (plan.kind !== "planned") throw new Error("the print did not fit")
    const run = (gate: Gate) =>
      finishPausing(checkLayoutInSteps(printLayoutInput(items, film), plan.layout), async () => gate())
    yield { name: "check", of: `${copies} copies`, run }
  }
}

function search(gate: Gate, items: readonly LayoutItem[], template: LayoutTemplate, effort: Effort) {
  return planPrintPausing(items, template, layoutHost, { effort }, async () => gate())
}

/** The width at which silhouettes are as fine as those of uploads. */
const artworkPx = 900

const polygons: ReturnType<typeof gangSheet>["items"][number]["polygon"][] = []

function itemsOf(designs: number, copies: number, scale: number, isShaped = true): LayoutItem[] {
  for (let seed = 1; polygons.length < designs; seed++)
    polygons.push(...gangSheet(seed).items.map(({ polygon }) => polygon))
  return polygons.slice(0, designs).map((polygon, i) => {
    const { x1, y1 } = boundsOf(polygon)
    const silhouette = isShaped ? silhouetteOf(drawn(polygon, artworkPx)) : null
    return {
      image: {
        widthPx: silhouette?.widthPx ?? Math.round(x1 * film.dpi),
        heightPx: silhouette?.heightPx ?? Math.round(y1 * film.dpi),
        trim: null,
      },
      widthIn: Math.max(0.2, Math.round(x1 * film.dpi * scale) / film.dpi),
      quantity: Math.floor(copies / designs) + (i < copies % designs ? 1 : 0),
      silhouette,
    }
  })
}
