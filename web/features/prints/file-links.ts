import { useEffect, useRef, useState } from "react"
import { texts } from "../../../contract/text.ts"
import { fileUrl } from "../../lib/format.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"

/** The pause between downloads: browsers drop those that start in the same moment. */
const DOWNLOAD_PAUSE_MS = 400

/** Has the browser save these files, one after the other. */
export async function saveFiles(files: readonly { path: string; name?: string }[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_PAUSE_MS))
    const link = document.createElement("a")
    link.href = fileUrl(file.path)
    link.download = file.name ?? ""
    link.click()
  }
}

/** The time for which a copy button shows that it has copied. */
const COPIED_MS = 2000

/** Returns the address that anyone who has it can open: a page's, which begins with a slash, or a file's. */
function shareLink(path: string): string {
  return new URL(path.startsWith("/") ? path : fileUrl(path), window.location.origin).href
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
