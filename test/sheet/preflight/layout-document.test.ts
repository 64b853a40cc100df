import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { idSchema, makeId } from "../../../contract/id.ts"
import { layoutDocumentSchema, layoutViolationSchema } from "../../../contract/prints/layout.ts"
import { sampled } from "../../../harness/layer.ts"
import { longTest } from "../../../harness/long-test.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../../harness/nest/ink.ts"
import { layoutHost as host } from "../../../harness/nest/nest-host.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { laidCopies } from "../../../sheet/layout/laid-copies.ts"
import { labelStrip } from "../../../sheet/preflight/label-strip.ts"
import {
  documentOf,
  type LayoutDocument,
  layoutOf,
  proveDocument,
} from "../../../sheet/preflight/layout-document.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

const sheetTemplateId = makeId(1)
const base: LayoutTemplate = { ...defaultSheetTemplate, maxLengthIn: 40, dpi: 60 }

/** Returns shapes, every third a picture that is a box. */
function itemsOf(seed: number) {
  return gangSheet(seed).items.map(({ polygon, quantity }, i) => {
    const picture = drawn(polygon, 120 + 13 * i)
    const { widthPx, heightPx } = picture
    return {
      id: makeId(i + 1, new Uint8Array(10)),
      image: { widthPx, heightPx, trim: null },
      widthIn: Math.max(...polygon.map(([x]) => x)),
      quantity,
      silhouette: i % 3 === 2 ? null : silhouetteOf(picture),
    }
  })
}

test("a plan goes through its document unchanged: shapes and boxes, labelled or not, over several sheets", async () => {
  await buildKernels()
  let sheets = 0
  for (const [seed, changes] of Object.entries({
    1: {},
    2: { labels: true, gapIn: 0.05, mirror: true },
    3: { nesting: "boxes", labels: true, gapIn: 0.02 },
    4: { nesting: "boxes", rotate: false },
  } as const)) {
    const template = { ...base, ...changes }
    const items = itemsOf(Number(seed))
    const plan = planPrint(items, template, host, { effort: "quick" })
    if (plan.kind !== "planned") throw new Error("too large")
    const { kind, ...answer } = plan
    const document = documentOf(plan.layout, items, { sheetTemplateId, packing: "tightest" })
    expect(layoutDocumentSchema.parse(structuredClone(document))).toEqual(document)
    expect(layoutOf(document, items, template)).toEqual(plan.layout)
    const known = { host, boxesLengthIn: plan.boxesLengthIn }
    expect(proveDocument(items, template, document, known)).toMatchObject({ kind, layout: answer.layout })
    const proof = proveDocument(items, template, document, { host })
    if (proof.kind !== "planned") throw new Error("refused")
    for (const figure of ["lengthIn", "boxesLengthIn", "copies"] as const)
      expect(proof[figure], `${figure} of ${seed}`).toBeCloseTo(answer[figure], 9)
    // The search counts ink in bands that reach into the labels.
    expect(Math.abs(proof.utilisation - answer.utilisation)).toBeLessThan(0.005)
    sheets += document.sheets.length
  }
  expect(sheets).toBeGreaterThan(4)
})

longTest(
  "what boxes would take is the same for a search, quick or long, and for the hand that lays it out again",
  async () => {
    await buildKernels()
    const all = itemsOf(5)
    const ordered = all.map((item, i) => ({ ...item, order: { number: String(i % 3), shipDay: null } }))
    const boxesIn = (items: typeof all) => {
      const plan = planPrint(items, { ...base, nesting: "boxes" }, host, { effort: "quick" })
      return plan.kind === "planned" ? plan.lengthIn : 0
    }
    // As shapes lie where ink decides; elsewhere boxes are what is laid out.
    for (const [nesting, packing, items, isNested] of [
      ["shapes", "tightest", all, true],
      ["shapes", "by-order", all, true],
      ["shapes", "by-order", ordered, true],
      ["shapes", "straight-cuts", all, false],
      ["boxes", "tightest", all, false],
      ["boxes", "by-order", ordered, false],
      ["boxes", "straight-cuts", all, false],
    ] as const) {
      const template = { ...base, nesting, packing }
      const what = `${nesting}, ${packing}${items === ordered ? ", orders" : ""}`
      for (const effort of sampled(["quick", "balanced"] as const, 2)) {
        const plan = planPrint(items, template, host, { effort })
        if (plan.kind !== "planned") throw new Error("too large")
        // Labels of a packing by order need film, too.
        const wanted = isNested && packing === "tightest" ? boxesIn([...all]) : plan.boxesLengthIn
        expect(plan.boxesLengthIn, what).toBe(isNested ? wanted : plan.lengthIn)
        expect(plan.savedShare === null, what).toBe(!isNested)
        const document = documentOf(plan.layout, items, { sheetTemplateId, packing })
        const [first] = document.sheets[0].placements
        first.pinned = true
        const pins = laidCopies(plan.layout).slice(0, 1)
        const around = planPrint(items, template, host, {
          effort: "quick",
          pins,
          start: laidCopies(plan.layout),
        })
        for (const answer of [proveDocument(items, template, document, { host }), around]) {
          if (answer.kind !== "planned") throw new Error("refused")
          expect(answer.boxesLengthIn, what).toBeCloseTo(isNested ? plan.boxesLengthIn : answer.lengthIn, 9)
          expect(answer.savedShare === null, what).toBe(!isNested)
        }
      }
    }
  },
)

