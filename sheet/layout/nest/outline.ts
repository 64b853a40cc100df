/**
 * The ink of one piece as the search sees it, unturned, at its printed size. `bands(unitPx)` cuts it into bands of that
 * many pixel rows from the top: for each, the pixel columns that hold ink in any of its rows, or more than those, as pairs
 * [from, to), ascending and apart.
 */
export type Outline = {
  widthPx: number
  heightPx: number
  bands(unitPx: number): Int32Array[]
}

/** The outline of a piece that is ink all over. */
export function boxOutline(widthPx: number, heightPx: number): Outline {
  const whole = Int32Array.of(0, widthPx)
  return {
    widthPx,
    heightPx,
    bands: (unitPx) => Array<Int32Array>(Math.ceil(heightPx / unitPx)).fill(whole),
  }
}
