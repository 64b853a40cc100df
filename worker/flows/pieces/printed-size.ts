import { withRuleMends } from "../../../contract/artwork/asked-mends.ts"
import type { Mend, PrintedAt } from "../../../contract/artwork/mend.ts"
import { areMadeBySize, type ImageRow, madeMendsOf, mendsOn } from "../../data/artwork/image-rows.ts"

/** A printed width under a template, and the mends of its store's rule. */
export type PieceSize = {
  widthIn: number
  dpi: number
  trim: boolean
  shopMends?: readonly Mend[] | undefined
}

/**
 * Returns the size that an image's mends are made at, its width as in sheet/preflight/piece-size.ts; null if none of them
 * depends on it, and its store has no others: then its own picture is printed.
 */
export function printedAt(
  image: Pick<ImageRow, "madeMends">,
  { widthIn, dpi, trim, shopMends = [] }: PieceSize,
): PrintedAt | null {
  const made = madeMendsOf(image)
  const mends = withRuleMends(made, mendsOn(shopMends))
  const others = mends === made ? {} : { mends: [...mends] }
  if (!areMadeBySize(made, mends)) return null
  return { widthPx: Math.max(1, Math.round(widthIn * dpi)), dpi, trim, ...others }
}
