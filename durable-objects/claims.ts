import type { Balance, Claim, LedgerEntry, LedgerReply } from "../contract/credits/hub.ts"
import { isAmount, type LedgerRow, move, refused } from "./ledger.ts"

/** A limit far above the refunds and disputes that one payment can have. */
export const MAX_CLAIMS = 200

/** An entry written about a claim; lists are sorted oldest first. */
export type ClaimEntry = Pick<LedgerEntry, "id" | "kind" | "credits">

/** A decision's input: balance, each claim's entries, and whether any is newer than seen. */
type ClaimState = {
  balance: Balance
  isOutdated: boolean
  entriesOf(id: string): readonly ClaimEntry[]
}

type Standing = { openings: number; hold: { id: string; credits: number } | null; taken: number }

/** Returns whether a claim may have this id: its kind and cause, without the `#` that numbers its turns. */
export function isClaimId(id: string): boolean {
  return /^(refund|dispute):[^#]+$/.test(id)
}

/**
 * Makes the rows that bring every claim to the vendor's state; none if the claim is in that state
 * already, so a repeat changes nothing. An open dispute is a hold that may go into debt. It ends
 * once: captured if all of it is lost (which spends nothing), else released. A later change opens
 * another turn, `{id}#2`.
 */
export function decideClaims(
  claims: readonly Claim[],
  state: ClaimState,
): { reply: LedgerReply; rows: LedgerRow[] } {
  const { balance } = state
  const isCount = (credits: number) => credits === 0 || isAmount(credits)
  if (!claims.every(({ held, taken }) => isCount(held) && isCount(taken)))
    return { reply: refused("bad-amount", balance).reply, rows: [] }
  if (state.isOutdated) return { reply: refused("outdated", balance).reply, rows: [] }
  const rows: LedgerRow[] = []
  for (const claim of claims) {
    rows.push(...claimRows(claim, standingOf(state.entriesOf(claim.id)), rows.at(-1)?.balance ?? balance))
  }
  return {
    reply: { kind: "done", repeated: rows.length === 0, balance: rows.at(-1)?.balance ?? balance },
    rows,
  }
}

function standingOf(entries: readonly ClaimEntry[]): Standing {
  const standing: Standing = { openings: 0, hold: null, taken: 0 }
  for (const { id, kind, credits } of entries) {
    if (kind === "capture" || kind === "release") standing.hold = null
    else standing.openings += 1
    if (kind === "hold") standing.hold = { id, credits }
    if (kind === "refund" || kind === "capture") standing.taken += credits
    if (kind === "grant") standing.taken -= credits
  }
  return standing
}

function claimRows({ id, held, taken, note }: Claim, before: Standing, balance: Balance): LedgerRow[] {
  const rows: LedgerRow[] = []
  let now = balance
  let { openings, taken: takenNow } = before
  const append = (
    kind: LedgerEntry["kind"],
    entryId: string,
    credits: number,
    gain: number,
    holding: number,
  ) => {
    now = { ...move(now, gain), held: now.held + holding }
    rows.push({ id: entryId, kind, credits, note, balance: now })
  }
  const open = (kind: "grant" | "refund" | "hold", credits: number, gain: number, holding = 0) => {
    openings += 1
    append(kind, openings === 1 ? id : `${id}#${openings}`, credits, gain, holding)
  }
  const { hold } = before
  const isHoldKept = hold?.credits === held
  if (hold && !isHoldKept) {
    if (held === 0 && taken === takenNow + hold.credits) {
      append("capture", hold.id, hold.credits, 0, -hold.credits)
      takenNow = taken
    } else append("release", hold.id, hold.credits, hold.credits, -hold.credits)
  }
  if (taken > takenNow) open("refund", taken - takenNow, takenNow - taken)
  if (taken < takenNow) open("grant", takenNow - taken, takenNow - taken)
  if (held > 0 && !isHoldKept) open("hold", held, -held, held)
  return rows
}
