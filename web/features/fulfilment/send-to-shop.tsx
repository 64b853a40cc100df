import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ChevronDown, RotateCw, Send } from "lucide-react"
import type { Delivery, DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { Menu, MenuItem } from "../../components/ui/dropdown-menu.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { deliveriesOptions, isOnItsWay, sendFiles } from "../integrations/delivery-calls.ts"
import { useShopWay } from "../print-shop/shop-way.ts"

type SendToShopProps = {
  print: Pick<Print, "_id" | "sheetTemplateId">
  /** True if sending is the next thing to do: its button stands elsewhere. */
  isNext: boolean
}

/** Lists where a completed print's files went, and sends them to the print shop or to another address. */
export function SendToShop({ print, isNext }: SendToShopProps) {
  const way = useShopWay(print.sheetTemplateId)
  const sent = useQuery(deliveriesOptions(print._id)).data
  if (way === undefined || sent === undefined) return null
  if (isNext && sent.length === 0) return null
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
      {!isNext && <SendButton print={print} className="mt-2 w-full" />}
      {way.carriesFiles && sent.length === 0 && (
        <p className="mt-0.5 text-sm text-ink-3">
          You carry them: download the files, or send your print shop a link.{" "}
          <Link to="/print-shop" search={{ change: "place" }} className="touch underline">
            Change
          </Link>
        </p>
      )}
      {way.addresses.length === 0 && !way.carriesFiles && (
        <p className="mt-0.5 text-sm text-ink-3">
          Say once where your print shop takes files, and each print goes there with one click.{" "}
          <Link to="/print-shop" search={{ change: "place" }} className="touch underline">
            Set up your print shop
          </Link>
        </p>
      )}
    </section>
  )
}

type SendButtonProps = Pick<SendToShopProps, "print"> & { variant?: "primary"; className?: string }

/**
 * Sends a completed print's files to the print shop; a menu beside it has the other addresses. Shows
 * nothing once they went everywhere.
 */
export function SendButton({ print, variant, className }: SendButtonProps) {
  const printId = print._id
  const way = useShopWay(print.sheetTemplateId)
  const sent = useQuery(deliveriesOptions(printId)).data
  const send = useMutation({ mutationFn: (addressId: string) => sendFiles(printId, addressId) })
  const isNew = ({ _id }: DeliveryAddress) => sent?.every(({ addressId }) => addressId !== _id)
  const [next, ...others] = (way?.addresses ?? []).filter(isNew)
  if (next === undefined) return null
  return (
    <span className={classNames("flex gap-2", className)}>
      <Button
        variant={variant}
        icon={<Send />}
        className="min-w-0 flex-1"
        isLoading={send.isPending}
        {...asCommand("send-files")}
        onClick={() => send.mutate(next._id)}
      >
        <span className="truncate">Send to {next.name}</span>
      </Button>
      {others.length > 0 && (
        <Menu
          trigger={
            <Button
              size="icon"
              aria-label="Send elsewhere"
              title="Send elsewhere"
              disabled={send.isPending}
              {...asCommand("send-elsewhere")}
            >
              <ChevronDown />
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
    </span>
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
