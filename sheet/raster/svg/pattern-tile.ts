import { type Matrix, matrixFrom } from "./matrix.ts"
import { forEachPoint } from "./path-points.ts"

type Pattern = { area: number; isOfObject: boolean }
type Use = { pattern: string; area: number; scale: number }

/**
 * A meter of the largest tile of any pattern. The renderer draws one whole tile before it repeats it,
 * whatever part of it shows. A pattern sized by its object may be many times as large as that object.
 */
export class TileMeter {
  readonly #patterns = new Map<string, Pattern>()
  readonly #uses: Use[] = []

  /** Takes any element, with the matrix from its coordinates to the root's. */
  take(name: string, attributes: ReadonlyMap<string, string>, matrix: Matrix): void {
    if (name === "pattern") {
      const area = Number(attributes.get("width") ?? 0) * Number(attributes.get("height") ?? 0)
      const transform = matrixFrom(attributes.get("patternTransform"))
      const isOfObject = attributes.get("patternUnits") !== "userSpaceOnUse"
      this.#patterns.set(`url(#${attributes.get("id")})`, { area: area * areaScale(transform), isOfObject })
    }
    for (const key of ["fill", "stroke"]) {
      const pattern = attributes.get(key)
      if (!pattern?.startsWith("url(")) continue
      this.#uses.push({ pattern, area: objectArea(attributes.get("d") ?? ""), scale: areaScale(matrix) })
    }
  }

  /** Returns the largest tile's area in square units of the root. */
  largest(): number {
    const tiles = this.#uses.map(({ pattern, area, scale }) => {
      const tile = this.#patterns.get(pattern)
      return tile === undefined ? 0 : tile.area * (tile.isOfObject ? area : 1) * scale
    })
    return tiles.reduce((largest, tile) => Math.max(largest, tile), 0)
  }
}

function areaScale([a, b, c, d]: Matrix): number {
  return Math.abs(a * d - b * c)
}

/** Returns the area of the box around a path's points. */
function objectArea(path: string): number {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  forEachPoint(path, (x, y) => {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  })
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}
