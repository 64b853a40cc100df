import { doublingPauseMs } from "../../contract/duration.ts"
import { type LiveEvent, type LiveMessage, liveEventSchema } from "../../contract/live.ts"

/**
 * Returns 2 s, doubled to 30 s, of which a quarter to five quarters are waited: a print floor's devices lose
 * their connection at once and must not come back at once. `random` is 0..1.
 */
export function backoffMs(failures: number, random: number): number {
  const base = doublingPauseMs(failures, { firstMs: 2_000, longestMs: 30_000 })
  return Math.round(base * (0.25 + random))
}

/** Returns the pause after the network has returned, to all devices of a place at once. */
export function returnMs(random: number): number {
  return Math.round(random * 1_000)
}

/** Returns a message's event, or null. Its wire name is `${kind}-${userId}`; kinds may contain dashes. */
export function eventOf(message: LiveMessage, userId: string): LiveEvent | null {
  const suffix = `-${userId}`
  if (!message.event.endsWith(suffix)) return null
  const parsed = liveEventSchema.safeParse({
    kind: message.event.slice(0, -suffix.length),
    data: message.data,
  })
  return parsed.success ? parsed.data : null
}

/** Kinds that are not stored: they carry the last stored event's number, and each replaces the one before. */
const passingKinds: readonly (LiveEvent["kind"] | null)[] = ["print-progress", "sync-progress"]

/**
 * Returns whether a message is new to a listener that knows everything up to `lastSeq` (null: nothing yet),
 * and the new `lastSeq`. A message of an unknown kind counts as known.
 */
export function newsOf(
  seq: number,
  kind: LiveEvent["kind"] | null,
  lastSeq: number | null,
): { isNews: boolean; seq: number } {
  if (lastSeq === null) return { isNews: true, seq }
  if (passingKinds.includes(kind)) return { isNews: seq >= lastSeq, seq: lastSeq }
  return { isNews: seq > lastSeq, seq: Math.max(lastSeq, seq) }
}
