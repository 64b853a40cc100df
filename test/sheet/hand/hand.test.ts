import { beforeAll, expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../../harness/nest/ink.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { checkLayout } from "../../../sheet/layout/check/check-layout.ts"
import { openHand } from "../../../sheet/layout/hand/hand.ts"
import type { Layout, Placement } from "../../../sheet/layout/layout.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { withReserve } from "../../../sheet/preflight/label-strip.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import { printLayoutInput } from "../../../sheet/preflight/print-inks.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

const roomy: LayoutTemplate = { ...defaultSheetTemplate, maxLengthIn: 120, dpi: 72 }
// Labels need a reserve where the gap is this narrow.
const templates: LayoutTemplate[] = [
  roomy,
  { ...roomy, nesting: "boxes", gapIn: 0.1, labels: true },
  { ...roomy, gapIn: 0.07, labels: true, mirror: true },
  { ...roomy, gapIn: 0 },
]

/** A generated gang sheet as a print; every fifth item is a full picture. */
function itemsOf(seed: number): LayoutItem[] {
  return gangSheet(seed).items.map(({ polygon, quantity }, i) => {
    const silhouette = silhouetteOf(drawn(polygon, 150 + 11 * i))
    return {
      image: { widthPx: silhouette.widthPx, heightPx: silhouette.heightPx, trim: null },
      widthIn: Math.max(...polygon.map(([x]) => x)),
      quantity: Math.min(2, quantity),
      silhouette: i % 5 === 4 ? null : silhouette,
    }
  })
}

function quickLayout(items: readonly LayoutItem[], template: LayoutTemplate): Layout {
  const plan = planPrint(items, template, layoutHost, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("too large")
  return plan.layout
}

/** Returns the independent check's verdict on a sheet with these placements. */
function violationsOf(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  placements: readonly Placement[],
) {
  const { pieces, inks, bounds, label } = printLayoutInput(items, template)
  const counted = pieces.map((piece) => ({ ...piece, count: 0 }))
  const copies = placements.map((placement) => ({ ...placement, copy: counted[placement.piece].count++ }))
  const { sheets } = withReserve(
    { sheets: [{ widthPx: bounds.widthPx, lengthPx: 0, placements: copies }] },
    label,
  )
  const lengthPx = bounds.edgePx + Math.max(...sheets[0].placements.map(({ y, heightPx }) => y + heightPx))
  return checkLayout({ pieces: counted, inks, bounds, foot: label }, { sheets: [{ ...sheets[0], lengthPx }] })
}

function turnedTo(placement: Placement, turn: number): Placement {
  const { halfTurned: _, ...rest } = placement
  const [side, other] = [placement.widthPx, placement.heightPx]
  const isOther = placement.rotated !== (turn % 2 === 1)
  return {
    ...rest,
    widthPx: isOther ? other : side,
    heightPx: isOther ? side : other,
    rotated: turn % 2 === 1,
    ...(turn >= 2 ? { halfTurned: true as const } : {}),
  }
}

function movedBy(placements: readonly Placement[], dx: number, dy: number): Placement[] {
  return placements.map((placement) => ({ ...placement, x: placement.x + dx, y: placement.y + dy }))
}

const steps = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const

beforeAll(buildKernels)

test("a place is free exactly where the check finds nothing", () => {
  const answers = { free: 0, blocked: 0 }
  for (const [index, template] of templates.entries()) {
    const items = itemsOf(index + 1)
    const random = createRandom(index + 1)
    const hand = openHand(printLayoutInput(items, template))
    const { placements } = quickLayout(items, template).sheets[0]
    for (let round = 0; round < 8; round++) {
      const first = Math.floor(random() * placements.length)
      const isPicked = (i: number) =>
        i === first || (round % 3 === 2 && i === (first + 1) % placements.length)
      const others = placements.filter((_, i) => !isPicked(i))
      const held = placements
        .filter((_, i) => isPicked(i))
        .map((placement) => (round % 3 === 1 ? turnedTo(placement, round % 4) : placement))
      const taken = hand.take(held, others)
      for (let tries = 0; tries < 12; tries++) {
        const dx = Math.round((random() - 0.5) * 600)
        const dy = Math.round((random() - 0.5) * 600)
        // The two might disagree close to the places where it may lie.
        const at = tries % 2 === 0 ? { dx, dy } : (taken.nearestFree(dx, dy, 400) ?? { dx, dy })
        const [stepX, stepY] = tries % 4 === 1 ? [0, 0] : steps[tries % 8]
        const isFree = taken.isFree(at.dx + stepX, at.dy + stepY)
        const violations = violationsOf(items, template, [
          ...others,
          ...movedBy(held, at.dx + stepX, at.dy + stepY),
        ])
        expect([isFree, violations.slice(0, 1)]).toEqual([violations.length === 0, violations.slice(0, 1)])
        answers[isFree ? "free" : "blocked"]++
      }
    }
  }
  expect(Math.min(answers.free, answers.blocked)).toBeGreaterThan(50)
})

test("paper pulled into others lies at the nearest free place and touches them", () => {
  const ends = { touching: 0, under: 0 }
  for (const [index, template] of templates.entries()) {
    const items = itemsOf(index + 5)
    const random = createRandom(index + 5)
    const hand = openHand(printLayoutInput(items, template))
    const { placements } = quickLayout(items, template).sheets[0]
    for (let round = 0; round < 6; round++) {
      const picked = placements[Math.floor(random() * placements.length)]
      const others = placements.filter((placement) => placement !== picked)
      const held = hand.take([picked], others)
      for (let tries = 0; tries < 5; tries++) {
        const dx = Math.round((random() - 0.5) * 900)
        const dy = Math.round((random() - 0.5) * 900)
        const at = held.slide(dx, dy)
        if (!at.isFree) {
          ends.under++
          expect(at).toEqual({ dx, dy, isFree: false })
          expect(held.nearestFree(dx, dy, 60)).toBeNull()
          continue
        }
        expect(violationsOf(items, template, [...others, ...movedBy([picked], at.dx, at.dy)])).toEqual([])
        if (at.dx === dx && at.dy === dy) continue
        ends.touching++
        // No step closer to the finger is free.
        for (const [x, y] of steps) {
          const isCloser =
            (at.dx + x - dx) ** 2 + (at.dy + y - dy) ** 2 < (at.dx - dx) ** 2 + (at.dy - dy) ** 2
          if (isCloser) expect(held.isFree(at.dx + x, at.dy + y)).toBe(false)
        }
      }
    }
  }
  expect(Math.min(ends.touching, ends.under)).toBeGreaterThan(10)
})

test("a copy taken out of a tight sheet goes back to where it was, and none lies over the film's edges", () => {
  const template = { ...roomy, labels: true }
  const items = itemsOf(3)
  const input = printLayoutInput(items, template)
  const hand = openHand(input)
  const { placements } = quickLayout(items, template).sheets[0]
  for (const picked of placements) {
    const held = hand.take(
      [picked],
      placements.filter((placement) => placement !== picked),
    )
    expect(held.slide(0, 0)).toEqual({ dx: 0, dy: 0, isFree: true })
    const back = held.slide(2, 1)
    expect(back.isFree && Math.hypot(back.dx - 2, back.dy - 1) <= Math.hypot(2, 1)).toBe(true)
    for (const [dx, dy] of [
      [-5_000, 0],
      [5_000, 0],
      [0, -20_000],
      [0, 20_000],
    ])
      expect(held.isFree(dx, dy)).toBe(false)
  }
})

test("paper glides along an edge, and hops around a corner only once that is much nearer", () => {
  const items: LayoutItem[] = [
    { image: { widthPx: 400, heightPx: 200, trim: null }, widthIn: 4, quantity: 1 },
    { image: { widthPx: 100, heightPx: 100, trim: null }, widthIn: 2, quantity: 1 },
  ]
  const template = { ...roomy, nesting: "boxes" as const, dpi: 100 }
  const bar = { piece: 0, x: 500, y: 500, rotated: false }
  const hand = openHand(printLayoutInput(items, template))
  const held = hand.take([{ piece: 1, x: 0, y: 0, rotated: false }], [bar])
  // The bar spans 500 to 900 across and 500 to 700 down. The gap is 25, the paper 200 square: it may
  // lie above y = 275 or right of x = 925. The finger moves right, 55 too low.
  for (let x = 600; x <= 960; x += 10) {
    const where = x <= 890 ? { dx: x, dy: 275 } : { dx: Math.max(x, 925), dy: 330 }
    expect(held.slide(x, 330)).toEqual({ ...where, isFree: true })
  }
  expect(held.slide(690, 480)).toEqual({ dx: 690, dy: 480, isFree: false })
})
