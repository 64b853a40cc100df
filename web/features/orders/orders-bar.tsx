import { lazyRouteComponent } from "@tanstack/react-router"
import { ScrollText, Trash2 } from "lucide-react"
import { Suspense } from "react"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { SelectionBar } from "../../components/ui/selection-bar.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { plural } from "../../lib/format.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { itemsOf } from "./order-rules.ts"
import type { OrderSelection } from "./use-order-rows.ts"
import { usePrintStart } from "./use-print-start.ts"

const fulfilButtons = () => import("../fulfilment/fulfil-buttons.tsx")
const StepButtons = lazyRouteComponent(fulfilButtons, "StepButtons")
const TakeBackSteps = lazyRouteComponent(fulfilButtons, "TakeBackSteps")
const ShipModal = lazyRouteComponent(() => import("../fulfilment/ship-modal.tsx"), "ShipModal")
const SendProofs = lazyRouteComponent(() => import("./send-proofs.tsx"), "SendProofs")
const modals = () => import("./order-modals.tsx")
const DeleteOrdersModal = lazyRouteComponent(modals, "DeleteOrdersModal")
const PrintAgainModal = lazyRouteComponent(modals, "PrintAgainModal")

type OrdersBarProps = {
  selection: OrderSelection
  /** The orders of this page. */
  orders: readonly Order[]
}

/** Offers actions for selected orders, or for single items of them. */
export function OrdersBar({ selection, orders }: OrdersBarProps) {
  const { orderIds, itemIds, clear } = selection
  const { rows, drop, isRestoring } = selection.orders
  const selected = rows.length > 0 ? rows : orders
  const items = itemsOf(selected, selection)
  const print = usePrintStart(selected, items, selection)
  const shipping = useModalParam("markAsShipped")
  const deletion = useModalParam("bulkDeleteOrders")
  const hasOrders = orderIds.length > 0
  const createPrint = (
    <Button
      variant={hasOrders ? "ghost" : "primary"}
      icon={<ScrollText />}
      className={hasOrders ? undefined : "coarse:ml-2"}
      {...asCommand("create-print")}
      onClick={print.createPrint}
    >
      Create Print
    </Button>
  )
  return (
    <>
      <SelectionBar count={orderIds.length + itemIds.length} onClear={clear}>
        <span className="mr-2 text-sm whitespace-nowrap text-ink-2 coarse:hidden">
          {pickedWords(orderIds, items)}
        </span>
        {!hasOrders && createPrint}
        <Suspense>
          <SendProofs orders={selected} items={items} />
        </Suspense>
        {hasOrders && (
          <>
            <Suspense>
              <StepButtons orders={rows} onFilm={print.putOnFilm} onShip={shipping.open} onDone={clear}>
                {createPrint}
              </StepButtons>
            </Suspense>
            <Suspense>
              <TakeBackSteps orders={rows} onDone={clear} />
            </Suspense>
            <Button
              variant="danger-ghost"
              icon={<Trash2 />}
              {...asCommand("delete-orders")}
              onClick={() => deletion.open()}
            >
              Delete
            </Button>
          </>
        )}
      </SelectionBar>
      <Suspense>
        {shipping.isOpen && !isRestoring && rows.length > 0 && (
          <ShipModal
            orders={rows.filter(({ step }) => shipping.value !== "pressed" || step === "pressed")}
            onClose={shipping.close}
            onDone={() => {
              shipping.close()
              clear()
            }}
          />
        )}
        {deletion.isOpen && !isRestoring && hasOrders && (
          <DeleteOrdersModal ids={orderIds} onClose={deletion.close} onDeleted={drop} />
        )}
        {print.again && <PrintAgainModal {...print.again} />}
      </Suspense>
    </>
  )
}

/** Returns what a selection of orders or items comes to. */
function pickedWords(orderIds: readonly string[], items: readonly OrderItem[]): string {
  const copies = plural(
    items.reduce((sum, item) => sum + item.quantity, 0),
    "copy",
    "copies",
  )
  return orderIds.length > 0 ? `${plural(items.length, "item")}, ${copies}` : copies
}
