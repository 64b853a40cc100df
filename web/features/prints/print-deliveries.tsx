import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { RotateCw, Send } from "lucide-react"
import type { Delivery } from "../../../contract/delivery/delivery.ts"
import { Button } from "../../components/ui/button.tsx"
import { Menu, MenuItem } from "../../components/ui/dropdown-menu.tsx"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import {
  deliveriesOptions,
  deliveryAddressesOptions,
  isOnItsWay,
  sendFiles,
} from "../integrations/delivery-calls.ts"

/** Lists the deliveries of a completed print, and sends its files to other addresses. */
export function PrintDeliveries({ printId }: { printId: string }) {
  const addresses = useQuery(deliveryAddressesOptions()).data
  const sent = useQuery(deliveriesOptions(printId)).data
  const send = useMutation({ mutationFn: (addressId: string) => sendFiles(printId, addressId) })
  if (addresses === undefined || sent === undefined) return null
  const others = addresses.filter(({ _id }) => sent.every(({ addressId }) => addressId !== _id))
  return (
    <section aria-label="Send files" className="mt-4 border-line-soft border-t pt-4">
      <h2 className="font-[600]">Send files</h2>
      {sent.length > 0 && (
        <ul className="mt-1 grid gap-2">
          {sent.map((delivery) => (
            <DeliveryRow key={delivery._id} delivery={delivery} />
          ))}
        </ul>
      )}
      {others.length === 1 && (
        <Button
          icon={<Send />}
          className="mt-2 w-full"
          isLoading={send.isPending}
          onClick={() => send.mutate(others[0]._id)}
        >
          <span className="truncate">Send to {others[0].name}</span>
        </Button>
      )}
      {others.length > 1 && (
        <Menu
          trigger={
            <Button icon={<Send />} className="mt-2 w-full" isLoading={send.isPending}>
              Send to…
            </Button>
          }
        >
          {others.map(({ _id, name }) => (
            <MenuItem key={_id} onSelect={() => send.mutate(_id)}>
              <span className="max-w-72 truncate">{name}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {addresses.length === 0 && (
        <p className="mt-0.5 text-sm text-ink-3">
          Files can be sent to your shop's folder, storage or upload form automatically.{" "}
          <Link to="/integrations" search={{ addAddress: "true" }} className="touch underline">
            Add an address
          </Link>
        </p>
      )}
    </section>
  )
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { printId, addressId, name, state } = delivery
  const again = useMutation({
    mutationFn: (to: string) => sendFiles(printId, to, state === "sent"),
  })
  return (
    <li className="flex items-center gap-2 text-sm">
      <span className="min-w-0 flex-1">
        <span
          className={
            state === "sent" && delivery.message === null ? "break-words text-good-ink" : "break-words"
          }
        >
          {stateWords(delivery)}
        </span>
        {delivery.message !== null && (
          <span className={state === "failed" ? "block text-bad-ink" : "block text-ink-3"}>
            {delivery.message}
          </span>
        )}
      </span>
      {addressId !== null && !isOnItsWay(delivery) && (
        <Button
          size="sm"
          icon={<RotateCw />}
          aria-label={`Send again to ${name}`}
          isLoading={again.isPending}
          onClick={() => again.mutate(addressId)}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

function stateWords({ state, name, sent, total, updatedAt, retryAt }: Delivery): string {
  switch (state) {
    case "sent":
      return sent < total
        ? `${plural(sent, "file")} of ${total} sent to ${name}`
        : `Sent to ${name} ${lowerFirst(formatWhen(updatedAt))}`
    case "failed":
      return `Not sent to ${name}`
    case "waiting":
      if (retryAt !== null) return `Not sent to ${name} yet. Next try ${lowerFirst(formatWhen(retryAt))}`
      return `Waiting to be sent to ${name}`
    case "sending":
      return `Sending to ${name}: ${sent} of ${plural(total, "file")}`
  }
}
