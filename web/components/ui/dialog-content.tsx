import { Dialog } from "radix-ui"
import { type ComponentProps, useState } from "react"

/**
 * Radix's dialog content that gives the focus back to where it was. Radix itself gives it to the dialog's trigger, and
 * dialogs that the address opens have none. Where that is gone, or nothing had the focus, the page gets it.
 */
export function DialogContent(props: ComponentProps<typeof Dialog.Content>) {
  // Read at the first render: a field of the dialog that takes the focus does so right after it.
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
