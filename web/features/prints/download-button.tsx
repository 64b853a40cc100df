import { Download } from "lucide-react"
import type { SheetFile } from "../../../contract/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { fileUrl } from "../../lib/format.ts"

/** Browsers drop downloads that start in the same moment. */
const DOWNLOAD_PAUSE_MS = 400

export type DownloadButtonProps = { files: readonly SheetFile[]; className?: string }

/** Fetches every sheet of a print, one after the other. */
export function DownloadButton({ files, className }: DownloadButtonProps) {
  return (
    <Button
      variant="primary"
      size="lg"
      icon={<Download />}
      className={className}
      onClick={() => void downloadAll(files)}
    >
      {files.length > 1 ? "Download all" : "Download"}
    </Button>
  )
}

async function downloadAll(files: readonly SheetFile[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, DOWNLOAD_PAUSE_MS))
    const link = document.createElement("a")
    link.href = fileUrl(file.path)
    link.download = file.name ?? ""
    link.click()
  }
}
