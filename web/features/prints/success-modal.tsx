import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { LoaderCircle } from "lucide-react"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import { oneFileASheet } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { plural } from "../../lib/format.ts"
import { useSeenPrint } from "../notifications/use-seen-print.ts"
import { DownloadButton } from "./download-button.tsx"
import { SheetLinks } from "./finished-sheets.tsx"
import { printOptions } from "./print-calls.ts"
import { gainedWords } from "./print-rules.ts"
import { PrintProgressBar } from "./print-state.tsx"

type SuccessModalProps = { printId: string; onClose: () => void }

/** Shows the result of a print: its sheets with links and downloads, or its progress. */
export function SuccessModal({ printId, onClose }: SuccessModalProps) {
  const query = useQuery(printOptions(printId))
  const print = query.data
  const isDone = print?.status === "Completed"
  const gained = print ? gainedWords(print) : null
  useSeenPrint(isDone ? printId : null)
  return (
    <Modal
      onClose={onClose}
      size="md"
      title={isDone || print === undefined ? "Your sheets are ready" : "Your print is on its way"}
      description={
        print &&
        (isDone
          ? `${print.name}, ${plural(print.copies, "copy", "copies")} on ${plural(oneFileASheet(print.fileId).length, "sheet")}. Anyone with a link can fetch its sheet for ${RETENTION_DAYS} days.`
          : texts.processingStarted)
      }
      footer={
        <>
          <Link to="/prints/$printId" params={{ printId }} className={buttonVariants({ size: "lg" })}>
            View items
          </Link>
          {isDone && <DownloadButton files={print.fileId} />}
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
      {gained && (
        <p role="status" className="mb-3 text-sm text-ink-2">
          {gained}
        </p>
      )}
      {isDone && <SheetLinks files={print.fileId} />}
      {print?.status === "Processing" && <PrintProgressBar print={print} />}
    </Modal>
  )
}
