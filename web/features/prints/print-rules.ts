import type { PrintItem } from "../../../contract/print.ts"
import { isPrintDeletable, isPrintEditable, type PrintStatus } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
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
  /** There are sheets to delete on their own. */
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

/** Why a saved print cannot be processed, images before sizes; null where it can. */
export function missingPart(items: readonly { imageId: unknown; sizeId: unknown }[]): string | null {
  if (items.length === 0) return "Add at least one item"
  if (items.some((item) => item.imageId === null)) return texts.imageMissing
  if (items.some((item) => item.sizeId === null)) return texts.sizeMissing
  return null
}

export function copiesOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** A saved print's items as the preview takes them, in the order the server packs them. */
export function previewOfPrint(items: readonly PrintItem[]): PreviewItem[] {
  return items.map((item) => ({
    id: item._id,
    image: item.imageId,
    widthIn: item.sizeId?.value ?? null,
    quantity: item.quantity,
    order: item.orderItemId,
  }))
}
