/** A picture in double precision: straight RGBA8 in, premultiplied channels of 0 to 255 inside. */
export type Picture = { rgba: Uint8Array; width: number; height: number }

/** Source pixels and their weights for one target pixel, in floating point. */
function lanczosWeights(target: number, from: number, to: number): [number, number][] {
  const scale = from / to
  const stretch = Math.max(1, scale)
  const centre = (target + 0.5) * scale - 0.5
  const sinc = (t: number) => (t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t))
  const weights: [number, number][] = []
  for (let i = 0; i < from; i++) {
    const t = (i - centre) / stretch
    if (Math.abs(t) < 3) weights.push([i, sinc(t) * sinc(t / 3)])
  }
  const sum = weights.reduce((total, [, weight]) => total + weight, 0)
  return weights.map(([i, weight]) => [i, weight / sum])
}

/**
 * Returns the source pixels that may give a target pixel ink: in an enlargement those less than one
 * source pixel from its centre, in a reduction those that overlap it.
 */
export function nearestTo(target: number, from: number, to: number): number[] {
  // In units of 1 / (2 · to) source pixels, so that all are whole.
  const [left, right] = [2 * target * from, 2 * (target + 1) * from]
  const isNear = (i: number) =>
    from > to
      ? 2 * i * to < right && 2 * (i + 1) * to > left
      : Math.abs((2 * i + 1) * to - (left + right) / 2) < 2 * to
  return Array.from({ length: from }, (_, i) => i).filter(isNear)
}

/**
 * Resamples by Lanczos3, across then down. `slack` bounds each pass to its nearest pixels ± that many
 * levels.
 */
export function lanczos(
  { rgba, width, height }: Picture,
  widthPx: number,
  heightPx: number,
  slack = Number.POSITIVE_INFINITY,
): Uint8Array {
  const plane = Float64Array.from(rgba, (value, i) => (i % 4 === 3 ? value : (value * rgba[i | 3]) / 255))
  const across = pass(
    plane,
    { count: width, stride: 4 },
    { count: height, stride: width * 4 },
    widthPx,
    slack,
  )
  const both = pass(
    across,
    { count: height, stride: widthPx * 4 },
    { count: widthPx, stride: 4 },
    heightPx,
    slack,
  )
  // Lines became rows of the result: columns of the picture.
  const result = new Uint8Array(widthPx * heightPx * 4)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const from = (x * heightPx + y) * 4
      const alpha = level(both[from + 3])
      if (alpha === 0) continue
      const colours = [0, 1, 2].map((c) => level((both[from + c] * 255) / both[from + 3]))
      result.set([...colours, alpha], (y * widthPx + x) * 4)
    }
  }
  return result
}

type Axis = { count: number; stride: number }

/** Resamples every line along `along`; the result has one row of `to` pixels for each. */
function pass(plane: Float64Array, along: Axis, lines: Axis, to: number, slack: number): Float64Array {
  const result = new Float64Array(lines.count * to * 4)
  for (let i = 0; i < to; i++) {
    const weights = lanczosWeights(i, along.count, to)
    const near = nearestTo(i, along.count, to)
    for (let line = 0; line < lines.count; line++) {
      for (let c = 0; c < 4; c++) {
        const at = (pixel: number) => plane[line * lines.stride + pixel * along.stride + c]
        let sum = 0
        for (const [pixel, weight] of weights) sum += at(pixel) * weight
        const values = near.map(at)
        const beyond = c === 3 && Number.isFinite(slack) ? 0 : slack
        const low = Math.min(...values) - beyond
        const high = Math.max(...values) + beyond
        result[(line * to + i) * 4 + c] = Math.max(low, Math.min(high, sum))
      }
    }
  }
  return result
}

function level(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
