import type { Packer, Target } from "./packer.ts"
import { createPackingIndex } from "./packing-index.ts"
import { createPackingLog, fits, never, type PackingLog } from "./packing-log.ts"
import type { Rectangles } from "./rectangles.ts"

const taken = 0x3fffffff
const noWall = 0x3fffffff

/** What a packing costs around its steps. */
const packingWork = 100

/**
 * Makes a packer for a strip `stripWidth` wide and sequences of at most `capacity` entries.
 *
 * `pack(sequence, target, limit)` fills the target's sheets in turn with the sequence's rectangles and returns the area
 * it had to leave out: 0 when everything fits. It gives up, returning a lower bound on that area, once the bound
 * exceeds `limit`. An entry is a turn; the sequence is a list of priorities, not the order of placing:
 *
 *     the lowest, leftmost segment of the skyline is filled next,
 *
 *        │        ┌─────       by the rectangle that fits it best: one exactly as wide (better still when it also
 *        │  tall  │            ends level with a wall), else one that ends level with a wall, else the first of
 *        └────────┘ short      the sequence that is not too wide. Equals go by the sequence.
 *
 * A segment too narrow for every rectangle left is raised to its lower wall; what it covers is waste. This is the
 * best-fit skyline of Burke, Kendall and Whitwell (2004) with the scoring of Wei, Hu, Leung and Zhang ("An improved
 * skyline based heuristic for the 2D strip packing problem", 2017), in buckets by width and by height instead of one
 * pass over all rectangles.
 */
