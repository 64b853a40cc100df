import { checkLayout } from "../layout/check-layout.ts"
import { layOutBoxes } from "../layout/lay-out-boxes.ts"
import type { Effort, Layout } from "../layout/layout.ts"
import type { LayoutHost } from "../layout/layout-kernel.ts"
import { layOutShapes } from "../layout/nest/lay-out-shapes.ts"
import { describeLayout } from "../layout/utilisation.ts"
import { type LabelStrip, withoutReserve } from "./label-strip.ts"
import { printedInks } from "./print-ink.ts"
import { type LayoutItem, type LayoutTemplate, printLayoutInput } from "./print-layout.ts"

/** `too-large` holds the indices of the items that fit no sheet in any allowed turn. */
export type PrintPlan =
  | {
      kind: "planned"
      layout: Layout
      label: LabelStrip
      lengthPx: number
      utilisation: number
      copies: number
      /** Film that boxes would take; `lengthPx` where they were kept. */
      boxesLengthPx: number
      /** What the check found wrong with a nest that was then given up for boxes; to be logged. */
      violations: string[]
    }
  | { kind: "too-large"; items: number[] }

/** How long a print's layout is searched; page and server search alike, so that they show and print the same sheets. */
export type PrintEffort = Exclude<Effort, "instant">

/**
 * Lays a print out, piece `i` being item `i`; the layout holds the artworks, `label` says where labels stand. It proves the result
 * before anything is paid for or drawn. The same items in the same order give the same plan everywhere. Throws when the layout breaks its own rules.
 */
export function planPrint(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  host: LayoutHost,
  effort: PrintEffort = "balanced",
): PrintPlan {
  const { pieces, bounds, label } = printLayoutInput(items, template)
  if (template.nesting === "shapes") return planNest(items, template, host, effort)
  const result = layOutBoxes(pieces, bounds, effort, { host })
  if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
  const violations = checkLayout(pieces, bounds, result.layout)
  if (violations.length > 0) throw new Error(`the layout is wrong: ${violations.slice(0, 5).join("; ")}`)
  const layout = withoutReserve(result.layout, label)
  const { lengthPx, utilisation } = describeLayout(layout)
  return {
    kind: "planned",
    layout,
    label,
    lengthPx,
    utilisation,
    copies: copiesOf(items),
    boxesLengthPx: lengthPx,
    violations: [],
  }
}

function planNest(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  host: LayoutHost,
  effort: PrintEffort,
): PrintPlan {
  const { pieces, bounds, label } = printLayoutInput(items, template)
  const inks = printedInks(items, template)
  const result = layOutShapes(pieces, inks, bounds, host, { effort, foot: label })
  if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
  const { boxesLengthPx, utilisation, violations } = result
  if (result.nesting === "boxes") {
    const wrong = checkLayout(pieces, bounds, result.layout)
    if (wrong.length > 0) throw new Error(`the layout is wrong: ${wrong.slice(0, 5).join("; ")}`)
  }
  const layout = withoutReserve(result.layout, label)
  const { lengthPx } = describeLayout(layout)
  const copies = copiesOf(items)
  return { kind: "planned", layout, label, lengthPx, utilisation, copies, boxesLengthPx, violations }
}

function copiesOf(items: readonly LayoutItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}
