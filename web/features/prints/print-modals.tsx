import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { LoaderCircle } from "lucide-react"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import type { PrintSummary } from "../../../contract/print.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatCount, plural, shortId } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { DownloadButton, SheetLinks } from "./finished-sheets.tsx"
import { type DeleteScope, deletePrint, deletePrints, printOptions } from "./print-calls.ts"
import { printActions } from "./print-rules.ts"
import { PrintProgressBar } from "./print-state.tsx"

type DeletePrintModalProps = {
  printId: string
  /** The same print as the page has it; without it both ways are offered. */
  print?: PrintSummary
  onClose: () => void
  onDeleted: (scope: DeleteScope) => void
}

/** One print: its sheets alone, or everything. */
export function DeletePrintModal({ printId, print, onClose, onDeleted }: DeletePrintModalProps) {
  const remove = useMutation({
    mutationFn: (scope: DeleteScope) => deletePrint(printId, scope),
    onSuccess: (_nothing, scope) => {
      toastSuccess(texts.printDeleted)
      onDeleted(scope)
    },
  })
  return (
    <TwoWays
      title={`Delete print ${shortId(printId)}?`}
      hasSheets={print === undefined || printActions(print.status).canDeleteSheets}
      working={remove.isPending ? remove.variables : null}
      onDelete={remove.mutate}
      onClose={onClose}
    />
  )
}

type DeletePrintsModalProps = { ids: readonly string[]; onClose: () => void; onDeleted: () => void }

/** Several prints at once. The modal shows a failure; prints already deleted leave the list. */
export function DeletePrintsModal({ ids, onClose, onDeleted }: DeletePrintsModalProps) {
  const remove = useMutation({
    // The ids are the call's own: the page may have none selected by the time it ends.
    mutationFn: (call: { ids: readonly string[]; scope: DeleteScope }) => deletePrints(call.ids, call.scope),
    meta: { silent: true },
    onSuccess: (_nothing, call) => {
      const way = call.scope === "everything" ? "permanently deleted" : "deleted"
      toastSuccess(`${formatCount(call.ids.length)} prints ${way} successfully`)
      onDeleted()
    },
    onError: (error) => console.warn("Deleting prints failed", error),
  })
  return (
    <TwoWays
      title={`Delete ${plural(ids.length, "print")}?`}
      isSeveral={ids.length > 1}
      hasSheets
      working={remove.isPending ? remove.variables.scope : null}
      failure={remove.error === null ? undefined : failureWords(remove.error)}
      onDelete={(scope) => remove.mutate({ ids, scope })}
      onClose={onClose}
    />
  )
}

type TwoWaysProps = {
  title: string
  isSeveral?: boolean
  hasSheets: boolean
  working: DeleteScope | null
  failure?: string
  onDelete: (scope: DeleteScope) => void
  onClose: () => void
}

/** The way back is the strong button wherever there is one. */
function TwoWays({ title, isSeveral, hasSheets, working, failure, onDelete, onClose }: TwoWaysProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      description={
        isSeveral
          ? "Delete removes only the sheets, so that the prints can be processed again. Force Delete removes the prints and all their data."
          : hasSheets
            ? "Delete removes only the sheets, so that it can be processed again. Force Delete removes the print and all its data."
            : "Its sheets are already gone. Force Delete removes the print and all its data."
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={hasSheets ? "danger-ghost" : "danger"}
            disabled={working !== null}
            isLoading={working === "everything"}
            onClick={() => onDelete("everything")}
          >
            Force Delete
          </Button>
          {hasSheets && (
            <Button
              variant="danger"
              disabled={working !== null}
              isLoading={working === "sheets"}
              onClick={() => onDelete("sheets")}
            >
              Delete
            </Button>
          )}
        </>
      }
    >
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
    </Modal>
  )
}

type SuccessModalProps = { printId: string; onClose: () => void }

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
          ? `${print.name}, ${plural(print.copies, "copy", "copies")} on ${plural(print.fileId.length, "sheet")}. Anyone with a link can fetch its sheet for ${RETENTION_DAYS} days.`
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
      {isDone && <SheetLinks files={print.fileId} />}
      {print?.status === "Processing" && <PrintProgressBar print={print} />}
    </Modal>
  )
}
