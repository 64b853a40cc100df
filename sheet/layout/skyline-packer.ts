import type { Packer, Skyline, Target } from "./packer.ts"
import { createPackingIndex } from "./packing-index.ts"
import { createPackingLog, fits, never, type PackingLog } from "./packing-log.ts"
import { createRectangleStock, type Opening } from "./rectangle-stock.ts"
import type { Rectangles } from "./rectangles.ts"

const noWall = 0x3fffffff

/** The fixed steps charged for a packing. */
const packingWork = 100

/**
 * Makes a packer for a strip `stripWidth` wide and sequences of at most `capacity` entries.
 *
 * `pack(sequence, target, limit)` fills the target's sheets in turn with the sequence's rectangles
 * and returns the area it had to leave out: 0 when everything fits. It gives up once a lower bound
 * on that area exceeds `limit`, and returns the bound. An entry is a turn. The sequence is a list
 * of priorities, not the order of placing. The lowest, leftmost segment of the skyline is filled
 * next, by the rectangle that fits it best:
 *
 *    │        ┌─────    1. exactly as wide, better still if it also ends level with the
 *    │  tall  │            sheet's end or a wall
 *    └────────┘ short   2. else one that ends level with either
 *                       3. else the first of the sequence that is not too wide
 *
 * Equals go by the sequence. A segment too narrow for every remaining rectangle is raised to its lower
 * wall, and the area below is waste. This is the best-fit skyline of Burke, Kendall and Whitwell
 * (2004) with the scoring of Wei, Hu, Leung and Zhang ("An improved skyline based heuristic for the
 * 2D strip packing problem", 2017), and the sheet's end added as a third wall.
 */
