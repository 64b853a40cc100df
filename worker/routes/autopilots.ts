import type { Context } from "hono"
import { autopilots } from "../../contract/api/autopilot-api.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { endAutopilotOffer } from "../data/accounts/user-rows.ts"
import {
  type AutopilotRow,
  deleteAutopilot,
  findAutopilot,
  listAutopilots,
} from "../data/autopilots/autopilot-rows.ts"
import { listAutopilotRuns, listNewestRuns } from "../data/autopilots/autopilot-run-rows.ts"
import { endTrial, findOffered } from "../data/autopilots/offer-rows.ts"
import { databaseOf, directoryOf } from "../data/database.ts"
import { autopilotReply, runReply } from "../flows/autopilots/autopilot-replies.ts"
import { addAutopilot, changeAutopilot } from "../flows/autopilots/change-autopilot.ts"
import { offerAutopilot } from "../flows/autopilots/offer-autopilot.ts"
import { pressRun } from "../flows/autopilots/press-run.ts"
import { previewRun } from "../flows/autopilots/preview-run.ts"
import { madeOnce, newIdOf, removeOnce, requestKeyOf } from "../flows/programs/change-once.ts"
import { copyUser } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { idOf } from "../valid.ts"

/** A seller's autopilots; the press runs them. */
export const autopilotsRoutes = new ApiRoutes()
  .serve(autopilots.list, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const [rows, runs] = await Promise.all([listAutopilots(db, userId), listNewestRuns(db, userId)])
    return { data: rows.map((row) => autopilotReply(row, runs)) }
  })
  .serve(autopilots.add, async (c) => {
    const db = databaseOf(c.env)
    const userId = c.var.user.id
    const nowMs = Date.now()
    const id = newIdOf(c, nowMs)
    const make = () => addAutopilot(db, { id, userId }, c.req.valid("json"), nowMs)
    const row = await madeOnce(c, make, () => findAutopilot(db, userId, id))
    return { data: autopilotReply(row, []), message: "Autopilot added" }
  })
  .serve(autopilots.offer, async (c) => {
    const { user } = c.var
    const done = await findOffered(databaseOf(c.env), user.id)
    if (!done) return { data: null }
    await limitRate(c, rateRules.layoutByAccount, user.id)
    return { data: await offerAutopilot(c.env, user, done, Date.now()) }
  })
  .serve(autopilots.closeOffer, async (c) => {
    if (!(await endTrial(databaseOf(c.env), c.var.user.id)))
      throw new ApiError("conflict", "It runs right now. Close the offer once that run has ended.")
    await endAutopilotOffer(directoryOf(c.env), c.var.user.id, Date.now())
    await copyUser(c.env, c.var.user.id)
    return { data: null, message: "It will not be offered again" }
  })
  .serve(autopilots.one, async (c) => ({ data: await replyOf(c, await ownAutopilot(c)) }))
  .serve(autopilots.update, async (c) => {
    const key = { id: idOf(c, "autopilot"), userId: c.var.user.id }
    const row = await changeAutopilot(databaseOf(c.env), key, c.req.valid("json"), Date.now())
    return { data: await replyOf(c, row), message: row.isPaused ? "Autopilot paused" : "Autopilot saved" }
  })
  .serve(autopilots.remove, async (c) => {
    const id = idOf(c, "autopilot")
    await removeOnce(c, "autopilot", () => deleteAutopilot(databaseOf(c.env), c.var.user.id, id))
    return { data: { _id: id }, message: "Autopilot deleted" }
  })
  .serve(autopilots.runs, async (c) => {
    const runs = await listAutopilotRuns(databaseOf(c.env), await ownAutopilot(c))
    return { data: runs.map(runReply) }
  })
  .serve(autopilots.preview, async (c) => {
    const row = await ownAutopilot(c)
    await limitRate(c, rateRules.layoutByAccount, c.var.user.id)
    return { data: await previewRun(c.env, row, Date.now()) }
  })
  .serve(autopilots.run, async (c) => {
    const row = await ownAutopilot(c)
    await limitRate(c, rateRules.draftByAccount, c.var.user.id)
    return {
      data: await pressRun(c.env, row, requestKeyOf(c, c.req.valid("json").requestKey)),
      message: "The autopilot runs now",
    }
  })

async function ownAutopilot(c: Context<AppEnv>): Promise<AutopilotRow> {
  const row = await findAutopilot(databaseOf(c.env), c.var.user.id, idOf(c, "autopilot"))
  if (!row) throw unknown("autopilot")
  return row
}

async function replyOf(c: Context<AppEnv>, row: AutopilotRow) {
  return autopilotReply(row, await listNewestRuns(databaseOf(c.env), row.userId))
}
