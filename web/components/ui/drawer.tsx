import { X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type ReactNode, useEffect, useId } from "react"
import { useIsWide } from "../../lib/media-query.ts"
import { Button } from "./button.tsx"
import { clearOfToasts } from "./clear-of-toasts.ts"
import { DialogContent } from "./dialog-content.tsx"
import { useDiscardGuard } from "./modal.tsx"

export type DrawerProps = {
  onClose: () => void
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** True while it holds something that closing would lose: it asks first. */
  isChanged?: boolean
}

/**
 * Shows details beside a grid. On wide screens it takes 400 px of its row (`<div className="flex gap-6">`),
 * and the grid stays usable; on phones it covers the whole screen. Escape and X close it.
 */
export function Drawer({ onClose, title, children, footer, isChanged = false }: DrawerProps) {
  const isWide = useIsWide()
  const { close, question } = useDiscardGuard(isChanged, onClose)
  if (!isWide) {
    return (
      <Dialog.Root open onOpenChange={(next) => next || close()}>
        <Dialog.Portal>
          <DialogContent
            aria-describedby={undefined}
            className="rise fixed inset-0 z-40 flex flex-col bg-canvas outline-none"
          >
            <div className="flex h-14 flex-none items-center gap-2 border-line border-b px-4">
              <Dialog.Title className="min-w-0 flex-1 truncate text-lg font-[620]">{title}</Dialog.Title>
              <Dialog.Close asChild>
                <Button variant="ghost" size="icon" aria-label="Close" className="-mr-2">
                  <X className="size-5" />
                </Button>
              </Dialog.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
            {footer !== undefined && (
              <div ref={clearOfToasts} className="flex gap-2 border-line border-t p-4 [&>*]:flex-1">
                {footer}
              </div>
            )}
            {question}
          </DialogContent>
        </Dialog.Portal>
      </Dialog.Root>
    )
  }
  return (
    <WideDrawer onClose={close} title={title} footer={footer}>
      {children}
      {question}
    </WideDrawer>
  )
}

function WideDrawer({ onClose, title, children, footer }: DrawerProps) {
  const titleId = useId()
  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent) {
      // A modal or menu above the drawer handles the key itself.
      if (event.key === "Escape" && !event.defaultPrevented) onClose()
    }
    document.addEventListener("keydown", closeOnEscape)
    return () => document.removeEventListener("keydown", closeOnEscape)
  }, [onClose])
  return (
    <aside
      aria-labelledby={titleId}
      className="slide-in sticky top-[4.5rem] flex max-h-[calc(100dvh-6rem)] w-100 flex-none flex-col self-start overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex h-14 flex-none items-center gap-2 border-line-soft border-b pr-2 pl-5">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-lg font-[620]">
          {title}
        </h2>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X className="size-4.5" />
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
      {footer !== undefined && (
        <div ref={clearOfToasts} className="flex gap-2 border-line-soft border-t p-4 [&>*]:flex-1">
          {footer}
        </div>
      )}
    </aside>
  )
}
