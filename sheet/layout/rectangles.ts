/**
 * The search's view of an order: rectangles already enlarged by the gap, equal sizes merged into
 * one type. A *turn* names a type and a way to lay it: `2 * type` as given, `2 * type + 1` after a
 * quarter turn. `width` and `height` are indexed by turn. A turn that is not allowed has width 0
 * and must not be placed.
 */
export type Rectangles = {
  types: number
  width: Int32Array
  height: Int32Array
}

export type Size = { width: number; height: number }

/**
 * Builds the search's view of distinct sizes. A quarter turn is left out if turns are not allowed, if
 * it changes nothing, and if it does not fit into the strip. A type that fits only turned is stored
 * turned.
 */
export function createRectangles(
  sizes: readonly Size[],
  stripWidth: number,
  stripHeight: number,
  rotate: boolean,
): Rectangles {
  const width = new Int32Array(2 * sizes.length)
  const height = new Int32Array(2 * sizes.length)
  sizes.forEach((size, type) => {
    const isGivenFitting = size.width <= stripWidth && size.height <= stripHeight
    const isTurnFitting = rotate && size.height <= stripWidth && size.width <= stripHeight
    if (isGivenFitting) {
      width[2 * type] = size.width
      height[2 * type] = size.height
    }
    if (isTurnFitting && (size.width !== size.height || !isGivenFitting)) {
      width[2 * type + 1] = size.height
      height[2 * type + 1] = size.width
    }
    if (!isGivenFitting && !isTurnFitting)
      throw new RangeError(`a ${size.width}×${size.height} rectangle cannot fit ${stripWidth}×${stripHeight}`)
  })
  return { types: sizes.length, width, height }
}

/** Returns the sum of the entries' areas; an entry is a turn. */
export function totalArea(rectangles: Rectangles, entries: Int32Array): number {
  let area = 0
  for (const turn of entries) area += rectangles.width[turn] * rectangles.height[turn]
  return area
}
