import { pageUnit } from "../../../contract/length.ts"
import type { Cost } from "../../../contract/prints/cost.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { formatCount, formatMoney } from "../../lib/format.ts"
import { formatLengthNumber } from "../../lib/length.ts"
import { gainedWords, inkTickWords } from "./print-rules.ts"

/** Shows what a print took and cost. */
export function PrintReceipt({ print, orderCount }: { print: Print; orderCount: number }) {
  const { cost, copies, lengthIn, inkTick } = print
  const gained = gainedWords(print)
  return (
    <>
      <dl className="divide-y divide-line-soft border-line-soft border-y">
        <Line label="Film" value={formatLengthNumber(lengthIn ?? 0)} unit={pageUnit()} />
        <Line label="Copies" value={formatCount(copies)} />
        <Line label="Credits" value={formatCount(copies)} unit="1 a copy" />
        {cost && orderCount > 0 && (
          <Line
            label="An order"
            value={formatMoney(cost.total / orderCount, cost.currency)}
            unit="on average"
          />
        )}
      </dl>
      {cost ? (
        <PrintCost cost={cost} />
      ) : (
        <dl className="border-line-soft border-b">
          <Line label="Cost" value="–" />
        </dl>
      )}
      {gained && <p className="mt-3 text-sm text-ink-2">{gained}</p>}
      {inkTick && <p className="mt-3 text-sm text-ink-2">{inkTickWords(inkTick)}</p>}
    </>
  )
}

function Line({ label, value, unit }: { label: string; value: string; unit?: string }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 text-sm">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-right tabular-nums">
        <b className="font-[620]">{value}</b>
        {unit && <span className="text-ink-3"> {unit}</span>}
      </dd>
    </div>
  )
}

/** Shows the parts of a print's cost, and what nesting saved. */
function PrintCost({ cost }: { cost: Cost }) {
  const { film, ink, credits, total, savedByNesting, currency } = cost
  const parts = [
    ["Film", film],
    ["Ink and powder", ink],
    ["Credits", credits],
  ] as const
  return (
    <section aria-label="Cost" className="mt-3 text-sm">
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
