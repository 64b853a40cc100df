import type { Context } from "hono"
import type { z } from "zod"
import { prints } from "../../contract/api/print-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { MAX_NAME_LENGTH, MAX_PRINT_COPIES } from "../../contract/limit.ts"
import type { PrintListQuery, printCreateSchema } from "../../contract/print.ts"
import { defaultPrintName } from "../../contract/print-name.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { listUnsettledAttempts } from "../data/attempt-rows.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { listItems, mergeItems } from "../data/print-item-rows.ts"
import {
  deletePrints,
  findPrintByRequest,
  insertPrint,
  type PrintRow,
  updatePrint,
} from "../data/print-rows.ts"
import { findFullPrint, listPrints } from "../data/print-view.ts"
import { type Reader, readerOf } from "../data/reader.ts"
import { deleteSheetsOf } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { cancelPrint } from "../flows/cancel-print.ts"
import { settleHold } from "../flows/end-attempt.ts"
import { startAttempt } from "../flows/start-attempt.ts"
import {
  beingProcessed,
  changedPrint,
  checkParts,
  deletablePrint,
  notEditable,
  ownPrint,
  tooMuchWaits,
  visiblePrint,
} from "../middleware/print-access.ts"
import { idOf } from "../middleware/valid.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

export const printsRoutes = new ApiRoutes()
  .serveRead(prints.list, async (c, { userId, read }) => {
    return pageOf(read, userId, c.req.valid("query"))
  })
  .serveRead(prints.one, async (c, { userId, read }) => {
    const print = await findFullPrint(read, userId, idOf(c, "print"))
    if (!print) throw unknown("print")
    return { data: print }
  })
  .serve(prints.add, async (c) => {
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const { id, isNew } = await createPrint(databaseOf(c.env), c.var.user.id, c.req.valid("json"))
    if (!isNew) c.status(200)
    return { data: await changedPrint(c, id), message: texts.printCreated }
  })
  .serve(prints.update, async (c) => {
    const row = await ownPrint(c)
    const change = c.req.valid("json")
    const key = { id: row.id, userId: c.var.user.id }
    if (!(await updatePrint(databaseOf(c.env), key, change, Date.now()))) throw notEditable(await ownPrint(c))
    return { data: await changedPrint(c, row.id), message: "Print updated" }
  })
  .serve(prints.duplicate, async (c) => {
    const { name, requestKey } = c.req.valid("json")
    const row = await ownPrint(c)
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const db = databaseOf(c.env)
    const { id, isNew } = await createPrint(db, c.var.user.id, {
      printItems: await listItems(db, row.id),
      name: name ?? copyNameOf(row.name),
      labels: row.labels,
      sheetTemplateId: row.sheetTemplateId,
      requestKey,
    })
    if (!isNew) c.status(200)
    return { data: await changedPrint(c, id), message: "Print duplicated" }
  })
  .serve(prints.bulkDelete, async (c) => {
    const ids = await giveUpSheets(c, c.req.valid("json").printIds)
    return { data: { printIds: ids }, message: `${ids.length} prints deleted successfully` }
  })
  .serve(prints.bulkDeleteForce, async (c) => {
    const ids = await removePrints(c, c.req.valid("json").printIds)
    return {
      data: { printIds: ids },
      message: `${ids.length} prints permanently deleted successfully`,
    }
  })
  .serve(prints.ofUser, async (c) => {
    const userId = idOf(c, "user", "userId")
    if (userId !== c.var.user.id && c.var.user.role !== "admin") throw unknown("user")
    return pageOf(readerOf(databaseOf(c.env)), userId, c.req.valid("query"))
  })
  .serve(prints.removeSheets, async (c) => {
    const row = await deletablePrint(c)
    const [id] = await giveUpSheets(c, [row.id])
    if (id === undefined) throw beingProcessed()
    return { data: { _id: id }, message: texts.printDeleted }
  })
  .serve(prints.removeByGet, replyRemoved)
  .serve(prints.remove, replyRemoved)
  .serve(prints.process, async (c) => {
    const id = idOf(c, "print")
    const wish = c.req.valid("json")
    await limitRate(c, rateRules.processByAccount, c.var.user.id)
    if (wish.effort === "best") await limitRate(c, rateRules.longLayoutByAccount, c.var.user.id)
    await startAttempt(c.env, c.var.user.id, id, wish)
    const { status } = await visiblePrint(c)
    return { data: { _id: id, status, fileId: [] }, message: texts.processingStarted }
  })
  .serve(prints.cancel, async (c) => {
    const id = idOf(c, "print")
    await cancelPrint(c.env, c.var.user.id, id)
    return { data: { _id: id, status: "Cancelled" as const }, message: "Print cancelled" }
  })

