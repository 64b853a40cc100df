import { type Context, Hono } from "hono"
import { ApiError } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { MAX_PRINT_COPIES } from "../../contract/limit.ts"
import {
  type PrintListQuery,
  printCreateSchema,
  printIdsSchema,
  printListQuerySchema,
  processSchema,
} from "../../contract/print.ts"
import { texts } from "../../contract/text.ts"
import { findAttempt, listUnsettledAttempts } from "../data/attempt-rows.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { mergeItems } from "../data/print-item-rows.ts"
import { deletePrints, findPrintByRequest, insertPrint } from "../data/print-rows.ts"
import { findFullPrint, listPrints } from "../data/print-view.ts"
import { type Reader, readerOf } from "../data/reader.ts"
import { deleteSheetsOf } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { cancelAttempt, settleHold } from "../flows/end-attempt.ts"
import { layoutReply, planStoredPrint } from "../flows/plan-stored-print.ts"
import { startAttempt } from "../flows/start-attempt.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { limitRate, rateRules } from "../middleware/rate-limit.ts"
import { ownScriptOnly } from "../middleware/same-origin.ts"
import { requireUser, signedInReader } from "../middleware/signed-in.ts"
import { idOf, jsonBody, NO_JSON, queryOf, validated } from "../middleware/valid.ts"
import {
  beingProcessed,
  changedPrint,
  checkParts,
  deletablePrint,
  ownPrint,
  tooMuchWaits,
  unknownPrint,
  visiblePrint,
} from "./print-access.ts"
import { printItemsRoutes } from "./print-items.ts"

const prints = new Hono<AppEnv>()
  .get("/", queryOf(printListQuerySchema), async (c) => {
    const { userId, read } = await signedInReader(c)
    return c.json(await pageOf(read, userId, c.req.valid("query")))
  })
  .get("/:id", async (c) => {
    const { userId, read } = await signedInReader(c)
    const print = await findFullPrint(read, userId, idOf(c, "print"))
    if (!print) throw unknownPrint()
    return c.json({ data: print })
  })
  .use(requireUser)
  .post("/", jsonBody(printCreateSchema), async (c) => {
    const { printItems, requestKey = null } = c.req.valid("json")
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    const { id, isNew } = await createPrint(databaseOf(c.env), c.var.user.id, printItems, requestKey)
    return c.json({ data: await changedPrint(c, id), message: texts.printCreated }, isNew ? 201 : 200)
  })
  .post("/bulk-delete", jsonBody(printIdsSchema), async (c) => {
    const ids = await giveUpSheets(c, c.req.valid("json").printIds)
    return c.json({ data: { printIds: ids }, message: `${ids.length} prints deleted successfully` })
  })
  .post("/bulk-delete-force", jsonBody(printIdsSchema), async (c) => {
    const ids = await removePrints(c, c.req.valid("json").printIds)
    return c.json({
      data: { printIds: ids },
      message: `${ids.length} prints permanently deleted successfully`,
    })
  })
  .get("/user/:userId", queryOf(printListQuerySchema), async (c) => {
    const userId = idOf(c, "user", "userId")
    if (userId !== c.var.user.id && c.var.user.role !== "admin")
      throw new ApiError("not-found", "This user does not exist")
    return c.json(await pageOf(readerOf(databaseOf(c.env)), userId, c.req.valid("query")))
  })
  .delete("/:id", async (c) => {
    const row = await deletablePrint(c)
    const [id] = await giveUpSheets(c, [row.id])
    if (id === undefined) throw beingProcessed()
    return c.json({ data: { _id: id }, message: texts.printDeleted })
  })
  .get("/:id/force", ownScriptOnly, replyRemoved)
  .delete("/:id/force", replyRemoved)
  .post("/:id/proccess", replyProcessed)
  .post("/:id/process", replyProcessed)
  .post("/:id/cancel", async (c) => {
    const row = await ownPrint(c)
    if (row.status === "Processing" && row.attemptId) {
      const attempt = await findAttempt(databaseOf(c.env), row.attemptId)
      const isCancelled = attempt !== null && (await cancelAttempt(c.env, attempt))
      if (!isCancelled)
        throw new ApiError("conflict", "The print cannot be cancelled at this very moment. Please try again.")
    } else if (row.status !== "Cancelled") {
      throw new ApiError("conflict", "Only a print that is being processed can be cancelled")
    }
    return c.json({ data: { _id: row.id, status: "Cancelled" }, message: "Print cancelled" })
  })
  .post("/:id/layout", async (c) => {
    const row = await visiblePrint(c)
    const wish = await optionalBody(c)
    await limitRate(c, rateRules.layoutByAccount, c.var.user.id)
    if (wish.effort === "best") await limitRate(c, rateRules.longLayoutByAccount, c.var.user.id)
    return c.json({ data: layoutReply(await planStoredPrint(c.env, row, wish)) })
  })
  .route("/", printItemsRoutes)

