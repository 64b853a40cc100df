import { type CostCents, changedPrices } from "../../../contract/prints/cost.ts"
import { costOf } from "../../../contract/prints/print-cost.ts"
import { formatMoney } from "../../lib/format.ts"
import type { PreviewTemplate } from "../sheet-preview/preview-item.ts"
import type { PackedSheets } from "../sheet-preview/use-sheet-layout.ts"

type DraftCostProps = { template: PreviewTemplate; packed: PackedSheets; copies: number }

/**
 * Returns the estimated cost of a draft as it is laid out; null without prices. If boxes are packed, the ink
 * counts as the whole area of its pieces; the final cost is measured.
 */
export function estimatedCost({ template, packed, copies }: DraftCostProps): CostCents | null {
  const prices = changedPrices(null, template)
  if (prices === null || prices === "film-missing") return null
  const { lengthIn, boxesLengthIn, utilisation } = packed
  return costOf(prices, {
    filmIn: lengthIn,
    boxesFilmIn: boxesLengthIn,
    inkSqIn: utilisation * lengthIn * template.widthIn,
    credits: copies,
  })
}

/** Shows the estimated cost of a draft as it is laid out. */
export function DraftCost({ template, packed, copies }: DraftCostProps) {
  const cost = estimatedCost({ template, packed, copies })
  if (cost === null) return null
  const { film, ink, credits, total, currency } = cost
  const parts = [
    ["film", film],
    ["ink", ink],
    ["credits", credits],
  ] as const
  const words = parts
    .filter(([, cents]) => cents > 0)
    .map(([name, cents]) => `${name} ${formatMoney(cents / 100, currency)}`)
  return (
    <div className="mt-1.5 flex items-baseline justify-between gap-3 text-sm">
      <span className="min-w-0 text-ink-2">
        Estimated cost {words.length > 1 && <span className="text-xs text-ink-3">{words.join(", ")}</span>}
      </span>
      <b className="font-[650] tabular-nums">{formatMoney(total / 100, currency)}</b>
    </div>
  )
}
