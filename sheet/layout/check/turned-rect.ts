import type { Placement } from "../layout.ts"

/** A half-open rectangle, in pixels. */
export type Rect = { left: number; top: number; right: number; bottom: number }

/** Quarter turns clockwise, 0 to 3. */
export type QuarterTurns = 0 | 1 | 2 | 3

export function quarterTurnsOf({ rotated, halfTurned }: Pick<Placement, "rotated" | "halfTurned">) {
  return ((rotated ? 1 : 0) + (halfTurned ? 2 : 0)) as QuarterTurns
}

/** Returns a rectangle of an upright piece after the piece is turned clockwise. */
export function turnedRect(
  { left, top, right, bottom }: Rect,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  turns: QuarterTurns,
): Rect {
  switch (turns) {
    case 0:
      return { left, top, right, bottom }
    case 1:
      return { left: heightPx - bottom, top: left, right: heightPx - top, bottom: right }
    case 2:
      return {
        left: widthPx - right,
        top: heightPx - bottom,
        right: widthPx - left,
        bottom: heightPx - top,
      }
    case 3:
      return { left: top, top: widthPx - right, right: bottom, bottom: widthPx - left }
  }
}
