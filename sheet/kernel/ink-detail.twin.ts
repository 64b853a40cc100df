/** Readable twins of _ink-detail.as.ts: same numbers from plain loops. */

const LEAST_ALPHA = 250
const LEVEL = 3
const LEAST_RISE = 64
const LONGEST = 24
const PARTS = 8

/** Returns a row's alphas, and the light of its pixels in full ink, −1 of others. */
export function lightRow(row: Uint8Array): { alphas: Int16Array; lights: Int16Array } {
  const alphas = Int16Array.from({ length: row.length / 4 }, (_, x) => row[x * 4 + 3])
  const lights = alphas.map((alpha, x) => {
    const [red, green, blue] = row.subarray(x * 4, x * 4 + 3)
    return alpha < LEAST_ALPHA ? -1 : (red * 77 + green * 150 + blue * 29) >> 8
  })
  return { alphas, lights }
}

/** Returns the numbers of a line's edges, by their widths in eighths of a pixel. */
export function countEdges(line: Int16Array): Uint32Array {
  const widths = new Uint32Array(LONGEST * PARTS + 1)
  const stepTo = (x: number) => (line[x] < 0 || line[x - 1] < 0 ? 0 : line[x] - line[x - 1])
  for (let x = 1; x < line.length; ) {
    const way = Math.sign(stepTo(x))
    const start = x - 1
    let steepest = 0
    for (; x < line.length && way * stepTo(x) > LEVEL; x++) steepest = Math.max(steepest, way * stepTo(x))
    if (x === start + 1) {
      x++
      continue
    }
    const rise = Math.abs(line[x - 1] - line[start])
    if (rise < LEAST_RISE || x - start > LONGEST) continue
    widths[Math.min(widths.length - 1, Math.floor((rise / steepest) * PARTS))]++
  }
  return widths
}

/** Says of each pixel by a 1 that it has ink, and another colour than the one before; the first has none before. */
export function countSteps(row: Uint8Array): Uint32Array {
  return Uint32Array.from({ length: row.length / 4 }, (_, x) => {
    const isOther = [0, 1, 2].some((c) => row[x * 4 + c] !== row[x * 4 - 4 + c])
    return x > 0 && isOther && row[x * 4 + 3] > 0 ? 1 : 0
  })
}
