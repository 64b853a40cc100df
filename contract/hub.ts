import { z } from "zod"
import type { LiveEvent, PollReply } from "./live.ts"

/** Integers, in credits. `available = grants − refunds − holds − captures`, never below 0; `owed` blocks spending. */
export type Balance = { available: number; used: number; held: number; owed: number; seq: number }

const ledgerKinds = ["grant", "hold", "capture", "release", "refund"] as const
export const ledgerEntrySchema = z.object({
  seq: z.number().int(),
  /**
   * The causing action: `trial`, `paypal:{captureId}`, `bank:{paymentId}`, `refund:{refundId}`, `dispute:{disputeId}`,
   * `hold:{attemptId}`, `admin:{uuid}`; a later turn of the same refund or dispute ends in `#2`, `#3` …
   */
  id: z.string(),
  kind: z.enum(ledgerKinds),
  credits: z.number().int(),
  note: z.string(),
  availableAfter: z.number().int(),
  createdAt: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** What a vendor's word on one refund or dispute leaves of credits: `held` while it is open, `taken` for good. */
export type Claim = { id: string; held: number; taken: number; note: string }

/** `done` covers the first call and every repeat of it; `refused` wrote nothing. */
export type LedgerReply =
  | { kind: "done"; repeated: boolean; balance: Balance }
  | {
      kind: "refused"
      reason: "too-few" | "id-reused" | "unknown-hold" | "hold-ended" | "bad-amount" | "moved" | "outdated"
      balance: Balance
    }

/** What the Worker calls on a user's Durable Object; every call that writes is harmless when repeated. */
export type UserHubApi = {
  balance(): Promise<Balance>
  grant(entry: { userId: string; id: string; credits: number; note: string }): Promise<LedgerReply>
  /** `id` is `hold:{attemptId}`. */
  hold(entry: { userId: string; id: string; credits: number; note: string }): Promise<LedgerReply>
  /** Ends the hold of that id, once: the credits are spent. */
  capture(entry: { userId: string; id: string }): Promise<LedgerReply>
  /** Ends the hold of that id, once: the credits are free again. A hold that never was is refused as `unknown-hold`. */
  release(entry: { userId: string; id: string }): Promise<LedgerReply>
  /**
   * Brings every claim (`refund:{refundId}`, `dispute:{disputeId}`) to where it stands now, all of them in one step; what
   * is spent already goes to `owed`. `seenSeq` is the balance's `seq` from before the vendor was asked: where any claim has
   * changed since, this one is refused as `outdated`, and the vendor is to be asked again.
   */
  claim(query: { userId: string; seenSeq: number; claims: Claim[] }): Promise<LedgerReply>
  /**
   * Grants or takes back the difference to this many available credits; the entry keeps none owed. With `expected` it is
   * the difference to that which is granted or taken back, a debt paid first as by any grant; `moved`, and nothing
   * written, where that many are not available any more.
   */
  setAvailable(entry: {
    userId: string
    id: string
    available: number
    expected?: number
    note: string
  }): Promise<LedgerReply>
  statement(query: { afterSeq: number; limit: number }): Promise<LedgerEntry[]>
  /** Stores the event in the bounded log and sends it to every socket. The same `key` again changes nothing. */
  publish(event: { userId: string; key: string; event: LiveEvent }): Promise<{ seq: number }>
  /** Progress is sent to open sockets but not stored: the next one replaces it. */
  publishPassing(event: { userId: string; event: LiveEvent }): Promise<void>
  poll(query: { userId: string; after: number; waitMs: number }): Promise<PollReply>
  /** Closes the sockets of one session, or of all with `null`. */
  closeSockets(query: { sessionId: string | null }): Promise<void>
  /** Empties the event log, for an account that was deleted; the ledger stays. */
  forgetEvents(): Promise<void>
}
