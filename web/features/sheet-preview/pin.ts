/**
 * The place of one copy, named by its row rather than by the packer's index, so that it outlives a change of
 * other rows. `copy` counts from 0, as in the engine; `x`, `y` is the top left pixel of the printed box at
 * the template's DPI; `turn` is in degrees, clockwise.
 */
export type Pin = {
  itemId: string
  copy: number
  sheet: number
  x: number
  y: number
  turn: 0 | 90 | 180 | 270
}

/** A hand's request to the packer. */
export type HandWish = {
  /** Copies that stay exactly where they are. The same array until one changes. */
  pins: readonly Pin[]
  /**
   * The places of all copies before the last change (without those it dropped, with those it moved at their new
   * place), so that the rest stays where it can; null for an answer from scratch. Compared by identity: a new
   * array is a new question, even with the same rows and pins.
   */
  start: readonly Pin[] | null
}

/** Returns a name of one copy that is the same across layouts. */
export function pinKey({ itemId, copy }: Pick<Pin, "itemId" | "copy">): string {
  return `${itemId} ${copy}`
}