test("a hand's changes are proved: a half turn and a pin pass, whatever else is named for what it is", async () => {
  await buildKernels()
  const template: LayoutTemplate = { ...base, nesting: "boxes", labels: true, gapIn: 0.02 }
  const [first, second] = itemsOf(1)
  const items = [
    { ...first, widthIn: 4, quantity: 2 },
    { ...second, widthIn: 6, quantity: 1 },
  ]
  const plan = planPrint(items, template, host, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("too large")
  const sound = documentOf(plan.layout, items, { sheetTemplateId, packing: "tightest" })
  type Document = LayoutDocument<(typeof items)[number]["id"]>
  const changed = (change: (document: Document) => void) => {
    const document = structuredClone(sound)
    change(document)
    const proof = proveDocument(items, template, document)
    return proof.kind === "planned" ? proof : layoutViolationSchema.array().parse(proof.violations)
  }
  const at = (document: Document, itemId = items[0].id, copy = 1) => {
    const { placements } = document.sheets[0]
    const result = placements.findIndex((placed) => placed.itemId === itemId && placed.copy === copy)
    return { placements, found: result, placement: placements[result] }
  }
  expect(
    changed((document) => {
      for (const placement of document.sheets[0].placements) placement.pinned = true
    }),
  ).toMatchObject({
    kind: "planned",
    lengthIn: plan.lengthIn,
    boxesLengthIn: plan.lengthIn,
    savedShare: null,
  })

  const alone: Document = { sheetTemplateId, packing: "tightest", sheets: [] }
  for (const turn of [0, 90, 180, 270] as const) {
    const [item] = items
    const one = [{ ...item, quantity: 1 }]
    const upright = { wide: 240, high: Math.round((240 * item.image.heightPx) / item.image.widthPx) }
    const [wide, high] = turn % 180 === 0 ? [240, upright.high] : [upright.high, 240]
    // The label's reserve is at the foot: above a piece upside down, at the left of a turned one.
    const { reservePx } = labelStrip(template)
    const [x, y] = [15 + (turn === 90 ? reservePx : 0), 15 + (turn === 180 ? reservePx : 0)]
    const lengthPx = y + high + (turn === 0 ? reservePx : 0) + 15
    const placements = [{ itemId: item.id, copy: 1, x, y, turn, pinned: false }]
    const document = { ...alone, sheets: [{ lengthPx, placements }] }
    const proof = proveDocument(one, template, document)
    expect(proof, `turned ${turn}`).toMatchObject({ kind: "planned", lengthIn: lengthPx / 60 })
    if (proof.kind !== "planned") continue
    expect(proof.layout.sheets[0].placements).toMatchObject([{ widthPx: wide, heightPx: high }])
    const nearer = structuredClone(document)
    nearer.sheets[0].placements[0].x--
    expect(proveDocument(one, template, nearer)).toMatchObject({ violations: [{ code: "outside", byPx: 1 }] })
  }

  const stranger = idSchema.parse(makeId(99))
  expect(
    changed((document) => {
      at(document).placement.itemId = stranger
    }),
  ).toEqual([
    { code: "unknown-item", sheet: 0, placements: [at(sound).found] },
    { code: "missing", sheet: 0, placements: [], itemId: items[0].id, copies: [1] },
  ])
  expect(
    changed((document) => {
      at(document).placement.copy = 2
    }),
  ).toContainEqual({ code: "missing", sheet: 0, placements: [], itemId: items[0].id, copies: [1] })
  expect(
    changed((document) => {
      const { placement } = at(document)
      Object.assign(placement, {
        x: at(document, items[1].id).placement.x,
        y: at(document, items[1].id).placement.y,
      })
    }),
  ).toContainEqual(expect.objectContaining({ code: "overlap" }))
  expect(() =>
    layoutOf(
      { ...sound, sheets: [{ lengthPx: 1, placements: [{ ...at(sound).placement, itemId: stranger }] }] },
      items,
      template,
    ),
  ).toThrow(/not in the print/)
})