async function pageOf(read: Reader, userId: Id, query: PrintListQuery) {
  const { prints, pagination } = await listPrints(read, userId, query, Date.now())
  return { data: prints, pagination }
}

type NewPrint = z.output<typeof printCreateSchema> & Partial<Pick<PrintRow, "labels" | "sheetTemplateId">>

/** `Copy of Friday batch`; unnamed prints get a name of their own day. */
function copyNameOf(name: string): string | undefined {
  return name === "" ? undefined : [...`Copy of ${name}`].slice(0, MAX_NAME_LENGTH).join("")
}

/** Creates the print; the same request key again answers with the print made before. */
async function createPrint(db: Database, userId: Id, request: NewPrint): Promise<{ id: Id; isNew: boolean }> {
  const { printItems, requestKey = null, utcOffsetMin = 0, labels, sheetTemplateId } = request
  const known = requestKey && (await findPrintByRequest(db, userId, requestKey))
  if (known) return { id: known.id, isNew: false }
  const copies = printItems.reduce((sum, item) => sum + item.quantity, 0)
  if (copies > MAX_PRINT_COPIES)
    throw new ApiError("validation-failed", `A print holds at most ${MAX_PRINT_COPIES} copies`)
  await checkParts(db, userId, printItems)
  const nowMs = Date.now()
  const id = makeId(nowMs)
  const name = request.name ?? defaultPrintName("Print", [nowMs], utcOffsetMin)
  const items = mergeItems(printItems, nowMs)
  try {
    if (
      !(await insertPrint(db, {
        id,
        userId,
        type: "Manual",
        name,
        labels,
        sheetTemplateId,
        requestKey,
        items,
        nowMs,
      }))
    )
      throw tooMuchWaits()
  } catch (error) {
    // Two requests with one key at the same time: answer with the other's print.
    const twin = requestKey && (await findPrintByRequest(db, userId, requestKey))
    if (twin) return { id: twin.id, isNew: false }
    throw error
  }
  return { id, isNew: true }
}

/** Deletes the sheets; the prints stay and can be processed again. */
async function giveUpSheets(c: Context<AppEnv>, ids: readonly Id[]): Promise<Id[]> {
  return deleteSheetsOf(databaseOf(c.env), { ids, userId: c.var.user.id, nowMs: Date.now() })
}

/** Deletes prints with all their parts. Settles credits first: the record of holds goes too. */
async function removePrints(c: Context<AppEnv>, ids: readonly Id[]): Promise<string[]> {
  const given = await giveUpSheets(c, ids)
  await settleAll(c.env, given)
  return deletePrints(databaseOf(c.env), c.var.user.id, given)
}

async function settleAll(env: Env, printIds: readonly Id[]): Promise<void> {
  for (const attempt of await listUnsettledAttempts(databaseOf(env), printIds)) await settleHold(env, attempt)
}

async function replyRemoved(c: Context<AppEnv>) {
  const row = await deletablePrint(c)
  const [id] = await removePrints(c, [row.id])
  if (id === undefined) throw beingProcessed()
  return { data: { _id: id }, message: texts.printDeleted }
}
