import { Dialog } from "radix-ui"
import { type ComponentProps, useState } from "react"

/**
 * Radix's dialog content that returns the focus to where it was. Radix returns it to the dialog's
 * trigger, which dialogs opened by the address lack. If the old element is gone, the page gets it.
 */
export function DialogContent(props: ComponentProps<typeof Dialog.Content>) {
  // Read at the first render: a field of the dialog may take the focus right after it.
  const [opener] = useState(() => document.activeElement)
  return (
    <Dialog.Content
      {...props}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        if (isThere) opener.focus()
        else document.querySelector("main")?.focus({ preventScroll: true })
      }}
    />
  )
}
