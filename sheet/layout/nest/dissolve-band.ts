import type { InSteps } from "../../in-steps.ts"
import type { Random } from "../random.ts"
import { inkHeight, inkWidth } from "./ink-size.ts"
import { type Level, type Positions, positionWords } from "./level.ts"

/** A band's share of the film's length, and how many bands are compared. */
const bandShare = 0.2
const comparedBands = 12

type Band = { fromPx: number; highPx: number }

/**
 * Takes the items out of the band across the film with the least ink, of some at random. Each goes
 * to a free place anywhere, the largest first, and if there is none to any place in the band.
 * Pinned items stay.
 */
export function* dissolveBand(level: Level, lengthPx: number, random: Random): InSteps<void> {
  const pieces = level.pieces()
  const positions = level.read()
  const band = emptiestBand(level, positions, lengthPx, random)
  const isInBand = (i: number) => {
    const y = positions[i * positionWords + 1]
    const middle = y + (inkHeight(level, pieces[i], positions[i * positionWords + 2]) >> 1)
    return middle >= band.fromPx && middle < band.fromPx + band.highPx
  }
  const dissolved = [...pieces.keys()]
    .filter((i) => level.pinnedEndPx(pieces[i]) === null && isInBand(i))
    .sort((a, b) => level.areas[pieces[b]] - level.areas[pieces[a]] || a - b)
  for (const i of dissolved) positions[i * positionWords + 3] = 0
  yield* level.write(positions)
  for (const i of dissolved) yield* level.place(i, lengthPx, random() < 0.5)
  const placed = level.read()
  const widthPx = level.columns * level.resolution.stepPx
  for (const i of dissolved) {
    const p = i * positionWords
    if (placed[p + 3] === 1) continue
    const turns = level.turnsOf(pieces[i])
    const turn = turns[Math.floor(random() * turns.length)]
    const middle = band.fromPx + random() * band.highPx
    placed[p] = Math.floor(random() * Math.max(1, widthPx - inkWidth(level, pieces[i], turn)))
    placed[p + 1] = Math.floor(middle - inkHeight(level, pieces[i], turn) / 2)
    placed[p + 2] = turn
    placed[p + 3] = 1
  }
  yield* level.write(placed)
}

// Finds the emptiest band, taking ink to lie evenly over its box's height.
function emptiestBand(level: Level, positions: Positions, lengthPx: number, random: Random): Band {
  const highPx = lengthPx * bandShare
  const inkFrom = (fromPx: number) =>
    level.pieces().reduce((sum, piece, i) => {
      const y = positions[i * positionWords + 1]
      const height = inkHeight(level, piece, positions[i * positionWords + 2])
      const within = Math.min(y + height, fromPx + highPx) - Math.max(y, fromPx)
      return sum + (level.areas[piece] * Math.max(0, within)) / height
    }, 0)
  let least = Number.POSITIVE_INFINITY
  let emptiest = 0
  for (let band = 0; band < comparedBands; band++) {
    const fromPx = random() * (lengthPx - highPx)
    const ink = inkFrom(fromPx)
    if (ink >= least) continue
    least = ink
    emptiest = fromPx
  }
  return { fromPx: emptiest, highPx }
}
