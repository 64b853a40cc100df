import { useEffect, useRef, useState } from "react"
import { toastError, toastSuccess } from "./toast.tsx"

/** The time for which a copy button shows that it has copied. */
const COPIED_MS = 2000

/** What a toast says once a text is copied, and where the browser does not allow it. */
type CopyWords = { copied: string; refused: string }

/** Copies a text to the clipboard; `isCopied` for two seconds afterwards. */
export function useCopy(): { isCopied: boolean; copy: (text: string, words: CopyWords) => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string, { copied, refused }: CopyWords) {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Browsers refuse without permission; the text can still be copied by hand.
      return toastError(refused)
    }
    toastSuccess(copied)
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS)
  }
  return { isCopied, copy }
}
