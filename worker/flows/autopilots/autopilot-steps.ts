import { isInkOpen } from "../../../contract/artwork/ink.ts"
import { inkText } from "../../../contract/artwork/ink-text.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { LengthUnit } from "../../../contract/length.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import type { PrintInk } from "../../../contract/prints/print-ink.ts"
import { findUserById } from "../../data/accounts/user-rows.ts"
import { type AutopilotRow, storesOf } from "../../data/autopilots/autopilot-rows.ts"
import {
  type AutopilotRunRow,
  countPrintOrders,
  creditsOfDay,
  isStopped,
  type RunLease,
  type RunReport,
  reserveCredits,
} from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { type IntegrationRow, listIntegrationsOf } from "../../data/integrations/integration-rows.ts"
import { findPrint, findPrintByRequest, type PrintRow } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { requestSync } from "../integrations/request-sync.ts"
import { countLeft } from "../orders/choose-batch.ts"
import { makeBatch } from "../orders/make-batch.ts"
import { unplacedTexts } from "../orders/unplaced-texts.ts"
import { dryRun } from "../prints/dry-run.ts"
import { PREPARE_FOR_MS } from "../prints/refuse-unprintable.ts"
import { rudeWarnings } from "../prints/rude-warnings.ts"
import { startAttempt } from "../prints/start-attempt.ts"
import { hasFreshOrders } from "./autopilot-replies.ts"
import { batchRequestOf } from "./waiting-film.ts"

/** The longest wait for a sync, which mostly takes seconds; then the known orders have to be enough. */
const SYNC_FOR_MS = 10 * MINUTE_MS
/** The pause before a run looks whether its print's ink was checked. */
const INK_PAUSE_MS = 5_000
/** The number of left-out items that a run lists one by one. */
const SHOWN_SKIPPED = 50

const TO_LOOK_AT = "It was left as a draft for you to look at."
export const PAUSED_WITH_DRAFT = "It was paused, so its draft stays a draft."

export type RunContext = {
  run: AutopilotRunRow
  lease: RunLease
  autopilot: AutopilotRow
  shop: IntegrationRow
  report: RunReport
}
/** The outcome of a step: the next, a pause before the same again, or the run's end. */
export type StepOutcome =
  | { kind: "next"; state: "syncing" | "batching" | "packing"; report: RunReport; printId?: Id }
  | { kind: "moved"; run: AutopilotRunRow }
  | { kind: "wait"; pauseMs: number }
  | ({ kind: "end"; state: "done" | "failed"; credits: number; report: RunReport } & {
      /** True if its autopilot pauses, too. */
      pauses?: boolean
      /** True if nobody is notified. */
      isQuiet?: boolean
    })

/** Has the stores read, and waits for that; without a connection, their known orders count. */
export async function syncing(env: Env, { run, autopilot, report }: RunContext): Promise<StepOutcome> {
  const batching = { kind: "next", state: "batching", report } as const
  if (hasFreshOrders(run)) return batching
  const stores = (await listIntegrationsOf(databaseOf(env), autopilot)).filter(({ type }) => type !== "File")
  if (stores.length === 0) return batching
  const isForOne = storesOf(autopilot)?.length === 1
  const ofStore = ({ name }: IntegrationRow) => (isForOne ? "" : ` of ${name}`)
  if (report.syncing === null) {
    let asked: RunReport = { ...report, syncing: [] }
    for (const store of stores) {
      if (await requestSync(env, store.id, Date.now()))
        asked = { ...asked, syncing: [...(asked.syncing ?? []), store.id] }
      else {
        const name = isForOne ? "The store" : store.name
        asked = noted(asked, `${name} is not connected, so its newest orders could not be read.`)
      }
    }
    const state = asked.syncing?.length === 0 ? "batching" : "syncing"
    return { kind: "next", state, report: asked }
  }
  // Another sync may have replaced the requested one: then the run waits for the other.
  const isRead = ({ lastSyncAt, syncState }: IntegrationRow) =>
    (lastSyncAt !== null && lastSyncAt >= run.updatedAt) || syncState === "idle"
  const asked = stores.filter((store) => report.syncing?.includes(store.id) && !isRead(store))
  const failed = asked.filter(({ syncState }) => syncState === "failed")
  const late = asked.filter((store) => !failed.includes(store))
  if (late.length > 0 && Date.now() - run.updatedAt < SYNC_FOR_MS) return { kind: "wait", pauseMs: MINUTE_MS }
  const notes = [
    ...failed.map((store) =>
      `The newest orders${ofStore(store)} could not be read. ${store.syncMessage ?? ""}`.trim(),
    ),
    ...late.map((store) => `The newest orders${ofStore(store)} were not read in time.`),
  ]
  return { ...batching, report: notes.reduce(noted, report) }
}

/** Makes the draft, once: the run's id is its request key. */
export async function batching(env: Env, { run, autopilot, report }: RunContext): Promise<StepOutcome> {
  const { sheetTemplateId, timeZone } = autopilot
  if (sheetTemplateId === null) {
    const words = "Its sheet template was deleted, so it is paused. Choose another one and resume it."
    return { kind: "end", state: "failed", credits: 0, report: noted(report, words), pauses: true }
  }
  const db = databaseOf(env)
  const before = await findPrintByRequest(db, run.userId, run.id)
  const request = { ...batchRequestOf(autopilot), sheetTemplateId, dryRun: before !== null }
  try {
    const batch = await makeBatch(
      env,
      { id: run.userId, timeZone, mark: "autopilot" },
      request,
      Date.now(),
      run.id,
    )
    const print = before ?? (await findPrintByRequest(db, run.userId, run.id))
    const reported = { ...report, ...skippedOf(batch, print) }
    if (!print) return { kind: "end", state: "done", credits: 0, report: reported }
    const { copies, itemCount: items } = print
    const filled = { ...reported, orders: await countPrintOrders(db, print.id), items, copies }
    return { kind: "next", state: "packing", printId: print.id, report: filled }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: "end", state: "failed", credits: 0, report: noted(report, error.message) }
  }
}

