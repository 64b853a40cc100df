import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import type { BankAccount } from "../../../contract/credits/payment.ts"
import { Button } from "../../components/ui/button.tsx"
import { formatUsd } from "../../lib/format.ts"
import { toastError } from "../../lib/toast.tsx"

export type BankDataProps = { bank: BankAccount; reference: string; price: number }

/** Shows the data of a bank transfer, each line with a copy button. */
export function BankData({ bank, reference, price }: BankDataProps) {
  const lines = [
    ["Account holder", bank.accountHolder],
    ["Bank", bank.bankName],
    ["IBAN", bank.iban],
    ["BIC", bank.bic],
    ["Amount", formatUsd(price)],
    ["Reference", reference],
  ] as const
  return (
    <dl className="divide-y divide-line-soft border-line-soft border-y">
      {lines.map(([label, text]) => (
        <div key={label} className="flex min-h-12 items-center gap-3 py-1">
          <dt className="w-26 flex-none text-sm text-ink-2 coarse:w-18 coarse:text-xs">{label}</dt>
          <dd className="min-w-0 flex-1 text-sm font-[600] [overflow-wrap:anywhere] tabular-nums">{text}</dd>
          <dd className="-mr-2.5 flex-none">
            <CopyButton text={text} what={label.toLowerCase()} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The time for which the button shows that it copied. */
const COPIED_MS = 2_000

/** Copies a text; `what` names it for screen readers: `Copy reference`. */
function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // The browser denies access to the clipboard (no permission, no secure context).
      toastError("Your browser does not let us copy. Please select the text.")
    }
  }

  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => void copy()}
    >
      {isCopied ? "Copied" : "Copy"}
    </Button>
  )
}
