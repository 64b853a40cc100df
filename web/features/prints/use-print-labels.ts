import { useMutation } from "@tanstack/react-query"
import type { Print } from "../../../contract/prints/print.ts"
import { updatePrint } from "./print-calls.ts"
import { printActions } from "./print-rules.ts"
import type { LabelsChoice } from "./use-desk-sheet.ts"

/**
 * Returns the labels of a saved print as they are picked; `isSaving` until the server has them. Undefined
 * until the print is loaded.
 */
export function usePrintLabels(print: Print | undefined): (LabelsChoice & { isSaving: boolean }) | undefined {
  const { isPending, variables, mutate } = useMutation({
    mutationFn: ({ _id, labels }: Pick<Print, "_id"> & { labels: boolean }) => updatePrint(_id, { labels }),
  })
  if (!print) return undefined
  const { _id, type, status } = print
  return {
    value: { type, labels: isPending ? variables.labels : print.labels },
    onChange: printActions(status).canEdit ? (labels) => mutate({ _id, labels }) : null,
    isSaving: isPending,
  }
}
