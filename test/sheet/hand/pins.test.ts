import { beforeAll, expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../../harness/nest/ink.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { checkLayout } from "../../../sheet/layout/check/check-layout.ts"
import type { LaidCopy, Layout, Placement } from "../../../sheet/layout/layout.ts"
import { withReserve } from "../../../sheet/preflight/label-strip.ts"
import { type LaidOutPrint, planPrint } from "../../../sheet/preflight/plan-print.ts"
import { printLayoutInput } from "../../../sheet/preflight/print-inks.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

const shapes: LayoutTemplate = { ...defaultSheetTemplate, maxLengthIn: 120, dpi: 72 }
// Sheets on which one print does not fit, and labels with a reserve.
const templates: LayoutTemplate[] = [
  shapes,
  { ...shapes, nesting: "boxes", maxLengthIn: 40 },
  { ...shapes, gapIn: 0.1, labels: true, maxLengthIn: 40 },
]

function itemsOf(seed: number): LayoutItem[] {
  return gangSheet(seed).items.map(({ polygon, quantity }, i) => {
    const silhouette = silhouetteOf(drawn(polygon, 150 + 11 * i))
    return {
      image: { widthPx: silhouette.widthPx, heightPx: silhouette.heightPx, trim: null },
      widthIn: Math.max(...polygon.map(([x]) => x)),
      quantity: Math.min(3, quantity),
      silhouette: i % 5 === 4 ? null : silhouette,
    }
  })
}

type Wish = NonNullable<Parameters<typeof planPrint>[3]>

/** Returns a plan and all that were shown before it; each is proved. */
function planned(items: readonly LayoutItem[], template: LayoutTemplate, request: Wish): LaidOutPrint[] {
  const shown: LaidOutPrint[] = []
  const plan = planPrint(items, template, layoutHost, {
    effort: "quick",
    ...request,
    onBetter: (better) => shown.push(better),
  })
  if (plan.kind !== "planned") throw new Error("too large")
  const { label, ...input } = printLayoutInput(items, template)
  for (const { layout } of [...shown, plan])
    expect(checkLayout({ ...input, foot: label }, withReserve(layout, label))).toEqual([])
  return [...shown, plan]
}

function laidCopies(layout: Layout): LaidCopy[] {
  return layout.sheets.flatMap(({ placements }, sheet) =>
    placements.map((placement) => laidCopy(placement, sheet)),
  )
}

function laidCopy({ piece, copy, x, y, rotated, halfTurned }: Placement, sheet: number): LaidCopy {
  const turn = ((rotated ? 90 : 0) + (halfTurned ? 180 : 0)) as LaidCopy["turn"]
  return { piece, copy, sheet, x, y, turn }
}

function pinnedIn(layout: Layout): LaidCopy[] {
  return layout.sheets.flatMap(({ placements }, sheet) =>
    placements.filter(({ pinned }) => pinned).map((placement) => laidCopy(placement, sheet)),
  )
}

const byCopy = (a: LaidCopy, b: LaidCopy) => a.piece - b.piece || a.copy - b.copy

beforeAll(buildKernels)

test("what a hand put down stays to the pixel, and only what it covers makes room", () => {
  for (const [index, template] of templates.entries()) {
    const items = itemsOf(index + 1)
    const before = laidCopies(planned(items, template, {})[0].layout)
    // Two copies are put down half on others, on the sheets that they came from, one of them turned.
    const pins = before
      .filter((_, i) => i === 1 || i === before.length - 2)
      .map(
        (laid, i): LaidCopy => ({
          ...laid,
          x: 60 + 300 * i,
          y: 90 + 900 * i,
          turn: i === 0 ? laid.turn : 90,
        }),
      )
    const isPinned = (laid: LaidCopy) => pins.some((pin) => byCopy(pin, laid) === 0)
    const plans = planned(items, template, { pins, start: before.filter((laid) => !isPinned(laid)) })
    for (const { layout } of plans) expect(pinnedIn(layout).sort(byCopy)).toEqual([...pins].sort(byCopy))
    const first = laidCopies(plans[0].layout)
    const stayed = before.filter((laid) =>
      first.some((other) => JSON.stringify(other) === JSON.stringify(laid)),
    )
    expect(stayed.length).toBeGreaterThanOrEqual(before.length - 2 - 6)
    for (const [i, { lengthIn }] of plans.slice(1).entries())
      expect(lengthIn).toBeLessThanOrEqual(plans[i].lengthIn)
  }
})

test("a layout that fits is shown as it is; so undo brings back what was seen", () => {
  const items = itemsOf(4)
  const before = planned(items, shapes, {}).at(-1)?.layout
  if (!before) throw new Error("nothing was laid out")
  const [first, ...later] = planned(items, shapes, { start: laidCopies(before) })
  expect(laidCopies(first.layout).sort(byCopy)).toEqual(laidCopies(before).sort(byCopy))
  for (const { lengthIn } of later) expect(lengthIn).toBeLessThanOrEqual(first.lengthIn)
})

test("a pin that cannot be kept is placed like the rest", () => {
  const items = itemsOf(2)
  const pin = (piece: number, x: number, y: number, turn: LaidCopy["turn"] = 0): LaidCopy => ({
    piece,
    copy: 0,
    sheet: 0,
    x,
    y,
    turn,
  })
  const good = pin(0, 100, 100)
  const pins = [
    good,
    pin(1, 110, 120),
    pin(2, -5, 400),
    pin(3, 400.5, 400),
    { ...pin(4, 500, 900), copy: 99 },
  ]
  for (const { layout } of planned(items, shapes, { pins })) expect(pinnedIn(layout)).toEqual([good])
  for (const { layout } of planned(items, { ...shapes, rotate: false }, { pins: [pin(0, 100, 100, 90)] }))
    expect(pinnedIn(layout)).toEqual([])
})

test("copies that had to move are searched shorter again, around many pins too", () => {
  const items = itemsOf(6)
  const before = planned(items, shapes, {}).at(-1)
  const start = before ? laidCopies(before.layout) : []
  // Every other copy stays; one of them is put down on others.
  const pins = start
    .filter((_, i) => i % 2 === 0)
    .map((laid, i) => (i === 3 ? { ...laid, x: 200, y: 300 } : laid))
  const plans = planned(items, shapes, { pins, start: start.filter((_, i) => i % 2 === 1) })
  const [first, last] = [plans[0], plans[plans.length - 1]]
  expect(last.lengthIn).toBeLessThan(first.lengthIn)
  expect(pinnedIn(last.layout)).toEqual(pinnedIn(first.layout))
  expect(pinnedIn(last.layout).length).toBeGreaterThan(pins.length / 2)
})

test("pins hold pieces on the sheet they are pinned to, and every length is the least its pieces need", () => {
  const items = itemsOf(3)
  const template = { ...shapes, maxLengthIn: 30 }
  const pins: LaidCopy[] = [{ piece: 0, copy: 0, sheet: 1, x: 700, y: 200, turn: 0 }]
  for (const { layout } of planned(items, template, { pins })) expect(pinnedIn(layout)).toEqual(pins)
})
