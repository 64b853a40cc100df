import { useRouter } from "@tanstack/react-router"
import { X } from "lucide-react"
import { Dialog } from "radix-ui"
import { type ReactNode, useEffect, useState } from "react"
import { classNames } from "../../lib/class-names.ts"
import { Button } from "./button.tsx"
import { clearOfToasts } from "./clear-of-toasts.ts"
import { DialogContent } from "./dialog-content.tsx"

export type ModalProps = {
  /** False where it stays mounted while it is closed. */
  isOpen?: boolean
  /** Called by Escape, backdrop and X. */
  onClose: () => void
  /** The title; a question if something is decided. */
  title: ReactNode
  /** The consequences: what it costs or deletes. */
  description?: ReactNode
  children?: ReactNode
  /** Cancel and the verb, the verb last. */
  footer?: ReactNode
  /** A sheet on its mat: beside the words on wide screens, above them on phones. */
  media?: ReactNode
  size?: "sm" | "md" | "lg" | "xl"
  /** True while it holds something that closing would lose: it asks first. */
  isChanged?: boolean
}

const widths = { sm: "md:max-w-md", md: "md:max-w-xl", lg: "md:max-w-3xl", xl: "md:max-w-5xl" }

/** Blocks the page. Focus stays inside and then returns; phones show it at the bottom edge. */
export function Modal({
  isOpen = true,
  onClose,
  title,
  description,
  children,
  footer,
  media,
  size = "sm",
  isChanged = false,
}: ModalProps) {
  const guard = useDiscardGuard(isOpen && isChanged, onClose)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => next || guard.close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim backdrop-blur-[2px]" />
        <div className="pointer-events-none fixed inset-0 z-40 grid items-end justify-items-center md:items-center md:p-6">
          <DialogContent
            {...(description === undefined ? { "aria-describedby": undefined } : {})}
            tabIndex={-1}
            onOpenAutoFocus={focusContent}
            className={classNames(
              "rise pointer-events-auto relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-xl bg-raised shadow-modal outline-none md:max-h-[min(88dvh,56rem)] md:rounded-xl",
              widths[size],
              media !== undefined && "md:flex-row",
            )}
          >
            {media !== undefined && (
              <div className="mat relative h-40 flex-none overflow-hidden md:h-auto md:w-62">{media}</div>
            )}
            <div className="flex min-h-0 min-w-0 flex-1 flex-col">
              <div className="flex items-start gap-3 px-5 pt-5 md:px-6 md:pt-6">
                <div className="min-w-0 flex-1 pt-0.5">
                  <Dialog.Title className="text-xl font-[640]">{title}</Dialog.Title>
                  {description !== undefined && (
                    <Dialog.Description className="mt-1 text-base text-ink-2">
                      {description}
                    </Dialog.Description>
                  )}
                </div>
                <Dialog.Close asChild>
                  <Button variant="ghost" size="icon" aria-label="Close" className="-mt-1 -mr-2">
                    <X className="size-4.5" />
                  </Button>
                </Dialog.Close>
              </div>
              {children !== undefined && children !== null && children !== false && (
                <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-1 md:px-6">{children}</div>
              )}
              {footer !== undefined ? (
                <div
                  ref={clearOfToasts}
                  className="flex flex-wrap justify-end gap-2 px-5 pt-5 pb-5 coarse:[&>*]:flex-1 md:px-6 md:pb-6 [&_button]:h-11 [&_button]:px-[1.125rem] [&_button]:text-base"
                >
                  {footer}
                </div>
              ) : (
                <div className="h-5 flex-none md:h-6" />
              )}
            </div>
            {guard.question}
          </DialogContent>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Asks before a dialog closes by Escape, backdrop, X or the browser's Back, if it `isChanged`. The browser itself asks
 * before it closes the tab or loads it again.
 */
export function useDiscardGuard(isChanged: boolean, onClose: () => void) {
  const { history } = useRouter()
  const [discard, setDiscard] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!isChanged) return
    return history.block({
      blockerFn({ action, currentLocation, nextLocation }) {
        // These are ways that the page itself goes, such as after saving.
        if (action === "PUSH" || action === "REPLACE") return false
        const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index
        setDiscard(() => () => history.go(steps, { ignoreBlocker: true }))
        return true
      },
    })
  }, [history, isChanged])
  return {
    close: () => (isChanged ? setDiscard(() => onClose) : onClose()),
    question: discard && (
      <Modal
        onClose={() => setDiscard(null)}
        title="Discard what you entered?"
        footer={
          <>
            <Button onClick={() => setDiscard(null)}>Keep editing</Button>
            <Button
              variant="danger"
              onClick={() => {
                setDiscard(null)
                discard()
              }}
            >
              Discard
            </Button>
          </>
        }
      />
    ),
  }
}

/** Starts the focus at the element marked `data-autofocus`, else at the modal itself, not at its X. */
function focusContent(event: Event) {
  const content = event.currentTarget
  if (!(content instanceof HTMLElement)) return
  event.preventDefault()
  const first = content.querySelector<HTMLElement>("[data-autofocus]") ?? content
  first.focus({ preventScroll: true })
}

export type ConfirmModalProps = Omit<ModalProps, "footer"> & {
  /** The verb on the button. */
  verb: string
  onConfirm: () => void
  isWorking?: boolean
  isDisabled?: boolean
  isDanger?: boolean
}

/** Asks a question with two answers: Cancel and the verb. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { verb, onConfirm, isWorking, isDisabled, isDanger, ...modal } = props
  return (
    <Modal
      {...modal}
      footer={
        <>
          <Button onClick={modal.onClose}>Cancel</Button>
          <Button
            variant={isDanger ? "danger" : "primary"}
            disabled={isDisabled}
            isLoading={isWorking}
            onClick={onConfirm}
          >
            {verb}
          </Button>
        </>
      }
    />
  )
}

/** Asks before something is deleted. */
export function DeleteModal(props: Omit<ConfirmModalProps, "verb" | "isDanger">) {
  return <ConfirmModal {...props} verb="Delete" isDanger />
}
