import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { ApiError } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import type { RemakeRequest } from "../../../contract/prints/print.ts"
import type { PrintStatus } from "../../../contract/status.ts"
import type { Database } from "../../data/database.ts"
import type { NewItem } from "../../data/orders/new-item-rows.ts"
import { listItems } from "../../data/prints/print-item-rows.ts"
import { insertPrint, type PrintRow } from "../../data/prints/print-rows.ts"
import { makePrintOnce } from "./make-print-once.ts"
import { tooMuchWaits } from "./queue-full-error.ts"

/** The statuses of prints that were on film: their sheets exist, or were deleted since. */
const printedStatuses: readonly PrintStatus[] = ["Completed", "Deleted"]

/**
 * Makes a draft of a print's spoilt pieces, each with its order, so that labels and manifest name it.
 * Orders stay as they are: their items count as printed. Artwork that was deleted since is missing in
 * the draft, as in any print; a rule of a store that was changed since is as it was. The draft is made once for each request key.
 */
export function remakePrint(
  db: Database,
  original: PrintRow,
  { copies, reason, requestKey, madeBy }: RemakeRequest & { madeBy: DoerMark },
): Promise<{ id: Id; isNew: boolean }> {
  const { userId } = original
  return makePrintOnce(db, userId, requestKey, async () => {
    if (!printedStatuses.includes(original.status))
      throw new ApiError(
        "conflict",
        "Only printed pieces can be made again, and this print is not printed yet.",
      )
    const nowMs = Date.now()
    const row = {
      id: makeId(nowMs),
      userId,
      type: original.type,
      source: original.source,
      name: remakeName(original.name),
      labels: original.labels,
      sheetTemplateId: original.sheetTemplateId,
      remakeOf: original.id,
      remakeReason: reason,
      requestKey: requestKey ?? null,
      isTest: original.isTest,
      madeBy,
      items: await pickedItems(db, original.id, copies, nowMs),
      nowMs,
    }
    if (!(await insertPrint(db, row))) throw tooMuchWaits()
    return row.id
  })
}

/** Returns the items with as many pieces as were picked of each; a piece picked twice is one piece. */
async function pickedItems(
  db: Database,
  printId: Id,
  copies: RemakeRequest["copies"],
  nowMs: number,
): Promise<NewItem[]> {
  const items = await listItems(db, printId)
  const picked = new Map<Id, Set<number>>()
  for (const { itemId, copy } of copies)
    picked.set(itemId, (picked.get(itemId) ?? new Set<number>()).add(copy))
  const quantityOf = new Map(items.map(({ id, quantity }) => [id, quantity]))
  const stray = copies.find(({ itemId, copy }) => copy > (quantityOf.get(itemId) ?? 0))
  if (stray)
    throw new ApiError("unprocessable", `This print has no piece ${stray.copy} of the item ${stray.itemId}.`)
  return items.flatMap((item) => {
    const quantity = picked.get(item.id)?.size ?? 0
    if (quantity === 0) return []
    const {
      imageId,
      wasImageDeleted,
      sizeId,
      wasSizeDeleted,
      isOrdered,
      orderItemId,
      buyerOrder,
      fieldValues,
    } = item
    return {
      id: makeId(nowMs),
      imageId,
      wasImageDeleted,
      sizeId,
      wasSizeDeleted,
      quantity,
      values: JSON.parse(fieldValues),
      isOrdered,
      buyerOrder,
      remakeOf: item.id,
      ...(orderItemId === null ? {} : { orderItemId }),
    }
  })
}

/** Returns `Remake of Friday batch`. */
function remakeName(name: string): string {
  return [...`Remake of ${name === "" ? "a print" : name}`].slice(0, MAX_NAME_LENGTH).join("")
}
