import type { LaidCopy, Layout, Placement } from "./layout.ts"

/** Returns the places of all copies of a layout, sheet by sheet. The layout is without labels' reserves. */
export function laidCopies({ sheets }: Layout): LaidCopy[] {
  return sheets.flatMap(({ placements }, sheet) =>
    placements.map((placement) => {
      const { piece, copy, x, y } = placement
      return { piece, copy, sheet, x, y, turn: turnOf(placement) }
    }),
  )
}

/** Returns the turn of a placement as one angle, in degrees clockwise. */
export function turnOf({ rotated, halfTurned }: Pick<Placement, "rotated" | "halfTurned">): LaidCopy["turn"] {
  if (rotated) return halfTurned ? 270 : 90
  return halfTurned ? 180 : 0
}
