import type { SvgHost } from "../types.ts"
import { identity, type Matrix, matrixFrom, multiply } from "./matrix.ts"
import { malformedSvg } from "./svg-refusal.ts"
import { escapeXml, type XmlToken, xmlTokens } from "./xml-tokens.ts"

/** A renderer that can also write a drawing as it understands it: paths, groups and pictures, nothing left to inherit. */
export type SceneHost = SvgHost & { simplify(svg: string): string }

export function isSceneHost(host: SvgHost): host is SceneHost {
  return "simplify" in host && typeof host.simplify === "function"
}

/** Part of a drawing and the rows of user space that it may touch. */
type SceneNode = {
  open: string
  close: string
  children: SceneNode[]
  top: number
  bottom: number
  /** Its mask or clip is sized by its contents, so these are drawn all or none. */
  isWhole: boolean
}

export type Scene = {
  definitions: string
  root: SceneNode
  /** Most groups inside each other that are drawn as layers of their own. */
  layers: number
  hasFilter: boolean
}

const LAYER_ATTRIBUTES = ["opacity", "clip-path", "mask", "filter", "style"]

/**
 * Reads what `simplify` wrote. Coordinates are absolute and transforms are matrices, so the rows that each part touches
 * follow from the control points of its curves and the reach of its strokes.
 */
export function readScene(text: string): Scene {
  const definitions: string[] = []
  const sizedByContents = new Set<string>()
  const root = newNode("", "")
  const stack: { node: SceneNode; matrix: Matrix; layers: number }[] = []
  let definitionDepth = 0
  let layers = 0
  let hasFilter = false
  for (const token of xmlTokens(text)) {
    if (definitionDepth > 0 || (token.kind === "open" && token.name === "defs")) {
      definitionDepth += token.kind === "open" && !token.isEmpty ? 1 : token.kind === "close" ? -1 : 0
      if (token.kind !== "text") definitions.push(write(token))
      if (token.kind === "open") noteSizing(token.name, token.attributes, sizedByContents)
      continue
    }
    const parent = stack.at(-1)
    if (token.kind === "close") {
      stack.pop()
      if (parent !== undefined && stack.length > 0) cover(stack[stack.length - 1].node, parent.node)
    } else if (token.kind === "open" && parent === undefined) {
      stack.push({ node: root, matrix: identity, layers: 0 })
    } else if (token.kind === "open" && parent !== undefined) {
      const { name, attributes, isEmpty } = token
      const matrix = multiply(parent.matrix, matrixFrom(attributes.get("transform")))
      const node = newNode(write(token), isEmpty ? "" : `</${name}>`)
      node.isWhole = [...attributes.values()].some((value) => sizedByContents.has(value))
      const depth = parent.layers + Number(LAYER_ATTRIBUTES.some((key) => attributes.has(key)))
      layers = Math.max(layers, depth)
      hasFilter ||= attributes.has("filter")
      parent.node.children.push(node)
      if (name !== "g") measure(node, attributes, matrix)
      if (isEmpty) cover(parent.node, node)
      else stack.push({ node, matrix, layers: depth })
    }
  }
  if (stack.length > 0) throw malformedSvg("it ends too early")
  return { definitions: definitions.join(""), root, layers, hasFilter }
}

/** The contents of `scene` that rows `top` to `bottom` of user space may show. */
export function writeRows(scene: Scene, top: number, bottom: number): string {
  const parts = [scene.definitions]
  const add = (node: SceneNode, isKept: boolean) => {
    if (!isKept && (node.bottom < top || node.top > bottom)) return
    parts.push(node.open)
    for (const child of node.children) add(child, isKept || node.isWhole)
    parts.push(node.close)
  }
  add(scene.root, false)
  return parts.join("")
}

function newNode(open: string, close: string): SceneNode {
  return {
    open,
    close,
    children: [],
    top: Number.POSITIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
    isWhole: false,
  }
}

function cover(parent: SceneNode, child: SceneNode): void {
  parent.top = Math.min(parent.top, child.top)
  parent.bottom = Math.max(parent.bottom, child.bottom)
}

function write(token: XmlToken): string {
  if (token.kind === "text") return ""
  if (token.kind === "close") return `</${token.name}>`
  const attributes = [...token.attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join("")
  return `<${token.name}${attributes}${token.isEmpty ? "/>" : ">"}`
}

/** Remembers clips and masks whose place depends on what they are applied to, by the url() that names them. */
function noteSizing(name: string, attributes: ReadonlyMap<string, string>, sized: Set<string>): void {
  const units = attributes.get("clipPathUnits") ?? attributes.get("maskContentUnits")
  const isOddMask =
    name === "mask" && attributes.get("maskUnits") !== "userSpaceOnUse" && !hasUsualRegion(attributes)
  if (units === "objectBoundingBox" || isOddMask) sized.add(`url(#${attributes.get("id")})`)
}

/** A tenth beyond the contents on each side: wherever some contents are left out, what remains stays inside. */
function hasUsualRegion(attributes: ReadonlyMap<string, string>): boolean {
  return (
    attributes.get("x") === "-0.1" &&
    attributes.get("width") === "1.2" &&
    attributes.get("y") === "-0.1" &&
    attributes.get("height") === "1.2"
  )
}

function measure(node: SceneNode, attributes: ReadonlyMap<string, string>, matrix: Matrix): void {
  const number = (name: string, missing: number) => Number(attributes.get(name) ?? missing)
  const [, b, , d, , f] = matrix
  const include = (x: number, y: number) => {
    const row = b * x + d * y + f
    node.top = Math.min(node.top, row)
    node.bottom = Math.max(node.bottom, row)
  }
  const path = attributes.get("d")
  if (path === undefined) {
    const [x, y] = [number("x", 0), number("y", 0)]
    for (const right of [x, x + number("width", 0)])
      for (const low of [y, y + number("height", 0)]) include(right, low)
  } else includePoints(path, include)
  if ((attributes.get("stroke") ?? "none") === "none") return
  const joint =
    (attributes.get("stroke-linejoin") ?? "miter") === "miter" ? number("stroke-miterlimit", 4) : 1
  const reach = (number("stroke-width", 1) / 2) * Math.max(joint, Math.SQRT2) * Math.hypot(b, d)
  node.top -= reach
  node.bottom += reach
}

/** Every command is absolute and takes whole points, so letters can be passed over. */
function includePoints(path: string, include: (x: number, y: number) => void): void {
  let x: number | null = null
  for (const word of path.split(" ")) {
    const value = Number.parseFloat(word)
    if (Number.isNaN(value)) continue
    if (x === null) x = value
    else {
      include(x, value)
      x = null
    }
  }
}
