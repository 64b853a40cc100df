import type { LedgerEntry } from "../../../contract/hub.ts"

/** What an entry did, in one word. */
export function entryWord(kind: LedgerEntry["kind"]): string {
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

/** What an entry moved the available credits by. Spending moves nothing: the credits were reserved before. */
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
