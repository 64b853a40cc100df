import { z } from "zod"
import type { LiveEvent, PollReply } from "../live.ts"

/** A balance of credits. `available = grants − refunds − holds − captures ≥ 0`; `owed` blocks spending. */
export type Balance = { available: number; used: number; held: number; owed: number; seq: number }

const ledgerKinds = ["grant", "hold", "capture", "release", "refund"] as const
export const ledgerEntrySchema = z.object({
  seq: z.number().int(),
  /**
   * The cause: `trial`, `paypal:{captureId}`, `bank:{paymentId}`, `refund:{refundId}`,
   * `hold:{attemptId}`, `dispute:{disputeId}`, `admin:{uuid}`; a refund's or dispute's later turns
   * end in `#2`…
   */
  id: z.string(),
  kind: z.enum(ledgerKinds),
  credits: z.number().int(),
  note: z.string(),
  availableAfter: z.number().int(),
  createdAt: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** The credits that a vendor's refund or dispute affects: `held` while open, `taken` for good. */
export type Claim = { id: string; held: number; taken: number; note: string }

/** The ledger's reply: `done` for the first call and every repeat; `refused` wrote nothing. */
export type LedgerReply =
  | { kind: "done"; repeated: boolean; balance: Balance }
  | {
      kind: "refused"
      reason: "too-few" | "id-reused" | "unknown-hold" | "hold-ended" | "bad-amount" | "moved" | "outdated"
      balance: Balance
    }

/** The calls that were counted in a window, and its end. */
export type CallCount = { count: number; windowEndMs: number }

/** The calls of the Worker to a user's Durable Object. Every writing call is safe to repeat. */
export type UserHubApi = {
  balance(): Promise<Balance>
  grant(entry: { userId: string; id: string; credits: number; note: string }): Promise<LedgerReply>
  /** Holds credits; `id` is `hold:{attemptId}`. */
  hold(entry: { userId: string; id: string; credits: number; note: string }): Promise<LedgerReply>
  /** Ends the hold with that id, once: the credits are spent. */
  capture(entry: { userId: string; id: string }): Promise<LedgerReply>
  /** Ends the hold with that id, once: credits are free again. Without such a hold: `unknown-hold`. */
  release(entry: { userId: string; id: string }): Promise<LedgerReply>
  /**
   * Sets all claims (`refund:{refundId}`, `dispute:{disputeId}`) to their current state at once.
   * Spent credits go to `owed`. `seenSeq` is the balance's `seq` before the vendor was asked. If a
   * claim has changed since, refuses as `outdated`: ask the vendor again.
   */
  claim(query: { userId: string; seenSeq: number; claims: Claim[] }): Promise<LedgerReply>
  /**
   * Grants or takes back the difference to this many available credits, and clears the debt. With
   * `expected`, applies the difference to `expected`; as with any grant, a debt is paid first. If
   * `expected` credits are no longer available, it writes nothing and returns `moved`.
   */
  setAvailable(entry: {
    userId: string
    id: string
    available: number
    expected?: number
    note: string
  }): Promise<LedgerReply>
  statement(query: { afterSeq: number; limit: number }): Promise<LedgerEntry[]>
  /** Counts calls of a kind in a window that begins with the first of them; `by` below 0 takes some back. */
  count(calls: { userId: string; key: string; windowMs: number; by: number }): Promise<CallCount>
  /** Stores the event in the bounded log and sends it to all sockets, once for each `key`. */
  publish(event: { userId: string; key: string; event: LiveEvent }): Promise<{ seq: number }>
  /** Sends progress to open sockets without storing it: the next event replaces it. */
  publishPassing(event: { userId: string; event: LiveEvent }): Promise<void>
  poll(query: { userId: string; after: number; waitMs: number }): Promise<PollReply>
  /** Closes the sockets of one session, those of a member of the account, or all with `null`. */
  closeSockets(query: { sessionId: string | null; memberId?: string }): Promise<void>
  /** Empties the event log of a deleted account, and its counts; the ledger stays. */
  forgetEvents(): Promise<void>
}
