/** The share of a pixel, in 255ths, from which it is within. */
const HALF = 128
/** The shares, in 255ths, above which a pixel counts as full and below which as empty. */
const FULL = 248
const EMPTY = 7
/** The pixels that an edge is followed to either side of itself, and a thin stroke across. */
const FOLLOWED = 3
/** The farthest that an edge lies from the centre of the pixel within it. */
const FARTHEST = 1.6
/** The rings around a field: two of its border's pixels again, and one without. */
export const FIELD_MARGIN = 3

/**
 * The shares of a label in the pixels of a picture, in 255ths, with FIELD_MARGIN around them. `visited` is room for as many marks,
 * without any.
 */
export type LabelField = { columns: number; rows: number; shares: Uint8Array; visited: Uint8Array }

/**
 * A closed line around a label, with the label on its right; coordinates count in pixels of the picture, 0 at its left or upper
 * border. `beyond` are the pixels outside, by their place in the field. A hard one goes along the sides of pixels, as of artwork
 * without smoothing.
 */
export type Contour = {
  xs: Float64Array
  ys: Float64Array
  beyond: Int32Array
  area: number
  isHard: boolean
}

/** The share of a contour's places beside pixels that are partly its own, below which it is hard. */
const HARD_SHARE = 0.1

/** The ways along a crack, clockwise from up: from one corner of pixels to the next. */
const DX = [0, 1, 0, -1]
const DY = [-1, 0, 1, 0]

/**
 * Yields the contours of a label, where half a pixel is its own. Cracks between pixels within and beyond are followed; a place is
 * taken where the crack lies across the steepest way, at the distance that the shares along this way add up to, so that of a
 * straight edge it is exact, and of a stroke thinner than a pixel, too. A contour of more than so many places is not followed to
 * its end.
 *
 *     shares   1   1  .7  .1   0         distance from the last full pixel's far side   .7 + .1
 *     pixels  ├───┼───┼───┼───┤
 */
export function* labelContours(field: LabelField, mostPlaces: number): Generator<Contour> {
  const { columns, rows, shares, visited } = field
  const steps = new Int32Array([-columns, 1, columns, -1])
  let [xs, ys, beyond] = [new Float64Array(1024), new Float64Array(1024), new Int32Array(1024)]
  for (let y = 1; y + 1 < rows; y++)
    for (let x = 1; x + 1 < columns; x++) {
      const at = y * columns + x
      if (shares[at] < HALF || shares[at - 1] >= HALF || visited[at] === 1) continue
      const contour = follow(x, y)
      if (contour) yield contour
    }

  /** Follows the cracks from the left side of a pixel upwards until they close. */
  function follow(startX: number, startY: number): Contour | null {
    let [count, soft, area] = [0, 0, 0]
    let way = 0
    // The corner of pixels that the crack begins at: the pixel within lies to its right.
    let [x, y] = [startX, startY + 1]
    do {
      const within = withinAt(x, y, way)
      const outwards = steps[(way + 3) & 3]
      if (way === 0) visited[within] = 1
      area += way === 0 ? -x : way === 2 ? x : 0
      const place = placeOf(within, outwards, way)
      if (place !== null) {
        if (count === xs.length) grow()
        const centreX = (within % columns) + 0.5 - FIELD_MARGIN
        const centreY = Math.floor(within / columns) + 0.5 - FIELD_MARGIN
        xs[count] = centreX + place * DX[(way + 3) & 3]
        ys[count] = centreY + place * DY[(way + 3) & 3]
        beyond[count++] = within + outwards
        if (shares[within] < FULL || shares[within + outwards] > EMPTY) soft++
      }
      x += DX[way]
      y += DY[way]
      way = nextWay(x, y, way)
    } while (count <= mostPlaces && (x !== startX || y !== startY + 1 || way !== 0))
    if (count < 3) return null
    return {
      xs: xs.slice(0, count),
      ys: ys.slice(0, count),
      beyond: beyond.slice(0, count),
      area: Math.abs(area),
      isHard: soft < HARD_SHARE * count,
    }
  }

  function grow(): void {
    const more = <T extends Float64Array | Int32Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    xs = more(xs, new Float64Array(2 * xs.length))
    ys = more(ys, new Float64Array(2 * ys.length))
    beyond = more(beyond, new Int32Array(2 * beyond.length))
  }

  /** Returns the pixel to the right of a crack that begins at a corner. */
  function withinAt(x: number, y: number, way: number): number {
    const [right, low] = [way === 0 || way === 1 ? x : x - 1, way === 1 || way === 2 ? y : y - 1]
    return low * columns + right
  }

  /** Returns the way on from a corner. Two pixels that touch there alone are one area if all four together are more than half full. */
  function nextWay(x: number, y: number, way: number): number {
    const right = shares[withinAt(x, y, way)]
    // To the left of the crack that goes straight on.
    const left = shares[withinAt(x, y, way) + steps[(way + 3) & 3]]
    if (left < HALF && right >= HALF) return way
    if (left < HALF) return (way + 1) & 3
    if (right >= HALF) return (way + 3) & 3
    const low = y * columns + x
    const sum = shares[low] + shares[low - 1] + shares[low - columns] + shares[low - columns - 1]
    return sum >= 4 * HALF ? (way + 3) & 3 : (way + 1) & 3
  }

  /**
   * Returns how far from the centre of the pixel within the edge lies, outwards; null where another direction is steeper, whose
   * cracks tell the place better.
   */
  function placeOf(within: number, outwards: number, way: number): number | null {
    const along = steps[way]
    const without = within + outwards
    const across =
      shares[within] - shares[without] + (shares[within - outwards] - shares[without + outwards]) / 2
    const aside =
      (shares[within + along] - shares[within - along] + shares[without + along] - shares[without - along]) /
      2
    if (Math.abs(aside) > 1.1 * Math.abs(across)) return null
    return edgePlace(shares, within, outwards)
  }
}

