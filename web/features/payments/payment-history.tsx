import { useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import { listQuerySchema } from "../../../contract/list.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { useScrollToHash } from "../../lib/use-scroll-to-hash.ts"
import { listTable, useTableParams } from "../../lib/use-table-params.ts"
import { useBuyCredits } from "../credits/use-buy-credits.ts"
import { paymentsOptions } from "./payment-calls.ts"
import { PaymentCard, paymentColumns } from "./payment-columns.tsx"

/** Lists one's own payments, newest first. `areOffersSettled`: the part above has its final height. */
export function PaymentHistory({ areOffersSettled }: { areOffersSettled: boolean }) {
  const table = useTableParams(listQuerySchema, { sortBy: "purchaseDate" })
  const payments = useQuery(paymentsOptions(table.query))
  const buyCredits = useBuyCredits()
  const section = useRef<HTMLElement>(null)
  useScrollToHash(section, payments.isFetched && areOffersSettled)
  return (
    <section ref={section} id="payments" aria-labelledby="payment-history" className="mt-6 scroll-mt-18">
      <h2 id="payment-history" className="text-lg font-[620]">
        Payment history
      </h2>
      <div className="mt-3">
        <DataTable
          label="Payments"
          columns={paymentColumns}
          {...listTable(payments, table)}
          rowId={(payment) => payment._id}
          renderCard={(payment) => <PaymentCard payment={payment} />}
          empty={{
            headingLevel: "h3",
            title: texts.noPayments,
            action: (
              <Button size="lg" onClick={buyCredits}>
                Buy Credits
              </Button>
            ),
          }}
        />
      </div>
    </section>
  )
}
