/** Readable twin of _mend-sharpen.as.ts: same pixels from plain loops. Channels are rounded to 32 bits as vectors have them. */

/** How far an edge is followed to either side, in pixels of the picture before it was enlarged. */
const REACH = 2.5
/** An edge of up to so many such pixels is as sharp as the picture could have it; one of more than WIDE is soft by itself. */
const SHARP = 2.1
const WIDE = 3
/** The contrast, in codes over all channels, from which edges count, and that from which they count wholly: below is the noise of JPEG. */
const LEAST_CONTRAST = 16
const FULL_CONTRAST = 32
/** The share of an edge's steepest step below which it has ended, and the steps below which there is none, in codes. */
const END_SHARE = 0.04
const END_STEP = 0.25

/** A pixel's channels, premultiplied, in codes. */
type Channels = Float32Array

/** Returns the rows above and below one that decide about it in a picture that was enlarged so many times. */
export function sharpenAround(times: number): number {
  return Math.ceil(REACH * times) + 1
}

/**
 * Returns a row of straight RGBA8 with sharp edges, from it and the `sharpenAround` rows above and below it. Each pixel of an edge is
 * followed across it, up and down, to where the edge ends: its profile. What is wider than the old pixels explain stays; of the others
 * the profile keeps its middle and its ends, and gets the slope of a new pixel (J. Sun, J. Sun, Z. Xu and H.-Y. Shum, "Gradient
 * profile prior and its applications in image super-resolution and enhancement", IEEE Transactions on Image Processing 20 (6), 2011).
 * The direction across is that in which all channels together change most (S. Di Zenzo, "A note on the gradient of a
 * multi-image", Computer Vision, Graphics, and Image Processing 33 (1), 1986).
 *
 *     enlarged  ▁▁▂▃▅▆▇██        sharp  ▁▁▁▁▅████       from the foot a to the head b: a + (½ + (t − ½) · width) (b − a)
 *               a  t→  b
 */
