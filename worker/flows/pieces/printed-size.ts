import type { PrintedAt } from "../../../contract/artwork/mend.ts"

/** Returns the size that an item's mends are made at; its width is that of sheet/preflight/piece-size.ts. */
export function printedAt(widthIn: number, { dpi, trim }: { dpi: number; trim: boolean }): PrintedAt {
  return { widthPx: Math.max(1, Math.round(widthIn * dpi)), dpi, trim }
}
