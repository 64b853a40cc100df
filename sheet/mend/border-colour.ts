import type { RowSource } from "../raster/artwork.ts"

/** The least alpha of a pixel that counts. */
const OPAQUE = 250
/** The most that a channel is off the border's commonest colour where it is the same, noisy. */
const NOISE = 12

/**
 * Opens a search for the dominant colour (0xbbggrr) of the outline of a picture's opaque pixels: of the first and last of each
 * row, and of the first and last rows. It takes rows from the first on.
 */
export function openBorder({ widthPx, heightPx }: RowSource) {
  const samples = new Uint32Array(2 * (widthPx + heightPx))
  const line = new Uint32Array(widthPx)
  const latest = new Uint32Array(widthPx)
  const bytes = new Uint8Array(line.buffer)
  let count = 0
  /** Adds all opaque pixels of a row, from sample `at` on, and returns the samples' number. */
  const addAll = (pixels: Uint32Array, at: number) => {
    let end = at
    for (let x = 0; x < widthPx; x++) if (pixels[x] >>> 24 >= OPAQUE) samples[end++] = pixels[x] & 0xffffff
    return end
  }
  return {
    push(row: Uint8Array): void {
      bytes.set(row)
      let first = 0
      while (first < widthPx && line[first] >>> 24 < OPAQUE) first++
      if (first === widthPx) return
      let last = widthPx - 1
      while (line[last] >>> 24 < OPAQUE) last--
      if (count === 0) count = addAll(line, 0)
      samples[count++] = line[first] & 0xffffff
      samples[count++] = line[last] & 0xffffff
      latest.set(line)
    },
    /** Returns the colour of the rows so far, null if none of their pixels is opaque. */
    colour: (): number | null => (count === 0 ? null : dominant(samples.slice(0, addAll(latest, count)))),
  }
}

/** Returns the median of the colours that are alike to the commonest. */
function dominant(colours: Uint32Array): number {
  colours.sort()
  let commonest = colours[0]
  for (let i = 0, most = 0; i < colours.length; ) {
    let end = i + 1
    while (end < colours.length && colours[end] === colours[i]) end++
    if (end - i > most) {
      most = end - i
      commonest = colours[i]
    }
    i = end
  }
  const counts = new Uint32Array(3 * 256)
  for (const colour of colours) {
    const isAlike = [0, 8, 16].every(
      (c) => Math.abs(((colour >>> c) & 255) - ((commonest >>> c) & 255)) <= NOISE,
    )
    if (isAlike) for (let c = 0; c < 3; c++) counts[c * 256 + ((colour >>> (8 * c)) & 255)]++
  }
  return medianColour(counts)
}

/** Returns the median of each channel, from the counts of its codes. */
export function medianColour(counts: Uint32Array): number {
  let colour = 0
  for (let c = 0; c < 3; c++) {
    const codes = counts.subarray(c * 256, (c + 1) * 256)
    const half = codes.reduce((sum, count) => sum + count, 0) / 2
    let code = 0
    for (let below = codes[0]; below <= half && code < 255; below += codes[code]) code++
    colour |= code << (8 * c)
  }
  return colour
}
