import type { Print, PrintItem, PrintSummary } from "../../../contract/prints/print.ts"
import type { PrintProgress } from "../../../contract/prints/print-progress.ts"
import { isPrintDeletable, isPrintEditable, type PrintStatus } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { formatDate } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { remembered } from "../../lib/remembered.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"

/** The possible actions for a print in its state. */
type PrintActions = {
  /** True if its sheets exist and have links. */
  canShare: boolean
  /** `process` offers it, `cancel` stops it, `done` says that it is done. */
  process: { kind: "process" } | { kind: "cancel" } | { kind: "done"; label: string }
  /** True if items may change. */
  canEdit: boolean
  /** True if the print can be deleted in one way or another. */
  canDelete: boolean
  /** True if its sheets can be deleted on their own; a deleted print has none. */
  canDeleteSheets: boolean
}

export function printActions(status: PrintStatus): PrintActions {
  const canEdit = isPrintEditable(status)
  return {
    canShare: status === "Completed",
    process: processOf(status, canEdit),
    canEdit,
    canDelete: isPrintDeletable(status),
    canDeleteSheets: isPrintDeletable(status) && status !== "Deleted",
  }
}

/** Returns whether a print has taken credits, which stay spent when it is deleted. */
export function hasTakenCredits(status: PrintStatus): boolean {
  return status === "Completed" || status === "Deleted"
}

function processOf(status: PrintStatus, canEdit: boolean): PrintActions["process"] {
  if (canEdit) return { kind: "process" }
  return status === "Processing" ? { kind: "cancel" } : { kind: "done", label: texts.alreadyProcessed }
}

const stageWords = { layout: "Packing", render: "Rendering" }

/**
 * Returns the progress of a running print, from 0 to 1: the larger of the live one and the one loaded with
 * the print, because either may be older. Null if nothing is known.
 */
export function runningAt(
  live: PrintProgress | undefined,
  fetched: PrintProgress | null,
): { stage: string; share: number } | null {
  const known = [live, fetched].flatMap((at) => (at && at.total > 0 ? [at] : []))
  const stage = isChosen(live, fetched) ? "render" : "layout"
  const shares = known.flatMap((at) => (at.stage === stage ? [at.done / at.total] : []))
  return shares.length === 0 ? null : { stage: stageWords[stage], share: Math.max(...shares) }
}

/** Returns whether the sheet of a running print is chosen: its layout is no longer searched. */
export function isChosen(live: PrintProgress | undefined, fetched: PrintProgress | null): boolean {
  return live?.stage === "render" || fetched?.stage === "render"
}

/** The least gain that is mentioned, a hundredth of an inch. */
const LEAST_GAIN_IN = 0.01

/**
 * Returns the result of the search that continued after a start, in words; null if there was none, or it
 * found nothing shorter.
 */
export function gainedWords({
  status,
  lengthIn,
  agreedLengthIn,
}: Pick<PrintSummary, "status" | "lengthIn" | "agreedLengthIn">): string | null {
  if (agreedLengthIn === null) return null
  if (lengthIn === null)
    return status === "Processing"
      ? `At most ${formatLength(agreedLengthIn)} of film. Still looking for a shorter sheet.`
      : null
  const gainIn = agreedLengthIn - lengthIn
  if (gainIn < LEAST_GAIN_IN) return null
  return `${formatLength(lengthIn)} of film, ${formatLength(gainIn)} less than you agreed to.`
}

export function copiesOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** Returns a saved print's items as the preview takes them, in the order the server packs them. */
export function previewOfPrint(items: readonly PrintItem[]): PreviewItem[] {
  return items.map(previewOfItem)
}

const previewOfItem = remembered(
  (item: PrintItem): PreviewItem => ({
    id: item._id,
    image: item.imageId,
    values: item.values,
    piece: item.piece,
    widthIn: item.sizeId?.value ?? null,
    quantity: item.quantity,
    code: item.code,
    order: item.orderItemId,
    shopMends: item.shopMends,
    unplacedId: item.orderItemId?.hasNoPlace ? item.orderItemId._id : null,
  }),
)

/** Returns whether its order was cancelled, or changed since it came into the print. */
export function isChanged(order: PrintItem["orderItemId"]): boolean {
  return order !== null && (order.isCancelled || order.changes.length > 0)
}

/** Returns the source of its pieces: a kind of shop, or the seller; or that it is a test. */
export function originOf({ type, source, isTest }: Pick<PrintSummary, "type" | "source" | "isTest">): string {
  return isTest ? "Test" : (source ?? type)
}

/** `Maya Okafor looked at its ink on 28 Nov 2026.` */
export function inkTickWords({ by, at }: NonNullable<Print["inkTick"]>): string {
  return `${by} looked at its ink on ${formatDate(at)}.`
}