export function createPacker(rectangles: Rectangles, stripWidth: number, capacity: number): Packer {
  const { types, width, height: tallness } = rectangles
  const index = createPackingIndex(rectangles, stripWidth, capacity)
  const { area, flattest, byFlattest } = index
  const stock = createRectangleStock(rectangles, index, capacity)
  const opening: Opening = { width: 0, top: 0, tall: 0, short: 0 }

  // The skyline's segments from left to right, each up to the start of the next. The strip's right
  // side follows the last. Placing a rectangle adds at most one.
  const segmentX = new Int32Array(capacity + 3)
  const segmentY = new Int32Array(capacity + 3)

  let log = createPackingLog(capacity)
  let kept = createPackingLog(capacity)
  const numbers = new Int32Array(4 * capacity)
  let written = 0
  const hasTurn = (turn: number) => width[turn ^ 1] > 0
  const packer: Packer = {
    pack,
    keep,
    hasTurn,
    stripWidth,
    placed: () => numbers.slice(0, written),
    usedSheets: 0,
    usedHeight: 0,
    work: 0,
    pauseAt: 0,
  }

  function keep(): PackingLog {
    const latest = log
    log = kept
    kept = latest
    return kept
  }

  function pack(sequence: Int32Array, target: Target, limit: number, replayed = 0): number {
    const count = sequence.length
    const { turn: turnOf, fit: fitOf, segment: segmentOf, room: roomOf, top: topOf } = log
    const { tall: tallOf, short: shortOf, stepOf } = log
    const { turn: keptTurn, fit: keptFit, segment: keptSegment } = kept
    stock.fill(sequence)
    stepOf.fill(never, 0, count)
    let leftArea = 0
    for (const entry of sequence) leftArea += area[entry >> 1]
    const allArea = leftArea
    const film = stripWidth * (target.fullSheets * target.fullHeight + target.lastHeight)
    const slack = film - coveredArea(target.skyline) - allArea
    // Types from `lostAt` on are too tall for the rest of the last sheet.
    let lostAt = types
    let lost = 0
    let filmArea = 0
    let used = 0
    let sheet = 0
    let step = 0
    let left = count
    let work = packingWork + count
    written = 0

    for (; left > 0 && sheet <= target.fullSheets; sheet++) {
      const height = sheet < target.fullSheets ? target.fullHeight : target.lastHeight
      // Area that nothing will cover: on earlier sheets, below the skyline, above rectangles near
      // the end.
      let waste = filmArea - (allArea - leftArea)
      used = 0
      let segments = 1
      segmentX[0] = 0
      segmentY[0] = 0
      if (target.skyline !== undefined) {
        segments = target.skyline.x.length
        segmentX.set(target.skyline.x)
        segmentY.set(target.skyline.y)
        for (const y of target.skyline.y) used = Math.max(used, y)
      }
      segmentX[segments] = stripWidth
      let k = target.skyline === undefined ? 0 : -1
      // The flattest way of the tallest type not lost yet. Any part of it beyond the last sheet is left
      // out for good.
      let tallest = sheet < target.fullSheets ? 0 : flattest[byFlattest[types - 1]]
      while (left > 0) {
        if (step < replayed) k = keptSegment[step]
        else if (k < 0) {
          k = 0
          let lowest = segmentY[0]
          for (let i = 1; i < segments; i++) {
            if (segmentY[i] < lowest) {
              lowest = segmentY[i]
              k = i
            }
          }
          work += segments
        }
        const x = segmentX[k]
        const y = segmentY[k]
        const room = segmentX[k + 1] - x
        const top = height - y
        const leftWall = k > 0 ? segmentY[k - 1] - y : noWall
        const rightWall = k < segments - 1 ? segmentY[k + 1] - y : noWall
        const tall = Math.max(leftWall, rightWall)
        const short = Math.min(leftWall, rightWall)
        work += 4

        while (tallest > top) {
          lost += stock.areaOf(byFlattest[--lostAt])
          if (lost > limit) {
            packer.work += work + stock.work
            return lost
          }
          tallest = lostAt > 0 ? flattest[byFlattest[lostAt - 1]] : 0
        }
        const flat = stock.flattestLeft()
        let turn = -1
        let fit: number = fits.none
        if (step < replayed) {
          turn = keptTurn[step]
          fit = keptFit[step]
        } else if (top >= flat) {
          opening.width = room
          opening.top = top
          opening.tall = tall
          opening.short = short
          stock.find(opening)
          turn = stock.turn
          fit = stock.fit
        }
        turnOf[step] = turn
        fitOf[step] = fit
        segmentOf[step] = k
        roomOf[step] = room
        topOf[step] = top
        tallOf[step] = tall
        shortOf[step] = short

        if (turn < 0) {
          step++
          // Nothing fits. The sheet is full if this is the only segment or no remaining rectangle is flat
          // enough.
          if (segments === 1 || top < flat) break
          // Raised to its lower wall.
          waste += room * short
          if (top - short < flat) waste += room * (top - short)
          if (waste - slack > limit) {
            packer.work += work + stock.work
            return waste - slack
          }
          if (leftWall === short) {
            segments = removeSegments(k, rightWall === short ? 2 : 1, segments)
          } else {
            segmentX[k + 1] = x
            segments = removeSegments(k, 1, segments)
          }
          k = -1
          continue
        }

        const type = turn >> 1
        stepOf[stock.take(type)] = step++
        left--
        const wide = width[turn]
        const rise = tallness[turn]
        const newY = y + rise
        leftArea -= area[type]
        if (newY > used) used = newY
        // Goes against the wall that it ends level with, else against the taller one.
        const isLeft = rise === leftWall || (rise !== rightWall && leftWall >= rightWall)
        numbers[written] = turn
        numbers[written + 1] = sheet
        numbers[written + 2] = isLeft ? x : x + room - wide
        numbers[written + 3] = y
        written += 4
        if (top - rise < flat) {
          waste += wide * (top - rise)
          if (left > 0 && waste - slack > limit) {
            packer.work += work + stock.work
            return waste - slack
          }
        }
        // The rest of the segment stays the lowest, leftmost one.
        if (wide === room) {
          segmentY[k] = newY
          if (rise === rightWall) segments = removeSegments(k + 1, 1, segments)
          if (rise === leftWall) segments = removeSegments(k, 1, segments)
          k = -1
        } else if (isLeft) {
          if (rise !== leftWall) {
            segments = insertSegment(k, segments)
            segmentY[k] = newY
            k++
          }
          segmentX[k] = x + wide
        } else if (rise === rightWall) {
          segmentX[k + 1] -= wide
        } else {
          segments = insertSegment(k + 1, segments)
          segmentX[k + 1] = x + room - wide
          segmentY[k + 1] = newY
        }
      }
      filmArea += stripWidth * height
    }
    packer.usedSheets = sheet
    packer.usedHeight = used
    packer.work += work + stock.work
    return leftArea
  }

  function coveredArea(skyline: Skyline | undefined): number {
    if (skyline === undefined) return 0
    const { x, y } = skyline
    return x.reduce((sum, from, i) => sum + ((i + 1 < x.length ? x[i + 1] : stripWidth) - from) * y[i], 0)
  }

  // Removes segments and the borders to their left. Returns how many remain.
  function removeSegments(at: number, count: number, segments: number): number {
    const left = segments - count
    for (let i = at; i <= left; i++) {
      segmentX[i] = segmentX[i + count]
      segmentY[i] = segmentY[i + count]
    }
    return left
  }

  // Duplicates the segment before an index; the caller makes the two differ. Returns the new count.
  function insertSegment(at: number, segments: number): number {
    for (let i = segments + 1; i > at; i--) {
      segmentX[i] = segmentX[i - 1]
      segmentY[i] = segmentY[i - 1]
    }
    return segments + 1
  }

  return packer
}
