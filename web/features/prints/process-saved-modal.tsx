import { useMutation, useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { Print, ProcessWish } from "../../../contract/print.ts"
import { texts } from "../../../contract/text.ts"
import { failureWords } from "../../lib/api.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { previewOfPrint } from "./preview-items.ts"
import { missingPart, printActions } from "./print-actions.ts"
import { printOptions, processPrint } from "./print-calls.ts"
import { copiesOf } from "./print-draft.ts"
import { ProcessModal } from "./process-modal.tsx"

export type ProcessSavedModalProps = {
  printId: string
  /** Copies as the address says, until the print itself is known. */
  copies: number
  onClose: () => void
  onStarted: () => void
}

/** Processes a print that is already saved. */
export function ProcessSavedModal({ printId, copies, onClose, onStarted }: ProcessSavedModalProps) {
  const query = useQuery(printOptions(printId))
  const [sheetTemplateId, setSheetTemplateId] = useState<string | null>(null)
  const print = query.data
  const items = useMemo(() => previewOfPrint(print?.printItems ?? []), [print])
  const start = useMutation({
    mutationFn: (wish: ProcessWish) => processPrint(printId, wish),
    onSuccess: () => {
      awaitEnd(printId)
      toastSuccess(texts.processingStarted)
      onStarted()
    },
  })
  return (
    <ProcessModal
      items={items}
      copies={print ? copiesOf(print.printItems) : copies}
      problem={problemOf(print, query.error)}
      sheetTemplateId={sheetTemplateId ?? print?.sheetTemplateId ?? null}
      onTemplateChange={setSheetTemplateId}
      onProceed={(wish) => !start.isPending && start.mutate(wish)}
      isWorking={start.isPending || query.isPending}
      onClose={onClose}
    />
  )
}

function problemOf(print: Print | undefined, error: Error | null): string | null {
  if (!print) return error === null ? null : failureWords(error)
  if (printActions(print.status).process.kind !== "process") return texts.alreadyProcessed
  return missingPart(print.printItems)
}
