import type { Balance, LedgerEntry, LedgerReply } from "../contract/credits/hub.ts"

const MAX_ENTRY_ID_CHARS = 200
/** The most credits per entry: far above any package, and millions of such entries add up exactly. */
const MAX_ENTRY_CREDITS = 1_000_000_000

/** A request to open an entry under its id. `note` is a label: a retry may change it, the first stays. */
type OpeningRequest = { kind: "grant" | "hold"; id: string; credits: number; note: string }
/** A request to end the hold opened under this id. */
export type EndingRequest = { kind: "capture" | "release"; id: string }
/**
 * A request for a grant or refund that leaves this many credits available and none owed. With
 * `expected`, the difference to that number applies, and only while the balance is still that number.
 */
type SettingRequest = {
  kind: "set"
  id: string
  available: number
  expected?: number
  note: string
}
export type LedgerRequest = OpeningRequest | EndingRequest | SettingRequest

/** A decision's input: the balance now, and the entries under the request's id. */
export type LedgerState = {
  balance: Balance
  opened: Pick<LedgerEntry, "kind" | "credits" | "note" | "availableAfter"> | null
  ended: EndingRequest["kind"] | null
}

/** A row to append: the entry and the balance after it (`balance.seq` is the row's number). */
export type LedgerRow = Pick<LedgerEntry, "id" | "kind" | "credits" | "note"> & { balance: Balance }

/** A decision; `row` is null if nothing is to be written: a refusal or a repeat. */
type Decision = { reply: LedgerReply; row: LedgerRow | null }

export const emptyBalance: Balance = { available: 0, used: 0, held: 0, owed: 0, seq: 0 }

/** Decides every ledger request. A repeat gets the first call's answer with today's balance. */
export function decide(request: LedgerRequest, state: LedgerState): Decision {
  switch (request.kind) {
    case "grant":
    case "hold":
      return decideOpening(request, state)
    case "capture":
    case "release":
      return decideEnding(request, state)
    case "set":
      return decideSetting(request, state)
  }
}

function decideOpening(request: OpeningRequest, state: LedgerState): Decision {
  const { balance, opened } = state
  if (!isAmount(request.credits)) return refused("bad-amount", balance)
  if (opened) {
    const isSame = opened.kind === request.kind && opened.credits === request.credits
    return isSame ? repeated(balance) : refused("id-reused", balance)
  }
  // A debtor has nothing available, so debtors are refused here too.
  if (request.kind === "hold" && balance.available < request.credits) return refused("too-few", balance)
  const gain = request.kind === "grant" ? request.credits : -request.credits
  const after = move(balance, gain)
  if (request.kind === "hold") after.held += request.credits
  return written({ id: request.id, kind: request.kind, credits: request.credits, note: request.note }, after)
}

function decideEnding(request: EndingRequest, state: LedgerState): Decision {
  const { balance, opened, ended } = state
  if (opened?.kind !== "hold") return refused("unknown-hold", balance)
  if (ended) return ended === request.kind ? repeated(balance) : refused("hold-ended", balance)
  const after = move(balance, request.kind === "release" ? opened.credits : 0)
  after.held -= opened.credits
  if (request.kind === "capture") after.used += opened.credits
  return written({ id: request.id, kind: request.kind, credits: opened.credits, note: opened.note }, after)
}

/**
 * Decides a request that sets the balance. A repeat is recognised by the target it reached or the
 * difference it asked for. This comes before the check of `expected`, because its first call has
 * changed the balance. A target that is reached already needs no entry.
 */
function decideSetting(request: SettingRequest, state: LedgerState): Decision {
  const { id, available, expected, note } = request
  const { balance, opened } = state
  if (!isAmount(available)) return refused("bad-amount", balance)
  if (opened !== null) {
    const isSame =
      expected === undefined
        ? opened.kind !== "hold" && opened.availableAfter === available
        : opened.kind === (available > expected ? "grant" : "refund") &&
          opened.credits === Math.abs(available - expected)
    return isSame ? repeated(balance) : refused("id-reused", balance)
  }
  if (expected !== undefined && expected !== balance.available) return refused("moved", balance)
  const gain = expected === undefined ? available - balance.available + balance.owed : available - expected
  if (gain === 0) return { reply: { kind: "done", repeated: false, balance }, row: null }
  const kind = gain > 0 ? "grant" : "refund"
  return written({ id, kind, credits: Math.abs(gain), note }, move(balance, gain))
}

/** Returns the id; throws if the ledger cannot take it. */
export function checkedId(id: string): string {
  if (id.length === 0 || id.length > MAX_ENTRY_ID_CHARS)
    throw new RangeError(`an entry's id has 1 to ${MAX_ENTRY_ID_CHARS} characters, this one ${id.length}`)
  return id
}

/** Returns whether this is a whole, positive number of credits up to MAX_ENTRY_CREDITS. */
export function isAmount(credits: number): boolean {
  return Number.isInteger(credits) && credits > 0 && credits <= MAX_ENTRY_CREDITS
}

/**
 * Adds a gain or loss to a balance. Available and owed are two sides of one sum: income (a grant, a
 * released hold) pays the debt first; a loss beyond zero becomes debt.
 */
export function move(balance: Balance, gain: number): Balance {
  const net = balance.available - balance.owed + gain
  return { ...balance, available: Math.max(0, net), owed: Math.max(0, -net), seq: balance.seq + 1 }
}

function written(entry: Omit<LedgerRow, "balance">, balance: Balance): Decision {
  return { reply: { kind: "done", repeated: false, balance }, row: { ...entry, balance } }
}

function repeated(balance: Balance): Decision {
  return { reply: { kind: "done", repeated: true, balance }, row: null }
}

/** Returns an answer that writes nothing. */
export function refused(
  reason: Extract<LedgerReply, { kind: "refused" }>["reason"],
  balance: Balance,
): Decision {
  return { reply: { kind: "refused", reason, balance }, row: null }
}
