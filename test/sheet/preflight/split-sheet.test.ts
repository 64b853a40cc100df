import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { makeId } from "../../../contract/id.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../../harness/nest/ink.ts"
import { layoutHost as host } from "../../../harness/nest/nest-host.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import type { Layout, Placement } from "../../../sheet/layout/layout.ts"
import { labelBox, labelStrip } from "../../../sheet/preflight/label-strip.ts"
import { documentOf, proveDocument } from "../../../sheet/preflight/layout-document.ts"
import { mirroredPlacement } from "../../../sheet/preflight/mirror-sheet.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"
import { type LabelledBox, splitSheet } from "../../../sheet/preflight/split-sheet.ts"

const base: LayoutTemplate = { ...defaultSheetTemplate, dpi: 40 }

function itemsOf(seed: number) {
  return gangSheet(seed).items.map(({ polygon, quantity }, i) => {
    const picture = drawn(polygon, 100 + 7 * i)
    return {
      id: makeId(i + 1, new Uint8Array(10)),
      image: { widthPx: picture.widthPx, heightPx: picture.heightPx, trim: null },
      widthIn: Math.max(...polygon.map(([x]) => x)),
      quantity,
      silhouette: i % 3 === 2 ? null : silhouetteOf(picture),
    }
  })
}

type Labelled = Placement & { label: LabelledBox["label"] }

function labelled({ sheets }: Layout, template: LayoutTemplate) {
  const strip = labelStrip(template)
  return sheets.map((sheet) => ({
    ...sheet,
    placements: sheet.placements.map(
      (placement): Labelled => ({
        ...placement,
        label: strip.stripPx === 0 ? null : labelBox(placement, strip),
      }),
    ),
  }))
}

function split<P extends LabelledBox>(
  sheets: readonly { widthPx: number; lengthPx: number; placements: P[] }[],
  maxLengthPx: number,
) {
  return sheets.flatMap(({ widthPx, ...sheet }) => {
    const result = splitSheet(sheet, maxLengthPx)
    if (result.kind === "too-long") throw new Error("too long")
    return result.sheets.map((part) => ({ widthPx, ...part }))
  })
}

const bare = ({ label: _, ...placement }: Labelled): Placement => placement

test("nested sheets, split and mirrored, hold everything that the layout's own check asks for", async () => {
  await buildKernels()
  let parts = 0
  for (const [seed, changes] of Object.entries({
    1: {},
    2: { nesting: "boxes" },
    5: { labels: true },
  } as const)) {
    const template = { ...base, ...changes }
    const items = itemsOf(Number(seed))
    const plan = planPrint(items, template, host, { effort: "quick" })
    if (plan.kind !== "planned") throw new Error("too large")
    const maxLengthIn = 24
    const sheets = split(labelled(plan.layout, template), maxLengthIn * template.dpi)
    parts += sheets.length
    const prove = (layout: Layout, mirror: boolean) =>
      proveDocument(
        items,
        { ...template, maxLengthIn, mirror },
        documentOf(layout, items, { sheetTemplateId: makeId(1), packing: "tightest" }),
        { host, boxesLengthIn: 1 },
      )
    const cut = { sheets: sheets.map((sheet) => ({ ...sheet, placements: sheet.placements.map(bare) })) }
    expect(prove(cut, false)).toMatchObject({ kind: "planned", layout: cut })
    const other = sheets.map((sheet) => ({
      ...sheet,
      placements: sheet.placements.map((placement) => mirroredPlacement(placement, sheet.widthPx)),
    }))
    const mirrored = {
      sheets: other.map((sheet) => ({ ...sheet, placements: sheet.placements.map(bare) })),
    }
    expect(prove(mirrored, true)).toMatchObject({ kind: "planned", layout: mirrored })
    const strip = labelStrip(template)
    for (const { label, ...placement } of other.flatMap(({ placements }) => placements))
      expect(label).toEqual(strip.stripPx === 0 ? null : labelBox(placement, strip))
    const back = other.map((sheet) => ({
      ...sheet,
      placements: sheet.placements.map((placement) => mirroredPlacement(placement, sheet.widthPx)),
    }))
    expect(back).toEqual(sheets)
  }
  expect(parts).toBeGreaterThan(6)
})

