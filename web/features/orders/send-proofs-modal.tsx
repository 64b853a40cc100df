import { useMutation } from "@tanstack/react-query"
import { Check, Copy } from "lucide-react"
import { useState } from "react"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { plural } from "../../lib/format.ts"
import { toastError } from "../../lib/toast.tsx"
import { CutText } from "../matching/order-item-parts.tsx"
import { askProofs, canBeProved, messageOf } from "./proof-calls.ts"

type SendProofsModalProps = {
  orders: readonly Order[]
  items: readonly OrderItem[]
  onClose: () => void
}

/** Asks buyers to approve pieces: by mail from here, or by a message that the seller copies. */
export function SendProofsModal({ orders, items, onClose }: SendProofsModalProps) {
  // Asking changes the rows on the page: what was opened is what is sent.
  const [{ ready, left, isApproved }] = useState(() => ({
    ready: items.filter((item) => canBeProved(item) && item.proof.state !== "approved"),
    left: items.filter((item) => !canBeProved(item)).length,
    isApproved: items.some(({ proof }) => proof.state === "approved"),
  }))
  const emails = new Map(orders.map(({ _id, buyerInfo }) => [_id, buyerInfo.email]))
  const withAddress = ready.filter(({ orderId }) => emails.get(orderId)).length
  const [isMailed, setIsMailed] = useState(withAddress > 0)
  const ask = useMutation({ mutationFn: () => askProofs(ready, isMailed) })
  const asked = ask.data
  if (asked) {
    const known = new Map(asked.map((proof) => [proof.orderItemId, proof]))
    return (
      <Modal
        onClose={onClose}
        title={isMailed ? "Buyers are asked" : "Links to send"}
        description="Whoever has a link sees the piece and can answer. The answer shows in the order and in the bell."
        size="md"
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <ul className="divide-y divide-line-soft text-sm">
          {[...Map.groupBy(ready, ({ orderId }) => orderId)].map(([orderId, own]) => {
            const proofs = own.flatMap(({ _id }) => known.get(_id) ?? [])
            const isSent = proofs.some((proof) => proof.isMailed)
            return (
              <li key={orderId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                <span className="min-w-0 flex-1 basis-48">
                  <b className="font-[550]">Order {own[0].orderNumber}</b>
                  <CutText
                    text={own.map(({ title }) => title).join(", ")}
                    className="line-clamp-1 text-ink-2"
                  />
                  <span className={isSent ? "text-good-ink" : "text-ink-2"}>
                    {isSent
                      ? `Mailed to ${emails.get(orderId) ?? "the buyer"}`
                      : isMailed
                        ? "Not mailed: send the message yourself"
                        : "Send the message where you talk to the buyer"}
                  </span>
                </span>
                <CopyMessage number={own[0].orderNumber} urls={proofs.map(({ url }) => url)} />
              </li>
            )
          })}
        </ul>
      </Modal>
    )
  }
  return (
    <Modal
      onClose={onClose}
      title={`Ask buyers to approve ${plural(ready.length, "piece")}?`}
      description="Each gets a link to see the piece on its garment, with the words that are printed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={ready.length === 0}
            isLoading={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {isMailed ? "Send by e-mail" : "Make links"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {withAddress > 0 ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, a button
          <label className="flex items-start gap-2.5">
            <Checkbox label="Send the links by e-mail" checked={isMailed} onCheckedChange={setIsMailed} />
            <span>
              Send the links by e-mail
              <span className="block text-ink-2">
                {withAddress === ready.length
                  ? "All buyers have an address."
                  : `${withAddress} of ${ready.length} pieces: the others’ buyers have no address here.`}
              </span>
            </span>
          </label>
        ) : (
          <p className="text-ink-2">
            These orders have no e-mail address. You get a message to send yourself.
          </p>
        )}
        {left > 0 && (
          <Notice tone="warn">
            {`${plural(left, "item is", "items are")} left out: artwork, size or text is missing, or it is printed or cancelled.`}
          </Notice>
        )}
        {isApproved && <p className="text-ink-2">What is approved already is not asked for again.</p>}
      </div>
    </Modal>
  )
}

/** Copies the message to one buyer. */
function CopyMessage({ number, urls }: { number: string; urls: readonly string[] }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Button
      icon={isCopied ? <Check /> : <Copy />}
      aria-label={`Copy the message for order ${number}`}
      onClick={() => {
        const refused = () => toastError("The browser did not allow copying.")
        navigator.clipboard.writeText(messageOf(urls)).then(() => setIsCopied(true), refused)
      }}
    >
      {isCopied ? "Copied" : "Copy message"}
    </Button>
  )
}
