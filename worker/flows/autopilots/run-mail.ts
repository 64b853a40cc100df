import { type LengthUnit, lengthText } from "../../../contract/length.ts"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import { moneyText } from "../../../contract/money.ts"
import type { SkipReason } from "../../../contract/orders/order-batch.ts"
import type { CostCents } from "../../../contract/prints/cost.ts"
import { storesOf } from "../../data/autopilots/autopilot-rows.ts"
import { reportOf, type StartedRun } from "../../data/autopilots/autopilot-run-rows.ts"
import type { Film } from "../../data/prints/sheet-rows.ts"
import type { RunMail } from "../../services/mail/autopilot-mail.ts"
import { contentsWords, leftWords, madeWords, titleOf } from "./autopilot-words.ts"

/** Returns the mail of a run that did not start a print: nothing more comes of it by itself. */
export function endedMail(ended: StartedRun, unit: LengthUnit): RunMail {
  const { run } = ended
  const report = reportOf(run)
  const { lengthIn, copies, notes } = report
  const film = lengthIn === null ? [] : [`Film: ${lengthText(lengthIn, unit)}.`]
  const price = run.printId === null ? [] : [`Processing it takes ${creditsText(copies)}.`]
  const facts = [...film, ...price].join(" ")
  const paragraphs = [...(facts === "" ? [] : [facts]), ...notes]
  return mailOf(ended, { made: madeWords(run, report), paragraphs, picture: null })
}

/** The outcome of a run's print. */
export type Printed = { film: Film; credits: number; cost: CostCents | null; picture: RunMail["picture"] }

/** Returns the mail of a run whose print is done. */
export function printedMail(
  started: StartedRun,
  unit: LengthUnit,
  { film, credits, cost, picture }: Printed,
): RunMail {
  const report = reportOf(started.run)
  const sheets = film.sheets === 1 ? "1 sheet" : `${film.sheets} sheets`
  const money = cost === null ? "" : `, ${moneyText(cost.total / 100, cost.currency)} by your prices`
  const paragraphs = [
    `Film: ${lengthText(film.lengthIn, unit)}, ${sheets}. Cost: ${creditsText(credits)}${money}.`,
    ...report.notes,
    `Download within ${RETENTION_DAYS} days; after that the files are removed and the print can be processed again.`,
  ]
  return mailOf(started, {
    made: `${contentsWords(report)} ${report.copies === 1 ? "is" : "are"} ready.`,
    paragraphs,
    picture,
  })
}

/** Returns the mail of a run whose print failed; `message` names the item and the remedy. */
export function unprintedMail(started: StartedRun, message: string): RunMail {
  const report = reportOf(started.run)
  const made = `The print of ${contentsWords(report)} could not be completed.`
  const paragraphs = [
    message,
    "No credits were taken. The print is a draft again, with all its items.",
    ...report.notes,
  ]
  return mailOf(started, { made, paragraphs, picture: null })
}

function mailOf(
  { run, autopilot, shop }: StartedRun,
  words: Pick<RunMail, "made" | "paragraphs" | "picture">,
): RunMail {
  const report = reportOf(run)
  const ownPath = `/integrations/${shop.id}/autopilot`
  const orders = storesOf(autopilot)?.length === 1 ? `/orders?integrationId=${shop.id}&` : "/orders?"
  const remedies: Partial<Record<SkipReason, RunMail["settle"][number]>> = {
    unmatched: { label: "Choose artwork and sizes", path: `${orders}unmatched=true` },
    doubtful: { label: "Check the texts", path: `${orders}doubtful=true` },
    "no-place": { label: "Check the texts", path: `${orders}doubtful=true` },
    unapproved: { label: "See whose approval is missing", path: `${orders}step=to-do` },
    "no-date": {
      label: "Set a rule for orders without a ship-by date",
      path: `${ownPath}?editAutopilot=true`,
    },
  }
  const left = new Map(
    Object.entries(remedies).flatMap(([reason, remedy]) =>
      report.left[reason as SkipReason] ? [[remedy.path, remedy]] : [],
    ),
  )
  return {
    ...words,
    title: titleOf(autopilot, shop),
    paragraphs: [...words.paragraphs, ...leftWords(report)],
    settle: [...left.values()],
    ownPath,
    printId: run.printId,
  }
}

function creditsText(count: number): string {
  return count === 1 ? "1 credit" : `${count} credits`
}
