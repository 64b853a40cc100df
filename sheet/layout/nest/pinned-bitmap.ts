import type { Stencil } from "../hand/stencil.ts"
import type { Bitmap, Resolution } from "./bitmap.ts"
import { halfTurned, quarterTurned, uniteRuns } from "./runs.ts"

/**
 * Copies that stay where they are, as one piece that never moves. Lengths in pixels of the film
 * inside its edges. Nothing else may cover its `parts`: grown inks and strips.
 */
export type PinnedPiece = {
  /** The box around the copies with their reserves. */
  x: number
  y: number
  widthPx: number
  heightPx: number
  parts: readonly { stencil: Stencil; x: number; y: number }[]
}

/**
 * Returns the bitmap of pinned copies, rounded outwards to the grid around their exact places. Only the
 * first is ever in use. The turned ones are for the kernel's tables, which turn the other of two
 * pieces back and this one with it.
 */
export function pinnedBitmaps(
  { x, y, widthPx, heightPx, parts }: PinnedPiece,
  { stepPx, fineShift }: Resolution,
): Bitmap[] {
  const unitPx = stepPx >> fineShift
  const left = Math.min(x, ...parts.map((part) => part.x + part.stencil.left))
  const right = Math.max(x + widthPx, ...parts.map((part) => part.x + part.stencil.right))
  const top = Math.min(y, ...parts.map((part) => part.y + part.stencil.tops[0]))
  const bottom = Math.max(y + heightPx, ...parts.map((part) => part.y + (part.stencil.tops.at(-1) ?? 0)))
  const firstX = Math.floor(left / stepPx)
  const firstY = Math.floor(top / stepPx)
  const width = Math.ceil(right / stepPx) - firstX
  const height = Math.ceil(bottom / stepPx) - firstY
  const united = uniteRuns(width << fineShift, height << fineShift)
  const next = parts.map(() => 0)
  for (let row = 0; row < height << fineShift; row++) {
    const rowTop = firstY * stepPx + row * unitPx
    parts.forEach((part, index) => {
      const { tops, starts, ends } = part.stencil
      const bands = tops.length - 1
      while (next[index] < bands && part.y + tops[next[index] + 1] <= rowTop) next[index]++
      for (let band = next[index]; band < bands && part.y + tops[band] < rowTop + unitPx; band++) {
        for (let i = starts[band]; i < starts[band + 1]; i += 2) {
          const from = part.x + ends[i] - firstX * stepPx
          const to = part.x + ends[i + 1] - firstX * stepPx
          united.add(Math.floor(from / unitPx), Math.ceil(to / unitPx))
        }
      }
    })
    united.endRow()
  }
  const columns = width << fineShift
  const upright = united.runs()
  const lying = quarterTurned(upright, columns)
  const inkX = x - firstX * stepPx
  const inkY = y - firstY * stepPx
  const onFoot = { width, height, inkX, inkY, widthPx, heightPx }
  const onEnd = { width: height, height: width, inkX, inkY, widthPx: heightPx, heightPx: widthPx }
  return [
    { ...onFoot, turn: 0, runs: upright },
    { ...onEnd, turn: 1, runs: lying },
    { ...onFoot, turn: 2, runs: halfTurned(upright, columns) },
    { ...onEnd, turn: 3, runs: halfTurned(lying, height << fineShift) },
  ]
}
