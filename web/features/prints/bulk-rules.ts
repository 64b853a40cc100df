import type { BulkOutcome, PrintSummary } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { printActions } from "./print-rules.ts"

type BulkPrint = Pick<PrintSummary, "_id" | "name" | "status" | "copies" | "missing">
type Skipped<P> = { print: P; reason: string }

/** The result of processing several prints, known before a credit is spent. */
export type BulkPlan<P> = {
  /** In the order in which they are started. */
  runs: P[]
  skipped: Skipped<P>[]
  credits: number
  /** The credits beyond the balance that all processable prints together would need. */
  short: number
}

/** Draws on the balance print by print, as the server does it: an expensive one stops no cheap one. */
export function planBulk<P extends BulkPrint>(prints: readonly P[], balance: number): BulkPlan<P> {
  const skipped: Skipped<P>[] = []
  const runs: P[] = []
  let credits = 0
  let wanted = 0
  for (const print of prints) {
    const reason = reasonAgainst(print)
    if (reason !== null) {
      skipped.push({ print, reason })
      continue
    }
    wanted += print.copies
    if (credits + print.copies <= balance) {
      credits += print.copies
      runs.push(print)
    } else {
      const left = plural(Math.max(0, balance - credits), "credit")
      skipped.push({
        print,
        reason: `It needs ${plural(print.copies, "credit")}, but only ${left} would be left.`,
      })
    }
  }
  return { runs, skipped, credits, short: Math.max(0, wanted - balance) }
}

function reasonAgainst({ status, copies, missing }: BulkPrint): string | null {
  const { kind } = printActions(status).process
  if (kind === "cancel") return "It is being processed."
  if (kind === "done") return texts.alreadyProcessed
  if (missing === "image") return texts.imageMissing
  if (missing === "size") return texts.sizeMissing
  return copies === 0 ? "It has no items." : null
}

/** Returns `3 prints cancelled`; for the others, how many and the first one's reason. */
export function outcomeWords(outcomes: readonly BulkOutcome[], done: string): { good: string; bad: string } {
  const refused = outcomes.flatMap((outcome) => ("message" in outcome ? [outcome.message] : []))
  const count = outcomes.length - refused.length
  const [reason] = refused
  const others = refused.length === 1 ? "1 print was not" : `${formatCount(refused.length)} prints were not`
  return {
    good: count === 0 ? "" : `${plural(count, "print")} ${done}`,
    bad: reason === undefined ? "" : `${others}: ${reason}`,
  }
}
