import { type Id, makeId } from "../../contract/id.ts"
import { inchesText } from "../../contract/size.ts"
import { completeAttempt, endAttempt } from "../data/attempt-end.ts"
import {
  type AttemptRow,
  findAttempt,
  markAnnounced,
  markSettled,
  postponeMail,
} from "../data/attempt-rows.ts"
import { databaseOf } from "../data/database.ts"
import type { NewNotification } from "../data/notification-rows.ts"
import { readerOf } from "../data/reader.ts"
import { filmOf } from "../data/sheet-rows.ts"
import { findUserById } from "../data/user-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logError } from "../log.ts"
import {
  type Recipient,
  recipientOf,
  sendPrintCompletedMail,
  sendPrintFailedMail,
} from "../services/email.ts"
import { type News, sendNews } from "./send-news.ts"

/** Every sheet is written and checked: completes the print, spends the credits, tells the seller. */
export async function finishAttempt(env: Env, row: AttemptRow, nowMs?: number): Promise<void> {
  await completeAttempt(databaseOf(env), row, noticeOf(row, await readyText(env, row.id)))
  await closeAttempt(env, row.id, nowMs)
}

/** Ends a running attempt: the print is a draft again, the credits go back, `message` says what to do. */
export async function failAttempt(
  env: Env,
  row: Pick<AttemptRow, "id" | "printId" | "userId">,
  message: string,
): Promise<void> {
  const hasEnded = await endAttempt(
    databaseOf(env),
    row,
    {
      state: "failed",
      printStatus: "In Draft",
      failureMessage: message,
      notice: noticeOf(row, message),
      nowMs: Date.now(),
    },
    ["stamping", "rendering"],
  )
  if (hasEnded) await closeAttempt(env, row.id)
}

/** The seller wants it no more. False when it is too late, or the attempt has not begun to run. */
export async function cancelAttempt(env: Env, row: AttemptRow): Promise<boolean> {
  const hasEnded = await endAttempt(
    databaseOf(env),
    row,
    {
      state: "cancelled",
      printStatus: "Cancelled",
      failureMessage: null,
      notice: null,
      nowMs: Date.now(),
    },
    ["stamping", "rendering"],
  )
  if (hasEnded) await closeAttempt(env, row.id)
  return hasEnded
}

/** Settles the hold of an ended attempt and announces its end; what is already noted as done is skipped. */
export async function closeAttempt(env: Env, attemptId: Id, nowMs = Date.now()): Promise<void> {
  const row = await findAttempt(databaseOf(env), attemptId)
  if (!row) return
  if (!row.isHoldSettled) await settleHold(env, row)
  if (!row.isAnnounced) await announce(env, row, nowMs)
}

/** Ends the hold: captured for a completed print, released for any other. Again it changes nothing. */
export async function settleHold(env: Env, row: AttemptRow): Promise<void> {
  const { id, userId, state } = row
  const hub = hubOf(env, userId)
  const entry = { userId, id: `hold:${id}` }
  const reply = state === "completed" ? await hub.capture(entry) : await hub.release(entry)
  // An attempt may end before anything was held for it.
  const isNothingHeld = reply.kind === "refused" && reply.reason === "unknown-hold" && state !== "completed"
  if (reply.kind === "refused" && !isNothingHeld) {
    // Retrying cannot help: the ledger has another story than the print, and people must look.
    logError("hold not settled", { attemptId: id, state, reason: reply.reason })
  }
  await markSettled(databaseOf(env), id)
}

async function announce(env: Env, row: AttemptRow, nowMs: number): Promise<void> {
  const news = await tell(env, row, nowMs)
  const db = databaseOf(env)
  switch (news?.kind) {
    case "sent":
      return markAnnounced(db, row.id)
    case "given-up":
      return markAnnounced(db, row.id, news.code)
    case "later":
      return postponeMail(db, row.id, { retryAt: news.retryAt, mailError: news.code })
  }
}

/** Null where there is nothing to tell yet. */
async function tell(env: Env, row: AttemptRow, nowMs: number): Promise<News | null> {
  switch (row.state) {
    case "completed":
      return announceCompleted(env, row, nowMs)
    case "failed":
      return announceFailed(env, row, row.failureMessage ?? "", nowMs)
    case "cancelled":
      await publishPrintUpdate(env, row, "Cancelled", "The print was cancelled")
      return { kind: "sent" }
    default:
      return null
  }
}

async function announceCompleted(env: Env, row: AttemptRow, nowMs: number): Promise<News> {
  const { id, userId } = row
  const printId = row.printId
  await hubOf(env, userId).publish({
    userId,
    key: `attempt:${id}:completed`,
    event: { kind: "print", data: { message: await readyText(env, id), attachmentId: printId } },
  })
  return mail(env, row, nowMs, async (recipient) => {
    const film = await filmOf(readerOf(databaseOf(env)), id)
    await sendPrintCompletedMail(env, { ...recipient, printId, ...film })
  })
}

async function announceFailed(env: Env, row: AttemptRow, message: string, nowMs: number): Promise<News> {
  await publishPrintUpdate(env, row, "Error", message)
  return mail(env, row, nowMs, (recipient) =>
    sendPrintFailedMail(env, { ...recipient, printId: row.printId, message }),
  )
}

/** One event for each status an attempt comes to. */
export async function publishPrintUpdate(
  env: Env,
  row: Pick<AttemptRow, "id" | "userId" | "printId">,
  status: "Processing" | "Cancelled" | "Error",
  message: string,
): Promise<void> {
  await hubOf(env, row.userId).publish({
    userId: row.userId,
    key: `attempt:${row.id}:${status}`,
    event: { kind: "print-update", data: { printId: row.printId, status, message } },
  })
}

async function mail(
  env: Env,
  row: AttemptRow,
  nowMs: number,
  send: (recipient: Recipient) => Promise<void>,
): Promise<News> {
  const user = await findUserById(databaseOf(env), row.userId)
  const recipient = user && recipientOf(user)
  if (!recipient) return { kind: "sent" }
  return sendNews(
    () => send(recipient),
    { attemptId: row.id, userId: user.id },
    { sinceMs: row.updatedAt, nowMs },
  )
}

function noticeOf(row: Pick<AttemptRow, "printId" | "userId">, message: string): NewNotification {
  const nowMs = Date.now()
  return {
    id: makeId(nowMs),
    userId: row.userId,
    type: "print",
    message,
    attachmentId: row.printId,
    createdAtMs: nowMs,
  }
}

async function readyText(env: Env, attemptId: Id): Promise<string> {
  const { sheets, lengthIn } = await filmOf(readerOf(databaseOf(env)), attemptId)
  return `Your print is ready: ${sheets === 1 ? "1 sheet" : `${sheets} sheets`}, ${inchesText(lengthIn)} in of film.`
}
