import { makeId } from "../../../contract/id.ts"
import type { NewNotification } from "../../data/accounts/notification-rows.ts"
import { findUserById } from "../../data/accounts/user-rows.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import {
  type AutopilotRunRow,
  markRunAnnounced,
  postponeRunMail,
  type RunReport,
  reportOf,
} from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { IntegrationRow } from "../../data/integrations/integration-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { sendAutopilotMail } from "../../services/mail/autopilot-mail.ts"
import { recipientOf } from "../../services/mail/email.ts"
import { type News, sendNews } from "../operations/send-news.ts"
import { leftWords, madeWords, runWords } from "./autopilot-words.ts"

type Told = { run: AutopilotRunRow; autopilot: Pick<AutopilotRow, "id">; shop: IntegrationRow }

/** Returns the notification of a run's end, for the batch that ends it. */
export function runNotice(
  run: Pick<AutopilotRunRow, "id" | "userId" | "state" | "printId" | "credits">,
  report: RunReport,
  { shop, nowMs }: { shop: Pick<IntegrationRow, "name">; nowMs: number },
): NewNotification {
  return {
    id: makeId(nowMs),
    userId: run.userId,
    causeKey: `autopilot:${run.id}`,
    type: "print",
    message: runWords(run, report, shop.name),
    attachmentId: run.printId,
    createdAtMs: nowMs,
  }
}

/** Tells the seller by event and mail how a run ended, then notes that or the mail's retry. */
export async function announceRun(env: Env, ended: Told): Promise<void> {
  const { run, autopilot, shop } = ended
  const { userId, printId } = run
  const message = runWords(run, reportOf(run), shop.name)
  const data = { autopilotId: autopilot.id, integrationId: shop.id, printId, message }
  await hubOf(env, userId).publish({
    userId,
    key: `autopilot:${run.id}`,
    event: { kind: "autopilot", data },
  })
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

async function mail(env: Env, { run, shop }: Told): Promise<News> {
  const user = await findUserById(databaseOf(env), run.userId)
  const recipient = user && recipientOf(user)
  if (!recipient) return { kind: "sent" }
  const report = reportOf(run)
  const words = { made: madeWords(run, report), notes: report.notes, left: leftWords(report) }
  const nowMs = Date.now()
  return sendNews(
    () =>
      sendAutopilotMail(env, {
        ...recipient,
        ...words,
        shop: { id: shop.id, name: shop.name },
        printId: run.printId,
      }),
    { autopilotRunId: run.id, userId: run.userId },
    { sinceMs: run.endedAt ?? nowMs, nowMs },
  )
}
