import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Notice } from "../../components/ui/notice.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { purchaseFor } from "../credits/use-buy-credits.ts"

/** Shows the balance before and after so many copies, and leads to more credits if it is too low. */
export function ProcessCost({ copies }: { copies: number }) {
  const { availableCredits, owedCredits = 0 } = useAuth().user.credit
  const left = availableCredits - copies
  // The debt is paid back first.
  const missing = owedCredits - left
  return (
    <>
      <dl className="mt-2 divide-y divide-line-soft text-base">
        <Line label="Balance">{plural(availableCredits, "credit")}</Line>
        <Line label={`${plural(copies, "copy", "copies")}, 1 credit each`}>−{formatCount(copies)}</Line>
        <Line label="Left after processing" isStrong>
          {left < 0 ? `${plural(-left, "credit")} short` : plural(left, "credit")}
        </Line>
      </dl>
      {left < 0 ? (
        <Notice
          tone="bad"
          className="mt-2"
          action={
            <Link
              to="."
              search={(before) => ({
                ...before,
                printWarningModal: undefined,
                buyCredit: purchaseFor(missing),
              })}
              className="font-[600] whitespace-nowrap underline underline-offset-3"
            >
              Buy Credits
            </Link>
          }
        >
          This print needs {plural(copies, "credit")} and you have {formatCount(availableCredits)}.
        </Notice>
      ) : (
        <p className="mt-2 text-sm text-ink-3">
          Credits are taken when the sheet is written and checked. If anything fails, they are returned.
        </p>
      )}
    </>
  )
}

function Line({ label, isStrong, children }: { label: string; isStrong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between py-2 ${isStrong ? "font-[620]" : ""}`}>
      <dt className={isStrong ? "" : "text-ink-2"}>{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
