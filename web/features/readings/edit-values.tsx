import { lazyRouteComponent } from "@tanstack/react-router"
import { PenLine } from "lucide-react"
import { Suspense, useState } from "react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { Popover } from "../../components/ui/popover.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { truncate } from "../../lib/format.ts"
import { isInDoubt } from "./reading-rules.ts"

const ValuesForm = lazyRouteComponent(() => import("./values-form.tsx"), "ValuesForm")

/** Opens the text of one order item, to correct and confirm it. */
export function EditValues({ item }: { item: OrderItem }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      label="Text to print"
      align="start"
      className="max-h-[var(--radix-popover-content-available-height)] w-96 overflow-y-auto p-4"
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          className="-my-1.5 flex-none coarse:-my-2"
          aria-label={`Text to print on ${truncate(item.title)}, order ${item.orderNumber}`}
          title={isInDoubt(item) ? "Check the text" : "Change the text"}
        >
          <PenLine className="size-3.5" />
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-64" />}>
        <ValuesForm item={item} onClose={() => setIsOpen(false)} />
      </Suspense>
    </Popover>
  )
}
