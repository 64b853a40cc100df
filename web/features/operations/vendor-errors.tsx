import { CircleCheck } from "lucide-react"
import type { Operations } from "../../../contract/operations/operations.ts"
import { cardClasses } from "../../components/ui/card.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"

/** Lists vendors' errors of the last day, one line for each code. */
export function VendorErrors({ errors }: { errors: Operations["vendorErrors"] }) {
  return (
    <section aria-labelledby="vendors" className="mt-6">
      <h2 id="vendors" className="text-lg font-[620]">
        Vendors, last day
      </h2>
      {errors.length === 0 ? (
        <p className={`${cardClasses} mt-3 flex items-center gap-2.5 px-4 py-3.5 text-sm text-ink-2`}>
          <CircleCheck className="size-4 flex-none text-good-ink" aria-hidden="true" />
          PayPal, Etsy, Shopify, Turnstile and the e-mail service answered as they should.
        </p>
      ) : (
        <ul className={`${cardClasses} mt-3 divide-y divide-line`}>
          {errors.map(({ vendor, code, count, lastAt, text, requestId }) => (
            <li key={`${vendor} ${code}`} className="px-4 py-3.5">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
                <Tag>{vendor}</Tag>
                <b className="min-w-0 font-[600] [overflow-wrap:anywhere]">{code}</b>
                <span className="text-sm text-ink-2">
                  {plural(count, "time")}, last {lowerFirst(formatWhen(lastAt))}
                </span>
              </div>
              <p className="mt-1.5 text-sm [overflow-wrap:anywhere]">{text}</p>
              {requestId !== null && (
                <p className="mt-0.5 text-xs text-ink-3 [overflow-wrap:anywhere]">
                  In the log: <span className="select-all">{requestId}</span>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
