// The cost of labels with codes: film, against the same prints without labels, and CPU for each label.
import { parseArgs } from "node:util"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { cpuMs } from "../../harness/cpu-time.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { sized } from "../../harness/smoke.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import { drawLabel } from "../../sheet/raster/label/draw-label.ts"
import { encodeCode } from "../../sheet/raster/label/encode-code.ts"

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } })

const PRINTS = sized(3, 1)
const DESIGNS = sized(30, 5)
const LABELS = sized(1_000, 20)

const film = { ...defaultSheetTemplate, nesting: "boxes" as const }
const ranges: [leastIn: number, mostIn: number][] = [
  [1, 3],
  [3, 5],
  [1, 12],
  [8, 11],
]

const rows = ranges.map(([leastIn, mostIn]) => {
  const bareIn = filmIn(leastIn, mostIn, false)
  const labelledIn = filmIn(leastIn, mostIn, true)
  const morePercent = Math.round((labelledIn / bareIn - 1) * 1_000) / 10
  return {
    widths: `${leastIn} to ${mostIn} in`,
    bareIn: tenth(bareIn),
    labelledIn: tenth(labelledIn),
    morePercent,
  }
})
const msPerLabel = Math.round((drawnMs() / LABELS) * 1_000) / 1_000

if (values.json) console.log(JSON.stringify({ bench: "labels", rows, msPerLabel }))
else {
  console.table(rows)
  console.log(`${msPerLabel} ms of CPU to draw a label with its code`)
}

/** Returns the film of several prints of some thirty designs, one or two copies of each. */
function filmIn(leastIn: number, mostIn: number, labels: boolean): number {
  let lengthIn = 0
  for (let seed = 1; seed <= PRINTS; seed++) {
    const random = createRandom(seed)
    const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
    const items = Array.from({ length: DESIGNS }, () => ({
      image: { widthPx: from(1_000, 3_000), heightPx: from(1_000, 3_000), trim: null },
      widthIn: from(4 * leastIn, 4 * mostIn) / 4,
      quantity: from(1, 2),
    }))
    const plan = planPrint(items, { ...film, labels }, layoutHost, { effort: "balanced", seed: 1 })
    if (plan.kind !== "planned") throw new Error("a piece is too large")
    lengthIn += plan.lengthIn
  }
  return lengthIn
}

function drawnMs(): number {
  const label = {
    text: "#3107500012 Cosmic Cat & Moon",
    widthPx: 1_200,
    heightPx: 99,
    rotated: false,
    mirror: false,
  }
  const draw = (copy: number) =>
    drawLabel({ ...label, code: `HTTPS://SHEETSMITH.EXAMPLE/C/9F3A21B07C-12-${copy}` }, encodeCode)
  for (let copy = 1; copy <= 100; copy++) draw(copy)
  const startMs = cpuMs()
  for (let copy = 1; copy <= LABELS; copy++) draw(copy)
  return cpuMs() - startMs
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
