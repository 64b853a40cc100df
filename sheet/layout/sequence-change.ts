import { firstStepMoved, firstStepSwapped, firstStepTurned, type PackingLog } from "./packing-log.ts"
import type { Random } from "./random.ts"
import type { Rectangles } from "./rectangles.ts"

/**
 * A change to a sequence. `move` takes slots `start` up to `end` out and puts them back so that
 * they start at `to`, or end there if `to` lies behind them.
 */
export type Change =
  | { kind: "turn"; slot: number }
  | { kind: "swap"; first: number; second: number }
  | { kind: "move"; start: number; end: number; to: number }

// Probability of each change; the rest are swaps.
const turnShare = 0.05
const runShare = 0.1
const moveShare = 0.4

/** Draws a random change. Null means one that would make no difference. */
export function drawChange(
  sequence: Int32Array,
  random: Random,
  hasTurn: (turn: number) => boolean,
): Change | null {
  const i = (random() * sequence.length) | 0
  const j = (random() * sequence.length) | 0
  const kind = random()
  if (kind < turnShare && hasTurn(sequence[i])) return { kind: "turn", slot: i }
  const entry = sequence[i]
  if (entry === sequence[j]) return null
  if (kind >= turnShare + runShare + moveShare)
    return { kind: "swap", first: Math.min(i, j), second: Math.max(i, j) }
  let start = i
  let end = i + 1
  if (kind < turnShare + runShare) {
    while (start > 0 && sequence[start - 1] === entry) start--
    while (end < sequence.length && sequence[end] === entry) end++
  }
  return { kind: "move", start, end, to: j }
}

/**
 * Returns the first step of the sequence's logged packing that a change may alter; `never` if it alters
 * none.
 */
export function firstStepChanged(
  rectangles: Rectangles,
  log: PackingLog,
  sequence: Int32Array,
  change: Change,
): number {
  switch (change.kind) {
    case "turn":
      return firstStepTurned(log, change.slot)
    case "swap":
      return firstStepSwapped(rectangles, log, sequence, change.first, change.second)
    case "move":
      return firstStepMoved(rectangles, log, sequence, change.start, change.end, change.to)
  }
}

/** Returns the cost of `firstStepChanged` in the packer's steps. */
export function checkWork(change: Change): number {
  switch (change.kind) {
    case "turn":
      return 4
    case "swap":
      return 8 + (change.second - change.first)
    case "move":
      return 8 + (Math.abs(change.to - change.start) >> 1)
  }
}

/**
 * Applies a change to a sequence. All but turns also apply to any other array with one number a
 * slot.
 */
export function applyChange(slots: Int32Array, change: Change): void {
  if (change.kind === "turn") {
    slots[change.slot] ^= 1
  } else if (change.kind === "swap") {
    const value = slots[change.first]
    slots[change.first] = slots[change.second]
    slots[change.second] = value
  } else move(slots, change.start, change.end, change.to)
}

function move(slots: Int32Array, start: number, end: number, to: number): void {
  const length = end - start
  if (length === 1) {
    const value = slots[start]
    if (to < start) slots.copyWithin(to + 1, to, start)
    else slots.copyWithin(start, end, to + 1)
    slots[to] = value
    return
  }
  const values = slots.slice(start, end)
  if (to < start) {
    slots.copyWithin(to + length, to, start)
    slots.set(values, to)
  } else {
    slots.copyWithin(start, end, to + 1)
    slots.set(values, to + 1 - length)
  }
}
