// Packs a sequence of rectangles under a skyline. layout/skyline-packer.ts and
// layout/rectangle-stock.ts are the readable twin: they have the same names and say why. All data
// lies in memory that the host laid out (layout/kernel-packer.ts knows every offset below).

@unmanaged
export class Packing {
  types: i32
  stripWidth: i32
  blockBits: i32
  maxTallness: i32
  capacity: i32
  /** The numbers in each of a log's seven lists, which `stepOf` follows. */
  steps: i32
  width: usize
  tallness: usize
  wideStart: usize
  wideTurns: usize
  tallStart: usize
  tallTurns: usize
  area: usize
  narrowest: usize
  flattest: usize
  byNarrowest: usize
  byFlattest: usize
  /** The ranks of the types in the two orders. */
  narrowRank: usize
  flatRank: usize
  slotWidth: usize
  blockWidth: usize
  head: usize
  next: usize
  segmentX: usize
  segmentY: usize
  numbers: usize
  sequence: usize
  startX: usize
  startY: usize
  /** Set by the host for each packing. */
  log: usize
  kept: usize
  count: i32
  replayed: i32
  fullSheets: i32
  fullHeight: i32
  lastHeight: i32
  /** The segments of the initial skyline, 0 for none. */
  startSegments: i32
  /** The results of the packing. */
  written: i32
  usedSheets: i32
  usedHeight: i32
  work: i32
}

const TAKEN: i32 = 0x3fffffff
const NO_WALL: i32 = 0x3fffffff

/** The fixed steps charged for a packing. */
const PACKING_WORK: i32 = 100

/** See `fits` in layout/packing-log.ts. */
const LOOSE: i32 = 1
const LEVEL_SHORT: i32 = 2
const LEVEL_TALL: i32 = 3
const LEVEL_TOP: i32 = 4
const WIDE: i32 = 5
const WIDE_SHORT: i32 = 6
const WIDE_TALL: i32 = 7
const WIDE_TOP: i32 = 8

@inline
function at(list: usize, index: i32): i32 {
  return load<i32>(list + (<usize>index << 2))
}

@inline
function put(list: usize, index: i32, value: i32): void {
  store<i32>(list + (<usize>index << 2), value)
}

@inline
function areaAt(list: usize, index: i32): f64 {
  return load<f64>(list + (<usize>index << 3))
}

