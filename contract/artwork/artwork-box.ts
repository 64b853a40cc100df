import { z } from "zod"

/** A length in thousandths of the artwork's width or height. */
export const thousandths = z.number().min(0).max(1000)

/** Returns true for a box in thousandths that lies on the artwork. One that is dragged to the edge may miss it by a rounding. */
export function isOnArtwork(box: { x: number; y: number; width: number; height: number }): boolean {
  return box.x + box.width <= 1000.01 && box.y + box.height <= 1000.01
}