/** The fewest sheets, by trying every way to part a few pieces. */
function fewestOf(pieces: readonly LabelledBox[], margin: number, maxLengthPx: number): number {
  let fewest = Number.POSITIVE_INFINITY
  const fits = (group: readonly LabelledBox[]) =>
    Math.max(...group.map(({ y, heightPx }) => y + heightPx)) - Math.min(...group.map(({ y }) => y)) <=
    maxLengthPx - 2 * margin
  const put = (index: number, groups: LabelledBox[][]) => {
    if (groups.length >= fewest || !groups.every(fits)) return
    if (index === pieces.length) {
      fewest = groups.length
      return
    }
    for (const group of groups) {
      group.push(pieces[index])
      put(index + 1, groups)
      group.pop()
    }
    put(index + 1, [...groups, [pieces[index]]])
  }
  put(0, [])
  return fewest
}

test("no other way to part the pieces takes fewer sheets", () => {
  const random = randomFrom(7)
  for (let round = 0; round < 60; round++) {
    const margin = round % 3
    const placements = Array.from({ length: 3 + (round % 5) }, (_, x) => ({
      x,
      y: margin + Math.floor(random() * 40),
      widthPx: 1,
      heightPx: 1 + Math.floor(random() * 14),
      label: null,
    }))
    placements[0].y = margin
    const end = Math.max(...placements.map(({ y, heightPx }) => y + heightPx))
    const sheet = { lengthPx: end + margin, placements }
    const maxLengthPx = 16 + 2 * margin
    const result = splitSheet(sheet, maxLengthPx)
    if (result.kind === "too-long") throw new Error("too long")
    const { sheets } = result
    expect(sheets.every(({ lengthPx }) => lengthPx <= maxLengthPx)).toBe(true)
    expect(sheets.length).toBe(fewestOf(placements, margin, maxLengthPx))
    const moved = sheets.flatMap((part) => part.placements)
    expect(moved.map(({ x, heightPx }) => [x, heightPx]).sort()).toEqual(
      placements.map(({ x, heightPx }) => [x, heightPx]).sort(),
    )
  }
})

test("a straight cut between rows wastes nothing, and what interlocks goes on in one piece", () => {
  const piece = (x: number, y: number, heightPx: number) => ({ x, y, widthPx: 10, heightPx, label: null })
  const rows = {
    lengthPx: 64,
    placements: [piece(2, 2, 18), piece(14, 2, 18), piece(2, 22, 18), piece(2, 42, 20)],
  }
  const cut = splitSheet(rows, 42)
  expect(cut).toMatchObject({
    kind: "split",
    sheets: [
      { lengthPx: 42, placements: [{ y: 2 }, { y: 2 }, { y: 22 }] },
      { lengthPx: 24, placements: [{ y: 2 }] },
    ],
  })
  const locked = { lengthPx: 64, placements: [piece(2, 2, 38), piece(14, 22, 40), piece(26, 2, 18)] }
  expect(splitSheet(locked, 46)).toMatchObject({
    kind: "split",
    sheets: [
      {
        lengthPx: 42,
        placements: [
          { x: 2, y: 2 },
          { x: 26, y: 2 },
        ],
      },
      { lengthPx: 44, placements: [{ x: 14, y: 2, heightPx: 40 }] },
    ],
  })
  expect(splitSheet(locked, 64)).toEqual({ kind: "split", sheets: [locked] })
  expect(splitSheet(locked, 43)).toMatchObject({ kind: "too-long", piece: { x: 14 }, neededPx: 44 })
})
