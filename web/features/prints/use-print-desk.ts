import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Id } from "../../../contract/id.ts"
import type { Packing } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { ApiFailure } from "../../lib/api.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastFailure, toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import type { HandRows } from "../sheet-desk/use-hand-history.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import type { useDraftLayout } from "./layout-keeper.ts"
import { processPrint, storeLayout } from "./print-calls.ts"
import { gapSentence } from "./print-gaps.ts"
import { type Agreed, type AgreedSheet, type SavedPrint, sheetDocument, wishOf } from "./sheet-document.ts"
import { type DeskSheet, type LabelsChoice, useDeskSheet } from "./use-desk-sheet.ts"

/** The source of an unsaved print's rows, and the calls that save them. */
type DeskSource<Rows> = {
  /** The rows as undo takes and gives them. */
  rows: HandRows<Rows>
  /** The rows as the sheet takes them; the same array until one changes. */
  items: readonly PreviewItem[]
  sheetTemplateId: string | null
  onTemplateChange: (sheetTemplateId: Id) => void
  /** The packing, if it is kept; else it lasts while the page is open. */
  packing?: { value: Packing | null; onChange: (packing: Packing) => void }
  /** The print's own choice of labels; without it the template's holds. */
  labels?: LabelsChoice
  /** Why the rows cannot be saved, in words, or null. */
  draftProblem?: string | null
  /** Why they cannot be processed, in other words than the rows' gaps, or null. */
  processProblem?: string | null
  /**
   * Saves the rows as a print. A retry makes no second print. `isAgain`: the seller confirmed that items of
   * another print are printed once more.
   */
  create: (isAgain: boolean) => Promise<SavedPrint>
  /** Called when the rows are a print: the next visit starts empty. */
  forget: () => void
  /** Keeps the sheet between visits, until the rows are a print. */
  keeper: ReturnType<typeof useDraftLayout>
}

/** The way to make the print, and the sheet on the screen. Processing starts it at once. */
type Making = { isAgain: boolean } & (
  | { kind: "draft"; sheet: AgreedSheet | null }
  | { kind: "process"; agreed: Agreed }
)

export type PrintDesk = {
  source: Omit<DeskSource<never>, "rows">
  sheet: DeskSheet
  /** Why the rows cannot be processed, in words, or null. */
  problem: string | null
  isSaving: boolean
  isProcessing: boolean
  save: () => void
  process: (agreed: Agreed) => void
  /** Set while the seller is asked: no print was made, because some items are in another one. */
  refusal: { message: string; isPrinted: boolean; confirm: () => void; close: () => void } | null
  warning: ReturnType<typeof useModalParam>
}

/** Keeps an unsaved print: its sheet, and the calls that save or start it. */
export function usePrintDesk<Rows>(source: DeskSource<Rows>): PrintDesk {
  const navigate = useNavigate()
  const sheet = useDeskSheet(source.items, source.sheetTemplateId, source.rows, {
    keeper: source.keeper,
    packing: source.packing,
    labels: source.labels,
  })
  const forget = () => {
    source.keeper.forget()
    source.forget()
  }
  const warning = useModalParam("printWarningModal")
  const [refused, setRefused] = useState<{ error: ApiFailure; making: Making } | null>(null)
  const make = useMutation({
    mutationFn: async (making: Making) => {
      const saved = await source.create(making.isAgain)
      const printId = saved._id
      try {
        if (making.kind === "process") {
          await processPrint(printId, wishOf(making.agreed, saved))
          awaitEnd(printId)
        } else if (making.sheet) {
          await keepSheet(making.sheet, saved)
        }
      } catch (error) {
        // It is already saved: the rest is done on its own page, where nothing can make it twice.
        forget()
        // The sheet may have been approved for an older version of the template.
        void refresh("sheet-templates")
        await navigate({ to: "/prints/$printId", params: { printId } })
        return toastFailure(error)
      }
      toastSuccess(making.kind === "process" ? texts.processingStarted : texts.printCreated)
      forget()
      // Busy until the next page is shown, so that nothing can be clicked in between.
      await navigate({ to: "/prints" })
    },
    meta: { silent: true },
    onError: (error, making) => {
      if (making.isAgain || !isInAnotherPrint(error)) return toastFailure(error)
      warning.close()
      setRefused({ error, making })
    },
  })

  const start = (making: Making) => {
    if (!make.isPending) make.mutate(making)
  }
  return {
    source,
    sheet,
    problem: source.processProblem ?? gapSentence(sheet.gaps),
    isSaving: make.isPending && make.variables.kind === "draft",
    isProcessing: make.isPending && make.variables.kind === "process",
    save: () => start({ kind: "draft", sheet: shownSheet(sheet), isAgain: false }),
    process: (agreed) => start({ kind: "process", agreed, isAgain: false }),
    refusal: refused && {
      message: refused.error.message,
      isPrinted: Object.values(refused.error.fields).includes("Already printed"),
      confirm: () => {
        setRefused(null)
        start({ ...refused.making, isAgain: true })
      },
      close: () => setRefused(null),
    },
    warning,
  }
}

/** Returns the packed sheet, as the seller sees it. */
function shownSheet({ state, asked, items, laidItems }: DeskSheet): AgreedSheet | null {
  if (laidItems !== items) return null
  // A piece still to be drawn lies as its sample: the sheet is packed again when it is opened.
  if (items.some(({ piece }) => piece?.state === "waiting")) return null
  if (state.kind !== "packed" || state.isRough || asked.sheetTemplateId === null) return null
  return { packed: state.packed, sheetTemplateId: asked.sheetTemplateId }
}

/** Stores the sheet with the draft. Without it the draft is complete: it is packed again when opened. */
async function keepSheet(sheet: AgreedSheet, saved: SavedPrint): Promise<void> {
  const layout = sheetDocument(sheet, saved.itemIdOf)
  if (layout) await storeLayout(saved._id, layout).catch(() => undefined)
}

/** Returns whether the server refused items that are already printed, or in a print. */
function isInAnotherPrint(error: Error): error is ApiFailure {
  return (
    error instanceof ApiFailure && Object.values(error.fields).some((reason) => reason.startsWith("Already"))
  )
}
