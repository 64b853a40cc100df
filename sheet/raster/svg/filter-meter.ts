import { identity, invert, type Matrix, matrixFrom, multiply } from "./matrix.ts"
import { forEachPoint } from "./path-points.ts"
import type { XmlToken } from "./xml-tokens.ts"

/** `work` is in the renderer's units. `pixels` is the memory of one use's results at once. */
type FilterCost = { work: number; pixels: number }

/** The measured work of a primitive for each pixel, with conversions between colour spaces. */
const PIXEL_WORK: Record<string, number> = {
  feBlend: 1500,
  feComposite: 1400,
  feDropShadow: 2700,
  feFlood: 100,
  feGaussianBlur: 1700,
  feImage: 300,
  feOffset: 500,
  feTile: 900,
}
const OTHER_WORK = 700
const MERGED_WORK = 700
const OCTAVE_WORK = 1200
/** The work per pixel of a window. */
const TAP_WORK = { feConvolveMatrix: 100, feMorphology: 30 }

/**
 * The radius below which a blur is computed in doubles: as many units, but each takes two to three
 * times as long.
 */
const SHARP_BLUR_PX = 2
const SHARP_BLUR_WORK = 2200

type Attributes = ReadonlyMap<string, string>
type Primitive = { name: string; attributes: Attributes; isOfObject: boolean; parts: number }
type Filter = { attributes: Attributes; primitives: Primitive[] }
type Extent = { left: number; top: number; right: number; bottom: number }

/** An open element. `extent` gathers the drawing below it if filters apply to it. */
type Level = {
  name: string
  matrix: Matrix
  filters: string[]
  extent: Extent
  fromRoot: Matrix | null
  isDefinition: boolean
  /** True for units of the element that uses it, which are not known here. */
  isOfObject: boolean
}

type Use = Pick<Level, "extent" | "matrix" | "isDefinition" | "isOfObject"> & { filter: string }

const CONTENT_UNITS = ["clipPathUnits", "maskContentUnits", "patternContentUnits"]

/**
 * A meter that adds up the filters of a drawing. The renderer computes the whole region of a filter,
 * whatever part of it lies in the picture, and keeps every primitive's result until the last is done.
 * One shape a hundred times as wide as the picture would take gigabytes. Takes every token of the
 * result of `SvgHost.simplify`.
 */
export class FilterMeter {
  readonly #filters = new Map<string, Filter>()
  readonly #uses: Use[] = []
  readonly #stack: Level[] = []
  #filter: Filter | null = null
  /** The number of levels of the stack that have filters. */
  #filtered = 0
  #largestScale = 1
  /** The number of clips, masks, and paints by a pattern or gradient. Each may draw a definition again. */
  #references = 0

  take(token: XmlToken): void {
    if (token.kind === "text") return
    if (token.kind === "open") this.#open(token.name, token.attributes)
    if (token.kind === "open" && !token.isEmpty) return
    const level = this.#stack.pop()
    if (level === undefined) return
    if (level.name === "filter") this.#filter = null
    if (level.filters.length === 0) return
    this.#filtered--
    for (const filter of level.filters) this.#uses.push({ ...level, filter })
  }

  /** Returns the cost of drawing everything with `scale` pixels for each unit of the root. */
  cost(scale: number): FilterCost {
    const cost = { work: 0, pixels: 0 }
    for (const { filter: id, extent, matrix, isDefinition, isOfObject } of this.#uses) {
      const filter = this.#filters.get(id)
      if (filter === undefined) continue
      if (isOfObject) return { work: Infinity, pixels: Infinity }
      // A mask or pattern is drawn in the coordinates of the element that uses it, once for each
      // use.
      const place = isDefinition ? this.#largestScale : 1
      const times = isDefinition ? this.#references : 1
      const pixels = regionArea(filter.attributes, extent, matrix) * place * scale ** 2
      for (const primitive of filter.primitives)
        cost.work += times * pixels * workOf(primitive, extent, matrix, scale * Math.sqrt(place))
      cost.pixels = Math.max(cost.pixels, pixels * filter.primitives.length)
    }
    return cost
  }

