import type { BankAccount } from "../../../contract/payment.ts"
import { formatUsd } from "../../lib/format.ts"
import { CopyButton } from "./copy-button.tsx"

export type BankDataProps = { bank: BankAccount; reference: string; price: number }

/** What a bank transfer is filled in with, each line to copy. */
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
