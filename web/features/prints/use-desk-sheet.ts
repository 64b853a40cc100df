import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import type { Id } from "../../../contract/id.ts"
import { hasLabels } from "../../../contract/prints/print.ts"
import type { Packing, PrintType } from "../../../contract/status.ts"
import { useStableCallback } from "../../lib/use-stable-callback.ts"
import { useUndoKeys } from "../sheet-desk/desk-keys.ts"
import { type Hand, useHand } from "../sheet-desk/use-hand.ts"
import { type HandRows, type HandSteps, useHandHistory } from "../sheet-desk/use-hand-history.ts"
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
import type { LayoutKeeper } from "./layout-keeper.ts"
import { type Gap, gapsOf } from "./print-gaps.ts"
import { copiesOf } from "./print-rules.ts"
import { useLeadToGap } from "./use-lead-to-gap.ts"

/** The rows of a print, and the sheet that they make. */
export type DeskSheet = {
  items: readonly PreviewItem[]
  /** The rows of the sheet: slightly older ones while it takes a change in. */
  laidItems: readonly PreviewItem[]
  copies: number
  template: SheetTemplate | null
  state: SheetLayoutState
  /** The packer's request besides the rows: another view of the sheet asks the same. */
  asked: { hand: HandWish; sheetTemplateId: Id | null; packing: Packing | null }
  /** Packs in another way than the template's. */
  onPackingChange: (packing: Packing) => void
  /** Turns the labels of this print on or off; null if only its template decides. */
  onLabelsChange: ((isOn: boolean) => void) | null
  warnings: readonly ItemWarning[]
  /** The reasons why rows cannot be printed; none if nothing may change any more. */
  gaps: readonly Gap[]
  leadToGap: () => void
  /** The row under the mouse, on the list or on the sheet. */
  hoveredId: string | null
  onHoverItem: (itemId: string | null) => void
  /** Moves the pieces; null while there are none, or none that may move. */
  hand: Hand | null
}

/** A print's choice of labels, as `hasLabels` takes it. */
export type PrintLabels = { type: PrintType; labels: boolean | null }

/** A print's choice of labels and how to change it; null if it can only be read. */
export type LabelsChoice = { value: PrintLabels; onChange: ((isOn: boolean) => void) | null }

type DeskOptions = {
  isFixed?: boolean
  keeper?: LayoutKeeper
  /** The packing, if something else keeps it; null for the template's. */
  packing?: { value: Packing | null; onChange: (packing: Packing) => void }
  /** The print's own choice of labels; without it the template's holds. */
  labels?: LabelsChoice
}

const nothingYet: SheetLayoutState = { kind: "packing", last: null }
const noKeeper: LayoutKeeper = { kept: null, keep: () => {} }

/**
 * Packs the rows after every change. `rows` are what undo restores besides the pieces. With `isFixed` nothing
 * may be moved any more. The sheet that the keeper has kept is shown first, and every later one is passed to
 * the keeper.
 */
export function useDeskSheet<Rows>(
  items: readonly PreviewItem[],
  sheetTemplateId: string | null,
  rows: HandRows<Rows>,
  { isFixed = false, keeper = noKeeper, packing: ownPacking, labels }: DeskOptions = {},
): DeskSheet {
  const templates = useQuery(sheetTemplatesOptions())
  const [localPacking, setLocalPacking] = useState<Packing | null>(null)
  const packing = ownPacking ? ownPacking.value : localPacking
  const onPackingChange = useStableCallback(ownPacking?.onChange ?? setLocalPacking)
  const template = useTemplateWith(pickTemplate(templates.data?.data, sheetTemplateId), {
    packing,
    print: labels?.value ?? null,
  })
  const steps = useHandHistory(items, template, rows)
  const { items: laidItems } = steps
  const { hand: wish, isWaiting } = useKeptHand(laidItems, template, steps, { kept: keeper.kept, isFixed })
  const layout = useSheetLayout(laidItems, isWaiting ? null : template, wish)
  const isUnknown = isWaiting || template === null || (isFixed && layout.kind === "empty")
  const state: SheetLayoutState = isUnknown && laidItems.length > 0 ? nothingYet : layout
  const packed = layout.kind === "packed" && !layout.isRough ? layout.packed : null
  const { keep } = keeper
  useEffect(() => {
    if (template && packed) keep({ packed, sheetTemplateId: template._id })
  }, [keep, packed, template])
  const hand = useHand(state, steps)
  useUndoKeys(isFixed ? null : (hand ?? steps))
  const warnings = useMemo(() => (template ? itemWarnings(laidItems, template) : []), [laidItems, template])
  const gaps = useMemo(
    () => (isFixed ? [] : gapsOf(items, state.kind === "too-large" ? state.itemIds : [])),
    [items, isFixed, state],
  )
  const leadToGap = useLeadToGap(gaps)
  const [hoveredId, onHoverItem] = useState<string | null>(null)
  return {
    items,
    laidItems,
    copies: copiesOf(items),
    template,
    state,
    asked: { hand: wish, sheetTemplateId: template?._id ?? null, packing },
    onPackingChange,
    onLabelsChange: labels && !isFixed ? labels.onChange : null,
    warnings,
    gaps,
    leadToGap,
    hoveredId,
    onHoverItem,
    hand: isFixed ? null : hand,
  }
}

/**
 * Returns the template as the print is laid out on it: for its destination, with the picked packing and the
 * print's labels; the same object until one of them changes.
 */
export function useTemplateWith(
  chosen: SheetTemplate | null,
  { packing, print }: { packing: Packing | null; print: PrintLabels | null },
): SheetTemplate | null {
  const labels = chosen && print ? hasLabels(print, chosen) : chosen?.labels
  return useMemo(
    () =>
      chosen && {
        ...filmFor(chosen, chosen.destination),
        packing: packing ?? chosen.packing,
        labels: labels ?? chosen.labels,
      },
    [chosen, packing, labels],
  )
}

/**
 * Returns the hand, beginning with the kept layout: it waits until that is loaded, and takes it over once.
 * With `isFixed` there is only the kept layout.
 */
function useKeptHand(
  items: readonly PreviewItem[],
  template: PreviewTemplate | null,
  steps: HandSteps,
  { kept, isFixed }: { kept: LayoutKeeper["kept"]; isFixed: boolean },
): { hand: HandWish; isWaiting: boolean } {
  const [isTaken, setIsTaken] = useState(false)
  const isKnown = kept !== undefined && template !== null && items.length > 0
  const isKept = isFixed || !isTaken
  const hand = useMemo(
    () => (isKept && kept && template ? kept(items, template) : null),
    [isKept, kept, items, template],
  )
  const { adopt } = steps
  useEffect(() => {
    if (isFixed || isTaken || !isKnown) return
    if (hand) adopt({ pins: hand.pins, lying: hand.start })
    setIsTaken(true)
  }, [isFixed, isTaken, isKnown, hand, adopt])
  return { hand: hand ?? steps.wish, isWaiting: isKept && kept === undefined }
}
