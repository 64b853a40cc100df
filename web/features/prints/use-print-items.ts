import { useMutation } from "@tanstack/react-query"
import { useEffect, useMemo, useRef, useState } from "react"
import type { Print, PrintItem } from "../../../contract/prints/print.ts"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import type { HandRows } from "../sheet-desk/use-hand-history.ts"
import { deletePrintItem, type PrintItemChange, updatePrintItem } from "./print-calls.ts"

export type PrintItems = {
  /** The items with the quantities as typed, saved or not. */
  items: PrintItem[]
  setQuantity: (itemId: string, quantity: number) => void
  /** Saves one item's change. A refusal shows a toast, and rejects `changeAsync`. */
  change: (itemId: string, change: PrintItemChange) => void
  changeAsync: (itemId: string, change: PrintItemChange) => Promise<void>
  remove: (itemId: string) => void
  /** True while something typed is not saved yet. */
  isUnsaved: boolean
}

/** Returns the items of a saved print and the calls that change them. */
export function usePrintItems(print: Print): PrintItems {
  const update = useMutation({
    mutationFn: ({ itemId, change }: { itemId: string; change: PrintItemChange }) =>
      updatePrintItem(print._id, itemId, change),
  })
  const remove = useMutation({
    mutationFn: (itemId: string) => deletePrintItem(print._id, itemId),
    onSuccess: (undoId) => toastDeleted("Item removed", undoId),
  })
  const changeAsync: PrintItems["changeAsync"] = (itemId, change) => update.mutateAsync({ itemId, change })
  return {
    ...useQuantityEdits(print.printItems, (itemId, quantity) => changeAsync(itemId, { quantity })),
    change: (itemId, change) => update.mutate({ itemId, change }),
    changeAsync,
    remove: (itemId) => remove.mutate(itemId),
  }
}

/** Returns the quantities of a saved print for undo; other changes of its items cannot be undone. */
export function handRowsOf({ items, setQuantity, remove }: PrintItems): HandRows<PrintItem[]> {
  return {
    rows: items,
    bringsBack: false,
    restore(wanted) {
      for (const item of items) {
        const quantity = wanted.find(({ _id }) => _id === item._id)?.quantity ?? 0
        if (quantity === 0) remove(item._id)
        else if (quantity !== item.quantity) setQuantity(item._id, quantity)
      }
    },
    // A row that loses its last copy stays here until the server has removed it.
    withQuantities: (rows, quantities) =>
      rows.map((row) => ({ ...row, quantity: quantities.get(row._id) ?? row.quantity })),
  }
}

/** The pause after which a stepper's clicks are saved as one call. */
const SAVE_AFTER_MS = 400

/** Shows each quantity at once and saves it when the stepper rests, or the page is left. */
function useQuantityEdits(
  saved: readonly PrintItem[],
  save: (itemId: string, quantity: number) => Promise<void>,
): Pick<PrintItems, "items" | "setQuantity" | "isUnsaved"> {
  const [typed, setTyped] = useState<ReadonlyMap<string, number>>(new Map())
  const waiting = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; run: () => void }>())
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  useEffect(() => {
    const left = waiting.current
    return () => {
      for (const { timer, run } of left.values()) {
        clearTimeout(timer)
        run()
      }
    }
  }, [])

  function setQuantity(itemId: string, quantity: number) {
    setTyped((before) => new Map(before).set(itemId, quantity))
    const before = waiting.current.get(itemId)
    if (before) clearTimeout(before.timer)
    const run = () => {
      waiting.current.delete(itemId)
      const forget = () =>
        setTyped((now) => {
          if (now.get(itemId) !== quantity) return now
          const next = new Map(now)
          next.delete(itemId)
          return next
        })
      // Saved or refused, the server's figure counts from here on; a refusal has shown a toast.
      latestSave.current(itemId, quantity).then(forget, forget)
    }
    waiting.current.set(itemId, { timer: setTimeout(run, SAVE_AFTER_MS), run })
  }

  const items = useMemo(
    () => saved.map((item) => ({ ...item, quantity: typed.get(item._id) ?? item.quantity })),
    [saved, typed],
  )
  return { items, setQuantity, isUnsaved: typed.size > 0 }
}
