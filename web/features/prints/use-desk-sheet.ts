import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
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
}

/** Packs the rows after every change; nothing with `isPacked: false`, for finished sheets. */
export function useDeskSheet(
  items: readonly PreviewItem[],
  sheetTemplateId: string | null,
  { isPacked = true } = {},
): DeskSheet {
  const templates = useQuery(sheetTemplatesOptions())
  const template = pickTemplate(templates.data?.data, sheetTemplateId)
  const state = useSheetLayout(items, isPacked ? template : null)
  const warnings = useMemo(() => (template ? itemWarnings(items, template) : []), [items, template])
  const [hoveredId, onHoverItem] = useState<string | null>(null)
  return { items, copies: copiesOf(items), template, state, warnings, hoveredId, onHoverItem }
}
