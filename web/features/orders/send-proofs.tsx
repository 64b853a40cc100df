import { MailQuestionMark } from "lucide-react"
import { useState } from "react"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { formatWhen, lowerFirst } from "../../lib/format.ts"
import { canBeProved } from "./proof-calls.ts"
import { SendProofsModal } from "./send-proofs-modal.tsx"

type SendProofsProps = { orders: readonly Order[]; items: readonly OrderItem[] }

/** Offers to ask the buyers of selected items; nothing where none can be asked. */
export function SendProofs({ orders, items }: SendProofsProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !items.some(canBeProved)) return null
  return (
    <>
      <Button
        variant="ghost"
        icon={<MailQuestionMark />}
        {...asCommand("send-proofs")}
        onClick={() => setIsOpen(true)}
      >
        Send proof
      </Button>
      {isOpen && <SendProofsModal orders={orders} items={items} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Shows how an item's proof stands, and asks its buyer; nothing where no proof is needed or asked for. */
export function ItemProof({ order, item }: { order: Order; item: OrderItem }) {
  const [isOpen, setIsOpen] = useState(false)
  const { state, text, answeredAt, path } = item.proof
  const canAsk = canBeProved(item) && state !== "approved"
  return (
    <span className="flex max-w-full flex-col items-start gap-0.5 text-xs">
      {state === "none" && item.waitsForProof && (
        <span className="text-warn-ink">Needs the buyer’s approval</span>
      )}
      {state === "asked" && <span className="text-ink-2">Buyer asked to approve</span>}
      {answeredAt !== undefined && (
        <span className={state === "approved" ? "text-good-ink" : "text-bad-ink"}>
          {state === "approved" ? "Approved by the buyer" : "Buyer asks for a change"},{" "}
          {lowerFirst(formatWhen(answeredAt))}
        </span>
      )}
      {text !== undefined && (
        <span className="line-clamp-3 whitespace-pre-line wrap-anywhere" title={text}>
          “{text}”
        </span>
      )}
      <span className="flex gap-3">
        {canAsk && (
          <button
            type="button"
            className="touch text-accent-ink hover:underline"
            onClick={() => setIsOpen(true)}
          >
            {state === "none" ? "Send proof" : state === "asked" ? "Send again" : "Send a new proof"}
          </button>
        )}
        {path !== undefined && (
          <a
            href={`/${path}`}
            target="_blank"
            rel="noreferrer"
            className="touch text-accent-ink hover:underline"
          >
            See it
          </a>
        )}
      </span>
      {isOpen && <SendProofsModal orders={[order]} items={[item]} onClose={() => setIsOpen(false)} />}
    </span>
  )
}
