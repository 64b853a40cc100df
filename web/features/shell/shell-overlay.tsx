import type { Overlay } from "../../lib/key-commands.ts"
import { KeysDialog } from "./keys-dialog.tsx"
import { Palette } from "./palette.tsx"
import type { AppKeys } from "./use-app-keys.ts"

type ShellOverlayProps = { shown: Overlay; onShow: (overlay: Overlay | null) => void; keys: AppKeys }

/** Shows the dialogs that keys open over a page; they are loaded when first needed. */
export function ShellOverlay({ shown, onShow, keys }: ShellOverlayProps) {
  const close = () => onShow(null)
  if (shown === "keys") return <KeysDialog keys={keys} onClose={close} />
  return <Palette onClose={close} onShowKeys={() => onShow("keys")} />
}
