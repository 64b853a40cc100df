import { ArtworkError, type RowSource } from "../raster/artwork.ts"
import { MEND_MAX_BYTES } from "../raster/limits.ts"

/** A picture that is made of another's rows, with the bytes that it and those before it hold while they are decoded. */
type HoldingRows = RowSource & { heldBytes: number }

/** Returns the bytes that a source's steps hold. */
export function heldBy(source: RowSource): number {
  return "heldBytes" in source ? (source as HoldingRows).heldBytes : 0
}

/** Returns rows with the bytes that they and those before them hold. Throws an ArtworkError if these are too many. */
export function holding(rows: RowSource, heldBytes: number): HoldingRows {
  checkBytes(heldBytes)
  return { ...rows, heldBytes }
}

/** Throws an ArtworkError if steps hold more than MEND_MAX_BYTES. */
export function checkBytes(heldBytes: number): void {
  if (heldBytes <= MEND_MAX_BYTES) return
  throw new ArtworkError(
    "too-large",
    "These mends are too much for a picture of this size together. Switch one of them off, choose fewer millimetres, or a smaller picture.",
  )
}
