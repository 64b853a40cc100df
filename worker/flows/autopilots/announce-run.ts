import { makeId } from "../../../contract/id.ts"
import type { NewNotification } from "../../data/accounts/notification-rows.ts"
import { findUserById } from "../../data/accounts/user-rows.ts"
import {
  type AutopilotRunRow,
  markRunAnnounced,
  postponeRunMail,
  type RunReport,
  reportOf,
  type StartedRun,
} from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { sendAutopilotMail } from "../../services/mail/autopilot-mail.ts"
import { recipientOf } from "../../services/mail/email.ts"
import { tellListeners } from "../events/queue-events.ts"
import { type News, sendNews } from "../operations/send-news.ts"
import { runWords, titleOf } from "./autopilot-words.ts"
import { endedMail } from "./run-mail.ts"

/** Returns the notification of a run's end, for the batch that ends it. */
export function runNotice(
  run: Pick<AutopilotRunRow, "id" | "userId" | "state" | "printId" | "credits">,
  report: RunReport,
  { title, nowMs }: { title: string; nowMs: number },
): NewNotification {
  return {
    id: makeId(nowMs),
    userId: run.userId,
    causeKey: `autopilot:${run.id}`,
    type: "print",
    message: runWords(run, report, title),
    attachmentId: run.printId,
    createdAtMs: nowMs,
  }
}

/** Tells the seller by event and mail how a run ended, then notes that or the mail's retry. */
export async function announceRun(env: Env, ended: StartedRun): Promise<void> {
  const { run, autopilot, shop } = ended
  const { userId, printId } = run
  const message = runWords(run, reportOf(run), titleOf(autopilot, shop))
  const data = { autopilotId: autopilot.id, integrationId: shop.id, printId, message }
  await hubOf(env, userId).publish({
    userId,
    key: `autopilot:${run.id}`,
    event: { kind: "autopilot", data },
  })
  await tellListeners(env, userId)
  const news = await mail(env, ended)
  const db = databaseOf(env)
  switch (news.kind) {
    case "sent":
      return markRunAnnounced(db, run.id, null)
    case "given-up":
      return markRunAnnounced(db, run.id, news.code)
    case "later":
      return postponeRunMail(db, run.id, { retryAt: news.retryAt, mailError: news.code })
  }
}

/** Mails how a run ended. The end of a print that it started is mailed with what waits, so nothing is now. */
async function mail(env: Env, ended: StartedRun): Promise<News> {
  const { run } = ended
  const isMailedWithItsPrint = run.state === "done" && run.credits > 0
  const user = isMailedWithItsPrint ? null : await findUserById(databaseOf(env), run.userId)
  const recipient = user && recipientOf(user)
  if (!recipient) return { kind: "sent" }
  const nowMs = Date.now()
  return sendNews(
    () => sendAutopilotMail(env, { ...recipient, ...endedMail(ended, user.lengthUnit) }),
    { autopilotRunId: run.id, userId: run.userId },
    { sinceMs: run.endedAt ?? nowMs, nowMs },
  )
}
