import { Dialog } from "radix-ui"
import { texts } from "../../../contract/text.ts"
import { DialogContent } from "../../components/ui/dialog-content.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"

/** Covers the page from the click that spends credits until the server has taken the print. */
export function ProcessingOverlay({ isOpen }: { isOpen: boolean }) {
  return (
    <Dialog.Root open={isOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-50 bg-scrim backdrop-blur-[2px]" />
        <DialogContent
          aria-describedby={undefined}
          className="appear fixed inset-0 z-50 grid place-items-center p-6 outline-none"
        >
          <div className="flex max-w-md flex-col items-center gap-4 rounded-xl bg-raised p-6 text-center shadow-modal">
            <Spinner className="size-6 text-accent-ink" />
            <Dialog.Title className="text-base font-[550] text-pretty">
              {texts.processingOverlay}
            </Dialog.Title>
          </div>
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