  #open(name: string, attributes: Attributes): void {
    const parent = this.#stack.at(-1)
    const transform = attributes.get(name === "pattern" ? "patternTransform" : "transform")
    const matrix = multiply(parent?.matrix ?? identity, matrixFrom(transform))
    const filters = filtersOf(attributes.get("filter"))
    const isFiltered = filters.length > 0
    if (isFiltered) this.#filtered++
    const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
    const isDefinition = name === "defs" || (parent?.isDefinition ?? false)
    const isOfObject =
      (parent?.isOfObject ?? false) ||
      CONTENT_UNITS.some((key) => attributes.get(key) === "objectBoundingBox")
    this.#stack.push({
      name,
      matrix,
      filters,
      extent,
      fromRoot: isFiltered ? invert(matrix) : null,
      isDefinition,
      isOfObject,
    })
    for (const key of ["clip-path", "mask", "fill", "stroke"])
      if (attributes.get(key)?.startsWith("url(")) this.#references++
    if (!isDefinition) this.#largestScale = Math.max(this.#largestScale, areaScale(matrix))
    if (name === "filter") {
      this.#filter = { attributes, primitives: [] }
      this.#filters.set(attributes.get("id") ?? "", this.#filter)
    } else if (this.#filter !== null && parent?.name === "filter") {
      const isOfObject = this.#filter.attributes.get("primitiveUnits") === "objectBoundingBox"
      this.#filter.primitives.push({ name, attributes, isOfObject, parts: 0 })
    } else if (name === "feMergeNode") {
      const merge = this.#filter?.primitives.at(-1)
      if (merge !== undefined) merge.parts++
    } else if (this.#filtered > 0 && (name === "path" || name === "image"))
      this.#include(matrix, pointsOf(attributes))
  }

  #include(matrix: Matrix, points: readonly number[]): void {
    for (const { filters, fromRoot, extent } of this.#stack) {
      if (filters.length === 0 || fromRoot === null) continue
      const [a, b, c, d, e, f] = multiply(fromRoot, matrix)
      for (let i = 0; i + 1 < points.length; i += 2) {
        const x = a * points[i] + c * points[i + 1] + e
        const y = b * points[i] + d * points[i + 1] + f
        extent.left = Math.min(extent.left, x)
        extent.right = Math.max(extent.right, x)
        extent.top = Math.min(extent.top, y)
        extent.bottom = Math.max(extent.bottom, y)
      }
    }
  }
}

function filtersOf(attribute: string | undefined): string[] {
  if (attribute === undefined) return []
  return [...attribute.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id)
}

/** Returns an element's points; a picture counts as its box. */
function pointsOf(attributes: Attributes): number[] {
  const path = attributes.get("d")
  if (path !== undefined) {
    const points: number[] = []
    forEachPoint(path, (x, y) => points.push(x, y))
    return points
  }
  const [x, y, width, height] = numbersOf(attributes, ["x", "y", "width", "height"])
  return [x, y, x + width, y + height]
}

/** Returns the area of the box around a filter's region, in square units of the root. */
function regionArea(filter: Attributes, extent: Extent, [a, b, c, d]: Matrix): number {
  const [width, height] = sizesOf(filter, extent, filter.get("filterUnits") !== "userSpaceOnUse")
  const across = Math.abs(a) * width + Math.abs(c) * height
  const down = Math.abs(b) * width + Math.abs(d) * height
  return across * down
}

function sizesOf(filter: Attributes, extent: Extent, isOfObject: boolean): [number, number] {
  const [width, height] = numbersOf(filter, ["width", "height"]).map(Math.abs)
  if (!isOfObject) return [width, height]
  return [width * Math.max(0, extent.right - extent.left), height * Math.max(0, extent.bottom - extent.top)]
}

/** Returns the work for one pixel of the region. */
function workOf(primitive: Primitive, extent: Extent, matrix: Matrix, scale: number): number {
  const { name, attributes, isOfObject, parts } = primitive
  const across = isOfObject ? Math.max(0, extent.right - extent.left) : 1
  const down = isOfObject ? Math.max(0, extent.bottom - extent.top) : 1
  const [a, b, c, d] = matrix
  /** Converts a length along either axis, as an attribute gives it, to pixels. */
  const pixelsOf = (key: string) => {
    const [x = 0, y = x] = pairOf(attributes.get(key))
    return [x * across * Math.hypot(a, b) * scale, y * down * Math.hypot(c, d) * scale]
  }
  const least = PIXEL_WORK[name] ?? OTHER_WORK
  switch (name) {
    case "feTurbulence":
      return least + OCTAVE_WORK * numbersOf(attributes, ["numOctaves"])[0]
    case "feMerge":
      return MERGED_WORK * parts
    case "feConvolveMatrix": {
      const [columns = 3, rows = columns] = pairOf(attributes.get("order"))
      return least + TAP_WORK[name] * columns * rows
    }
    case "feMorphology": {
      const [x, y] = pixelsOf("radius")
      return least + TAP_WORK[name] * (2 * x + 3) * (2 * y + 3)
    }
    case "feDropShadow":
    case "feGaussianBlur":
      return least + (Math.max(...pixelsOf("stdDeviation")) < SHARP_BLUR_PX ? SHARP_BLUR_WORK : 0)
    default:
      return least
  }
}

function pairOf(text = ""): number[] {
  return text.split(/[\s,]+/).flatMap((word) => (word === "" ? [] : [Math.abs(Number(word)) || 0]))
}

function numbersOf(attributes: Attributes, names: readonly string[]): number[] {
  return names.map((name) => Number(attributes.get(name) ?? 0) || 0)
}

function areaScale([a, b, c, d]: Matrix): number {
  return Math.abs(a * d - b * c)
}
