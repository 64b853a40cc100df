import type { PrintItem, PrintProgress, PrintSummary } from "../../../contract/prints/print.ts"
import { isPrintDeletable, isPrintEditable, type PrintStatus } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { formatInches } from "../../lib/format.ts"
import { remembered } from "../../lib/remembered.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"

/** What can be done with a print in its state. */
type PrintActions = {
  /** Its sheets exist and have links. */
  canShare: boolean
  /** `process` offers it, `cancel` stops it, `done` says so. */
  process: { kind: "process" } | { kind: "cancel" } | { kind: "done"; label: string }
  /** Items may change. */
  canEdit: boolean
  /** The print can be deleted in one way or another. */
  canDelete: boolean
  /** Its sheets can be deleted on their own, which a deleted print has none of. */
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

function processOf(status: PrintStatus, canEdit: boolean): PrintActions["process"] {
  if (canEdit) return { kind: "process" }
  return status === "Processing" ? { kind: "cancel" } : { kind: "done", label: texts.alreadyProcessed }
}

const stageWords = { layout: "Packing", render: "Rendering" }

/**
 * How far a running print is, as a share from 0 to 1: the farther of what came live and what was
 * fetched with the print, since either may be older. Null where nothing is known.
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

/** Whether the sheet of a running print is chosen: its layout is not searched any more. */
export function isChosen(live: PrintProgress | undefined, fetched: PrintProgress | null): boolean {
  return live?.stage === "render" || fetched?.stage === "render"
}

/** Less than a hundredth of an inch is not worth a word. */
const LEAST_GAIN_IN = 0.01

/**
 * What the search that went on after a start has come to, in words; null where none did, or it
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
      ? `At most ${formatInches(agreedLengthIn)} in of film. Still looking for a shorter sheet.`
      : null
  const gainIn = agreedLengthIn - lengthIn
  if (gainIn < LEAST_GAIN_IN) return null
  return `${formatInches(lengthIn)} in of film, ${formatInches(gainIn)} in less than you agreed to.`
}

export function copiesOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** A saved print's items as the preview takes them, in the order the server packs them. */
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
    unplacedId: item.orderItemId?.hasNoPlace ? item.orderItemId._id : null,
  }),
)

/** Its order was cancelled, or changed since it came into the print. */
export function isChanged(order: PrintItem["orderItemId"]): boolean {
  return order !== null && (order.isCancelled || order.changes.length > 0)
}

/** Where its pieces are from: a kind of shop, or the seller's own hand. */
export function originOf({ type, source }: Pick<PrintSummary, "type" | "source">): string {
  return source ?? type
}
