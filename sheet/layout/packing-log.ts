import type { Rectangles } from "./rectangles.ts"

/**
 * The decisions of one packing, step by step: the turn that was placed, or -1 if the segment was
 * raised; how well it fitted (see `fitOf`); the segment, its width, the remaining height over it, its
 * taller and lower wall. `stepOf` holds the step that placed each slot of the sequence, or `never`
 * for a slot left out.
 */
export type PackingLog = {
  turn: Int32Array
  fit: Int32Array
  segment: Int32Array
  room: Int32Array
  top: Int32Array
  tall: Int32Array
  short: Int32Array
  stepOf: Int32Array
}

/** A number later than every step. */
export const never = 0x3fffffff

/** Allocates a log for packings of at most `capacity` rectangles. */
export function createPackingLog(capacity: number): PackingLog {
  // Each rectangle adds at most one segment, each raise removes one, and every sheet ends with one
  // more step.
  const steps = 3 * capacity + 3
  return {
    turn: new Int32Array(steps),
    fit: new Int32Array(steps),
    segment: new Int32Array(steps),
    room: new Int32Array(steps),
    top: new Int32Array(steps),
    tall: new Int32Array(steps),
    short: new Int32Array(steps),
    stepOf: new Int32Array(capacity),
  }
}

/**
 * Returns a logged packing's sequence in the order of placing, each entry as it was placed, then the
 * entries left out. Packed to the same target it gives the same packing: where a rectangle is placed,
 * no remaining one fits better, and those that fit as well now stand behind it.
 */
export function sequenceAsPlaced(log: PackingLog, sequence: Int32Array): Int32Array {
  const placed = sequence.map((_, slot) => log.stepOf[slot]).sort()
  const leftOut = sequence.filter((_, slot) => log.stepOf[slot] === never)
  const count = sequence.length - leftOut.length
  placed.forEach((step, slot) => {
    placed[slot] = slot < count ? log.turn[step] : leftOut[slot - count]
  })
  return placed
}

/**
 * The kinds of fit of a rectangle to a segment, from none (0) to best. The sequence decides between
 * equal fits.
 */
export const fits = {
  none: 0,
  loose: 1,
  levelShort: 2,
  levelTall: 3,
  levelTop: 4,
  wide: 5,
  wideShort: 6,
  wideTall: 7,
  wideTop: 8,
} as const

/**
 * Returns the first step of a logged packing that a move may change. The run of equal entries from slot
 * `start` up to `end` moves ahead of slot `to`, or behind slot `to` if that lies after the run.
 * `never` when the packing stays as it is. Only the run and the slots it passes change their order,
 * so only those are compared.
 */
export function firstStepMoved(
  rectangles: Rectangles,
  log: PackingLog,
  sequence: Int32Array,
  start: number,
  end: number,
  to: number,
): number {
  if (to >= end) return firstStepLost(rectangles, log, sequence, start, end, to + 1)
  let last = 0
  for (let slot = start; slot < end; slot++) last = Math.max(last, log.stepOf[slot])
  return firstStepWon(rectangles, log, sequence[start], last, to, start)
}

/** Does as `firstStepMoved` for the exchange of two slots. */
export function firstStepSwapped(
  rectangles: Rectangles,
  log: PackingLog,
  sequence: Int32Array,
  first: number,
  second: number,
): number {
  const lost = firstStepLost(rectangles, log, sequence, first, first + 1, second + 1)
  const end = Math.min(lost, log.stepOf[second])
  return Math.min(lost, firstStepWon(rectangles, log, sequence[second], end, first, second))
}

/** Does as `firstStepMoved` for turning one slot. Only a loose fit depends on which way an entry lies. */
export function firstStepTurned(log: PackingLog, slot: number): number {
  const step = log.stepOf[slot]
  return step !== never && log.fit[step] === fits.loose ? step : never
}

// Returns the first step before `last` at which the entry, once moved ahead of slots `from` up to
// `to`, beats one of them.
function firstStepWon(
  rectangles: Rectangles,
  log: PackingLog,
  entry: number,
  last: number,
  from: number,
  to: number,
): number {
  let first = last
  for (let slot = from; slot < to; slot++) {
    const step = log.stepOf[slot]
    if (step < first && fitOf(rectangles, log, step, entry) >= log.fit[step]) first = step
  }
  return first < last ? first : never
}

// Returns the first step at which a slot from `start` up to `end` loses its place to a slot from
// `end` up to `to`.
function firstStepLost(
  rectangles: Rectangles,
  log: PackingLog,
  sequence: Int32Array,
  start: number,
  end: number,
  to: number,
): number {
  let first = never
  for (let slot = start; slot < end; slot++) {
    const step = log.stepOf[slot]
    if (step >= first) continue
    for (let rival = end; rival < to; rival++)
      if (log.stepOf[rival] > step && fitOf(rectangles, log, step, sequence[rival]) >= log.fit[step]) {
        first = step
        break
      }
  }
  return first
}

// Returns how well an entry fits the segment of a step, in the better of its two turns.
function fitOf({ width, height }: Rectangles, log: PackingLog, step: number, entry: number): number {
  const room = log.room[step]
  const top = log.top[step]
  let best: number = fits.none
  for (let way = 0; way < 2; way++) {
    const wide = width[entry ^ way]
    const rise = height[entry ^ way]
    if (wide === 0 || wide > room || rise > top) continue
    let fit: number = wide === room ? fits.wide : fits.loose
    if (rise === top) fit += 3
    else if (rise === log.tall[step]) fit += 2
    else if (rise === log.short[step]) fit += 1
    if (fit > best) best = fit
  }
  return best
}
