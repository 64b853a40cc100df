import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import { useUndoKeys } from "../sheet-desk/desk-keys.ts"
import { type Hand, useHand } from "../sheet-desk/use-hand.ts"
import { type HandRows, useHandHistory } from "../sheet-desk/use-hand-history.ts"
import type { HandWish } from "../sheet-preview/pin.ts"
import {
  type ItemWarning,
  itemWarnings,
  type PreviewItem,
  type PreviewTemplate,
} from "../sheet-preview/preview-item.ts"
import { type SheetLayoutState, useSheetLayout } from "../sheet-preview/use-sheet-layout.ts"
import { pickTemplate } from "../sizes/sheet-template.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { copiesOf } from "./print-rules.ts"

/** The rows of a print, and the sheet that they make. */
export type DeskSheet = {
  items: readonly PreviewItem[]
  copies: number
  template: PreviewTemplate | null
  state: SheetLayoutState
  warnings: readonly ItemWarning[]
  /** The row under the mouse, on the list or on the sheet. */
  hoveredId: string | null
  onHoverItem: (itemId: string | null) => void
  /** Moves the pieces; null while there are none, or none that may move. */
  hand: Hand | null
}

type DeskOptions = {
  isPacked?: boolean
  isFixed?: boolean
  /** Where copies lay when the rows were last looked at. The same object until it changes. */
  kept?: HandWish | null
}

/**
 * Packs the rows after every change; nothing with `isPacked: false`, for finished sheets. `rows` are
 * what undo gives back beside the pieces. With `isFixed` nothing may be moved any more.
 */
export function useDeskSheet<Rows>(
  items: readonly PreviewItem[],
  sheetTemplateId: string | null,
  rows: HandRows<Rows>,
  { isPacked = true, isFixed = false, kept = null }: DeskOptions = {},
): DeskSheet {
  const templates = useQuery(sheetTemplatesOptions())
  const template = pickTemplate(templates.data?.data, sheetTemplateId)
  const steps = useHandHistory(items, template, rows)
  const state = useSheetLayout(items, isPacked ? template : null, steps.wish)
  const hand = useHand(items, state, steps)
  // What was kept with the rows is taken over once it is known, unless a hand was faster.
  const { adopt, canUndo } = steps
  useEffect(() => {
    if (kept && !canUndo) adopt({ pins: kept.pins, lying: kept.start })
  }, [kept, canUndo, adopt])
  useUndoKeys(isFixed ? null : steps)
  const warnings = useMemo(() => (template ? itemWarnings(items, template) : []), [items, template])
  const [hoveredId, onHoverItem] = useState<string | null>(null)
  return {
    items,
    copies: copiesOf(items),
    template,
    state,
    warnings,
    hoveredId,
    onHoverItem,
    hand: isFixed ? null : hand,
  }
}