/** Returns where an edge lies beyond the centre of a pixel within it, in pixels, by the shares along the way outwards. */
function edgePlace(shares: Uint8Array, within: number, outwards: number): number {
  const shareAt = (k: number) => shares[within + k * outwards] ?? 0
  const straight = (shareAt(0) - 127.5) / Math.max(1, shareAt(0) - shareAt(1))
  let inner = 0
  while (inner > -FOLLOWED && shareAt(inner) < FULL && shareAt(inner - 1) >= shareAt(inner)) inner--
  let outer = 1
  while (outer <= FOLLOWED && shareAt(outer) > EMPTY && shareAt(outer + 1) <= shareAt(outer)) outer++
  const isFull = shareAt(inner) >= FULL
  const isEmpty = shareAt(outer) <= EMPTY
  let place = straight
  if (isFull && isEmpty) {
    place = inner + 0.5
    for (let k = inner + 1; k <= outer; k++) place += shareAt(k) / 255
  } else if (isEmpty) {
    // A stroke that fills no pixel: its middle, and half its width.
    let [mass, moment] = [0, 0]
    let low = inner
    while (low > inner - FOLLOWED && shareAt(low) > EMPTY && shareAt(low - 1) <= shareAt(low)) low--
    if (shareAt(low) > EMPTY) return straight
    for (let k = low; k <= outer; k++) {
      mass += shareAt(k) / 255
      moment += (k * shareAt(k)) / 255
    }
    place = moment / mass + mass / 2
  } else if (isFull) {
    // A gap that leaves no pixel empty.
    let [mass, moment] = [0, 0]
    let high = outer
    while (high < outer + FOLLOWED && shareAt(high) < FULL && shareAt(high + 1) >= shareAt(high)) high++
    if (shareAt(high) < FULL) return straight
    for (let k = inner; k <= high; k++) {
      mass += 1 - shareAt(k) / 255
      moment += k * (1 - shareAt(k) / 255)
    }
    place = moment / mass - mass / 2
  }
  return place > -FARTHEST + 1 && place < FARTHEST ? place : straight
}
