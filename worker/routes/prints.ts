import type { Context } from "hono"
import type { z } from "zod"
import type { DoerMark } from "../../contract/accounts/doer.ts"
import { prints } from "../../contract/api/print-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { MAX_NAME_LENGTH, MAX_PRINT_COPIES } from "../../contract/limit.ts"
import type { PrintListQuery, printCreateSchema } from "../../contract/prints/print.ts"
import { defaultPrintName, handPrintName } from "../../contract/prints/print-name.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import type { SignedInUser } from "../data/accounts/session-rows.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { restorePrints } from "../data/orders/archive-rows.ts"
import { mergeItems } from "../data/orders/new-item-rows.ts"
import { listUnsettledAttempts } from "../data/prints/attempt-rows.ts"
import { listItems } from "../data/prints/print-item-rows.ts"
import {
  insertPrint,
  listTestPrints,
  ownName,
  type PrintRow,
  trashPrints,
  updatePrint,
} from "../data/prints/print-rows.ts"
import { listPrints } from "../data/prints/print-view.ts"
import { deleteSheetsOf } from "../data/prints/sheet-rows.ts"
import { type Reader, readerOf } from "../data/reader.ts"
import { findUndo } from "../data/undo/undo-rows.ts"
import { markOf } from "../doer.ts"
import type { Env, OpenEnv } from "../env.ts"
import { nameDoers } from "../flows/accounts/name-doers.ts"
import { checkListedValues } from "../flows/pieces/check-values.ts"
import { readShownPrint, shownPrint } from "../flows/pieces/show-pieces.ts"
import { cancelPrint } from "../flows/prints/cancel-print.ts"
import { settleHold } from "../flows/prints/end-attempt.ts"
import { makePrintOnce } from "../flows/prints/make-print-once.ts"
import { tooMuchWaits } from "../flows/prints/queue-full-error.ts"
import { remakePrint } from "../flows/prints/remake-print.ts"
import { startAttempt } from "../flows/prints/start-attempt.ts"
import { firstRunOf, newUndoOf, requestKeyOf, unlessWritten } from "../flows/programs/change-once.ts"
import {
  beingProcessed,
  checkParts,
  deletablePrint,
  notEditable,
  ownPrint,
} from "../middleware/print-access.ts"
import { envOfAccount } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { refuseRealPrint } from "../refuse-real-print.ts"
import { idOf } from "../valid.ts"

