import { makeId } from "../../../contract/id.ts"
import { findUserById } from "../../data/accounts/user-rows.ts"
import { beginNextRun } from "../../data/autopilots/autopilot-due.ts"
import { type AutopilotRow, findAutopilot } from "../../data/autopilots/autopilot-rows.ts"
import {
  type AutopilotRunRow,
  endRun,
  isStopped,
  LeaseLostError,
  putOffRun,
  type RunLease,
  reportOf,
  storeStep,
  takeRun,
} from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration } from "../../data/integrations/integration-rows.ts"
import type { Env } from "../../env.ts"
import { announceRun, runNotice } from "../../flows/autopilots/announce-run.ts"
import { nextSlotOf } from "../../flows/autopilots/autopilot-replies.ts"
import {
  batching,
  noted,
  PAUSED_WITH_DRAFT,
  packing,
  processing,
  type RunContext,
  type StepOutcome,
  syncing,
} from "../../flows/autopilots/autopilot-steps.ts"
import { isNews, titleOf } from "../../flows/autopilots/autopilot-words.ts"
import { queueRun } from "../../flows/autopilots/queue-autopilots.ts"
import { works } from "../../work/works.ts"

/**
 * Goes on with a run, step by step, each stored before the next: an interrupted run goes on from its
 * last step, and every step finds its earlier results. A message whose lease is over does nothing.
 */
export async function runAutopilot(env: Env, message: RunLease): Promise<void> {
  const db = databaseOf(env)
  const lease = { id: message.id, untilMs: Math.max(Date.now() + works.run.leaseMs, message.untilMs + 1) }
  const run = await takeRun(db, message, lease.untilMs)
  if (!run) return
  try {
    await goOn(env, run, lease)
  } catch (error) {
    // Another Worker goes on with it, or it was deleted with its autopilot.
    if (error instanceof LeaseLostError) return
    await putOffRun(db, lease, Date.now())
    throw error
  }
}

async function goOn(env: Env, leasedRun: AutopilotRunRow, lease: RunLease): Promise<void> {
  const db = databaseOf(env)
  for (let run = leasedRun; ; ) {
    const autopilot = await findAutopilot(db, run.userId, run.autopilotId)
    const shop = autopilot && (await findIntegration(db, run.userId, autopilot.integrationId))
    if (!autopilot || !shop) return
    const context = { run, lease, autopilot, shop, report: reportOf(run) }
    if (run.endedAt !== null) return run.isAnnounced ? undefined : await announceRun(env, context)
    const outcome = (await stopped(env, context)) ?? (await step(env, context))
    switch (outcome.kind) {
      case "next": {
        const { kind: _, ...change } = outcome
        run = await storeStep(db, lease, { ...change, tries: 0, updatedAt: Date.now() })
        break
      }
      case "moved":
        run = outcome.run
        break
      case "wait":
        await storeStep(db, lease, { retryAt: Date.now() + outcome.pauseMs })
        return
      case "end":
        run = await end(env, context, outcome)
    }
  }
}

/** Returns why it goes no further, if it should not. */
async function stopped(
  env: Env,
  { run, autopilot, report }: RunContext,
): Promise<(StepOutcome & { kind: "end" }) | null> {
  const over = (words: string, isQuiet: boolean) => {
    return {
      kind: "end",
      state: "done",
      credits: run.credits,
      report: noted(report, words),
      isQuiet,
    } as const
  }
  const user = await findUserById(databaseOf(env), run.userId)
  if (user?.status !== "active") return over("The account was not active.", true)
  // In its last step a run may have begun to process, which it finds out itself.
  if (isStopped(run, autopilot) && run.state !== "processing") {
    // The person who paused it knows that, but not what it had made by then.
    return run.printId === null ? over("It was paused.", true) : over(PAUSED_WITH_DRAFT, false)
  }
  if (run.tries < works.run.givesUp.afterTries) return null
  const words = "A technical problem stopped it. What it has made is kept."
  return { kind: "end", state: "failed", credits: run.credits, report: noted(report, words) }
}

function step(env: Env, context: RunContext): Promise<StepOutcome> {
  const { state } = context.run
  switch (state) {
    case "syncing":
      return syncing(env, context)
    case "batching":
      return batching(env, context)
    case "packing":
      return packing(env, context)
    case "processing":
      return processing(env, context)
    case "done":
    case "failed":
      throw new Error(`run ${context.run.id} has ended`)
  }
}

async function end(
  env: Env,
  { run, lease, autopilot, shop }: RunContext,
  { state, credits, report, pauses = false, isQuiet = false }: StepOutcome & { kind: "end" },
): Promise<AutopilotRunRow> {
  const nowMs = Date.now()
  const ended = { ...run, state, credits }
  const isTold = !isQuiet && isNews(ended, report)
  if (state === "done" && run.printId !== null && report.left.full) await goOnNext(env, autopilot, run)
  return endRun(databaseOf(env), lease, {
    ...{ state, credits, report, nowMs },
    notice: isTold ? runNotice(ended, report, { title: titleOf(autopilot, shop), nowMs }) : null,
    pauses: pauses ? autopilot.id : null,
  })
}

/** Lets another run take the rest of a full print. Before this one ends, so that it cannot be forgotten. */
async function goOnNext(env: Env, autopilot: AutopilotRow, full: AutopilotRunRow): Promise<void> {
  const nowMs = Math.max(Date.now(), full.startedAt)
  const run = { id: makeId(nowMs), slot: nextSlotOf(full), day: full.day, notes: [], nowMs }
  const begun = await beginNextRun(databaseOf(env), autopilot, run, full)
  if (begun) await queueRun(env, { id: begun.id, untilMs: nowMs })
}
