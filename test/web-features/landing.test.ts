import { join } from "node:path"
import { expect, test } from "vitest"
import { fileSource, openNodeHost } from "../../cli/node-host.ts"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { longTest } from "../../harness/long-test.ts"
import { mixedItems } from "../../harness/nest/mixed-items.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import { inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import type { Silhouette } from "../../sheet/silhouette.ts"
import { filmSaved, filmSaving } from "../../web/features/landing/film-saving.ts"
import { filmInRows, type LivingFilm, namedAfter } from "../../web/features/landing/living-film.ts"
import { packedFilm } from "../../web/features/landing/packed-film.ts"
import {
  type SampleDesign,
  type SampleOrder,
  sampleOrders,
  sampleTemplate,
} from "../../web/features/landing/sample-orders.ts"
import { planSample } from "../../web/features/landing/sample-plan.ts"

const artworkFolder = join(import.meta.dirname, "../../web/assets/artwork")

longTest(
  "the film that a visitor without motion sees is the engine's, and each step to it is shorter",
  async () => {
    const [order] = sampleOrders
    const host = await openNodeHost()
    const silhouettes: Silhouette[] = []
    for (const { design, width, height } of order) {
      const file = join(artworkFolder, fileOf(design))
      const { silhouette, widthPx, heightPx } = await inspectArtwork(fileSource(file), host, {
        previewPx: 16,
      })
      expect(height / width, file).toBeCloseTo(heightPx / widthPx, 2)
      silhouettes.push(silhouette)
    }
    const rows = filmInRows(order)
    const films = [rows]
    planSample(order, silhouettes, layoutHost, (film) => films.push(film))
    expect(films.length).toBeGreaterThan(10)
    films.slice(1).forEach((film, i) => {
      expect(film.lengthIn).toBeLessThanOrEqual(films[i].lengthIn)
    })
    for (const film of films) expect(countByLine(film)).toEqual(order.map(({ count }) => count))
    expect(rounded(namedAfter(rows, films[films.length - 1]))).toEqual(packedFilm)
  },
)

test("rows stay on the film and apart, and a copy keeps its name where it stays", () => {
  const order: SampleOrder = [
    { design: "saltyWave", width: 9, height: 4, count: 3 },
    { design: "lunaMoth", width: 3, height: 6, count: 4 },
  ]
  const rows = filmInRows(order)
  const { widthIn, edgeIn } = sampleTemplate
  const boxes = rows.copies.map(({ line, x, y }) => ({
    left: x,
    top: y,
    right: x + order[line].width,
    bottom: y + order[line].height,
  }))
  for (const [i, a] of boxes.entries()) {
    expect(a.left).toBeGreaterThanOrEqual(edgeIn)
    expect(a.right).toBeLessThanOrEqual(widthIn - edgeIn)
    expect(a.bottom).toBeLessThanOrEqual(rows.lengthIn - edgeIn)
    for (const b of boxes.slice(i + 1))
      expect(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top).toBe(true)
  }
  // The same places under other names: nothing moves.
  const renamed = rows.copies.map((copy) => ({ ...copy, copy: (copy.copy + 1) % order[copy.line].count }))
  expect(namedAfter(rows, { ...rows, copies: renamed.reverse() })).toEqual(rows)
})

test("a saving follows from what the visitor typed, and from nothing that is no amount", () => {
  expect(filmSaving("1,000", "0.50")).toEqual({ inches: [128, 185], dollars: [64, 92.5] })
  expect(filmSaving(" 2000 ", "0,55")?.inches).toEqual([256, 370])
  expect(filmSaving("12,500", "1")?.inches).toEqual([1_600, 2_313])
  for (const typed of ["", "0", "-5", "ten", "1e99", "1 000 in"]) {
    expect(filmSaving(typed, "0.50"), typed).toBeNull()
    expect(filmSaving("1000", typed), typed).toBeNull()
  }
})

longTest("the savings that the page states are what the engine saves on the bench's prints", () => {
  for (const [designs, copies, share] of [
    [20, 60, filmSaved.fewCopies],
    [60, 500, filmSaved.manyCopies],
  ] as const) {
    const plan = planPrint(mixedItems(designs, copies), defaultSheetTemplate, layoutHost)
    if (plan.kind === "too-large") throw new Error("a design is too large")
    expect(plan.savedShare).toBeCloseTo(share, 3)
  }
})

function fileOf(design: SampleDesign): string {
  return `${design.replace(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`)}.svg`
}

function countByLine({ copies }: LivingFilm): number[] {
  const counts: number[] = []
  for (const { line } of copies) counts[line] = (counts[line] ?? 0) + 1
  return counts
}

function rounded({ copies, lengthIn }: LivingFilm): LivingFilm {
  const round = (inches: number) => Math.round(inches * 100) / 100
  return {
    lengthIn: round(lengthIn),
    copies: copies.map((copy) => ({ ...copy, x: round(copy.x), y: round(copy.y) })),
  }
}