export function sharpenRow(rows: readonly Uint32Array[], times: number): Uint32Array {
  const around = sharpenAround(times)
  const leastSlope = LEAST_CONTRAST / (WIDE * times)
  const last = rows[0].length - 1
  /** Returns the pixel of column x, or of the one nearest to it, so many rows below. */
  const at = (x: number, y: number) => rows[around + y][Math.max(0, Math.min(last, x))]
  const colourAt = (x: number, y: number) => premultiplied(at(x, y))
  return rows[around].map((pixel, x) => {
    const beside = [at(x - 1, 0), at(x + 1, 0), at(x, -1), at(x, 1)]
    return beside.every((other) => other === pixel) ? pixel : sharpened(x, pixel)
  })

  function sharpened(x: number, pixel: number): number {
    const half = (one: Channels, other: Channels) => one.map((code, c) => Math.fround(code - other[c]) * 0.5)
    const across = half(colourAt(x + 1, 0), colourAt(x - 1, 0))
    const along = half(colourAt(x, 1), colourAt(x, -1))
    const [xx, xy, yy] = [sumOf(across, across), sumOf(across, along), sumOf(along, along)]
    if (xx + yy < leastSlope * leastSlope) return pixel
    const [wayX, wayY] = directionOf(xx - yy, 2 * xy)
    const [shareX, shareY] = [Math.fround(wayX), Math.fround(wayY)]
    const change = across.map((code, c) => Math.fround(code * shareX) + Math.fround(along[c] * shareY))
    const slope = Math.sqrt(sumOf(change, change))
    if (slope === 0) return pixel
    const rise = change.map((code) => code / Math.fround(slope))
    const own = premultiplied(pixel)
    const head = follow(x, own, rise, [wayX, wayY], slope)
    const foot = follow(
      x,
      own,
      rise.map((code) => -code),
      [-wayX, -wayY],
      slope,
    )
    return repainted(pixel, own, foot.end, head.end, Math.max(head.steepest, foot.steepest))
  }

  /** Follows a profile from pixel x in a direction, as long as it rises, and returns its end and its steepest step, at least `slope`. */
  function follow(x: number, own: Channels, rise: Channels, [wayX, wayY]: [number, number], slope: number) {
    // A step goes to the next row or column, whichever is farther; the other is drawn between two pixels.
    const isAcross = Math.abs(wayX) >= Math.abs(wayY)
    const far = isAcross ? Math.abs(wayX) : Math.abs(wayY)
    const forward = (isAcross ? wayX : wayY) < 0 ? -1 : 1
    const aside = (isAcross ? wayY : wayX) / far
    let end = own
    let steepest = slope
    for (let step = 1; step < around; step++) {
      const before = Math.floor(step * aside)
      const share = Math.fround(step * aside - before)
      const [one, other] = [before, before + 1].map((place) =>
        isAcross ? colourAt(x + step * forward, place) : colourAt(x + place, step * forward),
      )
      const next = one.map((code, c) => code + Math.fround(Math.fround(other[c] - code) * share))
      const change = next.map((code, c) => code - end[c])
      const climbed = sumOf(change, rise) * far
      if (climbed < END_STEP || climbed < END_SHARE * steepest) break
      if (climbed > steepest) steepest = climbed
      end = next
    }
    return { end, steepest }
  }

  function repainted(pixel: number, own: Channels, foot: Channels, head: Channels, steepest: number): number {
    const way = head.map((code, c) => code - foot[c])
    const square = sumOf(way, way)
    if (square < LEAST_CONTRAST * LEAST_CONTRAST) return pixel
    const place =
      sumOf(
        own.map((code, c) => code - foot[c]),
        way,
      ) / square
    const contrast = Math.sqrt(square)
    const width = contrast / steepest
    const share =
      within((WIDE - width / times) / (WIDE - SHARP)) *
      within((contrast - LEAST_CONTRAST) / (FULL_CONTRAST - LEAST_CONTRAST))
    if (share === 0 || width <= 1) return pixel
    const sharper = Math.fround(within(0.5 + (place - 0.5) * width))
    const wanted = foot.map((code, c) => code + Math.fround(sharper * way[c]))
    const changed = Math.fround(share)
    return straight(own.map((code, c) => code + Math.fround(changed * Math.fround(wanted[c] - code))))
  }
}

/** Returns the direction whose double angle has this cosine and sine, in any length: from −90° to 90°. */
function directionOf(cosine: number, sine: number): [x: number, y: number] {
  const length = Math.sqrt(cosine * cosine + sine * sine)
  if (length === 0) return [1, 0]
  if (cosine >= 0) {
    const x = Math.sqrt(0.5 + (0.5 * cosine) / length)
    return [x, sine / (2 * length * x)]
  }
  const y = Math.sqrt(0.5 - (0.5 * cosine) / length)
  return [Math.abs(sine) / (2 * length * y), sine < 0 ? -y : y]
}

/** Returns the sum of products of channels, the first two and the last two together first. */
function sumOf(one: Channels, other: Channels): number {
  const [red, green, blue, alpha] = one.map((code, c) => code * other[c])
  return Math.fround(Math.fround(red + green) + Math.fround(blue + alpha))
}

/** Returns a pixel's channels as its alpha lets them count; alpha itself as it is. */
function premultiplied(pixel: number): Channels {
  const alpha = pixel >>> 24
  return Float32Array.of(
    ((pixel & 255) * alpha) / 255,
    (((pixel >>> 8) & 255) * alpha) / 255,
    (((pixel >>> 16) & 255) * alpha) / 255,
    alpha,
  )
}

function straight(colour: Channels): number {
  const alpha = Math.round(colour[3])
  if (alpha <= 0) return 0
  let pixel = Math.min(255, alpha) << 24
  for (let c = 0; c < 3; c++) {
    const code = Math.fround(Math.fround(colour[c] * 255) / colour[3])
    pixel |= Math.max(0, Math.min(255, Math.floor(Math.fround(code + 0.5)))) << (8 * c)
  }
  return pixel >>> 0
}

function within(share: number): number {
  return Math.max(0, Math.min(1, share))
}
