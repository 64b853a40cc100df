import type { Rectangles } from "./rectangles.ts"

/** Where to pack: so many full sheets of one height, then a last one. */
export type Target = { fullSheets: number; fullHeight: number; lastHeight: number }

/**
 * Packs sequences of rectangles under a skyline. One packer serves one search: its working memory is allocated once.
 * `placed()` copies out the latest packing, turn, sheet, x, y of each rectangle in the order of placing;
 * `usedSheets` and `usedHeight` say on which sheet and where on it the packing ends; `work` counts elementary steps over all packings.
 */
export type Packer = {
  pack(sequence: Int32Array, target: Target, limit: number): number
  placed(): Int32Array
  hasTurn(turn: number): boolean
  usedSheets: number
  usedHeight: number
  work: number
}

const taken = 0x3fffffff
const noWall = 0x3fffffff

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
  const widthBuckets = bucketTurns(width, stripWidth)
  const maxTallness = tallness.reduce((max, value) => Math.max(max, value), 0)
  const heightBuckets = bucketTurns(tallness, maxTallness)
  // The narrowest way to lay a type: decides whether a segment can take it at all.
  const narrowest = new Int32Array(types)
  for (let type = 0; type < types; type++) {
    const given = width[2 * type] || taken
    const turned = width[2 * type + 1] || taken
    narrowest[type] = Math.min(given, turned)
  }
  const area = new Float64Array(types)
  for (let type = 0; type < types; type++) {
    const turn = width[2 * type] > 0 ? 2 * type : 2 * type + 1
    area[type] = width[turn] * tallness[turn]
  }

  // Blocks of about √n slots keep the narrowest entry in each, so that a search skips what cannot fit.
  let blockBits = 3
  while (1 << (2 * blockBits) < capacity) blockBits++
  const blockSize = 1 << blockBits
  const blocks = Math.ceil(capacity / blockSize)
  const slotWidth = new Int32Array(blocks * blockSize)
  const blockWidth = new Int32Array(blocks)
  const head = new Int32Array(types)
  const next = new Int32Array(capacity)

  // The skyline's segments from left to right. Placing a rectangle adds at most one.
  const segmentX = new Int32Array(capacity + 2)
  const segmentY = new Int32Array(capacity + 2)
  const segmentWidth = new Int32Array(capacity + 2)

  const numbers = new Int32Array(4 * capacity)
  let written = 0
  const hasTurn = (turn: number) => width[turn ^ 1] > 0
  const packer: Packer = {
    pack,
    hasTurn,
    placed: () => numbers.slice(0, written),
    usedSheets: 0,
    usedHeight: 0,
    work: 0,
  }

  function pack(sequence: Int32Array, target: Target, limit: number): number {
    const count = sequence.length
    const usedBlocks = (count + blockSize - 1) >> blockBits
    let leftArea = 0
    head.fill(taken)
    slotWidth.fill(taken, count, usedBlocks << blockBits)
    for (let slot = count - 1; slot >= 0; slot--) {
      const type = sequence[slot] >> 1
      next[slot] = head[type]
      head[type] = slot
      slotWidth[slot] = narrowest[type]
      leftArea += area[type]
    }
    for (let block = 0; block < usedBlocks; block++) {
      let min = taken
      const end = (block + 1) << blockBits
      for (let slot = block << blockBits; slot < end; slot++) if (slotWidth[slot] < min) min = slotWidth[slot]
      blockWidth[block] = min
    }
    const slack = stripWidth * (target.fullSheets * target.fullHeight + target.lastHeight) - leftArea
    let waste = 0
    let used = 0
    let sheet = 0
    let left = count
    let work = count >> 2
    written = 0

    for (; left > 0 && sheet <= target.fullSheets; sheet++) {
      const height = sheet < target.fullSheets ? target.fullHeight : target.lastHeight
      used = 0
      let segments = 1
      segmentX[0] = 0
      segmentY[0] = 0
      segmentWidth[0] = stripWidth
      while (left > 0) {
        let k = 0
        let y = segmentY[0]
        for (let i = 1; i < segments; i++) {
          if (segmentY[i] < y) {
            y = segmentY[i]
            k = i
          }
        }
        work += segments + 8
        const top = height - y
        if (top <= 0) break
        const room = segmentWidth[k]
        const leftWall = k > 0 ? segmentY[k - 1] - y : noWall
        const rightWall = k < segments - 1 ? segmentY[k + 1] - y : noWall
        const tall = Math.max(leftWall, rightWall)
        const short = Math.min(leftWall, rightWall)

        let slot = taken
        let turn = -1
        // Exactly as wide as the segment.
        let score = 0
        for (let i = widthBuckets.start[room], end = widthBuckets.start[room + 1]; i < end; i++) {
          const candidate = widthBuckets.turns[i]
          const position = head[candidate >> 1]
          if (position === taken) continue
          const rise = tallness[candidate]
          if (rise > top) continue
          const value = rise === tall ? 3 : rise === short ? 2 : 1
          if (value > score || (value === score && position < slot)) {
            score = value
            slot = position
            turn = candidate
          }
        }
        // Level with the taller wall, then with the lower one.
        if (turn < 0 && tall <= top && tall <= maxTallness) {
          for (let i = heightBuckets.start[tall], end = heightBuckets.start[tall + 1]; i < end; i++) {
            const candidate = heightBuckets.turns[i]
            const position = head[candidate >> 1]
            if (position < slot && width[candidate] < room) {
              slot = position
              turn = candidate
            }
          }
        }
        if (turn < 0 && short <= top && short <= maxTallness) {
          for (let i = heightBuckets.start[short], end = heightBuckets.start[short + 1]; i < end; i++) {
            const candidate = heightBuckets.turns[i]
            const position = head[candidate >> 1]
            if (position < slot && width[candidate] < room) {
              slot = position
              turn = candidate
            }
          }
        }
        // The first of the sequence that fits.
        if (turn < 0) {
          search: for (let block = 0; block < usedBlocks; block++) {
            if (blockWidth[block] > room) continue
            work += blockSize >> 1
            const end = (block + 1) << blockBits
            for (let i = block << blockBits; i < end; i++) {
              if (slotWidth[i] > room) continue
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
          }
          work += usedBlocks >> 1
        }

        if (turn < 0) {
          // Nothing fits: raise the segment to its lower wall, or close it for good at the sheet's end.
          const rise = Math.min(short, top)
          waste += room * rise
          if (waste - slack > limit) {
            packer.work += work
            return Math.max(leftArea, waste - slack)
          }
          if (short > top) {
            if (segments === 1) break
            segmentY[k] = height
            continue
          }
          if (leftWall === short) {
            segmentWidth[k - 1] += room
            if (rightWall === short) {
              segmentWidth[k - 1] += segmentWidth[k + 1]
              for (let i = k; i < segments - 2; i++) {
                segmentX[i] = segmentX[i + 2]
                segmentY[i] = segmentY[i + 2]
                segmentWidth[i] = segmentWidth[i + 2]
              }
              segments -= 2
            } else {
              for (let i = k; i < segments - 1; i++) {
                segmentX[i] = segmentX[i + 1]
                segmentY[i] = segmentY[i + 1]
                segmentWidth[i] = segmentWidth[i + 1]
              }
              segments--
            }
          } else {
            segmentX[k + 1] = segmentX[k]
            segmentWidth[k + 1] += room
            for (let i = k; i < segments - 1; i++) {
              segmentX[i] = segmentX[i + 1]
              segmentY[i] = segmentY[i + 1]
              segmentWidth[i] = segmentWidth[i + 1]
            }
            segments--
          }
          continue
        }

        const type = turn >> 1
        head[type] = next[slot]
        slotWidth[slot] = taken
        const block = slot >> blockBits
        if (blockWidth[block] === narrowest[type]) {
          let min = taken
          const end = (block + 1) << blockBits
          for (let i = block << blockBits; i < end; i++) if (slotWidth[i] < min) min = slotWidth[i]
          blockWidth[block] = min
        }
        left--
        const wide = width[turn]
        const newY = y + tallness[turn]
        leftArea -= area[type]
        if (newY > used) used = newY
        const x = segmentX[k]
        numbers[written] = turn
        numbers[written + 1] = sheet
        numbers[written + 3] = y
        if (wide === room) {
          numbers[written + 2] = x
          segmentY[k] = newY
          if (rightWall === newY - y) {
            segmentWidth[k] += segmentWidth[k + 1]
            for (let i = k + 1; i < segments - 1; i++) {
              segmentX[i] = segmentX[i + 1]
              segmentY[i] = segmentY[i + 1]
              segmentWidth[i] = segmentWidth[i + 1]
            }
            segments--
          }
          if (leftWall === newY - y) {
            segmentWidth[k - 1] += segmentWidth[k]
            for (let i = k; i < segments - 1; i++) {
              segmentX[i] = segmentX[i + 1]
              segmentY[i] = segmentY[i + 1]
              segmentWidth[i] = segmentWidth[i + 1]
            }
            segments--
          }
        } else {
          // Against the wall that it ends level with, else against the taller one.
          const rise = newY - y
          const isLeft = rise === leftWall || (rise !== rightWall && leftWall >= rightWall)
          if (isLeft) {
            numbers[written + 2] = x
            if (rise === leftWall) {
              segmentWidth[k - 1] += wide
              segmentX[k] = x + wide
              segmentWidth[k] = room - wide
            } else {
              for (let i = segments; i > k; i--) {
                segmentX[i] = segmentX[i - 1]
                segmentY[i] = segmentY[i - 1]
                segmentWidth[i] = segmentWidth[i - 1]
              }
              segments++
              segmentY[k] = newY
              segmentWidth[k] = wide
              segmentX[k + 1] = x + wide
              segmentWidth[k + 1] = room - wide
            }
          } else {
            numbers[written + 2] = x + room - wide
            segmentWidth[k] = room - wide
            if (rise === rightWall) {
              segmentX[k + 1] -= wide
              segmentWidth[k + 1] += wide
            } else {
              for (let i = segments; i > k + 1; i--) {
                segmentX[i] = segmentX[i - 1]
                segmentY[i] = segmentY[i - 1]
                segmentWidth[i] = segmentWidth[i - 1]
              }
              segments++
              segmentX[k + 1] = x + room - wide
              segmentY[k + 1] = newY
              segmentWidth[k + 1] = wide
            }
          }
        }
        written += 4
      }
    }
    packer.usedSheets = sheet
    packer.usedHeight = used
    packer.work += work
    return leftArea
  }

  return packer
}

// All turns by one of their sides: those with side s are turns[start[s]] up to turns[start[s + 1]].
function bucketTurns(side: Int32Array, maxSide: number): { start: Int32Array; turns: Int32Array } {
  const start = new Int32Array(maxSide + 2)
  for (const length of side) if (length > 0) start[length + 1]++
  for (let i = 1; i < start.length; i++) start[i] += start[i - 1]
  const fill = start.slice()
  const turns = new Int32Array(side.length)
  side.forEach((length, turn) => {
    if (length > 0) turns[fill[length]++] = turn
  })
  return { start, turns }
}
