import { useMutation } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import type { User } from "../../../contract/accounts/account.ts"
import { creditPackages } from "../../../contract/credits/package.ts"
import { packageSkus } from "../../../contract/credits/payment.ts"
import { MAX_REASON_LENGTH } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { changeCredits } from "./user-calls.ts"

/**
 * Adds packages without a payment. A second press during a call does nothing. If the balance has changed
 * since it was shown, nothing is added, the new one shows, and another press adds to it.
 */
export function AddCredits({ user }: { user: User }) {
  const { availableCredits, owedCredits = 0 } = user.credit
  const [reason, setReason] = useState("")
  const [requestKeys, setRequestKeys] = useState<ReadonlyMap<number, string>>(newKeys)
  const add = useMutation({
    mutationFn: (credits: number) =>
      changeCredits(user._id, {
        expected: availableCredits,
        availableCredits: availableCredits + credits,
        reason,
        requestKey: requestKeys.get(credits) ?? crypto.randomUUID(),
      }),
    onSuccess: () => {
      toastSuccess(texts.creditAdded)
      setRequestKeys(newKeys())
      setReason("")
    },
    meta: { silent: true },
  })
  return (
    <section aria-labelledby="add-credit">
      <h2 id="add-credit" className="text-lg font-[620]">
        Add credit
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">Without a payment. Your name appears in the statement.</p>
      {add.isError && (
        <Notice tone="bad" className="mt-3">
          {failureWords(add.error)}
        </Notice>
      )}
      <Field label="Reason" hint="Optional, for the audit trail" className="mt-3 md:max-w-md">
        <Input
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <ul className="mt-3 grid gap-3 md:grid-cols-3">
        {packageSkus.map((sku) => {
          const { credits } = creditPackages[sku]
          return (
            <li key={sku} className="flex items-center gap-3 rounded-lg border border-line bg-surface p-4">
              <div className="min-w-0 flex-1">
                <div className="text-base font-[640]">{plural(credits, "credit")}</div>
                <div className="text-xs text-ink-3">
                  {formatCount(Math.max(0, availableCredits - owedCredits + credits))} afterwards
                </div>
              </div>
              <Button
                icon={<Plus aria-hidden="true" />}
                aria-label={`Add ${plural(credits, "credit")}`}
                isLoading={add.isPending && add.variables === credits}
                disabled={add.isPending}
                onClick={() => add.mutate(credits)}
              >
                Add
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns one key for each package: pressing again after a lost answer asks for the same addition. */
function newKeys(): ReadonlyMap<number, string> {
  return new Map(packageSkus.map((sku) => [creditPackages[sku].credits, crypto.randomUUID()]))
}
