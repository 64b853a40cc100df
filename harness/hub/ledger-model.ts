/**
 * A model of a ledger's answers, written independently and in another way: no rows and no running
 * sums, but the meaning of each id and two pots, of free and of owed credits, poured from one into the
 * other.
 */
export type ModelReply = {
  kind: "done" | "refused"
  repeated?: boolean
  reason?: string
  balance: { available: number; used: number; held: number; owed: number; seq: number }
}

export type ModelClaim = { id: string; held: number; taken: number }
type KnownClaim = { held: number; taken: number; turns: number; heldAs: string }
type Known = { verb: string; credits: number; end: "" | "capture" | "release"; freeAfter: number }

export class LedgerModel {
  free = 0
  owed = 0
  writes = 0
  readonly #known = new Map<string, Known>()
  readonly #claims = new Map<string, KnownClaim>()
  #claimedAt = 0
  /** [id, kind, credits, available afterwards], as a statement lists them. */
  readonly lines: [string, string, number, number][] = []

  grant(id: string, credits: number): ModelReply {
    return this.#open("grant", id, credits, () => this.#pourIn(credits))
  }

  /**
   * Sets refunds and disputes as they are now, unless one was written since `seen`. The model keeps what
   * each holds and has taken; its lines are those that a book-keeper would write to get from the one to
   * the other.
   */
  claim(seen: number, claims: readonly ModelClaim[]): ModelReply {
    if (claims.some(({ held, taken }) => !(isCount(held) || held === 0) || !(isCount(taken) || taken === 0)))
      return this.#refuse("bad-amount")
    if (this.#claimedAt > seen) return this.#refuse("outdated")
    const before = this.writes
    for (const wanted of claims) {
      const known = this.#claims.get(wanted.id) ?? { held: 0, taken: 0, turns: 0, heldAs: "" }
      this.#claims.set(wanted.id, known)
      const turn = () => {
        known.turns += 1
        return known.turns > 1 ? `${wanted.id}#${known.turns}` : wanted.id
      }
      const isLost = known.held > 0 && wanted.held === 0 && wanted.taken - known.taken === known.held
      if (isLost) {
        this.#write(known.heldAs, "capture", known.held)
        Object.assign(known, { held: 0, taken: wanted.taken })
      }
      if (known.held > 0 && known.held !== wanted.held) {
        this.#pourIn(known.held)
        this.#write(known.heldAs, "release", known.held)
        known.held = 0
      }
      const more = wanted.taken - known.taken
      if (more > 0) {
        this.#pourOut(more)
        this.#write(turn(), "refund", more)
      } else if (more < 0) {
        this.#pourIn(-more)
        this.#write(turn(), "grant", -more)
      }
      known.taken = wanted.taken
      if (known.held === wanted.held) continue
      known.held = wanted.held
      known.heldAs = turn()
      this.#pourOut(wanted.held)
      this.#write(known.heldAs, "hold", wanted.held)
    }
    if (this.writes > before) this.#claimedAt = this.writes
    return this.#agree(this.writes === before)
  }

  /** Changes the balance so that exactly that many credits are free and none owed. */
  set(id: string, target: number): ModelReply {
    if (!isCount(target)) return this.#refuse("bad-amount")
    const before = this.#known.get(id)
    if (before) {
      const isSame = before.verb !== "hold" && before.freeAfter === target
      return isSame ? this.#agree(true) : this.#refuse("id-reused")
    }
    const wanted = target + this.owed - this.free
    if (wanted === 0) return this.#agree(false)
    return this.#open(wanted > 0 ? "grant" : "refund", id, Math.abs(wanted), () => {
      this.free = target
      this.owed = 0
    })
  }

  /** Changes the balance by that many credits, if it still is the balance that was seen. */
  setFrom(id: string, target: number, seen: number): ModelReply {
    if (!isCount(target)) return this.#refuse("bad-amount")
    const wanted = target - seen
    const before = this.#known.get(id)
    if (before) {
      const isSame = before.verb === (wanted > 0 ? "grant" : "refund") && before.credits === Math.abs(wanted)
      return isSame ? this.#agree(true) : this.#refuse("id-reused")
    }
    if (this.free !== seen) return this.#refuse("moved")
    if (wanted === 0) return this.#agree(false)
    return wanted > 0
      ? this.grant(id, wanted)
      : this.#open("refund", id, -wanted, () => this.#pourOut(-wanted))
  }

  hold(id: string, credits: number): ModelReply {
    if (isCount(credits) && !this.#known.has(id) && (this.owed > 0 || this.free < credits)) {
      return this.#refuse("too-few")
    }
    return this.#open("hold", id, credits, () => {
      this.free -= credits
    })
  }

  capture(id: string): ModelReply {
    return this.#end(id, "capture")
  }

  release(id: string): ModelReply {
    return this.#end(id, "release")
  }

  balance(): ModelReply["balance"] {
    let held = 0
    let used = 0
    for (const { verb, credits, end } of this.#known.values()) {
      if (verb !== "hold") continue
      if (end === "") held += credits
      if (end === "capture") used += credits
    }
    for (const claim of this.#claims.values()) held += claim.held
    return { available: this.free, used, held, owed: this.owed, seq: this.writes }
  }

  #open(verb: string, id: string, credits: number, pour: () => void): ModelReply {
    if (!isCount(credits)) return this.#refuse("bad-amount")
    const before = this.#known.get(id)
    if (before && (before.verb !== verb || before.credits !== credits)) return this.#refuse("id-reused")
    if (before) return this.#agree(true)
    pour()
    this.#known.set(id, { verb, credits, end: "", freeAfter: this.free })
    return this.#write(id, verb, credits)
  }

  #end(id: string, end: "capture" | "release"): ModelReply {
    const hold = this.#known.get(id)
    if (hold?.verb !== "hold") return this.#refuse("unknown-hold")
    if (hold.end === end) return this.#agree(true)
    if (hold.end !== "") return this.#refuse("hold-ended")
    hold.end = end
    if (end === "release") this.#pourIn(hold.credits)
    return this.#write(id, end, hold.credits)
  }

  #pourOut(credits: number): void {
    const taken = Math.min(this.free, credits)
    this.free -= taken
    this.owed += credits - taken
  }

  #pourIn(credits: number): void {
    const paid = Math.min(this.owed, credits)
    this.owed -= paid
    this.free += credits - paid
  }

  #write(id: string, kind: string, credits: number): ModelReply {
    this.writes += 1
    this.lines.push([id, kind, credits, this.free])
    return this.#agree(false)
  }

  #agree(repeated: boolean): ModelReply {
    return { kind: "done", repeated, balance: this.balance() }
  }

  #refuse(reason: string): ModelReply {
    return { kind: "refused", reason, balance: this.balance() }
  }
}

function isCount(credits: number): boolean {
  return Number.isInteger(credits) && credits >= 1 && credits <= 1e9
}
