import { texts } from "../../../contract/text.ts"
import { fileUrl } from "../../lib/format.ts"
import { useCopy } from "../../lib/use-copy.ts"

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

/** Returns the address that anyone who has it can open: a page's, which begins with a slash, or a file's. */
function shareLink(path: string): string {
  return new URL(path.startsWith("/") ? path : fileUrl(path), window.location.origin).href
}

/** Copies links to the clipboard, one a line; `isCopied` for two seconds afterwards. */
export function useCopyLinks(): { isCopied: boolean; copy: (paths: readonly string[]) => Promise<void> } {
  const { isCopied, copy } = useCopy()
  const words = {
    copied: texts.linkCopied,
    // The link can still be opened and copied by hand.
    refused: "The browser did not allow copying. Open the file and copy its address.",
  }
  return { isCopied, copy: (paths) => copy(paths.map(shareLink).join("\n"), words) }
}