/** A seller's prints. The specification names them in the plural and, in places, in the singular: both answer. */
export const printsRoutes = new Hono<AppEnv>().route("/prints", prints).route("/print", prints)

async function pageOf(read: Reader, userId: Id, query: PrintListQuery) {
  const { prints, pagination } = await listPrints(read, userId, query, Date.now())
  return { data: prints, pagination }
}

/** The same request key answers with the print it made before. */
async function createPrint(
  db: Database,
  userId: Id,
  printItems: { imageId?: Id | null; sizeId?: Id | null; quantity: number }[],
  requestKey: string | null,
): Promise<{ id: Id; isNew: boolean }> {
  const known = requestKey && (await findPrintByRequest(db, userId, requestKey))
  if (known) return { id: known.id, isNew: false }
  const copies = printItems.reduce((sum, item) => sum + item.quantity, 0)
  if (copies > MAX_PRINT_COPIES)
    throw new ApiError("validation-failed", `A print holds at most ${MAX_PRINT_COPIES} copies`)
  await checkParts(db, userId, printItems)
  const nowMs = Date.now()
  const id = makeId(nowMs)
  const items = mergeItems(printItems, nowMs)
  try {
    if (!(await insertPrint(db, { id, userId, type: "Manual", requestKey, items, nowMs })))
      throw tooMuchWaits()
  } catch (error) {
    // Two requests with one key at the same time: the other one's print is the answer.
    const twin = requestKey && (await findPrintByRequest(db, userId, requestKey))
    if (twin) return { id: twin.id, isNew: false }
    throw error
  }
  return { id, isNew: true }
}

async function replyProcessed(c: Context<AppEnv>) {
  const id = idOf(c, "print")
  const wish = await optionalBody(c)
  await limitRate(c, rateRules.processByAccount, c.var.user.id)
  if (wish.effort === "best") await limitRate(c, rateRules.longLayoutByAccount, c.var.user.id)
  await startAttempt(c.env, c.var.user.id, id, wish)
  const row = await visiblePrint(c)
  const data = { _id: id, status: row.status, fileId: [] }
  return c.json({ data, message: texts.processingStarted }, 202)
}

/** The body may be missing altogether. */
async function optionalBody(c: Context<AppEnv>) {
  const text = await c.req.text()
  let body: unknown
  try {
    body = text.trim() === "" ? undefined : JSON.parse(text)
  } catch {
    throw new ApiError("validation-failed", NO_JSON)
  }
  return validated(processSchema, body ?? undefined)
}

/** Sheets go, prints stay and can be processed again. */
async function giveUpSheets(c: Context<AppEnv>, ids: readonly Id[]): Promise<Id[]> {
  return deleteSheetsOf(databaseOf(c.env), { ids, userId: c.var.user.id, nowMs: Date.now() })
}

/** Prints go with all that belongs to them. Their credits are settled first: the note of what is held goes too. */
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
  return c.json({ data: { _id: id }, message: texts.printDeleted })
}
