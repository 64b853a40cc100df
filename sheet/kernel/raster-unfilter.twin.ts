/** Readable twin of _raster-unfilter.as.ts. */

/**
 * Reconstructs one PNG scanline (PNG 3rd edition, section 9). `step` is the bytes of a pixel, at
 * least 1.
 */
export function unfilter(filter: number, filtered: Uint8Array, above: Uint8Array, step: number): Uint8Array {
  const row = new Uint8Array(filtered.length)
  for (let i = 0; i < row.length; i++) {
    const left = i >= step ? row[i - step] : 0
    const up = above[i]
    const corner = i >= step ? above[i - step] : 0
    row[i] = filtered[i] + predict(filter, left, up, corner)
  }
  return row
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      throw new RangeError(`PNG filter ${filter} does not exist`)
  }
}

/** Returns the nearest of left, up and corner to left + up − corner. Ties fall in this order. */
function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
