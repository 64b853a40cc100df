import { ChevronRight } from "lucide-react"
import { Fragment } from "react"
import type { OrderListQuery, OrderSummary } from "../../../contract/orders/order.ts"
import { type OrderStepFilter, orderSteps } from "../../../contract/orders/order-step.ts"
import { stepWords } from "../../../contract/orders/step-words.ts"
import { Chip, ChipRow } from "../../components/ui/chip.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { pickedStep } from "./fulfil-words.ts"

type StepChipsProps = {
  query: OrderListQuery
  /** The counts, once they are loaded. */
  summary: OrderSummary | undefined
}

/** Filters orders by their step, in the order of the steps, and for those whose store was not notified. */
export function StepChips({ query, summary }: StepChipsProps) {
  const setParams = useSetSearchParams()
  const steps = summary?.steps
  const picked = pickedStep(query)
  const isNotTold = query.fulfilment === "not-told"
  const pick = (step: OrderStepFilter | null) =>
    setParams({ step, fulfilment: null, page: null }, { push: true })
  const step = (filter: OrderStepFilter, words: string, count: number | undefined) => (
    <Chip count={count} isPicked={picked === filter} onPick={() => pick(picked === filter ? null : filter)}>
      {words}
    </Chip>
  )
  return (
    <div className="min-w-0 coarse:w-full">
      <ChipRow label="Step">
        {step("open", "Open", steps && steps["to-do"] + steps["on-film"] + steps.pressed)}
        <span aria-hidden="true" className="h-5 w-px flex-none self-center bg-line" />
        {orderSteps.map((each, index) => (
          <Fragment key={each}>
            {index > 0 && (
              <ChevronRight
                aria-hidden="true"
                className="-mx-0.5 size-3.5 flex-none self-center text-ink-3"
              />
            )}
            {step(each, stepWords[each], each === "shipped" ? undefined : steps?.[each])}
          </Fragment>
        ))}
        {((summary?.notTold ?? 0) > 0 || isNotTold) && (
          <Chip
            count={summary?.notTold}
            isPicked={isNotTold}
            onPick={() =>
              setParams({ step: null, fulfilment: isNotTold ? null : "not-told", page: null }, { push: true })
            }
          >
            Store not notified
          </Chip>
        )}
      </ChipRow>
      {picked === "pressed" && steps !== undefined && steps.pressed > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          Select orders to mark them as shipped, with their tracking numbers.
        </p>
      )}
    </div>
  )
}
