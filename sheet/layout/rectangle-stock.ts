import type { PackingIndex } from "./packing-index.ts"
import { fits } from "./packing-log.ts"
import type { Rectangles } from "./rectangles.ts"

/** The number for "no slot"; greater than every slot number. */
const noSlot = 0x3fffffff

/**
 * A segment of a skyline to be filled: its width, the remaining height over it, its taller and its
 * lower wall.
 */
export type Opening = { width: number; top: number; tall: number; short: number }

/**
 * The rectangles of a sequence that are not placed yet. `head` holds the first remaining slot of
 * each type, `noSlot` if none remains; `next` the slot behind each. `find` looks for the rectangle
 * that fits an opening best, and puts the answer in `turn` (-1 for none) and `fit`. `work` counts
 * elementary steps since the stock was filled.
 */
type RectangleStock = {
  fill(sequence: Int32Array): void
  find(opening: Opening): void
  take(type: number): number
  flattestLeft(): number
  areaOf(type: number): number
  head: Int32Array
  turn: number
  fit: number
  work: number
}

/** Allocates a stock for sequences of at most `capacity` entries. Fill it anew for every packing. */
export function createRectangleStock(
  { types, width, height: tallness }: Rectangles,
  index: PackingIndex,
  capacity: number,
): RectangleStock {
  const { start: wideStart, turns: wideTurns } = index.wide
  const { start: tallStart, turns: tallTurns } = index.tall
  const { maxTallness, area, narrowest, flattest, byNarrowest, byFlattest, blockBits, blocks } = index

  // Each block of slots keeps a bound on its narrowest entry, so a search skips what cannot fit.
  const blockSize = 1 << blockBits
  const slotWidth = new Int32Array(blocks * blockSize)
  const blockWidth = new Int32Array(blocks)
  const head = new Int32Array(types)
  const next = new Int32Array(capacity)
  let sequence: Int32Array = new Int32Array(0)
  let usedBlocks = 0
  // The narrowest and the flattest remaining type, as indices into their orders.
  let narrowAt = 0
  let flatAt = 0
  const stock: RectangleStock = {
    fill,
    find,
    take,
    flattestLeft,
    areaOf,
    head,
    turn: -1,
    fit: fits.none,
    work: 0,
  }
  return stock

  function fill(entries: Int32Array): void {
    sequence = entries
    const count = entries.length
    usedBlocks = (count + blockSize - 1) >> blockBits
    narrowAt = 0
    flatAt = 0
    stock.work = 0
    head.fill(noSlot)
    blockWidth.fill(noSlot, 0, usedBlocks)
    for (let slot = count - 1; slot >= 0; slot--) {
      const type = entries[slot] >> 1
      const narrow = narrowest[type]
      next[slot] = head[type]
      head[type] = slot
      slotWidth[slot] = narrow
      if (narrow < blockWidth[slot >> blockBits]) blockWidth[slot >> blockBits] = narrow
    }
    slotWidth.fill(noSlot, count, usedBlocks << blockBits)
  }

  // Removes the first slot of a type and returns it.
  function take(type: number): number {
    const slot = head[type]
    head[type] = next[slot]
    slotWidth[slot] = noSlot
    return slot
  }

  // Returns the least height that any remaining rectangle can have. At least one must remain.
  function flattestLeft(): number {
    while (head[byFlattest[flatAt]] === noSlot) flatAt++
    return flattest[byFlattest[flatAt]]
  }

  // Returns the area of a type's remaining rectangles.
  function areaOf(type: number): number {
    let sum = 0
    for (let slot = head[type]; slot !== noSlot; slot = next[slot]) sum += area[type]
    return sum
  }

  function find(opening: Opening): void {
    stock.turn = -1
    stock.fit = fits.none
    while (head[byNarrowest[narrowAt]] === noSlot) narrowAt++
    if (opening.width < narrowest[byNarrowest[narrowAt]]) return
    if (findWide(opening)) return
    const { top, tall, short } = opening
    if (findLevel(opening, top, fits.levelTop)) return
    if (tall <= top && findLevel(opening, tall, fits.levelTall)) return
    if (short <= top && findLevel(opening, short, fits.levelShort)) return
    findLoose(opening)
  }

  // Finds one exactly as wide as the opening.
  function findWide({ width: wide, top, tall, short }: Opening): boolean {
    const end = wideStart[wide + 1]
    stock.work += 8 + ((end - wideStart[wide]) >> 1)
    let first = noSlot
    for (let i = wideStart[wide]; i < end; i++) {
      const candidate = wideTurns[i]
      const slot = head[candidate >> 1]
      const rise = tallness[candidate]
      if (slot === noSlot || rise > top) continue
      let fit: number = fits.wide
      if (rise === top) fit = fits.wideTop
      else if (rise === tall) fit = fits.wideTall
      else if (rise === short) fit = fits.wideShort
      if (fit > stock.fit || (fit === stock.fit && slot < first)) {
        first = slot
        stock.fit = fit
        stock.turn = candidate
      }
    }
    return stock.turn >= 0
  }

  // Finds one narrower than the opening and as tall as given.
  function findLevel({ width: wide }: Opening, rise: number, fit: number): boolean {
    if (rise > maxTallness) return false
    const end = tallStart[rise + 1]
    stock.work += (end - tallStart[rise]) >> 1
    let first = noSlot
    for (let i = tallStart[rise]; i < end; i++) {
      const candidate = tallTurns[i]
      const slot = head[candidate >> 1]
      if (slot >= first || width[candidate] >= wide) continue
      first = slot
      stock.fit = fit
      stock.turn = candidate
    }
    return stock.turn >= 0
  }

  // Finds the first of the sequence that fits, in its given turn if possible.
  function findLoose({ width: wide, top }: Opening): void {
    const isFitting = (turn: number) => width[turn] > 0 && width[turn] <= wide && tallness[turn] <= top
    stock.work += usedBlocks >> 1
    for (let block = 0; block < usedBlocks; block++) {
      if (blockWidth[block] > wide) continue
      stock.work += blockSize >> 1
      let narrow = noSlot
      const end = (block + 1) << blockBits
      for (let slot = block << blockBits; slot < end; slot++) {
        const least = slotWidth[slot]
        if (least < narrow) narrow = least
        if (least > wide) continue
        const entry = sequence[slot]
        if (!isFitting(entry) && !isFitting(entry ^ 1)) continue
        stock.turn = isFitting(entry) ? entry : entry ^ 1
        stock.fit = fits.loose
        return
      }
      blockWidth[block] = narrow
    }
  }
}