/** Lays the draft out, and decides whether it is processed: then its credits are reserved. */
export async function packing(env: Env, { run, lease, autopilot, report }: RunContext): Promise<StepOutcome> {
  const db = databaseOf(env)
  const leave = (words: string, laidOut = report): StepOutcome => {
    return { kind: "end", state: "done", credits: 0, report: noted(laidOut, words) }
  }
  const print = run.printId && (await findPrint(db, run.userId, run.printId))
  if (!print) return leave("Its draft was deleted in the meantime.")
  // Somebody else started the print first.
  if (print.attemptNumber > 0) return { kind: "end", state: "done", credits: 0, report }
  const { packing: wanted, sheetTemplateId, action } = autopilot
  const request = { sheetTemplateId: sheetTemplateId ?? undefined, packing: wanted }
  let laidOut = report
  let ink: PrintInk
  try {
    const dry = await dryRun(env, print, { ...request, isKept: true })
    laidOut = { ...report, lengthIn: dry.lengthIn }
    ink = dry
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.retryAfterS === undefined) return leave(`It was left as a draft. ${error.message}`)
    if (Date.now() - run.updatedAt < PREPARE_FOR_MS)
      return { kind: "wait", pauseMs: error.retryAfterS * 1000 }
    return leave("It was left as a draft without a layout, because its artwork was not prepared in time.")
  }
  if (action === "draft") return { kind: "end", state: "done", credits: 0, report: laidOut }
  const user = await findUserById(db, run.userId)
  const isBeingChecked = ink.notChecked.some(({ reason }) => reason === null)
  if (user?.holdsForInk && isBeingChecked && Date.now() - run.updatedAt < PREPARE_FOR_MS)
    return { kind: "wait", pauseMs: INK_PAUSE_MS }
  const held = user?.holdsForInk ? inkDoubt(ink, user.lengthUnit) : null
  if (held !== null) return leave(`${TO_LOOK_AT} ${held}`, laidOut)
  const [rude] = user?.warnsOfRudeWords ? await rudeWarnings(db, print.id) : []
  const [unplaced] = await unplacedTexts(db, print.id)
  const [doubt] = [unplaced, rude].filter((warning) => warning !== undefined)
  if (doubt) return leave(`${TO_LOOK_AT} ${doubt.message}`, laidOut)
  const { copies: credits } = print
  const moved = await reserveCredits(db, lease, { credits, report: laidOut, nowMs: Date.now() })
  if (moved) return { kind: "moved", run: moved }
  return leave(limitWords(credits, await creditsOfDay(db, run), autopilot.maxCreditsPerDay), laidOut)
}

/** Starts the print, or finds that it was started. */
export async function processing(env: Env, { run, autopilot, report }: RunContext): Promise<StepOutcome> {
  const leave = (words: string): StepOutcome => {
    return { kind: "end", state: "done", credits: 0, report: noted(report, words) }
  }
  const started = { kind: "end", state: "done", credits: run.credits, report } as const
  const print = run.printId && (await findPrint(databaseOf(env), run.userId, run.printId))
  if (!print) return leave("Its draft was deleted in the meantime.")
  if (print.attemptNumber > 0) {
    if (print.status === "Cancelled") return leave("It is a draft again. It was cancelled.")
    // The print has told of its failure, with what this run left.
    return { ...started, isQuiet: print.failureMessage !== null }
  }
  const { packing: wanted, sheetTemplateId } = autopilot
  if (isStopped(run, autopilot)) return leave(PAUSED_WITH_DRAFT)
  const request = {
    sheetTemplateId: sheetTemplateId ?? undefined,
    packing: wanted,
    effort: "balanced",
  } as const
  const [unplaced] = await unplacedTexts(databaseOf(env), print.id)
  if (unplaced) return leave(`${TO_LOOK_AT} ${unplaced.message}`)
  try {
    await startAttempt(env, run.userId, print.id, request, {
      mostCredits: run.credits,
      begunBy: "autopilot",
    })
    return started
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return leave(`It was left as a draft. ${error.message}`)
  }
}

/** Returns the report with one more thing that a person should know. */
export function noted(report: RunReport, words: string): RunReport {
  return { ...report, notes: [...report.notes, words] }
}

/** Returns the left-out items, without those that only the run's own print holds. */
function skippedOf({ skipped }: OrderBatchReply, print: PrintRow | null) {
  const others = skipped.filter(({ printId }) => printId === null || printId !== print?.id)
  return {
    skipped: others.slice(0, SHOWN_SKIPPED),
    skippedCount: others.length,
    left: countLeft(others),
  }
}

/** Returns what will show of a print's ink, or that it was not looked at; null if nothing is known to. */
function inkDoubt({ findings, notChecked }: PrintInk, unit: LengthUnit): string | null {
  const worst = findings.filter((finding) => finding.severity === "bad" && isInkOpen(finding))
  if (worst.length > 0)
    return `${inkText(worst[0].text, unit)}${worst.length > 1 ? ` And ${worst.length - 1} more.` : ""}`
  const unchecked = notChecked.find(({ code }) => code === null)
  return unchecked ? `Its ink was not checked. ${unchecked.reason ?? "It took too long."}` : null
}

function limitWords(credits: number, spent: number, most: number): string {
  const sofar = spent === 0 ? "" : `, and ${spent} are already spent`
  return `It was left as a draft: it costs ${credits} ${credits === 1 ? "credit" : "credits"}, but the autopilot may spend ${most} a day${sofar}.`
}
