import type { Difference } from "./histories.ts"
import { givenHub, type Hub, type HubName } from "./hub.ts"
import { LedgerModel, type ModelClaim, type ModelReply } from "./ledger-model.ts"

/** The steps of one history: enough to spend all, owe and recover several times. */
const STEPS = 24
/** The few ids and small amounts, so that repeats, collisions and empty balances are common. */
const IDS = 6
const MOST_CREDITS = 20
/** A number after that of every possible entry. */
const LATEST = 1_000_000

type LedgerCall =
  | { verb: "grant" | "hold"; id: string; credits: number }
  | { verb: "claim"; seenSeq: number; claims: ModelClaim[] }
  | { verb: "set"; id: string; available: number; expected?: number }
  | { verb: "capture" | "release"; id: string }

type HistoryStep =
  | { calls: LedgerCall[] }
  | { change: "evict" | "crash" | "recover" }
  | { change: "d1"; value: "fails-before" | "fails-after" }

/**
 * SplitMix on 32 bits (Steele, Lea, Flood, OOPSLA 2014, with a 32-bit mixer): the same everywhere.
 */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Makes a history; the same seed makes the same one. */
function makeHistory(seed: number): HistoryStep[] {
  const random = seeded(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const past: LedgerCall[] = []
  const fresh = (): LedgerCall => {
    const roll = random()
    const credits = random() < 0.06 ? [0, -3, 1.5, 2e9][below(4)] : 1 + below(MOST_CREDITS)
    // Sometimes an id of another kind: a grant must not open where a hold already stands.
    const prefix = random() < 0.04 ? "hold" : "paypal"
    if (roll < 0.25) return { verb: "grant", id: `${prefix}:${below(IDS)}`, credits }
    if (roll < 0.5) return { verb: "hold", id: `hold:${below(IDS)}`, credits }
    if (roll < 0.64) return { verb: "capture", id: `hold:${below(IDS)}` }
    if (roll < 0.78) return { verb: "release", id: `hold:${below(IDS)}` }
    if (roll < 0.81) return { verb: "set", id: `admin:${below(IDS)}`, available: 2 * credits }
    // Zero most often: another balance is seldom guessed right.
    if (roll < 0.84)
      return { verb: "set", id: `admin:${below(IDS)}`, available: credits, expected: below(3) * below(8) }
    return claimOf(credits)
  }
  /** Returns a refund or some disputes, each open, won, lost or lost in part, in time or too late. */
  const claimOf = (credits: number): LedgerCall => {
    const claims = Array.from({ length: 1 + below(2) }, (_, i) => {
      const [held, taken] = [
        [0, credits],
        [credits, 0],
        [0, 0],
        [1 + below(MOST_CREDITS), 1 + below(MOST_CREDITS)],
      ][below(4)]
      return { id: `${random() < 0.4 ? "refund" : "dispute"}:${i}${below(2)}`, held, taken }
    })
    return { verb: "claim", seenSeq: random() < 0.85 ? LATEST : below(STEPS), claims }
  }
  const retried = (call: LedgerCall): LedgerCall => {
    if (random() >= 0.3) return call
    if ("credits" in call) return { ...call, credits: call.credits + 1 }
    return "available" in call ? { ...call, available: call.available + 1 } : call
  }
  const next = (): LedgerCall => {
    const call = past.length > 0 && random() < 0.25 ? retried(past[below(past.length)]) : fresh()
    past.push(call)
    return call
  }
  const steps: HistoryStep[] = [{ calls: [{ verb: "grant", id: "trial", credits: 20 }] }]
  while (steps.length < STEPS) {
    const roll = random()
    if (roll < 0.08) steps.push({ change: "evict" })
    else if (roll < 0.13) steps.push({ change: "crash" })
    else if (roll < 0.19) steps.push({ change: "d1", value: random() < 0.5 ? "fails-before" : "fails-after" })
    else if (roll < 0.22) steps.push({ change: "recover" })
    else if (roll < 0.4) steps.push({ calls: Array.from({ length: 2 + below(5) }, next) })
    else if (roll < 0.46) {
      // Together more than the balance can be: only the first of them may succeed.
      steps.push({
        calls: Array.from({ length: 3 }, (_, i) => ({
          verb: "hold",
          id: `hold:r${steps.length}.${i}`,
          credits: 12,
        })),
      })
    } else steps.push({ calls: [next()] })
  }
  return steps
}

/** Returns the number of calls of these histories. */
export function countCalls(seed: number, count: number): number {
  const steps = Array.from({ length: count }, (_, i) => makeHistory(seed + i)).flat()
  return steps.reduce((sum, step) => sum + ("calls" in step ? step.calls.length : 0), 0)
}

/** Plays one history against the real object and the model; null if every answer agrees. */
async function playHistory(name: HubName, seed: number): Promise<Difference | null> {
  const hub = givenHub(name)
  await hub.join()
  const model = new LedgerModel()
  const history = makeHistory(seed)
  for (const [index, step] of history.entries()) {
    if ("calls" in step) {
      // Sent together, in this order.
      const answers = await Promise.all(step.calls.map((call) => answerOf(hub, call)))
      for (const [position, call] of step.calls.entries()) {
        const difference = compare(apply(model, call), answers[position])
        if (difference) return { seed, step: index, what: JSON.stringify(call), ...difference }
      }
    } else if (step.change === "d1") hub.setD1(step.value)
    else await hub[step.change]()
  }
  await hub.recover()
  const lines = await hub.api.statement({ afterSeq: 0, limit: 500 })
  const { available, used, seq } = model.balance()
  const ends: [string, unknown, unknown][] = [
    ["balance", model.balance(), await hub.api.balance()],
    ["statement", model.lines, lines.map((line) => [line.id, line.kind, line.credits, line.availableAfter])],
    ["mirror", { available_credits: available, used_credits: used, credit_seq: seq }, await hub.mirror()],
  ]
  for (const [what, expected, got] of ends) {
    const difference = compare(expected, got)
    if (difference) return { seed, step: history.length, what, ...difference }
  }
  return null
}

/** Plays `count` histories from `seed` on; returns the difference of the lowest failing seed. */
export async function playHistories(name: HubName, seed: number, count: number): Promise<Difference | null> {
  let next = 0
  const differences: Difference[] = []
  const player = async () => {
    while (next < count && differences.length === 0) {
      const own = seed + next++
      const difference = await playHistory(name, own)
      if (difference) differences.push(difference)
    }
  }
  await Promise.all(Array.from({ length: 8 }, player))
  return differences.sort((a, b) => a.seed - b.seed)[0] ?? null
}

/** Returns the object's answer, or its error. */
async function answerOf({ api, userId }: Hub, call: LedgerCall): Promise<unknown> {
  const note = ""
  try {
    if (call.verb === "grant" || call.verb === "hold")
      return await api[call.verb]({ userId, id: call.id, credits: call.credits, note })
    if (call.verb === "claim") {
      const claims = call.claims.map((claim) => ({ ...claim, note }))
      return await api.claim({ userId, seenSeq: call.seenSeq, claims })
    }
    if (call.verb === "set") {
      const { id, available, expected } = call
      return await api.setAvailable({ userId, id, available, expected, note })
    }
    return await api[call.verb]({ userId, id: call.id })
  } catch (error) {
    return String(error)
  }
}

function apply(model: LedgerModel, call: LedgerCall): ModelReply {
  if (call.verb === "set") {
    const { id, available, expected } = call
    return expected === undefined ? model.set(id, available) : model.setFrom(id, available, expected)
  }
  if (call.verb === "claim") return model.claim(call.seenSeq, call.claims)
  return "credits" in call ? model[call.verb](call.id, call.credits) : model[call.verb](call.id)
}

/** Returns both texts if they differ; the order of keys and absent members do not count. */
function compare(expected: unknown, answer: unknown): { expected: string; got: string } | null {
  const texts = { expected: canonical(expected), got: canonical(answer) }
  return texts.expected === texts.got ? null : texts
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