export function createPacker(rectangles: Rectangles, stripWidth: number, capacity: number): Packer {
  const { types, width, height: tallness } = rectangles
  const index = createPackingIndex(rectangles, stripWidth, capacity)
  const { start: wideStart, turns: wideTurns } = index.wide
  const { start: tallStart, turns: tallTurns } = index.tall
  const { maxTallness, area, narrowest, flattest, byNarrowest, byFlattest, blockBits, blocks } = index

  // Blocks of slots keep a bound to the narrowest entry in each, so that a search skips what cannot fit.
  const blockSize = 1 << blockBits
  const slotWidth = new Int32Array(blocks * blockSize)
  const blockWidth = new Int32Array(blocks)
  const head = new Int32Array(types)
  const next = new Int32Array(capacity)

  // The skyline's segments from left to right, each reaching to where the next one starts; behind the last stands the
  // strip's right side. Placing a rectangle adds at most one.
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
    placed: () => numbers.slice(0, written),
    usedSheets: 0,
    usedHeight: 0,
    work: 0,
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
    const usedBlocks = (count + blockSize - 1) >> blockBits
    let leftArea = 0
    head.fill(taken)
    blockWidth.fill(taken, 0, usedBlocks)
    for (let slot = count - 1; slot >= 0; slot--) {
      const type = sequence[slot] >> 1
      const narrow = narrowest[type]
      next[slot] = head[type]
      head[type] = slot
      slotWidth[slot] = narrow
      stepOf[slot] = never
      if (narrow < blockWidth[slot >> blockBits]) blockWidth[slot >> blockBits] = narrow
      leftArea += area[type]
    }
    slotWidth.fill(taken, count, usedBlocks << blockBits)
    const allArea = leftArea
    const slack = stripWidth * (target.fullSheets * target.fullHeight + target.lastHeight) - allArea
    // The narrowest and the flattest type left; those from `lostAt` on are too tall for what is left of the last sheet.
    let narrowAt = 0
    let flatAt = 0
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
      // Area that nothing will cover: as sheets before it left it, below the skyline, above rectangles near the end.
      let waste = filmArea - (allArea - leftArea)
      used = 0
      let segments = 1
      segmentX[0] = 0
      segmentY[0] = 0
      segmentX[1] = stripWidth
      let k = 0
      // The flattest way of the tallest type not lost yet; what it leaves out beyond the last sheet is left out for good.
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
          const type = byFlattest[--lostAt]
          for (let slot = head[type]; slot !== taken; slot = next[slot]) lost += area[type]
          if (lost > limit) {
            packer.work += work
            return lost
          }
          tallest = lostAt > 0 ? flattest[byFlattest[lostAt - 1]] : 0
        }
        while (head[byFlattest[flatAt]] === taken) flatAt++
        const flat = flattest[byFlattest[flatAt]]
        let slot = taken
        let turn = -1
        let fit: number = fits.none
        if (step < replayed) {
          turn = keptTurn[step]
          fit = keptFit[step]
          if (turn >= 0) slot = head[turn >> 1]
        } else if (top >= flat) {
          while (head[byNarrowest[narrowAt]] === taken) narrowAt++
          if (room >= narrowest[byNarrowest[narrowAt]]) {
            // Exactly as wide as the segment.
            const wideEnd = wideStart[room + 1]
            work += 8 + ((wideEnd - wideStart[room]) >> 1)
            for (let i = wideStart[room]; i < wideEnd; i++) {
              const candidate = wideTurns[i]
              const position = head[candidate >> 1]
              if (position === taken) continue
              const rise = tallness[candidate]
              if (rise > top) continue
              const value = rise === tall ? fits.wideTall : rise === short ? fits.wideShort : fits.wide
              if (value > fit || (value === fit && position < slot)) {
                fit = value
                slot = position
                turn = candidate
              }
            }
            // Level with the taller wall, then with the lower one.
            if (turn < 0 && tall <= top && tall <= maxTallness) {
              fit = fits.levelTall
              const end = tallStart[tall + 1]
              work += (end - tallStart[tall]) >> 1
              for (let i = tallStart[tall]; i < end; i++) {
                const candidate = tallTurns[i]
                const position = head[candidate >> 1]
                if (position < slot && width[candidate] < room) {
                  slot = position
                  turn = candidate
                }
              }
            }
            if (turn < 0 && short <= top && short <= maxTallness) {
              fit = fits.levelShort
              const end = tallStart[short + 1]
              work += (end - tallStart[short]) >> 1
              for (let i = tallStart[short]; i < end; i++) {
                const candidate = tallTurns[i]
                const position = head[candidate >> 1]
                if (position < slot && width[candidate] < room) {
                  slot = position
                  turn = candidate
                }
              }
            }
            // The first of the sequence that fits.
            if (turn < 0) {
              fit = fits.loose
              search: for (let block = 0; block < usedBlocks; block++) {
                if (blockWidth[block] > room) continue
                work += blockSize >> 1
                let narrow = taken
                const end = (block + 1) << blockBits
                for (let i = block << blockBits; i < end; i++) {
                  const least = slotWidth[i]
                  if (least < narrow) narrow = least
                  if (least > room) continue
                  const entry = sequence[i]
                  if (width[entry] > 0 && width[entry] <= room && tallness[entry] <= top) {
                    slot = i
                    turn = entry
                    break search
                  }
                  const other = entry ^ 1
                  if (width[other] > 0 && width[other] <= room && tallness[other] <= top) {
                    slot = i
                    turn = other
                    break search
                  }
                }
                blockWidth[block] = narrow
              }
              work += usedBlocks >> 1
            }
          }
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
          // Nothing fits. The sheet is full where the segment is all of it, or nothing left is as flat.
          if (segments === 1 || top < flat) break
          // Raised to its lower wall.
          waste += room * short
          if (top - short < flat) waste += room * (top - short)
          if (waste - slack > limit) {
            packer.work += work
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

        stepOf[slot] = step++
        const type = turn >> 1
        head[type] = next[slot]
        slotWidth[slot] = taken
        left--
        const wide = width[turn]
        const rise = tallness[turn]
        const newY = y + rise
        leftArea -= area[type]
        if (newY > used) used = newY
        // Against the wall that it ends level with, else against the taller one.
        const isLeft = rise === leftWall || (rise !== rightWall && leftWall >= rightWall)
        numbers[written] = turn
        numbers[written + 1] = sheet
        numbers[written + 2] = isLeft ? x : x + room - wide
        numbers[written + 3] = y
        written += 4
        if (top - rise < flat) {
          waste += wide * (top - rise)
          if (left > 0 && waste - slack > limit) {
            packer.work += work
            return waste - slack
          }
        }
        // What is left of the segment stays the lowest, leftmost one.
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
    packer.work += work
    return leftArea
  }

  // Takes segments out, and with them the borders to their left, and returns how many are left.
  function removeSegments(at: number, count: number, segments: number): number {
    const left = segments - count
    for (let i = at; i <= left; i++) {
      segmentX[i] = segmentX[i + count]
      segmentY[i] = segmentY[i + count]
    }
    return left
  }

  // Doubles the segment ahead of an index, for the caller to tell the two apart, and returns how many there are then.
  function insertSegment(at: number, segments: number): number {
    for (let i = segments + 1; i > at; i--) {
      segmentX[i] = segmentX[i - 1]
      segmentY[i] = segmentY[i - 1]
    }
    return segments + 1
  }

  return packer
}
