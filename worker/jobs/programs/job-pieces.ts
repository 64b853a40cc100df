import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { asTyped, lengthText } from "../../../contract/length.ts"
import { MAX_SIZES } from "../../../contract/limit.ts"
import type { JobError, JobItem } from "../../../contract/programs/job.ts"
import type { User } from "../../data/accounts/user-rows.ts"
import { findAnyImages, type ImageRow } from "../../data/artwork/image-rows.ts"
import { findSizeOfWidth, type SizeRow, sizeOfWidth } from "../../data/artwork/own-width.ts"
import { findSize } from "../../data/artwork/size-rows.ts"
import type { Database } from "../../data/database.ts"
import { mergeItems } from "../../data/orders/new-item-rows.ts"
import type { FullItem } from "../../data/prints/print-item-rows.ts"
import type { PrintRow } from "../../data/prints/print-rows.ts"
import type { JobRow } from "../../data/programs/job-rows.ts"

/** An item of a job with its artwork and its size. */
export type SizedJobItem = Pick<JobItem, "quantity" | "values"> & { image: ImageRow; size: SizeRow }

/** The items of a job, or what is wrong with them. */
type Pieces = { kind: "ready"; items: SizedJobItem[] } | { kind: "refused"; errors: JobError[] }

/** Reads artwork and sizes of a job. Those of widths that the account has no size of are added if they are kept. */
export async function readPieces(
  db: Database,
  { userId, request }: JobRow,
  user: Pick<User, "lengthUnit">,
  { isKept }: { isKept: boolean },
): Promise<Pieces> {
  const images = await findAnyImages(
    db,
    request.items.flatMap(({ imageId }) => imageId ?? []),
  )
  const sizes = new Map<string, SizeRow | null>()
  const items: SizedJobItem[] = []
  const errors: JobError[] = []
  for (const [item, { imageId, sizeId, widthIn, quantity, values }] of request.items.entries()) {
    const key = `${sizeId} ${widthIn}`
    if (!sizes.has(key)) sizes.set(key, await sizeFor({ sizeId, widthIn }))
    const image = imageId && images.get(imageId)
    const size = sizes.get(key)
    if (!image || image.userId !== userId)
      errors.push({ item, code: "not-found", message: "Its image was deleted." })
    else if (!size) errors.push({ item, ...sizeProblem(sizeId) })
    else items.push({ image, size, quantity, values })
  }
  return errors.length > 0 ? { kind: "refused", errors } : { kind: "ready", items }

  async function sizeFor({ sizeId, widthIn }: Pick<JobItem, "sizeId" | "widthIn">): Promise<SizeRow | null> {
    if (sizeId !== undefined) return findSize(db, userId, sizeId)
    if (widthIn === undefined) return null
    const nowMs = Date.now()
    const name = lengthText(asTyped(widthIn, user.lengthUnit), user.lengthUnit)
    const row = { id: makeId(nowMs), userId, name, widthIn, nowMs }
    if (isKept) return sizeOfWidth(db, row)
    const known = await findSizeOfWidth(db, userId, widthIn)
    return known ?? { ...row, nameKey: "", valueIn: widthIn, createdAt: nowMs, updatedAt: nowMs }
  }
}

function sizeProblem(sizeId: Id | undefined): Omit<JobError, "item"> {
  if (sizeId !== undefined) return { code: "not-found", message: "Its size was deleted." }
  const message = `An account holds at most ${MAX_SIZES} sizes: use one that it has, or delete some.`
  return { code: "conflict", message }
}

/** Returns a print that is not stored, for a price alone. */
export function unsavedPrint({ id, userId, request, isTest, madeBy, createdAt }: JobRow): PrintRow {
  return {
    ...{ id, userId, type: "Manual", status: "In Draft", name: request.name ?? "" },
    ...{ source: null, code: null, labels: null, trashedAt: null, attemptId: null, attemptNumber: 0 },
    ...{ sheetTemplateId: null, failureMessage: null, requestKey: null, itemCount: 0, copies: 0 },
    ...{ printedAt: null, shopPrintedAt: null, remakeOf: null, remakeReason: null, hasArchivedParts: false },
    ...{ archivedShipBy: null, archiveKey: null, archivedParts: null, restoredAt: null, isTest },
    ...{ madeBy, createdAt, updatedAt: createdAt },
  }
}

/** Returns a job's items as those of a print that is not stored. */
export function unsavedItems(
  { id: printId, createdAt }: PrintRow,
  pieces: readonly SizedJobItem[],
): FullItem[] {
  const images = new Map(pieces.map(({ image }) => [image.id, image]))
  const sizes = new Map(pieces.map(({ size }) => [size.id, size]))
  const asked = pieces.map(({ image, size, quantity, values }) => ({
    ...{ imageId: image.id, sizeId: size.id, quantity },
    ...(values && { values }),
  }))
  return mergeItems(asked, createdAt).map(({ id, imageId, sizeId, quantity, values = {} }, position) => ({
    ...{ id, printId, imageId, sizeId, quantity, position, fieldValues: valuesJson(values) },
    image: (imageId && images.get(imageId)) || null,
    size: (sizeId && sizes.get(sizeId)) || null,
    ...{
      wasImageDeleted: false,
      wasSizeDeleted: false,
      orderItemId: null,
      archiveKey: null,
      hadNoFields: null,
    },
    ...{ isOrdered: false, buyerOrder: null, printedAt: null, costCents: null },
    ...{ orderItem: null, orderNumber: null, shipBy: null, isOrderCancelled: null, shopMends: [] },
  }))
}