export const printsRoutes = new ApiRoutes()
  .serveRead(prints.list, async (c, { userId, read }) => {
    return pageOf(c.env, read, userId, c.req.valid("query"))
  })
  .serveRead(prints.one, async (c, caller) => {
    return { data: await readShownPrint(c.env, caller.read, caller, idOf(c, "print")) }
  })
  .serve(prints.add, async (c) => {
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const { id, isNew } = await createPrint(databaseOf(c.env), c.var.user.id, {
      ...c.req.valid("json"),
      requestKey: requestKeyOf(c, c.req.valid("json").requestKey),
      isTest: c.var.token?.isTest,
      madeBy: markOf(c.var),
    })
    if (!isNew) c.status(200)
    return { data: await shownPrint(c.env, c.var.user.id, id), message: texts.printCreated }
  })
  .serve(prints.update, async (c) => {
    const row = await ownPrint(c)
    refuseRealPrint(row, c.var.token)
    const change = c.req.valid("json")
    const key = { id: row.id, userId: c.var.user.id }
    if (!(await updatePrint(databaseOf(c.env), key, change, Date.now()))) throw notEditable(await ownPrint(c))
    return { data: await shownPrint(c.env, c.var.user.id, row.id), message: "Print updated" }
  })
  .serve(prints.duplicate, async (c) => {
    const { name, requestKey } = c.req.valid("json")
    const row = await ownPrint(c)
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const db = databaseOf(c.env)
    const { id, isNew } = await createPrint(db, c.var.user.id, {
      printItems: (await listItems(db, row.id)).map(({ fieldValues, ...item }) => ({
        ...{
          imageId: item.imageId,
          sizeId: item.sizeId,
          quantity: item.quantity,
          buyerOrder: item.buyerOrder,
        },
        ...(item.shopMends.length > 0 && { shopMends: item.shopMends }),
        values: JSON.parse(fieldValues),
      })),
      isCopy: true,
      name: name ?? copyNameOf(row.name),
      labels: row.labels,
      sheetTemplateId: row.sheetTemplateId,
      isTest: c.var.token?.isTest,
      madeBy: markOf(c.var),
      requestKey: requestKeyOf(c, requestKey),
    })
    if (!isNew) c.status(200)
    return { data: await shownPrint(c.env, c.var.user.id, id), message: "Print duplicated" }
  })
  .serve(prints.remake, async (c) => {
    const row = await ownPrint(c)
    refuseRealPrint(row, c.var.token)
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const { id, isNew } = await remakePrint(databaseOf(c.env), row, {
      ...c.req.valid("json"),
      madeBy: markOf(c.var),
      requestKey: requestKeyOf(c, c.req.valid("json").requestKey),
    })
    if (!isNew) c.status(200)
    return { data: await shownPrint(c.env, c.var.user.id, id), message: "The pieces are in a new draft" }
  })
  .serve(prints.bulkDelete, async (c) => {
    const { ids, undoId } = await giveUpSheets(c, c.req.valid("json").printIds)
    return { data: { printIds: ids, undoId }, message: `${countedPrints(ids)} deleted successfully` }
  })
  .serve(prints.bulkDeleteForce, async (c) => {
    const { ids, undoId } = await removePrints(c, c.req.valid("json").printIds)
    return {
      data: { printIds: ids, undoId },
      message: `${countedPrints(ids)} permanently deleted successfully`,
    }
  })
  .serve(prints.ofUser, async (c) => {
    const userId = idOf(c, "user", "userId")
    if (userId !== c.var.user.id && c.var.user.role !== "admin") throw unknown("user")
    const env = await envOfAccount(c.env, userId)
    return pageOf(env, readerOf(databaseOf(env)), userId, c.req.valid("query"))
  })
  .serve(prints.removeSheets, async (c) => {
    const row = await deletablePrint(c)
    const { ids, undoId } = await giveUpSheets(c, [row.id])
    if (ids.length === 0) throw beingProcessed()
    return { data: { _id: row.id, undoId }, message: texts.printDeleted }
  })
  .serve(prints.removeByGet, replyRemoved)
  .serve(prints.remove, replyRemoved)
  .serve(prints.process, async (c) => {
    const id = idOf(c, "print")
    const request = c.req.valid("json")
    await limitRate(c, rateRules.processByAccount, c.var.user.id)
    if (request.effort === "best") await limitRate(c, rateRules.longLayoutByAccount, c.var.user.id)
    const { user, token, member } = c.var
    const inkLookedBy = request.hasLookedAtInk ? nameOf(member?.person ?? user) : null
    const begun = { begunBy: markOf(c.var), inkLookedBy, token, sinceMs: firstRunOf(c) }
    await startAttempt(c.env, user.id, id, request, begun)
    return { data: { _id: id, status: "Processing" as const, fileId: [] }, message: texts.processingStarted }
  })
  .serve(prints.cancel, async (c) => {
    const id = idOf(c, "print")
    await cancelPrint(c.env, c.var.user.id, id, c.var.token)
    return { data: { _id: id, status: "Cancelled" as const }, message: "Print cancelled" }
  })

async function pageOf(env: OpenEnv, read: Reader, userId: Id, query: PrintListQuery) {
  const { prints, pagination } = await listPrints(read, userId, query, Date.now())
  return { data: await nameDoers(env, prints), pagination }
}

type NewPrint = z.output<typeof printCreateSchema> &
  Partial<Pick<PrintRow, "labels" | "sheetTemplateId" | "isTest">> & {
    madeBy: DoerMark
    /** True if the items come from another print, with its values, whatever its images have become since. */
    isCopy?: boolean
  }

/** Returns `Copy of Friday batch`; unnamed prints get a name of their own day. */
function copyNameOf(name: string): string | undefined {
  return name === "" ? undefined : [...`Copy of ${name}`].slice(0, MAX_NAME_LENGTH).join("")
}

