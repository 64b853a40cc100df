import { FilterMeter } from "./filter-meter.ts"
import { identity, type Matrix, matrixFrom, multiply } from "./matrix.ts"
import { forEachPoint } from "./path-points.ts"
import { TileMeter } from "./pattern-tile.ts"
import { malformedSvg } from "./svg-refusal.ts"
import { escapeXml, type XmlToken, xmlTokens } from "./xml-tokens.ts"

/** A part of a drawing and the rows of user space that it may touch. */
export type SceneNode = {
  open: string
  close: string
  /** The opening tag with only its transform. */
  bareOpen: string
  children: SceneNode[]
  top: number
  bottom: number
  /** The matrix from its own coordinates to those of the root. */
  matrix: Matrix
  /** True if drawn as a layer of its own: see-through, clipped or masked as a group. */
  isLayer: boolean
  /** The greatest depth of nested layers, itself included. */
  layers: number
  /** True if its mask or clip is sized by its contents, so all of these are drawn or none. */
  isSizedByContents: boolean
}

export type Scene = {
  definitions: string
  root: SceneNode
  /** The nodes from the root down. */
  parts: number
  /** True if something in it is right only when everything is drawn at once. */
  needsWhole: boolean
  /** The area of the largest tile of a pattern, in square units of the root. */
  largestTile: number
  filters: FilterMeter
}

const LAYER_ATTRIBUTES = ["opacity", "clip-path", "mask", "filter", "style"]

/**
 * Reads the result of `SvgHost.simplify`. Coordinates are absolute and transforms are matrices. So the
 * rows that each part touches follow from the control points of its curves and the reach of its
 * strokes.
 */
export function readScene(text: string): Scene {
  const definitions = new Definitions()
  const root = newNode(identity)
  const tiles = new TileMeter()
  const filters = new FilterMeter()
  const stack: SceneNode[] = []
  let isBlended = false
  let parts = 0
  for (const token of xmlTokens(text)) {
    filters.take(token)
    if (definitions.take(token)) {
      // The place where a definition is drawn is unknown here. Most are drawn at the root's scale.
      if (token.kind === "open") tiles.take(token.name, token.attributes, identity)
      continue
    }
    const parent = stack.at(-1)
    if (token.kind === "close") {
      stack.pop()
      const outer = stack.at(-1)
      if (parent !== undefined && outer !== undefined) include(outer, parent)
    } else if (token.kind === "open" && parent === undefined) stack.push(root)
    else if (token.kind === "open" && parent !== undefined) {
      const node = readNode(token.name, token.attributes, token.isEmpty, parent.matrix)
      tiles.take(token.name, token.attributes, node.matrix)
      node.isSizedByContents = definitions.isSizedByContents(token.attributes)
      definitions.hasFilter ||= token.attributes.has("filter")
      isBlended ||= /mix-blend-mode:(?!normal)/.test(token.attributes.get("style") ?? "")
      parent.children.push(node)
      parts++
      if (token.isEmpty) include(parent, node)
      else stack.push(node)
    }
  }
  if (stack.length > 0) throw malformedSvg("it ends too early")
  // This code composes layers with plain "over" only, and cannot reach layers in definitions.
  const isBeyondStrips = root.layers > 1 && (isBlended || hasSizedStack(root))
  const needsWhole = definitions.hasFilter || definitions.hasLayers || isBeyondStrips
  return { definitions: definitions.text, root, parts, needsWhole, largestTile: tiles.largest(), filters }
}

function hasSizedStack(node: SceneNode): boolean {
  return (node.isSizedByContents && node.layers > 1) || node.children.some(hasSizedStack)
}

/** The part of a drawing that is drawn only where something refers to it. */
class Definitions {
  text = ""
  hasFilter = false
  hasLayers = false
  #depth = 0
  readonly #sized = new Set<string>()

