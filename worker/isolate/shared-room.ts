/** One caller's share of a scarce amount in an isolate. */
export type Claim = {
  readonly owner: string
  readonly amount: number
  /** `granted`: the claim is held, but its caller does not know yet. */
  state: "waiting" | "granted" | "held" | "ended"
  /** The time when its caller last asked. */
  seenMs: number
}

export type RoomLimits = {
  /** The amount that all callers may hold together. */
  total: number
  /** The amount that one owner's claims may hold; the rest is for others, however many claims wait. */
  ofOwner: number
  /** The number of claims that are held or waiting. */
  claims: number
  claimsOfOwner: number
  /** The time without a sign of its caller after which a claim's request was ended from outside. */
  lostAfterMs: number
  /** The same for waiting claims, whose callers ask often. */
  waiterLostAfterMs: number
}

export type SharedRoom = {
  /** Takes the room or joins the line; names the reason if the line is full. */
  claim(owner: string, amount: number, nowMs: number): Claim | "crowded" | "crowded-by-owner"
  /** Returns true if the claim is held. Asking keeps it alive; a lost claim rejoins the line. */
  isHeld(claim: Claim, nowMs: number): boolean
  /** Returns the number of claims waiting before this one. */
  ahead(claim: Claim): number
  /** Returns true if anybody waits for what the holders have. */
  isWanted(nowMs: number): boolean
  /** Ends a held or waiting claim; a second call does nothing. */
  release(claim: Claim): void
  held(): number
}

/**
 * Shares a bounded amount among callers of one isolate, first come, first served. Nobody overtakes, so
 * small claims cannot starve a large one; owners at their limit are skipped. The room never waits
 * itself: a promise that another request settles is lost when that request ends, so waiters poll.
 */
export function createSharedRoom(limits: RoomLimits): SharedRoom {
  const line: Claim[] = []
  const holders = new Set<Claim>()
  let held = 0
  let checkedMs = 0

  function join(claim: Claim): void {
    claim.state = "waiting"
    line.push(claim)
    serve()
  }

  function serve(): void {
    for (let i = 0; i < line.length; ) {
      const next = line[i]
      const isShared = limits.ofOwner < limits.total
      if (isShared && heldBy(next.owner) + next.amount > limits.ofOwner) {
        i += 1
        continue
      }
      if (held + next.amount > limits.total) return
      line.splice(i, 1)
      next.state = "granted"
      holders.add(next)
      held += next.amount
    }
  }

  function heldBy(owner: string): number {
    let sum = 0
    for (const claim of holders) if (claim.owner === owner) sum += claim.amount
    return sum
  }

  function release(claim: Claim): void {
    if (holders.delete(claim)) held -= claim.amount
    else if (claim.state === "waiting") line.splice(line.indexOf(claim), 1)
    claim.state = "ended"
    serve()
  }

  function dropLost(nowMs: number): void {
    if (nowMs - checkedMs < limits.waiterLostAfterMs / 4) return
    checkedMs = nowMs
    for (const claim of [...holders, ...line]) {
      const patienceMs = claim.state === "held" ? limits.lostAfterMs : limits.waiterLostAfterMs
      if (nowMs - claim.seenMs > patienceMs) release(claim)
    }
  }

  return {
    claim(owner, amount, nowMs) {
      dropLost(nowMs)
      if (holders.size + line.length >= limits.claims) return "crowded"
      const own = [...holders, ...line].filter((claim) => claim.owner === owner)
      if (own.length >= limits.claimsOfOwner) return "crowded-by-owner"
      const claim: Claim = { owner, amount, state: "ended", seenMs: nowMs }
      join(claim)
      return claim
    },
    isHeld(claim, nowMs) {
      claim.seenMs = nowMs
      dropLost(nowMs)
      if (claim.state === "ended") join(claim)
      if (claim.state === "granted") claim.state = "held"
      return claim.state === "held"
    },
    ahead: (claim) => Math.max(0, line.indexOf(claim)),
    isWanted(nowMs) {
      dropLost(nowMs)
      return line.length > 0
    },
    release,
    held: () => held,
  }
}
