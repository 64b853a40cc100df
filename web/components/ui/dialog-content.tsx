import { Dialog } from "radix-ui"
import { type ComponentProps, useState } from "react"

/**
 * Draws Radix's dialog content and returns the focus to where it was. Radix returns it to the dialog's
 * trigger, which dialogs opened by the address lack. If the dialog led to another dialog, that one keeps the
 * focus; if it led to another page, or the focused element is gone, the page gets it.
 */
export function DialogContent(props: ComponentProps<typeof Dialog.Content>) {
  // Read at the first render, because a field of the dialog may take the focus right after it.
  const [before] = useState(() => ({
    opener: document.activeElement,
    path: location.pathname,
    dialogs: openDialogs(),
  }))
  return (
    <Dialog.Content
      {...props}
      onInteractOutside={(event) => {
        // A message can be closed while a dialog waits for its answer.
        const { target } = event.detail.originalEvent
        if (target instanceof Element && target.closest("[data-sonner-toast]")) event.preventDefault()
        else props.onInteractOutside?.(event)
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        // A field that opened in the dialog's place has the focus already.
        if (document.activeElement?.matches("main input, main textarea")) return
        const next = openDialogs().findLast((dialog) => !before.dialogs.includes(dialog))
        if (next?.contains(document.activeElement)) return
        const { opener } = before
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        if (next) next.focus()
        else if (isThere && location.pathname === before.path) opener.focus()
        else document.querySelector("main")?.focus({ preventScroll: true })
      }}
    />
  )
}

function openDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[role=dialog][data-state=open]")]
}
