import { checkLayout } from "../layout/check-layout.ts"
import { layOut } from "../layout/lay-out.ts"
import type { Effort, Layout } from "../layout/types.ts"
import { describeLayout } from "../layout/utilisation.ts"
import { type LabelStrip, withoutReserve } from "./label-strip.ts"
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
    }
  | { kind: "too-large"; items: number[] }

/** What the server lays out with, for the dry run and for the print itself; a page that does too shows the same sheets. */
export const PRINT_EFFORT: Effort = "balanced"

/**
 * Lays a print out, piece `i` being item `i`; the layout holds the artworks, `label` says where labels stand. It proves the result
 * before anything is paid for or drawn. The same items in the same order give the same plan everywhere. Throws when the layout breaks its own rules.
 */
export function planPrint(items: readonly LayoutItem[], template: LayoutTemplate): PrintPlan {
  const { pieces, bounds, label } = printLayoutInput(items, template)
  const result = layOut(pieces, bounds, PRINT_EFFORT)
  if (result.kind === "too-large") return { kind: "too-large", items: result.pieces }
  const violations = checkLayout(pieces, bounds, result.layout)
  if (violations.length > 0) throw new Error(`the layout is wrong: ${violations.slice(0, 5).join("; ")}`)
  const layout = withoutReserve(result.layout, label)
  const { lengthPx, utilisation } = describeLayout(layout)
  const copies = pieces.reduce((sum, piece) => sum + piece.count, 0)
  return { kind: "planned", layout, label, lengthPx, utilisation, copies }
}
