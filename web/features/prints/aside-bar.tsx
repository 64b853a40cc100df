import { X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type ComponentProps, type ReactNode, useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { clearOfToasts } from "../../components/ui/clear-of-toasts.ts"
import { DialogContent } from "../../components/ui/dialog-content.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { shownSheets } from "../sheet-preview/sheet-figures.tsx"
import { SheetMini } from "../sheet-preview/sheet-mini.tsx"
import { SheetPanel } from "../sheet-preview/sheet-panel.tsx"
import { StageButton } from "../sheet-preview/stage-bar.tsx"
import type { SheetLayoutState } from "../sheet-preview/use-sheet-layout.ts"

type AsideBarProps = {
  /** The widths at which the aside fits, and the bar is hidden. */
  className: string
  state: SheetLayoutState
  copies: number
  notice: ReactNode
  actions: ReactNode
  panel: Omit<ComponentProps<typeof SheetPanel>, "className" | "leading">
  /** The lines of the aside below its sheet. */
  facts: ReactNode
}

/** Replaces the aside: at the bottom edge of a phone, in the corner of a tablet. Opens it over the page. */
export function AsideBar({ className, state, copies, notice, actions, panel, facts }: AsideBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div
        ref={clearOfToasts}
        className={classNames(
          "fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised p-3 md:inset-x-auto md:right-4 md:bottom-4 md:w-116 md:rounded-lg md:border md:shadow-float",
          className,
        )}
      >
        <div className="mb-2.5 flex items-center gap-3">
          <button
            type="button"
            aria-label="Open the sheet preview"
            onClick={() => setIsOpen(true)}
            className="flex-none rounded-md"
          >
            <SheetMini
              packed={shownSheets(state)}
              isPacking={state.kind === "packing"}
              marginPx={10}
              rollPx={6}
              className="h-12 w-16 rounded-md"
            />
          </button>
          <BarWords state={state} copies={copies} />
          <Button variant="ghost" size="sm" onClick={() => setIsOpen(true)}>
            Preview
          </Button>
        </div>
        {notice && <div className="mb-2.5 [&>*]:mt-0">{notice}</div>}
        <div className="flex gap-2 [&>*]:flex-1 [&>*]:px-2">{actions}</div>
      </div>
      <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
        <Dialog.Portal>
          <DialogContent
            aria-describedby={undefined}
            className="appear fixed inset-0 z-40 flex flex-col bg-stage outline-none"
          >
            <Dialog.Title className="sr-only">Sheet preview</Dialog.Title>
            <SheetPanel
              {...panel}
              className="flex-1"
              leading={
                <StageButton label="Close" onClick={() => setIsOpen(false)}>
                  <X className="size-5" />
                </StageButton>
              }
            />
            <div className="max-h-[50dvh] overflow-y-auto rounded-t-xl bg-raised p-4 text-ink shadow-modal">
              {facts}
            </div>
          </DialogContent>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

/** The bar's text while there is no sheet to measure. */
const barTitles: Record<SheetLayoutState["kind"], string> = {
  empty: "The roll is empty",
  packing: "Packing",
  packed: "Packed",
  "too-large": "Too large for the sheet",
  failed: "No preview",
}

function BarWords({ state, copies }: { state: SheetLayoutState; copies: number }) {
  const { availableCredits } = useAuth().user.credit
  const packed = shownSheets(state)
  const left = availableCredits - copies
  return (
    <div className="min-w-0 flex-1 text-sm">
      {packed ? (
        <div className="truncate">
          <b className="font-[640]">{formatLength(packed.lengthIn)} of film</b>,{" "}
          {(packed.utilisation * 100).toFixed(1)}% used
        </div>
      ) : (
        <b className="font-[640]">{barTitles[state.kind]}</b>
      )}
      <div className="truncate text-ink-2">
        {plural(copies, "credit")},{" "}
        {left < 0 ? `${formatCount(-left)} short` : `${formatCount(left)} left after`}
      </div>
    </div>
  )
}
