// `npm run bench -- packing [EFFORT [SEEDS]] [--json]`: film of forty orders by way to pack, in inches and
// relative to the tightest. Straight cuts are boxes, so they are compared with boxes.
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { sized } from "../../harness/smoke.ts"
import type { Effort } from "../../sheet/layout/layout.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../sheet/preflight/print-layout.ts"
import { film } from "../nest/demo.ts"
import { cpuSeconds } from "../nest/polygon-nest.ts"
import { etsyOrders, readArtwork } from "./etsy-orders.ts"

const efforts: readonly Effort[] = ["quick", "balanced", "best"]
const isJson = process.argv.includes("--json")
const [wanted, count] = process.argv.slice(2).filter((word) => word !== "--json")
const effort = efforts.find((one) => one === wanted) ?? sized("balanced", "quick")
const seeds = Number(count ?? sized(3, 1))
const say = (line: string) => isJson || console.log(line)
const ways: [name: string, template: LayoutTemplate, against: number][] = [
  ["tightest, shapes", film, 0],
  ["tightest, boxes", { ...film, nesting: "boxes" }, 1],
  ["by order, shapes", { ...film, packing: "by-order" }, 0],
  ["by order, boxes", { ...film, packing: "by-order", nesting: "boxes" }, 1],
  ["straight cuts", { ...film, packing: "straight-cuts" }, 1],
]

const artwork = await readArtwork()
const totals = ways.map(() => 0)
say(`${seeds} × 40 orders, effort ${effort}: film in inches, sheets, CPU seconds`)
for (let seed = 1; seed <= seeds; seed++) {
  const items = etsyOrders(artwork, seed)
  const copies = items.reduce((sum, { quantity }) => sum + quantity, 0)
  say(`\norders ${seed}: ${copies} pieces`)
  const lengths: number[] = []
  for (const [i, [name, template, against]] of ways.entries()) {
    const { lengthIn, sheets, seconds } = measure(items, template)
    lengths[i] = lengthIn
    totals[i] += lengthIn
    print(name, lengthIn, lengths[against], `${sheets} sheets, ${seconds.toFixed(1)} s`)
  }
}
say("\nall")
for (const [i, [name, , against]] of ways.entries()) print(name, totals[i], totals[against], "")
const rows = ways.map(([name], i) => ({ packing: name, filmIn: Number(totals[i].toFixed(1)) }))
if (isJson) console.log(JSON.stringify({ bench: "packing", rows }))

function measure(items: readonly LayoutItem[], template: LayoutTemplate) {
  const start = cpuSeconds()
  const plan = planPrint(items, template, layoutHost, { effort })
  if (plan.kind === "too-large") throw new Error("an artwork is too large")
  return { lengthIn: plan.lengthIn, sheets: plan.layout.sheets.length, seconds: cpuSeconds() - start }
}

function print(name: string, lengthIn: number, thanIn: number, more: string): void {
  const share = `${lengthIn >= thanIn ? "+" : ""}${(100 * (lengthIn / thanIn - 1)).toFixed(1)} %`
  say(`  ${name.padEnd(18)}${lengthIn.toFixed(1).padStart(8)}${share.padStart(10)}  ${more}`)
}
