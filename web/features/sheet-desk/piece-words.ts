import { inUnit, pageUnit } from "../../../contract/length.ts"
import type { Pin } from "../sheet-preview/pin.ts"
import type { PackedSheets } from "../sheet-preview/use-sheet-layout.ts"

/** Returns `Cosmic Cat copy 2`, or only the name if there is one copy. */
export function nameOf({ itemId, copy }: Pick<Pin, "itemId" | "copy">, { items }: PackedSheets): string {
  const item = items.find(({ id }) => id === itemId)
  if (!item) return "A piece"
  return item.quantity > 1 ? `${item.name} copy ${copy + 1}` : item.name
}

/** Returns `Cosmic Cat copy 2`, or `3 pieces`. */
export function nameOfAll(pieces: readonly Pick<Pin, "itemId" | "copy">[], packed: PackedSheets): string {
  return pieces.length === 1 ? nameOf(pieces[0], packed) : `${pieces.length} pieces`
}

/** Returns `4.25, 1.50 in`: the distance from the film's left and top. */
export function placeWords({ x, y }: Pick<Pin, "x" | "y">, dpi: number): string {
  const unit = pageUnit()
  return `${inUnit(x / dpi, unit).toFixed(2)}, ${inUnit(y / dpi, unit).toFixed(2)} ${unit}`
}
