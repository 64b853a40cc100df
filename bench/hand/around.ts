import { layoutHost } from "../../harness/nest/nest-host.ts"
import { sized } from "../../harness/smoke.ts"
import { laidCopies } from "../../sheet/layout/laid-copies.ts"
import type { LaidCopy, Layout } from "../../sheet/layout/layout.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import type { LayoutItem, LayoutTemplate } from "../../sheet/preflight/print-layout.ts"
import { cpuSeconds } from "../nest/polygon-nest.ts"

export type AroundRow = {
  job: string
  /** The CPU time until the first layout after the pins changed: the median of some drags. */
  firstMs: number
  worstFirstMs: number
  /** The percentage of the other copies that did not move in it. */
  stayedPercent: number
  /** The film beyond the previous layout's, in the first layout and after the searches. */
  firstPercent: number
  quickPercent: number
  balancedPercent: number
}

/** The drags after one that compiles. */
const DRAGS = sized(3, 1)

/** Pins some copies of a print elsewhere, on others, and lays the rest out around them. */
export function measureAround(
  job: string,
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  pinCount: number,
): AroundRow {
  const before = planPrint(items, template, layoutHost, { effort: "balanced" })
  if (before.kind !== "planned") throw new Error("the bench's pieces fit")
  const start = laidCopies(before.layout)
  const random = createRandom(5)
  const times: number[] = []
  let drag = lieAround(items, template, start, pinsOf(start, pinCount, random))
  for (let k = 0; k < DRAGS; k++) {
    drag = lieAround(items, template, start, pinsOf(start, pinCount, random))
    times.push(drag.firstMs)
  }
  times.sort((a, b) => a - b)
  const beyond = (lengthIn: number) => Math.round(1000 * (lengthIn / before.lengthIn - 1)) / 10
  return {
    job,
    firstMs: Math.round(times[DRAGS >> 1]),
    worstFirstMs: Math.round(times[DRAGS - 1]),
    stayedPercent: Math.round(100 * drag.stayedShare),
    firstPercent: beyond(drag.firstIn),
    quickPercent: beyond(drag.quickIn),
    balancedPercent: beyond(drag.balancedIn),
  }
}

function lieAround(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  start: readonly LaidCopy[],
  pins: readonly LaidCopy[],
) {
  const isPinned = new Set(pins.map(keyOf))
  const rest = start.filter((laid) => !isPinned.has(keyOf(laid)))
  let first: { ms: number; lengthIn: number; layout: Layout } | undefined
  const [quickIn, balancedIn] = (["quick", "balanced"] as const).map((effort) => {
    const begin = cpuSeconds()
    const plan = planPrint(items, template, layoutHost, {
      effort,
      pins,
      start: rest,
      onBetter({ lengthIn, layout }) {
        first ??= { ms: 1000 * (cpuSeconds() - begin), lengthIn, layout }
      },
    })
    return plan.kind === "planned" ? plan.lengthIn : 0
  })
  if (!first) throw new Error("nothing was shown at once")
  const shown = new Set(laidCopies(first.layout).map((laid) => JSON.stringify(laid)))
  const stayed = rest.filter((laid) => shown.has(JSON.stringify(laid)))
  const stayedShare = stayed.length / rest.length
  return { firstMs: first.ms, firstIn: first.lengthIn, stayedShare, quickIn, balancedIn }
}

// Returns copies moved by up to three inches; a pin on an earlier one stays where it was.
function pinsOf(start: readonly LaidCopy[], count: number, random: () => number): LaidCopy[] {
  return Array.from({ length: count }, (_, i) => {
    const laid = start[Math.floor(((i + 0.5) * start.length) / count)]
    const away = () => Math.round((random() - 0.5) * 1800)
    return { ...laid, x: Math.max(75, laid.x + away()), y: Math.max(75, laid.y + away()) }
  })
}

const keyOf = ({ piece, copy }: LaidCopy) => `${piece} ${copy}`