  /** Takes the tokens from `<defs>` to its end. Returns whether it took this one. */
  take(token: XmlToken): boolean {
    if (this.#depth === 0 && (token.kind !== "open" || token.name !== "defs")) return false
    if (token.kind === "text") return true
    this.text += writeTag(token)
    if (token.kind === "close") this.#depth--
    else {
      if (!token.isEmpty) this.#depth++
      const { name, attributes } = token
      this.hasLayers ||= name === "g" && LAYER_ATTRIBUTES.some((key) => attributes.has(key))
      if (isSized(name, attributes)) this.#sized.add(`url(#${attributes.get("id")})`)
    }
    return true
  }

  isSizedByContents(attributes: ReadonlyMap<string, string>): boolean {
    return ["clip-path", "mask"].some((key) => this.#sized.has(attributes.get(key) ?? ""))
  }
}

/** Returns whether a clip's or mask's place depends on the element that it is applied to. */
function isSized(name: string, attributes: ReadonlyMap<string, string>): boolean {
  const units = attributes.get("clipPathUnits") ?? attributes.get("maskContentUnits")
  if (units === "objectBoundingBox") return true
  if (name !== "mask" || attributes.get("maskUnits") === "userSpaceOnUse") return false
  // A tenth beyond the contents on each side: what remains stays inside when contents are left out.
  const region = ["x", "y", "width", "height"].map((key) => attributes.get(key)).join()
  return region !== "-0.1,-0.1,1.2,1.2"
}

/** Writes `node` without the parts that rows `top` to `bottom` of user space cannot show. */
export function writeRows(node: SceneNode, top: number, bottom: number): string {
  const parts: string[] = []
  const add = (part: SceneNode, isKept: boolean) => {
    if (!isKept && !touches(part, top, bottom)) return
    parts.push(part.open)
    for (const child of part.children) add(child, isKept || part.isSizedByContents)
    parts.push(part.close)
  }
  add(node, false)
  return parts.join("")
}

export function touches(node: SceneNode, top: number, bottom: number): boolean {
  return node.bottom >= top && node.top <= bottom
}

function newNode(matrix: Matrix): SceneNode {
  return {
    open: "",
    close: "",
    bareOpen: "",
    children: [],
    top: Number.POSITIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
    matrix,
    isLayer: false,
    layers: 0,
    isSizedByContents: false,
  }
}

function readNode(
  name: string,
  attributes: ReadonlyMap<string, string>,
  isEmpty: boolean,
  outer: Matrix,
): SceneNode {
  const transform = attributes.get("transform")
  const node = newNode(multiply(outer, matrixFrom(transform)))
  node.open = writeTag({ kind: "open", name, attributes, isEmpty })
  node.close = isEmpty ? "" : `</${name}>`
  node.bareOpen = transform === undefined ? "<g>" : `<g transform="${escapeXml(transform)}">`
  node.isLayer = name === "g" && LAYER_ATTRIBUTES.some((key) => attributes.has(key))
  node.layers = Number(node.isLayer)
  if (name !== "g") measure(node, attributes)
  return node
}

function include(parent: SceneNode, child: SceneNode): void {
  parent.top = Math.min(parent.top, child.top)
  parent.bottom = Math.max(parent.bottom, child.bottom)
  parent.layers = Math.max(parent.layers, child.layers + Number(parent.isLayer))
}

type Tag = { name: string; attributes: ReadonlyMap<string, string>; isEmpty: boolean }

/** Writes a tag anew, its attributes escaped. */
export function writeTag(token: ({ kind: "open" } & Tag) | { kind: "close"; name: string }): string {
  if (token.kind === "close") return `</${token.name}>`
  const attributes = [...token.attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join("")
  return `<${token.name}${attributes}${token.isEmpty ? "/>" : ">"}`
}

function measure(node: SceneNode, attributes: ReadonlyMap<string, string>): void {
  const number = (name: string, missing: number) => Number(attributes.get(name) ?? missing)
  const [, b, , d, , f] = node.matrix
  const reachTo = (x: number, y: number) => {
    const row = b * x + d * y + f
    node.top = Math.min(node.top, row)
    node.bottom = Math.max(node.bottom, row)
  }
  const path = attributes.get("d")
  if (path === undefined) {
    const [x, y] = [number("x", 0), number("y", 0)]
    for (const right of [x, x + number("width", 0)])
      for (const low of [y, y + number("height", 0)]) reachTo(right, low)
  } else forEachPoint(path, reachTo)
  if ((attributes.get("stroke") ?? "none") === "none") return
  const joint =
    (attributes.get("stroke-linejoin") ?? "miter") === "miter" ? number("stroke-miterlimit", 4) : 1
  const reach = (number("stroke-width", 1) / 2) * Math.max(joint, Math.SQRT2) * Math.hypot(b, d)
  node.top -= reach
  node.bottom += reach
}
