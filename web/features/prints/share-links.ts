import { useEffect, useRef, useState } from "react"
import { texts } from "../../../contract/text.ts"
import { fileUrl } from "../../lib/format.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"

/** How long a copy button says that it has copied. */
export const COPIED_MS = 2000

/** The address that anyone who has it can fetch the file from. */
export function shareLink(path: string): string {
  return new URL(fileUrl(path), window.location.origin).href
}

/** Copies links to the clipboard, one a line; `isCopied` for two seconds afterwards. */
export function useCopyLinks(): { isCopied: boolean; copy: (paths: readonly string[]) => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(paths: readonly string[]) {
    try {
      await navigator.clipboard.writeText(paths.map(shareLink).join("\n"))
    } catch {
      // Browsers refuse without permission; the link can still be opened and copied by hand.
      return toastError("The browser did not allow copying. Open the file and copy its address.")
    }
    toastSuccess(texts.linkCopied)
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS)
  }
  return { isCopied, copy }
}
