import { Dialog } from "radix-ui"
import type { ReactNode } from "react"
import { DialogContent } from "../../components/ui/dialog-content.tsx"

export type SidePanelProps = { title: string; onClose: () => void; children: ReactNode }

/** A panel at the right edge, over the sheet; from the bottom edge on phones. Escape and a click beside it close it. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <DialogContent
          aria-describedby={undefined}
          className="rise fixed inset-x-0 bottom-0 z-40 max-h-[92dvh] overflow-y-auto rounded-t-xl bg-raised p-5 shadow-modal outline-none md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-110 md:rounded-none md:p-6"
        >
          <div className="mx-auto -mt-2 mb-4 h-1 w-9 rounded-full bg-line md:hidden" />
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </DialogContent>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
