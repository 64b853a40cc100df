import { useMutation } from "@tanstack/react-query"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { plural, shortId } from "../../lib/format.ts"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { type DeleteScope, deletePrint, deletePrints } from "./print-calls.ts"
import { printActions } from "./print-rules.ts"

type DeletePrintModalProps = {
  printId: string
  /** The same print as the page has it; without it both ways are offered. */
  print?: PrintSummary
  onClose: () => void
  onDeleted: (call: DeleteCall) => void
}

type DeleteCall = { id: string; scope: DeleteScope }

/**
 * Asks before one print is deleted: only its sheets, or everything. The message after it offers to undo it.
 */
export function DeletePrintModal({ printId, print, onClose, onDeleted }: DeletePrintModalProps) {
  const remove = useMutation({
    mutationFn: (call: DeleteCall) => deletePrint(call.id, call.scope),
    onSuccess: (undoId, call) => {
      onDeleted(call)
      toastDeleted(texts.printDeleted, undoId)
    },
  })
  return (
    <TwoWays
      title={`Delete ${print?.name ?? `print ${shortId(printId)}`}?`}
      hasSheets={print === undefined || printActions(print.status).canDeleteSheets}
      working={remove.isPending ? remove.variables.scope : null}
      onDelete={(scope) => remove.mutate({ id: printId, scope })}
      onClose={onClose}
    />
  )
}

type DeletePrintsModalProps = {
  ids: readonly string[]
  /** Those of the prints that the page has loaded. */
  prints: readonly PrintSummary[]
  onClose: () => void
  onDeleted: (call: DeletesCall) => void
}

/** Returns whether sheets of any of these prints can be deleted, or may be: the page has not loaded it. */
function haveSheets(ids: readonly string[], prints: readonly PrintSummary[]): boolean {
  const known = new Map(prints.map((print) => [print._id as string, print]))
  return ids.some((id) => {
    const print = known.get(id)
    return print === undefined || printActions(print.status).canDeleteSheets
  })
}

type DeletesCall = { ids: readonly string[]; scope: DeleteScope }

/** Deletes several prints at once. The modal shows a failure; deleted prints leave the list. */
export function DeletePrintsModal({ ids, prints, onClose, onDeleted }: DeletePrintsModalProps) {
  const remove = useMutation({
    // The ids are the call's own: the page may have none selected by the time it ends.
    mutationFn: (call: DeletesCall) => deletePrints(call.ids, call.scope),
    meta: { silent: true },
    onSuccess: (undoIds, call) => {
      const way = call.scope === "everything" ? "permanently deleted" : "deleted"
      onDeleted(call)
      toastDeleted(`${plural(call.ids.length, "print")} ${way} successfully`, ...undoIds)
    },
    onError: (error) => console.warn("Deleting prints failed", error),
  })
  return (
    <TwoWays
      title={`Delete ${plural(ids.length, "print")}?`}
      isSeveral={ids.length > 1}
      hasSheets={haveSheets(ids, prints)}
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

/** Offers both ways: the button that deletes everything stands out, apart from those that keep something. */
function TwoWays({ title, isSeveral, hasSheets, working, failure, onDelete, onClose }: TwoWaysProps) {
  return (
    <Modal
      onClose={onClose}
      title={title}
      description={
        isSeveral
          ? hasSheets
            ? "Delete removes only the sheets, so that the prints can be processed again. Force Delete removes the prints and all their data."
            : "They have no sheets. Force Delete removes the prints and all their data."
          : hasSheets
            ? "Delete removes only the sheets, so that it can be processed again. Force Delete removes the print and all its data."
            : "It has no sheets. Force Delete removes the print and all its data."
      }
      footer={
        <>
          <Button
            variant="danger"
            disabled={working !== null}
            isLoading={working === "everything"}
            onClick={() => onDelete("everything")}
            className="mr-auto"
          >
            Force Delete
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          {hasSheets && (
            <Button
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
