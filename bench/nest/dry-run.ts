import { mixedItems } from "../../harness/nest/mixed-items.ts"
import { sized } from "../../harness/smoke.ts"
import type { LayoutTemplate } from "../../sheet/preflight/print-layout.ts"
import { demoItems, film, planSound } from "./demo.ts"
import { cpuSeconds } from "./polygon-nest.ts"

/** `firstMs` is that of a cold thread, which compiles what it runs. */
type DryRunFigures = { pieces: string; laid: string; firstMs: number; medianMs: number; lengthIn: number }

const COPIES = 60

/** The ways in which a template may have pieces laid; the first is the default. */
const ways: { laid: string; template: Partial<LayoutTemplate> }[] = [
  { laid: "shapes", template: {} },
  { laid: "holes used", template: { useHoles: true } },
  { laid: "boxes", template: { nesting: "boxes" } },
  { laid: "by order", template: { packing: "by-order" } },
  { laid: "straight cuts", template: { packing: "straight-cuts" } },
]

/**
 * Returns the CPU time of a dry run's layout (`worker/flows/prints/dry-run.ts`), for sixty concave
 * pieces: copies of few designs, all different pieces, and artwork with holes and loose parts.
 */
export async function* measureDryRuns(runs: number): AsyncGenerator<DryRunFigures> {
  const prints = [
    { pieces: "60 of 20", items: mixedItems(20, COPIES) },
    { pieces: "60 of 60", items: mixedItems(COPIES, COPIES) },
    { pieces: "60 of demo", items: (await demoItems()).map((item) => ({ ...item, quantity: 5 })) },
  ]
  for (const { pieces, items } of prints.slice(0, sized(prints.length, 1)))
    for (const { laid, template } of ways) {
      const ordered = items.map((item, i) => ({ ...item, order: { number: `${i >> 1}`, shipDay: null } }))
      const times: number[] = []
      let lengthIn = 0
      for (let run = 0; run <= runs; run++) {
        const start = cpuSeconds()
        lengthIn = planSound(ordered, { ...film, ...template }, "quick").lengthIn
        times.push(1000 * (cpuSeconds() - start))
      }
      const [firstMs, ...later] = times
      yield { pieces, laid, firstMs, medianMs: later.sort((a, b) => a - b)[later.length >> 1], lengthIn }
    }
}
