import type { LedgerEntry } from "../../../contract/hub.ts"

/** What an entry did, in few words; a dispute's says more than its kind. */
export function entryWord({ id, kind }: Pick<LedgerEntry, "id" | "kind">): string {
  if (id.startsWith("dispute:")) return disputeWord(kind)
  if (id.startsWith("refund:") && kind === "grant") return "Refund undone: credits given back"
  switch (kind) {
    case "grant":
      return "Added"
    case "hold":
      return "Reserved"
    case "capture":
      return "Spent"
    case "release":
      return "Returned"
    case "refund":
      return "Taken back"
  }
}

/** An ending says which way it went: released is the payer's, captured is what the money went back for. */
function disputeWord(kind: LedgerEntry["kind"]): string {
  switch (kind) {
    case "hold":
      return "Held: PayPal dispute"
    case "release":
    case "grant":
      return "Dispute over: credits given back"
    case "capture":
    case "refund":
      return "Dispute over: credits taken back"
  }
}

/** What an entry moved the available credits by. Ending a hold for good moves nothing: the credits were set aside before. */
export function entryChange({ kind, credits }: Pick<LedgerEntry, "kind" | "credits">): number {
  switch (kind) {
    case "grant":
    case "release":
      return credits
    case "hold":
    case "refund":
      return -credits
    case "capture":
      return 0
  }
}
