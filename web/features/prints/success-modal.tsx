import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Download, LoaderCircle } from "lucide-react"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import type { SheetFile } from "../../../contract/print.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { fileUrl, plural, shortId } from "../../lib/format.ts"
import { printOptions } from "./print-calls.ts"
import { PrintProgressBar } from "./print-state.tsx"
import { SheetLinks } from "./sheet-links.tsx"

/** Browsers drop downloads that start in the same moment. */
const DOWNLOAD_PAUSE_MS = 400

export type SuccessModalProps = { printId: string; onClose: () => void }

/** The result of a print: its sheets with links and downloads, or how far they are. */
export function SuccessModal({ printId, onClose }: SuccessModalProps) {
  const query = useQuery(printOptions(printId))
  const print = query.data
  const isDone = print?.status === "Completed"
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="md"
      title={isDone || print === undefined ? "Your sheets are ready" : "Your print is on its way"}
      description={
        print &&
        (isDone
          ? `Print ${shortId(printId)}, ${plural(print.copies, "copy", "copies")} on ${plural(print.fileId.length, "sheet")}. Anyone with a link can fetch its sheet for ${RETENTION_DAYS} days.`
          : texts.processingStarted)
      }
      footer={
        <>
          <Link to="/prints/$printId" params={{ printId }} className={buttonVariants({ size: "lg" })}>
            View items
          </Link>
          {isDone && (
            <Button variant="primary" icon={<Download />} onClick={() => void downloadAll(print.fileId)}>
              {print.fileId.length > 1 ? "Download all" : "Download"}
            </Button>
          )}
        </>
      }
    >
      {query.isPending && (
        <LoaderCircle
          role="img"
          aria-label="Loading"
          className="mx-auto my-8 size-6 animate-spin text-ink-3"
        />
      )}
      {query.isError && <Notice tone="bad">{failureWords(query.error)}</Notice>}
      {isDone && <SheetLinks files={print.fileId} />}
      {print?.status === "Processing" && <PrintProgressBar print={print} />}
    </Modal>
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