function createPrint(db: Database, userId: Id, request: NewPrint): Promise<{ id: Id; isNew: boolean }> {
  const { printItems, requestKey, labels, sheetTemplateId, isTest, madeBy } = request
  return makePrintOnce(db, userId, requestKey, async () => {
    const copies = printItems.reduce((sum, item) => sum + item.quantity, 0)
    if (copies > MAX_PRINT_COPIES)
      throw new ApiError("unprocessable", `A print holds at most ${MAX_PRINT_COPIES} copies`)
    const names = await checkParts(db, userId, printItems)
    if (!request.isCopy) await checkListedValues(db, userId, printItems, "printItems")
    const nowMs = Date.now()
    const id = makeId(nowMs)
    const name = request.name ?? ownName(userId, usualName(names, request, nowMs))
    const items = mergeItems(printItems, nowMs)
    const settings = { type: "Manual" as const, name, labels, sheetTemplateId, isTest }
    const row = { id, userId, ...settings, madeBy, items, nowMs }
    if (!(await insertPrint(db, { ...row, requestKey: requestKey ?? null }))) throw tooMuchWaits()
    return id
  })
}

/** Returns the name by what is in it, else by the day. */
function usualName(
  names: ReadonlyMap<Id, string>,
  { printItems, utcOffsetMin = 0 }: NewPrint,
  nowMs: number,
): string {
  const ids = printItems.flatMap(({ imageId }) => imageId ?? [])
  return handPrintName(ids.flatMap((id) => names.get(id) ?? [])) ?? defaultPrintName(nowMs, utcOffsetMin)
}

type Deleted = { ids: Id[]; undoId: Id | null }

/** Deletes the sheets; the prints stay and can be processed again. */
async function giveUpSheets(c: Context<AppEnv>, ids: readonly Id[]): Promise<Deleted> {
  const db = databaseOf(c.env)
  const userId = c.var.user.id
  const undo = newUndoOf(c)
  const deletion = await unlessWritten(c, [...ids], async () =>
    deleteSheetsOf(db, { ids: await changeableOf(c, ids), userId, nowMs: undo.nowMs, undo }),
  )
  // A print whose sheets were deleted before has nothing to restore.
  const isKept = (await findUndo(db, userId, undo.id, undo.nowMs)) !== null
  return { ids: deletion, undoId: isKept ? undo.id : null }
}

/** Hides prints; a sweep deletes them with all their parts. Their credits are settled now. */
async function removePrints(c: Context<AppEnv>, ids: readonly Id[]): Promise<Deleted> {
  const undo = newUndoOf(c)
  const db = databaseOf(c.env)
  await restorePrints(db, undo.userId, ids)
  const removed = await unlessWritten(c, [...ids], async () => {
    const trashed = await trashPrints(db, await changeableOf(c, ids), undo)
    // Where this stops, the sweep does it.
    await settleAll(c.env, trashed)
    return trashed
  })
  return { ids: removed, undoId: removed.length > 0 ? undo.id : null }
}

/** Returns those of these prints that the call may change: a test token leaves real ones as they are. */
async function changeableOf(c: Context<AppEnv>, ids: readonly Id[]): Promise<readonly Id[]> {
  return c.var.token?.isTest ? listTestPrints(databaseOf(c.env), c.var.user.id, ids) : ids
}

async function settleAll(env: Env, printIds: readonly Id[]): Promise<void> {
  for (const attempt of await listUnsettledAttempts(databaseOf(env), printIds)) await settleHold(env, attempt)
}

async function replyRemoved(c: Context<AppEnv>) {
  const id = await unlessWritten(c, idOf(c, "print"), async () => (await deletablePrint(c)).id)
  const { ids, undoId } = await removePrints(c, [id])
  if (ids.length === 0) throw beingProcessed()
  return { data: { _id: id, undoId }, message: texts.printDeleted }
}

function countedPrints({ length }: readonly Id[]): string {
  return `${length} ${length === 1 ? "print" : "prints"}`
}

/** Returns the name of an account's person, as people call them; the address where there is none. */
function nameOf({
  firstName,
  lastName,
  email,
}: Pick<SignedInUser, "firstName" | "lastName" | "email">): string {
  return `${firstName} ${lastName}`.trim() || email
}
