import { offBow } from "./joint.ts"

/** A closed line of places, in pixels; a hard one goes along the sides of pixels, up to half a pixel off what was drawn. */
export type Places = { xs: Float64Array; ys: Float64Array; isHard: boolean }
/** A corner of a contour: the place that is nearest to it, and where it is. */
type Corner = { at: number; x: number; y: number }

/** The least turn of a corner, and the share of it that lies within a pixel or two: an arc turns all along. */
const LEAST_TURN = (32 * Math.PI) / 180
const SUDDEN = 0.8
/** The least distance, in pixels, of a corner from the parabola through all that lies around: a bow is one itself. */
const LEAST_OFF = 0.04
/** How far from a corner its sides are looked at, in pixels: near it pixels are mixed of both sides, and steps are none. */
const SOFT_REACH = { near: [0.35, 2], far: [0.6, 3.4] }
const HARD_REACH = { near: [0.5, 3.5], far: [0.8, 6] }
/** Two corners are at least so far apart. */
const APART = 1.4
/** How far a corner lies from the contour's nearest place: acute ones are cut off by pixels. */
const MOST_OFF = 2.5

/** Finds the corners of a contour, in its order, each where its sides meet. */
export function findCorners({ xs, ys, isHard }: Places): Corner[] {
  const count = xs.length
  const { near, far } = isHard ? HARD_REACH : SOFT_REACH
  const turns = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const turn = turnAt(i, far)
    if (turn < LEAST_TURN || turnAt(i, near) < SUDDEN * turn) continue
    if (isHard || offBow(xs, ys, i) >= LEAST_OFF) turns[i] = turn
  }
  const order = [...turns.keys()].filter((i) => turns[i] > 0).sort((a, b) => turns[b] - turns[a] || a - b)
  const isTaken = new Uint8Array(count)
  const chosen: number[] = []
  for (const i of order) {
    if (isTaken[i] === 1) continue
    chosen.push(i)
    for (const way of [1, -1]) {
      let gone = 0
      for (let j = i; gone < APART; ) {
        isTaken[j] = 1
        const next = (j + way + count) % count
        gone += Math.hypot(xs[next] - xs[j], ys[next] - ys[j])
        j = next
        if (j === i) break
      }
    }
  }
  return chosen.sort((a, b) => a - b).map((at) => cornerAt(at))

  /** Returns by how much the line turns at a place, from 0 to π. */
  function turnAt(i: number, reach: readonly number[]): number {
    const before = sideOf(i, -1, reach)
    const after = sideOf(i, 1, reach)
    if (before === null || after === null) return 0
    const cos = -(before.wayX * after.wayX + before.wayY * after.wayY)
    return Math.acos(Math.max(-1, Math.min(1, cos)))
  }

  function cornerAt(at: number): Corner {
    const before = sideOf(at, -1, far)
    const after = sideOf(at, 1, far)
    const own = { at, x: xs[at], y: ys[at] }
    if (before === null || after === null) return own
    const cross = before.wayX * after.wayY - before.wayY * after.wayX
    if (Math.abs(cross) < 0.2) return own
    const [apartX, apartY] = [after.x - before.x, after.y - before.y]
    const along = (apartX * after.wayY - apartY * after.wayX) / cross
    const [x, y] = [before.x + along * before.wayX, before.y + along * before.wayY]
    return Math.hypot(x - own.x, y - own.y) <= MOST_OFF ? { at, x, y } : own
  }

  /** Returns the line along one side of a place, away from it: a point on it and its direction; null where there is none. */
  function sideOf(i: number, way: number, [from, to]: readonly number[]) {
    let [sumX, sumY, sumXX, sumXY, sumYY, points] = [0, 0, 0, 0, 0, 0]
    let gone = 0
    let j = i
    for (let step = 0; step < count - 1; step++) {
      const next = (j + way + count) % count
      gone += Math.hypot(xs[next] - xs[j], ys[next] - ys[j])
      j = next
      if (gone > to && points >= 2) break
      if (gone < from) continue
      const [x, y] = [xs[j] - xs[i], ys[j] - ys[i]]
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
      sumYY += y * y
      points++
      if (gone > to) break
    }
    if (points < 2) return null
    const [meanX, meanY] = [sumX / points, sumY / points]
    const angle =
      Math.atan2(
        2 * (sumXY - points * meanX * meanY),
        sumXX - points * meanX ** 2 - sumYY + points * meanY ** 2,
      ) / 2
    let [wayX, wayY] = [Math.cos(angle), Math.sin(angle)]
    if (wayX * meanX + wayY * meanY < 0) [wayX, wayY] = [-wayX, -wayY]
    return { x: xs[i] + meanX, y: ys[i] + meanY, wayX, wayY }
  }
}