export function packSequence(packing: Packing, limit: f64): f64 {
  const count = packing.count
  const types = packing.types
  const startSegments = packing.startSegments
  if (count < 0 || count > packing.capacity) unreachable()
  if (startSegments < 0 || startSegments > packing.capacity + 2 - count) unreachable()
  const replayed = packing.replayed
  const width = packing.width
  const tallness = packing.tallness
  const area = packing.area
  const narrowest = packing.narrowest
  const flattest = packing.flattest
  const byNarrowest = packing.byNarrowest
  const byFlattest = packing.byFlattest
  const slotWidth = packing.slotWidth
  const blockWidth = packing.blockWidth
  const head = packing.head
  const next = packing.next
  const segmentX = packing.segmentX
  const segmentY = packing.segmentY
  const sequence = packing.sequence
  const blockBits = packing.blockBits
  const blockSize = 1 << blockBits
  const listBytes = <usize>packing.steps << 2
  const log = packing.log
  const stepOf = log + 7 * listBytes
  const kept = packing.kept
  const usedBlocks = (count + blockSize - 1) >> blockBits
  const fullSheets = packing.fullSheets

  let leftArea: f64 = 0
  // Lists begin at multiples of 16 bytes, so the last store ends before the next list.
  const taken = i32x4.splat(TAKEN)
  for (let type = 0; type < types; type += 4) v128.store(head + (<usize>type << 2), taken)
  for (let block = 0; block < usedBlocks; block++) put(blockWidth, block, TAKEN)
  for (let slot = count - 1; slot >= 0; slot--) {
    const type = at(sequence, slot) >> 1
    const narrow = at(narrowest, type)
    put(next, slot, at(head, type))
    put(head, type, slot)
    put(slotWidth, slot, narrow)
    put(stepOf, slot, TAKEN)
    if (narrow < at(blockWidth, slot >> blockBits)) put(blockWidth, slot >> blockBits, narrow)
    leftArea += areaAt(area, type)
  }
  for (let slot = count; slot < usedBlocks << blockBits; slot++) put(slotWidth, slot, TAKEN)
  const stripWidth = packing.stripWidth
  const allArea = leftArea
  const film = <f64>stripWidth * (<f64>fullSheets * <f64>packing.fullHeight + <f64>packing.lastHeight)
  let covered: f64 = 0
  for (let i = 0; i < startSegments; i++) {
    const end = i + 1 < startSegments ? at(packing.startX, i + 1) : stripWidth
    covered += <f64>(end - at(packing.startX, i)) * <f64>at(packing.startY, i)
  }
  const slack = film - covered - allArea
  let numbers = packing.numbers
  // The orders are searched from the first and last type of the sequence, which may hold few of
  // many types.
  let narrowAt = types
  let flatAt = types
  let lostAt = 0
  for (let slot = 0; slot < count; slot++) {
    const type = at(sequence, slot) >> 1
    const flatPlace = at(packing.flatRank, type)
    narrowAt = min(narrowAt, at(packing.narrowRank, type))
    flatAt = min(flatAt, flatPlace)
    lostAt = max(lostAt, flatPlace + 1)
  }
  let lost: f64 = 0
  let filmArea: f64 = 0
  let used = 0
  let sheet = 0
  let step = 0
  let left = count
  let work = PACKING_WORK + count

  for (; left > 0 && sheet <= fullSheets; sheet++) {
    const height = sheet < fullSheets ? packing.fullHeight : packing.lastHeight
    let waste: f64 = filmArea - (allArea - leftArea)
    used = 0
    let segments = 1
    put(segmentX, 0, 0)
    put(segmentY, 0, 0)
    if (startSegments > 0) {
      segments = startSegments
      for (let i = 0; i < segments; i++) {
        const y = at(packing.startY, i)
        put(segmentX, i, at(packing.startX, i))
        put(segmentY, i, y)
        used = max(used, y)
      }
    }
    put(segmentX, segments, stripWidth)
    let k = startSegments > 0 ? -1 : 0
    let tallest = sheet < fullSheets ? 0 : at(flattest, at(byFlattest, lostAt - 1))
    while (left > 0) {
      if (step < replayed) k = at(kept + 2 * listBytes, step)
      else if (k < 0) {
        k = 0
        let lowest = at(segmentY, 0)
        for (let i = 1; i < segments; i++) {
          const y = at(segmentY, i)
          k = select(i, k, y < lowest)
          lowest = min(lowest, y)
        }
        work += segments
      }
      const x = at(segmentX, k)
      const y = at(segmentY, k)
      const room = at(segmentX, k + 1) - x
      const top = height - y
      const leftWall = k > 0 ? at(segmentY, k - 1) - y : NO_WALL
      const rightWall = k < segments - 1 ? at(segmentY, k + 1) - y : NO_WALL
      const tall = max(leftWall, rightWall)
      const short = min(leftWall, rightWall)
      work += 4

      while (tallest > top) {
        const type = at(byFlattest, --lostAt)
        for (let slot = at(head, type); slot !== TAKEN; slot = at(next, slot)) lost += areaAt(area, type)
        if (lost > limit) {
          packing.work = work
          return lost
        }
        tallest = lostAt > 0 ? at(flattest, at(byFlattest, lostAt - 1)) : 0
      }
      while (at(head, at(byFlattest, flatAt)) === TAKEN) flatAt++
      const flat = at(flattest, at(byFlattest, flatAt))

      let slot = TAKEN
      let turn = -1
      let fit = 0
      if (step < replayed) {
        turn = at(kept, step)
        fit = at(kept + listBytes, step)
        if (turn >= 0) slot = at(head, turn >> 1)
      } else if (top >= flat) {
        while (at(head, at(byNarrowest, narrowAt)) === TAKEN) narrowAt++
        if (room >= at(narrowest, at(byNarrowest, narrowAt))) {
          const wideStart = at(packing.wideStart, room)
          const wideEnd = at(packing.wideStart, room + 1)
          work += 8 + ((wideEnd - wideStart) >> 1)
          for (let i = wideStart; i < wideEnd; i++) {
            const candidate = at(packing.wideTurns, i)
            const position = at(head, candidate >> 1)
            const rise = at(tallness, candidate)
            if (position === TAKEN || rise > top) continue
            const value =
              rise === top ? WIDE_TOP : rise === tall ? WIDE_TALL : rise === short ? WIDE_SHORT : WIDE
            if (value > fit || (value === fit && position < slot)) {
              fit = value
              slot = position
              turn = candidate
            }
          }
          if (turn < 0 && top <= packing.maxTallness) {
            fit = LEVEL_TOP
            const start = at(packing.tallStart, top)
            const end = at(packing.tallStart, top + 1)
            work += (end - start) >> 1
            for (let i = start; i < end; i++) {
              const candidate = at(packing.tallTurns, i)
              const position = at(head, candidate >> 1)
              if (position < slot && at(width, candidate) < room) {
                slot = position
                turn = candidate
              }
            }
          }
          if (turn < 0 && tall <= top && tall <= packing.maxTallness) {
            fit = LEVEL_TALL
            const start = at(packing.tallStart, tall)
            const end = at(packing.tallStart, tall + 1)
            work += (end - start) >> 1
            for (let i = start; i < end; i++) {
              const candidate = at(packing.tallTurns, i)
              const position = at(head, candidate >> 1)
              if (position < slot && at(width, candidate) < room) {
                slot = position
                turn = candidate
              }
            }
          }
          if (turn < 0 && short <= top && short <= packing.maxTallness) {
            fit = LEVEL_SHORT
            const start = at(packing.tallStart, short)
            const end = at(packing.tallStart, short + 1)
            work += (end - start) >> 1
            for (let i = start; i < end; i++) {
              const candidate = at(packing.tallTurns, i)
              const position = at(head, candidate >> 1)
              if (position < slot && at(width, candidate) < room) {
                slot = position
                turn = candidate
              }
            }
          }
          if (turn < 0) {
            fit = LOOSE
            for (let block = 0; block < usedBlocks && turn < 0; block++) {
              if (at(blockWidth, block) > room) continue
              work += blockSize >> 1
              let narrow = TAKEN
              const end = (block + 1) << blockBits
              for (let i = block << blockBits; i < end; i++) {
                const least = at(slotWidth, i)
                narrow = min(narrow, least)
                if (least > room) continue
                const entry = at(sequence, i)
                const wide = at(width, entry)
                if (wide > 0 && wide <= room && at(tallness, entry) <= top) {
                  slot = i
                  turn = entry
                  break
                }
                const other = entry ^ 1
                const broad = at(width, other)
                if (broad > 0 && broad <= room && at(tallness, other) <= top) {
                  slot = i
                  turn = other
                  break
                }
              }
              if (turn < 0) put(blockWidth, block, narrow)
            }
            work += usedBlocks >> 1
          }
        }
      }
      let entry = log + (<usize>step << 2)
      store<i32>(entry, turn)
      entry += listBytes
      store<i32>(entry, select(fit, 0, turn >= 0))
      entry += listBytes
      store<i32>(entry, k)
      entry += listBytes
      store<i32>(entry, room)
      entry += listBytes
      store<i32>(entry, top)
      entry += listBytes
      store<i32>(entry, tall)
      entry += listBytes
      store<i32>(entry, short)

      if (turn < 0) {
        step++
        if (segments === 1 || top < flat) break
        waste += <f64>room * <f64>short
        if (top - short < flat) waste += <f64>room * <f64>(top - short)
        if (waste - slack > limit) {
          packing.work = work
          return waste - slack
        }
        if (leftWall === short) {
          segments = removeSegments(segmentX, segmentY, k, rightWall === short ? 2 : 1, segments)
        } else {
          put(segmentX, k + 1, x)
          segments = removeSegments(segmentX, segmentY, k, 1, segments)
        }
        k = -1
        continue
      }

      put(stepOf, slot, step++)
      const type = turn >> 1
      put(head, type, at(next, slot))
      put(slotWidth, slot, TAKEN)
      left--
      const wide = at(width, turn)
      const rise = at(tallness, turn)
      const newY = y + rise
      leftArea -= areaAt(area, type)
      used = max(used, newY)
      const isLeft = rise === leftWall || (rise !== rightWall && leftWall >= rightWall)
      store<i32>(numbers, turn)
      store<i32>(numbers, sheet, 4)
      store<i32>(numbers, isLeft ? x : x + room - wide, 8)
      store<i32>(numbers, y, 12)
      numbers += 16
      if (top - rise < flat) {
        waste += <f64>wide * <f64>(top - rise)
        if (left > 0 && waste - slack > limit) {
          packing.work = work
          return waste - slack
        }
      }
      if (wide === room) {
        put(segmentY, k, newY)
        if (rise === rightWall) segments = removeSegments(segmentX, segmentY, k + 1, 1, segments)
        if (rise === leftWall) segments = removeSegments(segmentX, segmentY, k, 1, segments)
        k = -1
      } else if (isLeft) {
        if (rise !== leftWall) {
          segments = insertSegment(segmentX, segmentY, k, segments)
          put(segmentY, k, newY)
          k++
        }
        put(segmentX, k, x + wide)
      } else if (rise === rightWall) {
        put(segmentX, k + 1, at(segmentX, k + 1) - wide)
      } else {
        segments = insertSegment(segmentX, segmentY, k + 1, segments)
        put(segmentX, k + 1, x + room - wide)
        put(segmentY, k + 1, newY)
      }
    }
    filmArea += <f64>stripWidth * <f64>height
  }
  packing.written = <i32>((numbers - packing.numbers) >> 2)
  packing.usedSheets = sheet
  packing.usedHeight = used
  packing.work = work
  return leftArea
}

@inline
function removeSegments(segmentX: usize, segmentY: usize, from: i32, count: i32, segments: i32): i32 {
  const left = segments - count
  for (let i = from; i <= left; i++) {
    put(segmentX, i, at(segmentX, i + count))
    put(segmentY, i, at(segmentY, i + count))
  }
  return left
}

@inline
function insertSegment(segmentX: usize, segmentY: usize, before: i32, segments: i32): i32 {
  for (let i = segments + 1; i > before; i--) {
    put(segmentX, i, at(segmentX, i - 1))
    put(segmentY, i, at(segmentY, i - 1))
  }
  return segments + 1
}
