import type { Rectangles } from "./rectangles.ts"

/**
 * The decisions of one packing, step by step: the turn that was placed, or -1 where the segment was
 * raised; how well it fitted (see `fitOf`); which segment of the skyline it was, its width, the
 * height left over it and its taller and lower wall. `stepOf` holds the step at which each slot of
 * the sequence was placed, `never` for what was left out.
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

/** Later than every step. */
export const never = 0x3fffffff

/** Makes room for the packing of at most `capacity` rectangles. */
export function createPackingLog(capacity: number): PackingLog {
  // Each rectangle adds at most one segment, each raise takes one away, and every sheet ends with
  // one step more.
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
 * A logged packing's sequence in the order of placing, each entry as it was placed, and behind that
 * what was left out. Packed to the same target it gives the same packing: where a rectangle is
 * placed none that is left fits better, and those that fit as well now lie behind it.
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
 * How a rectangle fits a segment, from not at all (0) to best. Of equal fits the first of the
 * sequence is placed.
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
 * The first step of a logged packing that a run of equal entries, slots `start` up to `end`, may
 * change when it goes to between other slots: behind those up to `to` where that lies behind it,
 * else ahead of slot `to`. `never` when the packing stays as it is. Only pairs of the run and what
 * it passes change their order, so only those are compared.
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

/** `firstStepMoved` for the exchange of two slots. */
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

/** `firstStepMoved` for turning one slot: only a loose fit minds which way an entry lies. */
export function firstStepTurned(log: PackingLog, slot: number): number {
  const step = log.stepOf[slot]
  return step !== never && log.fit[step] === fits.loose ? step : never
}

// The first step before `last` at which the entry beats one of the slots from `from` up to `to`,
// once ahead of them.
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

// The first step at which one of the slots from `start` up to `end` loses its place to one of those
// from `end` up to `to`.
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

// The better of an entry's two ways to fit the segment of a step.
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
