import { type Id, makeId } from "../../../contract/id.ts"
import { type LengthUnit, lengthText } from "../../../contract/length.ts"
import type { NewNotification } from "../../data/accounts/notification-rows.ts"
import { findUserById, type User } from "../../data/accounts/user-rows.ts"
import { findRunOfPrint, type StartedRun } from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { type AttemptRow, markClosed, postponeMail } from "../../data/prints/attempt-rows.ts"
import { type Film, filmOf, findSheetPicture } from "../../data/prints/sheet-rows.ts"
import { readerOf } from "../../data/reader.ts"
import { type Env, settingsOf } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { makePictureToken } from "../../secrets/picture-link.ts"
import { sendAutopilotMail } from "../../services/mail/autopilot-mail.ts"
import {
  type Recipient,
  recipientOf,
  sendPrintCompletedMail,
  sendPrintFailedMail,
} from "../../services/mail/email.ts"
import { type Printed, printedMail, unprintedMail } from "../autopilots/run-mail.ts"
import { type News, sendNews } from "../operations/send-news.ts"

/** What is known of an end already: its film, and whoever it is for. */
export type KnownEnd = { film: Film; owner: User }

/**
 * Tells the seller by event and mail how an attempt ended, then notes that or the mail's retry, and that
 * its hold is settled: the caller has done that.
 */
export async function announceAttempt(
  env: Env,
  row: AttemptRow,
  nowMs: number,
  known?: KnownEnd,
): Promise<void> {
  const news = await tell(env, row, nowMs, known)
  const db = databaseOf(env)
  switch (news?.kind) {
    case "sent":
      return markClosed(db, row.id)
    case "given-up":
      return markClosed(db, row.id, news.code)
    case "later":
      return postponeMail(db, row.id, { retryAt: news.retryAt, mailError: news.code })
  }
}

/** Tells the seller; null when the attempt has not ended, so there is nothing to tell. */
async function tell(env: Env, row: AttemptRow, nowMs: number, known?: KnownEnd): Promise<News | null> {
  switch (row.state) {
    case "completed":
      return announceCompleted(env, row, nowMs, known ?? (await endOf(env, row)))
    case "failed":
      return announceFailed(env, row, row.failureMessage ?? "", nowMs)
    case "cancelled":
      await publishPrintUpdate(env, row, "Cancelled", "The print was cancelled")
      return { kind: "sent" }
    default:
      return null
  }
}

/** Reads the film of an attempt that has ended before, and whoever it is for; null if they are gone. */
async function endOf(env: Env, { id, userId }: AttemptRow): Promise<KnownEnd | null> {
  const db = databaseOf(env)
  const [film, owner] = await Promise.all([filmOf(readerOf(db), id), findUserById(db, userId)])
  return owner && { film, owner }
}

async function announceCompleted(
  env: Env,
  row: AttemptRow,
  nowMs: number,
  known: KnownEnd | null,
): Promise<News> {
  if (!known) return { kind: "sent" }
  const { film, owner } = known
  const { lengthUnit } = owner
  const { id, userId, printId } = row
  await hubOf(env, userId).publish({
    userId,
    key: `attempt:${id}:completed`,
    event: { kind: "print", data: { message: readyText(film, lengthUnit), attachmentId: printId } },
  })
  if (row.isTest) return { kind: "sent" }
  const started = await startedRun(env, row)
  if (!started)
    return mailTo(owner, row, nowMs, (recipient) =>
      sendPrintCompletedMail(env, { ...recipient, printId, ...film, lengthUnit }),
    )
  const { credits, cost } = row
  const letter = printedMail(started, lengthUnit, {
    film,
    credits,
    cost,
    picture: await mailedPicture(env, id),
  })
  return mailTo(owner, row, nowMs, (recipient) => sendAutopilotMail(env, { ...recipient, ...letter }))
}

/** Returns the attempt's picture under an address that opens nothing else. */
async function mailedPicture(env: Env, attemptId: Id): Promise<Printed["picture"]> {
  const picture = await findSheetPicture(databaseOf(env), attemptId)
  if (!picture) return null
  const token = await makePictureToken(settingsOf(env).SESSION_KEY, attemptId)
  return { ...picture, path: `files/previews/${token}` }
}

async function announceFailed(env: Env, row: AttemptRow, message: string, nowMs: number): Promise<News> {
  await publishPrintUpdate(env, row, "Error", message)
  if (row.isTest) return { kind: "sent" }
  const started = await startedRun(env, row)
  const owner = await findUserById(databaseOf(env), row.userId)
  return mailTo(owner, row, nowMs, (recipient) =>
    started
      ? sendAutopilotMail(env, { ...recipient, ...unprintedMail(started, message) })
      : sendPrintFailedMail(env, { ...recipient, printId: row.printId, message }),
  )
}

/** Returns the autopilot's run that started the attempt: the mail about its end is that of the run. */
async function startedRun(env: Env, row: AttemptRow): Promise<StartedRun | null> {
  return row.number === 1 ? findRunOfPrint(databaseOf(env), row) : null
}

/** Sends one event per status of an attempt; a repeated call sends nothing new. */
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

async function mailTo(
  user: User | null,
  row: AttemptRow,
  nowMs: number,
  send: (recipient: Recipient) => Promise<void>,
): Promise<News> {
  const recipient = user && recipientOf(user)
  if (!recipient) return { kind: "sent" }
  return sendNews(
    () => send(recipient),
    { attemptId: row.id, userId: user.id },
    { sinceMs: row.updatedAt, nowMs },
  )
}

/** Returns the notification of an attempt's end, for the batch that ends it. */
export function endNotice(row: Pick<AttemptRow, "printId" | "userId">, message: string): NewNotification {
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

/** Returns the notification's text for a print that is ready. */
export function readyText({ sheets, lengthIn }: Film, unit: LengthUnit): string {
  return `Your print is ready: ${sheets === 1 ? "1 sheet" : `${sheets} sheets`}, ${lengthText(lengthIn, unit)} of film.`
}
