import { useMutation } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Check, Send, Truck } from "lucide-react"
import { Suspense } from "react"
import type { Print } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { SendButton } from "../fulfilment/send-to-shop.tsx"
import { sendFiles } from "../integrations/delivery-calls.ts"
import { DownloadButton } from "./download-button.tsx"
import type { FinishedStep, finishedSteps } from "./finished-steps.ts"

const PressPrintButton = lazyRouteComponent(
  () => import("../fulfilment/fulfil-buttons.tsx"),
  "PressPrintButton",
)
const ShipPrint = lazyRouteComponent(() => import("../fulfilment/ship-modal.tsx"), "ShipPrint")

type FinishedPathProps = { print: Print; standing: ReturnType<typeof finishedSteps> }

/** Shows how far a finished print is, with the next thing to do as the page's only primary button. */
export function FinishedPath({ print, standing: { steps, next, lead, advice } }: FinishedPathProps) {
  const tracking = useModalParam("addTracking")
  const resend = useMutation({ mutationFn: (addressId: string) => sendFiles(print._id, addressId) })
  return (
    <section aria-label="Where it stands" className={classNames(cardClasses, "mt-4 p-4")}>
      {steps.length > 1 && (
        <ol className="mb-4 flex border-line-soft border-b pb-4">
          {steps.map((step, index) => (
            <StepMark key={step.name} step={step} isLast={index === steps.length - 1} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <p className="min-w-0 flex-1 basis-52 text-sm text-ink-2">
          <b className="font-[600] text-ink">{lead}</b> {advice}
        </p>
        <span className="flex max-w-full flex-wrap gap-2 coarse:w-full coarse:[&>*]:flex-1">
          <DownloadButton
            files={print.fileId}
            variant={next?.kind === "download" || next?.kind === "carry" ? "primary" : "secondary"}
          />
          {next?.kind === "send" && <SendButton print={print} variant="primary" />}
          {next?.kind === "resend" && (
            <Button
              variant="primary"
              icon={<Send />}
              isLoading={resend.isPending}
              {...asCommand("send-files")}
              onClick={() => resend.mutate(next.addressId)}
            >
              <span className="truncate">Send to {next.name}</span>
            </Button>
          )}
          <Suspense>
            {next?.kind === "press" && <PressPrintButton printId={print._id} variant="primary" />}
            {next?.kind === "carry" && <PressPrintButton printId={print._id} />}
          </Suspense>
          {next?.kind === "ship" && (
            <Button
              variant="primary"
              icon={<Truck />}
              {...asCommand("mark-as-shipped")}
              onClick={() => tracking.open()}
            >
              Add tracking
            </Button>
          )}
        </span>
      </div>
      {tracking.isOpen && (
        <Suspense>
          <ShipPrint printId={print._id} onClose={tracking.close} />
        </Suspense>
      )}
    </section>
  )
}

function StepMark({ step: { name, words, state }, isLast }: { step: FinishedStep; isLast: boolean }) {
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={classNames("flex min-w-0 flex-col", !isLast && "flex-1")}
    >
      <span aria-hidden="true" className="flex items-center">
        <span
          className={classNames(
            "grid size-6 flex-none place-items-center rounded-full",
            state === "done" && "bg-accent text-on-accent",
            state === "now" && "border-2 border-accent bg-surface",
            state === "open" && "border-[1.5px] border-line-strong bg-surface",
          )}
        >
          {state === "done" && <Check className="size-3.5" />}
          {state === "now" && <span className="size-2 rounded-full bg-accent" />}
        </span>
        {!isLast && <span className="h-0.5 flex-1 bg-line" />}
      </span>
      <span
        className={classNames("mt-1.5 truncate pr-2 text-sm", state === "open" ? "text-ink-2" : "font-[600]")}
      >
        {name}
        {state === "done" && <span className="sr-only">, done</span>}
      </span>
      <span className="truncate pr-2 text-xs text-ink-3" title={words}>
        {words}
      </span>
    </li>
  )
}
