/** One caller's share of something that an isolate has little of. */
export type Claim = {
  readonly owner: string
  readonly amount: number
  /** `granted`: held, but its caller does not know yet. */
  state: "waiting" | "granted" | "held" | "ended"
  /** When its caller was last heard of. */
  seenMs: number
}

export type RoomLimits = {
  /** Held at once, over all callers. */
  total: number
  /** Held at once by claims of one owner: the rest is for others, however many this one waits with. */
  ofOwner: number
  /** Claims, held and waiting. */
  claims: number
  claimsOfOwner: number
  /** A claim that nobody has asked about for this long belongs to a request that was ended from outside. */
  lostAfterMs: number
  /** The same for those who wait, and so ask all the time. */
  waiterLostAfterMs: number
}

export type SharedRoom = {
  /** Takes the room at once or joins the line's end; says why not where the line is full. */
  claim(owner: string, amount: number, nowMs: number): Claim | "crowded" | "crowded-by-owner"
  /** Whether the claim is held by now. Asking keeps it alive; one that was given up as lost joins the line anew. */
  isHeld(claim: Claim, nowMs: number): boolean
  /** Claims that come before this one. */
  ahead(claim: Claim): number
  /** Whether anybody waits for what the holders have. */
  isWanted(nowMs: number): boolean
  /** Ends a claim, held or waiting; again it changes nothing. */
  release(claim: Claim): void
  held(): number
}

/**
 * Shares a bounded amount among callers of one isolate, first come, first served: nobody overtakes, so that a large claim
 * is not starved by small ones, but owners who have their share are stepped over. It decides and never waits itself:
 * promises that one request settles for another are dropped with a request that has ended, so whoever waits asks again.
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
