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
import { hasTakenCredits, printActions } from "./print-rules.ts"

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
      hasTakenCredits={print === undefined || hasTakenCredits(print.status)}
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

/** Returns whether the test holds for any of these prints, or may: the page has not loaded it. */
function isAny(
  ids: readonly string[],
  prints: readonly PrintSummary[],
  test: (status: PrintSummary["status"]) => boolean,
): boolean {
  const known = new Map(prints.map((print) => [print._id as string, print]))
  return ids.some((id) => {
    const print = known.get(id)
    return print === undefined || test(print.status)
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
      hasSheets={isAny(ids, prints, (status) => printActions(status).canDeleteSheets)}
      hasTakenCredits={isAny(ids, prints, hasTakenCredits)}
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
  hasTakenCredits: boolean
  working: DeleteScope | null
  failure?: string
  onDelete: (scope: DeleteScope) => void
  onClose: () => void
}

/** Offers both ways: the button that deletes everything stands out, apart from those that keep something. */
function TwoWays(props: TwoWaysProps) {
  const { title, isSeveral, hasSheets, working, failure, onDelete, onClose } = props
  const [it, print] = isSeveral
    ? ["the prints", "the prints and all their data"]
    : ["it", "the print and all its data"]
  const sheets = hasSheets
    ? `Delete removes only the sheets, so that ${it} can be processed again.`
    : isSeveral
      ? "They have no sheets."
      : "It has no sheets."
  const credits = props.hasTakenCredits ? ` The credits of a finished print stay spent.` : ""
  return (
    <Modal
      onClose={onClose}
      title={title}
      description={`${sheets} Force Delete removes ${print}.${credits}`}
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
