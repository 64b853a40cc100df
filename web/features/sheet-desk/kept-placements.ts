import { turnOf } from "../../../sheet/layout/laid-copies.ts"
import type { Placement, SheetLayout } from "../../../sheet/layout/layout.ts"
import { labelsOf } from "../../../sheet/preflight/planned-labels.ts"
import { type Pin, pinKey } from "../sheet-preview/pin.ts"
import type { PackedSheets } from "../sheet-preview/use-sheet-layout.ts"
import type { Lying, Quantities } from "./hand-moves.ts"

/** Returns every copy of the packed sheets by its key, with the box it lies in. */
export function lyingOf(packed: PackedSheets): Map<string, Lying> {
  const lying = new Map<string, Lying>()
  packed.layout.sheets.forEach(({ placements }, sheet) => {
    for (const placement of placements) {
      const { copy, x, y, widthPx, heightPx } = placement
      const one = { itemId: itemIdOf(packed, placement), copy, sheet, x, y, turn: turnOf(placement) }
      lying.set(pinKey(one), { ...one, widthPx, heightPx })
    }
  })
  return lying
}

/** Returns keys of the copies that the packer left where a hand had put them. */
export function pinnedKeys(packed: PackedSheets): Set<string> {
  return new Set(
    packed.layout.sheets.flatMap(({ placements }) =>
      placements
        .filter(({ pinned }) => pinned)
        .map((placement) => pinKey({ itemId: itemIdOf(packed, placement), copy: placement.copy })),
    ),
  )
}

/**
 * Returns the sheets as a hand has just left them, before the search has answered: each copy where `lying`
 * says, without those that the rows dropped, empty sheets too. So no piece jumps back in the meantime.
 */
export function layAs(packed: PackedSheets, lying: readonly Pin[], quantities: Quantities): PackedSheets {
  const places = new Map(lying.map((pin) => [pinKey(pin), pin]))
  const sheets: Placement[][] = packed.layout.sheets.map(() => [])
  packed.layout.sheets.forEach(({ placements }, index) => {
    for (const placement of placements) {
      const itemId = itemIdOf(packed, placement)
      if (placement.copy >= (quantities.get(itemId) ?? 0)) continue
      const pin = places.get(pinKey({ itemId, copy: placement.copy }))
      sheets[pin?.sheet ?? index]?.push(pin ? at(placement, pin) : placement)
    }
  })
  const layout = {
    sheets: sheets
      .filter((placements) => placements.length > 0)
      .map((placements) => cutToContent(placements, packed)),
  }
  const labels = layout.sheets.map((sheet) => labelsOf(sheet, packed.items, packed.template))
  const lengthPx = layout.sheets.reduce((sum, sheet) => sum + sheet.lengthPx, 0)
  return { ...packed, layout, labels, lengthIn: lengthPx / packed.dpi }
}

function itemIdOf(packed: PackedSheets, placement: Placement): string {
  return packed.items[placement.piece].id
}

function at(placement: Placement, { x, y, turn }: Pin): Placement {
  const rotated = turn === 90 || turn === 270
  const isOther = rotated !== placement.rotated
  const { halfTurned: _, ...rest } = placement
  return {
    ...rest,
    x,
    y,
    widthPx: isOther ? placement.heightPx : placement.widthPx,
    heightPx: isOther ? placement.widthPx : placement.heightPx,
    rotated,
    ...(turn >= 180 ? { halfTurned: true as const } : {}),
  }
}

function cutToContent(placements: Placement[], { layout, template, dpi }: PackedSheets): SheetLayout {
  const end = Math.max(...placements.map(({ y, heightPx }) => y + heightPx))
  return {
    widthPx: layout.sheets[0].widthPx,
    lengthPx: end + Math.round(template.edgeIn * dpi),
    placements,
  }
}
