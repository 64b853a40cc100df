import type { RowSource } from "../raster/artwork.ts"
import { throughWindow } from "./through-window.ts"

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

/**
 * Returns an enlarged picture whose edges are one pixel soft. Each pixel of an edge is followed across it, up and down, to where
 * the edge ends: its profile. What is wider than the old pixels explain stays; of the others the profile keeps its middle and its
 * ends, and gets the slope of a new pixel (J. Sun, J. Sun, Z. Xu and H.-Y. Shum, "Gradient profile prior and its
 * applications in image super-resolution and enhancement", IEEE Transactions on Image Processing 20 (6), 2011). The direction
 * across is that in which all channels together change most (S. Di Zenzo, "A note on the gradient of a multi-image",
 * Computer Vision, Graphics, and Image Processing 33 (1), 1986).
 *
 *     enlarged  ▁▁▂▃▅▆▇██        sharp  ▁▁▁▁▅████       from the foot a to the head b: a + (½ + (t − ½) · width) (b − a)
 *               a  t→  b
 */
export function sharpEdges(source: RowSource, times: number): RowSource {
  const { widthPx, heightPx } = source
  const steps = Math.ceil(REACH * times)
  const around = steps + 1
  const leastSlope = LEAST_CONTRAST / (WIDE * times)
  return throughWindow(source, { behind: around, ahead: around }, (held) => {
    const target = new Uint8Array(widthPx * 4)
    const pixels = new Uint32Array(target.buffer)
    const rows: Uint32Array[] = new Array(2 * around + 1)
    // Premultiplied colours, in codes: of the pixel, how they rise across the edge, and of the profile's ends.
    const own = new Float64Array(4)
    const rise = new Float64Array(4)
    const foot = new Float64Array(4)
    const head = new Float64Array(4)
    const next = new Float64Array(4)
    const across = new Float64Array(4)
    const along = new Float64Array(4)
    let steepest = 0

    return {
      make(y) {
        for (let dy = -around; dy <= around; dy++) {
          const row = held(Math.max(0, Math.min(heightPx - 1, y + dy)))
          rows[dy + around] = new Uint32Array(row.buffer, row.byteOffset, widthPx)
        }
        const [above, line, below] = [rows[around - 1], rows[around], rows[around + 1]]
        pixels.set(line)
        for (let x = 0; x < widthPx; x++) {
          const pixel = line[x]
          const left = line[x > 0 ? x - 1 : 0]
          const right = line[x + 1 < widthPx ? x + 1 : x]
          if (pixel === left && pixel === right && pixel === above[x] && pixel === below[x]) continue
          sharpen(x, pixel, left, right, above[x], below[x])
        }
        return target
      },
    }

    function sharpen(x: number, pixel: number, left: number, right: number, up: number, down: number): void {
      premultiplied(pixel, own)
      halfDifference(left, right, across)
      halfDifference(up, down, along)
      let [xx, xy, yy] = [0, 0, 0]
      for (let c = 0; c < 4; c++) {
        xx += across[c] * across[c]
        xy += across[c] * along[c]
        yy += along[c] * along[c]
      }
      if (xx + yy < leastSlope * leastSlope) return
      const angle = Math.atan2(2 * xy, xx - yy) / 2
      const [normalX, normalY] = [Math.cos(angle), Math.sin(angle)]
      let slope = 0
      for (let c = 0; c < 4; c++) {
        rise[c] = across[c] * normalX + along[c] * normalY
        slope += rise[c] * rise[c]
      }
      slope = Math.sqrt(slope)
      if (slope === 0) return
      for (let c = 0; c < 4; c++) rise[c] /= slope
      steepest = slope
      follow(x, normalX, normalY, head)
      for (let c = 0; c < 4; c++) rise[c] = -rise[c]
      follow(x, -normalX, -normalY, foot)
      repaint(x)
    }

    /** Follows the profile from pixel x in a direction, as long as it rises, and writes its end. */
    function follow(x: number, wayX: number, wayY: number, end: Float64Array): void {
      end.set(own)
      // A step goes to the next row or column, whichever is farther; the other is drawn between two pixels.
      const isAcross = Math.abs(wayX) >= Math.abs(wayY)
      const length = 1 / Math.max(Math.abs(wayX), Math.abs(wayY))
      for (let step = 1; step <= steps; step++) {
        const [toX, toY] = [x + step * wayX * length, step * wayY * length]
        read(toX, toY, isAcross)
        let climbed = 0
        for (let c = 0; c < 4; c++) climbed += (next[c] - end[c]) * rise[c]
        climbed /= length
        if (climbed < END_STEP || climbed < END_SHARE * steepest) return
        if (climbed > steepest) steepest = climbed
        end.set(next)
      }
    }

    function read(toX: number, toY: number, isAcross: boolean): void {
      const [x, y] = [Math.floor(isAcross ? toX + 0.5 : toX), Math.floor(isAcross ? toY : toY + 0.5)]
      const share = isAcross ? toY - y : toX - x
      const [beyondX, beyondY] = isAcross ? [x, y + 1] : [x + 1, y]
      premultiplied(at(x, y), next)
      if (share === 0) return
      premultiplied(at(beyondX, beyondY), across)
      for (let c = 0; c < 4; c++) next[c] += (across[c] - next[c]) * share
    }

    function at(x: number, dy: number): number {
      return rows[dy + around][x < 0 ? 0 : x >= widthPx ? widthPx - 1 : x]
    }

    function repaint(x: number): void {
      let [contrast, place] = [0, 0]
      for (let c = 0; c < 4; c++) {
        const way = head[c] - foot[c]
        contrast += way * way
        place += (own[c] - foot[c]) * way
      }
      if (contrast < LEAST_CONTRAST * LEAST_CONTRAST) return
      place /= contrast
      contrast = Math.sqrt(contrast)
      const width = contrast / steepest
      const share =
        within((WIDE - width / times) / (WIDE - SHARP)) *
        within((contrast - LEAST_CONTRAST) / (FULL_CONTRAST - LEAST_CONTRAST))
      if (share === 0 || width <= 1) return
      const sharper = within(0.5 + (place - 0.5) * width)
      for (let c = 0; c < 4; c++) {
        const wanted = foot[c] + sharper * (head[c] - foot[c])
        next[c] = own[c] + share * (wanted - own[c])
      }
      const alpha = Math.round(next[3])
      if (alpha <= 0) {
        pixels[x] = 0
        return
      }
      let colour = alpha << 24
      for (let c = 0; c < 3; c++)
        colour |= Math.max(0, Math.min(255, Math.round((next[c] * 255) / next[3]))) << (8 * c)
      pixels[x] = colour >>> 0
    }
  })
}

/** Writes half the difference of two pixels' premultiplied colours. */
function halfDifference(one: number, other: number, target: Float64Array): void {
  const oneAlpha = one >>> 24
  const otherAlpha = other >>> 24
  for (let c = 0; c < 3; c++)
    target[c] = (((other >>> (8 * c)) & 255) * otherAlpha - ((one >>> (8 * c)) & 255) * oneAlpha) / 510
  target[3] = (otherAlpha - oneAlpha) / 2
}

function premultiplied(pixel: number, target: Float64Array): void {
  const alpha = pixel >>> 24
  for (let c = 0; c < 3; c++) target[c] = (((pixel >>> (8 * c)) & 255) * alpha) / 255
  target[3] = alpha
}

function within(share: number): number {
  return Math.max(0, Math.min(1, share))
}
