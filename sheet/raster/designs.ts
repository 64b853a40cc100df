import type { SheetPlacement } from "./compose-sheet.ts"

/** A turn in degrees, clockwise. */
export type Turn = 0 | 90 | 180 | 270

/** A design, as its first piece shows it, and all of its pieces, turned relative to that one. */
export type PlacedDesign = {
  stamp: string
  widthPx: number
  heightPx: number
  places: { placement: SheetPlacement; turn: Turn }[]
}

/** Returns placements by design, in the order in which designs first appear. */
export function designsOf(placements: readonly SheetPlacement[]): PlacedDesign[] {
  const designs = new Map<string, PlacedDesign & { baseTurn: Turn }>()
  for (const placement of placements) {
    const { stamp, widthPx, heightPx } = placement
    const name = placement.design ? `design ${placement.design.name}` : `stamp ${stamp}`
    const ownTurn = placement.design?.turn ?? 0
    const design = designs.get(name) ?? { stamp, widthPx, heightPx, baseTurn: ownTurn, places: [] }
    designs.set(name, design)
    const turn = ((ownTurn - design.baseTurn + 360) % 360) as Turn
    const [width, height] =
      turn % 180 === 0 ? [design.widthPx, design.heightPx] : [design.heightPx, design.widthPx]
    if (width !== widthPx || height !== heightPx) throw new Error(`stamp ${stamp} is placed in two sizes`)
    design.places.push({ placement, turn })
  }
  return [...designs.values()]
}
