import type { Cost } from "../../../contract/prints/cost.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatMoney } from "../../lib/format.ts"

/** Shows the parts of a print's cost, and what nesting saved. */
export function PrintCost({ cost, className }: { cost: Cost; className?: string }) {
  const { film, ink, credits, total, savedByNesting, currency } = cost
  const parts = [
    ["Film", film],
    ["Ink and powder", ink],
    ["Credits", credits],
  ] as const
  return (
    <section aria-label="Cost" className={classNames("text-sm", className)}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 tabular-nums">
        {parts
          .filter(([, amount]) => amount > 0)
          .map(([name, amount]) => (
            <div key={name} className="contents text-ink-2">
              <dt>{name}</dt>
              <dd className="text-right">{formatMoney(amount, currency)}</dd>
            </div>
          ))}
        <div className="contents font-[620]">
          <dt>Cost</dt>
          <dd className="text-right">{formatMoney(total, currency)}</dd>
        </div>
      </dl>
      {savedByNesting > 0 && (
        <p className="mt-0.5 text-good-ink">Nesting saved {formatMoney(savedByNesting, currency)}</p>
      )}
    </section>
  )
}
