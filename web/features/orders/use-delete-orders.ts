import { useMutation } from "@tanstack/react-query"
import { texts } from "../../../contract/text.ts"
import { plural } from "../../lib/format.ts"
import { toastError } from "../../lib/toast.tsx"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { deleteOrders } from "./order-calls.ts"

/** Deletes orders at once; the message offers to undo it. */
export function useDeleteOrders(onDeleted: (ids: readonly string[]) => void) {
  return useMutation({
    mutationFn: (ids: readonly string[]) => deleteOrders(ids),
    meta: { silent: true },
    onSuccess: (undoIds, ids) => {
      onDeleted(ids)
      toastDeleted(`${plural(ids.length, "order")} deleted successfully`, ...undoIds)
    },
    onError: (error) => {
      console.warn("Deleting orders failed", error)
      toastError(texts.ordersDeleteFailed)
    },
  })
}
