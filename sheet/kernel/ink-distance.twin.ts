/** Readable twins of _ink-distance.as.ts: same numbers from plain loops. */

/**
 * Returns a square block of alphas, drawn `finer` times finer with alphas between those of the four nearest
 * pixels, and split at a half. `block` has a pixel more on each side.
 */
export function splitFiner(block: Uint8Array, side: number, finer: number, isFilm: boolean): Uint8Array {
  const width = side * finer
  const mask = new Uint8Array(width * width)
  /** Returns the block's pixel before the fine pixel i, and twice `finer` times the way from its centre to the next. */
  const place = (i: number) => {
    const parts = 2 * (i % finer) + 1 + finer
    const from = Math.floor(i / finer)
    return parts < 2 * finer ? { from, part: parts } : { from: from + 1, part: parts - 2 * finer }
  }
  for (let y = 0; y < width; y++) {
    const down = place(y)
    for (let x = 0; x < width; x++) {
      const across = place(x)
      const along = (row: number) => {
        const at = row * (side + 2) + across.from
        return block[at] * (2 * finer - across.part) + block[at + 1] * across.part
      }
      const alpha = along(down.from) * (2 * finer - down.part) + along(down.from + 1) * down.part
      mask[y * width + x] = alpha >= 128 * 4 * finer * finer === isFilm ? 0 : 1
    }
  }
  return mask
}

/** Returns the thin parts of a square mask, and the squares of the distances to what is outside of it. */
export function thinPixels(
  mask: Uint8Array,
  side: number,
  farthest: number,
  centre: number,
  covered: number,
): { inside: Uint16Array; thin: Uint8Array; count: number } {
  const inside = nearSquares(mask, side, farthest)
  const toCentre = nearSquares(
    Uint8Array.from(inside, (square) => (square >= centre ? 0 : 1)),
    side,
    farthest,
  )
  const isNarrow = mask.some((bit, i) => bit === 1 && inside[i] < centre)
  const thin = Uint8Array.from(mask, (bit, i) => (isNarrow && bit === 1 && toCentre[i] > covered ? 1 : 0))
  return { inside, thin, count: thin.reduce((sum, bit) => sum + bit, 0) }
}

/**
 * Returns the square of each pixel's distance to the nearest pixel whose `mask` is 0, between centres, up to
 * (farthest + 1)². Exact, in time linear in the pixels: distances down the columns, then along each row
 * the lower envelope of the parabolas that stand on them (Felzenszwalb and Huttenlocher, "Distance
 * transforms of sampled functions", 2012). The kernel takes the same minimum in a window instead, because
 * what is farther does not count.
 *
 *      \   ╲_╱ \   _╱         each pixel q of a row carries the parabola (x − q)² + f(q); the least
 *       ╲_╱     ╲_╱           of them at x is the distance's square
 */
export function nearSquares(mask: Uint8Array, side: number, farthest: number): Uint16Array {
  const far = (farthest + 1) ** 2
  const down = new Float64Array(mask.length).fill(Number.POSITIVE_INFINITY)
  for (let x = 0; x < side; x++) {
    for (const [first, step] of [
      [0, 1],
      [side - 1, -1],
    ]) {
      let since = Number.POSITIVE_INFINITY
      for (let y = first; y >= 0 && y < side; y += step) {
        const at = y * side + x
        since = mask[at] === 0 ? 0 : since + 1
        down[at] = Math.min(down[at], since * since)
      }
    }
  }
  const squares = new Uint16Array(mask.length)
  for (let y = 0; y < side; y++) {
    const f = down.subarray(y * side, (y + 1) * side)
    const envelope: { vertex: number; from: number }[] = []
    for (let q = 0; q < side; q++) {
      if (f[q] === Number.POSITIVE_INFINITY) continue
      let from = Number.NEGATIVE_INFINITY
      for (let last = envelope.at(-1); last; last = envelope.at(-1)) {
        const v = last.vertex
        from = (f[q] + q * q - f[v] - v * v) / (2 * (q - v))
        if (from > last.from) break
        envelope.pop()
        from = Number.NEGATIVE_INFINITY
      }
      envelope.push({ vertex: q, from })
    }
    for (let x = 0, k = 0; x < side; x++) {
      while (k + 1 < envelope.length && envelope[k + 1].from < x) k++
      const vertex = envelope[k]?.vertex
      squares[y * side + x] = vertex === undefined ? far : Math.min(far, (x - vertex) ** 2 + f[vertex])
    }
  }
  return squares
}
