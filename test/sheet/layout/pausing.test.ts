import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn, silhouetteOf } from "../../../harness/nest/ink.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { planPrint, planPrintPausing } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

const film: LayoutTemplate = { ...defaultSheetTemplate, maxLengthIn: 40, gapIn: 0.1, dpi: 100 }

function itemsOf(seed: number): LayoutItem[] {
  return gangSheet(seed).items.map(({ polygon, quantity }) => {
    const silhouette = silhouetteOf(drawn(polygon, 200))
    const { widthPx, heightPx } = silhouette
    const widthIn = Math.max(...polygon.map(([x]) => x))
    return { image: { widthPx, heightPx, trim: null }, widthIn, quantity: Math.min(4, quantity), silhouette }
  })
}

test("a search that is given up while it rests returns its kernel", async () => {
  await buildKernels()
  let made = 0
  const host = {
    get layoutKernel() {
      made++
      return layoutHost.layoutKernel
    },
  }
  const items = itemsOf(1)
  let rests = 0
  const giveUp = async () => {
    if (++rests === 30) throw new Error("cancelled")
  }
  const options = { effort: "quick" } as const
  await expect(planPrintPausing(items, film, host, options, giveUp)).rejects.toThrow("cancelled")
  expect(planPrint(items, film, host, options)).toEqual(planPrint(items, film, layoutHost, options))
  expect(made).toBe(1)
})

test("searches that take turns in one runtime each find what they find alone", async () => {
  await buildKernels()
  const asked = [
    { items: itemsOf(1), template: film },
    { items: itemsOf(2), template: { ...film, labels: true } },
    { items: itemsOf(1), template: { ...film, nesting: "boxes" as const } },
  ]
  const turns: number[] = []
  const result = await Promise.all(
    asked.map(async ({ items, template }, index) => {
      const shares = [0]
      const onShare = (share: number) => shares.push(share)
      const pause = async () => {
        turns.push(index)
      }
      const plan = await planPrintPausing(items, template, layoutHost, { effort: "quick", onShare }, pause)
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect(shares.at(-1)).toBeLessThanOrEqual(1)
      return plan
    }),
  )
  expect(result).toEqual(
    asked.map(({ items, template }) => planPrint(items, template, layoutHost, { effort: "quick" })),
  )
  // They did take turns: each went on after the others.
  const changes = turns.filter((turn, at) => at > 0 && turn !== turns[at - 1])
  expect(changes.length).toBeGreaterThan(20)
  expect(new Set(turns)).toEqual(new Set([0, 1, 2]))
})
