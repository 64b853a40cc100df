import type { LedgerEntry } from "../../../contract/credits/hub.ts"

/** Names an entry in few words; a dispute's name is more exact than its kind. */
export function entryWord({ id, kind }: Pick<LedgerEntry, "id" | "kind">): string {
  if (id.startsWith("dispute:")) return disputeWord(kind)
  if (id.startsWith("refund:") && kind === "grant") return "Refund reversed: credits returned"
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
      return "Removed"
  }
}

/** Names the step of a dispute. `capture` takes the credits, because their money went back. */
function disputeWord(kind: LedgerEntry["kind"]): string {
  switch (kind) {
    case "hold":
      return "Held: PayPal dispute"
    case "release":
    case "grant":
      return "Dispute closed: credits returned"
    case "capture":
    case "refund":
      return "Dispute closed: credits removed"
  }
}

/** Returns the change in available credits. Capturing a hold changes nothing: the hold already did. */
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
