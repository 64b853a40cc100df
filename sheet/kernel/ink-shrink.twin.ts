/** Readable twin of _ink-shrink.as.ts: same bytes from plain loops. */

/**
 * Returns rows of RGBA8 as a row of squares, `factor` pixels wide: the mean alpha, and the colour of the pixel with the
 * most ink, the first one among equals. Where there is no ink, the colour is that of `above`.
 */
export function shrinkRows(rows: readonly Uint8Array[], factor: number, above: Uint8Array): Uint8Array {
  const width = rows[0].length / 4
  const squares = above.slice()
  for (let column = 0; column < squares.length / 4; column++) {
    let [sum, pixels, most] = [0, 0, 0]
    for (const row of rows)
      for (let x = column * factor; x < Math.min(width, (column + 1) * factor); x++) {
        const alpha = row[x * 4 + 3]
        sum += alpha
        pixels++
        if (alpha <= most) continue
        most = alpha
        squares.set(row.subarray(x * 4, x * 4 + 3), column * 4)
      }
    squares[column * 4 + 3] = Math.round(sum / pixels)
  }
  return squares
}
