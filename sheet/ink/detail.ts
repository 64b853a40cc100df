/** The pixels of the artwork that its finest detail takes: 1 to 1.5 for a picture at its own size. */
export type Detail = { pixels: number }

/** The rows that are looked at, spread over the artwork. */
const MOST_ROWS = 128
/** The least rise of an edge, of 255. */
const LEAST_RISE = 64
/** The step below which a row is level. */
const LEVEL = 3
/** The longest edge in pixels; longer ones are gradients. */
const LONGEST_PX = 24
/** The fewest edges that say anything. */
const LEAST_EDGES = 150
/** The share of the edges that is sharper than the one taken: edges along a row look wide. */
const SHARPER = 0.15
/** The parts of a pixel in which widths are counted. */
const PARTS = 8
/** The factors by which pixels may have been repeated. Larger ones are pixel art, drawn so. */
const MOST_REPEATED = 7
const MOST_TRIED = 24
const LEAST_STEPS = 200
const ON_STEP = 0.98

/**
 * Opens a measurement of detail, which an enlarged picture lacks however many pixels it has. The width of an
 * edge is its rise by its steepest step. An edge that was drawn in these pixels is 1 to 2 wide, whatever
 * it lies across; enlarged f times by any smooth filter, it is f times as wide. Where pixels were only
 * repeated, all edges lie f pixels apart.
 *
 *        ▁▁▁▁▁▂▄▆█████     rise 255, steepest step 80: 3.2 pixels
 */
export function openDetail(widthPx: number, heightPx: number) {
  const rowStep = Math.max(1, Math.floor(heightPx / MOST_ROWS))
  const widths = new Int32Array(LONGEST_PX * PARTS + 1)
  const alphas = new Int16Array(widthPx)
  const lights = new Int16Array(widthPx)
  // The changes of a pixel from the one before, by their column's remainder for each factor.
  const remainders = Array.from({ length: MOST_TRIED + 1 }, (_, factor) => new Int32Array(factor))
  let steps = 0
  let edges = 0
  return {
    /** Takes row y of the artwork itself. */
    push(row: Uint8Array, y: number): void {
      if (y % rowStep !== 0) return
      let isInked = 0
      for (let x = 0; x < widthPx; x++) {
        const at = x * 4
        const alpha = row[at + 3]
        alphas[x] = alpha
        isInked |= alpha
        // Light is looked at in full ink alone: elsewhere alpha is the edge.
        lights[x] = alpha < 250 ? -1 : (row[at] * 77 + row[at + 1] * 150 + row[at + 2] * 29) >> 8
      }
      if (isInked === 0) return
      if (y % (4 * rowStep) === 0) countSteps(row)
      findEdges(alphas)
      findEdges(lights)
    },
    finish(): Detail {
      const repeated = repeatedTimes()
      if (edges < LEAST_EDGES) return { pixels: repeated }
      let sum = 0
      let at = 0
      while (at < widths.length - 1 && sum + widths[at] < SHARPER * edges) sum += widths[at++]
      return { pixels: Math.max(repeated, (at + 0.5) / PARTS) }
    },
  }

  function countSteps(row: Uint8Array): void {
    for (let x = 1; x < widthPx; x++) {
      const at = x * 4
      const isSame = row[at] === row[at - 4] && row[at + 1] === row[at - 3] && row[at + 2] === row[at - 2]
      if (isSame || row[at + 3] === 0) continue
      steps++
      for (let factor = 2; factor <= MOST_TRIED; factor++) remainders[factor][x % factor]++
    }
  }

  function findEdges(line: Int16Array): void {
    for (let x = 1; x < widthPx; ) {
      const step = line[x] - line[x - 1]
      if ((step <= LEVEL && step >= -LEVEL) || line[x] < 0 || line[x - 1] < 0) {
        x++
        continue
      }
      const rises = step > 0
      const start = x - 1
      let steepest = 0
      for (; x < widthPx && line[x] >= 0; x++) {
        const next = line[x] - line[x - 1]
        if (rises ? next <= LEVEL : next >= -LEVEL) break
        steepest = Math.max(steepest, Math.abs(next))
      }
      const rise = Math.abs(line[x - 1] - line[start])
      if (rise < LEAST_RISE || x - start > LONGEST_PX) continue
      edges++
      widths[Math.min(widths.length - 1, Math.floor((rise / steepest) * PARTS))]++
    }
  }

  function repeatedTimes(): number {
    if (steps < LEAST_STEPS) return 1
    let most = 1
    for (let factor = 2; factor <= MOST_TRIED; factor++)
      if (Math.max(...remainders[factor]) >= ON_STEP * steps) most = factor
    return most <= MOST_REPEATED ? most : 1
  }
}
