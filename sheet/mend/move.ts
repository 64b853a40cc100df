import type { Box, RowSource } from "../raster/artwork.ts"
import { croppedTo } from "./crop.ts"
import { inOrder, type Mend, type MendContext } from "./mend.ts"
import { turned } from "./turn.ts"

type Move = Extract<Mend, { kind: "crop" | "turn" }>
type Size = { width: number; height: number }

/**
 * Crops and turns a picture as these mends do one after the other, but in one step: a turn decodes the picture several
 * times, so that a chain of turns would multiply. A crop keeps a box rounded to whole pixels, one at least.
 */
export function moved(source: RowSource, moves: readonly Move[], { host }: MendContext): RowSource {
  const whole = { x: 0, y: 0, width: source.widthPx, height: source.heightPx }
  let box: Box = whole
  let degrees = 0
  for (const move of moves) {
    if (move.kind === "turn") degrees = (degrees + move.degrees) % 360
    else {
      const size = degrees % 180 === 0 ? box : { width: box.height, height: box.width }
      const { x, y, width, height } = turnedBack(boxIn(size, move), box, degrees)
      box = { x: box.x + x, y: box.y + y, width, height }
    }
  }
  const isWhole = box.width === whole.width && box.height === whole.height
  return turned(isWhole ? source : croppedTo(source, box), degrees, host)
}

/** The whole of a picture in thousandths. */
const WHOLE: Size = { width: 1000, height: 1000 }

/**
 * Returns mends that give the same picture once it is turned clockwise by so many degrees after them: a small copy of it
 * is turned at once, where a large picture is decoded for each of its slices.
 */
export function turnedLast(mends: readonly Mend[]): { mends: Mend[]; degrees: number } {
  let degrees = 0
  const still = inOrder(mends).flatMap((mend): Mend[] => {
    if (mend.kind === "turn") degrees = (degrees + mend.degrees) % 360
    return mend.kind === "turn"
      ? []
      : mend.kind === "crop"
        ? [{ ...mend, ...turnedBack(mend, WHOLE, degrees) }]
        : [mend]
  })
  return { mends: still, degrees }
}

/** Returns a box of thousandths in whole pixels. */
function boxIn({ width, height }: Size, crop: Box): Box {
  const x = Math.min(width - 1, Math.round((crop.x / 1000) * width))
  const y = Math.min(height - 1, Math.round((crop.y / 1000) * height))
  const right = Math.min(width, Math.max(x + 1, Math.round(((crop.x + crop.width) / 1000) * width)))
  const bottom = Math.min(height, Math.max(y + 1, Math.round(((crop.y + crop.height) / 1000) * height)))
  return { x, y, width: right - x, height: bottom - y }
}

/** Returns a box of a picture of this size as it lies in the picture that is turned clockwise. */
export function turnedBox(box: Box, { width, height }: Size, degrees: number): Box {
  const after = degrees % 180 === 0 ? { width, height } : { width: height, height: width }
  return turnedBack(box, after, (360 - degrees) % 360)
}

/** Returns a box of a picture that was turned clockwise, as it lies in the picture before, whose size is given. */
function turnedBack({ x, y, width, height }: Box, before: Size, degrees: number): Box {
  switch (degrees) {
    case 90:
      return { x: y, y: before.height - x - width, width: height, height: width }
    case 180:
      return { x: before.width - x - width, y: before.height - y - height, width, height }
    case 270:
      return { x: before.width - y - height, y: x, width: height, height: width }
    default:
      return { x, y, width, height }
  }
}
